#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

typedef struct show_options {
  cli_position_options position;
  const char *side;
  const char *regions;
  const char *output;
  bool svg;
  bool figures;
  bool screen;
} show_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(show_options, position.game),
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_STATE_OPTION(show_options),
    CLI_AFTER_OPTION(show_options),
    CLI_OPTION("side", CLI_TEXT, show_options, side, .value = "PLAYER",
               .help = "show what this player may see; without it, what everybody may see"),
    CLI_REVEAL_OPTION(show_options, position.reveal),
    CLI_OPTION(
        "regions", CLI_TEXT, show_options, regions, .value = "WHICH",
        .help =
            "what lies under the pieces: all, none, or regions with these letters in their names; "
            "without it, those that do not hide each other"),
    CLI_OPTION("svg", CLI_FLAG, show_options, svg, .help = "draw an SVG picture"),
    CLI_OPTION("figures", CLI_FLAG, show_options, figures,
               .help = "with --svg: chessmen and symbols of maps instead of tiles that wear their "
                       "moves"),
    CLI_OPTION("screen", CLI_FLAG, show_options, screen,
               .help = "draw, as an SVG picture, what a terminal with colours would show"),
    CLI_OUTPUT_OPTION(show_options),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"show borderline --seed 7", "the start of the game that seed 7 deals"},
    {"show borderline --seed 7 --after '124@d0 122@c7'", "two placements later"},
    {"show borderline --svg -o start.svg", "a picture for a web page"},
    {"show chess --svg --figures -o chess.svg", "chessmen instead of tiles"},
    {"show borderlands --regions territory", "whose half is whose"},
    {NULL, NULL},
};

enum { LINES_BELOW = 5 }; /* who is to move, the state, the prompt of the shell */

static void add_end(cli_context *cli, const cli_position *position, mr_str *out) {
  mr_str text = cli_text();
  cli_result_text(position->game, position->state, &text);
  cli_wrap(out, mr_str_text(&text), 0, 2, cli->style.width);
  mr_str_done(&text);
}

static void add_text(cli_context *cli, const cli_position *position, const mr_view *view,
                     const show_options *choice, mr_str *out) {
  const mr_game *game = position->game;
  mr_node node = mr_game_node(game, position->state);
  mr_paint_style style = cli->style;
  style.colour = choice->screen || (style.colour && choice->output == NULL);
  style.regions = choice->regions != NULL;
  bool on_screen = !choice->screen && choice->output == NULL && style.height > LINES_BELOW;
  style.height = on_screen ? style.height - LINES_BELOW : 0;
  mr_paint_board(game, view, &style, out);
  mr_str_char(out, '\n');
  switch (node.kind) {
  case MR_NODE_DECISION:
    mr_str_format(out, "%s to move\n", cli_player_name(game, node.player));
    break;
  case MR_NODE_CHANCE:
    mr_str_add(out, "the dice decide\n");
    if (mr_game_fully_known(game, position->seen)) {
      cli_odds_text(game, position->seen, "  ", out);
    }
    break;
  case MR_NODE_TERMINAL:
    add_end(cli, position, out);
    break;
  }
  if (!choice->screen) { /* a picture has no use for the state's long line */
    mr_str_add(out, "state: ");
    mr_game_format_state(game, position->seen, out);
    mr_str_char(out, '\n');
  }
}

static int show_view(cli_context *cli, const show_options *choice, const cli_position *position,
                     mr_view *view) {
  const mr_game *game = position->game;
  const char *title = game->info.title;
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    mr_json_string(json, "game", game->info.name);
    mr_json_string(json, "title", title);
    mr_json_state(json, "state", game, position->seen);
    mr_json_position(json, "hash", game, position->seen);
    mr_json_node(json, "node", game, position->state);
    mr_json_view(json, "view", game, view);
    return cli_document_print(cli, &document);
  }
  mr_str text = mr_str_growing(NULL);
  mr_str picture = mr_str_growing(NULL);
  if (choice->svg) {
    view->figures = choice->figures;
    mr_paint_svg(game, view, title, &picture);
  } else {
    add_text(cli, position, view, choice, &text);
  }
  if (choice->screen) {
    mr_paint_screen(mr_str_text(&text), text.length, title, &picture);
  }
  int status =
      text.status == MR_OK
          ? cli_text_write(cli, choice->output, choice->svg || choice->screen ? &picture : &text)
          : cli_fail_memory(cli);
  mr_str_done(&picture);
  mr_str_done(&text);
  return status;
}

/* The regions to be shown; programs get all that there are. */
static int choose_regions(cli_context *cli, const show_options *choice,
                          const cli_position *position, cli_look *look, mr_arena *arena) {
  const char *wanted = choice->regions;
  if (wanted == NULL) {
    look->regions = cli->global.json ? CLI_REGIONS_ALL : 0;
    return CLI_OK;
  }
  if (cli_same_word(wanted, "all") || cli_same_word(wanted, "none")) {
    look->regions = cli_same_word(wanted, "all") ? CLI_REGIONS_ALL : CLI_REGIONS_NONE;
    return CLI_OK;
  }
  mr_view view;
  mr_error error;
  cli_look every = *look;
  every.regions = CLI_REGIONS_ALL;
  if (cli_view(position->game, position->state, &every, arena, &view, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  look->regions = cli_find_regions(&view, wanted);
  if (look->regions == 0) {
    return cli_usage(cli, "--regions: no region of %s is called '%s'", position->game->info.name,
                     wanted);
  }
  return CLI_OK;
}

static int show(cli_context *cli, const show_options *choice, cli_position *position) {
  mr_player player = MR_NOBODY;
  if (choice->side != NULL && !cli_find_player(position->game, choice->side, &player)) {
    char buffer[200];
    mr_str list = mr_str_fixed(buffer, sizeof buffer);
    cli_player_list(position->game, ", ", &list);
    return cli_usage(cli, "--side needs one of %s, not '%s'", buffer, choice->side);
  }
  cli_position_see(position, &choice->position, player);
  cli_look look = cli_look_of(player);
  look.whole = choice->position.reveal;
  mr_events seen = position->recent;
  if (!look.whole) {
    mr_events_filter(position->game, position->state, &seen, player);
  }
  look.recent = seen.count > 0 ? &seen : NULL;
  look.apart = cli->global.json;
  mr_arena arena;
  mr_view view;
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  int result = choose_regions(cli, choice, position, &look, &arena);
  if (result == CLI_OK) {
    mr_status status = cli_view(position->game, position->state, &look, &arena, &view, &error);
    result =
        status == MR_OK ? show_view(cli, choice, position, &view) : cli_fail_error(cli, &error);
  }
  mr_arena_done(&arena);
  return result;
}

static int run_show(cli_context *cli, const void *values) {
  const show_options *choice = values;
  cli_position position;
  if (cli->global.json && (choice->svg || choice->screen || choice->output != NULL)) {
    return cli_usage(cli, "--json excludes --svg, --screen and --output");
  }
  if (choice->figures && !choice->svg) {
    return cli_usage(cli, "--figures is for --svg: a terminal shows letters");
  }
  if (choice->svg && choice->screen) {
    return cli_usage(cli, "--svg and --screen are two pictures: choose one");
  }
  if (choice->position.reveal && choice->side != NULL) {
    return cli_usage(cli, "--reveal shows what --side would hide: choose one");
  }
  int status = cli_position_open(cli, &choice->position, &position);
  if (status == CLI_OK) {
    status = show(cli, choice, &position);
    cli_position_close(&position);
  }
  return status;
}

const cli_command cmd_show = {
    .name = "show",
    .summary = "draw a position",
    .about =
        "Draws a position with its coordinates, the hands of the players and the notes beside "
        "the board, and prints its text, which --state reads back. All of it is what --side may "
        "see, or else what everybody may see: what is hidden from them is neither in the "
        "picture nor in the text.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(show_options),
    .run = run_show,
};
