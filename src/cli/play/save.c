#include "cli/play/play.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"

#define SUFFIX ".mrec"

/* ---- where games go -------------------------------------------------------------------------- */

/* The length of a path without ".mrec", if it ends so. */
static size_t stem_length(const char *path) {
  size_t length = strlen(path);
  size_t end = strlen(SUFFIX);
  return length > end && strcmp(path + length - end, SUFFIX) == 0 ? length - end : length;
}

/* `path` with `text` before its suffix, in the arena, or NULL. */
static const char *path_with(cli_play *play, const char *path, const char *text) {
  size_t stem = stem_length(path);
  mr_str out;
  mr_str_init(&out, NULL);
  mr_str_format(&out, "%.*s%s%s", (int)stem, path, text, path + stem);
  const char *copy =
      out.status == MR_OK ? mr_arena_copy(&play->cli->arena, mr_str_text(&out), out.length) : NULL;
  mr_str_done(&out);
  if (copy == NULL) {
    cli_fail_memory(play->cli);
  }
  return copy;
}

/* Whether this sitting has promised that a game is kept in that file. */
static bool is_kept(const cli_play *play, const char *path) {
  for (size_t i = 0; i < play->cli->kept.count; i++) {
    if (cli_file_same(play->cli->kept.items[i], path)) {
      return true;
    }
  }
  return false;
}

/* The first of "game-2.mrec", "game-3.mrec" and so on that is not there yet, or NULL. */
static const char *numbered(cli_play *play, const char *path) {
  const char *next = path;
  for (unsigned number = 2; next != NULL && access(next, F_OK) == 0; number++) {
    char text[16];
    snprintf(text, sizeof text, "-%u", number);
    next = path_with(play, path, text);
  }
  return next;
}

/* A game of an earlier sitting is kept under a second name. */
static void keep_previous(cli_play *play, const char *path) {
  const char *previous = path_with(play, path, ".previous");
  if (previous != NULL && access(path, F_OK) == 0 && rename(path, previous) != 0) {
    cli_fail(play->cli, "cannot keep '%s': %s", path, strerror(errno));
  }
}

static const char *automatic_path(cli_play *play) {
  char name[2 * MR_DEFINITION_NAME_MAX];
  mr_str text;
  const char *folder = cli_state_folder(play->cli, true);
  if (folder == NULL) {
    return NULL;
  }
  mr_str_fixed(&text, name, sizeof name);
  mr_str_format(&text, "autosave-%s" SUFFIX, play->session.game->info.name);
  return cli_arena_format(play->cli, "%s/%s", folder, name);
}

/* Whether the game comes from a file that leaving has made, "autosave-GAME-2.mrec", say. */
static bool is_automatic(const cli_play *play, const char *automatic) {
  const char *loaded = play->loaded;
  size_t stem = stem_length(automatic);
  return loaded != NULL && strncmp(loaded, automatic, stem) == 0 &&
         (loaded[stem] == '-' && strchr(loaded + stem, '/') == NULL);
}

/*
 * Where this game goes, settled when it is saved for the first time. A file that an earlier game
 * of the sitting was saved to is not taken from it. @return NULL after a complaint
 */
static const char *settle_place(cli_play *play) {
  const char *path = play->save != NULL ? play->save : automatic_path(play);
  if (path == NULL || (play->loaded != NULL && cli_file_same(play->loaded, path))) {
    return path;
  }
  if (play->save == NULL && is_automatic(play, path)) {
    return play->loaded;
  }
  if (is_kept(play, path)) {
    return numbered(play, path);
  }
  if (play->save == NULL) {
    keep_previous(play, path);
  }
  return path;
}

/* ---- saving ---------------------------------------------------------------------------------- */

bool play_is_file(cli_play *play, const char *name) {
  bool good = strcmp(name, "-") != 0;
  if (!good) {
    mr_str_add(&play->cli->out, "'-' is no file here: the game itself is read and written there. "
                                "Nothing was done.\n");
  }
  return good;
}

int play_save(cli_play *play, const char *path) {
  if (path == NULL) {
    play->place = play->place != NULL ? play->place : settle_place(play);
    path = play->place;
  }
  path = path == NULL ? NULL : mr_arena_copy(&play->cli->arena, path, strlen(path));
  if (path == NULL) {
    return CLI_FAILED;
  }
  int status = cli_session_save(&play->session, path);
  if (status == CLI_OK) {
    play->loaded = path;
    play->saved = mr_session_revision(play->session.core);
    play->was_saved = true;
    mr_str_format(&play->cli->out, "Saved as %s\n", path);
    status = cli_list_add(play->cli, &play->cli->kept, path) ? CLI_OK : cli_fail_memory(play->cli);
  }
  return status;
}

static bool is_begun(const cli_play *play) {
  return mr_session_last_person(play->session.core) < mr_session_count(play->session.core);
}

static bool is_up_to_date(const cli_play *play) {
  return play->was_saved && play->saved == mr_session_revision(play->session.core);
}

bool play_is_lost(const cli_play *play, int saved) {
  return saved != CLI_OK && !is_up_to_date(play);
}

/* Where the player's own file cannot be written, the game is kept as it is without one. */
static int save_somewhere(cli_play *play) {
  int status = play_save(play, NULL);
  if (status != CLI_OK && play->save != NULL) {
    const char *wish = play->save;
    play->save = NULL;
    play->place = NULL;
    play_save(play, NULL);
    play->save = wish;
  }
  return status;
}

/* A word of a command line, in quotes where a shell would take it for more or for less. */
static void add_word(mr_str *out, const char *word) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "%+,-./:=@_";
  if (*word != '\0' && word[strspn(word, plain)] == '\0') {
    mr_str_add(out, word);
    return;
  }
  mr_str_char(out, '\'');
  for (; *word != '\0'; word++) {
    if (*word == '\'') {
      mr_str_add(out, "'\\'");
    }
    mr_str_char(out, *word);
  }
  mr_str_char(out, '\'');
}

int play_save_on_leaving(cli_play *play, bool asked) {
  bool over = mr_session_node(play->session.core).kind == MR_NODE_TERMINAL;
  bool unwanted = (over && play->loaded == NULL) || (asked && !is_begun(play));
  if (is_up_to_date(play) || (play->save == NULL && unwanted)) {
    return CLI_OK;
  }
  int status = unwanted ? play_save(play, NULL) : save_somewhere(play);
  if (is_up_to_date(play) && !over) {
    const cli_list *rules = &play->cli->global.rules;
    mr_str_add(&play->cli->out, "Go on with: marcher play --resume ");
    add_word(&play->cli->out, play->loaded);
    for (size_t i = 0; i < rules->count; i++) {
      mr_str_add(&play->cli->out, " --rules ");
      add_word(&play->cli->out, rules->items[i]);
    }
    mr_str_char(&play->cli->out, '\n');
  }
  return status;
}

bool play_leave_game(cli_play *play) {
  bool worth = is_begun(play) || play->was_saved;
  if (worth && play_is_lost(play, play_save_on_leaving(play, true))) {
    mr_str_add(&play->cli->out, "This game would be lost, so it goes on; 'save FILE' keeps it.\n");
    return false;
  }
  play->place = NULL;
  play->loaded = NULL;
  play->was_saved = false;
  return true;
}

bool play_leave_for(cli_play *play, const char *path, bool *overwritten) {
  size_t before = play->cli->kept.count;
  bool left = play_leave_game(play);
  *overwritten =
      play->cli->kept.count > before && cli_file_same(play->cli->kept.items[before], path);
  return left;
}
