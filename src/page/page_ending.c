/* The truth about small endings: by tables that somebody has brought, or that are worked out. */
#include <string.h>

#include "base/base64.h"
#include "page/page_priv.h"

enum {
  WORKED_OUT_MEN = 5,             /* men of an ending that is worked out while somebody waits */
  WORKED_OUT_POSITIONS = 1 << 22, /* of it: a few seconds in a page */
  MEMORY = 96 << 20,
  TABLES_MAX = 16 /* files of tables at once: each is held whole */
};

static mr_status no_memory(const mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

/* ---- tables that were brought ---------------------------------------------------------------- */

static void free_table(mr_page *page, mr_page_table *table) {
  mr_endgame_free(table->endgame);
  mr_str_done(&table->bytes);
  mr_alloc_free(page->allocator, table, sizeof *table);
}

void mr_page_forget_tables(mr_page *page) {
  while (page->tables != NULL) {
    mr_page_table *table = page->tables;
    page->tables = table->next;
    free_table(page, table);
  }
}

static void name_of(const mr_endgame *endgame, mr_endgame_summary *out) {
  mr_endgame_summarise(endgame, 0, out);
}

/* Frees the tables of that ending, if they were brought before. @return how many others there are
 */
static size_t drop_older(mr_page *page, const mr_endgame *endgame) {
  mr_endgame_summary one, other;
  size_t count = 0;
  name_of(endgame, &one);
  for (mr_page_table **at = &page->tables; *at != NULL;) {
    mr_page_table *table = *at;
    name_of(table->endgame, &other);
    if (strcmp(one.name, other.name) == 0) {
      *at = table->next;
      free_table(page, table);
    } else {
      at = &table->next;
      count++;
    }
  }
  return count;
}

/* "table BASE64": takes a file of tables. @return as mr_endgame_read */
static mr_status bring_table(mr_page_request *request) {
  mr_page *page = request->page;
  const mr_endgame_options options = {.allocator = page->allocator, .memory = MEMORY};
  mr_endgame_summary about;
  mr_page_table *table = mr_alloc_zero(page->allocator, 1, sizeof *table);
  if (table == NULL) {
    return no_memory(request);
  }
  table->bytes = mr_str_growing(page->allocator);
  mr_status status =
      mr_base64_decode(request->words[1], request->lengths[1], &table->bytes)
          ? table->bytes.status
          : mr_error_set(request->error, MR_ERR_SYNTAX, "a table has to come in base64");
  if (status == MR_OK) {
    status = mr_endgame_read(page->game, mr_str_text(&table->bytes), table->bytes.length, &options,
                             &table->endgame, request->error);
  } else if (status == MR_ERR_NOMEM) {
    status = no_memory(request);
  }
  if (status == MR_OK && drop_older(page, table->endgame) >= TABLES_MAX) {
    status = mr_error_set(request->error, MR_ERR_LIMIT,
                          "%d files of tables are open already; open the game again to begin anew",
                          TABLES_MAX);
  }
  if (status != MR_OK) {
    free_table(page, table);
    return status;
  }
  table->next = page->tables;
  page->tables = table;
  name_of(table->endgame, &about);
  mr_json_string(request->json, "men", about.name);
  mr_json_uint(request->json, "tables", mr_endgame_count(table->endgame));
  return MR_OK;
}

/* Those that know a state; NULL: none do. */
static const mr_endgame *find_brought(const mr_page *page, const mr_state *state) {
  mr_tablebase_result result;
  for (const mr_page_table *table = page->tables; table != NULL; table = table->next) {
    if (mr_endgame_probe(table->endgame, state, &result, NULL) == MR_OK) {
      return table->endgame;
    }
  }
  return NULL;
}

/* ---- tables that are worked out -------------------------------------------------------------- */

/* Leaves what would take too long. */
static bool hear_plan(void *context, const mr_endgame_plan *plan) {
  bool *large = context;
  *large = plan->positions > WORKED_OUT_POSITIONS;
  return !*large;
}

/* Finds the tables of the men on the board: brought, there, or worked out now. */
static mr_status find_tables(mr_page_request *request, const mr_endgame **out) {
  mr_page *page = request->page;
  const mr_state *state = mr_session_state(page->session);
  mr_endgame_men men;
  char name[MR_ENDGAME_NAME_MAX];
  bool large = false;
  mr_endgame *made = NULL;
  mr_status status = mr_endgame_men_of(page->game, state, page->allocator, &men, request->error);
  if (status != MR_OK) {
    return status;
  }
  mr_endgame_men_name(page->game, &men, name);
  mr_json_string(request->json, "men", name);
  *out = find_brought(page, state);
  mr_json_bool(request->json, "brought", *out != NULL);
  if (*out != NULL) {
    return MR_OK;
  }
  if (page->study.endgame != NULL && strcmp(name, page->study.men) == 0) {
    *out = page->study.endgame;
    return MR_OK;
  }
  if (men.count > WORKED_OUT_MEN) {
    return mr_error_set(request->error, MR_ERR_LIMIT,
                        "%s has more than %d men: 'marcher endgame' works such endings out, and "
                        "its file of tables can be opened here",
                        name, WORKED_OUT_MEN);
  }
  const mr_endgame_options options = {
      .allocator = page->allocator, .memory = MEMORY, .planned = hear_plan, .context = &large};
  status = mr_endgame_new(page->game, &men, &options, &made, request->error);
  if (large) {
    return mr_error_set(request->error, MR_ERR_LIMIT,
                        "%s has too many positions for a page: 'marcher endgame' works it out, "
                        "and its file of tables can be opened here",
                        name);
  }
  if (status == MR_OK) {
    mr_endgame_free(page->study.endgame);
    page->study.endgame = made;
    *out = made;
    mr_str copy = mr_str_fixed(page->study.men, sizeof page->study.men);
    mr_str_add(&copy, name);
  }
  return status;
}

static void put_result(mr_page_request *request, const mr_tablebase_result *result) {
  const mr_game *game = request->page->game;
  char buffer[96];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  bool drawn = result->winner.id == MR_NOBODY_ID;
  if (drawn) {
    mr_str_add(&text,
               mr_endgame_draws_hold(game) ? "drawn with best play" : "nobody can force an end");
  } else {
    mr_str_format(&text, "%s wins in %u %s", game->info.player_names[result->winner.id],
                  result->plies, result->plies == 1 ? "ply" : "plies");
  }
  mr_json_player(request->json, "winner", game, result->winner);
  mr_json_uint(request->json, "plies", result->plies);
  mr_json_string(request->json, "text", buffer);
}

/* What each action comes to. */
static mr_status put_results(mr_page_request *request, const mr_endgame *endgame) {
  mr_page *page = request->page;
  const mr_game *game = page->game;
  const mr_state *state = mr_session_state(page->session);
  const mr_action *actions;
  size_t count = mr_session_actions(page->session, &actions);
  mr_page_turn turn = mr_page_turn_before_last(page->session);
  mr_state *after = mr_state_new(game, page->allocator);
  if (after == NULL) {
    return no_memory(request);
  }
  mr_json_array(request->json, "actions");
  for (size_t i = 0; i < count; i++) {
    mr_tablebase_result result;
    mr_json_object(request->json, NULL);
    mr_page_put_words(request, state, actions[i], turn, after);
    mr_json_object(request->json, "result");
    if (mr_endgame_probe(endgame, after, &result, NULL) == MR_OK) {
      put_result(request, &result);
    }
    mr_json_end(request->json);
    mr_json_end(request->json);
  }
  mr_json_end(request->json);
  mr_state_free(game, page->allocator, after);
  return MR_OK;
}

/* The truth about the position and each action, where tables of its ending tell it. */
static mr_status ending(mr_page_request *request) {
  mr_page *page = request->page;
  mr_tablebase_result result;
  if (mr_session_node(page->session).kind != MR_NODE_DECISION) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "there is nothing to decide");
  }
  const mr_endgame *endgame = NULL;
  mr_status status = find_tables(request, &endgame);
  if (status == MR_OK) {
    status = mr_endgame_probe(endgame, mr_session_state(page->session), &result, request->error);
  }
  if (status == MR_OK) {
    put_result(request, &result);
    status = put_results(request, endgame);
  }
  return status;
}

const mr_page_command mr_page_ending_commands[] = {
    {"ending", 0, 0, true, ending},
    {"table", 1, 1, true, bring_table},
};
const size_t mr_page_ending_command_count =
    sizeof mr_page_ending_commands / sizeof mr_page_ending_commands[0];
