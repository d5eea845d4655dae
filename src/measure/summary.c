/* What many games say together. */
#include <marcher/measures.h>
#include <string.h>

#include "measure/measure_priv.h"

void mr_summary_init(mr_summary *summary, const mr_game *game, const mr_allocator *allocator) {
  *summary = (mr_summary){.game = game,
                          .allocator = allocator != NULL ? allocator : mr_allocator_default()};
}

void mr_summary_done(mr_summary *summary) {
  if (summary->turns != NULL) {
    mr_alloc_free(summary->allocator, summary->turns, summary->capacity * sizeof *summary->turns);
  }
  if (summary->allocator != NULL) {
    mr_courses_done(&summary->courses, summary->allocator);
  }
  *summary = (mr_summary){0};
}

/* @return NULL: there are too many, and the rest are not looked at */
static mr_summary_piece *entry_of(mr_summary *summary, mr_piece piece, mr_player owner) {
  for (size_t i = 0; i < summary->piece_count; i++) {
    mr_summary_piece *one = &summary->pieces[i];
    if (one->piece.id == piece.id && mr_player_same(one->owner, owner)) {
      return one;
    }
  }
  if (summary->piece_count == MR_PLAYED_PIECES_MAX) {
    return NULL;
  }
  summary->pieces[summary->piece_count] = (mr_summary_piece){.piece = piece, .owner = owner};
  return &summary->pieces[summary->piece_count++];
}

/* What is in a hand or a reserve from the beginning to the end never comes. */
static bool is_there(const mr_played_piece *played) {
  return played->began || played->moves > 0 || played->captures > 0 || played->captured > 0 ||
         played->placed > 0 || played->promotion > 0;
}

static void add_piece(mr_summary *summary, const mr_played_piece *played) {
  mr_summary_piece *entry = entry_of(summary, played->piece, played->owner);
  if (entry != NULL) {
    entry->games += is_there(played);
    entry->moved += played->moves > 0;
    entry->moves += played->moves;
    entry->captures += played->captures;
    entry->captured += played->captured;
    entry->placed += played->placed;
    entry->promotion += played->promotion;
  }
}

/* Keeps the lowest numbers. @param number of a game, and 1 */
static void show(uint64_t shown[MR_SUMMARY_SHOWN], uint64_t number) {
  for (size_t i = 0; i < MR_SUMMARY_SHOWN && number != 0; i++) {
    if (shown[i] == 0 || number < shown[i]) {
      uint64_t later = shown[i];
      shown[i] = number;
      number = later;
    }
  }
}

static void add_result(mr_summary *summary, const mr_played *played) {
  const mr_game_info *info = &summary->game->info;
  bool won = false;
  for (uint8_t i = 0; i < info->players; i++) {
    summary->points[i] += played->score[i];
    if (!played->unfinished && mr_game_leads_team(summary->game, (mr_player){i}) &&
        2 * played->score[i] > MR_SCORE_WIN) {
      summary->won[i]++;
      won = true;
    }
  }
  summary->unfinished += played->unfinished;
  summary->drawn += !won && !played->unfinished;
  if (played->unfinished) {
    show(summary->shown[0], played->index + 1);
  } else if (played->rule < MR_PLAYED_RULES_MAX) {
    summary->ended[played->rule]++;
    show(summary->shown[played->rule], played->index + 1);
  }
}

mr_status mr_summary_add(mr_summary *summary, const mr_played *played, mr_error *err) {
  uint32_t *turns = mr_alloc_grow(summary->allocator, summary->turns, &summary->capacity,
                                  (size_t)summary->games + 1, sizeof *turns);
  if (turns == NULL || mr_courses_add(&summary->courses, summary->game, &played->course,
                                      played->score, summary->allocator) != MR_OK) {
    summary->turns = turns != NULL ? turns : summary->turns;
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
  }
  summary->turns = turns;
  summary->turns[summary->games++] = played->turns;
  summary->actions += played->actions;
  summary->choices += played->choices;
  summary->nodes += played->nodes;
  add_result(summary, played);
  for (size_t i = 0; i < MR_PLAYED_RULES_MAX; i++) {
    summary->felt[i] += played->rules[i / 64] >> i % 64 & 1;
  }
  for (size_t i = 0; i < played->piece_count; i++) {
    add_piece(summary, &played->pieces[i]);
  }
  return MR_OK;
}

/* ---- two summaries --------------------------------------------------------------------------- */

mr_status mr_summary_reserve(mr_summary *summary, const mr_summary *more, mr_error *err) {
  mr_courses_room room;
  mr_courses_room_of(&more->courses, &room);
  uint32_t *turns = mr_alloc_grow(summary->allocator, summary->turns, &summary->capacity,
                                  (size_t)(summary->games + more->games), sizeof *turns);
  summary->turns = turns != NULL ? turns : summary->turns;
  return turns != NULL && mr_courses_reserve(&summary->courses, summary->game, &room,
                                             summary->allocator) == MR_OK
             ? MR_OK
             : mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
}

static void join_piece(mr_summary *summary, const mr_summary_piece *more) {
  mr_summary_piece *entry = entry_of(summary, more->piece, more->owner);
  if (entry != NULL) {
    entry->games += more->games;
    entry->moved += more->moved;
    entry->moves += more->moves;
    entry->captures += more->captures;
    entry->captured += more->captured;
    entry->placed += more->placed;
    entry->promotion += more->promotion;
  }
}

void mr_summary_join(mr_summary *summary, const mr_summary *more) {
  for (uint64_t i = 0; i < more->games; i++) {
    summary->turns[summary->games++] = more->turns[i];
  }
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    summary->won[i] += more->won[i];
    summary->points[i] += more->points[i];
  }
  summary->drawn += more->drawn;
  summary->unfinished += more->unfinished;
  summary->actions += more->actions;
  summary->choices += more->choices;
  summary->nodes += more->nodes;
  for (size_t i = 0; i < MR_PLAYED_RULES_MAX; i++) {
    summary->ended[i] += more->ended[i];
    summary->felt[i] += more->felt[i];
    for (size_t k = 0; k < MR_SUMMARY_SHOWN; k++) {
      show(summary->shown[i], more->shown[i][k]);
    }
  }
  for (size_t i = 0; i < more->piece_count; i++) {
    join_piece(summary, &more->pieces[i]);
  }
  mr_courses_join(&summary->courses, &more->courses);
  summary->opening = more->opening > summary->opening ? more->opening : summary->opening;
  summary->slips = more->slips > summary->slips ? more->slips : summary->slips;
}

mr_interval mr_summary_turns(mr_summary *summary) {
  return mr_length_interval_at(summary->turns, (size_t)summary->games, (size_t)summary->unfinished,
                               MR_TAIL_95);
}

mr_interval mr_summary_first(const mr_summary *summary, double tail) {
  const uint64_t *cells = summary->courses.first;
  uint64_t least[MR_SCORE_WIN + 1], most[MR_SCORE_WIN + 1];
  uint64_t drawn = cells[MR_SCORE_WIN / 2];
  uint64_t broken = summary->unfinished < drawn ? summary->unfinished : drawn;
  memcpy(least, cells, sizeof least);
  memcpy(most, cells, sizeof most);
  least[MR_SCORE_WIN / 2] -= broken;
  least[0] += broken;
  most[MR_SCORE_WIN / 2] -= broken;
  most[MR_SCORE_WIN] += broken;
  return mr_points_interval_open(least, cells, most, MR_SCORE_WIN, tail);
}
