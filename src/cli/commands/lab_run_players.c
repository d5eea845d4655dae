/* Players in the file of an experiment: where the one stands that cannot be. */
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_run.h"
#include "cli/files.h"

/* The line of a file that holds this text, as a value or behind "players =". @return 0: none */
static uint32_t find_line(const char *file, const char *text, uint32_t *column) {
  uint32_t number = 1;
  size_t length = strlen(text);
  for (const char *line = file; *line != '\0'; number++) {
    size_t whole = strcspn(line, "\n");
    size_t from = strspn(line, " \t");
    if (strncmp(line + from, "players", 7) == 0) {
      const char *sign = memchr(line, '=', whole);
      from = sign != NULL ? (size_t)(sign - line) + 1 : from;
      from += strspn(line + from, " \t");
    }
    size_t end = from + length;
    if (end <= whole && strncmp(line + from, text, length) == 0 &&
        end + strspn(line + end, " \t\r") >= whole) {
      *column = (uint32_t)from + 1;
      return number;
    }
    line += whole + (line[whole] == '\n');
  }
  return 0;
}

/* Complains of one player, with its place. */
static int complain(cli_context *cli, const char *path, const char *player, mr_error *error) {
  mr_str text = mr_str_growing(NULL);
  uint32_t column = 0;
  if (cli_file_read(cli, path, MR_DEFINITION_FILE_MAX, &text) == CLI_OK) {
    uint32_t line = find_line(mr_str_text(&text), player, &column);
    mr_error_locate(error, path, line, column);
  }
  mr_str_done(&text);
  return cli_fail_error(cli, error);
}

int lab_run_check_players(cli_context *cli, const char *path, const mr_plan *plan,
                          const mr_game *game) {
  mr_experiment *ignored = mr_alloc_zero(NULL, 1, sizeof *ignored);
  int status = ignored != NULL ? CLI_OK : cli_fail_memory(cli);
  for (const char *at = plan->players; *at != '\0' && status == CLI_OK;) {
    size_t length = strcspn(at, "\n");
    mr_str whole = mr_str_growing(NULL), one = mr_str_growing(NULL);
    mr_error error;
    mr_str_bytes(&whole, at, length);
    const char *games = strstr(mr_str_text(&whole), ",games:"); /* of a strength of a study */
    mr_str_bytes(&one, at, games != NULL ? (size_t)(games - mr_str_text(&whole)) : length);
    if (mr_experiment_init(game, mr_str_text(&one), plan->seed, ignored, &error) != MR_OK) {
      status = complain(cli, path, mr_str_text(&whole), &error);
    }
    mr_str_done(&one);
    mr_str_done(&whole);
    at += length + (at[length] == '\n');
  }
  mr_alloc_free(NULL, ignored, sizeof *ignored);
  return status;
}
