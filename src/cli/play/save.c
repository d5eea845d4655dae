/*
 * Where games come from and where they go: nothing is lost by leaving one.
 */
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/game.h"
#include "cli/play/keys.h"
#include "cli/play/play.h"
#include "cli/saved.h"
#include "cli/words.h"

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
  mr_str out = cli_text();
  mr_str_format(&out, "%.*s%s%s", (int)stem, path, text, path + stem);
  const char *copy =
      out.status == MR_OK ? mr_arena_copy(&play->cli->arena, mr_str_text(&out), out.length) : NULL;
  mr_str_done(&out);
  if (copy == NULL) {
    cli_fail_memory(play->cli);
  }
  return copy;
}

/*
 * Where this game goes, settled when it is saved for the first time. A file that an earlier game
 * of the sitting was saved to is not taken from it. Nor is a file that a person has named written
 * to unless it is named again: it may have what the game does not keep, remarks of a tester or
 * moves that were taken back since. @return NULL after a complaint
 */
static const char *settle_place(cli_play *play) {
  cli_context *cli = play->cli;
  const char *path = play->save;
  if (path == NULL) {
    bool own = play->loaded != NULL && cli_is_autosave(cli, play->loaded);
    return own ? play->loaded : cli_autosave_reserve(cli, play->session.game->info.name);
  }
  if (play->loaded != NULL && cli_file_same(play->loaded, path)) {
    return path;
  }
  for (size_t i = 0; i < cli->kept.count; i++) {
    if (cli_file_same(cli->kept.items[i], path)) { /* this sitting has promised to keep it */
      const char *next = path; /* the first of "game-2.mrec" and so on that is not there yet */
      for (unsigned number = 2; next != NULL && access(next, F_OK) == 0; number++) {
        char text[16];
        snprintf(text, sizeof text, "-%u", number);
        next = path_with(play, path, text);
      }
      return next;
    }
  }
  return path;
}

/* ---- saving ---------------------------------------------------------------------------------- */

bool play_is_file(cli_play *play, const char *name) {
  bool good = strcmp(name, "-") != 0;
  if (!good) {
    cli_say(play->cli,
            "'-' is no file here: the game itself is read and written there. Nothing was "
            "done.");
  }
  return good;
}

/* To `path`, or to where this game is kept when that is NULL. */
static int save_to(cli_play *play, const char *path) {
  cli_context *cli = play->cli;
  bool settled = path == NULL;
  if (settled) {
    play->place = play->place != NULL ? play->place : settle_place(play);
    path = play->place;
  }
  path = path == NULL ? NULL : mr_arena_copy(&cli->arena, path, strlen(path));
  if (path == NULL) {
    return CLI_FAILED;
  }
  int status = cli_session_save(&play->session, path);
  if (status == CLI_OK) {
    const char *before = play->loaded;
    play->loaded = path;
    play->saved = mr_session_revision(play->session.core);
    play->was_saved = true;
    mr_str_format(&cli->out, "Saved as %s\n", path);
    if (settled && before != NULL && !cli_file_same(before, path)) {
      mr_str_format(&cli->out, "%s stays as it was.\n", before);
    }
    status = cli_list_add(cli, &cli->kept, path) ? CLI_OK : cli_fail_memory(cli);
    cli_saved_note(cli, path);
    if (status == CLI_OK && cli_is_autosave(cli, path)) {
      cli_autosaves_prune(cli, cli_key_retire_of); /* only now that this game is safe */
    }
  } else if (settled) {
    if (play->save == NULL) {
      cli_autosave_release(path);
    }
    play->place = NULL;
  }
  return status;
}

/* Whether somebody has done something in it, if only resigned; where only computers play, they
 * count. */
static bool is_begun(const cli_play *play) {
  size_t count = mr_session_count(play->session.core);
  return mr_session_node(play->session.core).kind == MR_NODE_TERMINAL ||
         mr_session_last_person(play->session.core) < count ||
         (count > 0 && cli_count_persons(&play->session) == 0);
}

static bool is_up_to_date(const cli_play *play) {
  return play->was_saved && play->saved == mr_session_revision(play->session.core);
}

bool play_is_lost(const cli_play *play, int saved) {
  return saved != CLI_OK && !is_up_to_date(play);
}

/* How to come back to a game that is kept. */
static void add_way_back(const cli_play *play) {
  mr_str *out = &play->cli->out;
  bool over = mr_session_node(play->session.core).kind == MR_NODE_TERMINAL;
  if (!over && play->campaign != NULL && cli_file_same(play->loaded, play->save)) {
    mr_str_format(out, "Go on with: marcher campaign %s", /* the next battle begins with its end */
                  play->campaign);
  } else {
    mr_str_add(out, over ? "Look at it again with: marcher play --resume "
                         : "Go on with: marcher play --resume ");
    cli_add_word(out, play->loaded);
  }
  cli_add_list(out, "rules", &play->cli->global.rules);
  mr_str_char(out, '\n');
}

int play_save_on_leaving(cli_play *play) {
  bool untouched = !is_begun(play);
  /* A game in which nobody has done anything takes the place of none, however it is left. */
  bool replaces = untouched && play->save != NULL && access(play->save, F_OK) == 0;
  if (!is_up_to_date(play) && ((play->save == NULL && untouched) || replaces)) {
    return CLI_OK;
  }
  int status = is_up_to_date(play) ? CLI_OK : save_to(play, NULL);
  if (status != CLI_OK && !untouched && play->save != NULL) {
    /* Where the player's own file cannot be written, the game is kept as it is without one. */
    const char *wish = play->save;
    play->save = NULL;
    play->place = NULL;
    save_to(play, NULL);
    play->save = wish;
  }
  if (is_up_to_date(play)) {
    add_way_back(play);
  }
  return status;
}

/* ---- other games ----------------------------------------------------------------------------- */

int play_load(cli_context *cli, const char *path, const play_options *choice, cli_session *out) {
  cli_damage damage = {.salvage = choice->salvage};
  int status = cli_session_load(cli, path, 1, &damage, out);
  if (status != CLI_OK) {
    return status;
  }
  if (choice->side != NULL || cli_count_persons(out) == 0) {
    status = cli_choose_side(out, choice->side);
  }
  if (status == CLI_OK) {
    status = cli_seats_read(out, &choice->seats);
  }
  if (status != CLI_OK) {
    cli_session_close(out);
  }
  return status;
}

/*
 * Leaves this game for another one of the same sitting, which gets a file of its own: what has
 * been saved stays. A game not begun is let go. @return false after words: it can be kept nowhere,
 * and is not left
 */
static bool leave_game(cli_play *play) {
  bool wanted = is_begun(play) || play->was_saved;
  if (wanted && play_is_lost(play, play_save_on_leaving(play))) {
    mr_str_add(&play->cli->out, "This game would be lost, so it goes on; 'save FILE' keeps it.\n");
    return false;
  }
  play->place = NULL;
  play->loaded = NULL;
  play->was_saved = false;
  return true;
}

/* Another game is on the screen, which nobody has looked at yet. */
static void begin_looking(cli_play *play) {
  play_redraw(play);
  play->eyes = MR_NOBODY;
  play->cli->window = (cli_window){0};
}

int play_new(cli_play *play) {
  cli_context *cli = play->cli;
  if (!leave_game(play)) {
    return CLI_OK;
  }
  uint64_t seed = cli->global.seed.given ? mr_session_seed(play->session.core) + 1
                                         : cli_fresh_seed(play->session.game);
  int status = cli_session_start(&play->session, seed & CLI_SEED_MAX, NULL);
  begin_looking(play);
  mr_str_add(&cli->out, "A new game");
  cli_session_add_seed(&play->session, &cli->out);
  mr_str_add(&cli->out, ".\n");
  return status;
}

/* A mistake in the name of a file ends the command, not the game. */

int play_save(cli_play *play) {
  if (play_is_file(play, play->argument)) {
    save_to(play, *play->argument == '\0' ? NULL : play->argument);
  }
  return CLI_OK;
}

int play_resume(cli_play *play) {
  cli_context *cli = play->cli;
  const play_options nothing = {0};
  cli_session session;
  if (*play->argument == '\0') {
    mr_str_add(&cli->out, "resume needs the name of a file\n");
    return CLI_OK;
  }
  if (!play_is_file(play, play->argument)) {
    return CLI_OK;
  }
  const char *found = cli_saved_find(cli, play->argument);
  const char *path = mr_arena_copy(&cli->arena, found, strlen(found));
  if (path == NULL) {
    return cli_fail_memory(cli);
  }
  if (play_load(cli, path, &nothing, &session) != CLI_OK) {
    return CLI_OK;
  }
  size_t before = cli->kept.count;
  if (!leave_game(play)) {
    cli_session_close(&session);
    return CLI_OK;
  }
  /* The game that was left may have taken the place of the one that was read. */
  bool overwritten = cli->kept.count > before && cli_file_same(cli->kept.items[before], path);
  cli_session_close(&play->session);
  play->session = session;
  play->loaded = overwritten ? NULL : path;
  play->was_saved = !overwritten;
  play->saved = mr_session_revision(session.core);
  begin_looking(play);
  mr_str_format(&cli->out, "Resumed %s.\n", path);
  return CLI_OK;
}
