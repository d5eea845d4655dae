#ifndef MARCHER_TESTS_SUPPORT_TOY_PRIV_H
#define MARCHER_TESTS_SUPPORT_TOY_PRIV_H

/**
 * @file
 * What the files of the toy share: toy_games.c has the rules, toy_show.c texts and pictures.
 */

#include "toy_games.h"

enum { CELLS = 5, STONES = 2, TURNS_MOST = 6, HIDDEN = 4, UNDO_SIZE = 32 };

/** Where each fact stands, in the order of the text. */
enum slot { CARD = CELLS, STAKE = 7, PHASE = 9, MOVER, STEP, DUEL, TURNS = 14, RULE, SLOTS };

enum phase { DEALING, STAKING, PLAYING, DUELLING, OVER };

enum { TEXT_LENGTH = SLOTS + 8 };

enum { T_DEAL = 1, T_STAKE, T_TURN, T_DUEL, T_PAIR, T_LAST, T_PASS };

typedef struct toy_state {
  uint64_t hash;
  uint8_t v[SLOTS];
  uint64_t extra; /**< 0 in a sound toy */
} toy_state;

typedef struct toy {
  mr_game base;
  mr_game_ops ops; /**< of a toy whose operations are not those of all */
  mr_toy_fault fault;
  bool quiet;
} toy;

static inline const toy *toy_of(const mr_game *game) {
  return (const toy *)game;
}
static inline bool has(const mr_game *game, mr_toy_fault fault) {
  return toy_of(game)->fault == fault;
}
static inline const toy_state *read(const mr_state *state) {
  return (const toy_state *)state;
}
static inline toy_state *edit(mr_state *state) {
  return (toy_state *)state;
}

/** Whether a fact is withheld from whom the state was observed for. */
static inline bool mr_toy_unknown(const toy_state *s, unsigned slot) {
  return slot >= CARD && slot < PHASE && s->v[slot] == HIDDEN;
}

enum {
  ACT_STAKE = 4,  /**< + 1 .. 3; the deal's outcomes are 1 .. 3 */
  ACT_PLACE = 16, /**< + cell */
  ACT_MOVE = 32,  /**< + 8 * from + to */
  ACT_END = 100,
  ACT_PASS,
  ACT_WIN = 110,
  ACT_LOSE,
  ACT_AGAIN,     /**< a second way to lose, where the fault asks for it */
  ACT_FACE = 128 /**< + 6 * (attacker's die - 1) + (defender's die - 1) */
};

static inline bool is_face(mr_action action) {
  return action >= ACT_FACE && action < ACT_FACE + 36;
}
static inline unsigned attacker_die(mr_action face) {
  return (face - ACT_FACE) / 6 + 1;
}
static inline unsigned defender_die(mr_action face) {
  return (face - ACT_FACE) % 6 + 1;
}

static inline mr_piece stone_of(unsigned player) {
  return (mr_piece){player + 1};
}
static inline mr_piece card_piece(unsigned card) {
  return (mr_piece){2 + card};
}
static inline mr_piece stake_piece(unsigned amount) {
  return (mr_piece){5 + amount};
}

struct mr_doc;
struct mr_view;

/* toy_games.c */
uint64_t mr_toy_rehash(const mr_game *game, const mr_state *state);
mr_node mr_toy_node(const mr_game *game, const mr_state *state);
bool mr_toy_legal(const mr_game *game, const mr_state *state, mr_action action);
unsigned mr_toy_stones_on_board(const toy_state *s, unsigned player);
bool mr_toy_has_pair(const toy_state *s, unsigned player);
/** The square of the enemy that a stone of `player` on `cell` fights, or CELLS. */
unsigned mr_toy_enemy_next_to(const toy_state *s, unsigned cell, unsigned player);

/* toy_show.c */
void mr_toy_cell_text(const mr_game *game, mr_cell cell, mr_str *out);
void mr_toy_piece_text(const mr_game *game, mr_piece piece, mr_str *out);
void mr_toy_format_action(const mr_game *game, const mr_state *state, mr_action action,
                          mr_str *out);
mr_status mr_toy_parse_action(const mr_game *game, const mr_state *state, const char *text,
                              size_t length, mr_action *out, mr_error *err);
void mr_toy_format_state(const mr_game *game, const mr_state *state, mr_str *out);
mr_status mr_toy_parse_state(const mr_game *game, const char *text, size_t length, mr_state *out,
                             mr_error *err);
void mr_toy_form(const mr_game *game, const mr_state *state, mr_action action, mr_form *out);
mr_status mr_toy_view(const mr_game *game, const mr_state *observation, mr_player player,
                      mr_arena *arena, struct mr_view *out);
mr_status mr_toy_page(const mr_game *game, struct mr_doc *doc);

#endif
