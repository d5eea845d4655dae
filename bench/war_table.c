#include "war_table.h"

#include <marcher/catalog.h>
#include <marcher/family.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 512, VALUES_MAX = 24, CHANGES_MAX = 8 };

static bool fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  return false;
}

/* Makes the table of a game that has been opened. */
static bool lay(war_table *t) {
  t->state = mr_state_new(t->game, NULL);
  t->seen = mr_state_new(t->game, NULL);
  t->chances = calloc(t->game->info.max_chances + 1, sizeof *t->chances);
  if (t->state == NULL || t->seen == NULL || t->chances == NULL) {
    return fail(t->game->info.name, "no memory for a table");
  }
  mr_game_start(t->game, t->state);
  return true;
}

/* Opens a definition; of `text` the last one where there is no name. */
typedef struct changes {
  mr_override of[CHANGES_MAX];
  size_t count;
} changes;

static bool open_text(war_table *t, const char *source, const char *text, size_t length,
                      const char *name, const changes *sets) {
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics list;
  mr_diagnostics_init(&list, &arena);
  mr_catalog *catalog = NULL;
  mr_error err = {0};
  *t = (war_table){0};
  mr_status status = mr_catalog_new(NULL, &catalog, &err);
  if (status == MR_OK && text != NULL) {
    status = mr_catalog_add(catalog, source, text, length, &list);
  }
  if (status == MR_OK && name == NULL) {
    name = mr_catalog_name(catalog, mr_catalog_count(catalog) - 1);
  }
  if (status == MR_OK) {
    status = mr_catalog_open(catalog, name, sets->of, sets->count, &t->game, &list);
  }
  if (status != MR_OK) {
    mr_diagnostics_error(&list, &err);
    fail(source, err.message);
  } else if (t->game->family != &mr_family_warlord) {
    status = MR_ERR_ARGUMENT;
    fail(name, "is none of the Warlord Games");
  }
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  if (status == MR_OK && lay(t)) {
    return true;
  }
  war_close(t);
  return false;
}

static const changes NOTHING = {.count = 0};

bool war_open_state(war_table *t, const char *name, char *sets, const char *state) {
  changes c = {.count = 0};
  char *rest = NULL;
  mr_error err = {0};
  *t = (war_table){0};
  for (char *set = strtok_r(sets, ";", &rest); set != NULL; set = strtok_r(NULL, ";", &rest)) {
    char *equals = strchr(set, '=');
    if (equals == NULL || c.count == CHANGES_MAX) {
      return fail(set, "is no KEY=VALUE, or one too many");
    }
    *equals = '\0';
    c.of[c.count++] = (mr_override){set, equals + 1};
  }
  if (!open_text(t, name, NULL, 0, name, &c)) {
    return false;
  }
  if (mr_game_parse_state(t->game, state, strlen(state), t->state, &err) == MR_OK) {
    return true;
  }
  war_close(t);
  return fail(state, err.message);
}

bool war_open(war_table *t, const char *file, const char *name) {
  enum { MOST = 1 << 22 };
  *t = (war_table){0};
  if (file == NULL) {
    return open_text(t, name, NULL, 0, name, &NOTHING);
  }
  FILE *in = fopen(file, "rb");
  char *text = malloc(MOST);
  size_t length = in != NULL && text != NULL ? fread(text, 1, MOST, in) : 0;
  bool sound = length > 0 && length < MOST;
  sound = sound ? open_text(t, file, text, length, name, &NOTHING) : fail(file, "cannot be read");
  if (in != NULL) {
    fclose(in);
  }
  free(text);
  return sound;
}

/* "--size 24x16 --win 2" as values in the order of the options. */
static bool read_words(char *words, const char **values) {
  const mr_generator *generator = mr_family_warlord.generator;
  char *rest = NULL;
  for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    size_t i = 0;
    while (i < generator->option_count &&
           (strncmp(word, "--", 2) != 0 || strcmp(generator->options[i].name, word + 2) != 0)) {
      i++;
    }
    if (i == generator->option_count || i >= VALUES_MAX) {
      return fail(word, "is no option of 'marcher generate warlord'");
    }
    values[i] = strtok_r(NULL, " ", &rest);
  }
  return true;
}

bool war_generate(war_table *t, const char *words, uint64_t seed) {
  const char *values[VALUES_MAX] = {NULL};
  char copy[WORDS_MAX];
  mr_error err = {0};
  mr_str text = mr_str_growing(NULL);
  *t = (war_table){0};
  snprintf(copy, sizeof copy, "%s", words);
  bool sound = read_words(copy, values);
  if (sound) {
    sound = mr_family_warlord.generator->generate(values, seed, NULL, &text, &err) == MR_OK ||
            fail(words, err.message);
  }
  sound = sound && open_text(t, words, mr_str_text(&text), text.length, NULL, &NOTHING);
  mr_str_done(&text);
  return sound;
}

void war_close(war_table *t) {
  if (t->game != NULL) {
    mr_state_free(t->game, NULL, t->state);
    mr_state_free(t->game, NULL, t->seen);
    mr_game_free(t->game);
  }
  free(t->chances);
  *t = (war_table){0};
}

mr_engine *war_engine(const war_table *t, const char *kind, unsigned level, uint64_t seed) {
  mr_engine_options options = {.kind = kind, .level = level, .seed = seed};
  mr_engine *engine = NULL;
  mr_error err = {0};
  if (mr_engine_new(t->game, &options, &engine, &err) != MR_OK) {
    fail(kind, err.message);
  }
  return engine;
}

bool war_step(war_table *t, mr_engine *players[2], const mr_limits *limits, mr_random *dice,
              mr_action *out) {
  mr_node node = mr_game_node(t->game, t->state);
  if (node.kind == MR_NODE_CHANCE) {
    *out = mr_game_roll(t->game, t->state, t->chances, dice);
  } else {
    mr_search_result result;
    mr_error err = {0};
    unsigned side = t->game->info.team[node.player.id];
    mr_game_observe(t->game, t->state, node.player, t->seen);
    if (mr_engine_think(players[side], t->seen, limits, &result, &err) != MR_OK) {
      return fail(players[side]->kind, err.message);
    }
    *out = result.action;
    t->told = side == 0 ? result.value : 1 - result.value;
  }
  if (!mr_game_legal(t->game, t->state, *out)) {
    return fail(t->game->info.name, "an action is not legal");
  }
  mr_game_make(t->game, t->state, *out, NULL, NULL);
  return true;
}
