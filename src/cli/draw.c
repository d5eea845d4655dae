#include "draw.h"

static void mark(mr_view *view, mr_cell cell, mr_mark mark) {
  mr_view_cell *found = cell.id == MR_NOWHERE_ID ? NULL : mr_view_find(view, cell);
  if (found != NULL) {
    found->marks |= (uint16_t)mark;
  }
}

/* A square with something on it is one where something will be taken or fought. */
static void mark_targets(const mr_game *game, const mr_state *state, const cli_look *look,
                         mr_view *view) {
  for (size_t i = 0; i < look->target_count; i++) {
    mr_form form;
    mr_game_form(game, state, look->targets[i], &form);
    mr_view_cell *cell = form.to.id == MR_NOWHERE_ID ? NULL : mr_view_find(view, form.to);
    if (cell != NULL) {
      bool taken = cell->piece > 0 && form.kind == MR_FORM_MOVE;
      cell->marks |= (uint16_t)(taken ? MR_MARK_CAPTURE : MR_MARK_TARGET);
    }
  }
}

mr_status cli_view(const mr_game *game, const mr_state *state, const cli_look *look,
                   mr_arena *arena, mr_view *out, mr_error *err) {
  mr_state *observed = mr_state_new(game, NULL);
  if (observed == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_game_observe(game, state, look->player, observed);
  mr_status status = mr_game_view(game, observed, look->player, arena, out, err);
  if (status == MR_OK) {
    if (look->recent != NULL) {
      mr_view_mark_events(out, look->recent);
    }
    mark(out, look->chosen, MR_MARK_CHOSEN);
    mark_targets(game, observed, look, out);
  }
  mr_state_free(game, NULL, observed);
  return status;
}

int cli_draw(cli_context *cli, const mr_game *game, const mr_state *state, const cli_look *look) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  mr_status status = cli_view(game, state, look, &arena, &view, &error);
  if (status == MR_OK) {
    mr_paint_board(game, &view, &cli->style, &cli->out);
  }
  mr_arena_done(&arena);
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}
