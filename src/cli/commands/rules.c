#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/pager.h"
#include "definition/keys.h"

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(rules_options, game),
    {.name = "CHAPTER",
     .optional = true,
     .help = "only what is said about this: a heading or its beginning, a piece, a region, the "
             "number of a rule; with --keys the keys of which this is told",
     .offset = offsetof(rules_options, chapter)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("keys", CLI_FLAG, rules_options, keys,
               .help = "list what --set can change, instead of the rules"),
    CLI_OPTION("all", CLI_FLAG, rules_options, all,
               .help = "with --keys: also the keys that the game leaves as they are"),
    CLI_OPTION("html", CLI_FLAG, rules_options, html,
               .help = "one HTML file with the diagrams in it"),
    CLI_OPTION("svg", CLI_FLAG, rules_options, svg, .help = "all diagrams as one SVG file"),
    CLI_OUTPUT_OPTION(rules_options),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"rules borderline", "read the rules"},
    {"rules chess end", "how a game of chess ends"},
    {"rules battle-of-ideologies kirin", "what is said of one piece"},
    {"rules borderline --keys", "what can be changed"},
    {"rules borderline --set pieces=9", "the rules of a variant"},
    {"rules borderline --html -o borderline.html", "a page to print or to publish"},
    {NULL, NULL},
};

/* ---- the page of keys: what --set can change ------------------------------------------------- */

enum {
  KEYS_LINE_MAX = 200,
  KEYS_WIDTH = 80,
  KEYS_MOST = 40 /* families with more keys have them for rules that few games use */
};

/* A page of the keys of a game. */
typedef struct keys_page {
  const mr_game *game;
  mr_definition definition; /**< of it, resolved */
  const char *topic;        /**< only keys that speak of it, or NULL */
  bool set;                 /**< only those that the definition sets */
  bool numbered;            /**< the game's rules have numbers that keys name */
  mr_doc *doc;
} keys_page;

/* Whether a rule's number is of this game's rulebook: its letters are those of one that it has. */
static bool is_of_rulebook(const mr_game *game, const char *number) {
  size_t letters = strcspn(number, "-");
  for (size_t i = 0; number[letters] == '-' && i < game->info.rule_count; i++) {
    if (strncmp(game->info.rules[i].id, number, letters + 1) == 0) {
      return true;
    }
  }
  return false;
}

/* Of the numbers that a key has those of this game's rules: keys are of families, rules of games.
 */
static void put_numbers(const mr_game *game, const mr_key *key, mr_str *out) {
  const char *at = key->rule;
  while (at != NULL && *at != '\0') {
    size_t length = strcspn(at, ",");
    if (is_of_rulebook(game, at)) {
      mr_str_format(out, "%s%.*s", out->length > 0 ? ", " : "", (int)length, at);
    }
    at += length;
    at += strspn(at, ", ");
  }
}

static void put_row(const keys_page *page, const char *name, const char *now, const char *values,
                    const char *rule, const char *meaning) {
  const char *with[] = {name, now, values, rule, meaning};
  const char *without[] = {name, now, values, meaning};
  if (page->numbered) {
    mr_doc_row(page->doc, with, sizeof with / sizeof with[0]);
  } else {
    mr_doc_row(page->doc, without, sizeof without / sizeof without[0]);
  }
}

static void add_row(const keys_page *page, const mr_key *key, const char *name, const char *value) {
  char values[KEYS_LINE_MAX];
  char numbers[KEYS_LINE_MAX] = "";
  mr_str text = mr_str_fixed(values, sizeof values);
  mr_str rule = mr_str_fixed(numbers, sizeof numbers);
  mr_key_values(key, "", &text);
  put_numbers(page->game, key, &rule);
  put_row(page, name, value == NULL ? "(none)" : value, values, numbers, key->meaning);
}

static bool has_numbers(const mr_game *game) {
  char numbers[KEYS_LINE_MAX] = "";
  mr_str rule = mr_str_fixed(numbers, sizeof numbers);
  for (size_t i = 0; i < game->family->key_count; i++) {
    put_numbers(game, &game->family->keys[i], &rule);
  }
  return rule.length > 0;
}

/* Values of several lines as a definition has them, so that they can be copied into one. */
static void add_lines(const keys_page *page) {
  const mr_family *family = page->game->family;
  const mr_definition *definition = &page->definition;
  mr_doc *doc = page->doc;
  mr_str text = mr_str_growing(NULL);
  bool any = false;
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *setting = &definition->settings[i];
    const mr_key *key = mr_key_find(family->keys, family->key_count, setting->key);
    if (setting->line_count < 2 || key == NULL) {
      continue;
    }
    if (!any) {
      mr_doc_heading(doc, "Values of several lines");
      mr_doc_paragraph(doc, "As a definition has them.");
      any = true;
    }
    mr_str_reset(&text);
    mr_str_format(&text, "%s =\n", setting->key);
    for (size_t k = 0; k < setting->line_count; k++) {
      mr_str_add(&text, "  ");
      if (key->type == MR_KEY_LIST) { /* words are the same on any lines */
        cli_wrap(&text, setting->lines[k].text, 2, 2, KEYS_WIDTH);
      } else {
        mr_str_format(&text, "%s\n", setting->lines[k].text);
      }
    }
    mr_doc_lines(doc, mr_str_text(&text));
    doc->status = text.status == MR_OK ? doc->status : text.status;
  }
  mr_str_done(&text);
}

/* The rows of one key: a name that stands for many has one for each that is set. @return rows */
static size_t add_key(const keys_page *page, const mr_key *key) {
  const mr_family *family = page->game->family;
  const mr_definition *definition = &page->definition;
  size_t rows = 0;
  for (size_t k = 0; k < definition->count; k++) {
    const mr_setting *setting = &definition->settings[k];
    if (mr_key_find(family->keys, family->key_count, setting->key) == key) {
      add_row(page, key, setting->key, setting->line_count > 1 ? "(see below)" : setting->text);
      rows++;
    }
  }
  if (rows == 0 && !page->set) {
    add_row(page, key, key->name, key->standard);
    rows++;
  }
  return rows;
}

/* Keys that can do nothing in this game are not offered: why is said behind the table. */
static const char *idle_of(const keys_page *page, const mr_key *key) {
  const mr_family *family = page->game->family;
  return family->idle != NULL ? family->idle(page->game, key) : NULL;
}

static bool has_to_do(const keys_page *page, const mr_key *key) {
  return page->topic == NULL || strstr(key->name, page->topic) != NULL ||
         mr_text_mentions(key->meaning, page->topic);
}

/* A sentence for all keys that do nothing for the same reason. @return how many were told of */
static size_t add_idle(const keys_page *page) {
  const mr_family *family = page->game->family;
  size_t count = 0;
  for (size_t i = 0; i < family->key_count; i++) {
    const char *why = idle_of(page, &family->keys[i]);
    mr_str names = mr_str_growing(NULL);
    size_t alike = 0;
    bool told = why == NULL || !has_to_do(page, &family->keys[i]);
    for (size_t k = 0; k < family->key_count && !told; k++) {
      const mr_key *other = &family->keys[k];
      const char *its = idle_of(page, other);
      if (its != NULL && strcmp(its, why) == 0 && has_to_do(page, other)) {
        told = k < i;
        mr_str_format(&names, "%s%s", alike++ > 0 ? ", " : "", other->name);
      }
    }
    if (!told && alike > 0) {
      mr_doc_paragraph(page->doc, "%s %s nothing %s.", mr_str_text(&names),
                       alike == 1 ? "does" : "do", why);
      count += alike;
    }
    mr_str_done(&names);
  }
  return count;
}

static void add_keys(const keys_page *page) {
  const mr_family *family = page->game->family;
  const mr_definition *definition = &page->definition;
  mr_doc *doc = page->doc;
  char names[KEYS_LINE_MAX];
  mr_str text;
  size_t count = 0;
  size_t rows = 0;
  size_t left_out = 0;
  const mr_key *common = mr_common_keys(&count);
  mr_doc_heading(doc, "Keys of %s", definition->name);
  mr_doc_paragraph(doc, "--set KEY=VALUE changes one, as a line 'key = value' does in a definition "
                        "that inherits from the game, a file such as:");
  mr_str example = mr_str_growing(NULL);
  mr_str_format(&example, "[my-game:%s]\ntitle = My Game\nsummary = What it is in a sentence.\n",
                definition->name);
  mr_doc_lines(doc, mr_str_text(&example));
  doc->status = example.status == MR_OK ? doc->status : example.status;
  mr_str_done(&example);
  put_row(page, "key", "now", "may be", "rule", "meaning");
  for (size_t i = 0; i < family->key_count; i++) {
    const mr_key *key = &family->keys[i];
    if (!has_to_do(page, key) || idle_of(page, key) != NULL) {
      continue;
    }
    size_t added = add_key(page, key);
    rows += added;
    left_out += added == 0;
  }
  if (add_idle(page) + rows == 0) {
    mr_doc_paragraph(doc, "No key has to do with '%s'.", page->topic);
  }
  if (left_out > 0) {
    mr_doc_paragraph(doc,
                     "%zu more keys are left as every game has them, most of them for rules and "
                     "pieces that this one has not: 'marcher rules %s --keys --all' lists them.",
                     left_out, definition->name);
  }
  /* But for the family, the keys that all families have are for people and change no rule. */
  text = mr_str_fixed(names, sizeof names);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(common[i].name, "family") != 0) {
      mr_str_format(&text, "%s%s", text.length > 0 ? ", " : "", common[i].name);
    }
  }
  mr_doc_paragraph(doc, "Every game has these, too; they change no rule: %s.", names);
  add_lines(page);
}

/* A page about the keys of a game. */
static int make_keys_page(cli_context *cli, const rules_options *wish, const mr_game *game,
                          mr_doc *doc) {
  keys_page page = {.game = game,
                    .topic = wish->chapter,
                    .set =
                        !wish->all && wish->chapter == NULL && game->family->key_count > KEYS_MOST,
                    .numbered = has_numbers(game),
                    .doc = doc};
  mr_diagnostics list;
  mr_diagnostics_init(&list, doc->arena);
  if (mr_catalog_resolve(cli_catalog(cli), wish->game, cli->overrides, cli->override_count,
                         doc->arena, &page.definition, &list) != MR_OK) {
    return cli_fail_diagnostics(cli, &list);
  }
  add_keys(&page);
  return doc->status == MR_OK ? CLI_OK : cli_fail_memory(cli);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int write_page(cli_context *cli, const rules_options *choice, const mr_game *game,
                      const mr_doc *doc) {
  if (cli->global.json) {
    cli_document document;
    mr_json_doc(cli_document_open(&document), game, doc);
    return cli_document_save(cli, &document, choice->output);
  }
  mr_str text = mr_str_growing(NULL);
  size_t from = cli->out.length;
  if (choice->html) {
    mr_paint_doc_html(game, doc, &text);
  } else if (choice->svg) {
    mr_paint_doc_svg(game, doc, &text);
  } else {
    mr_paint_style style = cli->style;
    style.colour = style.colour && choice->output == NULL;
    mr_paint_doc_text(game, doc, &style, &text);
  }
  int status = cli_text_write(cli, choice->output, &text);
  mr_str_done(&text);
  if (choice->output == NULL) {
    cli_page_out(cli, from);
  }
  return status;
}

/* The kind of piece that may have been meant. @return false: none is called much like it */
static bool nearest_piece(const mr_game *game, mr_arena *arena, const char *word, mr_str *out) {
  mr_kind *kinds = mr_arena_zero(arena, MR_KINDS_MAX, sizeof *kinds);
  size_t count = kinds != NULL ? mr_game_kinds(game, kinds) : 0;
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  for (size_t i = 0; i < count; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str name = mr_str_fixed(buffer, sizeof buffer);
    mr_game_piece_text(game, kinds[i].piece, &name);
    if (mr_nearest_offer(&search, buffer)) {
      mr_str_reset(out);
      mr_str_add(out, buffer);
    }
  }
  return out->length > 0;
}

/* The page of the rules, or what it says about a chapter. */
static int make_page(cli_context *cli, const rules_options *choice, const mr_game *game,
                     mr_doc *doc) {
  mr_doc whole;
  mr_error error;
  mr_doc_init(&whole, doc->arena);
  if (mr_game_page(game, &whole, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  if (choice->chapter == NULL) {
    *doc = whole;
    return CLI_OK;
  }
  if (!mr_doc_about(&whole, choice->chapter, doc)) {
    mr_str chapters = mr_str_growing(NULL), piece = mr_str_growing(NULL);
    mr_doc_chapters(&whole, &chapters);
    bool meant = nearest_piece(game, doc->arena, choice->chapter, &piece);
    cli_fail(cli, "the rules of %s say nothing about '%s'; %s%s%s chapters are %s", choice->game,
             choice->chapter, meant ? "did you mean '" : "", meant ? mr_str_text(&piece) : "",
             meant ? "'? Their" : "their", mr_str_text(&chapters));
    mr_str_done(&piece);
    mr_str_done(&chapters);
    return CLI_FAILED;
  }
  return doc->status == MR_OK ? CLI_OK : cli_fail_memory(cli);
}

static int run_rules(cli_context *cli, const void *values) {
  const rules_options *choice = values;
  if (choice->svg && choice->keys) {
    return cli_usage(cli, "--keys has no diagrams for --svg");
  }
  if (choice->all && !choice->keys) {
    return cli_usage(cli, "--all belongs to --keys");
  }
  if (choice->svg + choice->html + cli->global.json > 1) {
    return cli_usage(cli, "--html, --svg and --json exclude each other");
  }
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  int status =
      choice->keys ? make_keys_page(cli, choice, game, &doc) : make_page(cli, choice, game, &doc);
  if (status == CLI_OK) {
    status = write_page(cli, choice, game, &doc);
  }
  mr_arena_done(&arena);
  mr_game_free(game);
  return status;
}

const cli_command cmd_rules = {
    .name = "rules",
    .summary = "print the rules of a game, with diagrams",
    .about =
        "Prints the rules of a game: its rules with their numbers, the pieces, the regions of "
        "the board. The page is made from the definition that the program plays by, so what "
        "you read is what is played, also after --set.\n\n"
        "With CHAPTER it is only what the page says about that. On a terminal a page that does "
        "not fit the screen goes through $PAGER, or less.\n\n"
        "--keys lists what --set can change: the keys that the game has, each with its value, "
        "what it may be, and the number of its rule; --all those, too, that it leaves as they "
        "are.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(rules_options),
    .run = run_rules,
};
