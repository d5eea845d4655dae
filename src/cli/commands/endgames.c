#include "cli/commands/endgames.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int cli_endgames_open(cli_context *cli, const mr_game *game, const char *path,
                      mr_endgame_set **out) {
  mr_endgame_set *set = NULL;
  mr_error error;
  if (mr_endgame_set_open(game, path, NULL, &set, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  if (mr_endgame_set_count(set) == 0) {
    mr_endgame_set_free(set);
    return cli_fail(cli, "%s has no tables of %s (files *%s of 'marcher endgame --save')", path,
                    game->info.name, MR_ENDGAME_SUFFIX);
  }
  *out = set;
  return CLI_OK;
}

/* Whether tables go into it under a name of their own. */
static bool is_folder(const char *path) {
  struct stat about;
  size_t length = strlen(path);
  return (length > 0 && path[length - 1] == '/') ||
         (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

int cli_endgames_may_save(cli_context *cli, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *folder = is_folder(path) ? path : ".";
  if (*path == '\0') {
    return cli_fail(cli, "--save needs the name of a file or of a folder");
  }
  if (folder != path && slash != NULL) {
    folder = mr_arena_copy(&cli->arena, path, (size_t)(slash - path) + 1);
  }
  if (folder == NULL) {
    return cli_fail_memory(cli);
  }
  return access(folder, W_OK | X_OK) == 0
             ? CLI_OK
             : cli_fail(cli, "cannot write %s: %s", path, strerror(errno));
}

const char *cli_endgames_save(cli_context *cli, const mr_game *game, const mr_endgame *endgame,
                              const char *squares, const char *path) {
  mr_error error;
  const char *file = path;
  if (is_folder(path)) { /* "FOLDER/chess.KBNvK.endgame" */
    mr_endgame_summary summary;
    bool all = strcmp(squares, "all") == 0;
    mr_endgame_summarise(endgame, 0, &summary);
    file = cli_arena_format(cli, "%s%s%s.%s%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/",
                            game->info.name, summary.name, all ? "" : ".", all ? "" : squares,
                            MR_ENDGAME_SUFFIX);
  }
  if (file == NULL) {
    cli_fail_memory(cli);
    return NULL;
  }
  if (mr_endgame_save(endgame, file, &error) != MR_OK) {
    cli_fail_error(cli, &error);
    return NULL;
  }
  return file;
}
