/* What an action would look like before it is played: the piece in each way it can be put down, and
 * the board behind it. */
#include <marcher/paint.h>
#include <string.h>

#include "page/page_priv.h"

enum { WAYS_MOST = 8 /* a square tile can be turned and mirrored in as many ways */ };

/* One action in a state as the player who decides may know it. */
typedef struct peek {
  mr_page_request *request;
  const mr_pick_list *list;
  mr_player player;
  mr_state *ahead;
  mr_view view; /**< behind the action */
} peek;

static mr_status peek_begin(mr_page_request *request, const mr_pick_list *list, peek *p) {
  mr_page *page = request->page;
  *p = (peek){.request = request, .list = list};
  p->player = mr_session_node(page->session).player;
  p->ahead = mr_state_new(page->game, page->allocator);
  return p->ahead != NULL
             ? MR_OK
             : mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

static void peek_end(peek *p) {
  mr_state_free(p->request->page->game, p->request->page->allocator, p->ahead);
}

/* Makes an action, and looks at the board behind it, before dice say more. */
static mr_status peek_at(peek *p, mr_action action) {
  const mr_game *game = p->request->page->game;
  const mr_state *seen = mr_session_observe(p->request->page->session, p->player);
  mr_game_determinize(game, seen, p->player, 0, p->ahead);
  mr_game_make(game, p->ahead, action, NULL, NULL);
  return mr_game_view(game, p->ahead, p->player, p->request->arena, &p->view, p->request->error);
}

/* The piece that stands on a square of the picture, drawn; empty: none does. */
static void put_symbol(const peek *p, const char *key, mr_cell cell) {
  const mr_game *game = p->request->page->game;
  mr_str svg = mr_str_growing(p->request->page->allocator);
  for (size_t i = 0; i < (size_t)p->view.columns * p->view.rows; i++) {
    const mr_view_cell *one = &p->view.cells[i];
    if (mr_cell_same(one->cell, cell) && cell.id != MR_NOWHERE_ID && one->piece != 0) {
      mr_paint_svg_symbol(game, &p->view, &p->view.pieces[one->piece - 1], &svg);
    }
  }
  mr_page_put_drawing(p->request, key, &svg);
}

/* ---- ways to put a piece down ---------------------------------------------------------------- */

/* An action for each way of a piece, which tells what that is called. */
typedef struct way_list {
  mr_form forms[WAYS_MOST];
  size_t count;
} way_list;

static bool is_way(const mr_form *form, const char *name) {
  return form->kind == MR_FORM_PLACE && strcmp(form->choice, name) == 0;
}

static void find_ways(const mr_pick_list *list, const mr_pick *pressed, way_list *ways) {
  for (size_t i = 0; i < list->count; i++) {
    mr_form form;
    mr_game_form(list->game, list->state, list->actions[i], &form);
    bool known = form.choice[0] == '\0' || form.kind != MR_FORM_PLACE || ways->count == WAYS_MOST ||
                 !mr_pick_fits(pressed, &form);
    for (size_t k = 0; k < ways->count && !known; k++) {
      known = strcmp(ways->forms[k].choice, form.choice) == 0;
    }
    if (!known) {
      ways->forms[ways->count++] = form;
    }
  }
}

/* One way: its name, where it can be put, and what it looks like. */
static mr_status put_way(peek *p, const mr_pick *pressed, const char *name) {
  const mr_pick_list *list = p->list;
  mr_json *json = p->request->json;
  mr_cell first = MR_NOWHERE;
  mr_status status = MR_OK;
  mr_json_object(json, NULL);
  mr_json_string(json, "choice", name);
  mr_json_array(json, "to");
  for (size_t i = 0; i < list->count; i++) {
    mr_form form;
    mr_game_form(list->game, list->state, list->actions[i], &form);
    if (!mr_pick_fits(pressed, &form) || !is_way(&form, name)) {
      continue;
    }
    mr_json_cell(json, NULL, list->game, form.to);
    if (first.id == MR_NOWHERE_ID) {
      first = form.to;
      status = peek_at(p, list->actions[i]);
    }
  }
  mr_json_end(json);
  if (status == MR_OK) {
    put_symbol(p, "svg", first);
  }
  mr_json_end(json);
  return status;
}

mr_status mr_page_put_ways(mr_page_request *request, const mr_pick_list *list,
                           const mr_pick *pressed) {
  way_list ways = {.count = 0};
  mr_status status = MR_OK;
  if (pressed->has_piece && !mr_pick_is_complete(pressed)) {
    find_ways(list, pressed, &ways);
  }
  mr_json_array(request->json, "ways");
  if (ways.count > 1) {
    peek p;
    status = peek_begin(request, list, &p);
    for (size_t i = 0; i < ways.count && status == MR_OK; i++) {
      status = put_way(&p, pressed, ways.forms[i].choice);
    }
    peek_end(&p);
  }
  mr_json_end(request->json);
  return status;
}

/* ---- the board behind an action -------------------------------------------------------------- */

/* The piece where the action puts it, and what ties pieces together then; nothing is played. */
static mr_status ahead(mr_page_request *request) {
  mr_page *page = request->page;
  mr_pick_list list = mr_session_picks(page->session);
  mr_action action = MR_ACTION_NONE;
  mr_form form;
  if (mr_session_node(page->session).kind != MR_NODE_DECISION) {
    return mr_error_set(request->error, MR_ERR_ILLEGAL, "nobody decides now");
  }
  mr_status status = mr_game_parse_action(page->game, list.state, request->words[1],
                                          request->lengths[1], &action, request->error);
  if (status != MR_OK) {
    return status;
  }
  peek p;
  mr_game_form(page->game, list.state, action, &form);
  status = peek_begin(request, &list, &p);
  if (status == MR_OK) {
    status = peek_at(&p, action);
  }
  if (status == MR_OK) {
    mr_json_cell(request->json, "cell", page->game, form.to);
    put_symbol(&p, "svg", form.to);
    for (unsigned above = 0; above < 2; above++) {
      mr_str svg = mr_str_growing(page->allocator);
      mr_paint_svg_pips(page->game, &p.view, above == 1, &svg);
      mr_page_put_drawing(request, above == 1 ? "bridges" : "pips", &svg);
    }
  }
  peek_end(&p);
  return status;
}

const mr_page_command mr_page_ahead_commands[] = {{"ahead", 1, 1, true, ahead}};
const size_t mr_page_ahead_command_count =
    sizeof mr_page_ahead_commands / sizeof mr_page_ahead_commands[0];
