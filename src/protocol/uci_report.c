#include <marcher/clock.h>

#include "protocol/uci_priv.h"

/** Expected scores this near to 0 and 1 are whole points, not three quarters of one. */
#define SURE 0.99

/* ---- scores ---------------------------------------------------------------------------------- */

/** A walk along the expected continuation, counting the turns of one player. */
typedef struct walk {
  unsigned actions; /**< made */
  int turns;        /**< of the winner, the present one included */
  bool his;         /**< the present turn is the winner's */
} walk;

static bool belongs(const mr_game *game, mr_player player, bool mine, mr_player decider) {
  bool own = game->info.team[player.id] == game->info.team[decider.id];
  return own == mine;
}

/**
 * Counts as far as the line goes; behind that, players are taken to alternate in turns of
 * `per_turn` actions.
 */
int mr_uci_mate(const mr_game *game, const mr_state *state, mr_state *step, const mr_action *line,
                size_t length, int end_in) {
  mr_player decider = mr_game_node(game, state).player;
  bool mine = end_in > 0;
  unsigned distance = (unsigned)(mine ? end_in : -end_in);
  unsigned per_turn = mr_game_can(game, MR_CAN_MULTI) ? 2 : 1;
  walk w = {0, mine ? 1 : 0, mine};
  unsigned in_turn = 0;
  bool known = mr_game_fully_known(game, state);
  if (known) {
    mr_state_copy(game, step, state);
  }
  while (w.actions < distance) {
    bool his = w.his;
    if (known && w.actions < length && mr_game_legal(game, step, line[w.actions])) {
      mr_game_make(game, step, line[w.actions], NULL, NULL);
      mr_node node = mr_game_node(game, step);
      his = node.kind == MR_NODE_DECISION ? belongs(game, node.player, mine, decider) : his;
    } else {
      known = false;
      his = in_turn + 1 >= per_turn ? !his : his;
    }
    w.actions++;
    in_turn = his == w.his ? in_turn + 1 : 0;
    bool begins = his && !w.his && w.actions < distance;
    w.turns += begins ? 1 : 0;
    w.his = his;
  }
  int turns = w.turns > 0 ? w.turns : 1;
  return mine ? turns : -turns;
}

/** The verdict as the protocol writes it. Ends that are worth a part of the point are no mates. */
static void write_score(mr_uci *uci, const mr_candidate *c, mr_str *out) {
  const mr_session *s = uci_session(uci);
  const mr_search_score *verdict = &c->score;
  bool whole = verdict->end_in > 0 ? c->value >= SURE : c->value <= 1 - SURE;
  if (verdict->end_in != 0 && whole) {
    mr_str_format(out, " score mate %d",
                  mr_uci_mate(s->game, s->search.observation, s->search.walk, c->line,
                              c->line_length, verdict->end_in));
  } else if (verdict->end_in != 0) {
    mr_str_format(out, " score cp %d", mr_centipawns_of(c->value));
  } else {
    mr_str_format(out, " score cp %d", verdict->centipawns);
  }
  if (c->at_most) {
    mr_str_add(out, " upperbound");
  }
}

/**
 * An expected score says nothing of draws; here an even game is drawn half of the time, and a
 * decided one never.
 */
static void write_odds(double value, mr_str *out) {
  double even = 1 - 2 * (value > 0.5 ? value - 0.5 : 0.5 - value);
  unsigned draw = (unsigned)(500 * even + 0.5);
  unsigned points = (unsigned)(1000 * value + 0.5);
  unsigned win = points > draw / 2 ? points - draw / 2 : 0;
  win = win + draw > 1000 ? 1000 - draw : win;
  mr_str_format(out, " wdl %u %u %u", win, draw, 1000 - win - draw);
}

/* ---- lines ----------------------------------------------------------------------------------- */

void mr_uci_action(const mr_game *game, const mr_state *state, mr_action action, mr_str *out) {
  char text[MR_ACTION_TEXT_MAX];
  mr_str name;
  mr_str_fixed(&name, text, sizeof text);
  mr_game_format_action(game, state, action, &name);
  mr_str_add(out, text);
}

/** A walk through the position from the eyes of the player who decides. */
static void write_line(mr_uci *uci, const mr_candidate *c, mr_str *out) {
  const mr_session *s = uci_session(uci);
  const mr_state *root = s->search.observation;
  mr_state *step = s->search.walk;
  mr_str_add(out, " pv ");
  mr_uci_action(s->game, root, c->action, out);
  if (!mr_game_fully_known(s->game, root)) {
    return;
  }
  mr_state_copy(s->game, step, root);
  for (size_t i = 0; i + 1 < c->line_length; i++) {
    mr_game_make(s->game, step, c->line[i], NULL, NULL);
    if (!mr_game_legal(s->game, step, c->line[i + 1])) {
      return;
    }
    mr_str_char(out, ' ');
    mr_uci_action(s->game, step, c->line[i + 1], out);
  }
}

/** The choice itself, with the line of the whole thought. */
static mr_candidate best_of(const mr_search_result *thought) {
  mr_candidate best = {.action = thought->action, .value = thought->value, .score = thought->score};
  best.line_length = thought->line_length;
  for (size_t i = 0; i < thought->line_length && i < MR_SEARCH_LINE; i++) {
    best.line[i] = thought->line[i];
  }
  if (best.line_length == 0 || best.line[0] != best.action) {
    best.line_length = 1;
    best.line[0] = best.action;
  }
  return best;
}

static void write_info(mr_uci *uci, const mr_search_result *thought, const mr_candidate *c,
                       unsigned number, mr_str *out) {
  const mr_session *s = uci_session(uci);
  int64_t ns = mr_clock_ns() - s->search.began;
  unsigned depth = thought->depth > 0 ? thought->depth : (unsigned)c->line_length;
  depth = depth > 0 ? depth : 1;
  unsigned deepest = thought->selective > depth ? thought->selective : depth;
  mr_str_format(out, "info depth %u seldepth %u multipv %u", depth, deepest, number);
  write_score(uci, c, out);
  if (uci->report.odds) {
    write_odds(c->value, out);
  }
  mr_str_format(out, " nodes %llu nps %llu hashfull %u tbhits %llu time %lld",
                (unsigned long long)thought->nodes,
                (unsigned long long)((double)thought->nodes / ((double)(ns > 0 ? ns : 1) / 1e9)),
                thought->fullness, (unsigned long long)thought->probes, (long long)(ns / 1000000));
  write_line(uci, c, out);
  mr_str_char(out, '\n');
}

static void write_infos(mr_uci *uci, const mr_search_result *thought, mr_str *out) {
  uci->report.told = thought->nodes;
  mr_candidate best = best_of(thought);
  write_info(uci, thought, &best, 1, out);
  unsigned number = 1;
  for (size_t i = 0; i < thought->candidate_count && number < uci->report.lines; i++) {
    const mr_candidate *c = &thought->candidates[i];
    if (c->action != thought->action && !c->at_most) {
      write_info(uci, thought, c, ++number, out);
    }
  }
}

/* ---- callbacks ------------------------------------------------------------------------------- */

void mr_uci_progress(void *context, const mr_search_result *so_far) {
  mr_uci *uci = context;
  mr_str out;
  if (so_far->action == MR_ACTION_NONE) {
    return;
  }
  mr_str_init(&out, uci_session(uci)->allocator);
  write_infos(uci, so_far, &out);
  mr_uci_send(uci, &out);
}

/** What the other player is expected to answer, where the next decision is the other's. */
static void write_ponder(mr_uci *uci, const mr_search_result *thought, mr_str *out) {
  const mr_session *s = uci_session(uci);
  const mr_state *root = s->search.observation;
  mr_state *step = s->search.walk;
  if (thought->line_length < 2 || thought->line[0] != thought->action ||
      !mr_game_fully_known(s->game, root)) {
    return;
  }
  mr_state_copy(s->game, step, root);
  mr_game_make(s->game, step, thought->action, NULL, NULL);
  mr_node node = mr_game_node(s->game, step);
  if (node.kind == MR_NODE_DECISION &&
      !mr_player_same(node.player, mr_game_node(s->game, root).player) &&
      mr_game_legal(s->game, step, thought->line[1])) {
    mr_str_add(out, " ponder ");
    mr_uci_action(s->game, step, thought->line[1], out);
  }
}

void mr_uci_finish(void *context, const mr_search_result *thought, const mr_error *error) {
  mr_uci *uci = context;
  const mr_session *s = uci_session(uci);
  mr_str out;
  mr_str_init(&out, s->allocator);
  if (thought == NULL || thought->action == MR_ACTION_NONE) {
    mr_str_add(&out, "info string go: ");
    mr_add_clean(&out, error != NULL ? error->message : "the engine has chosen nothing");
    mr_str_add(&out, "\nbestmove 0000\n");
    mr_uci_send(uci, &out);
    return;
  }
  if (uci->report.told == 0 || uci->report.told != thought->nodes) {
    write_infos(uci, thought, &out);
  }
  if (uci->report.reasons) {
    mr_str_add(&out, "info string ");
    mr_add_clean(&out, thought->reason);
    mr_str_char(&out, '\n');
  }
  mr_str_add(&out, "bestmove ");
  mr_uci_action(s->game, s->search.observation, thought->action, &out);
  write_ponder(uci, thought, &out);
  mr_str_char(&out, '\n');
  mr_uci_send(uci, &out);
}
