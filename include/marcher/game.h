/**
 * @file game.h
 * The contract. Everything above the rules speaks to games through this header alone; everything
 * that knows a game's name is below it.
 *
 * - A **game** is the compiled, immutable rules of one definition. Threads may share it.
 * - A **state** is one situation: flat memory of mr_game_info.state_size bytes, without pointers,
 *   aligned to ::MR_STATE_ALIGN. A copy is a memcpy. Nothing allocates while playing.
 * - A **node** says what comes next: a *decision* of a player, a *chance* event, or the end.
 * - An **action** is a small number that means something only in the state that listed it. Dice,
 *   dealt hands and drawn lots are actions of chance nodes with exact probabilities.
 * - A **turn** is a run of actions by one player. Nobody above the rules assumes that players
 *   alternate: ask mr_game_node after every action.
 *
 * The functions without mr_status are the fast ones for search: their preconditions are the
 * caller's duty. Builds without NDEBUG assert that what is made is legal; a family may assert more.
 * mr_game_play and the parsers check everything.
 */
#ifndef MARCHER_GAME_H
#define MARCHER_GAME_H

#include <assert.h>
#include <marcher/alloc.h>
#include <marcher/random.h>
#include <marcher/status.h>
#include <marcher/str.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

MR_BEGIN_C

struct mr_view;
struct mr_doc;
struct mr_family;

/** Alignment of states and undo records, in bytes. */
#define MR_STATE_ALIGN 16
/** Most seats at a table. */
#define MR_MAX_PLAYERS 8
#define MR_LEVEL_MAX 8 /**< the strongest level of an engine; the weakest is 1 */
/** A full score: the win, in quarter points. */
#define MR_SCORE_WIN 4
/** Longest text of one action, the NUL included. */
#define MR_ACTION_TEXT_MAX 64

/** Legal only in the state that listed it. */
typedef uint32_t mr_action;
/** No action: no list holds it, and it is never legal. */
#define MR_ACTION_NONE UINT32_MAX

/** A seat at the table, from 0. Wrapped so that it is never mixed with a cell. */
typedef struct mr_player {
  uint8_t id;
} mr_player;
/** The number of ::MR_NOBODY. */
#define MR_NOBODY_ID UINT8_MAX
/** No player: chance, a spectator, what is neutral. */
#define MR_NOBODY (MR_VALUE(mr_player){MR_NOBODY_ID})

/** A square of the board, from 0, in the game's own order; mr_view maps it to a place. */
typedef struct mr_cell {
  uint16_t id;
} mr_cell;
/** The number of ::MR_NOWHERE. */
#define MR_NOWHERE_ID UINT16_MAX
/** No cell: the hand, the reserve, what has no place. */
#define MR_NOWHERE (MR_VALUE(mr_cell){MR_NOWHERE_ID})

/** A kind of piece, in the game's own numbering; mr_game_piece_text names it. 0 is "none". */
typedef struct mr_piece {
  uint32_t id;
} mr_piece;
/** No piece. */
#define MR_NO_PIECE (MR_VALUE(mr_piece){0})

/** Index into mr_game_info.rules; 0 is "no rule in particular". */
typedef uint16_t mr_rule_index;

/** What happens next in a state. */
typedef enum mr_node_kind { MR_NODE_DECISION, MR_NODE_CHANCE, MR_NODE_TERMINAL } mr_node_kind;

/** `player` is the one who decides; MR_NOBODY at chance and terminal nodes. */
typedef struct mr_node {
  mr_node_kind kind;
  mr_player player;
} mr_node;

/** One outcome of a chance node: it happens with probability weight / total. */
typedef struct mr_chance {
  mr_action action;
  uint64_t weight;
} mr_chance;

/** A man on a square, for composing and taking apart positions. */
typedef struct mr_placement {
  mr_piece piece;
  mr_cell cell;
} mr_placement;

/** A kind of piece of one player, for programs that draw and judge boards of their own. Kinds that
 *  differ in more than a letter, a '+' before it and a '~' behind it are not of this shape. */
typedef struct mr_kind {
  mr_piece piece;
  mr_player owner;
  char letter;          /**< in the texts of states: upper case for player 0, lower for player 1 */
  bool promoted;        /**< written with a '+' before the letter of what it was */
  char falls_to;        /**< written with a '~': of this letter (upper) once it is captured; or 0 */
  bool royal;           /**< must not be left attacked */
  bool held;            /**< may be in a hand */
  bool castles;         /**< some royal piece castles with it */
  const char *movement; /**< in Betza's notation, see betza.h */
  const char *worth;    /**< what the designer holds it worth, as written; NULL: nothing is said */
} mr_kind;
/** No game has more of them. */
#define MR_KINDS_MAX 128

/** What a tool must be ready for. A tool that is not refuses with MR_ERR_UNSUPPORTED. */
typedef enum mr_capability {
  MR_CAN_CHANCE = 1u << 0,   /**< has chance nodes: the facet of chance is there */
  MR_CAN_HIDE = 1u << 1,     /**< mr_game_observe may withhold something: the facet is there */
  MR_CAN_MULTI = 1u << 2,    /**< a turn may hold several actions */
  MR_CAN_FRACTION = 1u << 3, /**< scores other than 0, 2 and 4 occur */
  MR_CAN_DEAL = 1u << 4,     /**< the first state is a chance node: hands, set-up or lots */
  MR_CAN_COMPOSE = 1u << 5,  /**< positions can be made of men put on squares: material is there */
  MR_CAN_SHUFFLE = 1u << 6,  /**< each game begins in another order: the facet is there */
} mr_capability;

/** One rule in force in a game: what events and results refer to. */
typedef struct mr_rule {
  const char *id;   /**< "BD-12"; "" for rule 0 */
  const char *text; /**< one sentence, with the numbers that this definition gives it */
  bool silent;      /**< it says what may be: no event, goal or end names it */
} mr_rule;

/** A way to win that a definition gives one side, for tools that ask whether it can be gone. */
typedef struct mr_goal {
  mr_player player;   /**< a seat of the side that wins by it */
  mr_rule_index rule; /**< that such a win rests on */
  bool open;          /**< the definition alone shows that games can end so */
  bool aside;         /**< nobody misses it where no game ends so: a repetition that wins, say */
  char obstacle[160]; /**< why no game can, where the definition alone shows that; else "" */
} mr_goal;
/** No game has more of them. */
#define MR_GOALS_MAX 16

/** How much of where it comes from a move says in the notation of game records. */
typedef enum mr_move_detail {
  MR_MOVE_SHORT, /**< what tells it from the other legal moves, by the field's conventions */
  MR_MOVE_BARE,  /**< nothing */
  MR_MOVE_FILE,
  MR_MOVE_RANK,
  MR_MOVE_SQUARE,
  MR_MOVE_DETAIL_COUNT
} mr_move_detail;

/** What happened in one action, for logs, animation, statistics and rule coverage. */
typedef enum mr_event_kind {
  MR_EVENT_DEAL,     /**< `piece` enters the hand of `player` (set-up) */
  MR_EVENT_START,    /**< `player` will move first (drawn lots) */
  MR_EVENT_PLACE,    /**< `player` puts `piece` on `to` */
  MR_EVENT_MOVE,     /**< `piece` goes from `from` to `to` */
  MR_EVENT_EXCHANGE, /**< `piece` on `from` and `piece2` on `to` change places */
  MR_EVENT_CAPTURE,  /**< `piece2` of `other` is removed from `to`, by `piece` of `player` */
  MR_EVENT_RETURN,   /**< `piece` leaves `from` for the hand of `player`, its owner */
  MR_EVENT_PROMOTE,  /**< `piece` on `to` becomes `piece2` */
  MR_EVENT_CONVERT,  /**< `piece2` of `other` on `to` changes sides: `piece` of `player` now */
  MR_EVENT_DICE,     /**< `player` rolled value[0], `other` value[1]; 0 where not rolled */
  MR_EVENT_DUEL,     /**< `player` with `piece` on `from` beat `other` with `piece2` on `to` */
  MR_EVENT_ARRIVE,   /**< `piece` of `player` enters on `to`; value[0] 1: it had been captured */
  MR_EVENT_REVEAL,   /**< something that `player` had hidden is open now; see mr_game_sees */
  MR_EVENT_PASS,     /**< `player` did nothing, by choice or because nothing was legal */
  MR_EVENT_TURN,     /**< the turn of `player` has ended */
  MR_EVENT_RULE,     /**< `rule` made itself felt in another way (a freeze, a reply due) */
  MR_EVENT_END,      /**< the game is over by `rule`; ask mr_game_score */
  MR_EVENT_THREAT,   /**< `piece` of `player` on `to` is in danger; value[0] 1: check. See view.h */
  MR_EVENT_KIND_COUNT
} mr_event_kind;

/** Fields that do not apply are MR_NOBODY, MR_NOWHERE, MR_NO_PIECE, 0. */
typedef struct mr_event {
  uint8_t kind; /**< mr_event_kind */
  mr_player player;
  mr_player other;
  mr_cell from;
  mr_cell to;
  mr_rule_index rule; /**< the rule that this event rests on */
  mr_piece piece;
  mr_piece piece2;
  int16_t value[2];
} mr_event;

/** A caller-owned list that one action fills. `capacity` >= mr_game_info.max_events. */
typedef struct mr_events {
  mr_event *items;
  size_t capacity;
  size_t count;
} mr_events;

/** What an action looks like to a hand on a board: where to press and what to choose. */
typedef enum mr_form_kind {
  MR_FORM_MOVE,     /**< press `from`, then `to`; `choice` where several actions share both */
  MR_FORM_PLACE,    /**< press `piece` in the hand, then `to`; `to` alone for MR_NO_PIECE */
  MR_FORM_EXCHANGE, /**< press `from`, then `to`, both own pieces */
  MR_FORM_BUTTON,   /**< press a button that reads `choice` (pass, end turn, commit) */
  MR_FORM_CHANCE,   /**< nobody presses anything */
} mr_form_kind;

/** The generic shape of an action, from which every face builds its input. */
typedef struct mr_form {
  mr_form_kind kind;
  mr_cell from;
  mr_cell to;
  mr_piece piece;  /**< what moves or is placed */
  char choice[32]; /**< label that tells it from its siblings: "", "queen", "pass" */
} mr_form;

/** A `key=value` from outside the files (`--set`), stronger than every file. */
typedef struct mr_override {
  const char *key;
  const char *value;
} mr_override;

/** The bytes of a file with a network for engines (docs/TRAINING.md). Empty: there is none. */
typedef struct mr_network {
  const void *bytes;
  size_t length;
  bool own; /**< it was found under the game's own name, not under that of a parent */
} mr_network;

#define MR_NETWORK_FILE_MAX ((size_t)8 << 20) /**< bytes of a file with a network that is read */

/** What only chess-like games need, on up to 64 cells, up to 128 and more; sets of such parts. */
enum { MR_PART_CORE_64 = 1, MR_PART_CORE_128 = 2, MR_PART_CORE_256 = 4, MR_PARTS = 8 };

/** Everything that is known of a game without playing it. Constant after compilation. */
typedef struct mr_game_info {
  const char *name;    /**< catalogue name, "borderline" */
  const char *title;   /**< for people, "Borderline GPT" */
  const char *family;  /**< name of the rules family */
  const char *summary; /**< one sentence */
  const char *weights; /**< for engines: tuned weights as text, NULL where there are none */
  mr_network network;  /**< for engines, adds to an evaluation by weights; may be empty */
  uint32_t level_nodes[MR_LEVEL_MAX + 1]; /**< for engines: what a level may try; 0: as usual */
  uint64_t definition_hash;     /**< of the resolved definition: the rules, not the prose */
  uint32_t capabilities;        /**< OR of what no facet says: MULTI, FRACTION, DEAL */
  uint8_t players;              /**< 2 .. MR_MAX_PLAYERS */
  uint8_t team[MR_MAX_PLAYERS]; /**< seats of one team share score and turns */
  const char *player_names[MR_MAX_PLAYERS]; /**< "Red" */
  uint16_t columns;                         /**< of the board as drawn */
  uint16_t rows;
  uint8_t parts;         /**< of the program: OR of MR_PART_* */
  size_t state_size;     /**< bytes, a multiple of MR_STATE_ALIGN */
  size_t undo_size;      /**< bytes, a multiple of MR_STATE_ALIGN */
  size_t max_actions;    /**< no decision node lists more */
  size_t max_chances;    /**< no chance node lists more; 0 without the facet of chance */
  uint32_t chance_ways;  /**< chance can go no more ways in a whole game; 0: nobody has counted */
  size_t max_events;     /**< no action emits more */
  size_t max_state_text; /**< bytes of the longest state text, the NUL included */
  uint32_t max_length;   /**< no game has more actions, chance included */
  const mr_rule *rules;  /**< rules[0] is the empty rule */
  size_t rule_count;
} mr_game_info;

/** A set-up as it was read from a text. */
typedef struct mr_setup {
  mr_action *actions; /**< the caller's room for columns * rows + 1 of them */
  size_t count;       /**< of `actions` */
  mr_str *faults;     /**< the caller's; gets every fault of what could be read, a line each */
} mr_setup;

/** Opaque; see mr_game_info.state_size. */
typedef struct mr_state mr_state;
/** Opaque to callers; families embed it, see struct mr_game. */
typedef struct mr_game mr_game;

/**
 * The core: what every family of rules implements. Callers use the mr_game_* functions below, which
 * document the promises. What is marked with a default may be NULL.
 */
typedef struct mr_game_ops {
  mr_node (*node)(const mr_game *game, const mr_state *state);
  size_t (*actions)(const mr_game *game, const mr_state *state, mr_action *out);
  void (*make)(const mr_game *game, mr_state *state, mr_action action, void *undo,
               mr_events *events);
  uint64_t (*hash)(const mr_game *game, const mr_state *state);
  void (*score)(const mr_game *game, const mr_state *state, uint8_t *out);
  mr_rule_index (*ended_by)(const mr_game *game, const mr_state *state);
  void (*format_action)(const mr_game *game, const mr_state *state, mr_action action, mr_str *out);
  void (*format_state)(const mr_game *game, const mr_state *state, mr_str *out);
  mr_status (*parse_state)(const mr_game *game, const char *text, size_t length, mr_state *out,
                           mr_error *err);
  void (*piece_text)(const mr_game *game, mr_piece piece, mr_str *out);
  mr_status (*view)(const mr_game *game, const mr_state *observation, mr_player player,
                    mr_arena *arena, struct mr_view *out);

  void (*start)(const mr_game *game, mr_state *state); /**< default: a copy of mr_game.start */
  bool (*legal)(const mr_game *game, const mr_state *state,
                mr_action action); /**< default: what is listed, ::MR_LISTED_MAX at most */
  uint64_t (*rehash)(const mr_game *game,
                     const mr_state *state); /**< default: hash, which then keeps nothing */
  mr_status (*parse_action)(const mr_game *game, const mr_state *state, const char *text,
                            size_t length, mr_action *out,
                            mr_error *err); /**< default: what is listed and written so */
  void (*cell_text)(const mr_game *game, mr_cell cell,
                    mr_str *out); /**< default: a1, b1, ... in reading order, row 1 at the top */
  void (*form)(const mr_game *game, const mr_state *state, mr_action action,
               mr_form *out); /**< default: a button that reads as the action is written */
  mr_status (*page)(const mr_game *game,
                    struct mr_doc *doc); /**< default: title, summary and the list of rules */
  void (*adjudicate)(const mr_game *game, const mr_state *state,
                     uint8_t *out); /**< default: a game that is broken off is drawn */
  size_t (*goals)(const mr_game *game,
                  mr_goal *out); /**< default: what wins is seen by playing alone */
  void (*threats)(const mr_game *game, const mr_state *seen, mr_events *out); /**< default: none */
  bool (*play_on)(const mr_game *game, mr_state *state); /**< default: every end is final */
  void (*unmake)(const mr_game *game, mr_state *state,
                 const void *undo); /**< default: undo records are copies of the state */
  uint64_t (*perft)(const mr_game *game, mr_state *state,
                    unsigned depth); /**< default: one by one; no ends by history in its own */
} mr_game_ops;

/** Most actions, or outcomes, of a node in games that leave legal or parse_action to the default.
 */
#define MR_LISTED_MAX 1024

/*
 * Facets: what only some games have. A game has what its pointer in struct mr_game is set to, and
 * nobody declares it a second time: mr_game_can looks there.
 */

/** The facet of dice, lots and deals: MR_CAN_CHANCE. */
typedef struct mr_chance_ops {
  size_t (*chances)(const mr_game *game, const mr_state *state, mr_chance *out, uint64_t *total);
  mr_action (*face)(const mr_game *game, const mr_state *state, mr_action outcome,
                    uint64_t bits); /**< default: outcomes have one face */
} mr_chance_ops;

/** The facet of hidden information: MR_CAN_HIDE. */
typedef struct mr_hidden_ops {
  void (*observe)(const mr_game *game, const mr_state *state, mr_player player, mr_state *out);
  void (*determinize)(const mr_game *game, const mr_state *observation, mr_player player,
                      uint64_t seed, mr_state *out);
  bool (*fully_known)(const mr_game *game, const mr_state *state);
  bool (*sees)(const mr_game *game, const mr_state *after, const mr_event *event, mr_player player);
} mr_hidden_ops;

/** The facet of men that can be taken off the board and put on it: MR_CAN_COMPOSE. */
typedef struct mr_material_ops {
  mr_piece (*piece_named)(const mr_game *game, mr_player owner, const char *text, size_t length);
  bool (*compose)(const mr_game *game, const mr_placement *men, size_t count, mr_player player,
                  mr_state *out);
  size_t (*placements)(const mr_game *game, const mr_state *state, mr_placement *out);
  bool (*quiet_move)(const mr_game *game, const mr_state *state, mr_action action, mr_cell *from,
                     mr_cell *to); /**< default: actions are to be made to see what they do */
  size_t (*kinds)(const mr_game *game, mr_kind *out); /**< by letter and movement; default: none */
  bool (*endless)(const mr_game *game);  /**< whether play for ever has a winner; default: none */
  bool (*historic)(const mr_game *game); /**< whether what came before may decide who wins a
                                              position; default: it does not */
  bool (*remark)(const mr_game *game, const mr_state *state,
                 mr_str *out); /**< default: there is nothing to be said of a position */
} mr_material_ops;

/** The facet of a notation for records other than that of actions. */
typedef struct mr_notation_ops {
  void (*format_move)(const mr_game *game, const mr_state *state, mr_action action,
                      mr_move_detail detail, mr_str *out);
  const char *(*mark)(const mr_game *game, const mr_state *after, mr_player mover);
} mr_notation_ops;

/** The facet of armies that the players set up. */
typedef struct mr_setup_ops {
  mr_status (*read_setup)(const mr_game *game, const mr_state *state, const char *text,
                          size_t length, mr_setup *out, mr_error *err);
} mr_setup_ops;

/** The facet of games that each begin in another order, which all see: MR_CAN_SHUFFLE. */
typedef struct mr_shuffle_ops {
  /** Draws a first state; that of `start` is one of them, for who wants the same every time. */
  void (*draw)(const mr_game *game, mr_random *random, mr_state *out);
} mr_shuffle_ops;

/**
 * A compiled game. Families embed this as their first member; mr_family_compile in family.h makes
 * it and fills in what is the same for all.
 */
struct mr_game {
  const mr_game_ops *ops;
  const mr_chance_ops *chance;        /**< NULL: no chance nodes */
  const mr_hidden_ops *hidden;        /**< NULL: every player sees everything */
  const mr_material_ops *material;    /**< NULL: no positions can be composed */
  const mr_notation_ops *notation;    /**< NULL: records are written as actions are */
  const mr_setup_ops *setup;          /**< NULL: the players set up nothing */
  const mr_shuffle_ops *shuffle;      /**< NULL: all games begin alike, but for what is dealt */
  const struct mr_muster_ops *muster; /**< NULL: armies do not outlive a game; see muster.h */
  mr_game_info info;
  const struct mr_family *family; /**< that compiled it; NULL: made by hand */
  const mr_allocator *allocator;
  mr_arena arena;  /**< for what lives as long as the game */
  mr_state *start; /**< the first state; NULL where ops->start writes it */
  size_t size;     /**< of the block that begins with this, in bytes */
};

/* ---- life of a game and its states ----------------------------------------------------------- */

/** Frees a compiled game, finished or not; NULL is accepted. No state of it may be used then. */
MR_API void mr_game_free(mr_game *game);

/** A zeroed, aligned block for one state, or NULL. Free it with mr_state_free. */
MR_NODISCARD MR_API mr_state *mr_state_new(const mr_game *game, const mr_allocator *allocator);

/** Frees what mr_state_new returned; NULL is accepted. */
MR_API void mr_state_free(const mr_game *game, const mr_allocator *allocator, mr_state *state);

/** Copies one state over another. */
MR_INLINE void mr_state_copy(const mr_game *game, mr_state *to, const mr_state *from) {
  memcpy(to, from, game->info.state_size);
}

/** Writes the first state of the game (with MR_CAN_DEAL a chance node). */
MR_INLINE void mr_game_start(const mr_game *game, mr_state *state) {
  if (game->ops->start != NULL) {
    game->ops->start(game, state);
  } else {
    mr_state_copy(game, state, game->start);
  }
}

/* ---- playing --------------------------------------------------------------------------------- */

/** What happens next. */
MR_INLINE mr_node mr_game_node(const mr_game *game, const mr_state *state) {
  return game->ops->node(game, state);
}

/** Lists the legal actions of a decision node, without duplicates, in an order that depends on
 *  the state alone; at least one. @param out room for mr_game_info.max_actions. */
MR_INLINE size_t mr_game_actions(const mr_game *game, const mr_state *state, mr_action *out) {
  return game->ops->actions(game, state, out);
}

/**
 * Lists the outcomes of a chance node. Weights are positive and sum to *total, exactly.
 * Outcomes that lead to the same state are one. @param out room for mr_game_info.max_chances.
 */
MR_INLINE size_t mr_game_chances(const mr_game *game, const mr_state *state, mr_chance *out,
                                 uint64_t *total) {
  return game->chance->chances(game, state, out, total);
}

/**
 * A face of an outcome: "the attacker wins" is shown by two dice. Faces are actions too, legal
 * wherever their outcome is, and lead to the same state; records keep faces. Uniform over the
 * faces when `bits` is uniform. The outcome itself where a game does not tell them apart.
 */
MR_INLINE mr_action mr_game_face(const mr_game *game, const mr_state *state, mr_action outcome,
                                 uint64_t bits) {
  const mr_chance_ops *chance = game->chance;
  return chance->face != NULL ? chance->face(game, state, outcome, bits) : outcome;
}

/** Whether `action` is in the list of a decision or a chance node: the default of legal. */
MR_API bool mr_game_lists(const mr_game *game, const mr_state *state, mr_action action);

/** Whether `action` (any number whatever) may be applied: at a decision or a chance node. */
MR_INLINE bool mr_game_legal(const mr_game *game, const mr_state *state, mr_action action) {
  return game->ops->legal != NULL ? game->ops->legal(game, state, action)
                                  : mr_game_lists(game, state, action);
}

/**
 * Advances a whole state by one legal action. @param undo NULL, or room for mr_game_info.undo_size
 * bytes from which mr_game_unmake restores the state. @param events NULL, or a list that is
 * overwritten. @pre the action is legal in `state`
 */
MR_INLINE void mr_game_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                            mr_events *events) {
  assert(mr_game_legal(game, state, action));
  if (events != NULL) {
    events->count = 0;
  }
  if (undo != NULL && game->ops->unmake == NULL) {
    memcpy(undo, state, game->info.undo_size);
  }
  game->ops->make(game, state, action, undo, events);
}

/** Takes back the last mr_game_make; every byte of the state is as before. */
MR_INLINE void mr_game_unmake(const mr_game *game, mr_state *state, const void *undo) {
  if (game->ops->unmake != NULL) {
    game->ops->unmake(game, state, undo);
  } else {
    memcpy(state, undo, game->info.undo_size);
  }
}

/**
 * The checked way to play: MR_ERR_ILLEGAL unless the action is legal. The message gives its number
 * and says whose move it is; a number that is not legal has no text, so reasons are to be had from
 * mr_game_parse_action alone. MR_ERR_ARGUMENT for an observation that withholds something.
 */
MR_NODISCARD MR_API mr_status mr_game_play(const mr_game *game, mr_state *state, mr_action action,
                                           mr_events *events, mr_error *err);

/** Position key: equal for states that agree in everything but clocks and history (plies played,
 *  moves without progress, earlier positions). Kept incrementally. */
MR_INLINE uint64_t mr_game_hash(const mr_game *game, const mr_state *state) {
  return game->ops->hash(game, state);
}

/** The same key computed from nothing but the state: the law that checks mr_game_hash. */
MR_INLINE uint64_t mr_game_rehash(const mr_game *game, const mr_state *state) {
  return game->ops->rehash != NULL ? game->ops->rehash(game, state) : game->ops->hash(game, state);
}

/** Scores of a terminal state in quarter points, 0 .. MR_SCORE_WIN per seat; the teams' scores
 *  sum to MR_SCORE_WIN. @param out room for mr_game_info.players. */
MR_INLINE void mr_game_score(const mr_game *game, const mr_state *state, uint8_t *out) {
  game->ops->score(game, state, out);
}

/** The rule that ended the game; 0 when the state is not terminal. */
MR_INLINE mr_rule_index mr_game_ended_by(const mr_game *game, const mr_state *state) {
  return game->ops->ended_by(game, state);
}

/**
 * Scores as of a game that is broken off here, in the units of mr_game_score: who is ahead by what
 * the family's players count. Those of mr_game_score at a terminal node, a draw where a family
 * counts nothing. For matches that end games which last too long. @pre the state is whole
 */
MR_API void mr_game_adjudicate(const mr_game *game, const mr_state *state, uint8_t *out);

/**
 * What `player` may know: a state of the same size in which the rest is blanked. Two states that
 * differ only in what the player may not know give the same bytes. Players, human or computer,
 * are given observations, never states.
 *
 * MR_NOBODY is a spectator, who sees what every player may see: what is hidden from anybody is
 * blank. So a spectator's observation can be had from each player's, by observing it again.
 *
 * An observation has the state's node, its player's actions and their forms and texts, a picture
 * and a text. It cannot be played on: mr_game_determinize makes something of it that can.
 */
MR_INLINE void mr_game_observe(const mr_game *game, const mr_state *state, mr_player player,
                               mr_state *out) {
  if (game->hidden != NULL) {
    game->hidden->observe(game, state, player, out);
  } else {
    mr_state_copy(game, out, state);
  }
}

/**
 * Fills what an observation leaves open with something possible, chosen by `seed`, so that a
 * search can play on: observing the result gives the observation back.
 * @pre `observation` was observed by `player` (MR_NOBODY: a spectator)
 */
MR_INLINE void mr_game_determinize(const mr_game *game, const mr_state *observation,
                                   mr_player player, uint64_t seed, mr_state *out) {
  if (game->hidden != NULL) {
    game->hidden->determinize(game, observation, player, seed, out);
  } else {
    mr_state_copy(game, out, observation);
  }
}

/** Whether nothing in `state` is unknown; false for an observation that withholds something. What
 *  plays on, rolls dice or scores needs a whole state. */
MR_INLINE bool mr_game_fully_known(const mr_game *game, const mr_state *state) {
  return game->hidden == NULL || game->hidden->fully_known(game, state);
}

/**
 * Whether `player` (MR_NOBODY: a spectator) may be told of `event`, which led to `after`. A
 * spectator is told what every player may be told, and everybody is told of the end.
 *
 * What is told gives away nothing that is not to be seen: of actions whose results look alike to
 * a player, the player is told the same. And what is hidden comes to light only by events that
 * say so: by what they tell, or by an MR_EVENT_REVEAL. An event of which somebody may know but a
 * part is two events: the part, for everybody, and the whole.
 *
 * The action itself, its number and its text, may be told to the player whose it is and to those
 * who are told all of its events. So a secret action emits something secret.
 */
MR_INLINE bool mr_game_sees(const mr_game *game, const mr_state *after, const mr_event *event,
                            mr_player player) {
  return game->hidden == NULL || game->hidden->sees(game, after, event, player);
}

/**
 * Removes the events that `player` (MR_NOBODY: a spectator) may not be told, keeping the order of
 * the rest. Where none is removed, the action may be told as well. @param after the state to which
 * the action that emitted them led
 */
MR_API void mr_events_filter(const mr_game *game, const mr_state *after, mr_events *events,
                             mr_player player);

/* ---- texts ----------------------------------------------------------------------------------- */

/** Writes an action in the family's notation, 1 .. MR_ACTION_TEXT_MAX-1 bytes of printable ASCII
 *  without spaces, braces or quotes. @pre the action is legal in `state` */
MR_INLINE void mr_game_format_action(const mr_game *game, const mr_state *state, mr_action action,
                                     mr_str *out) {
  game->ops->format_action(game, state, action, out);
}

/**
 * Writes an action as records of games have it ("Nf3", "exd5", "O-O"), in the conditions of
 * mr_game_format_action; as that does where the family has no other notation. No two legal actions
 * are written alike with MR_MOVE_SHORT. Marks for check and mate are left out. mr_pgn_move_parse in
 * pgn.h reads it.
 */
MR_INLINE void mr_game_format_move(const mr_game *game, const mr_state *state, mr_action action,
                                   mr_move_detail detail, mr_str *out) {
  if (game->notation != NULL) {
    game->notation->format_move(game, state, action, detail, out);
  } else {
    game->ops->format_action(game, state, action, out);
  }
}

/** What stands behind a move in records, by the state to which it led: "+" where an opponent of
 *  `mover` is in check, "#" where that is the end of the game besides, else "". */
MR_API const char *mr_game_move_mark(const mr_game *game, const mr_state *after, mr_player mover);

/**
 * Reads an action that is legal in `state`. MR_ERR_SYNTAX with the column when it cannot be
 * read, MR_ERR_ILLEGAL with the reason when it can.
 */
MR_NODISCARD MR_API mr_status mr_game_parse_action(const mr_game *game, const mr_state *state,
                                                   const char *text, size_t length, mr_action *out,
                                                   mr_error *err);

/**
 * Writes a state or an observation: one line of printable ASCII that mr_game_parse_state reads
 * back. What is unknown has a notation of its own.
 */
MR_INLINE void mr_game_format_state(const mr_game *game, const mr_state *state, mr_str *out) {
  game->ops->format_state(game, state, out);
}

/**
 * Reads and validates a state or an observation; mr_game_fully_known tells which it is. A text
 * knows no history: the position read has been seen once. MR_ERR_SYNTAX with the column,
 * MR_ERR_ILLEGAL naming all faults, or MR_ERR_NOMEM: families may read aside, in memory of the
 * game's allocator.
 */
MR_NODISCARD MR_API mr_status mr_game_parse_state(const mr_game *game, const char *text,
                                                  size_t length, mr_state *out, mr_error *err);

/**
 * Reads the whole set-up of the player who decides, in the family's notation of it (lines or '/'
 * between the rows of a map), and finds the actions that make it, to be played one after the other
 * in `state` as it is before that player's first of them.
 * @return MR_ERR_SYNTAX with the column where it cannot be read, MR_ERR_ILLEGAL with the number of
 *         faults, MR_ERR_UNSUPPORTED where nobody sets up anything now; actions and count are then
 *         untouched
 */
MR_NODISCARD MR_API mr_status mr_game_read_setup(const mr_game *game, const mr_state *state,
                                                 const char *text, size_t length, mr_setup *out,
                                                 mr_error *err);

/** The name of a cell: "d0". */
MR_API void mr_game_cell_text(const mr_game *game, mr_cell cell, mr_str *out);

/** The name of a kind of piece for people: "522", "Horse". */
MR_INLINE void mr_game_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  game->ops->piece_text(game, piece, out);
}

/**
 * The kinds of pieces that can come to be in a game, each once for each owner, in an order that
 * depends on the definition alone: men of one kind side by side, player 0 first.
 * @param out room for ::MR_KINDS_MAX. @return their number; 0 where they are not of that shape
 */
MR_INLINE size_t mr_game_kinds(const mr_game *game, mr_kind *out) {
  const mr_material_ops *material = game->material;
  return material != NULL && material->kinds != NULL ? material->kinds(game, out) : 0;
}

/**
 * The goals that the definition sets each side: ends that somebody plays for, not those that befall
 * a player, such as repetition. @param out room for ::MR_GOALS_MAX
 * @return their number; 0 where the family does not tell them
 */
MR_INLINE size_t mr_game_goals(const mr_game *game, mr_goal *out) {
  return game->ops->goals != NULL ? game->ops->goals(game, out) : 0;
}

/** One event as an English sentence without the final stop: "Red places 522 on d0". */
MR_API void mr_game_event_text(const mr_game *game, const mr_event *event, mr_str *out);

/** All events as sentences, but not that a turn or the game has ended. */
MR_API void mr_game_events_text(const mr_game *game, const mr_events *events, mr_str *out);

/**
 * What an outcome of chance does, as sentences, without the dice that show it. Memory comes from
 * the string's allocator. @pre it is an outcome of `state`
 * @return MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_game_outcome_text(const mr_game *game, const mr_state *state,
                                                   mr_action outcome, mr_str *out);

/* ---- pictures -------------------------------------------------------------------------------- */

/** The generic shape of a legal action. */
MR_API void mr_game_form(const mr_game *game, const mr_state *state, mr_action action,
                         mr_form *out);

/**
 * The picture of an observation for `player`, who observed it (MR_NOBODY: a spectator); see
 * view.h. Everything in it lives in `arena`.
 */
MR_NODISCARD MR_API mr_status mr_game_view(const mr_game *game, const mr_state *observation,
                                           mr_player player, mr_arena *arena, struct mr_view *out,
                                           mr_error *err);

/** The rules page, generated from the definition; see doc.h. */
MR_NODISCARD MR_API mr_status mr_game_page(const mr_game *game, struct mr_doc *doc, mr_error *err);

/* ---- small helpers --------------------------------------------------------------------------- */

/** Whether two seats are the same, or both MR_NOBODY. */
MR_INLINE bool mr_player_same(mr_player a, mr_player b) {
  return a.id == b.id;
}

/** Whether two cells are the same, or both MR_NOWHERE. */
MR_INLINE bool mr_cell_same(mr_cell a, mr_cell b) {
  return a.id == b.id;
}

/** Whether a game has a facet, or has declared what no facet says. */
MR_INLINE bool mr_game_can(const mr_game *game, mr_capability capability) {
  switch (capability) {
  case MR_CAN_CHANCE:
    return game->chance != NULL;
  case MR_CAN_HIDE:
    return game->hidden != NULL;
  case MR_CAN_COMPOSE:
    return game->material != NULL;
  case MR_CAN_SHUFFLE:
    return game->shuffle != NULL;
  case MR_CAN_MULTI:
  case MR_CAN_FRACTION:
  case MR_CAN_DEAL:
    break;
  }
  return (game->info.capabilities & (uint32_t)capability) != 0;
}

/** Whether chance tells games between players who always decide alike apart: dice and deals do, a
 *  lot for the first move, after which all is one of two games, does not. */
MR_API bool mr_game_chance_differs(const mr_game *game);

/** Whether it does so before anybody has decided anything, as a deal does; dice that fall later
 * leave all openings alike. */
MR_API bool mr_game_deals_differ(const mr_game *game);

/** Whether a seat is the first one of its team; what is no seat is not. */
MR_API bool mr_game_leads_team(const mr_game *game, mr_player player);

/** The first seat of a seat's team, under which books of a team's pieces are kept: who orders one
 * need not be who has it. What is no seat stays as it is. */
MR_API mr_player mr_game_team_lead(const mr_game *game, mr_player player);

/** The team of a seat by name: "White"; of White 1 and White 2 "White", else "Red and Blue". Of
 * what is no seat nothing is written. */
MR_API void mr_game_team_name(const mr_game *game, mr_player player, mr_str *out);

/** The number of teams; those who share score and turns are one. */
MR_API unsigned mr_game_teams(const mr_game *game);

/** Appends an event; does nothing when `events` is NULL. For families. */
MR_INLINE void mr_events_add(mr_events *events, mr_event event) {
  if (events != NULL && events->count < events->capacity) {
    events->items[events->count++] = event;
  }
}

/** Scores of a game that `team` has won, or nobody (::MR_NOBODY_ID): a draw. For families. */
MR_API void mr_score_won_by(const mr_game *game, unsigned team, uint8_t *out);

/** An event of `kind` by `player`, every other field empty. For families. */
MR_API mr_event mr_event_of(mr_event_kind kind, mr_player player, mr_rule_index rule);

/**
 * Draws one outcome of a chance node with its exact probability and returns a uniform face of it.
 * @param scratch room for mr_game_info.max_chances. @pre the node is a chance node
 */
MR_API mr_action mr_game_roll(const mr_game *game, const mr_state *state, mr_chance *scratch,
                              mr_random *random);

MR_END_C

#endif
