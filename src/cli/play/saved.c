#include "cli/play/lobby.h"

#include <dirent.h>
#include <marcher/record.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"

#define SUFFIX ".mrec"

static bool is_record(const char *name) {
  size_t length = strlen(name);
  return name[0] != '.' && length > strlen(SUFFIX) &&
         strcmp(name + length - strlen(SUFFIX), SUFFIX) == 0;
}

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void cli_saved_games(cli_context *cli, cli_list *out) {
  const char *folder = cli_state_folder(cli, false);
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  if (directory == NULL) {
    return;
  }
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    const char *path =
        is_record(entry->d_name) ? cli_arena_format(cli, "%s/%s", folder, entry->d_name) : NULL;
    if (path != NULL && !cli_list_add(cli, out, path)) {
      break;
    }
  }
  closedir(directory);
  if (out->count > 0) {
    qsort(out->items, out->count, sizeof *out->items, compare_paths);
  }
}

static void describe(const mr_record *record, mr_str *out) {
  mr_str_format(out, "%s, %zu actions", record->game == NULL ? "?" : record->game,
                record->move_count);
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    if (strcmp(tag->name, "Player") == 0 && tag->value2 != NULL) {
      mr_str_format(out, ", %s: %s", tag->value, tag->value2);
    }
  }
  if (record->result != NULL && strcmp(record->result, "*") != 0) {
    mr_str_format(out, ", ended %s", record->result);
  }
}

void cli_describe_saved(cli_context *cli, const char *path, mr_str *out) {
  mr_str text;
  mr_record record;
  const char *slash = strrchr(path, '/');
  mr_str_add(out, slash == NULL ? path : slash + 1);
  mr_str_init(&text, NULL);
  mr_record_init(&record, NULL);
  if (cli_file_read(cli, path, MR_RECORD_FILE_MAX, &text) == CLI_OK) {
    mr_error error;
    mr_str_add(out, ": ");
    if (mr_record_parse(&record, path, mr_str_text(&text), text.length, &error) == MR_OK) {
      describe(&record, out);
    } else {
      mr_str_format(out, "cannot be read: %s", error.message);
    }
  }
  mr_record_done(&record);
  mr_str_done(&text);
}
