#include "cli/play/session.h"

#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/play/keys.h"
#include "cli/words.h"

/* ---- opening and closing --------------------------------------------------------------------- */

int cli_session_open(cli_context *cli, mr_game *game, const mr_override *sets, size_t set_count,
                     cli_session *out) {
  mr_error error;
  *out = (cli_session){.cli = cli, .game = game, .set_count = set_count, .viewer = MR_NOBODY};
  out->story.text = cli_text();
  out->sets = mr_alloc_zero(NULL, set_count + 1, sizeof *sets);
  out->seen = mr_state_new(game, NULL);
  out->ahead = mr_state_new(game, NULL);
  out->actions = mr_alloc_zero(NULL, game->info.max_actions, sizeof *out->actions);
  out->fitting = mr_alloc_zero(NULL, game->info.max_actions, sizeof *out->fitting);
  mr_session_options options = {.sets = out->sets, .set_count = set_count};
  if (out->sets == NULL || out->seen == NULL || out->ahead == NULL || out->actions == NULL ||
      out->fitting == NULL || mr_session_new(game, &options, &out->core, &error) != MR_OK) {
    cli_session_close(out);
    return cli_fail_memory(cli);
  }
  if (set_count > 0) {
    memcpy(out->sets, sets, set_count * sizeof *sets);
  }
  return CLI_OK;
}

void cli_session_close(cli_session *session) {
  if (session->game == NULL) {
    return;
  }
  mr_str_done(&session->story.text);
  mr_alloc_free(NULL, session->story.parts, session->story.room * sizeof *session->story.parts);
  mr_session_free(session->core);
  mr_endgame_set_free(session->endgames);
  size_t room = session->game->info.max_actions * sizeof *session->actions;
  mr_alloc_free(NULL, session->fitting, room);
  mr_alloc_free(NULL, session->actions, room);
  mr_state_free(session->game, NULL, session->ahead);
  mr_state_free(session->game, NULL, session->seen);
  mr_alloc_free(NULL, session->sets, (session->set_count + 1) * sizeof *session->sets);
  mr_game_free(session->game);
  *session = (cli_session){0};
}

void cli_forget_story(cli_session *session) {
  mr_str_reset(&session->story.text);
  session->story.count = 0;
  session->told = 0;
}

/* ---- playing --------------------------------------------------------------------------------- */

int cli_session_start(cli_session *session, uint64_t seed, const char *text) {
  mr_error error;
  session->narrated = 0;
  session->loaded = session->has_key = false;
  session->seed_is_secret =
      mr_game_can(session->game, MR_CAN_HIDE) && !session->cli->global.seed.given;
  if (text == NULL) {
    mr_session_begin(session->core, seed);
    return CLI_OK;
  }
  int status = cli_state_read(session->cli, session->game, text, session->ahead);
  if (status == CLI_OK &&
      mr_session_begin_at(session->core, seed, session->ahead, &error) != MR_OK) {
    status = cli_fail_error(session->cli, &error);
  }
  return status;
}

void cli_session_reveal(cli_session *session, bool reveal) {
  if (reveal) {
    session->viewer = MR_ALL_SEEING;
    session->seed_is_secret = false;
  }
}

void cli_session_add_seed(const cli_session *session, mr_str *out) {
  if (!session->seed_is_secret) {
    mr_str_format(out, ", seed %llu", (unsigned long long)mr_session_seed(session->core));
  }
}

int cli_session_make(cli_session *session, mr_action action, const char *comment) {
  mr_error error;
  mr_status status = mr_session_make(session->core, action, comment, &error);
  return status == MR_OK ? CLI_OK : cli_fail_error(session->cli, &error);
}

void cli_session_rewind(cli_session *session, size_t keep) {
  mr_session_rewind(session->core, keep);
  session->narrated = mr_session_count(session->core);
}

bool cli_session_take_back(cli_session *session, mr_player player, size_t keep, mr_error *why) {
  bool good = mr_session_take_back(session->core, player, keep, why) == MR_OK;
  session->narrated = good ? mr_session_count(session->core) : session->narrated;
  return good;
}

int cli_session_think(cli_session *session, mr_player player, mr_progress_fn progress,
                      void *context) {
  mr_error error;
  mr_status status =
      mr_session_think(session->core, player, cli_stop_flag(), progress, context, &error);
  return status == MR_OK ? CLI_OK : cli_fail_error(session->cli, &error);
}

/* ---- saving ---------------------------------------------------------------------------------- */

/* The key of this game: of a seed that somebody has chosen, it follows from that. */
static mr_status need_key(cli_session *session, mr_error *error) {
  if (session->has_key) {
    return MR_OK;
  }
  mr_status status = session->seed_is_secret || session->loaded
                         ? mr_seal_key_fresh(&session->key, error)
                         : mr_session_key_of_seed(session->core, &session->key, error);
  session->has_key = status == MR_OK;
  return status;
}

/* Whether a key follows from the seed. */
static bool is_of_seed(const cli_session *session, const mr_seal_key *key) {
  mr_seal_key known;
  return mr_session_key_of_seed(session->core, &known, NULL) == MR_OK &&
         memcmp(known.bytes, key->bytes, sizeof known.bytes) == 0;
}

/* Keeps the key of a record that was sealed, and says what the seal is good for. */
static int keep_key(cli_session *session) {
  cli_context *cli = session->cli;
  const char *path = NULL;
  int status = cli_key_keep(cli, &session->key, &path);
  if (status != CLI_OK || cli->global.json) {
    return status;
  }
  if (is_of_seed(session, &session->key)) {
    mr_str_add(&cli->out, "The seal follows from the seed, and hides nothing from whoever knows "
                          "that.\n");
  } else {
    mr_str_format(&cli->out, "What is hidden is sealed; its key is %s\n", path);
  }
  return CLI_OK;
}

int cli_session_save(cli_session *session, const char *path) {
  mr_record record;
  mr_str text = cli_text();
  mr_error error;
  mr_record_init(&record, NULL);
  bool hides = mr_game_can(session->game, MR_CAN_HIDE);
  mr_status made = hides ? need_key(session, &error) : MR_OK;
  if (made == MR_OK) {
    made = hides ? mr_session_record_sealed(session->core, &session->key, &record, &error)
                 : mr_session_record(session->core, &record, &error);
  }
  int status = made == MR_OK ? CLI_OK : cli_fail_error(session->cli, &error);
  if (status == CLI_OK && record.key_name != NULL) {
    status = keep_key(session);
  }
  if (status == CLI_OK) {
    mr_record_format(&record, &text);
    status = cli_text_write(session->cli, path, &text);
  }
  char name[MR_RECORD_KEY_NAME_SIZE];
  if (status == CLI_OK && session->has_key && record.key_name == NULL &&
      mr_record_key_name(&session->key, name, NULL) == MR_OK) {
    cli_key_retire(session->cli, name); /* all is in the open: the game is over */
  }
  mr_str_done(&text);
  mr_record_done(&record);
  return status;
}

/* ---- seats ----------------------------------------------------------------------------------- */

bool cli_is_person(const cli_session *session, mr_player player) {
  return player.id != MR_NOBODY_ID &&
         mr_session_seat_of(session->core, player)->sitter == MR_SESSION_PERSON;
}

size_t cli_count_persons(const cli_session *session) {
  size_t count = 0;
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    count += cli_is_person(session, (mr_player){i});
  }
  return count;
}

/* A saved game is not gone on with by looking at what the computer hides. @return false after words
 */
static bool may_sit(const cli_session *session, mr_player player) {
  bool spies = session->loaded && !cli_is_person(session, player) &&
               mr_session_has_secret(session->core, player);
  if (spies) {
    cli_fail(session->cli,
             "%s, whom the computer plays, hides something in this game: nobody can sit down there "
             "before it has come to light; --side none looks on",
             session->game->info.player_names[player.id]);
  }
  return !spies;
}

int cli_choose_side(cli_session *session, const char *side) {
  mr_player player = {0};
  bool all = side != NULL && (strcmp(side, "both") == 0 || strcmp(side, "all") == 0);
  bool none = side != NULL && strcmp(side, "none") == 0;
  if (side != NULL && !all && !none && !cli_find_player(session->game, side, &player)) {
    char buffer[200];
    mr_str list = mr_str_fixed(buffer, sizeof buffer);
    cli_player_list(session->game, ", ", &list);
    return cli_usage(session->cli, "--side needs one of %s, both, none, not '%s'", buffer, side);
  }
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    if ((all || (!none && i == player.id)) && !may_sit(session, (mr_player){i})) {
      return CLI_FAILED;
    }
  }
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(session->core, (mr_player){i});
    seat.sitter = all || (!none && i == player.id) ? MR_SESSION_PERSON : MR_SESSION_ENGINE;
    mr_session_sit(session->core, (mr_player){i}, &seat);
  }
  return CLI_OK;
}

/* "NAME=SEAT". */
static int read_seat(cli_session *session, const char *text) {
  char name[64];
  mr_error error;
  mr_player player = MR_NOBODY;
  text += strspn(text, " ");
  size_t length = strcspn(text, "=");
  mr_str copy = mr_str_fixed(name, sizeof name);
  mr_str_bytes(&copy, text, length);
  if (text[length] != '=') {
    return cli_usage(session->cli, "--player needs NAME=SEAT, not '%s'", text);
  }
  if (!cli_find_player(session->game, name, &player)) {
    char buffer[200];
    copy = mr_str_fixed(buffer, sizeof buffer);
    cli_player_list(session->game, ", ", &copy);
    return cli_usage(session->cli, "--player: there is no '%s'; there are: %s", name, buffer);
  }
  mr_session_seat seat = *mr_session_seat_of(session->core, player);
  if (mr_seat_parse(session->game, text + length + 1, &seat, &error) != MR_OK) {
    return cli_usage(session->cli, "--player %s: %s", name, error.message);
  }
  if (seat.sitter == MR_SESSION_PERSON && !may_sit(session, player)) {
    return CLI_FAILED;
  }
  mr_session_sit(session->core, player, &seat);
  return CLI_OK;
}

/* "level=3" is how matches name an engine. */
static int refuse_engine(cli_session *session, const char *text, const mr_error *error) {
  static const char *const options[] = {"level", "time", "nodes"};
  size_t length = strcspn(text, "=");
  for (size_t i = 0; text[length] != '\0' && i < sizeof options / sizeof options[0]; i++) {
    if (mr_text_is(text, length, options[i])) {
      return cli_usage(session->cli,
                       "--engine takes the name of an engine, not '%s'; did you mean '--%s %s'?",
                       text, options[i], text + length + 1);
    }
  }
  return cli_usage(session->cli, "--engine: %s", error->message);
}

int cli_seats_read(cli_session *session, const cli_seat_options *options) {
  mr_error error;
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(session->core, (mr_player){i});
    if (options->level.given) {
      seat.level = (unsigned)options->level.value;
    }
    if (options->time.given) {
      seat.milliseconds = (uint32_t)options->time.value;
    }
    if (options->nodes.given) {
      seat.nodes = options->nodes.value;
    }
    if (options->engine != NULL &&
        mr_seat_set_engine(session->game, options->engine, &seat, &error) != MR_OK) {
      return refuse_engine(session, options->engine, &error);
    }
    mr_session_sit(session->core, (mr_player){i}, &seat);
  }
  int status = CLI_OK;
  if (options->endgames != NULL && session->endgames == NULL) {
    status = cli_endgames_open(session->cli, session->game, options->endgames, &session->endgames);
    if (status == CLI_OK) {
      mr_session_set_probe(session->core, mr_endgame_set_probe, session->endgames);
    }
  }
  for (size_t i = 0; i < options->players.count && status == CLI_OK; i++) {
    status = read_seat(session, options->players.items[i]);
  }
  return status;
}

void cli_add_seats(const cli_seat_options *options, mr_str *out) {
  cli_add_given(out, "level", &options->level);
  cli_add_given(out, "time", &options->time);
  cli_add_given(out, "nodes", &options->nodes);
  cli_add_option(out, "engine", options->engine);
  cli_add_option(out, "endgames", options->endgames);
  cli_add_list(out, "player", &options->players);
}

/* ---- records --------------------------------------------------------------------------------- */

static const char *source_name(const char *path) {
  return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* A complaint about a record, with what helps where it is damaged. */
static int fail_by_record(cli_context *cli, const char *path, const mr_error *error) {
  int status = cli_fail_error(cli, error);
  bool damage = error->status == MR_ERR_SYNTAX || error->status == MR_ERR_ENCODING ||
                error->status == MR_ERR_ILLEGAL || error->status == MR_ERR_MISMATCH ||
                error->status == MR_ERR_DUPLICATE || error->status == MR_ERR_RANGE;
  if (damage && error->line > 0 && strcmp(path, "-") != 0) {
    mr_str text = cli_text();
    mr_str_format(&text, "'marcher replay --salvage %s' shows what can be kept of it", path);
    cli_note(cli, mr_str_text(&text));
    mr_str_done(&text);
  }
  return status;
}

/* A game that was agreed drawn or lost on time goes on where somebody sits down at it. */
static int play_back(cli_session *session, const char *path, const mr_record *record) {
  cli_context *cli = session->cli;
  const mr_game_info *info = &session->game->info;
  mr_error error;
  uint64_t rules = record->definition_hash;
  if (rules != 0 && rules != info->definition_hash) {
    /* The library complains of it, too, but does not know where definitions are from. */
    const char *source = cli_game_source(cli->catalog, info->name);
    return cli_fail(
        cli,
        "%s: the game was played by other rules of '%s' than %s%s (definition %016" PRIx64
        ", not %016" PRIx64 ")%s",
        path, info->name, source != NULL ? "those in " : "these", source != NULL ? source : "",
        rules, info->definition_hash,
        cli->global.rules.count > 0 ? "" : "; if they are in a file, add it by --rules");
  }
  if (mr_session_load(session->core, record, cli_seed(cli), &error) != MR_OK) {
    mr_error_locate(&error, path, error.line, error.column);
    return fail_by_record(cli, path, &error);
  }
  mr_session_end end = mr_session_ended(session->core);
  bool secret = mr_session_hides(session->core); /* which the record has told */
  if (!secret && (end == MR_SESSION_AGREED || end == MR_SESSION_TIME)) {
    mr_session_reopen(session->core);
  }
  session->narrated = mr_session_count(session->core);
  session->loaded = true;
  return CLI_OK;
}

int cli_session_of(cli_context *cli, const char *path, const mr_record *record, cli_session *out) {
  if (record->game == NULL) {
    return cli_fail(cli, "%s: the record names no game", path);
  }
  /* Texts of the record outlive it only in the arena of the program. */
  mr_override *sets = mr_arena_zero(&cli->arena, record->set_count + 1, sizeof *sets);
  bool good = sets != NULL;
  for (size_t i = 0; i < record->set_count && good; i++) {
    const mr_override *from = &record->sets[i];
    sets[i].key = mr_arena_copy(&cli->arena, from->key, strlen(from->key));
    sets[i].value = mr_arena_copy(&cli->arena, from->value, strlen(from->value));
    good = sets[i].key != NULL && sets[i].value != NULL;
  }
  if (!good) {
    return cli_fail_memory(cli);
  }
  mr_game *game = cli_game_open_with(cli, record->game, sets, record->set_count);
  if (game == NULL) {
    mr_str text = cli_text();
    bool known = cli_knows_game(cli->catalog, record->game);
    mr_str_format(&text,
                  known ? "so say the tags Game and Set of %s; one that is damaged is to be mended "
                          "by hand"
                        : "so says the tag Game of %s; a game of a file of yours needs --rules "
                          "FILE, and a tag that is damaged is to be mended by hand",
                  path);
    cli_note(cli, mr_str_text(&text));
    mr_str_done(&text);
    return CLI_FAILED;
  }
  return cli_session_open(cli, game, sets, record->set_count, out);
}

int cli_session_resume(cli_context *cli, const char *path, const mr_record *record,
                       const mr_seal_key *key, cli_session *out) {
  const char *name = source_name(path);
  int status = cli_session_of(cli, name, record, out);
  if (status == CLI_OK) {
    status = play_back(out, name, record);
    if (status != CLI_OK) {
      cli_session_close(out);
    }
  }
  if (status == CLI_OK && key != NULL) {
    out->key = *key;
    out->has_key = true;
    out->seed_is_secret = !is_of_seed(out, key);
  }
  return status;
}

cli_unsealed cli_record_unseal(cli_context *cli, const char *path, mr_record *record,
                               mr_seal_key *key, mr_error *why) {
  static const mr_error none = {.message = ""};
  *why = none;
  if (record->key_name == NULL) {
    return CLI_UNSEALED;
  }
  const char *where = cli_key_path(cli, record->key_name);
  switch (cli_key_find(cli, record->key_name, key)) {
  case CLI_KEY_FOUND:
    break;
  case CLI_KEY_MISSING:
    mr_error_set(why, MR_ERR_UNKNOWN, "%s%s",
                 where != NULL ? "its key is not in "
                               : "its key is nowhere: neither HOME nor XDG_STATE_HOME is set",
                 where != NULL ? where : "");
    return CLI_KEY_IS_AWAY;
  case CLI_KEY_DAMAGED:
    mr_error_set(why, MR_ERR_UNKNOWN, "what is in %s is not its key", where);
    return CLI_KEY_IS_AWAY;
  }
  if (mr_record_open(record, key, why) == MR_OK) {
    return CLI_UNSEALED;
  }
  mr_error_locate(why, path, why->line, why->column);
  return CLI_SEAL_BROKEN;
}

/* "game.mrec:3:7: the control character U+0001 REST" */
static void note_place(cli_context *cli, const mr_error *place, const char *rest) {
  mr_str text = cli_text();
  mr_str_add(&text, place->source);
  if (place->line > 0) {
    mr_str_format(&text, ":%u:%u", (unsigned)place->line, (unsigned)place->column);
  }
  mr_str_format(&text, ": %s%s", place->message, rest);
  cli_note(cli, mr_str_text(&text));
  mr_str_done(&text);
}

/* ---- games in PGN ---------------------------------------------------------------------------- */

void cli_note_misspelt(cli_context *cli, const char *path, const mr_pgn_game *pgn) {
  static const char *const tags[][2] = {{"Variant", "the game is taken for one of chess"},
                                        {"FEN", "the game is taken to begin as usual"}};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
    const char *tag = mr_pgn_misspelt_tag(pgn, tags[i][0]);
    if (tag != NULL) {
      mr_str text = cli_text();
      mr_str_format(&text,
                    "%s:%u: warning: the tag '%s' has no meaning; did you mean '%s'? %s, as there "
                    "is no tag '%s'",
                    path, (unsigned)pgn->line, tag, tags[i][0], tags[i][1], tags[i][0]);
      cli_note(cli, mr_str_text(&text));
      mr_str_done(&text);
    }
  }
}

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

/* Whether reading goes on behind such a failure: what is wrong is a game's own. */
static bool is_past(const mr_error *error) {
  return error->status != MR_ERR_NOMEM;
}

/* Makes a record of the n-th game that is read; what is wrong in those before it costs it nothing.
 */
static int read_pgn_game(cli_context *cli, const char *path, mr_pgn_reader *reader, uint64_t number,
                         mr_record *out) {
  mr_pgn_game pgn = {0};
  mr_game *game = NULL;
  mr_error error;
  mr_status status = MR_OK;
  bool found = true;
  uint64_t seen = 0;
  for (; found && seen < number && (status == MR_OK || is_past(&error)); seen += found) {
    status = mr_pgn_next(reader, &pgn, &found, &error);
    if (status != MR_OK && is_past(&error) && seen + 1 < number) {
      note_place(cli, &error, "; the game was read past");
    }
  }
  if (status == MR_OK && found) {
    cli_note_misspelt(cli, path, &pgn);
    game = open_variant(cli, path, &pgn);
  } else if (status == MR_OK && seen == 0) {
    cli_fail(cli, "%s: there is no game in it", path);
  } else if (status == MR_OK) {
    cli_fail(cli, "%s: there is no game %llu in it, only %llu", path, (unsigned long long)number,
             (unsigned long long)seen);
  }
  if (game != NULL) {
    status = mr_pgn_to_record(&pgn, game, path, out, &error);
  }
  if (status != MR_OK) {
    cli_fail_error(cli, &error);
  }
  bool good = status == MR_OK && game != NULL;
  mr_game_free(game);
  out->final_state = NULL; /* who reads works these out; the file claims neither */
  out->has_hash = false;
  return good ? CLI_OK : CLI_FAILED;
}

/* The n-th game of a text in PGN. */
static int read_pgn(cli_context *cli, const char *path, const mr_str *text, uint64_t number,
                    mr_record *out) {
  mr_pgn_reader *reader = NULL;
  mr_error error;
  if (mr_pgn_reader_over(NULL, path, mr_str_text(text), text->length, &reader, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  int status = read_pgn_game(cli, path, reader, number, out);
  mr_pgn_reader_free(reader);
  return status;
}

/* The n-th game of a file in PGN of any size: no more than one game is held. */
static int read_pgn_file(cli_context *cli, const char *path, uint64_t number, mr_record *out) {
  cli_pgn_file file;
  int status = cli_pgn_open(cli, path, path, &file);
  if (status == CLI_OK) {
    status = read_pgn_game(cli, path, file.reader, number, out);
  }
  int closed = cli_pgn_close(cli, &file);
  return status == CLI_OK ? closed : status;
}

/* ---- damaged records ------------------------------------------------------------------------- */

static void note_places(cli_context *cli, const mr_record_damage *damage) {
  size_t told = damage->count < MR_RECORD_DAMAGE_MAX ? damage->count : MR_RECORD_DAMAGE_MAX;
  for (size_t i = 0; i < told; i++) {
    note_place(cli, &damage->places[i], "; it was read past");
  }
  if (told < damage->count) {
    char text[64];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_str_format(&out, "and %zu more damaged places", damage->count - told);
    cli_note(cli, text);
  }
}

/* Whether a record can be played as it stands, and why not. */
static int try_to_play(cli_context *cli, const char *name, const mr_record *record, bool *good,
                       mr_error *why) {
  cli_session session = {0};
  int status = cli_session_of(cli, name, record, &session);
  if (status == CLI_OK) {
    *good = mr_session_load(session.core, record, 0, why) == MR_OK;
    mr_error_locate(why, name, why->line, why->column);
    cli_session_close(&session);
  }
  return status;
}

/* Says what was kept. @param result what the record said how the game ended, or NULL */
static void narrate_salvage(cli_context *cli, const mr_record *record,
                            const mr_record_salvaged *kept, const char *result) {
  mr_str text = cli_text();
  size_t count = record->move_count;
  switch (kept->way) {
  case MR_SALVAGED_PART:
    mr_str_format(&text,
                  "salvaged: the first %zu action%s; nothing proves them, or that no more were "
                  "played",
                  count, mr_text_plural(count));
    break;
  case MR_SALVAGED_WHOLE:
    mr_str_format(&text,
                  "salvaged: the whole game; its %zu action%s lead to the position that the record "
                  "claims",
                  count, mr_text_plural(count));
    break;
  case MR_SALVAGED_BRACE:
    mr_str_add(&text, "salvaged: the whole game; a comment had lost a brace");
    break;
  case MR_SALVAGED_ACTION:
    mr_str_format(&text,
                  "salvaged: the whole game; '%s' as action %zu differs by a byte from what stood "
                  "there, and with it alone the game ends as the record says",
                  record->moves[kept->action - 1].text, kept->action);
    break;
  case MR_SALVAGED_START:
    mr_str_format(&text,
                  "salvaged: the whole game; the start '%s' differs by a byte from what stood "
                  "there, and from it alone the game ends as the record says",
                  record->start);
    break;
  }
  cli_note(cli, mr_str_text(&text));
  if (result != NULL && strcmp(result, "*") != 0 && strcmp(record->result, result) != 0) {
    mr_str_reset(&text);
    mr_str_format(&text, "the result that it claims, %s, is not kept", result);
    cli_note(cli, mr_str_text(&text));
  }
  mr_str_done(&text);
}

/* Keeps what can be kept of a record that cannot be played. @param why it cannot */
static int keep_rest(cli_context *cli, const char *name, const mr_str *text, const mr_error *why,
                     mr_record *record, bool *whole) {
  cli_session session = {0};
  mr_error error = {0};
  mr_record_salvaged kept = {0};
  mr_record_damage found = {.salvage = true};
  mr_record_done(record);
  mr_record_init(record, NULL);
  if (mr_record_recover(record, name, mr_str_text(text), text->length, &found, &error) != MR_OK) {
    return cli_fail_error(cli, why);
  }
  int status = cli_session_of(cli, name, record, &session);
  if (status != CLI_OK) {
    return status;
  }
  size_t promises = record->commitment_count;
  const char *result = record->result;
  if (result != NULL) {
    result = mr_arena_copy(&cli->arena, result, strlen(result));
  }
  bool good = mr_record_salvage(record, session.game, mr_str_text(text), text->length, &kept,
                                &error) == MR_OK;
  *whole = kept.way != MR_SALVAGED_PART;
  if (!good || (!*whole && record->move_count == 0)) {
    status = cli_fail_error(cli, why);
    cli_note(cli, good ? "nothing of the game can be kept" : error.message);
  } else {
    note_place(cli, why, "");
    narrate_salvage(cli, record, &kept, result);
    if (promises > 0 && record->commitment_count == 0) {
      cli_note(cli, "what the record committed to is proven no more");
    }
  }
  cli_session_close(&session);
  return status;
}

static int read_record(cli_context *cli, const char *name, const mr_str *text, cli_damage *damage,
                       mr_record *record) {
  mr_error error = {0};
  mr_record_damage found = {0};
  bool good =
      mr_record_recover(record, name, mr_str_text(text), text->length, &found, &error) == MR_OK;
  int status = CLI_OK;
  if (!good && !damage->salvage) {
    return fail_by_record(cli, name, &error);
  }
  damage->found = found.count > 0;
  damage->whole = true;
  if (good && damage->salvage && record->key_name == NULL) {
    status = try_to_play(cli, name, record, &good, &error);
  }
  if (status != CLI_OK || !good) {
    damage->found = true;
    return status == CLI_OK ? keep_rest(cli, name, text, &error, record, &damage->whole) : status;
  }
  note_places(cli, &found);
  return CLI_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Records begin with their version; what has another first tag, or begins with a move, is PGN. */
static bool is_pgn(const char *text) {
  static const char mark[] = "\xEF\xBB\xBF";
  text += strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
  text += strspn(text, " \t\r\n");
  bool ours = strncmp(text, "[Marcher", strlen("[Marcher")) == 0 ||
              strstr(text, "\n[Game \"") != NULL; /* the first tag may be damaged */
  bool tag = text[0] == '[' && !ours;
  return tag || strncmp(text, "1.", 2) == 0;
}

/* Whether a file is larger than a record can be, and begins as PGN does. */
static bool is_large_pgn(const char *path) {
  char head[4096];
  return strcmp(path, "-") != 0 && cli_file_peek(path, MR_RECORD_FILE_MAX, head, sizeof head) &&
         is_pgn(head);
}

int cli_record_read(cli_context *cli, const char *path, uint64_t number, cli_damage *damage,
                    mr_record *record) {
  if (is_large_pgn(path)) {
    return read_pgn_file(cli, path, number, record);
  }
  const char *name = source_name(path);
  mr_str text = cli_text();
  int status = cli_file_read(cli, path, MR_RECORD_FILE_MAX, &text);
  if (status != CLI_OK) {
    cli_note_game(cli, cli_catalog(cli), path);
  } else if (is_pgn(mr_str_text(&text))) {
    status = read_pgn(cli, name, &text, number, record);
  } else if (number != 1) {
    status = cli_fail(cli, "%s: a record holds one game; there is no game %llu", name,
                      (unsigned long long)number);
  } else {
    status = read_record(cli, name, &text, damage, record);
  }
  mr_str_done(&text);
  return status;
}

int cli_session_load(cli_context *cli, const char *path, uint64_t number, cli_damage *damage,
                     cli_session *out) {
  const char *name = source_name(path);
  mr_record record;
  mr_error why;
  mr_seal_key key;
  *out = (cli_session){0};
  mr_record_init(&record, NULL);
  int status = cli_record_read(cli, path, number, damage, &record);
  bool sealed = status == CLI_OK && record.key_name != NULL;
  if (sealed) {
    switch (cli_record_unseal(cli, name, &record, &key, &why)) {
    case CLI_UNSEALED:
      break;
    case CLI_KEY_IS_AWAY:
      status = cli_fail(cli, "%s: this game is sealed, and cannot be gone on with: %s; %s", name,
                        why.message,
                        record.has_hash ? "but nothing is hidden now: 'marcher play GAME --state "
                                          "FINAL' begins anew from its position"
                                        : "what everybody may know of it is shown by 'marcher "
                                          "replay'");
      break;
    case CLI_SEAL_BROKEN:
      status = cli_fail_error(cli, &why);
      break;
    }
  }
  if (status == CLI_OK) {
    status = cli_session_resume(cli, path, &record, sealed ? &key : NULL, out);
  }
  mr_record_done(&record);
  return status;
}
