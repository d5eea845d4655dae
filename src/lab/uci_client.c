#include "lab/uci_client.h"

#include <inttypes.h>
#include <marcher/clock.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

#define SETTINGS_KNOWN 64
#define START_PATIENCE_MS 10000
#define QUIT_GRACE (300 * MR_NS_PER_MS)

/* ---- writing down ---------------------------------------------------------------------------- */

/* Writes lines down, each whole or not at all. A full disk ends no game. */
static void write_down(const mr_client *client, char direction, const char *lines) {
  mr_client_log *log = client->log;
  if (log == NULL || log->file < 0) {
    return;
  }
  mr_str text = mr_str_growing(NULL);
  mr_mutex_lock(&log->mutex);
  do {
    size_t length = strcspn(lines, "\n");
    mr_str_reset(&text);
    mr_str_format(&text, "%.4f %s[%d] %c ", (double)(mr_clock_ns() - log->began) / 1e9,
                  client->engine->name, (int)client->process.id, direction);
    mr_str_bytes(&text, lines, length);
    mr_str_char(&text, '\n');
    mr_status status =
        text.status == MR_OK
            ? mr_file_add(log->file, log->path, mr_str_text(&text), text.length, &log->error)
            : mr_error_set(&log->error, text.status, "%s: out of memory", log->path);
    log->lost += status != MR_OK;
    lines += length + (lines[length] == '\n' ? 1 : 0);
  } while (*lines != '\0');
  mr_mutex_unlock(&log->mutex);
  mr_str_done(&text);
}

mr_process_io mr_client_send(mr_client *client, const char *line, int64_t deadline) {
  write_down(client, '<', line);
  return mr_process_write(&client->process, line, strlen(line), deadline);
}

static mr_process_io read_line(mr_client *client, int64_t deadline, char **line) {
  mr_process_io io = mr_process_line(&client->process, deadline, line);
  if (io == MR_PROCESS_FINE) {
    write_down(client, '>', *line);
  }
  return io;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* Whether a line begins with this token, which the next one follows. */
static bool begins(const char *line, const char *text, mr_tokens *rest) {
  mr_token token;
  *rest = (mr_tokens){line, strlen(line)};
  mr_next_token(rest, &token);
  return mr_token_is(token, text);
}

static void copy_token(char *out, size_t size, mr_token token) {
  mr_str text = mr_str_fixed(out, size);
  mr_str_bytes(&text, token.text, token.length);
}

/* ---- the beginning --------------------------------------------------------------------------- */

/*
 * @param rest "name UCI_Variant type combo default chess var chess var crazyhouse", or "name Move
 * Overhead type spin default 10 ..."; in names of settings capitals and small letters are the same
 */
static void read_option(mr_client *client, mr_tokens rest) {
  const mr_match_engine *engine = client->engine;
  mr_token token;
  mr_next_token(&rest, &token);
  if (!mr_token_is(token, "name")) {
    return;
  }
  mr_token name = mr_tokens_rest(&rest);
  const char *end = strstr(name.text, " type ");
  size_t length = end != NULL ? (size_t)(end - name.text) : name.length;
  for (size_t i = 0; i < engine->setting_count && i < SETTINGS_KNOWN; i++) {
    bool same = mr_text_is_nocase(name.text, length, engine->settings[i].name);
    client->announced |= (uint64_t)same << i;
  }
  mr_next_token(&rest, &token);
  if (mr_token_is(token, "Ponder")) {
    client->has_ponder = true;
  } else if (mr_token_is(token, "UCI_Variant")) {
    client->has_variant = true;
    while (mr_next_token(&rest, &token)) {
      if (mr_token_is(token, "var")) {
        mr_next_token(&rest, &token);
        client->offers = true;
        client->offered = client->offered || mr_token_is(token, client->wanted);
      }
    }
  }
}

/* Sends a request and reads up to the line that ends the answer. */
static mr_process_io request(mr_client *client, const char *text, const char *end,
                             int64_t deadline) {
  mr_process_allow(&client->process);
  mr_process_io io = mr_client_send(client, text, deadline);
  while (io == MR_PROCESS_FINE) {
    char *line = NULL;
    mr_tokens rest;
    io = read_line(client, deadline, &line);
    if (io == MR_PROCESS_FINE && begins(line, end, &rest)) {
      return io;
    }
    if (io == MR_PROCESS_FINE && begins(line, "option", &rest)) {
      read_option(client, rest);
    }
  }
  return io;
}

static mr_process_io greet(mr_client *client, int64_t deadline) {
  client->offers = client->offered = false;
  return request(client, "uci\n", "uciok", deadline);
}

mr_process_io mr_client_sync(mr_client *client, int64_t deadline) {
  return request(client, "isready\n", "readyok", deadline);
}

static mr_process_io set_option(mr_client *client, const char *name, const char *value,
                                int64_t deadline) {
  mr_str line = mr_str_growing(NULL);
  mr_str_format(&line, "setoption name %s%s%s\n", name, value[0] != '\0' ? " value " : "", value);
  mr_process_io io = mr_client_send(client, mr_str_text(&line), deadline);
  mr_str_done(&line);
  return io;
}

/* Whether it has announced what the i-th setting sets; of very many that is not known. */
static bool has_setting(const mr_client *client, size_t i) {
  return i >= SETTINGS_KNOWN || (client->announced >> i & 1) != 0;
}

static mr_process_io send_settings(mr_client *client, int64_t deadline) {
  static const char path[] = "VariantPath";
  const mr_match_engine *engine = client->engine;
  mr_process_io io = MR_PROCESS_FINE;
  bool taught = false;
  for (size_t i = 0; i < engine->setting_count && io == MR_PROCESS_FINE; i++) {
    const mr_match_setting *setting = &engine->settings[i];
    if (has_setting(client, i)) {
      io = set_option(client, setting->name, setting->value, deadline);
      taught = taught || mr_text_is_nocase(path, strlen(path), setting->name);
    }
  }
  if (engine->ponder && client->has_ponder && io == MR_PROCESS_FINE) {
    io = set_option(client, "Ponder", "true", deadline);
  }
  /* Only now does it know the variants of the file. */
  return taught && io == MR_PROCESS_FINE ? greet(client, deadline) : io;
}

static mr_status refuse(const mr_client *client, mr_process_io io, mr_error *err) {
  const char *name = client->engine->name;
  char how[64];
  if (io == MR_PROCESS_STOPPED) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  if (io == MR_PROCESS_LATE || io == MR_PROCESS_FLOODS) {
    return mr_error_set(err, MR_ERR_IO, "%s %s", name,
                        io == MR_PROCESS_LATE ? "does not answer 'uci' and 'isready' in time"
                                              : "floods us before the first move");
  }
  if (mr_process_is_dead(&client->process, QUIT_GRACE, how, sizeof how)) {
    return mr_error_set(err, MR_ERR_IO, "%s ended before the first move: %s", name, how);
  }
  return mr_error_set(err, MR_ERR_IO, "%s closed its pipe before the first move", name);
}

/* Whether it plays the game at all: never silently another one. */
static mr_status check_variant(const mr_client *client, mr_error *err) {
  const char *name = client->engine->name;
  if (!client->has_variant && strcmp(client->wanted, "chess") != 0) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s has no option UCI_Variant, so it cannot be asked to play '%s'; "
                        "variant=none tells it nothing",
                        name, client->wanted);
  }
  if (client->has_variant && client->offers && !client->offered) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s does not offer '%s' among its variants; variant=NAME says what it "
                        "calls the game, option.VariantPath=FILE teaches it",
                        name, client->wanted);
  }
  return MR_OK;
}

static mr_status introduce(mr_client *client, mr_error *err) {
  const mr_match_engine *engine = client->engine;
  int64_t patience = engine->patience_ms > 0 ? engine->patience_ms : START_PATIENCE_MS;
  int64_t deadline = mr_clock_ns() + patience * MR_NS_PER_MS;
  bool told = strcmp(client->wanted, "none") != 0;
  mr_process_io io = greet(client, deadline);
  /* It would drop what it cannot be set to without a word that we hear. */
  for (size_t i = 0; io == MR_PROCESS_FINE && i < engine->setting_count; i++) {
    if (!has_setting(client, i) && !engine->settings[i].may_lack) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has no option '%s'", engine->name,
                          engine->settings[i].name);
    }
  }
  if (io == MR_PROCESS_FINE) {
    io = send_settings(client, deadline);
  }
  mr_status status = io == MR_PROCESS_FINE && told ? check_variant(client, err) : MR_OK;
  if (status != MR_OK) {
    return status;
  }
  if (io == MR_PROCESS_FINE && told && client->has_variant) {
    io = set_option(client, "UCI_Variant", client->wanted, deadline);
  }
  if (io == MR_PROCESS_FINE) {
    io = mr_client_sync(client, deadline);
  }
  return io == MR_PROCESS_FINE ? MR_OK : refuse(client, io, err);
}

mr_status mr_client_open(mr_client *client, const char *variant, mr_error *err) {
  const mr_match_engine *engine = client->engine;
  mr_process_spec spec = {.command = engine->command,
                          .arguments = engine->arguments,
                          .argument_count = engine->argument_count,
                          .folder = engine->folder,
                          .errors = engine->errors};
  client->wanted = engine->variant != NULL ? engine->variant : variant;
  client->has_variant = client->has_ponder = client->pondering = false;
  client->announced = 0;
  mr_status status = mr_process_start(&client->process, &spec, err);
  if (status != MR_OK) {
    return status;
  }
  status = introduce(client, err);
  if (status != MR_OK) {
    mr_process_stop(&client->process, 0);
  } else {
    mr_process_tree_look(&client->process.tree, client->process.id);
  }
  return status;
}

void mr_client_close(mr_client *client) {
  if (client->process.id == 0) {
    return;
  }
  mr_client_send(client, client->pondering ? "stop\nquit\n" : "quit\n",
                 mr_clock_ns() + MR_NS_PER_MS);
  mr_process_stop(&client->process, QUIT_GRACE);
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The number that follows, up to what is no digit. */
static long long next_number(mr_tokens *rest) {
  mr_token token;
  mr_next_token(rest, &token);
  return strtoll(token.text, NULL, 10);
}

/* The centipawns of "score cp 12", or the plies of "score mate -3". */
static void read_score(mr_tokens *rest, mr_client_answer *out) {
  mr_token token;
  mr_next_token(rest, &token);
  bool mate = mr_token_is(token, "mate");
  if (!mate && !mr_token_is(token, "cp")) {
    return;
  }
  long long value = next_number(rest);
  value = value < -100000 ? -100000 : value > 100000 ? 100000 : value;
  out->scored = true;
  out->score = (mr_search_score){.known = true, .centipawns = (int)value};
  if (mate) {
    out->score.end_in = (int)(value > 0 ? 2 * value - 1 : value < 0 ? 2 * value : -1);
    out->score.centipawns = value > 0 ? 10000 : -10000;
  }
}

void mr_client_read_info(const char *line, mr_client_answer *out) {
  mr_tokens rest = {line, strlen(line)};
  mr_client_answer read = *out;
  mr_token token;
  mr_next_token(&rest, &token);
  while (mr_next_token(&rest, &token)) {
    if (mr_token_is(token, "string") || mr_token_is(token, "pv")) {
      break;
    }
    if (mr_token_is(token, "score")) {
      read_score(&rest, &read);
    } else if (mr_token_is(token, "depth")) {
      read.depth = (unsigned)next_number(&rest);
    } else if (mr_token_is(token, "nodes")) {
      mr_next_token(&rest, &token);
      read.nodes = strtoull(token.text, NULL, 10);
    } else if (mr_token_is(token, "multipv") && next_number(&rest) > 1) {
      return;
    }
  }
  *out = read;
}

mr_process_io mr_client_await(mr_client *client, int64_t deadline, mr_client_answer *out) {
  *out = (mr_client_answer){.move = ""};
  for (;;) {
    char *line = NULL;
    mr_tokens rest;
    mr_token token;
    mr_process_io io = read_line(client, deadline, &line);
    if (io != MR_PROCESS_FINE) {
      return io;
    }
    if (begins(line, "bestmove", &rest)) {
      mr_next_token(&rest, &token);
      copy_token(out->move, sizeof out->move, token);
      if (mr_next_token(&rest, &token) && mr_token_is(token, "ponder")) {
        mr_next_token(&rest, &token);
        copy_token(out->ponder, sizeof out->ponder, token);
      }
      return io;
    }
    if (begins(line, "info", &rest)) {
      mr_client_read_info(line, out);
    }
  }
}
