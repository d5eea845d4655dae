#include "cli/words.h"

#include <marcher/record.h>
#include <string.h>

/* More outcomes than this are a deal, not odds to be weighed. */
#define ODDS_MAX 6
/* More arrivals than this are told by their number. */
#define ARRIVALS_TOLD 3

const char *cli_action_text(const mr_game *game, const mr_state *state, mr_action action,
                            char *buffer) {
  mr_str text;
  mr_str_fixed(&text, buffer, MR_ACTION_TEXT_MAX);
  mr_game_format_action(game, state, action, &text);
  return buffer;
}

const char *cli_cell_text(const mr_game *game, mr_cell cell, char *buffer) {
  mr_str text;
  mr_str_fixed(&text, buffer, MR_ACTION_TEXT_MAX);
  mr_game_cell_text(game, cell, &text);
  return buffer;
}

const char *cli_piece_text(const mr_game *game, mr_piece piece, char *buffer) {
  mr_str text;
  mr_str_fixed(&text, buffer, MR_ACTION_TEXT_MAX);
  mr_game_piece_text(game, piece, &text);
  return buffer;
}

/* ---- events ---------------------------------------------------------------------------------- */

static void add_sentence(const mr_game *game, const mr_event *event, mr_str *out) {
  size_t before = out->length;
  if (before > 0) {
    mr_str_char(out, ' ');
  }
  size_t start = out->length;
  mr_game_event_text(game, event, out);
  if (out->length > start) {
    mr_str_char(out, '.');
  }
}

/* How many events from one on are arrivals of the same player's pieces. */
static size_t count_arrivals(const mr_events *events, size_t first) {
  size_t count = 0;
  while (first + count < events->count && events->items[first + count].kind == MR_EVENT_ARRIVE &&
         mr_player_same(events->items[first + count].player, events->items[first].player)) {
    count++;
  }
  return count;
}

static void add_arrivals(const mr_game *game, const mr_event *first, size_t count, mr_str *out) {
  mr_str_format(out, "%s%zu pieces of %s arrive.", out->length > 0 ? " " : "", count,
                cli_player_name(game, first->player));
}

/* What everybody may know of a placement is no news to who is told what was placed. */
static bool is_told_by_next(const mr_events *events, size_t index) {
  return events->items[index].kind == MR_EVENT_RULE && index + 1 < events->count &&
         events->items[index + 1].kind == MR_EVENT_PLACE;
}

void cli_events_text(const mr_game *game, const mr_events *events, mr_str *out) {
  mr_str text;
  mr_str_init(&text, NULL);
  for (size_t i = 0; i < events->count; i++) {
    /* Whose turn it is, and how the game ended, is said elsewhere. */
    uint8_t kind = events->items[i].kind;
    size_t arrivals = count_arrivals(events, i);
    if (arrivals > ARRIVALS_TOLD) {
      add_arrivals(game, &events->items[i], arrivals, &text);
      i += arrivals - 1;
    } else if (kind != MR_EVENT_TURN && kind != MR_EVENT_END && !is_told_by_next(events, i)) {
      add_sentence(game, &events->items[i], &text);
    }
  }
  mr_str_add(out, mr_str_text(&text));
  mr_str_done(&text);
}

/* A duel says it all; otherwise everything but the dice, which are but one way to show it. */
static bool tells_outcome(const mr_event *event, bool duel) {
  return duel ? event->kind == MR_EVENT_DUEL
              : event->kind != MR_EVENT_DICE && event->kind != MR_EVENT_TURN;
}

static bool has_duel(const mr_events *events) {
  for (size_t i = 0; i < events->count; i++) {
    if (events->items[i].kind == MR_EVENT_DUEL) {
      return true;
    }
  }
  return false;
}

/* The events of `outcome`, made on a copy. */
static void add_outcome(const mr_game *game, mr_state *copy, mr_action outcome, mr_events *events,
                        mr_str *out) {
  mr_game_make(game, copy, outcome, NULL, events);
  bool duel = has_duel(events);
  size_t kept = 0;
  for (size_t i = 0; i < events->count; i++) {
    if (tells_outcome(&events->items[i], duel)) {
      events->items[kept++] = events->items[i];
    }
  }
  events->count = kept;
  cli_events_text(game, events, out);
}

bool cli_outcome_text(const mr_game *game, const mr_state *state, mr_action outcome, mr_str *out) {
  size_t room = game->info.max_events;
  mr_state *copy = mr_state_new(game, NULL);
  mr_events events = {.items = mr_alloc_zero(NULL, room, sizeof(mr_event)), .capacity = room};
  bool good = copy != NULL && (events.items != NULL || room == 0);
  if (good) {
    mr_state_copy(game, copy, state);
    add_outcome(game, copy, outcome, &events, out);
  }
  mr_alloc_free(NULL, events.items, room * sizeof(mr_event));
  mr_state_free(game, NULL, copy);
  return good && out->status != MR_ERR_NOMEM;
}

bool cli_odds_text(const mr_game *game, const mr_state *state, const char *indent, mr_str *out) {
  size_t room = game->info.max_chances;
  mr_chance *chances = mr_alloc_zero(NULL, room, sizeof *chances);
  if (chances == NULL) {
    return room == 0;
  }
  uint64_t total = 0;
  size_t count = mr_game_chances(game, state, chances, &total);
  bool good = true;
  for (size_t i = 0; i < count && count <= ODDS_MAX && good; i++) {
    double percent = 100.0 * (double)chances[i].weight / (double)total;
    mr_str_format(out, "%s%llu/%llu (%.0f%%): ", indent, (unsigned long long)chances[i].weight,
                  (unsigned long long)total, percent);
    good = cli_outcome_text(game, state, chances[i].action, out);
    mr_str_char(out, '\n');
  }
  mr_alloc_free(NULL, chances, room * sizeof *chances);
  return good;
}

/* ---- players --------------------------------------------------------------------------------- */

static char lower(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool cli_begins_with(const char *text, const char *prefix) {
  for (; *prefix != '\0'; text++, prefix++) {
    if (lower(*text) != lower(*prefix)) {
      return false;
    }
  }
  return true;
}

bool cli_same_word(const char *a, const char *b) {
  return strlen(a) == strlen(b) && cli_begins_with(a, b);
}

const char *cli_player_name(const mr_game *game, mr_player player) {
  return player.id < game->info.players ? game->info.player_names[player.id] : "nobody";
}

bool cli_find_player(const mr_game *game, const char *text, mr_player *out) {
  if (text[0] >= '1' && text[0] <= '0' + game->info.players && text[1] == '\0') {
    out->id = (uint8_t)(text[0] - '1');
    return true;
  }
  size_t found = 0;
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (cli_same_word(game->info.player_names[i], text)) {
      out->id = i;
      return true;
    }
    if (*text != '\0' && cli_begins_with(game->info.player_names[i], text)) {
      out->id = i;
      found++;
    }
  }
  return found == 1;
}

void cli_player_list(const mr_game *game, const char *separator, mr_str *out) {
  for (size_t i = 0; i < game->info.players; i++) {
    mr_str_add(out, i > 0 ? separator : "");
    for (const char *c = game->info.player_names[i]; *c != '\0'; c++) {
      mr_str_char(out, lower(*c));
    }
  }
}

/* ---- results --------------------------------------------------------------------------------- */

/* The names of all seats whose score is `score`. */
static void add_names(const mr_game *game, const uint8_t *scores, uint8_t score, mr_str *out) {
  bool first = true;
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (scores[i] == score) {
      mr_str_format(out, "%s%s", first ? "" : " and ", game->info.player_names[i]);
      first = false;
    }
  }
}

void cli_result_text(const mr_game *game, const mr_state *state, mr_str *out) {
  char buffer[MR_RESULT_TEXT_MAX];
  uint8_t scores[MR_MAX_PLAYERS] = {0};
  uint8_t best = 0;
  mr_game_score(game, state, scores);
  for (size_t i = 0; i < game->info.players; i++) {
    best = scores[i] > best ? scores[i] : best;
  }
  if (best == MR_SCORE_WIN) {
    add_names(game, scores, best, out);
    mr_str_add(out, " wins");
  } else if (best * 2 == MR_SCORE_WIN) {
    mr_str_add(out, "A draw");
  } else {
    add_names(game, scores, best, out);
    mr_str_add(out, " comes out ahead");
  }
  mr_rule_index rule = mr_game_ended_by(game, state);
  mr_str_format(out, ", %s", mr_result_text(game, state, buffer));
  if (rule > 0 && rule < game->info.rule_count) {
    mr_str_format(out, " (%s: %s)", game->info.rules[rule].id, game->info.rules[rule].text);
  }
}
