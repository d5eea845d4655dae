/*
 * random_games [--rules FILE]... GAME POSITIONS SEED [STATES]: random games of the catalogue, one
 * position a line, as JSON:
 *
 *   {"game":0,"ply":4,"state":"...","moves":["a2a4",...],"play":"a2a4","did":["capture",...]}
 *   {"game":0,"ply":5,"state":"...","moves":[],"result":"1-0","rule":"CH-1 checkmate"}
 *
 * The second form is the end of a game; a game that gets too long stops without one. Where a
 * file of states, a line each, is given, three games of four begin with one of them. All games of
 * two players without chance will do. The same seed gives the same lines.
 *
 * GAME may be several names with commas between them: before the games of each stands a line with
 * its name, {"walk":"chess"}.
 *
 * random_games [--rules FILE]... --list: the names of the games that can be played so, a line each.
 *
 * The definitions of a FILE are added one by one, in their order; those that cannot be read, or
 * whose names are taken, are left out.
 */
#include <inttypes.h>
#include <marcher/catalog.h>
#include <marcher/game.h>
#include <marcher/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PLIES_MAX = 200,       /* of one game */
  PLIES_FROM_STATE = 40, /* of one that begins with a state of the file */
  EAGER_TRIES = 12,      /* actions looked at to find one that changes much */
  EAGER_DEGREES = 4,     /* games differ in how often they look for one */
  EAGER_SHARE = 3,       /* in thirds: never, once in three, twice, always */
  STATES_SIZE = 1 << 20, /* bytes of the file of states */
  RETURNING_EACH = 8,    /* of so many games one goes to and fro ... */
  RETURNING_FROM = 60,   /* ... from a ply below this on, or a state and one below the next ... */
  RETURNING_SOON = 6,
  RETURNING_SHARE = 16, /* and then but for one action in so many */
  POSITIONS_MAX = 1 << 30,
};

typedef struct walker {
  mr_game *game;
  mr_state *state;
  mr_state *trial;
  mr_action *actions;
  mr_events events;
  mr_str text;
  mr_str scratch;
  mr_random random;
  char back[2][MR_ACTION_TEXT_MAX]; /* the last two actions, taken back: of who moves next, and of
                                       the other */
  char *states;                     /* one after the other, each ended by a NUL */
  size_t states_count;
} walker;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "random_games: %s: %s\n", what, why);
  exit(2);
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool is_known(const mr_catalog *catalog, const char *name, size_t length) {
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *known = mr_catalog_name(catalog, i);
    if (strlen(known) == length && memcmp(known, name, length) == 0) {
      return true;
    }
  }
  return false;
}

/* One definition, from its '[' on. */
static void add_section(mr_catalog *catalog, const char *path, const char *text, size_t length) {
  if (is_known(catalog, text + 1, strcspn(text + 1, ":]\n"))) {
    return;
  }
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_catalog_add(catalog, path, text, length, &list);
  (void)status; /* what cannot be read is left out */
  mr_arena_done(&arena);
}

static void add_rules(mr_catalog *catalog, const char *path) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1, MR_DEFINITION_FILE_MAX + 1);
  if (file == NULL || text == NULL) {
    fail(path, "cannot be read");
  }
  size_t length = fread(text, 1, MR_DEFINITION_FILE_MAX, file), begin = 0;
  fclose(file);
  for (size_t i = 0; i <= length; i++) {
    if (i == length || (text[i] == '[' && (i == 0 || text[i - 1] == '\n'))) {
      if (i > begin && text[begin] == '[') {
        add_section(catalog, path, text + begin, i - begin);
      }
      begin = i;
    }
  }
  free(text);
}

/* NULL where the game cannot be compiled, or has chance, or is not for two. */
static mr_game *open_game(const mr_catalog *catalog, const char *name) {
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_game *game = NULL;
  mr_status status = mr_catalog_open(catalog, name, NULL, 0, &game, &list);
  mr_arena_done(&arena);
  if (status == MR_OK &&
      (game->info.players != 2 || mr_game_can(game, MR_CAN_DEAL) || game->info.max_chances > 0)) {
    mr_game_free(game);
    game = NULL;
  }
  return game;
}

static void list_games(const mr_catalog *catalog) {
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    mr_game *game = open_game(catalog, mr_catalog_name(catalog, i));
    if (game != NULL) {
      printf("%s\n", mr_catalog_name(catalog, i));
      mr_game_free(game);
    }
  }
}

/* ---- walks ----------------------------------------------------------------------------------- */

static void open_walk(walker *walk, const mr_catalog *catalog, const char *name, uint64_t seed) {
  mr_game *game = open_game(catalog, name);
  if (game == NULL) {
    fail(name, "no such game, or one with chance, or not for two");
  }
  walk->game = game;
  walk->state = mr_state_new(game, NULL);
  walk->trial = mr_state_new(game, NULL);
  walk->actions = calloc(game->info.max_actions, sizeof *walk->actions);
  walk->events = (mr_events){.items = calloc(game->info.max_events, sizeof *walk->events.items),
                             .capacity = game->info.max_events};
  walk->text = mr_str_growing(NULL);
  walk->scratch = mr_str_growing(NULL);
  mr_random_init(&walk->random, seed);
  if (walk->state == NULL || walk->trial == NULL || walk->actions == NULL ||
      walk->events.items == NULL) {
    fail(name, "no memory");
  }
}

static void close_walk(walker *walk) {
  mr_str_done(&walk->scratch);
  mr_str_done(&walk->text);
  free(walk->states);
  free(walk->events.items);
  free(walk->actions);
  mr_state_free(walk->game, NULL, walk->trial);
  mr_state_free(walk->game, NULL, walk->state);
  mr_game_free(walk->game);
}

/* Reads the file of states; empty lines are none. */
static void read_states(walker *walk, const char *path) {
  FILE *file = fopen(path, "r");
  walk->states = calloc(1, STATES_SIZE);
  if (file == NULL || walk->states == NULL) {
    fail(path, "cannot be read");
  }
  size_t length = fread(walk->states, 1, STATES_SIZE - 1, file);
  if (ferror(file) || !feof(file)) {
    fail(path, "cannot be read, or is too long");
  }
  fclose(file);
  size_t kept = 0;
  for (size_t i = 0; i < length; i++) {
    bool ends = walk->states[i] == '\n';
    if (!ends || (kept > 0 && walk->states[kept - 1] != '\0')) {
      walk->states[kept++] = ends ? (char)'\0' : walk->states[i];
      walk->states_count += ends;
    }
  }
}

static bool begins_with_state(const walker *walk, uint64_t number) {
  return walk->states_count > 0 && number % 4 != 0;
}

static void begin(walker *walk, uint64_t number) {
  mr_game_start(walk->game, walk->state);
  if (!begins_with_state(walk, number)) {
    return;
  }
  const char *text = walk->states;
  for (uint64_t skip = mr_random_below(&walk->random, walk->states_count); skip > 0; skip--) {
    text += strlen(text) + 1;
  }
  mr_error error = {.status = MR_OK};
  if (mr_game_parse_state(walk->game, text, strlen(text), walk->state, &error) != MR_OK) {
    fail(text, error.message);
  }
}

/* Plays an action on the trial board, with what happened in walk->events. */
static void try_action(walker *walk, mr_action action) {
  mr_state_copy(walk->game, walk->trial, walk->state);
  mr_game_make(walk->game, walk->trial, action, NULL, &walk->events);
}

/* Of a wall that is set or carried: no man's. */
static bool is_wall(const mr_event *event) {
  return event->piece.id == 1;
}

static size_t count_events(const walker *walk, mr_event_kind kind) {
  size_t count = 0;
  for (size_t i = 0; i < walk->events.count; i++) {
    count += walk->events.items[i].kind == kind && !is_wall(&walk->events.items[i]);
  }
  return count;
}

/* Whether a man was taken elsewhere than where the taker went. */
static bool took_in_passing(const walker *walk) {
  for (size_t i = 0; i < walk->events.count; i++) {
    const mr_event *taken = &walk->events.items[i];
    for (size_t j = 0; taken->kind == MR_EVENT_CAPTURE && j < walk->events.count; j++) {
      const mr_event *move = &walk->events.items[j];
      if (move->kind == MR_EVENT_MOVE && !is_wall(move) && !mr_cell_same(move->to, taken->to)) {
        return true;
      }
    }
  }
  return false;
}

/* Whether the reply may be a capture in passing: the fourth field of a text tells. */
static bool offers_passing(walker *walk) {
  mr_str_reset(&walk->scratch);
  mr_game_format_state(walk->game, walk->trial, &walk->scratch);
  const char *field = mr_str_text(&walk->scratch);
  for (int i = 0; i < 3 && field != NULL; i++) {
    field = strchr(field, ' ');
    field = field == NULL ? NULL : field + 1;
  }
  return field != NULL && *field != '-';
}

/* What happens seldom where games are random. */
static bool is_rare(walker *walk) {
  return took_in_passing(walk) || count_events(walk, MR_EVENT_MOVE) > 1 || offers_passing(walk);
}

static bool changes_much(const walker *walk) {
  return count_events(walk, MR_EVENT_CAPTURE) > 0 || count_events(walk, MR_EVENT_PROMOTE) > 0 ||
         count_events(walk, MR_EVENT_PLACE) > 0;
}

/* A random action; eager games prefer what is rare, then what changes much. */
static mr_action choose(walker *walk, size_t count, unsigned eagerness) {
  mr_action action = walk->actions[mr_random_below(&walk->random, count)];
  if (mr_random_below(&walk->random, EAGER_SHARE) >= eagerness) {
    return action;
  }
  for (size_t i = 0; i < count; i++) {
    try_action(walk, walk->actions[i]);
    if (is_rare(walk)) {
      return walk->actions[i];
    }
  }
  for (int i = 0; i < EAGER_TRIES; i++) {
    mr_action other = walk->actions[mr_random_below(&walk->random, count)];
    try_action(walk, other);
    if (changes_much(walk)) {
      return other;
    }
  }
  return action;
}

/* "e2e4" as "e4e2"; what is no step from square to square has no way back. */
static void turn_round(const char *text, char *out) {
  size_t first = 1 + strspn(text + 1, "0123456789");
  size_t second = text[first] == '\0' ? 0 : 1 + strspn(text + first + 1, "0123456789");
  bool step = first > 1 && second > 1 && text[first + second] == '\0';
  snprintf(out, MR_ACTION_TEXT_MAX, "%s%.*s", step ? text + first : "", step ? (int)first : 0,
           text);
}

/* What takes a player's last action back, where that can be done; positions come about again so. */
static mr_action find_way_back(walker *walk, size_t count, mr_action otherwise) {
  for (size_t i = 0; i < count && walk->back[0][0] != '\0'; i++) {
    mr_str_reset(&walk->scratch);
    mr_game_format_action(walk->game, walk->state, walk->actions[i], &walk->scratch);
    if (strcmp(mr_str_text(&walk->scratch), walk->back[0]) == 0) {
      return walk->actions[i];
    }
  }
  return otherwise;
}

/* Before an action is played. */
static void remember(walker *walk, mr_action action) {
  memcpy(walk->back[0], walk->back[1], sizeof walk->back[0]);
  mr_str_reset(&walk->scratch);
  mr_game_format_action(walk->game, walk->state, action, &walk->scratch);
  turn_round(mr_str_text(&walk->scratch), walk->back[1]);
}

static void add_did(mr_str *out, bool did, const char *name) {
  if (did) {
    mr_str_format(out, "%s\"%s\"", out->data[out->length - 1] == '[' ? "" : ",", name);
  }
}

static void add_play(walker *walk, mr_action action) {
  mr_str_add(&walk->text, ",\"play\":\"");
  mr_game_format_action(walk->game, walk->state, action, &walk->text);
  mr_str_add(&walk->text, "\",\"did\":[");
  try_action(walk, action);
  add_did(&walk->text, count_events(walk, MR_EVENT_CAPTURE) > 0, "capture");
  add_did(&walk->text, took_in_passing(walk), "in passing");
  add_did(&walk->text, count_events(walk, MR_EVENT_MOVE) > 1, "castling");
  add_did(&walk->text, count_events(walk, MR_EVENT_PROMOTE) > 0, "promotion");
  add_did(&walk->text, count_events(walk, MR_EVENT_PLACE) > 0, "drop");
  bool blocks = false;
  for (size_t i = 0; i < walk->events.count; i++) {
    blocks = blocks || is_wall(&walk->events.items[i]);
  }
  add_did(&walk->text, blocks, "wall");
  add_did(&walk->text, count_events(walk, MR_EVENT_PASS) > 0, "pass");
  mr_str_char(&walk->text, ']');
}

static void add_end(walker *walk) {
  static const char *const results[] = {"0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"};
  uint8_t scores[MR_MAX_PLAYERS];
  mr_game_score(walk->game, walk->state, scores);
  mr_rule_index rule = mr_game_ended_by(walk->game, walk->state);
  mr_str_format(&walk->text, ",\"result\":\"%s\",\"rule\":\"%s\"", results[scores[0]],
                walk->game->info.rules[rule].id);
}

static void add_position(walker *walk, uint64_t number, unsigned ply, size_t count) {
  mr_str_reset(&walk->text);
  mr_str_format(&walk->text, "{\"game\":%" PRIu64 ",\"ply\":%u,\"state\":\"", number, ply);
  mr_game_format_state(walk->game, walk->state, &walk->text);
  mr_str_add(&walk->text, "\",\"moves\":[");
  for (size_t i = 0; i < count; i++) {
    mr_str_add(&walk->text, i == 0 ? "\"" : ",\"");
    mr_game_format_action(walk->game, walk->state, walk->actions[i], &walk->text);
    mr_str_char(&walk->text, '"');
  }
  mr_str_char(&walk->text, ']');
}

static void print_line(walker *walk) {
  mr_str_add(&walk->text, "}\n");
  if (walk->text.status != MR_OK) {
    fail("a position", "no memory");
  }
  if (fputs(mr_str_text(&walk->text), stdout) == EOF) {
    fail("standard output", "cannot be written");
  }
}

/* One game of at most `room` positions; returns their number. */
static uint64_t play(walker *walk, uint64_t number, uint64_t room) {
  begin(walk, number);
  unsigned plies_max = begins_with_state(walk, number) ? PLIES_FROM_STATE : PLIES_MAX;
  bool returning = number % RETURNING_EACH == RETURNING_EACH - 1;
  unsigned soon = begins_with_state(walk, number) ? RETURNING_SOON : RETURNING_FROM;
  unsigned ply = 0, from = returning ? (unsigned)mr_random_below(&walk->random, soon) : 0;
  memset(walk->back, 0, sizeof walk->back);
  for (;; ply++) {
    bool over = mr_game_node(walk->game, walk->state).kind == MR_NODE_TERMINAL;
    size_t count = over ? 0 : mr_game_actions(walk->game, walk->state, walk->actions);
    add_position(walk, number, ply, count);
    if (over) {
      add_end(walk);
      print_line(walk);
      return ply + 1;
    }
    uint64_t degree = walk->states_count > 0 ? number / 4 : number + EAGER_DEGREES / 2;
    mr_action action = choose(walk, count, (unsigned)(degree % EAGER_DEGREES));
    if (returning && ply >= from && mr_random_below(&walk->random, RETURNING_SHARE) > 0) {
      action = find_way_back(walk, count, action);
    }
    add_play(walk, action);
    print_line(walk);
    if (ply + 1 == room || ply + 1 == plies_max) {
      return ply + 1;
    }
    remember(walk, action);
    mr_game_make(walk->game, walk->state, action, NULL, NULL);
  }
}

static uint64_t number(const char *text, uint64_t max) {
  char *end = NULL;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || value > max) {
    fail(text, "not a number, or too large");
  }
  return value;
}

static int usage(void) {
  fprintf(stderr, "usage: random_games [--rules FILE]... GAME POSITIONS SEED [STATES]\n"
                  "       random_games [--rules FILE]... --list\n");
  return 2;
}

/* @param words POSITIONS SEED [STATES] */
static void print_games(const mr_catalog *catalog, const char *name, int count, char **words) {
  uint64_t positions = number(words[0], POSITIONS_MAX);
  walker walk = {.game = NULL};
  open_walk(&walk, catalog, name, number(words[1], UINT64_MAX));
  if (count == 3) {
    read_states(&walk, words[2]);
  }
  uint64_t printed = 0;
  for (uint64_t game = 0; printed < positions; game++) {
    printed += play(&walk, game, positions - printed);
  }
  close_walk(&walk);
}

int main(int argc, char **argv) {
  mr_catalog *catalog = NULL;
  mr_error error = {.status = MR_OK};
  if (mr_catalog_new(NULL, &catalog, &error) != MR_OK) {
    fail("the catalogue", error.message);
  }
  int at = 1;
  for (; at + 1 < argc && strcmp(argv[at], "--rules") == 0; at += 2) {
    add_rules(catalog, argv[at + 1]);
  }
  bool list = argc - at == 1 && strcmp(argv[at], "--list") == 0;
  if (!list && argc - at != 3 && argc - at != 4) {
    mr_catalog_free(catalog);
    return usage();
  }
  bool several = !list && strchr(argv[at], ',') != NULL;
  for (char *name = list ? NULL : strtok(argv[at], ","); name != NULL; name = strtok(NULL, ",")) {
    if (several) {
      printf("{\"walk\":\"%s\"}\n", name);
    }
    print_games(catalog, name, argc - at - 1, argv + at + 1);
  }
  if (list) {
    list_games(catalog);
  }
  mr_catalog_free(catalog);
  return fflush(stdout) == 0 ? 0 : 2;
}
