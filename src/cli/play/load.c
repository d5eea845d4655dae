#include "cli/play/session.h"

#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>

#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

/* What the library complains of, too, but it does not know where definitions are from. */
static int complain_of_rules(const cli_session *session, const char *path,
                             const mr_record *record) {
  cli_context *cli = session->cli;
  const mr_game_info *info = &session->game->info;
  const char *source = cli_game_source(cli->catalog, info->name);
  return cli_fail(cli,
                  "%s: the game was played by other rules of '%s' than %s%s (definition %016" PRIx64
                  ", not %016" PRIx64 ")%s",
                  path, info->name, source != NULL ? "those in " : "these",
                  source != NULL ? source : "", record->definition_hash, info->definition_hash,
                  cli->global.rules.count > 0 ? "" : "; if they are in a file, add it by --rules");
}

/* A game that was agreed drawn or lost on time goes on where somebody sits down at it. */
static int play_back(cli_session *session, const char *path, const mr_record *record) {
  mr_error error;
  uint64_t rules = record->definition_hash;
  if (rules != 0 && rules != session->game->info.definition_hash) {
    return complain_of_rules(session, path, record);
  }
  if (mr_session_load(session->core, record, cli_seed(session->cli), &error) != MR_OK) {
    mr_error_locate(&error, path, error.line, error.column);
    return cli_fail_error(session->cli, &error);
  }
  mr_session_end end = mr_session_ended(session->core);
  if (end == MR_SESSION_AGREED || end == MR_SESSION_TIME) {
    mr_session_reopen(session->core);
  }
  session->told = mr_session_count(session->core);
  return CLI_OK;
}

/* Texts of the record outlive it only in the arena of the program. */
static mr_override *keep_sets(cli_context *cli, const mr_record *record) {
  mr_override *sets = mr_arena_zero(&cli->arena, record->set_count + 1, sizeof *sets);
  for (size_t i = 0; sets != NULL && i < record->set_count; i++) {
    const mr_override *from = &record->sets[i];
    sets[i].key = mr_arena_copy(&cli->arena, from->key, strlen(from->key));
    sets[i].value = mr_arena_copy(&cli->arena, from->value, strlen(from->value));
    if (sets[i].key == NULL || sets[i].value == NULL) {
      return NULL;
    }
  }
  return sets;
}

static int open_record(cli_context *cli, const char *path, const mr_record *record,
                       cli_session *out) {
  if (record->game == NULL) {
    return cli_fail(cli, "%s: the record names no game", path);
  }
  mr_override *sets = keep_sets(cli, record);
  if (sets == NULL) {
    return cli_fail_memory(cli);
  }
  mr_game *game = cli_game_open_with(cli, record->game, sets, record->set_count);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = cli_session_open(cli, game, sets, record->set_count, out);
  if (status == CLI_OK) {
    status = play_back(out, path, record);
    if (status != CLI_OK) {
      cli_session_close(out);
    }
  }
  return status;
}

/* ---- games in PGN ---------------------------------------------------------------------------- */

/* The game of the catalogue that a game in PGN is one of, or NULL after a complaint. */
static mr_game *open_variant(cli_context *cli, const char *path, const mr_pgn_game *pgn) {
  const char *variant = mr_pgn_tag(pgn, "Variant");
  const mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return NULL;
  }
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *name = mr_catalog_name(catalog, i);
    if (mr_pgn_is_called(pgn, name)) {
      return cli_game_open_with(cli, name, NULL, 0);
    }
  }
  cli_fail(cli, "%s:%u: no game is called '%s'; 'marcher games' lists them", path,
           (unsigned)pgn->line, variant != NULL ? variant : "chess");
  return NULL;
}

/* The n-th game of a text in PGN. */
static int find_game(cli_context *cli, const char *path, uint64_t number, mr_pgn_reader *reader,
                     mr_pgn_game *out) {
  mr_error error;
  bool found = true;
  uint64_t seen = 0;
  for (; found && seen < number; seen += found) {
    if (mr_pgn_next(reader, out, &found, &error) != MR_OK) {
      return cli_fail_error(cli, &error);
    }
  }
  if (found) {
    return CLI_OK;
  }
  return seen == 0 ? cli_fail(cli, "%s: there is no game in it", path)
                   : cli_fail(cli, "%s: there is no game %llu in it, only %llu", path,
                              (unsigned long long)number, (unsigned long long)seen);
}

/* Makes a record of it. */
static int read_pgn(cli_context *cli, const char *path, const mr_str *text, uint64_t number,
                    mr_record *out) {
  mr_pgn_reader *reader = NULL;
  mr_pgn_game pgn = {0};
  mr_error error;
  if (mr_pgn_reader_over(NULL, path, mr_str_text(text), text->length, &reader, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  int status = find_game(cli, path, number, reader, &pgn);
  mr_game *game = status == CLI_OK ? open_variant(cli, path, &pgn) : NULL;
  if (game == NULL) {
    status = CLI_FAILED;
  } else if (mr_pgn_to_record(&pgn, game, path, out, &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  mr_game_free(game);
  mr_pgn_reader_free(reader);
  return status;
}

/* Records begin with their version; what has another first tag, or begins with a move, is PGN. */
static bool is_pgn(const char *text) {
  static const char mark[] = "\xEF\xBB\xBF";
  text += strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
  text += strspn(text, " \t\r\n");
  bool tag = text[0] == '[' && strncmp(text, "[Marcher", strlen("[Marcher")) != 0;
  return tag || strncmp(text, "1.", 2) == 0;
}

int cli_session_load(cli_context *cli, const char *path, uint64_t number, cli_session *out) {
  const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
  mr_str text;
  mr_record record;
  mr_error error;
  *out = (cli_session){0};
  mr_str_init(&text, NULL);
  mr_record_init(&record, NULL);
  int status = cli_file_read(cli, path, MR_RECORD_FILE_MAX, &text);
  if (status == CLI_OK) {
    if (is_pgn(mr_str_text(&text))) {
      status = read_pgn(cli, name, &text, number, &record);
    } else if (number != 1) {
      status = cli_fail(cli, "%s: a record holds one game; there is no game %llu", name,
                        (unsigned long long)number);
    } else if (mr_record_parse(&record, name, mr_str_text(&text), text.length, &error) != MR_OK) {
      status = cli_fail_error(cli, &error);
    }
  }
  if (status == CLI_OK) {
    status = open_record(cli, name, &record, out);
  }
  mr_record_done(&record);
  mr_str_done(&text);
  return status;
}
