#include "draw.h"

#include "options.h"
#include "words.h"

enum {
  REGIONS_FEW = 4,   /* more than these would hide the board, and each other */
  REGIONS_CHOSEN = 6 /* as many as there are colours */
};

static void mark(mr_view *view, mr_cell cell, mr_mark mark) {
  mr_view_cell *found = cell.id == MR_NOWHERE_ID ? NULL : mr_view_find(view, cell);
  if (found != NULL) {
    found->marks |= (uint16_t)mark;
  }
}

/* Whether an action takes something or lets the dice decide. @param ahead, events scratch */
static bool fights(const mr_game *game, mr_action action, mr_state *ahead, mr_events *events) {
  mr_game_make(game, ahead, action, NULL, events);
  for (size_t i = 0; i < events->count; i++) {
    uint8_t kind = events->items[i].kind;
    if (kind == MR_EVENT_CAPTURE || kind == MR_EVENT_DUEL) {
      return true;
    }
  }
  return mr_game_node(game, ahead).kind == MR_NODE_CHANCE;
}

/* @param state what the player sees. @return false: out of memory */
static bool mark_targets(const mr_game *game, const mr_state *state, const cli_look *look,
                         mr_view *view) {
  size_t room = game->info.max_events + 1;
  mr_state *ahead = mr_state_new(game, NULL);
  mr_events events = {.items = mr_alloc_zero(NULL, room, sizeof(mr_event)), .capacity = room};
  bool good = ahead != NULL && events.items != NULL;
  for (size_t i = 0; i < look->target_count && good; i++) {
    mr_form form;
    mr_game_form(game, state, look->targets[i], &form);
    mr_game_complete(game, state, look->player, 0, ahead);
    bool fight = fights(game, look->targets[i], ahead, &events);
    mark(view, form.to, fight ? MR_MARK_CAPTURE : MR_MARK_TARGET);
  }
  mr_alloc_free(NULL, events.items, room * sizeof(mr_event));
  mr_state_free(game, NULL, ahead);
  return good;
}

/* Keeps the regions of these bits, which get new numbers. @return false: out of memory */
static bool keep_regions(mr_view *view, uint64_t wanted, mr_arena *arena) {
  mr_view_region *kept = mr_arena_zero(arena, view->region_count, sizeof(*kept));
  if (kept == NULL) {
    return false;
  }
  uint8_t old[32];
  size_t count = 0;
  for (size_t i = 0; i < view->region_count; i++) {
    if ((wanted >> i & 1) != 0) {
      old[count] = (uint8_t)i;
      kept[count++] = view->regions[i];
    }
  }
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    uint32_t regions = 0;
    for (size_t k = 0; k < count; k++) {
      regions |= (view->cells[i].regions >> old[k] & 1) << k;
    }
    view->cells[i].regions = regions;
  }
  view->regions = kept;
  view->region_count = count;
  return true;
}

/* The squares of a region, or none where one of them belongs to a region that is `taken`. */
static size_t free_size(const mr_view *view, size_t region, uint64_t taken) {
  size_t size = 0;
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->cell.id == MR_NOWHERE_ID || (cell->regions >> region & 1) == 0) {
      continue;
    }
    if ((cell->regions & taken) != 0) {
      return 0;
    }
    size++;
  }
  return size;
}

/*
 * Of many regions those that a player wants to see: special squares are few, and wide zones are
 * remembered by their ranks. So the smallest that do not overlap.
 */
static uint64_t smallest_regions(const mr_view *view) {
  uint64_t taken = 0;
  for (unsigned count = 0; count < REGIONS_CHOSEN; count++) {
    size_t best = view->region_count;
    size_t best_size = 0;
    for (size_t i = 0; i < view->region_count; i++) {
      size_t size = free_size(view, i, taken);
      if (size > 0 && (best == view->region_count || size < best_size)) {
        best = i;
        best_size = size;
      }
    }
    if (best == view->region_count) {
      break;
    }
    taken |= UINT64_C(1) << best;
  }
  return taken;
}

static bool choose_regions(mr_view *view, uint64_t wanted, mr_arena *arena) {
  uint64_t shown = wanted;
  if (wanted == 0) {
    shown = view->region_count <= REGIONS_FEW ? CLI_REGIONS_ALL : smallest_regions(view);
  }
  return shown == CLI_REGIONS_ALL || keep_regions(view, shown, arena);
}

static bool contains(const char *text, const char *part) {
  for (; *text != '\0'; text++) {
    if (cli_begins_with(text, part)) {
      return true;
    }
  }
  return false;
}

uint64_t cli_find_regions(const mr_view *view, const char *wanted) {
  uint64_t number = 0;
  uint64_t found = 0;
  if (cli_read_number(wanted, 1, view->region_count, &number)) {
    return UINT64_C(1) << (number - 1);
  }
  for (size_t i = 0; i < view->region_count; i++) {
    found |= contains(view->regions[i].name, wanted) ? UINT64_C(1) << i : 0;
  }
  return found;
}

static void clear_ground(mr_view *view) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    view->cells[i].piece = 0;
    view->cells[i].marks = 0;
  }
  view->hand_count = 0;
  view->note_count = 0;
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
    if (look->ground) {
      clear_ground(out);
    }
    if ((look->target_count > 0 && !mark_targets(game, observed, look, out)) ||
        !choose_regions(out, look->regions, arena)) {
      status = mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
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
