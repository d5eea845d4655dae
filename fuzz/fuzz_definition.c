/**
 * @file
 * Fuzz target: definition files, from bytes to compiled games.
 *
 * The input is a definition file. Lines at its very beginning of the form `--set key=value` are
 * overrides instead. Everything that can be read is resolved, checked and compiled; everything
 * that is complained of is printed. What must hold is asserted.
 */

#include <assert.h>
#include <marcher/catalog.h>
#include <stdlib.h>
#include <string.h>

enum { OVERRIDES_MAX = 8, GAMES_MAX = 16 };

static const char source[] = "fuzz.ini";

/** An input taken apart. */
typedef struct input {
  char *texts; /**< a copy of the head, cut into keys and values */
  mr_override overrides[OVERRIDES_MAX];
  size_t override_count;
  const char *file;
  size_t length;
} input;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Cuts "key=value", which is `text`, in two. */
static mr_override cut_override(char *text) {
  char *equals = strchr(text, '=');
  if (equals == NULL) {
    return (mr_override){text, NULL};
  }
  *equals = '\0';
  return (mr_override){text, equals + 1};
}

static void take_overrides(input *in) {
  static const char mark[] = "--set ";
  const size_t skip = sizeof mark - 1;
  char *at = in->texts;
  size_t left = in->length;
  while (in->override_count < OVERRIDES_MAX && left > skip && memcmp(at, mark, skip) == 0) {
    char *feed = memchr(at, '\n', left);
    if (feed == NULL) {
      break;
    }
    *feed = '\0';
    in->overrides[in->override_count++] = cut_override(at + skip);
    left -= (size_t)(feed + 1 - at);
    at = feed + 1;
  }
  in->file += in->length - left;
  in->length = left;
}

static input open_input(const uint8_t *data, size_t size) {
  input in = {.texts = malloc(size + 1), .file = (const char *)data, .length = size};
  if (in.texts == NULL) {
    abort();
  }
  if (size > 0) {
    memcpy(in.texts, data, size);
  }
  in.texts[size] = '\0';
  take_overrides(&in);
  return in;
}

/* ---- what must hold -------------------------------------------------------------------------- */

static void check_text(const char *text) {
  for (; text != NULL && *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    assert((c >= 0x20 && c != 0x7F) || c == '\t');
  }
}

static void check_list(const mr_diagnostics *list, mr_status status) {
  assert((status == MR_OK) == (list->errors == 0));
  assert(status == MR_OK || list->first != NULL);
  assert(list->count <= MR_DIAGNOSTICS_MAX + 1);
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    check_text(item->message);
    check_text(item->hint);
    check_text(item->source);
    check_text(item->line_text);
    assert(item->column == 0 || item->length > 0);
    assert(item->line_text == NULL || item->column <= strlen(item->line_text) + 1);
  }
  for (int colour = 0; colour < 2; colour++) {
    mr_str out = mr_str_growing(NULL);
    mr_diagnostics_format(list, colour == 1, &out);
    assert(out.status == MR_OK);
    mr_str_done(&out);
  }
}

static void check_setting(const mr_setting *setting) {
  assert(strlen(setting->text) == setting->length && setting->line_count > 0);
  assert(memcmp(setting->key_at.line_text + setting->key_at.column - 1, setting->key,
                setting->key_at.length) == 0);
  for (size_t i = 0; i < setting->line_count; i++) {
    const mr_value_line *line = &setting->lines[i];
    assert(memcmp(line->line_text + line->column - 1, line->text, line->length) == 0);
  }
  for (size_t offset = 0; offset <= setting->length; offset++) {
    mr_span at = mr_setting_span(setting, offset, 1);
    char c = setting->text[offset];
    assert(c == '\n' || c == '\0' || at.line_text[at.column - 1] == c);
  }
}

static void check_definition(const mr_definition *definition) {
  for (size_t i = 0; i < definition->count; i++) {
    check_setting(&definition->settings[i]);
    assert(mr_definition_find(definition, definition->settings[i].key) == &definition->settings[i]);
    assert(i == 0 || strcmp(definition->settings[i - 1].key, definition->settings[i].key) < 0);
  }
}

/* ---- from bytes to games --------------------------------------------------------------------- */

static void resolve(const mr_catalog *catalog, const char *name, const input *in) {
  mr_arena arena;
  mr_diagnostics list;
  mr_definition definition;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_catalog_resolve(catalog, name, in->overrides, in->override_count, &arena,
                                        &definition, &list);
  check_list(&list, status);
  if (status == MR_OK) {
    check_definition(&definition);
  }
  mr_arena_done(&arena);
}

static void compile(const mr_catalog *catalog, const char *name, const input *in) {
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status =
      mr_catalog_open(catalog, name, in->overrides, in->override_count, &game, &list);
  check_list(&list, status);
  assert((status == MR_OK) == (game != NULL));
  if (game != NULL) {
    mr_state *state = mr_state_new(game, NULL);
    assert(state != NULL);
    mr_game_start(game, state);
    assert(mr_game_node(game, state).kind != MR_NODE_TERMINAL);
    mr_state_free(game, NULL, state);
  }
  mr_game_free(game);
  mr_arena_done(&arena);
}

/** Reads the file by itself: most inputs end here, and fast. */
static mr_status read_alone(const input *in) {
  mr_arena arena;
  mr_diagnostics list;
  mr_definitions *definitions = NULL;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  if (mr_definitions_new(NULL, &definitions, NULL) != MR_OK) {
    abort();
  }
  mr_status status = mr_definitions_add(definitions, source, in->file, in->length, &list);
  check_list(&list, status);
  assert(status == MR_OK || mr_definitions_count(definitions) == 0);
  mr_definitions_free(definitions);
  mr_arena_done(&arena);
  return status;
}

/** What was added names its source, and without it the catalogue is as it was `before`. */
static void check_place(const mr_catalog *catalog, size_t index, size_t before, mr_status status) {
  const char *from = mr_catalog_source(catalog, index);
  assert(from == NULL || (status == MR_OK && strcmp(from, source) == 0));
  assert(from != NULL || index < before);
  assert(from == NULL || mr_catalog_draws_on(catalog, index, source));
}

static void open_games(const input *in) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  if (mr_catalog_new(NULL, &catalog, NULL) != MR_OK) {
    abort();
  }
  size_t before = mr_catalog_count(catalog);
  mr_status status = mr_catalog_add(catalog, source, in->file, in->length, &list);
  check_list(&list, status);
  assert(status == MR_OK ? mr_catalog_count(catalog) >= before
                         : mr_catalog_count(catalog) == before);
  for (size_t i = 0, games = 0; i < mr_catalog_count(catalog) && games < GAMES_MAX; i++) {
    check_place(catalog, i, before, status);
    if (mr_catalog_draws_on(catalog, i, source)) {
      games++;
      resolve(catalog, mr_catalog_name(catalog, i), in);
      compile(catalog, mr_catalog_name(catalog, i), in);
    }
  }
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input in = open_input(data, size);
  if (read_alone(&in) == MR_OK) {
    open_games(&in);
  }
  free(in.texts);
  return 0;
}
