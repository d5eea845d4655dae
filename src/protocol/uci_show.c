#include <marcher/paint.h>
#include <marcher/view.h>

#include "protocol/uci_priv.h"

#define WIDTH 100

/** The squares that the picture marks as threatened: kings in check, men about to duel. */
static void write_threats(const mr_game *game, const mr_view *view, mr_str *out) {
  mr_str_add(out, "Threatened:");
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->cell.id != MR_NOWHERE_ID && (cell->marks & MR_MARK_THREAT) != 0) {
      mr_str_char(out, ' ');
      mr_game_cell_text(game, cell->cell, out);
    }
  }
  mr_str_char(out, '\n');
}

static void write_points(unsigned quarters, mr_str *out) {
  static const char *const parts[] = {"", ".25", ".5", ".75"};
  mr_str_format(out, "%u%s", quarters / 4, parts[quarters % 4]);
}

/** Who is to move, or how the game ended. */
static void write_node(const mr_game *game, const mr_state *state, mr_str *out) {
  mr_node node = mr_game_node(game, state);
  if (node.kind == MR_NODE_DECISION) {
    mr_str_format(out, "To move: %s\n", game->info.player_names[node.player.id]);
  } else if (node.kind == MR_NODE_CHANCE) {
    mr_str_add(out, "To move: chance\n");
  } else {
    uint8_t score[MR_MAX_PLAYERS] = {0};
    const mr_rule *rule = &game->info.rules[mr_game_ended_by(game, state)];
    mr_game_score(game, state, score);
    mr_str_add(out, "Result: ");
    for (unsigned i = 0; i < game->info.players; i++) {
      mr_str_add(out, i > 0 ? "-" : "");
      write_points(score[i], out);
    }
    mr_str_format(out, " (%s: %s)\n", rule->id, rule->text);
  }
}

static mr_status write_picture(mr_uci *uci, mr_str *out, mr_error *err) {
  mr_dialog *d = uci_dialog(uci);
  const mr_paint_style style = {.width = WIDTH};
  mr_node node = mr_session_node(d->board);
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, d->allocator, 0);
  mr_game_observe(d->game, mr_dialog_state(d), node.player, d->scratch);
  mr_status status = mr_game_view(d->game, d->scratch, node.player, &arena, &view, err);
  if (status == MR_OK) {
    mr_paint_board(d->game, &view, &style, out);
    mr_str_format(out, "Variant: %s\nFen: ", d->name);
    mr_game_format_state(d->game, mr_dialog_state(d), out);
    mr_str_format(out, "\nKey: %016llX\n",
                  (unsigned long long)mr_game_hash(d->game, mr_dialog_state(d)));
    write_threats(d->game, &view, out);
    write_node(d->game, mr_dialog_state(d), out);
  }
  mr_arena_done(&arena);
  return status;
}

void mr_uci_show(mr_uci *uci) {
  mr_str out;
  mr_error err;
  mr_str_init(&out, uci_dialog(uci)->allocator);
  if (write_picture(uci, &out, &err) != MR_OK) {
    mr_str_reset(&out);
    mr_uci_say_error(uci, "d", &err);
  }
  mr_dialog_send(uci_dialog(uci), &out);
}

void mr_uci_eval(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  mr_node node = mr_session_node(d->board);
  int worth = 0;
  mr_uci_ready(uci);
  if (d->engine == NULL) {
    return;
  }
  if (node.kind != MR_NODE_DECISION) {
    mr_uci_say(uci, "eval: nobody has to decide anything here");
    return;
  }
  mr_game_observe(d->game, mr_dialog_state(d), node.player, d->scratch);
  if (mr_engine_static_eval(d->engine, d->scratch, &worth)) {
    mr_uci_say(uci, "eval %+.2f pawns for %s, who is to move, without looking ahead", worth / 100.0,
               d->game->info.player_names[node.player.id]);
  } else {
    mr_uci_say(uci, "eval: %s has no opinion without looking ahead; 'go nodes 1000' has one",
               d->engine->kind);
  }
}
