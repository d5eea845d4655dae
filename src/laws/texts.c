#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/compose.h>
#include <marcher/hash.h>
#include <stdlib.h>

#include "kernel/play_on.h"

enum { MUTATIONS = 4, CHANGES = 3, REREAD_MOST = 64 };

#define check_action(laws, ...) mr_laws_expect((laws), MR_LAW_ACTION_TEXT, __VA_ARGS__)
#define check_text(laws, ...) mr_laws_expect((laws), MR_LAW_STATE_TEXT, __VA_ARGS__)

/** Changes one character into another printable one, or drops it. @return the new length */
static size_t mutate(mr_random *random, char *text, size_t length) {
  size_t at = (size_t)mr_random_below(random, length);
  if (mr_random_below(random, 4) == 0) {
    memmove(text + at, text + at + 1, length - at - 1);
    return length - 1;
  }
  text[at] = mr_random_below(random, 2) == 0 ? (char)(' ' + mr_random_below(random, 95))
                                             : text[mr_random_below(random, length)];
  return length;
}

static bool refusal_is_proper(const mr_error *err, mr_status status, size_t length) {
  bool known = status == MR_ERR_SYNTAX || status == MR_ERR_ILLEGAL;
  bool placed = status != MR_ERR_SYNTAX || (err->column >= 1 && err->column <= length + 1);
  return known && placed && err->status == status && err->message[0] != '\0';
}

/* ---- actions --------------------------------------------------------------------------------- */

/** Writes all actions of a state that stand in `list` and sorts them by their texts' hashes. */
static void name_actions(mr_laws *laws, const mr_state *state, const mr_action *list,
                         size_t count) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  for (size_t i = 0; i < count; i++) {
    mr_laws_write_action(laws, state, list[i], buffer, &text);
    check_action(laws, mr_laws_well_formed(&text, " {}\"'"), "has the bad text '%s'", buffer);
    uint64_t hash = mr_hash_bytes(MR_HASH_START, text.data, text.length);
    laws->named[i] = (mr_laws_named){hash, list[i]};
  }
  qsort(laws->named, count, sizeof *laws->named, mr_laws_compare_hashes);
}

static bool text_is_taken(const mr_laws *laws, size_t i) {
  return laws->named[i].text_hash == laws->named[i - 1].text_hash;
}

static void check_texts_are_unique(mr_laws *laws) {
  name_actions(laws, laws->state, laws->listed, laws->count);
  for (size_t i = 1; i < laws->count; i++) {
    laws->action = laws->named[i].action;
    check_action(laws, !text_is_taken(laws, i), "has the same text as action %" PRIu32,
                 laws->named[i - 1].action);
  }
  laws->action = MR_ACTION_NONE;
}

/** The same of a state that is not of the playout; its text must be in laws->text[0]. */
static void check_texts_elsewhere(mr_laws *laws, const mr_state *state) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  if (mr_game_node(laws->game, state).kind != MR_NODE_DECISION) {
    return;
  }
  size_t count = mr_game_actions(laws->game, state, laws->list);
  name_actions(laws, state, laws->list, count);
  for (size_t i = 1; i < count; i++) {
    mr_laws_write_action(laws, state, laws->named[i].action, buffer, &text);
    check_action(laws, !text_is_taken(laws, i), "'%s' is the text of two actions in '%s'", buffer,
                 laws->text[0]);
  }
}

/** Puts some of the men on other squares, or takes them away. @return how many are left */
static size_t scatter_men(mr_laws *laws, mr_placement *men, size_t count) {
  const mr_game_info *info = &laws->game->info;
  for (size_t change = 0; change < CHANGES && count > 1; change++) {
    size_t i = (size_t)mr_random_below(&laws->random, count);
    if (mr_random_below(&laws->random, 4) == 0) {
      men[i] = men[--count];
    } else {
      uint64_t cells = (uint64_t)info->columns * info->rows;
      men[i].cell.id = (uint16_t)mr_random_below(&laws->random, cells);
    }
  }
  return count;
}

/** Positions that are made of men, as tables of endings and designers make them. */
static void check_composed(mr_laws *laws) {
  mr_state *made = laws->spare[0];
  for (size_t tries = 0; laws->men != NULL && tries < MUTATIONS; tries++) {
    size_t count = mr_game_placements(laws->game, laws->state, laws->men);
    uint64_t player = mr_random_below(&laws->random, laws->game->info.players);
    count = scatter_men(laws, laws->men, count);
    mr_laws_poison(laws, made, 0x5A);
    if (mr_game_compose(laws->game, laws->men, count, (mr_player){(uint8_t)player}, made) &&
        mr_laws_write_state(laws, made, laws->text[0])) {
      check_texts_elsewhere(laws, made);
    }
  }
}

/** Whatever is written, reading gives a legal action or a proper refusal. */
static void check_odd_action(mr_laws *laws, mr_action action) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  mr_error err = {.message = ""};
  mr_action found = MR_ACTION_NONE;
  mr_laws_write_action(laws, laws->state, action, buffer, &text);
  size_t length = mutate(&laws->random, buffer, text.length);
  if (length == 0) {
    return;
  }
  mr_status status = mr_game_parse_action(laws->game, laws->state, buffer, length, &found, &err);
  laws->action = MR_ACTION_NONE;
  if (status == MR_OK) {
    check_action(laws, mr_laws_is_listed(laws, found) || laws->node.kind == MR_NODE_CHANCE,
                 "'%.*s' reads as action %" PRIu32 ", which is not listed", (int)length, buffer,
                 found);
  } else {
    check_action(laws, refusal_is_proper(&err, status, length) && found == MR_ACTION_NONE,
                 "'%.*s' is refused improperly: %s, column %" PRIu32 ": %s", (int)length, buffer,
                 mr_status_name(status), err.column, err.message);
  }
}

void mr_laws_action_texts(mr_laws *laws) {
  check_texts_are_unique(laws);
  for (size_t i = 0; i < laws->sample_count; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str text;
    mr_error err = {.message = ""};
    mr_action found = MR_ACTION_NONE;
    laws->action = laws->sample[i];
    mr_laws_write_action(laws, laws->state, laws->action, buffer, &text);
    mr_status status =
        mr_game_parse_action(laws->game, laws->state, text.data, text.length, &found, &err);
    check_action(laws, status == MR_OK, "cannot be read back: %s", err.message);
    check_action(laws, status != MR_OK || found == laws->action, "reads back as action %" PRIu32,
                 found);
  }
  for (size_t i = 0; i < MUTATIONS && i < laws->sample_count; i++) {
    check_odd_action(laws, laws->sample[i]);
  }
  laws->action = MR_ACTION_NONE;
  check_composed(laws);
}

/* ---- states ---------------------------------------------------------------------------------- */

/** Every action of the state can be named in the state that was read, by the same text. */
static void check_same_actions(mr_laws *laws, const mr_state *read) {
  size_t count = mr_laws_options_of(laws, read, laws->list);
  check_text(laws, count == laws->count, "read back, %zu actions are listed, not %zu", count,
             laws->count);
  size_t asked = laws->count < REREAD_MOST ? laws->count : REREAD_MOST;
  for (size_t i = 0; i < asked; i++) {
    char written[MR_ACTION_TEXT_MAX];
    char reread[MR_ACTION_TEXT_MAX] = "";
    mr_str text;
    mr_action found = MR_ACTION_NONE;
    size_t index = asked == laws->count ? i : (size_t)mr_random_below(&laws->random, laws->count);
    mr_laws_write_action(laws, laws->state, laws->listed[index], written, &text);
    bool same =
        mr_game_parse_action(laws->game, read, text.data, text.length, &found, NULL) == MR_OK;
    if (same) {
      mr_laws_write_action(laws, read, found, reread, &text);
    }
    laws->action = laws->listed[index];
    check_text(laws, same && strcmp(written, reread) == 0,
               "is not to be had in the state read back");
  }
  laws->action = MR_ACTION_NONE;
}

/** Reads back laws->text[0]. @return whether `read` holds the state */
static bool check_state_rereads(mr_laws *laws, const char *what, mr_state *read) {
  mr_state *again = laws->spare[1];
  mr_error err = {.message = ""};
  size_t length = strlen(laws->text[0]);
  mr_laws_poison(laws, read, 0x00);
  mr_laws_poison(laws, again, 0xA5);
  mr_status status = mr_game_parse_state(laws->game, laws->text[0], length, read, &err);
  check_text(laws, status == MR_OK, "%s '%s' cannot be read back: %s, column %" PRIu32 ": %s", what,
             laws->text[0], mr_status_name(status), err.column, err.message);
  if (status != MR_OK) {
    return false;
  }
  bool twice = mr_game_parse_state(laws->game, laws->text[0], length, again, &err) == MR_OK;
  check_text(laws, twice && mr_laws_same(laws, read, again),
             "%s, read back, lets through in byte %zu what was there before", what,
             mr_laws_difference(laws, read, again));
  bool fits = mr_laws_write_state(laws, read, laws->text[1]);
  check_text(laws, fits && strcmp(laws->text[0], laws->text[1]) == 0,
             "%s '%s', read back, is written '%s'", what, laws->text[0], laws->text[1]);
  return true;
}

/** Whatever is written, reading gives a state that can be written and played, or a refusal. */
static void check_odd_state(mr_laws *laws) {
  mr_state *read = laws->spare[0];
  mr_error err = {.message = ""};
  size_t length = mutate(&laws->random, laws->text[1], strlen(laws->text[1]));
  laws->text[1][length] = '\0';
  if (length == 0) {
    return;
  }
  mr_laws_poison(laws, read, 0x5A);
  mr_laws_poison(laws, laws->spare[1], 0x5A);
  mr_status status = mr_game_parse_state(laws->game, laws->text[1], length, read, &err);
  if (status != MR_OK) {
    check_text(laws, refusal_is_proper(&err, status, length),
               "'%s' is refused improperly: %s, column %" PRIu32 ": %s", laws->text[1],
               mr_status_name(status), err.column, err.message);
    check_text(laws, mr_laws_same(laws, read, laws->spare[1]),
               "refusing '%s' has touched the output", laws->text[1]);
    return;
  }
  check_text(laws, mr_game_hash(laws->game, read) == mr_game_rehash(laws->game, read),
             "reading '%s' gives a wrong hash", laws->text[1]);
  bool fits = mr_laws_write_state(laws, read, laws->text[0]);
  check_text(laws, fits, "the state read from '%s' cannot be written", laws->text[1]);
  if (fits && mr_game_fully_known(laws->game, read)) {
    check_texts_elsewhere(laws, read);
  }
  if (fits && check_state_rereads(laws, "a state read", laws->spare[2]) &&
      mr_game_fully_known(laws->game, read)) {
    mr_laws_walk(laws, laws->spare[2]);
  }
}

/**
 * A game that is over by its history (a repetition) is not over for who reads the text, and what a
 * family judges only as it happens is not there to be read; but where both are over they have the
 * same scores: what stands on the board is judged in one order.
 */
static void check_same_end(mr_laws *laws, const char *what, const mr_state *written,
                           const mr_state *read) {
  const mr_game *game = laws->game;
  uint8_t scores[2][MR_MAX_PLAYERS] = {{0}};
  mr_state *more = laws->spare[1];
  mr_state_copy(game, more, written);
  if (mr_game_node(game, read).kind != MR_NODE_TERMINAL || mr_game_play_on(game, more)) {
    return;
  }
  mr_game_score(game, written, scores[0]);
  mr_game_score(game, read, scores[1]);
  for (size_t i = 0; i < game->info.players; i++) {
    check_text(laws, scores[0][i] == scores[1][i],
               "%s '%s', read back, is over with score %u of player %zu, not %u", what,
               laws->text[0], scores[1][i], i, scores[0][i]);
  }
}

/** What was read back is where `written` was. */
static void check_same_place(mr_laws *laws, const char *what, const mr_state *written,
                             const mr_state *read) {
  const mr_game *game = laws->game;
  check_text(laws, mr_game_hash(game, read) == mr_game_hash(game, written),
             "%s, read back, has the hash %016" PRIx64 ", not %016" PRIx64, what,
             mr_game_hash(game, read), mr_game_hash(game, written));
  check_text(laws, mr_game_fully_known(game, read) == mr_game_fully_known(game, written),
             "%s, read back, is %s whole", what, mr_game_fully_known(game, read) ? "" : "not");
  if (laws->node.kind != MR_NODE_TERMINAL) {
    mr_node node = mr_game_node(game, read);
    check_text(laws, mr_laws_same_node(laws, node), "%s, read back, has a node of kind %u", what,
               (unsigned)node.kind);
  } else if (mr_game_fully_known(game, written)) {
    check_same_end(laws, what, written, read);
  }
}

static void check_observation_text(mr_laws *laws, mr_player viewer) {
  mr_state *seen = laws->spare[2];
  mr_state *read = laws->spare[0];
  mr_state *again = laws->spare[1];
  mr_state *possible = laws->spare[3];
  const char *who = mr_laws_who(laws, viewer);
  char what[64];
  mr_str words = mr_str_fixed(what, sizeof what);
  mr_str_format(&words, "what %s sees", who);
  mr_laws_observe(laws, laws->state, viewer, seen);
  if (mr_laws_same(laws, seen, laws->state)) {
    return;
  }
  bool fits = mr_laws_write_state(laws, seen, laws->text[0]);
  check_text(laws, fits, "the text of %s is not one line of 1 to %zu printable characters", what,
             laws->game->info.max_state_text - 1);
  if (!fits || !check_state_rereads(laws, what, read)) {
    return;
  }
  check_same_place(laws, what, seen, read);
  /* It is an observation, and as good to think about. */
  mr_laws_observe(laws, read, viewer, again);
  check_text(laws, mr_laws_same(laws, read, again),
             "%s's observation, read back, differs in byte %zu when it is observed again", who,
             mr_laws_difference(laws, read, again));
  mr_laws_poison(laws, possible, 0x5A);
  mr_game_determinize(laws->game, read, viewer, mr_random_next(&laws->random), possible);
  mr_laws_observe(laws, possible, viewer, again);
  mr_laws_expect(laws, MR_LAW_OBSERVE, mr_laws_same(laws, read, again),
                 "%s's observation, read back and filled in, differs in byte %zu", who,
                 mr_laws_difference(laws, read, again));
  if (mr_laws_decides(laws, viewer)) {
    check_same_actions(laws, read);
  }
}

void mr_laws_state_text(mr_laws *laws) {
  static const char what[] = "the state";
  mr_state *read = laws->spare[0];
  laws->action = MR_ACTION_NONE;
  bool fits = mr_laws_write_state(laws, laws->state, laws->text[0]);
  check_text(laws, fits, "its text is not one line of 1 to %zu printable characters",
             laws->game->info.max_state_text - 1);
  if (!fits || !check_state_rereads(laws, what, read)) {
    return;
  }
  check_same_place(laws, what, laws->state, read);
  if (laws->node.kind != MR_NODE_TERMINAL) {
    check_same_actions(laws, read);
  }
  for (size_t i = 0; i < mr_laws_viewers(laws); i++) {
    check_observation_text(laws, mr_laws_viewer(laws, i));
  }
  for (size_t i = 0; i < MUTATIONS; i++) {
    mr_laws_write_state(laws, laws->state, laws->text[1]);
    check_odd_state(laws);
  }
}
