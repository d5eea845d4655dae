#include "cli/play/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"

/* A file of a key: this, the digits of the key, and the end of the line. */
#define HEAD "Marcher key, format 1: "
#define FILE_MOST ((size_t)4096)

const char *cli_key_path(cli_context *cli, const char *name) {
  const char *folder = cli_state_folder(cli, false);
  return folder == NULL ? NULL : cli_arena_format(cli, "%s/keys/%s.key", folder, name);
}

/* Reads a file that a key may be in. @return false: there is none */
static bool read_file(const char *path, mr_str *out) {
  mr_error error;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  if (cli_descriptor_read(descriptor, path, FILE_MOST, out, &error) != MR_OK) {
    mr_str_reset(out);
  }
  close(descriptor);
  return true;
}

cli_key_found cli_key_find(cli_context *cli, const char *name, mr_seal_key *out) {
  const char *path = cli_key_path(cli, name);
  mr_str text = mr_str_growing(NULL);
  char own[MR_RECORD_KEY_NAME_SIZE] = "";
  mr_seal_key key;
  cli_key_found found = CLI_KEY_MISSING;
  if (path != NULL && read_file(path, &text)) {
    const char *at = mr_str_text(&text);
    size_t head = strlen(HEAD);
    bool good = strncmp(at, HEAD, head) == 0 &&
                mr_seal_read_hex(at + head, strcspn(at + head, "\r\n"), key.bytes, MR_SEAL_SIZE) &&
                mr_record_key_name(&key, own, NULL) == MR_OK && strcmp(own, name) == 0;
    found = good ? CLI_KEY_FOUND : CLI_KEY_DAMAGED;
    if (good) {
      *out = key;
    }
  }
  mr_str_done(&text);
  return found;
}

/* Writes a file that nobody else may read. */
static int write_file(cli_context *cli, const char *path, const mr_seal_key *key) {
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, HEAD);
  mr_seal_add_hex(&text, key->bytes, MR_SEAL_SIZE);
  mr_str_char(&text, '\n');
  mode_t before = umask(0077);
  int status = cli_text_write(cli, path, &text);
  umask(before);
  mr_str_done(&text);
  return status;
}

int cli_key_keep(cli_context *cli, const mr_seal_key *key, const char **path) {
  char name[MR_RECORD_KEY_NAME_SIZE];
  mr_seal_key there;
  mr_error error;
  if (mr_record_key_name(key, name, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  const char *folder = cli_state_folder(cli, true);
  const char *keys = folder == NULL ? NULL : cli_arena_format(cli, "%s/keys", folder);
  *path = cli_key_path(cli, name);
  if (keys == NULL || *path == NULL) {
    return CLI_FAILED; /* the complaint is made */
  }
  if (mkdir(keys, 0700) != 0 && errno != EEXIST) {
    return cli_fail(cli, "cannot make the folder '%s' for the keys of sealed games: %s", keys,
                    strerror(errno));
  }
  return cli_key_find(cli, name, &there) == CLI_KEY_FOUND ? CLI_OK : write_file(cli, *path, key);
}
