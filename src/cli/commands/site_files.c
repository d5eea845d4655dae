#include <marcher/guide.h>
#include <marcher/hash.h>
#include <marcher/paint.h>
#include <marcher/session.h>
#include <string.h>

#include "cli/commands/page_priv.h"
#include "cli/game.h"

/* Many pictures of large maps: a megabyte is the largest yet. */
#define ARENA_LIMIT ((size_t)1 << 30)

/* What pages of a site may load: files of their own host, and nothing from elsewhere. */
#define SITE_POLICY                                                                   \
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "    \
  "worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " \
  "base-uri 'none'; form-action 'none'"

/* Pages of a site that are no games'. */
#define INDEX "index"
#define WORKSHOP "workshop"

#define HTML "text/html; charset=utf-8"

/* Games from which on the index is sorted by groups, as a page's shelf is. */
enum { MANY_GAMES = 9 };

/* Some of the games, which can be seen alone. */
typedef struct game_group {
  const char *name; /* "": they have none */
  size_t games;
} game_group;

/* A site in the making. */
typedef struct maker {
  cli_context *cli;
  cli_site *site;
  const char *title;
  /* Names of what all pages share, as they stand in pages. */
  const char *style;
  const char *script;
  const char *worker;
  const char *module;
  const char *workshop; /**< NULL: the site has none */
  mr_str index;         /* the list of games, which grows with each */
  game_group *groups;   /* of them */
  size_t group_count;
  size_t group_room;
} maker;

/* ---- files ----------------------------------------------------------------------------------- */

static int add_file(maker *m, const cli_site_file *file) {
  cli_site *site = m->site;
  if (file->path == NULL || file->bytes == NULL) {
    return cli_fail_memory(m->cli);
  }
  if (site->count == site->room) {
    cli_site_file *grown =
        mr_alloc_grow(NULL, site->files, &site->room, site->count + 1, sizeof *grown);
    if (grown == NULL) {
      return cli_fail_memory(m->cli);
    }
    site->files = grown;
  }
  site->files[site->count++] = *file;
  return CLI_OK;
}

static const char *keep_text(maker *m, mr_str *text) {
  const char *kept = text->status == MR_OK
                         ? mr_arena_copy(&m->site->arena, mr_str_text(text), text->length)
                         : NULL;
  mr_str_done(text);
  return kept;
}

/* "assets/STEM-HASH.END": whoever has that file has that content, for ever. */
static const char *asset_name(maker *m, const char *stem, const char *end, const void *bytes,
                              size_t length) {
  mr_str name = mr_str_growing(NULL);
  uint64_t hash = mr_hash_bytes(MR_HASH_START, bytes, length);
  mr_str_format(&name, "assets/%s-%016llx.%s", stem, (unsigned long long)hash, end);
  return keep_text(m, &name);
}

static int add_asset(maker *m, const char *name, const char *type, const void *bytes,
                     size_t length) {
  return add_file(m, &(cli_site_file){name, type, bytes, length, true});
}

/* A part of the client. Its name in pages goes to `name`. */
static int add_part(maker *m, const char *stem, const char *end, const char *type,
                    cli_page_part part, const char **name) {
  *name = asset_name(m, stem, end, part.text, part.length);
  return *name == NULL ? cli_fail_memory(m->cli)
                       : add_asset(m, *name, type, part.text, part.length);
}

/* The same compressed, beside it: hosts send that to browsers that take it. */
static int add_packed(maker *m, const char *name, const char *end, cli_page_part part) {
  mr_str packed = mr_str_growing(NULL);
  mr_str_format(&packed, "%s.%s", name, end);
  return add_asset(m, keep_text(m, &packed), "application/octet-stream", part.text, part.length);
}

static int add_client(maker *m) {
  int status = add_part(m, "page", "css", "text/css; charset=utf-8", cli_page.style, &m->style);
  if (status == CLI_OK) {
    status =
        add_part(m, "page", "js", "text/javascript; charset=utf-8", cli_page.script, &m->script);
  }
  if (status == CLI_OK) {
    status =
        add_part(m, "worker", "js", "text/javascript; charset=utf-8", cli_page.worker, &m->worker);
  }
  /* The page unpacks it by itself: no host has to know how. */
  if (status == CLI_OK) {
    status = add_part(m, "marcher", "wasm.gz.bin", "application/octet-stream",
                      cli_page.module[MR_PARTS - 1], &m->module);
  }
  if (status == CLI_OK) {
    status = add_packed(m, m->style, "gz", cli_page.style_gz);
  }
  if (status == CLI_OK) {
    status = add_packed(m, m->style, "br", cli_page.style_br);
  }
  if (status == CLI_OK) {
    status = add_packed(m, m->script, "gz", cli_page.script_gz);
  }
  return status == CLI_OK ? add_packed(m, m->script, "br", cli_page.script_br) : status;
}

static int add_workbench(maker *m) {
  int status = add_part(m, "workshop", "js", "text/javascript; charset=utf-8", cli_page.workbench,
                        &m->workshop);
  return status == CLI_OK ? add_packed(m, m->workshop, "gz", cli_page.workshop) : status;
}

/* ---- pages ----------------------------------------------------------------------------------- */

static void put_head(const maker *m, const char *title, const char *summary, mr_str *out) {
  mr_str_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"generator\" content=\"Marcher " MR_VERSION "\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"" SITE_POLICY "\">\n"
                  "<link rel=\"icon\" href=\"data:,\">\n<title>");
  cli_put_escaped(out, title);
  mr_str_add(out, "</title>\n<meta name=\"description\" content=\"");
  cli_put_escaped(out, summary);
  mr_str_format(out, "\">\n<link rel=\"stylesheet\" href=\"%s\">\n", m->style);
}

/* What a page of the client is about. */
typedef struct leaf {
  const char *name; /**< of its file, before ".html" */
  const char *title;
  const char *summary;
  cli_page_links links;
} leaf;

static int add_page(maker *m, const leaf *one, const cli_list *games) {
  mr_str texts = mr_str_growing(NULL), page = mr_str_growing(NULL), path = mr_str_growing(NULL);
  int status = cli_page_texts(m->cli, games, &one->links, &texts);
  if (status == CLI_OK) {
    put_head(m, one->title, one->summary, &page);
    mr_str_format(&page,
                  "<link rel=\"preload\" as=\"fetch\" crossorigin id=\"module\" href=\"%s\">\n"
                  "<link rel=\"prefetch\" id=\"worker\" href=\"%s\">\n",
                  m->module, m->worker);
    if (one->links.enter) {
      mr_str_format(&page, "<link rel=\"prefetch\" id=\"workshop\" href=\"%s\">\n", m->workshop);
    }
    mr_str_format(&page,
                  "<script defer src=\"%s\"></script>\n</head>\n<body>\n"
                  "<div id=\"page\"></div>\n"
                  "<noscript>This page is a game: it needs JavaScript.</noscript>\n"
                  "<script type=\"application/json\" id=\"texts\">",
                  m->script);
    cli_put_inert(&page, &texts);
    mr_str_add(&page, "</script>\n</body>\n</html>\n");
    mr_str_format(&path, "%s.html", one->name);
    size_t length = page.length;
    const char *text = keep_text(m, &page);
    status = add_file(m, &(cli_site_file){keep_text(m, &path), HTML, text, length, false});
  }
  mr_str_done(&path);
  mr_str_done(&page);
  mr_str_done(&texts);
  return status;
}

static int add_game_page(maker *m, const mr_game *game) {
  const char *name = game->info.name;
  cli_list one = {&name, 1};
  const char *workshop = m->workshop != NULL ? WORKSHOP ".html" : NULL;
  leaf page = {name, game->info.title, game->info.summary, {"./", workshop, false}};
  return add_page(m, &page, &one);
}

/* A page in which all games of the site are changed, and others made. */
static int add_workshop(maker *m, const cli_list *games) {
  leaf page = {WORKSHOP,
               "Workshop",
               "Change the rules of a game, or make one of your own, and play it at once.",
               {"./", NULL, true}};
  return add_page(m, &page, games);
}

/* Draws what stands on a game's box. */
static mr_status draw_cover(const mr_game *game, mr_arena *arena, mr_str *out, mr_error *error) {
  mr_view view;
  mr_session *session = NULL;
  mr_status status = mr_session_new(game, NULL, &session, error);
  if (status == MR_OK) {
    status = mr_guide_cover(session, arena, &view, error);
  }
  if (status == MR_OK) {
    view.figures = true; /* a cover is too small for tiles to be read */
    mr_paint_svg_cover(game, &view, out);
  }
  mr_session_free(session);
  return status;
}

/* Adds its picture. @param name receives its name in pages */
static int add_picture(maker *m, const mr_game *game, const char **name) {
  mr_arena arena;
  mr_error error = {.status = MR_ERR_NOMEM, .message = "out of memory"};
  mr_str picture = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, 0);
  mr_status drawn = draw_cover(game, &arena, &picture, &error);
  mr_arena_done(&arena);
  if (drawn != MR_OK) {
    mr_str_done(&picture);
    return cli_fail_error(m->cli, &error);
  }
  size_t length = picture.length;
  const char *text = keep_text(m, &picture);
  *name = text != NULL ? asset_name(m, game->info.name, "svg", text, length) : NULL;
  return add_asset(m, *name, "image/svg+xml", text, length);
}

/* Counts a game to its group. @return the place of that; SIZE_MAX without memory */
static size_t count_to_group(maker *m, const char *name) {
  size_t at = 0;
  while (at < m->group_count && strcmp(m->groups[at].name, name) != 0) {
    at++;
  }
  if (at == m->group_room) {
    game_group *grown = mr_alloc_grow(NULL, m->groups, &m->group_room, at + 1, sizeof *grown);
    if (grown == NULL) {
      return SIZE_MAX;
    }
    m->groups = grown;
  }
  if (at == m->group_count) {
    m->groups[m->group_count++] = (game_group){.name = name};
  }
  m->groups[at].games++;
  return at;
}

static void put_box(maker *m, const mr_game *game, size_t at, const char *picture) {
  const char *group = m->groups[at].name;
  mr_str *out = &m->index;
  mr_str_format(out,
                "<li class=\"g%zu\"><a class=\"box\" href=\"%s.html\">"
                "<img src=\"%s\" alt=\"\" loading=\"lazy\">",
                at, game->info.name, picture);
  if (group[0] != '\0' && strcmp(group, game->info.title) != 0) {
    mr_str_add(out, "<small>");
    cli_put_escaped(out, group);
    mr_str_add(out, "</small>");
  }
  mr_str_add(out, "<strong>");
  cli_put_escaped(out, game->info.title);
  mr_str_add(out, "</strong><span>");
  cli_put_escaped(out, game->info.summary);
  mr_str_add(out, "</span></a></li>\n");
}

/* Names of games become names of files and addresses on any host. */
static bool fits_address(const char *name) {
  for (const char *c = name; *c != '\0'; c++) {
    bool fits = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                *c == '-' || *c == '_';
    if (!fits) {
      return false;
    }
  }
  return strcmp(name, INDEX) != 0 && strcmp(name, WORKSHOP) != 0;
}

static int add_game(maker *m, const char *name, const char *group, const mr_game *game) {
  const char *picture = NULL;
  if (!fits_address(name)) {
    return cli_fail(m->cli,
                    "'%s' cannot be the address of a page: call the game by letters, digits and "
                    "'-', and neither '" INDEX "' nor '" WORKSHOP "'",
                    name);
  }
  int status = add_game_page(m, game);
  if (status == CLI_OK) {
    status = add_picture(m, game, &picture);
  }
  size_t at = status == CLI_OK ? count_to_group(m, group) : 0;
  if (status == CLI_OK && at == SIZE_MAX) {
    status = cli_fail_memory(m->cli);
  }
  if (status == CLI_OK) {
    put_box(m, game, at, picture);
    m->site->games++;
  }
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The group of a game among the others; "": it stands alone, or has none. */
static const char *group_of(maker *m, mr_catalog *catalog, const char *name) {
  mr_diagnostics list;
  mr_catalog_entry entry;
  mr_diagnostics_init(&list, &m->site->arena);
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    if (strcmp(mr_catalog_name(catalog, i), name) == 0 &&
        mr_catalog_describe(catalog, i, &m->site->arena, &entry, &list) == MR_OK) {
      return entry.group;
    }
  }
  return "";
}

static int add_games(maker *m, const cli_list *games) {
  int status = CLI_OK;
  for (size_t i = 0; i < games->count && status == CLI_OK; i++) {
    const char *name = games->items[i];
    mr_game *game = cli_game_open(m->cli, name);
    const char *group = group_of(m, cli_catalog(m->cli), name);
    status = game != NULL ? add_game(m, name, group, game) : CLI_FAILED;
    mr_game_free(game);
  }
  return status;
}

/* One of the buttons: `place` is that of a group, or beyond them all games. */
static void put_group(const maker *m, size_t place, mr_str *out) {
  bool all = place == m->group_count;
  const char *name = all ? "All games" : m->groups[place].name;
  mr_str_format(out, "<input type=\"radio\" name=\"group\" id=\"g%zu\"%s><label for=\"g%zu\">",
                place, all ? " checked" : "", place);
  cli_put_escaped(out, name[0] != '\0' ? name : "Others");
  mr_str_format(out, " <small>%zu</small></label>\n",
                all ? m->site->games : m->groups[place].games);
}

/* Buttons that leave one group on the shelf, where games are many: a page without a script has
 * them. */
static void put_groups(const maker *m, mr_str *out) {
  if (m->site->games < MANY_GAMES || m->group_count < 2) {
    return;
  }
  put_group(m, m->group_count, out);
  for (size_t i = 0; i < m->group_count; i++) {
    put_group(m, i, out);
  }
  mr_str_add(out, "<style>");
  for (size_t i = 0; i < m->group_count; i++) {
    mr_str_format(out, "#g%zu:checked~.shelf>:not(.g%zu){display:none}", i, i);
  }
  mr_str_add(out, "</style>\n");
}

static int add_index(maker *m) {
  mr_str page = mr_str_growing(NULL);
  put_head(m, m->title, "Games to play in the browser, against the computer or a friend.", &page);
  mr_str_add(&page, "</head>\n<body>\n<main class=\"lobby\" data-phase=\"lobby\">\n<header>\n<h1>");
  cli_put_escaped(&page, m->title);
  mr_str_add(&page, "</h1>\n<p class=\"lead\">Against the computer, or with a friend at the same "
                    "screen. Nothing to install, and nothing leaves this device.</p>\n</header>\n");
  if (m->workshop != NULL) {
    mr_str_add(&page, "<p class=\"workshop-door\"><a class=\"back\" href=\"" WORKSHOP ".html\">"
                      "Workshop</a> Change a game, or make one of your own.</p>\n");
  }
  put_groups(m, &page);
  mr_str_add(&page, "<ul class=\"shelf\">\n");
  mr_str_bytes(&page, mr_str_text(&m->index), m->index.length);
  mr_str_add(&page, "</ul>\n</main>\n</body>\n</html>\n");
  size_t length = page.length;
  const char *text = keep_text(m, &page);
  return add_file(m, &(cli_site_file){"index.html", HTML, text, length, false});
}

/* For hosts that read it (Netlify, Cloudflare Pages): what may be kept for ever. */
static int add_headers(maker *m) {
  static const char rules[] = "/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n"
                              "/*\n  X-Content-Type-Options: nosniff\n";
  return add_file(
      m, &(cli_site_file){"_headers", "text/plain; charset=utf-8", rules, sizeof rules - 1, false});
}

/* Its files, when it is known what it is of. */
static int add_all(maker *m, const cli_list *games, bool workshop) {
  int status = add_client(m);
  if (status == CLI_OK && workshop) {
    status = add_workbench(m);
  }
  if (status == CLI_OK) {
    status = add_games(m, games);
  }
  if (status == CLI_OK && workshop) {
    status = add_workshop(m, games);
  }
  if (status == CLI_OK) {
    status = add_index(m);
  }
  return status == CLI_OK ? add_headers(m) : status;
}

int cli_site_make(cli_context *cli, const cli_site_wish *wish, cli_site *out) {
  maker m = {.cli = cli,
             .site = out,
             .title = wish->title != NULL ? wish->title : "Marcher",
             .index = mr_str_growing(NULL)};
  cli_list games = *wish->games;
  *out = (cli_site){.files = NULL};
  mr_arena_init(&out->arena, NULL, ARENA_LIMIT);
  int status = cli_page_built(cli);
  if (status == CLI_OK && games.count == 0) {
    status = cli_page_all(cli, &games);
  }
  if (status == CLI_OK) {
    status = add_all(&m, &games, wish->workshop || wish->games->count == 0);
  }
  mr_alloc_free(NULL, m.groups, m.group_room * sizeof *m.groups);
  mr_str_done(&m.index);
  return status;
}

void cli_site_free(cli_site *site) {
  mr_alloc_free(NULL, site->files, site->room * sizeof *site->files);
  mr_arena_done(&site->arena);
}
