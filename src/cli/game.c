#include "cli/game.h"

#include <errno.h>
#include <marcher/clock.h>
#include <marcher/doc.h>
#include <marcher/session.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/words.h"

/* A state's text is a line; what is much longer is some other file. */
#define STATE_TEXT_LIMIT ((size_t)1 << 20)

/* ---- the catalogue --------------------------------------------------------------------------- */

const char *cli_weights_beside(cli_context *cli, const char *path) {
  size_t length = strlen(path);
  if (length < 4 || strcmp(path + length - 4, ".ini") != 0) {
    return NULL;
  }
  const char *beside = cli_arena_format(cli, "%.*s.weights", (int)length - 4, path);
  return beside != NULL && access(beside, F_OK) == 0 ? beside : NULL;
}

int cli_add_weights(cli_context *cli, mr_catalog *catalog, const char *path, mr_diagnostics *list) {
  const char *beside = cli_weights_beside(cli, path);
  if (beside == NULL) {
    return CLI_OK;
  }
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, beside, MR_DEFINITION_FILE_MAX, &text);
  if (status == CLI_OK &&
      mr_catalog_add_weights(catalog, beside, mr_str_text(&text), text.length, list) != MR_OK &&
      list->errors == 0) {
    status = cli_fail_memory(cli);
  }
  mr_str_done(&text);
  return status;
}

int cli_network_read(cli_context *cli, const char *path, mr_network *out) {
  *out = (mr_network){.bytes = "", .length = 0};
  if (strcmp(path, "none") == 0) {
    return CLI_OK;
  }
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, path, MR_NETWORK_FILE_MAX, &text);
  if (status == CLI_OK) {
    out->bytes = mr_arena_copy(&cli->arena, mr_str_text(&text), text.length);
    out->length = text.length;
    status = out->bytes == NULL ? cli_fail_memory(cli)
             : text.length == 0 ? cli_fail(cli, "'%s' is empty, and no network", path)
                                : CLI_OK;
  }
  mr_str_done(&text);
  return status;
}

int cli_network_for(cli_context *cli, const char *path, const mr_game *game, mr_network *out) {
  mr_error error;
  int status = cli_network_read(cli, path, out);
  if (status == CLI_OK && mr_network_check(game, out, &error) != MR_OK) {
    mr_error_locate(&error, path, 0, 0);
    status = cli_fail_error(cli, &error);
  }
  return status;
}

const char *cli_network_beside(cli_context *cli, const char *path, const char *game) {
  const char *slash = strrchr(path, '/');
  int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
  const char *beside = cli_arena_format(cli, "%.*s%s.network", folder, path, game);
  return beside != NULL && access(beside, F_OK) == 0 ? beside : NULL;
}

/* Adds the networks that lie beside a file of definitions: 'NAME.network' for a definition [NAME].
 */
static int add_networks(cli_context *cli, mr_catalog *catalog, const char *path) {
  int status = CLI_OK;
  for (size_t i = 0; i < mr_catalog_count(catalog) && status == CLI_OK; i++) {
    const char *source = mr_catalog_source(catalog, i), *name = mr_catalog_name(catalog, i);
    if (source == NULL || strcmp(source, path) != 0) {
      continue;
    }
    const char *beside = cli_network_beside(cli, path, name);
    mr_network network = {.length = 0};
    mr_error error;
    if (beside == NULL) {
      continue;
    }
    status = cli_network_read(cli, beside, &network);
    if (status == CLI_OK &&
        mr_catalog_add_network(catalog, name, network.bytes, network.length, &error) != MR_OK) {
      status = cli_fail_error(cli, &error);
    }
  }
  return status;
}

static int add_rules(cli_context *cli, mr_catalog *catalog, const char *path) {
  mr_arena arena;
  mr_diagnostics list;
  mr_str text = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  int status = cli_file_read(cli, path, MR_DEFINITION_FILE_MAX, &text);
  if (status == CLI_OK) {
    mr_status added = mr_catalog_add(catalog, path, mr_str_text(&text), text.length, &list);
    status = added == MR_OK ? cli_add_weights(cli, catalog, path, &list) : CLI_OK;
    if (status == CLI_OK && added == MR_OK) {
      status = add_networks(cli, catalog, path);
    }
    if (status == CLI_OK && list.errors > 0) {
      status = cli_fail_diagnostics(cli, &list);
    } else if (list.count > 0 && !cli->wants_json) { /* of all the games of the file */
      cli_fail(cli, "%s has warnings: 'marcher check %s' shows them", path, path);
    }
    if (added != MR_OK && status == CLI_OK) {
      status = cli_fail(cli, "%s: %s", path, mr_status_name(added));
    }
  }
  mr_arena_done(&arena);
  mr_str_done(&text);
  return status;
}

mr_catalog *cli_catalog(cli_context *cli) {
  mr_catalog *catalog = NULL;
  mr_error error;
  if (cli->catalog != NULL) {
    return cli->catalog;
  }
  if (mr_catalog_new(NULL, &catalog, &error) != MR_OK) {
    cli_fail_error(cli, &error);
    return NULL;
  }
  for (size_t i = 0; i < cli->global.rules.count; i++) {
    if (add_rules(cli, catalog, cli->global.rules.items[i]) != CLI_OK) {
      mr_catalog_free(catalog);
      return NULL;
    }
  }
  cli->catalog = catalog;
  return catalog;
}

/* ---- networks -------------------------------------------------------------------------------- */

/* Gives a game the network of --network, or looks after the one that it has found: what was trained
   for other rules is left out, and said so where it is the game's own. @return CLI_OK */
static int choose_network(cli_context *cli, mr_game *game) {
  const char *path = cli->global.network;
  mr_error error;
  if (path != NULL) {
    return cli_network_for(cli, path, game, &game->info.network);
  }
  mr_status found = mr_network_check(game, &game->info.network, &error);
  if (found == MR_OK) {
    return CLI_OK;
  }
  bool told = game->info.network.own && !cli->wants_json;
  game->info.network = (mr_network){.bytes = "", .length = 0};
  if (found != MR_ERR_MISMATCH) {
    const char *source = cli_game_source(cli->catalog, game->info.name);
    const char *beside = source != NULL ? cli_network_beside(cli, source, game->info.name) : NULL;
    if (beside != NULL) {
      mr_error_locate(&error, beside, 0, 0);
    }
    return cli_fail_error(cli, &error);
  }
  if (told) {
    cli_fail(cli, "%s is judged by weights: %s", game->info.name, error.message);
  }
  return CLI_OK;
}

/* The place of a name in the catalogue; past its end if it is not there. */
static size_t find_game(const mr_catalog *catalog, const char *name) {
  size_t i = 0;
  while (i < mr_catalog_count(catalog) && strcmp(mr_catalog_name(catalog, i), name) != 0) {
    i++;
  }
  return i;
}

bool cli_knows_game(const mr_catalog *catalog, const char *name) {
  return find_game(catalog, name) < mr_catalog_count(catalog);
}

void cli_note_game(cli_context *cli, const mr_catalog *catalog, const char *path) {
  const char *note = NULL;
  if (catalog != NULL && cli_knows_game(catalog, path)) {
    note = cli_arena_format(cli,
                            "'%s' is the name of a game, and a file is wanted here; 'marcher rules "
                            "%s' tells what the game is",
                            path, path);
  }
  if (note != NULL) {
    cli_note(cli, note);
  }
}

void cli_add_game(const cli_context *cli, const char *game, bool bare, mr_str *out) {
  const cli_list *rules = &cli->global.rules;
  cli_add_word(out, game);
  for (size_t i = 0; i < rules->count; i++) {
    cli_add_option(out, "rules", bare ? cli_file_name(rules->items[i]) : rules->items[i]);
  }
  cli_add_sets(out, cli->overrides, cli->override_count);
}

const char *cli_game_source(const mr_catalog *catalog, const char *name) {
  return mr_catalog_source(catalog, find_game(catalog, name));
}

/* Where no name is near to that of an unknown key: the place where all are. */
static void point_to_keys(cli_context *cli, const char *name, const mr_diagnostics *list) {
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    bool key = item->status == MR_ERR_UNKNOWN && item->column == 1 && item->hint == NULL;
    if (key && mr_source_is_override(item->source) && !cli->wants_json) {
      cli_fail(cli, "'marcher rules %s --keys' lists the keys there are", name);
      return;
    }
  }
}

/* Games whose names or titles have a word in them, "a, b or c", at most so many. */
enum { MENTIONED_MOST = 4 };
static size_t add_mentioned(const char *const *names, const char *const *titles, size_t count,
                            const char *word, mr_str *out) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (strstr(names[i], word) != NULL || mr_text_mentions(titles[i], word)) {
      if (found < MENTIONED_MOST) {
        mr_str_format(out, "%s'%s'", found == 0 ? "" : ", ", names[i]);
      }
      found++;
    }
  }
  mr_str_add(out, found > MENTIONED_MOST ? " and others" : "");
  return found;
}

/* The names of the sections of a file of definitions. @return how many; 0 also for the files of
   experiments and campaigns, which are not of games */
static size_t section_names(cli_context *cli, const char *text, const char *names[], size_t most) {
  size_t count = 0;
  for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n';
    size_t length = *line == '[' ? strcspn(line + 1, "]:\n") : 0;
    if (length == 0) {
      continue;
    }
    if (mr_text_is(line + 1, length, "experiment") || mr_text_is(line + 1, length, "campaign")) {
      return 0;
    }
    if (count < most) {
      names[count] = mr_arena_copy(&cli->arena, line + 1, length);
    }
    count++;
  }
  return count;
}

int cli_game_of_file(cli_context *cli, const char **word) {
  const char *path = *word, *names[MENTIONED_MOST];
  size_t length = strlen(path);
  if (length <= 4 || strcmp(path + length - 4, ".ini") != 0 || access(path, F_OK) != 0) {
    return CLI_OK;
  }
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, path, MR_DEFINITION_FILE_MAX, &text);
  size_t count =
      status == CLI_OK ? section_names(cli, mr_str_text(&text), names, MENTIONED_MOST) : 0;
  mr_str_done(&text);
  if (count == 1 && names[0] != NULL) {
    *word = names[0];
    return cli_list_add(cli, &cli->global.rules, path) ? CLI_OK : cli_fail_memory(cli);
  }
  if (count > 1) {
    mr_str list = mr_str_growing(NULL);
    for (size_t i = 0; i < count && i < MENTIONED_MOST; i++) {
      mr_str_format(&list, "%s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", names[i]);
    }
    status =
        cli_usage(cli, "'%s' has %zu games, %s%s: type the name of one, and '--rules %s'", path,
                  count, mr_str_text(&list), count > MENTIONED_MOST ? ", ..." : "", path);
    mr_str_done(&list);
  }
  return status;
}

/* Says which games a word may have meant that is no game's name or title. */
static void add_unknown(const char *word, const char **names, const char **titles, size_t count,
                        mr_str *out) {
  mr_str mentioned = mr_str_growing(NULL);
  size_t added = 0;
  size_t length = strlen(word);
  const char *nearest = mr_nearest(word, names, count);
  bool ini = length > 4 && strcmp(word + length - 4, ".ini") == 0;
  if (ini && access(word, F_OK) == 0) {
    mr_str_format(out,
                  "'%s' is a file of definitions: type the name of a game of it, and '--rules %s'",
                  word, word);
  } else if (ini) {
    mr_str_format(out, "cannot open '%s': %s", word, strerror(errno));
  } else if (access(word, F_OK) == 0 && strpbrk(word, "./") != NULL) {
    mr_str_format(out,
                  "'%s' is a file, and the name of a game is wanted here: 'marcher replay %s' "
                  "shows a record, 'marcher play --resume %s' goes on with one",
                  word, word, word);
  } else if (nearest != NULL || (nearest = mr_nearest(word, titles, count)) != NULL) {
    mr_str_format(out, "unknown game '%s'; did you mean '%s'?", word, nearest);
  } else if (mr_family_absence(word) != NULL) {
    mr_str_format(out, "the game '%s' is not supported: %s", word, mr_family_absence(word));
  } else if ((added = add_mentioned(names, titles, count, word, &mentioned)) > 0) {
    mr_str_format(
        out, added == 1 ? "unknown game '%s'; did you mean %s?" : "unknown game '%s'; there are %s",
        word, mr_str_text(&mentioned));
  } else {
    mr_str_format(out,
                  "unknown game '%s'; 'marcher games' lists those there are, --rules FILE adds "
                  "more",
                  word);
  }
  mr_str_done(&mentioned);
}

const char *cli_game_named(cli_context *cli, const mr_catalog *catalog, const char *word,
                           mr_str *why) {
  size_t count = mr_catalog_count(catalog);
  if (cli_knows_game(catalog, word)) {
    return word;
  }
  const char **names = mr_arena_zero(&cli->arena, count + 1, sizeof *names);
  const char **titles = mr_arena_zero(&cli->arena, count + 1, sizeof *titles);
  if (names == NULL || titles == NULL) {
    mr_str_add(why, "out of memory");
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    mr_diagnostics ignored;
    mr_catalog_entry entry;
    mr_diagnostics_init(&ignored, &cli->arena);
    names[i] = titles[i] = mr_catalog_name(catalog, i);
    if (mr_catalog_describe(catalog, i, &cli->arena, &entry, &ignored) == MR_OK) {
      titles[i] = entry.title;
    }
    if (cli_same_word(word, titles[i])) {
      return names[i];
    }
  }
  add_unknown(word, names, titles, count, why);
  return NULL;
}

mr_game *cli_game_open_with(cli_context *cli, const char *name, const mr_override *overrides,
                            size_t override_count) {
  mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return NULL;
  }
  mr_str why = mr_str_growing(NULL);
  name = cli_game_named(cli, catalog, name, &why);
  if (name == NULL) {
    cli_fail(cli, "%s", mr_str_text(&why));
  }
  mr_str_done(&why);
  if (name == NULL) {
    return NULL;
  }
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_catalog_open(catalog, name, overrides, override_count, &game, &list);
  /* Notes alone are for who writes the definition: check gives them. */
  bool told = list.count > list.notes;
  if ((!told || cli_fail_diagnostics(cli, &list) == CLI_OK) && status != MR_OK) {
    cli_fail(cli, "%s: %s", name, mr_status_name(status));
  }
  point_to_keys(cli, name, &list);
  mr_arena_done(&arena);
  if (status == MR_OK && choose_network(cli, game) != CLI_OK) {
    mr_game_free(game);
    return NULL;
  }
  return status == MR_OK ? game : NULL;
}

mr_game *cli_game_open(cli_context *cli, const char *name) {
  return cli_game_open_with(cli, name, cli->overrides, cli->override_count);
}

/* ---- tables of endings ----------------------------------------------------------------------- */

int cli_endgames_open(cli_context *cli, const mr_game *game, const char *path,
                      mr_endgame_set **out) {
  mr_endgame_set *set = NULL;
  mr_error error;
  if (mr_endgame_set_open(game, path, NULL, &set, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  if (mr_endgame_set_count(set) == 0) {
    mr_endgame_set_free(set);
    return cli_fail(cli,
                    "%s has no tables of %s with these rules (files *%s of 'marcher endgame "
                    "--save', each for the rules that it was made by)",
                    path, game->info.name, MR_ENDGAME_SUFFIX);
  }
  *out = set;
  return CLI_OK;
}

mr_status cli_colour_cells(cli_context *cli, const mr_game *game, bool dark, mr_endgame_cells *out,
                           mr_error *error) {
  mr_view view;
  mr_state *state = mr_state_new(game, NULL);
  if (state == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory");
  }
  mr_game_start(game, state);
  mr_status status = mr_game_view(game, state, MR_NOBODY, &cli->arena, &view, error);
  mr_state_free(game, NULL, state);
  *out = (mr_endgame_cells){{0}};
  for (size_t i = 0; status == MR_OK && i < (size_t)view.columns * view.rows; i++) {
    size_t column = i % view.columns, height = view.rows - 1 - i / view.columns;
    uint16_t cell = view.cells[i].cell.id;
    if (cell < MR_ENDGAME_CELLS_MAX && ((column + height) % 2 == 0) == dark) {
      out->bits[cell / 64] |= UINT64_C(1) << (cell % 64);
    }
  }
  return status;
}

/* ---- seeds ----------------------------------------------------------------------------------- */

uint64_t cli_fresh_seed(const mr_game *game) {
  uint64_t bits = (uint64_t)mr_clock_ns();
  FILE *file = fopen("/dev/urandom", "rb");
  if (file != NULL) {
    uint64_t read = 0;
    if (fread(&read, sizeof read, 1, file) == 1) {
      bits ^= read;
    }
    fclose(file);
  }
  return mr_mix64(bits) %
         (game != NULL && mr_game_can(game, MR_CAN_HIDE) ? CLI_SEED_MAX : 1000000000);
}

uint64_t cli_seed(const cli_context *cli) {
  return cli->global.seed.given ? cli->global.seed.value : 1;
}

/* ---- positions ------------------------------------------------------------------------------- */

static int parse_state(cli_context *cli, const mr_game *game, const char *text, size_t length,
                       mr_state *out) {
  mr_error error;
  if (mr_game_parse_state(game, text, length, out, &error) != MR_OK) {
    return cli_fail_in(cli, "--state", text, &error);
  }
  if (!mr_game_fully_known(game, out)) {
    return cli_fail(cli,
                    "--state: something is unknown in '%.*s'; 'marcher show --reveal' prints a "
                    "position whole",
                    (int)length, text);
  }
  return CLI_OK;
}

int cli_state_read(cli_context *cli, const mr_game *game, const char *text, mr_state *out) {
  static const char blanks[] = " \t\r\n";
  if (strcmp(text, "-") != 0) {
    return parse_state(cli, game, text, strlen(text), out);
  }
  mr_str input = mr_str_growing(NULL);
  int status = cli_file_read(cli, "-", STATE_TEXT_LIMIT, &input);
  if (status == CLI_OK) {
    size_t end = input.length;
    for (; end > 0 && strchr(blanks, mr_str_text(&input)[end - 1]) != NULL; end--) {
      input.data[end - 1] = '\0';
    }
    size_t start = strspn(mr_str_text(&input), blanks);
    status = parse_state(cli, game, mr_str_text(&input) + start, end - start, out);
  }
  mr_str_done(&input);
  return status;
}

/* How actions are written where one could not be read: of a notation that is another game's, or of
   another program, the first letter alone is complained of. */
static void note_example(cli_context *cli, const mr_game *game, const mr_state *state) {
  char text[MR_ACTION_TEXT_MAX];
  size_t most = game->info.max_actions + 1;
  mr_action *actions = mr_alloc_zero(NULL, most, sizeof *actions);
  bool any = actions != NULL && mr_game_node(game, state).kind == MR_NODE_DECISION &&
             mr_game_actions(game, state, actions) > 0;
  const char *note =
      any ? cli_arena_format(cli, "actions look like %s; 'marcher moves %s' lists them",
                             cli_action_text(game, state, actions[0], text), game->info.name)
          : NULL;
  if (note != NULL) {
    cli_note(cli, note);
  }
  mr_alloc_free(NULL, actions, most * sizeof *actions);
}

/* Makes the actions of --after, one word after the other. */
static int make_actions(cli_context *cli, cli_position *position, const char *text) {
  static const char blanks[] = " \t\n;"; /* as the prompt of play separates them, too */
  const mr_game *game = position->game;
  mr_state *state = position->state;
  size_t number = 1;
  for (const char *word = text + strspn(text, blanks); *word != '\0'; number++) {
    size_t length = strcspn(word, blanks);
    mr_action action = MR_ACTION_NONE;
    mr_error error;
    if (mr_game_parse_action(game, state, word, length, &action, &error) != MR_OK) {
      const char *what =
          cli_arena_format(cli, "--after: action %zu, '%.*s'", number, (int)length, word);
      error.column = (uint32_t)(word - text) + (error.column > 0 ? error.column : 1);
      cli_fail_in(cli, what != NULL ? what : "--after", text, &error);
      if (error.status == MR_ERR_SYNTAX) {
        note_example(cli, game, state);
      }
      return CLI_FAILED;
    }
    mr_game_make(game, state, action, NULL, &position->recent);
    word += length;
    word += strspn(word, blanks);
  }
  return CLI_OK;
}

int cli_position_open(cli_context *cli, const cli_position_options *options, cli_position *out) {
  *out = (cli_position){.game = cli_game_open(cli, options->game)};
  if (out->game == NULL) {
    return CLI_FAILED;
  }
  const mr_game *game = out->game;
  size_t chances = game->info.max_chances + 1;
  mr_chance *scratch = mr_alloc_zero(NULL, chances, sizeof *scratch);
  out->state = mr_state_new(game, NULL);
  out->seen = mr_state_new(game, NULL);
  out->recent.capacity = game->info.max_events;
  out->recent.items = mr_alloc_zero(NULL, out->recent.capacity, sizeof *out->recent.items);
  int status = CLI_OK;
  if (out->state == NULL || out->seen == NULL || out->recent.items == NULL || scratch == NULL) {
    status = cli_fail_memory(cli);
  } else if (options->state != NULL) {
    status = cli_state_read(cli, game, options->state, out->state);
  } else {
    if (cli->global.seed.given) {
      mr_start_of(game, out->state, cli_seed(cli));
    } else {
      mr_game_start(game, out->state); /* the same every time, where games are shuffled, too */
    }
    mr_deal(game, out->state, cli_seed(cli), scratch);
  }
  mr_alloc_free(NULL, scratch, chances * sizeof *scratch);
  if (status == CLI_OK && options->after != NULL) {
    status = make_actions(cli, out, options->after);
  }
  if (status != CLI_OK) {
    cli_position_close(out);
  }
  return status;
}

void cli_position_close(cli_position *position) {
  if (position->game != NULL) {
    size_t events = position->game->info.max_events;
    mr_alloc_free(NULL, position->recent.items, events * sizeof *position->recent.items);
    mr_state_free(position->game, NULL, position->seen);
    mr_state_free(position->game, NULL, position->state);
    mr_game_free(position->game);
  }
  *position = (cli_position){0};
}

const mr_state *cli_position_see(cli_position *position, const cli_position_options *options,
                                 mr_player player) {
  if (options->reveal) {
    mr_state_copy(position->game, position->seen, position->state);
  } else {
    mr_game_observe(position->game, position->state, player, position->seen);
  }
  return position->seen;
}

const mr_state *cli_position_see_mover(cli_position *position,
                                       const cli_position_options *options) {
  return cli_position_see(position, options, mr_game_node(position->game, position->state).player);
}
