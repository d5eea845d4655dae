#include <string.h>

#include "base/base64.h"
#include "cli/commands.h"
#include "cli/commands/page_priv.h"
#include "cli/files.h"
#include "cli/game.h"

typedef struct page_options {
  cli_list games;
  const char *output;
  const char *title;
  bool workshop;
} page_options;

static const cli_argument arguments[] = {
    {"GAME", "a name that 'marcher games' lists; without any: all, with the workshop",
     offsetof(page_options, games), true, true},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("output", CLI_TEXT, page_options, output, .value = "FILE", .letter = 'o',
               .help = "the file to write"),
    CLI_OPTION("title", CLI_TEXT, page_options, title, .value = "TEXT",
               .help = "what the page is called (the title of its only game)"),
    CLI_OPTION("workshop", CLI_FLAG, page_options, workshop,
               .help = "with the workshop, in which games are changed and made"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"page borderlands -o borderlands.html", "a file that plays Borderlands in any browser"},
    {"page my-game --rules my-games.ini -o my-game.html",
     "a game of your own, to send to somebody"},
    {"page chess borderline -o two.html", "a page to choose from"},
    {"page borderlands --workshop -o workshop.html", "with an editor, to make games of your own"},
    {"page -o marcher.html", "all games, and the workshop"},
    {NULL, NULL},
};

/* Without a network, without anything from elsewhere: a page is what it carries. */
#define PAGE_POLICY                                                                       \
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; " \
  "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"

static void put_part(mr_str *out, const char *before, cli_page_part part, const char *behind) {
  mr_str_add(out, before);
  mr_str_bytes(out, (const char *)part.text, part.length);
  mr_str_add(out, behind);
}

void cli_put_inert(mr_str *out, const mr_str *json) {
  const char *text = mr_str_text(json);
  for (size_t i = 0; i < json->length; i++) {
    if (text[i] == '<') {
      mr_str_add(out, "\\u003c");
    } else {
      mr_str_char(out, text[i]);
    }
  }
}

void cli_put_escaped(mr_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    const char *entity = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '"' ? "&quot;"
                                        : NULL;
    if (entity != NULL) {
      mr_str_add(out, entity);
    } else {
      mr_str_char(out, *text);
    }
  }
}

static void put_file(mr_json *json, const char *kind, const mr_str *text) {
  mr_json_object(json, NULL);
  mr_json_string(json, "kind", kind);
  mr_json_string(json, "source", kind);
  mr_json_bytes(json, "text", mr_str_text(text), text->length);
  mr_json_end(json);
}

/* The puzzles of its games that came with the program: the page looks whether they are of its very
 * definitions. */
static void put_puzzles(mr_json *json, const cli_list *games) {
  for (size_t i = 0; i < games->count; i++) {
    size_t length = 0;
    const char *text = mr_catalog_puzzles(games->items[i], &length);
    if (text != NULL) {
      mr_json_object(json, NULL);
      mr_json_string(json, "kind", "puzzles");
      mr_json_string(json, "source", games->items[i]);
      mr_json_bytes(json, "text", text, length);
      mr_json_end(json);
    }
  }
}

/* The network of a game, if it fits: that of a parent need not. */
static mr_network network_of(cli_context *cli, const char *name) {
  const mr_network none = {.bytes = "", .length = 0};
  mr_game *game = NULL;
  mr_diagnostics list;
  mr_diagnostics_init(&list, &cli->arena);
  bool fits = mr_catalog_open(cli_catalog(cli), name, cli->overrides, cli->override_count, &game,
                              &list) == MR_OK &&
              mr_network_check(game, &game->info.network, NULL) == MR_OK;
  mr_game_free(game);
  return fits ? mr_catalog_network(cli_catalog(cli), name) : none;
}

/* The networks of the games, in base64. */
static void put_networks(cli_context *cli, const cli_list *games, mr_json *json) {
  for (size_t i = 0; i < games->count; i++) {
    mr_network network = network_of(cli, games->items[i]);
    mr_str text = mr_str_growing(NULL);
    if (cli->global.network != NULL &&
        cli_network_read(cli, cli->global.network, &network) != CLI_OK) {
      return; /* said when the game was opened */
    }
    if (network.length > 0) {
      mr_base64_encode(network.bytes, network.length, &text);
      mr_json_object(json, NULL);
      mr_json_string(json, "kind", "network");
      mr_json_string(json, "source", games->items[i]);
      mr_json_bytes(json, "text", mr_str_text(&text), text.length);
      mr_json_end(json);
    }
    mr_str_done(&text);
  }
}

static void put_links(mr_json *json, const cli_page_links *links) {
  if (links->home != NULL) {
    mr_json_string(json, "home", links->home);
  }
  if (links->workshop != NULL) {
    mr_json_string(json, "workshop", links->workshop);
  }
  if (links->enter) {
    mr_json_bool(json, "enter", true);
  }
}

int cli_page_texts(cli_context *cli, const cli_list *games, const cli_page_links *links,
                   mr_str *out) {
  mr_str rules = mr_str_growing(NULL), weights = mr_str_growing(NULL);
  mr_error error;
  mr_json json;
  int status = CLI_OK;
  if (mr_catalog_export(cli_catalog(cli), games->items, games->count, &rules, &weights, &error) !=
      MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  mr_json_init(&json, out);
  mr_json_object(&json, NULL);
  if (games->count == 1 && (links == NULL || !links->enter)) {
    mr_json_string(&json, "game", games->items[0]);
  }
  mr_json_strings(&json, "games", games->items, games->count);
  if (links != NULL) {
    put_links(&json, links);
  }
  mr_json_array(&json, "sets");
  for (size_t i = 0; i < cli->override_count; i++) {
    mr_str set = mr_str_growing(NULL);
    mr_str_format(&set, "%s=%s", cli->overrides[i].key, cli->overrides[i].value);
    mr_json_bytes(&json, NULL, mr_str_text(&set), set.length);
    mr_str_done(&set);
  }
  mr_json_end(&json);
  mr_json_array(&json, "files");
  put_file(&json, "rules", &rules);
  if (weights.length > 0) {
    put_file(&json, "weights", &weights);
  }
  put_puzzles(&json, games);
  put_networks(cli, games, &json);
  mr_json_end(&json);
  mr_json_end(&json);
  mr_str_done(&weights);
  mr_str_done(&rules);
  return status == CLI_OK && out->status != MR_OK ? cli_fail_memory(cli) : status;
}

/* A gzip, for a script of the page to unpack. */
static void put_packed(mr_str *out, const char *id, cli_page_part part) {
  mr_str_format(out, "<script type=\"text/plain\" id=\"%s\">", id);
  mr_base64_encode(part.text, part.length, out);
  mr_str_add(out, "</script>\n");
}

/* What begins the page: it unpacks the script of the client, or says why it cannot. The first
 * worker and the program begin at once, so that they are there when the client asks; see
 * web/src/main.tsx. */
static const char LOADER[] =
    "<script>\n(async () => {\n"
    "  const root = document.getElementById('page');\n"
    "  const text = (id) => document.getElementById(id).textContent.trim();\n"
    "  const unpack = (id, type) => {\n"
    "    const letters = atob(text(id));\n"
    "    const bytes = new Uint8Array(letters.length);\n"
    "    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);\n"
    "    const packed = new Response(bytes).body;\n"
    "    const stream = packed.pipeThrough(new DecompressionStream('gzip'));\n"
    "    return new Response(stream, { headers: { 'content-type': type } });\n"
    "  };\n"
    "  try {\n"
    "    const type = 'text/javascript';\n"
    "    const worker = URL.createObjectURL(new Blob([text('worker')], { type }));\n"
    "    const begun = { script: worker, first: new Worker(worker) };\n"
    "    const client = unpack('script', type).text();\n"
    "    begun.module = WebAssembly.compileStreaming(unpack('module', 'application/wasm'));\n"
    "    globalThis.marcherBegun = begun;\n"
    "    const script = document.createElement('script');\n"
    "    script.dataset.made = 'client';\n"
    "    script.textContent = await client;\n"
    "    document.body.append(script);\n"
    "  } catch (error) {\n"
    "    root.textContent = 'This page needs a browser with WebAssembly, workers and ' +\n"
    "      'DecompressionStream (Chrome or Edge 97, Firefox 113, Safari 16.4, or newer): ' +\n"
    "      error.message;\n"
    "  }\n"
    "})();\n</script>\n";

/* What of the program a page has. */
typedef struct page_kind {
  bool workshop;
  unsigned parts; /**< OR of MR_PART_*, of all its games */
} page_kind;

/* The program for a page: all of it where several of its parts are needed. */
static cli_page_part module_for(page_kind kind) {
  cli_page_part whole = cli_page.module[MR_PARTS - 1], smaller = cli_page.module[kind.parts];
  return kind.workshop || smaller.length == 0 ? whole : smaller;
}

static void put_page(const char *title, page_kind kind, const mr_str *texts, mr_str *out) {
  mr_str_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"generator\" content=\"Marcher " MR_VERSION "\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"" PAGE_POLICY "\">\n"
                  "<title>");
  cli_put_escaped(out, title);
  put_part(out, "</title>\n<style>\n", cli_page.style, "</style>\n</head>\n<body>\n");
  mr_str_add(out, "<div id=\"page\"></div>\n<noscript>This page is a game: it needs JavaScript."
                  "</noscript>\n");
  put_packed(out, "module", module_for(kind));
  put_part(out, "<script type=\"text/plain\" id=\"worker\">", cli_page.worker, "</script>\n");
  if (kind.workshop) {
    put_packed(out, "workshop", cli_page.workshop);
  }
  put_packed(out, "script", cli_page.script_gz);
  mr_str_add(out, "<script type=\"application/json\" id=\"texts\">");
  cli_put_inert(out, texts);
  mr_str_format(out, "</script>\n%s</body>\n</html>\n", LOADER);
}

/* Definitions that do not open. */
typedef struct invalid_games {
  mr_str names;
  mr_error last; /* of those that were told */
} invalid_games;

/* Says where a definition is wrong, unless it is at the place of the one before: heirs are wrong
 * where their parent is. */
static void report_invalid(cli_context *cli, const char *name, const mr_diagnostics *list,
                           invalid_games *wrong) {
  mr_error error = {0};
  bool known = mr_diagnostics_error(list, &error) != MR_OK && wrong->names.length > 0 &&
               strcmp(error.source, wrong->last.source) == 0 && error.line == wrong->last.line &&
               error.column == wrong->last.column;
  if (!known) {
    cli_fail_diagnostics(cli, list);
  }
  wrong->last = error;
  mr_str_format(&wrong->names, "%s%s", wrong->names.length > 0 ? ", " : "", name);
}

static int find_all(cli_context *cli, const mr_catalog *catalog, cli_list *out,
                    invalid_games *wrong) {
  int status = CLI_OK;
  for (size_t i = 0; status == CLI_OK && i < mr_catalog_count(catalog); i++) {
    mr_diagnostics list;
    mr_game *game = NULL;
    mr_diagnostics_init(&list, &cli->arena);
    const char *name = mr_catalog_name(catalog, i);
    if (mr_catalog_open(catalog, name, cli->overrides, cli->override_count, &game, &list) !=
        MR_OK) {
      report_invalid(cli, name, &list, wrong);
    } else if (!cli_list_add(cli, out, name)) {
      status = cli_fail_memory(cli);
    }
    mr_game_free(game);
  }
  return status;
}

int cli_page_all(cli_context *cli, cli_list *out) {
  const mr_catalog *catalog = cli_catalog(cli);
  invalid_games wrong = {.names = mr_str_growing(NULL)};
  int status = catalog != NULL ? find_all(cli, catalog, out, &wrong) : CLI_FAILED;
  if (status == CLI_OK && wrong.names.length > 0) {
    status = cli_fail(cli, "games that do not open: %s; mend them, or name the games that you want",
                      mr_str_text(&wrong.names));
  }
  mr_str_done(&wrong.names);
  return status;
}

/* Opens each game, so that a page is written only of what plays. @return its title, in `title` */
static int check_games(cli_context *cli, const page_options *choice, const char **title,
                       page_kind *kind) {
  for (size_t i = 0; i < choice->games.count; i++) {
    mr_game *game = cli_game_open(cli, choice->games.items[i]);
    if (game == NULL) {
      return CLI_FAILED;
    }
    *title = mr_arena_copy(&cli->arena, game->info.title, strlen(game->info.title));
    kind->parts |= game->info.parts;
    mr_game_free(game);
  }
  *title = choice->games.count > 1 ? "Marcher" : *title;
  *title = choice->title != NULL ? choice->title : *title;
  return *title != NULL ? CLI_OK : cli_fail_memory(cli);
}

int cli_page_built(cli_context *cli) {
  return cli_page.lacking == NULL
             ? CLI_OK
             : cli_fail(cli, "this program was built without pages: %s", cli_page.lacking);
}

static int run_page(cli_context *cli, const void *values) {
  page_options all = *(const page_options *)values;
  const page_options *choice = &all;
  const char *title = NULL;
  if (cli->global.json) {
    return cli_usage(cli, "pages are HTML; --json does nothing here");
  }
  if (choice->output == NULL) {
    return cli_usage(cli, "page needs --output FILE; '-' is standard output");
  }
  int built = cli_page_built(cli);
  if (built != CLI_OK) {
    return built;
  }
  if (cli->override_count > 0 && choice->games.count != 1) {
    return choice->games.count > 1
               ? cli_usage(cli, "--set changes one game, but the page has %zu", choice->games.count)
               : cli_usage(cli, "--set changes one game: name the only one of the page");
  }
  int status = CLI_OK;
  if (all.games.count == 0) {
    all.workshop = true;
    status = cli_page_all(cli, &all.games);
  }
  page_kind kind = {.workshop = all.workshop};
  if (status == CLI_OK) {
    status = check_games(cli, choice, &title, &kind);
  }
  if (status != CLI_OK || title == NULL) {
    return status;
  }
  mr_str texts = mr_str_growing(NULL), page = mr_str_growing(NULL);
  status = cli_page_texts(cli, &choice->games, NULL, &texts);
  if (status == CLI_OK) {
    put_page(title, kind, &texts, &page);
    status = cli_text_write(cli, choice->output, &page);
  }
  if (status == CLI_OK && strcmp(choice->output, "-") != 0) {
    mr_str_format(&cli->out, "Wrote %s: %zu kB. It plays by a double click, offline.\n",
                  choice->output, (page.length + 999) / 1000);
  }
  mr_str_done(&page);
  mr_str_done(&texts);
  return status;
}

const cli_command cmd_page = {
    .name = "page",
    .summary = "write a page that plays a game in a browser",
    .about = "Writes one file of HTML that plays games in any browser, against the computer or "
             "with a friend at the same screen. It needs neither the internet nor another file: "
             "send it to "
             "somebody, or put it on any web server.\n\n"
             "The page has the definitions of these games and of their parents, with the weights "
             "of their engines, and the program itself. Without a game it has all of them, and "
             "the workshop, in which games are changed and made.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(page_options),
    .run = run_page,
};
