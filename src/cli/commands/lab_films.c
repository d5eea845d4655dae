/* Games of a study to step through: a few of each way to end, played once more from their numbers.
 */
#include <marcher/hash.h>
#include <marcher/paint.h>
#include <marcher/reel.h>
#include <string.h>

#include "cli/commands/lab_study.h"

enum {
  SHOWN = 8,             /* games of one page: each way to end has one before any has two */
  NODES_MOST = 20000000, /* of all of them: some seconds, so that nobody waits for the page */
  EVENTS_MAX = 256,      /* of one turn that are marked on the board */
  REGIONS_MAX = 4,       /* as pictures on terminals have them */
  WORDS_MAX = 400        /* bytes that a turn is told in */
};

/** A game that is being played once more. */
typedef struct filming {
  mr_reel *reel;
  const mr_game *game;
  mr_arena arena; /**< of one picture */
  mr_event events[EVENTS_MAX];
  size_t event_count;
  uint32_t turn;         /**< the one under way */
  mr_player player;      /**< whose it is */
  char words[WORDS_MAX]; /**< its actions so far */
  size_t length;
  mr_played played;
} filming;

/* ---- one game -------------------------------------------------------------------------------- */

static void add_word(filming *f, const mr_game_step *step) {
  char word[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(word, sizeof word);
  mr_game_format_action(f->game, step->state, step->action, &text);
  size_t length = strlen(word);
  if (f->length + length + sizeof " ..." < sizeof f->words) {
    f->words[f->length++] = ' ';
    memcpy(f->words + f->length, word, length + 1);
    f->length += length;
  } else if (f->length + sizeof " ..." <= sizeof f->words) {
    memcpy(f->words + f->length, " ...", sizeof " ...");
    f->length = sizeof f->words; /* and nothing more */
  }
}

/* What is drawn: chessmen where all are known as such, and no regions where there are many, whose
   legend would hide the game. */
static void simplify(mr_view *view) {
  view->figures = view->piece_count > 0;
  for (size_t i = 0; i < view->piece_count; i++) {
    view->figures = view->figures && mr_paint_has_figure(&view->pieces[i]);
  }
  if (view->region_count > REGIONS_MAX) {
    view->region_count = 0;
    for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
      view->cells[i].regions = 0;
    }
  }
}

/* The picture after a turn, with what happened in it. */
static void put_moment(filming *f, const mr_state *state, int value) {
  mr_view view;
  mr_str text = mr_str_growing(NULL);
  const mr_events events = {.items = f->events, .capacity = EVENTS_MAX, .count = f->event_count};
  mr_arena_init(&f->arena, NULL, SIZE_MAX);
  if (mr_game_view(f->game, state, MR_NOBODY, &f->arena, &view, NULL) != MR_OK) {
    f->reel->status = MR_ERR_NOMEM;
  } else {
    if (f->turn == 0) {
      mr_str_add(&text, "The beginning");
    } else {
      mr_view_mark_events(&view, &events);
      mr_str_format(&text, "%u. %s:%s", (unsigned)f->turn, f->game->info.player_names[f->player.id],
                    f->words);
    }
    simplify(&view);
    mr_reel_add(f->reel, &view, mr_str_text(&text), value);
  }
  mr_arena_done(&f->arena);
  mr_str_done(&text);
  f->event_count = 0;
  f->length = 0;
  f->words[0] = '\0';
}

/* What the game brought the first side. */
static int score_of(const filming *f, const mr_game_step *step) {
  uint8_t score[MR_MAX_PLAYERS];
  if (mr_game_node(f->game, step->state).kind != MR_NODE_TERMINAL) {
    return -1;
  }
  mr_game_score(f->game, step->state, score);
  return 1000 * score[0] / MR_SCORE_WIN;
}

static void on_step(void *context, const mr_game_step *step) {
  filming *f = context;
  for (size_t i = 0; step->events != NULL && i < step->events->count; i++) {
    if (f->event_count < EVENTS_MAX) {
      f->events[f->event_count++] = step->events->items[i];
    }
  }
  if (step->action == MR_ACTION_NONE || step->turn != f->turn) {
    put_moment(f, step->state, step->action == MR_ACTION_NONE ? score_of(f, step) : step->value);
    f->turn = step->turn;
    f->player = step->player;
  }
  if (step->action != MR_ACTION_NONE) {
    add_word(f, step);
  }
}

/* "Game 17 of seed 1, nodes:400 for each side: White wins by flag after 5 turns. ..." */
static void put_caption(const lab_study *study, const lab_strength *main, const mr_played *played,
                        mr_str *out) {
  const mr_game_info *info = &study->game->info;
  const char *winner = NULL;
  for (uint8_t i = 0; i < info->players && winner == NULL && !played->unfinished; i++) {
    winner = 2 * played->score[i] > MR_SCORE_WIN ? info->player_names[i] : NULL;
  }
  mr_str_format(out, "Game %llu of seed %llu, %s for each side. ",
                (unsigned long long)played->index, (unsigned long long)study->seed, main->seats);
  if (played->unfinished) {
    mr_str_format(out, "Broken off after %u turns.", (unsigned)played->turns);
  } else {
    mr_str_format(out, "%s%s by %s after %u turns.", winner != NULL ? winner : "Drawn",
                  winner != NULL ? " wins" : "", info->rules[played->rule].id,
                  (unsigned)played->turns);
  }
}

/* Plays game `index` once more. */
static mr_status film(lab_study *study, mr_experimenter *worker, uint64_t index, mr_reel *reel,
                      mr_error *err) {
  filming *f = mr_alloc_zero(NULL, 1, sizeof *f);
  mr_str caption = mr_str_growing(NULL);
  if (f == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a game");
  }
  f->reel = reel;
  f->game = study->game;
  f->player = MR_NOBODY;
  mr_status status = MR_OK;
  if (mr_reel_begin(reel)) {
    mr_experimenter_watch(worker, on_step, f);
    status = mr_experimenter_play(worker, index, &f->played, err);
    put_caption(study, lab_study_main(study), &f->played, &caption);
    mr_reel_end(reel, mr_str_text(&caption));
  }
  mr_str_done(&caption);
  mr_alloc_free(NULL, f, sizeof *f);
  return status;
}

/* ---- which games ----------------------------------------------------------------------------- */

/* Ways to end, the most frequent first; rule 0 is being broken off. @return their number */
static size_t sort_ends(const mr_summary *summary, size_t *out) {
  size_t count = 0;
  for (size_t rule = 0; rule < MR_PLAYED_RULES_MAX; rule++) {
    uint64_t games = rule == 0 ? summary->unfinished : summary->ended[rule];
    if (summary->shown[rule][0] == 0) {
      continue;
    }
    size_t at = count++;
    while (at > 0 &&
           games > (out[at - 1] == 0 ? summary->unfinished : summary->ended[out[at - 1]])) {
      out[at] = out[at - 1];
      at--;
    }
    out[at] = rule;
  }
  return count;
}

/* Their numbers: the first of each way, then the second of each. @return how many */
static size_t choose(const mr_summary *summary, uint64_t *out) {
  size_t ends[MR_PLAYED_RULES_MAX], count = sort_ends(summary, ends), chosen = 0;
  uint64_t each = summary->nodes / (summary->games > 0 ? summary->games : 1);
  uint64_t most = NODES_MOST / (each > 0 ? each : 1);
  most = most < 1 ? 1 : most > SHOWN ? SHOWN : most;
  for (size_t k = 0; k < MR_SUMMARY_SHOWN; k++) {
    for (size_t i = 0; i < count && chosen < most; i++) {
      uint64_t number = summary->shown[ends[i]][k];
      if (number > 0) {
        out[chosen++] = number - 1;
      }
    }
  }
  return chosen;
}

static mr_status make_films(lab_study *study, const uint64_t *games, size_t count, mr_reel *reel,
                            mr_error *err) {
  const lab_strength *main = lab_study_main(study);
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  mr_status status = mr_experiment_init(study->game, main->seats, study->seed, &experiment, err);
  experiment.opening = main->summary.opening;
  experiment.slips = main->summary.slips;
  if (status == MR_OK) {
    status = mr_experimenter_new(&experiment, &worker, err);
  }
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    status = film(study, worker, games[i], reel, err);
  }
  mr_experimenter_free(worker);
  if (status == MR_OK && reel->status != MR_OK) {
    status = mr_error_set(err, reel->status, "out of memory for games to step through");
  }
  return status;
}

mr_status lab_study_films(lab_study *study, mr_error *err) {
  const mr_summary *summary = &lab_study_main(study)->summary;
  uint64_t games[SHOWN];
  size_t count = choose(summary, games);
  uint64_t sum = mr_hash_bytes(MR_HASH_START, games, count * sizeof *games);
  if (study->reel.game != NULL && sum == study->filmed) {
    return MR_OK;
  }
  mr_reel_done(&study->reel);
  mr_reel_init(&study->reel, study->game);
  study->filmed = sum;
  return make_films(study, games, count, &study->reel, err);
}
