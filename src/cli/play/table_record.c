#include "cli/play/table.h"

#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>

#include "cli/files.h"
#include "cli/game.h"
#include "cli/words.h"

#define PLAYER_TAG "Player"

const char *cli_table_result(const cli_table *table, char *buffer) {
  const uint8_t *team = table->game->info.team;
  if (!table->resigned) {
    return mr_result_text(table->game, table->state, buffer);
  }
  mr_str text;
  mr_str_fixed(&text, buffer, MR_RESULT_TEXT_MAX);
  mr_str_add(&text, team[table->resigner.id] == team[0] ? "0-1" : "1-0");
  return buffer;
}

bool cli_table_can_resign(const cli_table *table) {
  const mr_game_info *info = &table->game->info;
  unsigned teams = 0;
  for (size_t i = 0; i < info->players; i++) {
    bool leads = true;
    for (size_t k = 0; k < i; k++) {
      leads = leads && info->team[k] != info->team[i];
    }
    teams += leads;
  }
  return teams == 2;
}

/* ---- writing --------------------------------------------------------------------------------- */

static mr_status write_start(const cli_table *table, mr_record *out, mr_error *err) {
  if (table->own_start) {
    return MR_OK;
  }
  mr_str text;
  mr_str_init(&text, NULL);
  mr_game_format_state(table->game, table->start, &text);
  mr_status status = text.status == MR_OK
                         ? mr_record_set_text(out, &out->start, mr_str_text(&text), err)
                         : mr_error_set(err, text.status, "out of memory");
  mr_str_done(&text);
  return status;
}

static mr_status write_seats(const cli_table *table, mr_record *out, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < table->game->info.players && status == MR_OK; i++) {
    char buffer[160];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    cli_seat_text(&table->seats[i], &text);
    status = mr_record_add_tag(out, PLAYER_TAG, table->game->info.player_names[i], buffer, err);
  }
  return status;
}

static mr_status write_head(const cli_table *table, mr_record *out, mr_error *err) {
  mr_status status = mr_record_set_text(out, &out->game, table->game->info.name, err);
  for (size_t i = 0; i < table->set_count && status == MR_OK; i++) {
    status = mr_record_add_set(out, table->sets[i].key, table->sets[i].value, err);
  }
  out->has_seed = true;
  out->seed = table->seed;
  if (status == MR_OK) {
    status = write_start(table, out, err);
  }
  return status == MR_OK ? write_seats(table, out, err) : status;
}

static mr_status write_moves(const cli_table *table, mr_record *out, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < table->count && status == MR_OK; i++) {
    const cli_move *move = &table->moves[i];
    status =
        mr_record_add_move(out, move->text, move->comment[0] == '\0' ? NULL : move->comment, err);
  }
  return status;
}

static mr_status write_end(const cli_table *table, mr_record *out, mr_error *err) {
  char result[MR_RESULT_TEXT_MAX];
  mr_status status = MR_OK;
  if (table->resigned) {
    status = mr_record_set_text(out, &out->result, cli_table_result(table, result), err);
    if (status == MR_OK) {
      status = mr_record_set_text(out, &out->rule, "resignation", err);
    }
  }
  return status == MR_OK ? mr_record_close(out, table->game, table->state, err) : status;
}

int cli_table_record(const cli_table *table, mr_record *out) {
  mr_error error;
  mr_record_init(out, NULL);
  mr_status status = write_head(table, out, &error);
  if (status == MR_OK) {
    status = write_moves(table, out, &error);
  }
  if (status == MR_OK) {
    status = write_end(table, out, &error);
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(table->cli, &error);
}

int cli_table_save(const cli_table *table, const char *path) {
  mr_record record;
  mr_str text;
  mr_str_init(&text, NULL);
  int status = cli_table_record(table, &record);
  if (status == CLI_OK) {
    mr_record_format(&record, &text);
    status = cli_text_write(table->cli, path, &text);
  }
  mr_str_done(&text);
  mr_record_done(&record);
  return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Seats whose tag this program did not write keep what they have. */
static void read_seats(cli_table *table, const mr_record *record) {
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    mr_player player = MR_NOBODY;
    if (strcmp(tag->name, PLAYER_TAG) == 0 && tag->value2 != NULL &&
        cli_find_player(table->game, tag->value, &player)) {
      cli_seat_recall(table, player, tag->value2);
    }
  }
}

static int begin(cli_table *table, const mr_record *record) {
  uint64_t seed = record->has_seed ? record->seed : cli_seed(table->cli);
  if (record->start != NULL) {
    return cli_table_start(table, seed, record->start);
  }
  table->seed = seed;
  table->own_start = true;
  mr_game_start(table->game, table->start);
  cli_table_rewind(table, 0);
  return CLI_OK;
}

static int make_moves(cli_table *table, const mr_record *record) {
  int status = CLI_OK;
  for (size_t i = 0; i < record->move_count && status == CLI_OK; i++) {
    const mr_record_move *move = &record->moves[i];
    mr_action action = MR_ACTION_NONE;
    mr_error error;
    if (mr_game_parse_action(table->game, table->state, move->text, strlen(move->text), &action,
                             &error) != MR_OK) {
      return cli_fail_error(table->cli, &error);
    }
    status = cli_table_make(table, action, move->comment);
  }
  return status;
}

/* An end by resignation is remembered, so that taking it back works as ever. */
static void read_end(cli_table *table, const mr_record *record) {
  if (record->rule == NULL || strcmp(record->rule, "resignation") != 0 || record->result == NULL ||
      !cli_table_can_resign(table)) {
    return;
  }
  const mr_game_info *info = &table->game->info;
  bool first = strcmp(record->result, "0-1") == 0;
  for (uint8_t i = 0; i < info->players; i++) {
    if ((info->team[i] == info->team[0]) == first) {
      table->resigner.id = i;
      table->resigned = true;
      return;
    }
  }
}

/* What the library complains of, too, but it does not know where definitions are from. */
static int complain_of_rules(const cli_table *table, const char *path, const mr_record *record) {
  cli_context *cli = table->cli;
  const mr_game_info *info = &table->game->info;
  const char *source = cli_game_source(cli->catalog, info->name);
  return cli_fail(cli,
                  "%s: the game was played by other rules of '%s' than %s%s (definition %016" PRIx64
                  ", not %016" PRIx64 ")%s",
                  path, info->name, source != NULL ? "those in " : "these",
                  source != NULL ? source : "", record->definition_hash, info->definition_hash,
                  cli->global.rules.count > 0 ? "" : "; if they are in a file, add it by --rules");
}

/* @pre the table is open and empty */
static int play_back(cli_table *table, const char *path, const mr_record *record) {
  mr_error error;
  uint64_t rules = record->definition_hash;
  if (rules != 0 && rules != table->game->info.definition_hash) {
    return complain_of_rules(table, path, record);
  }
  if (mr_record_replay(record, table->game, NULL, NULL, NULL, NULL, &error) != MR_OK) {
    mr_error_locate(&error, path, error.line, error.column);
    return cli_fail_error(table->cli, &error);
  }
  read_seats(table, record);
  int status = begin(table, record);
  if (status == CLI_OK) {
    status = make_moves(table, record);
  }
  read_end(table, record);
  return status;
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
                       cli_table *out) {
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
  int status = cli_table_open(cli, game, sets, record->set_count, out);
  if (status == CLI_OK) {
    status = play_back(out, path, record);
    if (status != CLI_OK) {
      cli_table_close(out);
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
  mr_pgn_game pgn;
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

int cli_table_load_game(cli_context *cli, const char *path, uint64_t number, cli_table *out) {
  const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
  mr_str text;
  mr_record record;
  mr_error error;
  *out = (cli_table){0};
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

int cli_table_load(cli_context *cli, const char *path, cli_table *out) {
  return cli_table_load_game(cli, path, 1, out);
}
