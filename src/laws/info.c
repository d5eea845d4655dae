#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/doc.h>

#include "kernel/play_on.h"

#define check_info(laws, ...) mr_laws_expect((laws), MR_LAW_INFO, __VA_ARGS__)

/* ---- what is declared ------------------------------------------------------------------------ */

static bool is_filled(const char *text) {
  return text != NULL && text[0] != '\0';
}

static bool check_operations(mr_laws *laws) {
  const mr_game *game = laws->game;
  const mr_game_ops *ops = game->ops;
  const mr_hidden_ops *hidden = game->hidden;
  const mr_material_ops *material = game->material;
  const mr_notation_ops *notation = game->notation;
  bool chance = mr_game_can(game, MR_CAN_CHANCE);
  bool core = ops->node != NULL && ops->actions != NULL && ops->make != NULL && ops->hash != NULL &&
              ops->score != NULL && ops->ended_by != NULL && ops->format_action != NULL &&
              ops->format_state != NULL && ops->parse_state != NULL && ops->piece_text != NULL &&
              ops->view != NULL;
  bool begins = ops->start != NULL || game->start != NULL;
  bool lists = (ops->legal != NULL && ops->parse_action != NULL) ||
               (game->info.max_actions <= MR_LISTED_MAX && game->info.max_chances <= MR_LISTED_MAX);
  bool whole = (game->chance == NULL || game->chance->chances != NULL) &&
               (hidden == NULL || (hidden->observe != NULL && hidden->determinize != NULL &&
                                   hidden->fully_known != NULL && hidden->sees != NULL)) &&
               (material == NULL || (material->piece_named != NULL && material->compose != NULL &&
                                     material->placements != NULL)) &&
               (notation == NULL || (notation->format_move != NULL && notation->mark != NULL)) &&
               (game->setup == NULL || game->setup->read_setup != NULL);
  check_info(laws, core, "an operation that has no default is missing");
  check_info(laws, begins, "there is no first state");
  check_info(laws, lists, "more than %d actions are to be found in their list", MR_LISTED_MAX);
  check_info(laws, chance || !mr_game_can(game, MR_CAN_DEAL), "a deal is declared, but no chance");
  check_info(laws, whole, "a facet lacks an operation that has no default");
  mr_laws_expect(laws, MR_LAW_PERFT, ops->perft == NULL || !chance,
                 "a game with chance offers a count of its own, which nobody would ask for");
  return whole && core && begins && lists;
}

static bool check_sizes(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  bool states = info->state_size > 0 && info->state_size % MR_STATE_ALIGN == 0;
  bool undos = info->undo_size % MR_STATE_ALIGN == 0 &&
               (laws->game->ops->unmake != NULL || info->undo_size == info->state_size);
  bool texts = info->max_state_text >= 2 && info->max_events > 0 && info->max_length > 0;
  bool lists =
      info->max_actions > 0 && (info->max_chances > 0) == mr_game_can(laws->game, MR_CAN_CHANCE);
  check_info(laws, states, "state_size %zu is not a multiple of %d", info->state_size,
             MR_STATE_ALIGN);
  check_info(laws, undos, "undo_size %zu does not fit state_size %zu", info->undo_size,
             info->state_size);
  check_info(laws, texts, "max_state_text, max_events and max_length must be positive");
  check_info(laws, lists, "max_actions %zu and max_chances %zu do not fit the capabilities",
             info->max_actions, info->max_chances);
  return states && undos && texts && info->max_actions > 0;
}

static bool check_players(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  bool seats = info->players >= 2 && info->players <= MR_MAX_PLAYERS;
  check_info(laws, seats, "%u players", (unsigned)info->players);
  for (size_t i = 0; seats && i < info->players; i++) {
    check_info(laws, is_filled(info->player_names[i]), "player %zu has no name", i);
    check_info(laws, info->team[i] < info->players, "player %zu is in team %u", i,
               (unsigned)info->team[i]);
    seats = is_filled(info->player_names[i]) && info->team[i] < info->players;
  }
  return seats;
}

static bool check_rules(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  bool listed = info->rules != NULL && info->rule_count > 1 && info->rules[0].id != NULL &&
                info->rules[0].id[0] == '\0';
  check_info(laws, listed, "rule 0 must be the empty rule, with others after it");
  for (size_t i = 1; listed && i < info->rule_count; i++) {
    bool told = is_filled(info->rules[i].id) && is_filled(info->rules[i].text);
    bool fresh = true;
    check_info(laws, told, "rule %zu has no name or no text", i);
    if (!told) {
      return false;
    }
    for (size_t k = 1; k < i; k++) {
      fresh = fresh && strcmp(info->rules[k].id, info->rules[i].id) != 0;
    }
    check_info(laws, fresh, "two rules are called %s", info->rules[i].id);
  }
  return listed;
}

static void check_page(mr_laws *laws) {
  mr_arena arena;
  mr_doc doc;
  mr_error err = {.message = ""};
  mr_arena_init(&arena, laws->allocator, 0);
  mr_doc_init(&doc, &arena);
  mr_status status = mr_game_page(laws->game, &doc, &err);
  if (status == MR_ERR_NOMEM) {
    laws->status = status;
  } else {
    check_info(laws, status == MR_OK && doc.first != NULL, "there is no rules page: %s",
               err.message);
  }
  mr_arena_done(&arena);
}

bool mr_laws_info(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  check_info(laws,
             is_filled(info->name) && is_filled(info->title) && is_filled(info->family) &&
                 info->summary != NULL,
             "the name, title or family is empty, or there is no summary");
  check_info(laws, info->columns > 0 && info->rows > 0, "the board is %u by %u",
             (unsigned)info->columns, (unsigned)info->rows);
  bool operations = check_operations(laws);
  bool sizes = check_sizes(laws);
  bool players = check_players(laws);
  bool rules = check_rules(laws);
  bool playable = operations && sizes && players && rules && is_filled(info->name);
  if (playable) {
    check_page(laws);
  }
  return playable;
}

/* ---- what is seen ---------------------------------------------------------------------------- */

void mr_laws_declared(mr_laws *laws) {
  bool chance = laws->node.kind == MR_NODE_CHANCE;
  if (laws->ply == 0) {
    check_info(laws, chance == mr_game_can(laws->game, MR_CAN_DEAL),
               "the first state %s a chance node", chance ? "is" : "is not");
  }
  check_info(laws, !chance || mr_game_can(laws->game, MR_CAN_CHANCE),
             "a chance node, though chance is not declared");
  if (laws->node.kind == MR_NODE_DECISION) {
    bool again = mr_player_same(laws->node.player, laws->decided);
    check_info(laws, !again || mr_game_can(laws->game, MR_CAN_MULTI),
               "player %u decides twice in a row, though turns of several actions are not "
               "declared",
               (unsigned)laws->node.player.id);
    laws->decided = laws->node.player;
  }
}

/* ---- the end --------------------------------------------------------------------------------- */

/** Seats of one team score alike, the teams' scores sum to a win. */
static void check_score(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  uint8_t score[MR_MAX_PLAYERS + 1];
  unsigned sum = 0;
  bool alike = true;
  bool fraction = false;
  memset(score, 0xEE, sizeof score);
  mr_game_score(laws->game, laws->state, score);
  for (size_t i = 0; i < info->players; i++) {
    size_t first = 0;
    while (info->team[first] != info->team[i]) {
      first++;
    }
    alike = alike && score[first] == score[i];
    sum += first == i ? score[i] : 0;
    fraction = fraction || score[i] % 2 != 0;
    mr_laws_expect(laws, MR_LAW_TERMINAL, score[i] <= MR_SCORE_WIN, "player %zu scores %u quarters",
                   i, (unsigned)score[i]);
  }
  mr_laws_expect(laws, MR_LAW_TERMINAL, score[info->players] == 0xEE,
                 "there are more scores than players");
  mr_laws_expect(laws, MR_LAW_TERMINAL, alike && sum == MR_SCORE_WIN,
                 "the teams do not share %d quarters (%u, %u, ...)", MR_SCORE_WIN,
                 (unsigned)score[0], (unsigned)score[1]);
  check_info(laws, !fraction || mr_game_can(laws->game, MR_CAN_FRACTION),
             "a score of %u quarters, though fractions are not declared", (unsigned)score[0]);
}

/** Whoever goes on behind an end is where the game stood, with that rule out of the way. */
static void check_play_on(mr_laws *laws, mr_rule_index rule) {
  const mr_game *game = laws->game;
  mr_state *on = laws->spare[0];
  mr_state_copy(game, on, laws->state);
  if (!mr_game_play_on(game, on)) {
    mr_laws_expect(laws, MR_LAW_TERMINAL, memcmp(on, laws->state, game->info.state_size) == 0,
                   "there is nothing to go on from, and the state is another");
    return;
  }
  mr_laws_expect(laws, MR_LAW_TERMINAL, rule != 0, "the game goes on behind an end that is none");
  mr_laws_expect(laws, MR_LAW_TERMINAL, mr_game_ended_by(game, on) != rule,
                 "the game goes on behind rule %u, which ends it still", (unsigned)rule);
  mr_laws_expect(laws, MR_LAW_TERMINAL,
                 mr_game_hash(game, on) == mr_game_hash(game, laws->state) &&
                     mr_game_rehash(game, on) == mr_game_hash(game, on),
                 "the game goes on from another position");
}

void mr_laws_terminal(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  mr_rule_index rule = mr_game_ended_by(laws->game, laws->state);
  bool over = laws->node.kind == MR_NODE_TERMINAL;
  mr_laws_expect(laws, MR_LAW_TERMINAL, (unsigned)laws->node.kind <= MR_NODE_TERMINAL,
                 "the kind of node %u is unknown", (unsigned)laws->node.kind);
  mr_laws_expect(laws, MR_LAW_TERMINAL,
                 laws->node.kind == MR_NODE_DECISION ? laws->node.player.id < info->players
                                                     : laws->node.player.id == MR_NOBODY_ID,
                 "player %u is named by a node of kind %u", (unsigned)laws->node.player.id,
                 (unsigned)laws->node.kind);
  mr_laws_expect(laws, MR_LAW_TERMINAL, rule < info->rule_count, "rule %u does not exist",
                 (unsigned)rule);
  mr_laws_expect(laws, MR_LAW_TERMINAL, over == (rule != 0), "the game is %s, ended by rule %u",
                 over ? "over" : "not over", (unsigned)rule);
  if (over) {
    check_score(laws);
  }
  check_play_on(laws, rule);
}
