/* What games tell their designer: errors of each side, turning points, how they ran, and what
 * testers remarked. */
#include "cli/commands/lab_review.h"

#include <dirent.h>
#include <errno.h>
#include <marcher/pgn.h>
#include <marcher/review.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands/lab_study.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/play/narrate.h"

/* Nodes of searches beside the games where nobody says otherwise: those of a study. */
enum { PROBE = 400 };

/* All games of one definition, and what they say together. */
typedef struct game_row {
  const char *name; /* with its settings, where there are any */
  mr_game *game;    /* that the summary is of: its own */
  mr_summary *summary;
  size_t stopped; /* games that were broken off: how they would have ended nobody knows */
} game_row;

typedef struct review_command {
  cli_context *cli;
  const lab_options *choice;
  mr_json *json; /* NULL: text is asked for */
  lab_review_sums sums;
  game_row *rows;
  size_t row_count;
  size_t row_room;
  mr_played *played; /* the course of the last game: too large for the stack */
  size_t games;
  mr_game *game; /* the last one that was opened, by its name, without settings */
} review_command;

static const cli_option options[] = {
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1,
               .max = MR_SEAT_NODES_MAX, .help = "nodes of the look at each turn (20000)"),
    CLI_OPTION("probe", CLI_NUMBER, lab_options, probe, .value = "N", .max = 1000000,
               .help = "nodes of searches beside the games, for good options and the luck of dice "
                       "(400; 0: none)"),
    {.name = NULL},
};

/* ---- what is collected ----------------------------------------------------------------------- */

static const char *keep(review_command *c, const char *text) {
  const char *copy = text != NULL ? mr_arena_copy(&c->cli->arena, text, strlen(text)) : NULL;
  return copy != NULL ? copy : "";
}

/* ---- how games ran --------------------------------------------------------------------------- */

/* "chess castling=false": the definition that a record is of. */
static const char *definition_of(review_command *c, const mr_record *record, const mr_game *game) {
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, game->info.name);
  for (size_t i = 0; i < record->set_count; i++) {
    mr_str_format(&text, " %s=%s", record->sets[i].key, record->sets[i].value);
  }
  const char *kept = keep(c, mr_str_text(&text));
  mr_str_done(&text);
  return kept;
}

/* The row of a definition, new where no game of it was there. @return NULL: complained of */
static game_row *row_of(review_command *c, const mr_record *record, const mr_game *game) {
  for (size_t i = 0; i < c->row_count; i++) {
    if (c->rows[i].game->info.definition_hash == game->info.definition_hash) {
      return &c->rows[i];
    }
  }
  game_row *grown = mr_alloc_grow(NULL, c->rows, &c->row_room, c->row_count + 1, sizeof *c->rows);
  c->rows = grown != NULL ? grown : c->rows;
  mr_summary *summary = mr_arena_zero(&c->cli->arena, 1, sizeof *summary);
  if (grown == NULL || summary == NULL) {
    cli_fail_memory(c->cli);
    return NULL;
  }
  mr_game *own = cli_game_open_with(c->cli, game->info.name, record->sets, record->set_count);
  if (own == NULL) {
    return NULL;
  }
  mr_summary_init(summary, own, NULL);
  grown[c->row_count] =
      (game_row){.name = definition_of(c, record, game), .game = own, .summary = summary};
  return &grown[c->row_count++];
}

static bool was_stopped(const mr_session *session) {
  return mr_session_node(session).kind != MR_NODE_TERMINAL;
}

/* Measures a game as those of `lab balance` are, in c->played, and adds it to those of its
 * definition, unless it was broken off. @return an exit status */
static int measure(review_command *c, const mr_record *record, const mr_session *session,
                   const mr_review *review) {
  const mr_game *game = mr_session_game(session);
  game_row *row = row_of(c, record, game);
  mr_experiment experiment = {.game = game,
                              .probe = c->choice->probe.given ? c->choice->probe.value : PROBE,
                              .stop = cli_stop_flag()};
  mr_experimenter *worker = NULL;
  mr_error error;
  if (row == NULL) {
    return CLI_FAILED;
  }
  experiment.length = (uint32_t)mr_session_count(session) + 1; /* room for every turn */
  mr_status status = mr_experimenter_new(&experiment, &worker, &error);
  if (status == MR_OK) {
    status =
        mr_experimenter_follow(worker, session, review, row->summary->games, c->played, &error);
  }
  row->stopped += status == MR_OK && was_stopped(session);
  if (status == MR_OK && !was_stopped(session)) {
    status = mr_summary_add(row->summary, c->played, &error);
  }
  mr_experimenter_free(worker);
  if (status == MR_ERR_CANCELLED && cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(c->cli, &error);
}

/* A summary of the last game alone: its figures are those of the game. @return an exit status */
static int alone(review_command *c, const mr_game *game, mr_summary **out) {
  mr_error error;
  *out = mr_alloc_zero(NULL, 1, sizeof **out);
  if (*out == NULL) {
    return cli_fail_memory(c->cli);
  }
  mr_summary_init(*out, game, NULL);
  return mr_summary_add(*out, c->played, &error) == MR_OK ? CLI_OK : cli_fail_error(c->cli, &error);
}

static void drop_alone(mr_summary *one) {
  if (one != NULL) {
    mr_summary_done(one);
    mr_alloc_free(NULL, one, sizeof *one);
  }
}

static double figure_of(mr_summary *one, const char *id) {
  mr_measure found;
  return mr_measure_find(one, id, MR_TAIL_95, &found) ? found.interval.value : NAN;
}

/* "24 turns; the lead changed twice; ..." */
static void add_course(const review_command *c, mr_summary *one, mr_str *out) {
  const mr_course *course = &c->played->course;
  double leads = figure_of(one, "leads"), decided = figure_of(one, "decided");
  double luck = figure_of(one, "luck"), more = course->luck / 1000.0;
  mr_str_format(out, "%u %s", (unsigned)c->played->turns, c->played->turns == 1 ? "turn" : "turns");
  if (leads == 0) {
    mr_str_add(out, "; the lead never changed");
  } else if (isfinite(leads)) {
    mr_str_format(out, "; the lead changed %.0f %s", leads, leads == 1 ? "time" : "times");
  }
  if (isfinite(decided)) {
    mr_str_format(out, "; decided after %.0f%% of the turns", decided);
  }
  if (isfinite(luck)) {
    mr_str_format(out, "; dice gave and took %.2f points", luck);
  }
  if (course->rolled) {
    mr_str_format(out, ", and gave the winner %.2f %s than they took", fabs(more),
                  more < 0 ? "less" : "more");
  }
  mr_str_char(out, '.');
}

static void put_course(const review_command *c, mr_summary *one) {
  mr_json_object(c->json, "measures");
  for (const char *const *id = mr_measure_names(); *id != NULL; id++) {
    mr_json_real(c->json, *id, figure_of(one, *id));
  }
  mr_json_real(c->json, "luckOfWinner",
               c->played->course.rolled ? c->played->course.luck / 1000.0 : NAN);
  mr_json_end(c->json);
}

/* ---- one game -------------------------------------------------------------------------------- */

/* "12 min 5 s" of all actions whose time is known; 0: of none. */
static uint64_t seconds_of(const mr_record *record) {
  uint64_t milliseconds = 0;
  for (size_t i = 0; i < record->move_count; i++) {
    uint32_t time = mr_record_time_at(record, i);
    milliseconds += time != MR_RECORD_NO_TIME ? time : 0;
  }
  return (milliseconds + 500) / 1000;
}

/* Who sat there: the tag Player of ours, White and Black of PGN; NULL where nobody says. */
static const char *sitter_of(const mr_record *record, const mr_game *game, uint8_t seat) {
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    if (strcmp(tag->name, "Player") == 0 && tag->value2 != NULL &&
        strcmp(tag->value, game->info.player_names[seat]) == 0) {
      return tag->value2;
    }
  }
  return seat < 2 ? mr_record_tag_value(record, seat == 0 ? "White" : "Black") : NULL;
}

static void add_heading(const mr_record *record, const mr_session *session, const char *name,
                        mr_str *out) {
  const mr_game *game = mr_session_game(session);
  const char *tester = mr_record_tag_value(record, "Tester");
  const char *sent = mr_record_tag_value(record, "Sent");
  char result[MR_RESULT_TEXT_MAX];
  uint64_t seconds = seconds_of(record);
  mr_str_format(out, "%s: %s", name, game->info.title);
  for (uint8_t i = 0; i < game->info.players; i++) {
    const char *sitter = sitter_of(record, game, i);
    mr_str_format(out, ", %s", game->info.player_names[i]);
    if (sitter != NULL) {
      mr_str_format(out, " (%s)", sitter);
    }
  }
  const char *rule = mr_session_rule(session);
  mr_str_format(out, ": %s%s%s", mr_session_result(session, result), *rule != '\0' ? ", " : "",
                rule);
  mr_str_add(out, was_stopped(session) ? ", broken off" : "");
  if (seconds > 0) {
    mr_str_format(out, "; %llu min %llu s", (unsigned long long)(seconds / 60),
                  (unsigned long long)(seconds % 60));
  }
  if (tester != NULL || sent != NULL) {
    mr_str_format(out, "; sent%s%s%s%s", tester != NULL ? " by " : "", tester != NULL ? tester : "",
                  sent != NULL ? ", " : "", sent != NULL ? sent : "");
  }
}

static void put_turn(mr_json *json, const mr_review *review, const mr_game *game, size_t index) {
  const mr_review_turn *turn = mr_review_turn_at(review, index);
  mr_str text = cli_text();
  mr_review_tell(review, index, &text);
  mr_json_object(json, NULL);
  mr_json_uint(json, "at", turn->at);
  mr_json_player(json, "player", game, turn->player);
  mr_json_real(json, "before", turn->before);
  mr_json_real(json, "after", turn->after);
  mr_json_bool(json, "chance", turn->chance);
  mr_json_string(json, "better", turn->better);
  mr_json_bytes(json, "text", mr_str_text(&text), text.length);
  mr_json_end(json);
  mr_str_done(&text);
}

static void put_game(review_command *c, const mr_record *record, const mr_session *session,
                     const mr_review *review, mr_summary *one, const char *name) {
  mr_json *json = c->json;
  const mr_game *game = mr_session_game(session);
  size_t points[MR_REVIEW_POINTS];
  size_t count = review != NULL ? mr_review_turning(review, MR_REVIEW_POINTS, points) : 0;
  char result[MR_RESULT_TEXT_MAX];
  mr_json_object(json, NULL);
  mr_json_string(json, "file", name);
  mr_json_string(json, "game", game->info.name);
  mr_json_hash(json, "definition", game->info.definition_hash);
  mr_json_string(json, "tester", mr_record_tag_value(record, "Tester"));
  mr_json_string(json, "sent", mr_record_tag_value(record, "Sent"));
  mr_json_string(json, "result", mr_session_result(session, result));
  mr_json_string(json, "rule", mr_session_rule(session));
  mr_json_uint(json, "seconds", seconds_of(record));
  mr_json_array(json, "seats");
  for (uint8_t i = 0; i < game->info.players; i++) {
    const mr_review_side side =
        review != NULL ? mr_review_side_of(review, (mr_player){i}) : (mr_review_side){0};
    mr_json_object(json, NULL);
    mr_json_string(json, "player", game->info.player_names[i]);
    mr_json_string(json, "seat", sitter_of(record, game, i));
    lab_review_put_side(json, &side);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_array(json, "points");
  for (size_t i = 0; i < count; i++) {
    put_turn(json, review, game, points[i]);
  }
  mr_json_end(json);
  put_course(c, one);
  mr_json_end(json);
}

static void print_game(review_command *c, const mr_record *record, const mr_session *session,
                       const mr_review *review, mr_summary *one, const char *name) {
  cli_context *cli = c->cli;
  size_t points[MR_REVIEW_POINTS];
  size_t count = review != NULL ? mr_review_turning(review, MR_REVIEW_POINTS, points) : 0;
  mr_str text = cli_text();
  add_heading(record, session, name, &text);
  cli_paragraph(cli, &text, 0, 4);
  if (review == NULL) {
    mr_str_add(&cli->out, "  Only games between two sides can be reviewed.\n");
  }
  for (size_t i = 0; i < count; i++) {
    text = cli_text();
    mr_review_tell(review, points[i], &text);
    cli_paragraph(cli, &text, 2, 6);
  }
  text = cli_text();
  add_course(c, one, &text);
  cli_paragraph(cli, &text, 2, 6);
}

/* Looks at every turn. @param out NULL where there are not two sides @return an exit status */
static int look_at_all(review_command *c, const mr_session *session, const char *name,
                       mr_review **out) {
  const mr_session_seat seat = {
      .level = MR_LEVEL_MAX,
      .nodes = c->choice->nodes.given ? c->choice->nodes.value : MR_REVIEW_NODES,
  };
  mr_error error;
  if (mr_game_teams(mr_session_game(session)) != 2) {
    return CLI_OK;
  }
  if (mr_review_new(session, NULL, out, &error) != MR_OK) {
    return cli_fail_error(c->cli, &error);
  }
  mr_review_seat(*out, &seat);
  while (mr_review_left(*out) > 0) {
    cli_status(c->cli, "%s: turn %zu of %zu", name, mr_review_left(*out), mr_review_count(*out));
    if (mr_review_look(*out, cli_stop_flag(), &error) != MR_OK) {
      return cli_fail_error(c->cli, &error);
    }
    if (cli_signal() != 0) {
      return CLI_SIGNALLED(cli_signal());
    }
  }
  cli_status_clear(c->cli);
  return CLI_OK;
}

/* Notes what is told at the end: errors of each side, and remarks. @return an exit status */
static int collect(review_command *c, const mr_record *record, const mr_session *session,
                   const mr_review *review, const char *name) {
  const mr_game *game = mr_session_game(session);
  const char *tester = mr_record_tag_value(record, "Tester");
  mr_record_remark remark;
  bool good = true;
  for (uint8_t i = 0; i < game->info.players && review != NULL; i++) {
    good = good &&
           lab_review_add_side(&c->sums,
                               (lab_review_side){.game = keep(c, game->info.name),
                                                 .player = keep(c, game->info.player_names[i]),
                                                 .games = 1,
                                                 .sum = mr_review_side_of(review, (mr_player){i})});
  }
  for (size_t i = 0; good && mr_record_remark_at(record, i, &remark); i++) {
    const char *action = remark.at > 0 ? record->moves[remark.at - 1].text : "";
    good = lab_review_add_remark(
        &c->sums, (lab_review_remark){.file = keep(c, name),
                                      .game = keep(c, game->info.name),
                                      .tester = tester != NULL ? keep(c, tester) : NULL,
                                      .action = keep(c, action),
                                      .at = remark.at,
                                      .text = keep(c, remark.text)});
  }
  c->games++;
  return good ? CLI_OK : cli_fail_memory(c->cli);
}

/* Reviews a record by the rules of a game. @return an exit status */
static int review_record(review_command *c, const mr_record *record, const mr_game *game,
                         const char *name) {
  const mr_session_options settings = {.sets = record->sets, .set_count = record->set_count};
  mr_session *session = NULL;
  mr_review *review = NULL;
  mr_summary *one = NULL;
  mr_error error;
  int status = CLI_OK;
  if (mr_session_new(game, &settings, &session, &error) != MR_OK ||
      mr_session_load(session, record, 1, &error) != MR_OK) {
    mr_error_locate(&error, name, error.line, error.column);
    status = cli_fail_error(c->cli, &error);
  } else {
    status = look_at_all(c, session, name, &review);
  }
  if (status == CLI_OK) {
    status = measure(c, record, session, review);
  }
  if (status == CLI_OK) {
    status = alone(c, game, &one);
  }
  if (status == CLI_OK) {
    if (c->json != NULL) {
      put_game(c, record, session, review, one, name);
    } else {
      print_game(c, record, session, review, one, name);
    }
    status = collect(c, record, session, review, name);
  }
  drop_alone(one);
  mr_review_free(review);
  mr_session_free(session);
  return status;
}

/* ---- one file -------------------------------------------------------------------------------- */

static int review_ours(review_command *c, const char *path, const char *name) {
  mr_record record;
  mr_seal_key key;
  mr_error why;
  cli_damage damage = {0};
  mr_record_init(&record, NULL);
  int status = cli_record_read(c->cli, path, 1, &damage, &record);
  if (status == CLI_OK && cli_record_unseal(c->cli, path, &record, &key, &why) != CLI_UNSEALED) {
    status = cli_fail(c->cli, "%s: the game goes on, and is sealed: %s", name, why.message);
  }
  if (status == CLI_OK && record.game == NULL) {
    status = cli_fail(c->cli, "%s: the record does not say of which game it is", name);
  }
  mr_game *game = status == CLI_OK
                      ? cli_game_open_with(c->cli, record.game, record.sets, record.set_count)
                      : NULL;
  if (status == CLI_OK) {
    status = game != NULL ? review_record(c, &record, game, name) : CLI_FAILED;
  }
  mr_game_free(game);
  mr_record_done(&record);
  return status;
}

/* The game that one of PGN is of; the last one stays open. */
static const mr_game *game_of(review_command *c, const mr_pgn_game *pgn, const char *name) {
  const mr_catalog *catalog = cli_catalog(c->cli);
  if (c->game != NULL && mr_pgn_is_of(pgn, c->game)) {
    return c->game;
  }
  for (size_t i = 0; catalog != NULL && i < mr_catalog_count(catalog); i++) {
    if (mr_pgn_is_called(pgn, mr_catalog_name(catalog, i))) {
      mr_game_free(c->game);
      c->game = cli_game_open_with(c->cli, mr_catalog_name(catalog, i), NULL, 0);
      return c->game;
    }
  }
  const char *variant = mr_pgn_tag(pgn, "Variant");
  cli_fail(c->cli, "%s:%u: no game is called '%s'; 'marcher games' lists them", name,
           (unsigned)pgn->line, variant != NULL ? variant : "chess");
  return NULL;
}

static int review_one_of_pgn(review_command *c, const mr_pgn_game *pgn, const char *name,
                             size_t number) {
  const char *called = cli_arena_format(c->cli, "%s, game %zu", name, number);
  cli_note_misspelt(c->cli, name, pgn);
  const mr_game *game = game_of(c, pgn, name);
  mr_record record;
  mr_error error;
  int status = game != NULL && called != NULL ? CLI_OK : CLI_FAILED;
  mr_record_init(&record, NULL);
  if (status == CLI_OK && mr_pgn_to_record(pgn, game, name, &record, &error) != MR_OK) {
    status = cli_fail_error(c->cli, &error);
  }
  if (status == CLI_OK) {
    status = review_record(c, &record, game, called);
  }
  mr_record_done(&record);
  return status;
}

/* Whether the work is to go on after a status: a bad game spoils no others. */
static bool goes_on(int status) {
  return status == CLI_OK || status == CLI_FAILED;
}

static int review_pgn(review_command *c, const char *path, const char *name) {
  cli_pgn_file file;
  mr_error error;
  int worst = CLI_OK;
  int status = cli_pgn_open(c->cli, path, name, &file);
  bool found = status == CLI_OK;
  for (size_t number = 1; found && goes_on(status); number++) {
    mr_pgn_game pgn;
    if (mr_pgn_next(file.reader, &pgn, &found, &error) != MR_OK) {
      status = cli_fail_error(c->cli, &error);
      found = error.status != MR_ERR_NOMEM;
    } else if (found) {
      status = review_one_of_pgn(c, &pgn, name, number);
    } else if (number == 1 && file.reason == 0) {
      status = cli_fail(c->cli, "%s: there is no game in it", name);
    }
    worst = status != CLI_OK ? status : worst;
  }
  int closed = cli_pgn_close(c->cli, &file);
  worst = worst == CLI_OK ? closed : worst;
  return status != CLI_OK ? status : worst;
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), size = strlen(end);
  return length > size && strcmp(text + length - size, end) == 0;
}

static int review_file(review_command *c, const char *path, const char *name) {
  return ends_with(name, ".pgn") ? review_pgn(c, path, name) : review_ours(c, path, name);
}

/* ---- a folder -------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The records and games of a folder, by their names. @return an exit status */
static int list_folder(cli_context *cli, const char *path, const char ***out, size_t *count,
                       size_t *room) {
  DIR *directory = opendir(path);
  if (directory == NULL) {
    return cli_fail(cli, "cannot open '%s': %s", path, strerror(errno));
  }
  int status = CLI_OK;
  for (struct dirent *entry = readdir(directory); entry != NULL && status == CLI_OK;
       entry = readdir(directory)) {
    if (!ends_with(entry->d_name, ".mrec") && !ends_with(entry->d_name, ".pgn")) {
      continue;
    }
    const char *name = mr_arena_copy(&cli->arena, entry->d_name, strlen(entry->d_name));
    const char **grown = mr_alloc_grow(NULL, *out, room, *count + 1, sizeof **out);
    *out = grown != NULL ? grown : *out;
    if (name == NULL || grown == NULL) {
      status = cli_fail_memory(cli);
    } else {
      grown[(*count)++] = name;
    }
  }
  closedir(directory);
  if (*count > 0) {
    qsort(*out, *count, sizeof **out, by_name);
  }
  return status == CLI_OK && *count == 0
             ? cli_fail(cli, "'%s' has no records (.mrec) and no games in PGN (.pgn)", path)
             : status;
}

static int review_folder(review_command *c, const char *path) {
  const char **names = NULL;
  size_t count = 0, room = 0;
  int status = list_folder(c->cli, path, &names, &count, &room);
  int worst = status;
  for (size_t i = 0; i < count && goes_on(status); i++) {
    const char *whole = cli_arena_format(c->cli, "%s/%s", path, names[i]);
    status = whole != NULL ? review_file(c, whole, names[i]) : cli_fail_memory(c->cli);
    worst = status != CLI_OK ? status : worst;
  }
  mr_alloc_free(NULL, names, room * sizeof *names);
  return worst;
}

/* ---- what it comes to ------------------------------------------------------------------------ */

/* What the games of each definition say together. */
static void put_rows(const review_command *c) {
  mr_json *json = c->json;
  mr_json_array(json, "measures");
  for (size_t i = 0; i < c->row_count; i++) {
    const game_row *row = &c->rows[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "game", row->name);
    mr_json_hash(json, "definition", row->game->info.definition_hash);
    mr_json_uint(json, "games", row->summary->games);
    mr_json_uint(json, "brokenOff", row->stopped);
    mr_json_array(json, "measures");
    for (const char *const *id = mr_measure_names(); *id != NULL; id++) {
      mr_measure found;
      if (mr_measure_find(row->summary, *id, MR_TAIL_95, &found)) {
        lab_measure_json(json, NULL, &found);
      }
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void print_row(cli_context *cli, const game_row *row) {
  uint64_t games = row->summary->games;
  mr_str_format(&cli->out, "\n%llu games of %s, measured as by lab balance:\n",
                (unsigned long long)games, row->name);
  for (const char *const *id = mr_measure_names(); *id != NULL; id++) {
    mr_measure found;
    if (!mr_measure_find(row->summary, *id, MR_TAIL_95, &found)) {
      continue;
    }
    mr_str text = cli_text();
    mr_str_format(&text, "%s: ", found.label);
    mr_measure_text(&found, &text);
    if (found.total < games) {
      mr_str_format(&text, ", in %llu of them", (unsigned long long)found.total);
    }
    cli_paragraph(cli, &text, 2, 6);
  }
}

/* Intervals are over games: of one there is none. */
static void print_rows(const review_command *c) {
  for (size_t i = 0; i < c->row_count; i++) {
    const game_row *row = &c->rows[i];
    bool several = row->summary->games > 1;
    if (several) {
      print_row(c->cli, row);
    }
    if (row->stopped > 0 && row->summary->games + row->stopped > 1) {
      mr_str text = cli_text();
      mr_str_format(&text, "%zu %s of %s %s broken off, and %s not measured%s.", row->stopped,
                    row->stopped == 1 ? "game" : "games", row->name,
                    row->stopped == 1 ? "was" : "were", row->stopped == 1 ? "is" : "are",
                    several ? " with them" : "");
      mr_str_add(&c->cli->out, several ? "" : "\n");
      cli_paragraph(c->cli, &text, several ? 2 : 0, several ? 6 : 2);
    }
  }
}

static int run(cli_context *cli, const lab_options *choice) {
  review_command c = {.cli = cli, .choice = choice};
  cli_document document;
  struct stat about;
  c.played = mr_arena_zero(&cli->arena, 1, sizeof *c.played);
  if (c.played == NULL) {
    return cli_fail_memory(cli);
  }
  c.json = cli_document_open_list(cli, &document, "games");
  cli_signals_catch();
  bool folder = stat(choice->game, &about) == 0 && S_ISDIR(about.st_mode);
  int status = folder ? review_folder(&c, choice->game)
                      : review_file(&c, choice->game, cli_file_name(choice->game));
  if (c.json != NULL) {
    mr_json_end(c.json);
    put_rows(&c);
    lab_review_put_sums(c.json, &c.sums);
    int printed = cli_document_print(cli, &document);
    status = status == CLI_OK ? printed : status;
  } else {
    cli_document_drop(&document);
    if (c.games > 0) {
      print_rows(&c);
      lab_review_print_sums(cli, &c.sums);
    }
  }
  mr_game_free(c.game);
  for (size_t i = 0; i < c.row_count; i++) {
    mr_summary_done(c.rows[i].summary);
    mr_game_free(c.rows[i].game);
  }
  mr_alloc_free(NULL, c.rows, c.row_room * sizeof *c.rows);
  lab_review_sums_done(&c.sums);
  return status;
}

static const cli_argument arguments[] = {
    {.name = "FOLDER", .help = "records and games in PGN, or one of these files"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"lab review sent-back", "errors, turning points and remarks of all games of a folder"},
    {"lab review game.mrec --json", "the same of one game, for programs"},
    {NULL, NULL},
};

const lab_experiment lab_review = {
    .name = "review",
    .about = "Looks at every turn of all records (.mrec) and games in PGN (.pgn) of a folder, "
             "and tells the turns at which each turned, how it ran (its length, who led, when it "
             "was decided, what dice did), the same measures over all games of a definition with "
             "their intervals, the errors of each side, and what testers remarked. Pages make such "
             "records: Send back.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
