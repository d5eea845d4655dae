#include "cli/commands.h"
#include "cli/commands/keys.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/json.h"

static const cli_argument arguments[] = {
    {.name = "GAME",
     .help = "a name that 'marcher games' lists",
     .offset = offsetof(rules_options, game)},
    {.name = NULL},
};

static const cli_option options[] = {
    {.name = "keys",
     .type = CLI_FLAG,
     .offset = offsetof(rules_options, keys),
     .help = "list what --set can change, instead of the rules"},
    {.name = "html",
     .type = CLI_FLAG,
     .offset = offsetof(rules_options, html),
     .help = "one HTML file with the diagrams in it"},
    {.name = "svg",
     .type = CLI_FLAG,
     .offset = offsetof(rules_options, svg),
     .help = "all diagrams as one SVG file"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .type = CLI_TEXT,
     .offset = offsetof(rules_options, output),
     .help = "write to a file instead of standard output"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"rules borderline", "read the rules"},
    {"rules borderline --keys", "what can be changed"},
    {"rules borderline --set pieces=9", "the rules of a variant"},
    {"rules borderline --html -o borderline.html", "a page to print or to publish"},
    {NULL, NULL},
};

static int write_json(cli_context *cli, const rules_options *choice, const mr_game *game,
                      const mr_doc *doc) {
  cli_document document;
  mr_json_doc(cli_document_open(&document), game, doc);
  return choice->output == NULL ? cli_document_print(cli, &document)
                                : cli_document_save(cli, &document, choice->output);
}

static int write_page(cli_context *cli, const rules_options *choice, const mr_game *game,
                      const mr_doc *doc) {
  if (cli->global.json) {
    return write_json(cli, choice, game, doc);
  }
  mr_str text;
  mr_str_init(&text, NULL);
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
  return status;
}

static int make_page(cli_context *cli, const rules_options *choice, const mr_game *game,
                     mr_doc *doc) {
  mr_error error;
  if (choice->keys) {
    return cli_keys_page(cli, choice->game, doc);
  }
  return mr_game_page(game, doc, &error) == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

static int run_rules(cli_context *cli, const void *values) {
  const rules_options *choice = values;
  if (choice->svg && choice->keys) {
    return cli_usage(cli, "--keys has no diagrams for --svg");
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
  int status = make_page(cli, choice, game, &doc);
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
    .about = "Prints the rules of a game: its rules with their numbers, the pieces, the regions of "
             "the board. The page is made from the definition that the program plays by, so what "
             "you read is what is played, also after --set.\n\n"
             "--keys lists what --set can change: every key with its value, what it may be, and "
             "the number of its rule.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(rules_options),
    .run = run_rules,
};
