#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/commands/page_priv.h"
#include "server/server.h"

typedef struct serve_options {
  cli_list games;
  const char *title;
  bool workshop;
  cli_number port;
} serve_options;

static const cli_argument arguments[] = {
    {"GAME", "games of the page; without any, all that 'marcher games' lists, and the workshop",
     offsetof(serve_options, games), true, true},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("port", CLI_NUMBER, serve_options, port, .value = "N", .min = 1, .max = 65535,
               .help = "listen there (the first that is free from 8421 on)"),
    CLI_OPTION("title", CLI_TEXT, serve_options, title, .value = "TEXT",
               .help = "what the page of all games is called (Marcher)"),
    CLI_OPTION("workshop", CLI_FLAG, serve_options, workshop,
               .help = "with the workshop, in which games are changed and made"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"serve", "all games in the browser of this machine"},
    {"serve my-game --rules my-games.ini --port 9000", "a game of your own"},
    {NULL, NULL},
};

/* The files of a site as those of a server. @return NULL: out of memory */
static mr_server_file *served(cli_site *site) {
  mr_server_file *files = mr_arena_zero(&site->arena, site->count, sizeof *files);
  for (size_t i = 0; i < site->count && files != NULL; i++) {
    const cli_site_file *file = &site->files[i];
    mr_str path = mr_str_growing(NULL);
    mr_str_format(&path, "/%s", file->path);
    files[i] = (mr_server_file){mr_arena_copy(&site->arena, mr_str_text(&path), path.length),
                                file->type, file->bytes, file->length, file->immutable};
    mr_str_done(&path);
    if (files[i].path == NULL) {
      return NULL;
    }
  }
  return files;
}

static void announce(cli_context *cli, const cli_site *site, unsigned port) {
  mr_str_format(&cli->out, "Serving %zu game%s at http://127.0.0.1:%u/\n", site->games,
                mr_text_plural(site->games), port);
  mr_str_add(&cli->out,
             "Open that address in a browser on this machine; Ctrl-C ends the server.\n");
  cli_flush(cli);
}

static int serve(cli_context *cli, const serve_options *choice, cli_site *site) {
  mr_error error;
  mr_server *server = NULL;
  const mr_server_file *files = served(site);
  if (files == NULL) {
    return cli_fail_memory(cli);
  }
  if (mr_server_open(NULL, files, site->count, (unsigned)choice->port.value, &server, &error) !=
      MR_OK) {
    return cli_fail_error(cli, &error);
  }
  cli_signals_catch();
  announce(cli, site, mr_server_port(server));
  mr_status status = mr_server_run(server, cli_stop_flag(), &error);
  mr_server_close(server);
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

static int run_serve(cli_context *cli, const void *values) {
  const serve_options *choice = values;
  cli_site site;
  if (cli->global.json) {
    return cli_usage(cli, "pages are HTML; --json does nothing here");
  }
  if (cli->override_count > 0 && choice->games.count != 1) {
    return cli_usage(cli, "--set changes one game: name the only one to serve");
  }
  cli_site_wish wish = {&choice->games, choice->title, choice->workshop};
  int status = cli_site_make(cli, &wish, &site);
  if (status == CLI_OK) {
    status = serve(cli, choice, &site);
  }
  cli_site_free(&site);
  return status;
}

const cli_command cmd_serve = {
    .name = "serve",
    .summary = "play in a browser on this machine",
    .about = "Serves what 'marcher site' writes to the browsers of this machine, from memory, and "
             "says where. Nobody else can reach it: it listens on 127.0.0.1 alone, and answers "
             "only those who ask for that address. Ctrl-C ends it.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(serve_options),
    .run = run_serve,
};
