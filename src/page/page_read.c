/* Games as texts: what a file holds, all of one game with its variations, and the way back. */
#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>

#include "base/text.h"
#include "page/page_priv.h"

enum {
  GAMES_LISTED = 2000, /* of one file: a list that somebody can look through */
  WALK_MAX = 1 << 21   /* actions that are made to find all variations of a game: some seconds */
};

#define RECORD_SOURCE "record"
#define PGN_SOURCE "PGN"

/* Records begin with their version; all else is PGN. */
static bool is_record(const char *text, size_t length) {
  static const char begins[] = "[Marcher";
  size_t at = mr_utf8_mark(text, length);
  at += strspn(text + at, " \t\r\n");
  return strncmp(text + at, begins, strlen(begins)) == 0;
}

/* ---- what a text holds ----------------------------------------------------------------------- */

static void put_sets(mr_json *json, const mr_override *sets, size_t count) {
  mr_json_array(json, "sets");
  for (size_t i = 0; i < count; i++) {
    mr_str set = mr_str_growing(json->out->allocator);
    mr_str_format(&set, "%s=%s", sets[i].key, sets[i].value);
    mr_json_bytes(json, NULL, mr_str_text(&set), set.length);
    mr_str_done(&set);
  }
  mr_json_end(json);
}

static void list_record(mr_page_request *request, const mr_record *record) {
  mr_json *json = request->json;
  mr_json_object(json, NULL);
  mr_json_string(json, "game", record->game);
  put_sets(json, record->sets, record->set_count);
  mr_json_array(json, "players");
  for (size_t i = 0; i < record->tag_count; i++) {
    if (strcmp(record->tags[i].name, "Player") == 0) {
      const mr_record_tag *tag = &record->tags[i];
      mr_json_string(json, NULL, tag->value2 != NULL ? tag->value2 : tag->value);
    }
  }
  mr_json_end(json);
  mr_json_string(json, "event", mr_record_tag_value(record, "Event"));
  mr_json_string(json, "result", record->result);
  mr_json_uint(json, "actions", record->move_count);
  mr_json_uint(json, "line", 1);
  mr_json_array(json, "misspelt");
  mr_json_end(json);
  mr_json_end(json);
}

/* The name of the definition that a game of PGN is of, or what its tag Variant says. */
static const char *name_of(const mr_page *page, const mr_pgn_game *pgn) {
  for (size_t i = 0; i < mr_catalog_count(page->catalog); i++) {
    if (mr_pgn_is_called(pgn, mr_catalog_name(page->catalog, i))) {
      return mr_catalog_name(page->catalog, i);
    }
  }
  if (page->game != NULL && mr_pgn_is_of(pgn, page->game)) {
    return page->game->info.name;
  }
  const char *variant = mr_pgn_tag(pgn, "Variant");
  return variant != NULL ? variant : "chess";
}

/* A game that does not say what it is of is of chess; a page without chess takes it for one of its
 * own: `name`, where it is not NULL. */
static mr_status assume(mr_page_request *request, const char *name, mr_pgn_game *pgn) {
  if (name == NULL || mr_pgn_tag(pgn, "Variant") != NULL) {
    return MR_OK;
  }
  mr_record_tag *tags = mr_arena_zero(request->arena, pgn->tag_count + 1, sizeof *tags);
  if (tags == NULL) {
    return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for a game");
  }
  for (size_t i = 0; i < pgn->tag_count; i++) {
    tags[i] = pgn->tags[i];
  }
  tags[pgn->tag_count] = (mr_record_tag){.name = "Variant", .value = name};
  pgn->tags = tags;
  pgn->tag_count++;
  return MR_OK;
}

/* What is misspelt in the tags of a game, so that it would be another one. */
static void put_remarks(mr_page_request *request, const mr_pgn_game *pgn) {
  static const char *const tags[] = {"Variant", "FEN"};
  mr_json_array(request->json, "misspelt");
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
    const char *tag = mr_pgn_misspelt_tag(pgn, tags[i]);
    if (tag != NULL) {
      mr_json_object(request->json, NULL);
      mr_json_string(request->json, "tag", tag);
      mr_json_string(request->json, "meant", tags[i]);
      mr_json_end(request->json);
    }
  }
  mr_json_end(request->json);
}

static void list_pgn(mr_page_request *request, const mr_pgn_game *pgn) {
  static const char *const seats[] = {"White", "Black"};
  mr_json *json = request->json;
  mr_json_object(json, NULL);
  mr_json_string(json, "game", name_of(request->page, pgn));
  mr_json_array(json, "sets");
  for (size_t i = 0; i < pgn->tag_count; i++) {
    if (strcmp(pgn->tags[i].name, "Set") == 0) {
      mr_json_string(json, NULL, pgn->tags[i].value);
    }
  }
  mr_json_end(json);
  mr_json_array(json, "players");
  for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
    const char *name = mr_pgn_tag(pgn, seats[i]);
    mr_json_string(json, NULL, name != NULL ? name : "?");
  }
  mr_json_end(json);
  mr_json_string(json, "event", mr_pgn_tag(pgn, "Event"));
  mr_json_string(json, "result", pgn->result);
  mr_json_uint(json, "actions", pgn->move_count);
  mr_json_uint(json, "line", pgn->line);
  put_remarks(request, pgn);
  mr_json_end(json);
}

/* Lists the games of a text in PGN, with what is wrong in those that cannot be read. */
static mr_status list_games(mr_page_request *request, mr_pgn_reader *reader) {
  mr_json *json = request->json;
  mr_error *faults = mr_arena_zero(request->arena, 1, sizeof *faults);
  size_t count = 0;
  bool found = true;
  if (faults == NULL) {
    return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
  }
  mr_json_array(json, "games");
  while (found && count < GAMES_LISTED) {
    mr_pgn_game pgn;
    mr_error why = {0};
    mr_status status = mr_pgn_next(reader, &pgn, &found, &why);
    if (status == MR_OK && found) {
      status = assume(request, request->count > 2 ? request->words[2] : NULL, &pgn);
      if (status != MR_OK) {
        return status;
      }
      list_pgn(request, &pgn);
      count++;
    } else if (status == MR_ERR_NOMEM) {
      *request->error = why;
      return status;
    } else if (status != MR_OK && faults->status == MR_OK) {
      *faults = why;
    }
  }
  if (count == 0) {
    if (faults->status == MR_OK) {
      return mr_error_set(request->error, MR_ERR_SYNTAX, "there is no game in this text");
    }
    *request->error = *faults;
    return faults->status;
  }
  mr_json_end(json);
  if (faults->status != MR_OK) {
    mr_json_error(json, "fault", faults);
  } else {
    mr_json_null(json, "fault");
  }
  return MR_OK;
}

/* What a text holds: one record, or games in PGN. */
static mr_status inspect(mr_page_request *request) {
  const char *text = request->words[1];
  size_t length = request->lengths[1];
  mr_status status;
  if (is_record(text, length)) {
    mr_record record;
    mr_record_init(&record, request->page->allocator);
    status = mr_record_parse(&record, RECORD_SOURCE, text, length, request->error);
    if (status == MR_OK) {
      mr_json_string(request->json, "kind", "record");
      mr_json_array(request->json, "games");
      list_record(request, &record);
      mr_json_end(request->json);
      mr_json_null(request->json, "fault");
    }
    mr_record_done(&record);
    return status;
  }
  mr_pgn_reader *reader = NULL;
  status = mr_pgn_reader_over(request->page->allocator, PGN_SOURCE, text, length, &reader,
                              request->error);
  if (status == MR_OK) {
    mr_json_string(request->json, "kind", "pgn");
    status = list_games(request, reader);
  }
  mr_pgn_reader_free(reader);
  return status;
}

/* ---- a game with its variations -------------------------------------------------------------- */

/* A game that was read, while it is walked through. */
typedef struct walk {
  mr_page_request *request;
  mr_record record;      /* its main line, checked */
  mr_pgn_reader *reader; /* NULL: the text was a record */
  mr_pgn_node *nodes;
  size_t count;
  mr_action *actions;  /* of each node; MR_ACTION_NONE: it says nothing */
  mr_page_turn *turns; /* behind each node */
  mr_action *path;
  mr_action *legal; /* scratch */
  mr_state *scratch;
  size_t made;     /* actions that were made on the way */
  size_t promises; /* of what was hidden; a page cannot look into them */
} walk;

static mr_status no_memory(mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for a game");
}

/* The numbered game of a text in PGN, its main line checked and loaded into the session. */
static mr_status read_pgn(walk *w, const char *text, size_t length, uint64_t index) {
  mr_page_request *request = w->request;
  mr_pgn_game pgn = {0};
  bool found = true;
  mr_status status = mr_pgn_reader_over(request->page->allocator, PGN_SOURCE, text, length,
                                        &w->reader, request->error);
  if (status == MR_OK) {
    mr_pgn_reader_keep_variations(w->reader);
  }
  for (uint64_t seen = 0; status == MR_OK && found && seen <= index; seen++) {
    status = mr_pgn_next(w->reader, &pgn, &found, request->error);
    bool skipped = status != MR_OK && status != MR_ERR_NOMEM;
    seen -= skipped; /* a game that cannot be read is not listed either */
    status = skipped ? MR_OK : status;
  }
  if (status == MR_OK && !found) {
    return mr_error_set(request->error, MR_ERR_RANGE, "there is no such game in this text");
  }
  if (status == MR_OK) {
    status = assume(request, request->page->game->info.name, &pgn);
  }
  if (status == MR_OK) {
    status = mr_pgn_to_record(&pgn, request->page->game, PGN_SOURCE, &w->record, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  w->count = pgn.node_count;
  w->nodes = mr_arena_zero(request->arena, w->count + 1, sizeof *w->nodes);
  if (w->nodes == NULL) {
    return no_memory(request);
  }
  for (size_t i = 0; i < w->count; i++) {
    w->nodes[i] = pgn.nodes[i]; /* texts live until the next game is read: there is none */
  }
  return MR_OK;
}

static mr_status read_record(walk *w, const char *text, size_t length) {
  mr_page_request *request = w->request;
  mr_status status = mr_record_parse(&w->record, RECORD_SOURCE, text, length, request->error);
  if (status != MR_OK) {
    return status;
  }
  if (w->record.key_name == NULL) {
    w->promises = w->record.commitment_count;
    w->record.commitment_count = 0;
  }
  w->count = w->record.move_count;
  w->nodes = mr_arena_zero(request->arena, w->count + 1, sizeof *w->nodes);
  if (w->nodes == NULL) {
    return no_memory(request);
  }
  for (size_t i = 0; i < w->count; i++) {
    w->nodes[i] = (mr_pgn_node){w->record.moves[i], (uint32_t)i};
  }
  return MR_OK;
}

/* Reads the game that a request gives as a text and a number, and loads it. */
static mr_status walk_begin(walk *w, mr_page_request *request, size_t word, uint64_t index) {
  const char *text = request->words[word];
  size_t length = request->lengths[word];
  const mr_game *game = request->page->game;
  *w = (walk){.request = request};
  mr_record_init(&w->record, request->page->allocator);
  mr_status status =
      is_record(text, length) ? read_record(w, text, length) : read_pgn(w, text, length, index);
  if (status == MR_OK) {
    status = mr_session_load(request->page->session, &w->record, 1, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  w->actions = mr_arena_zero(request->arena, w->count + 1, sizeof *w->actions);
  w->turns = mr_arena_zero(request->arena, w->count + 1, sizeof *w->turns);
  w->path = mr_arena_zero(request->arena, w->count + 1, sizeof *w->path);
  w->legal = mr_arena_zero(request->arena, game->info.max_actions, sizeof *w->legal);
  w->scratch = mr_state_new(game, request->page->allocator);
  bool good = w->actions != NULL && w->turns != NULL && w->path != NULL && w->legal != NULL &&
              w->scratch != NULL;
  return good ? MR_OK : no_memory(request);
}

static void walk_end(walk *w) {
  mr_state_free(w->request->page->game, w->request->page->allocator, w->scratch);
  mr_pgn_reader_free(w->reader);
  mr_record_done(&w->record);
}

static mr_page_turn turn_behind(const walk *w, uint32_t node) {
  return node > 0 ? w->turns[node - 1] : MR_PAGE_FIRST_TURN;
}

/* Brings the session to a node, by its number from 1; 0 is the start. */
static mr_status walk_to(walk *w, uint32_t node) {
  size_t count = 0;
  for (uint32_t at = node; at > 0; at = w->nodes[at - 1].parent) {
    count += w->actions[at - 1] != MR_ACTION_NONE;
  }
  size_t end = count;
  for (uint32_t at = node; at > 0; at = w->nodes[at - 1].parent) {
    if (w->actions[at - 1] != MR_ACTION_NONE) {
      w->path[--end] = w->actions[at - 1];
    }
  }
  /* Taking back plays the kept actions again. */
  w->made += mr_session_count(w->request->page->session) > count ? count : 1;
  if (w->made > WALK_MAX) {
    return mr_error_set(w->request->error, MR_ERR_LIMIT,
                        "a game with so many variations is too much for a page");
  }
  return mr_page_stand(w->request, w->path, count);
}

/* Reads the action of a node, with the session at its parent. */
static mr_status walk_read(walk *w, size_t index) {
  const mr_game *game = w->request->page->game;
  const mr_state *state = mr_session_state(w->request->page->session);
  const mr_pgn_node *node = &w->nodes[index];
  const char *text = node->move.text;
  mr_error *error = w->request->error;
  mr_status status =
      mr_game_node(game, state).kind == MR_NODE_TERMINAL
          ? mr_error_set(error, MR_ERR_ILLEGAL, "'%s' comes after the end of the game", text)
      : w->reader != NULL
          ? mr_pgn_move_parse(game, state, w->legal, text, &w->actions[index], error)
          : mr_game_parse_action(game, state, text, strlen(text), &w->actions[index], error);
  if (status != MR_OK) {
    mr_error_locate(error, w->reader != NULL ? PGN_SOURCE : RECORD_SOURCE, node->move.line,
                    node->move.column);
    return status;
  }
  mr_page_turn before = turn_behind(w, node->parent);
  w->turns[index] = w->actions[index] != MR_ACTION_NONE
                        ? mr_page_next_turn(before, mr_game_node(game, state).player)
                        : before;
  return MR_OK;
}

/* ---- all of a game --------------------------------------------------------------------------- */

static void put_about(const walk *w) {
  mr_json *json = w->request->json;
  const mr_session *session = w->request->page->session;
  const mr_record *record = &w->record;
  mr_record_remark remark;
  if (mr_session_own_start(session)) {
    mr_json_null(json, "start");
  } else {
    mr_json_state(json, "start", w->request->page->game, mr_session_start(session));
  }
  mr_json_string(json, "result", record->result);
  mr_json_string(json, "rule", record->rule);
  mr_json_uint(json, "promises", w->promises);
  mr_json_array(json, "tags");
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    mr_json_array(json, NULL);
    mr_json_string(json, NULL, tag->name);
    mr_json_string(json, NULL, tag->value);
    mr_json_string(json, NULL, tag->value2);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_array(json, "remarks");
  for (size_t i = 0; mr_record_remark_at(record, i, &remark); i++) {
    mr_json_object(json, NULL);
    mr_json_uint(json, "at", remark.at);
    mr_json_string(json, "text", remark.text);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static mr_status put_nodes(walk *w) {
  mr_json *json = w->request->json;
  uint32_t *numbers = mr_arena_zero(w->request->arena, w->count + 1, sizeof *numbers);
  uint32_t shown = 0;
  mr_status status = numbers != NULL ? MR_OK : no_memory(w->request);
  mr_json_array(json, "nodes");
  for (size_t i = 0; numbers != NULL && i < w->count && status == MR_OK; i++) {
    const mr_pgn_node *node = &w->nodes[i];
    status = walk_to(w, node->parent);
    if (status == MR_OK) {
      status = walk_read(w, i);
    }
    if (status != MR_OK || w->actions[i] == MR_ACTION_NONE) {
      numbers[i] = node->parent > 0 ? numbers[node->parent - 1] : 0;
      continue;
    }
    numbers[i] = ++shown;
    mr_json_object(json, NULL);
    mr_json_uint(json, "parent", node->parent > 0 ? numbers[node->parent - 1] : 0);
    mr_page_put_words(w->request, mr_session_state(w->request->page->session), w->actions[i],
                      turn_behind(w, node->parent), w->scratch);
    mr_json_string(json, "comment", node->move.comment);
    mr_json_end(json);
  }
  mr_json_end(json);
  return status;
}

/* All of one game of a text; the session stands at its start then. */
static mr_status tree(mr_page_request *request) {
  uint64_t index = 0;
  walk w;
  mr_status status = mr_page_number(request, 2, UINT32_MAX, &index);
  if (status != MR_OK) {
    return status;
  }
  mr_page_forget_study(request->page);
  status = walk_begin(&w, request, 1, index);
  if (status == MR_OK) {
    put_about(&w);
    status = put_nodes(&w);
  }
  if (status == MR_OK) {
    mr_session_rewind(request->page->session, 0);
  }
  walk_end(&w);
  return status;
}

/* ---- the way back ---------------------------------------------------------------------------- */

static void put_pgn_tags(const walk *w, mr_str *out) {
  static const char *const seven[] = {"Event", "Site", "Date", "Round", "White", "Black"};
  const mr_record *record = &w->record;
  const mr_page *page = w->request->page;
  char hash[24];
  mr_str text = mr_str_fixed(hash, sizeof hash);
  for (size_t i = 0; i < sizeof seven / sizeof seven[0]; i++) {
    const char *value = mr_record_tag_value(record, seven[i]);
    mr_pgn_add_tag(out, seven[i], value != NULL ? value : i == 2 ? "????.??.??" : "?");
  }
  mr_pgn_add_tag(out, "Result", record->result != NULL ? record->result : "*");
  if (strcmp(page->game->info.name, "chess") != 0) {
    mr_pgn_add_tag(out, "Variant", page->game->info.name);
  }
  mr_str_format(&text, "%016" PRIx64, page->game->info.definition_hash);
  mr_pgn_add_tag(out, "Definition", hash);
  for (size_t i = 0; i < page->set_count; i++) {
    mr_str set = mr_str_growing(page->allocator);
    mr_str_format(&set, "%s=%s", page->sets[i].key, page->sets[i].value);
    mr_pgn_add_tag(out, "Set", mr_str_text(&set));
    mr_str_done(&set);
  }
  if (record->start != NULL) {
    mr_pgn_add_tag(out, "SetUp", "1");
    mr_pgn_add_tag(out, "FEN", record->start);
  }
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    bool said = tag->value2 != NULL || strcmp(tag->name, "Score") == 0 ||
                strcmp(tag->name, "Comment") == 0 || strcmp(tag->name, "Set") == 0;
    for (size_t k = 0; k < sizeof seven / sizeof seven[0]; k++) {
      said = said || strcmp(tag->name, seven[k]) == 0;
    }
    if (!said) {
      mr_pgn_add_tag(out, tag->name, tag->value);
    }
  }
  mr_str_char(out, '\n');
}

/* The lines that are open while moves are written: the last node of each, the main line first. */
typedef struct open_lines {
  uint32_t last[MR_PGN_DEPTH_MAX + 1];
  size_t depth;
} open_lines;

/* The line that a node goes on, or in place of whose last node it stands: the outermost. */
static size_t line_of(const walk *w, const open_lines *lines, uint32_t parent) {
  size_t found = 0;
  bool sibling = false;
  for (size_t k = lines->depth + 1; k-- > 0;) {
    uint32_t last = lines->last[k];
    if (last == parent) {
      return k;
    }
    if (last > 0 && w->nodes[last - 1].parent == parent) {
      found = k;
      sibling = true;
    } else if (sibling) {
      break;
    }
  }
  return found;
}

static void close_lines(const walk *w, open_lines *lines, size_t depth, mr_pgn_moves *moves) {
  while (lines->depth > depth) {
    mr_page_turn behind = turn_behind(w, lines->last[--lines->depth]);
    mr_pgn_moves_close(moves, behind.number, behind.last);
  }
}

/* Writes the moves with their variations, in the order in which they were read. */
static mr_status put_pgn_moves(walk *w, mr_str *out) {
  const mr_game *game = w->request->page->game;
  mr_pgn_moves moves;
  open_lines lines = {.depth = 0};
  mr_status status = MR_OK;
  mr_pgn_moves_init(&moves, game, 1, out);
  for (uint32_t i = 0; i < w->count && status == MR_OK; i++) {
    const mr_pgn_node *node = &w->nodes[i];
    status = walk_to(w, node->parent);
    if (status == MR_OK) {
      status = walk_read(w, i);
    }
    if (status != MR_OK || w->actions[i] == MR_ACTION_NONE) {
      continue;
    }
    close_lines(w, &lines, line_of(w, &lines, node->parent), &moves);
    if (lines.last[lines.depth] != node->parent && lines.depth < MR_PGN_DEPTH_MAX) {
      mr_page_turn behind = turn_behind(w, node->parent);
      mr_pgn_moves_open(&moves, behind.number, behind.last);
      lines.depth++;
    }
    lines.last[lines.depth] = i + 1;
    const mr_state *state = mr_session_state(w->request->page->session);
    mr_state_copy(game, w->scratch, state);
    mr_game_make(game, w->scratch, w->actions[i], NULL, NULL);
    mr_pgn_moves_add(&moves, state, w->actions[i], w->scratch, node->move.comment);
  }
  close_lines(w, &lines, 0, &moves);
  mr_pgn_moves_end(&moves, NULL, w->record.result != NULL ? w->record.result : "*");
  return status;
}

static mr_status write_pgn(walk *w, mr_str *out) {
  put_pgn_tags(w, out);
  const char *comment = mr_record_tag_value(&w->record, "Comment");
  if (comment != NULL) {
    mr_str_format(out, "{%s}\n", comment);
  }
  return put_pgn_moves(w, out);
}

/* The main line as a record, by the settings of the game that is open. */
static mr_status write_record(walk *w, mr_str *out) {
  mr_page *page = w->request->page;
  mr_status status = MR_OK;
  for (size_t i = 0; i < page->set_count && status == MR_OK; i++) {
    status =
        mr_record_add_set(&w->record, page->sets[i].key, page->sets[i].value, w->request->error);
  }
  mr_record_format(&w->record, out);
  return status;
}

/* A game as PGN with its variations, or its main line as a record. */
static mr_status convert(mr_page_request *request) {
  walk w;
  bool pgn = strcmp(request->words[1], "pgn") == 0;
  if (!pgn && strcmp(request->words[1], "record") != 0) {
    return mr_error_set(request->error, MR_ERR_SYNTAX,
                        "a game is written as 'pgn' or 'record', not '%s'", request->words[1]);
  }
  mr_str text = mr_str_growing(request->page->allocator);
  mr_page_forget_study(request->page);
  mr_status status = walk_begin(&w, request, 2, 0);
  if (status == MR_OK) {
    status = pgn ? write_pgn(&w, &text) : write_record(&w, &text);
  }
  if (status == MR_OK && text.status != MR_OK) {
    status = no_memory(request);
  }
  mr_json_bytes(request->json, "text", mr_str_text(&text), text.length);
  mr_str_done(&text);
  walk_end(&w);
  return status;
}

const mr_page_command mr_page_read_commands[] = {
    {"inspect", 1, 2, false, inspect},
    {"tree", 2, 2, true, tree},
    {"convert", 2, 2, true, convert},
};
const size_t mr_page_read_command_count =
    sizeof mr_page_read_commands / sizeof mr_page_read_commands[0];
