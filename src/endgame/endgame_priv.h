#ifndef MARCHER_ENDGAME_ENDGAME_PRIV_H
#define MARCHER_ENDGAME_ENDGAME_PRIV_H

/**
 * @file
 * What the files of the layer share, from the bottom: men.c reads and names men, table.c numbers
 * the positions of a table, resources.c bounds memory, hash_model.c recognises a state as a
 * position, irregular.c keeps what does not fit into tables, expand.c makes every move once,
 * retro.c goes backwards, build.c puts it together; probe.c looks things up, pack.c writes and
 * reads files, file.c maps them, set.c has many of them.
 */

#include <marcher/endgame.h>

enum { MEN_MAX = MR_ENDGAME_MEN_MAX, CELLS_MAX = MR_ENDGAME_CELLS_MAX };

/** What endgame_table.code holds of one position: who wins, and in how many plies. */
enum {
  CODE_DRAWN = 0,            /**< or not decided yet */
  CODE_ILLEGAL = UINT16_MAX, /**< no position of the game */
  PLIES_MAX = 32765
};

static inline uint16_t code_won(unsigned plies) {
  return (uint16_t)(2 * plies + 3);
}
static inline uint16_t code_lost(unsigned plies) {
  return (uint16_t)(2 * plies + 2);
}
/** @pre the code is neither CODE_DRAWN nor CODE_ILLEGAL, here and below */
static inline bool code_is_won(uint16_t code) {
  return (code & 1) != 0;
}
static inline unsigned code_plies(uint16_t code) {
  return code / 2u - 1;
}
/** What a code says with `mover` to move. @pre the code is not CODE_ILLEGAL */
static inline mr_tablebase_result code_result(uint16_t code, unsigned mover) {
  if (code == CODE_DRAWN) {
    return (mr_tablebase_result){MR_NOBODY, 0};
  }
  uint8_t winner = (uint8_t)(code_is_won(code) ? mover : 1 - mover);
  return (mr_tablebase_result){{winner}, code_plies(code)};
}

/** No cell of a group. */
#define NO_LOCAL UINT16_MAX

/**
 * Identical men: of one piece and one set of squares. Their squares are numbered from 0 ("local"),
 * and their placing is a sorted list of such numbers, of which there are `ways`.
 */
typedef struct endgame_group {
  mr_player owner;
  mr_piece piece;
  mr_endgame_cells cells;
  unsigned count; /**< of men */
  unsigned first; /**< man of the table; the others follow */
  unsigned size;  /**< of `cells` */
  uint32_t ways;
  uint32_t stride;           /**< of this group's share in the index of a position */
  uint16_t cell[CELLS_MAX];  /**< by local number */
  uint16_t local[CELLS_MAX]; /**< by cell; NO_LOCAL outside */
  /** Share in the hash of a position, by local number; see hash_model.c. */
  uint64_t share[CELLS_MAX];
} endgame_group;

/** Codes as files have them: `width` bits for each position say which of `words` it is. */
typedef struct endgame_packed {
  const unsigned char *bits;  /**< little-endian; 8 bytes more than needed can be read */
  const unsigned char *words; /**< `count` codes of two bytes, little-endian; NULL: not packed */
  uint32_t count;
  uint32_t width; /**< 0 .. 16 */
} endgame_packed;

/** The table of one ending. A position is an index < positions and a player to move. */
typedef struct endgame_table {
  endgame_group groups[MEN_MAX];
  size_t group_count;
  size_t men;
  uint8_t group_of[MEN_MAX]; /**< by man */
  uint32_t positions;
  uint64_t side_share[2]; /**< share of the player to move in the hash; see hash_model.c */
  bool exact;       /**< shares of hashes do not add up here: positions are composed to compare */
  bool building;    /**< it, or what it needs, is planned or worked out */
  bool finished;    /**< its codes are there */
  bool surprised;   /**< it has turned out to need more than its sample says */
  size_t bytes;     /**< that working it out takes */
  uint64_t unusual; /**< moves of those positions that become edges */
  bool legal;       /**< one of those positions is */
  double sample_seconds; /**< that trying `sampled` positions took */
  unsigned sampled;      /**< positions that have been tried for what is lacking */
  uint16_t *code[2];     /**< by player to move; `positions` each; NULL where it is packed */
  endgame_packed packed[2];
  uint32_t longest[2][2]; /**< index of an example: by player to move; [0] of losses, [1] of wins */
  mr_endgame_summary summary;
} endgame_table;

/** The group of a man of the table. */
static inline const endgame_group *group_of_man(const endgame_table *table, size_t man) {
  return &table->groups[table->group_of[man]];
}

/** A list that grows, of items of `size` bytes: see mr_endgame_list_add. */
typedef struct endgame_list {
  void *items;
  size_t count;
  size_t room;
  size_t size;
} endgame_list;

/** A letter of the game: who has such a piece. */
typedef struct endgame_letter {
  mr_player owner;
  mr_piece piece;
  char text[3]; /**< "K", "+L" */
} endgame_letter;

enum { LETTERS_MAX = 2 * 2 * 26 };

typedef struct endgame_letters {
  endgame_letter items[LETTERS_MAX];
  size_t count;
} endgame_letters;

/** Room for one step of a probe beside the tables. */
typedef struct endgame_level {
  mr_action *actions;
  void *undo;
} endgame_level;

/** One step more than the actions that a state may be away from the tables. */
enum { LEVELS = 5 };

/** Where one probe or the building works. */
typedef struct endgame_scratch {
  mr_arena arena; /**< holds all of it */
  mr_state *state;
  mr_state *other;   /**< for comparisons */
  mr_state *walked;  /**< where a walk from `state` began */
  mr_placement *men; /**< room for all cells */
  endgame_level levels[LEVELS];
} endgame_scratch;

struct mr_endgame {
  const mr_game *game;
  mr_endgame_options options;
  size_t held;    /**< bytes of memory now */
  size_t refused; /**< bytes of the request that options.memory forbade; 0: none did */
  endgame_letters letters;
  uint64_t choose[CELLS_MAX + 1][MEN_MAX + 1]; /**< binomial coefficients */
  endgame_table *tables[MR_ENDGAME_TABLES_MAX];
  size_t table_count;
  endgame_scratch work; /**< of building and loading; probes have their own */
  void *mapped;         /**< the file that the tables are packed in, or NULL */
  size_t mapped_size;
  /* of building: */
  endgame_table *order[MR_ENDGAME_TABLES_MAX]; /**< each behind those that it needs */
  size_t order_count;
  size_t finished;       /**< of them */
  mr_endgame_set *known; /**< what files have of them, or NULL */
  mr_endgame **kept;     /**< those that were written to files by this work */
  size_t kept_count;
  size_t kept_room;
  void (*close_kept)(mr_endgame *endgame); /**< lets go of both; NULL: there is nothing */
};

/* men.c */

/** Why there can be no tables of a game, or MR_OK. */
MR_NODISCARD mr_status mr_endgame_check_game(const mr_game *game, mr_error *err);
void mr_endgame_letters_find(const mr_game *game, endgame_letters *out);
/** The letter of a piece, or NULL. */
const endgame_letter *mr_endgame_letter_of(const endgame_letters *letters, mr_piece piece);
/** "KBNvK". @param buffer MR_ENDGAME_NAME_MAX bytes */
void mr_endgame_name(const endgame_letters *letters, const mr_endgame_men *men, char *buffer);

static inline bool cells_have(const mr_endgame_cells *cells, uint16_t cell) {
  return (cells->bits[cell / 64] >> (cell % 64) & 1) != 0;
}

/* resources.c */

/** Whether so much more memory is allowed. */
bool mr_endgame_may_alloc(mr_endgame *endgame, size_t bytes);

/** Zeroed memory that counts against options.memory, or NULL. */
void *mr_endgame_alloc(mr_endgame *endgame, size_t count, size_t size);
void mr_endgame_dealloc(mr_endgame *endgame, void *block, size_t count, size_t size);
/** One item more, the last of the list. @return NULL: refused */
void *mr_endgame_list_add(mr_endgame *endgame, endgame_list *list);
void mr_endgame_list_done(mr_endgame *endgame, endgame_list *list);
/** The status of a refused request, in words. */
mr_status mr_endgame_refusal(const mr_endgame *endgame, const char *name, mr_error *err);
/** Tells how far the work is. @return MR_ERR_CANCELLED where it is to stop */
MR_NODISCARD mr_status mr_endgame_report(const mr_endgame *endgame,
                                         const mr_endgame_progress *progress, mr_error *err);

/** Makes room for one who works, in an arena that is freed in any case. @return false: no memory */
bool mr_endgame_scratch_init(const mr_endgame *endgame, endgame_scratch *out);
/** An endgame without tables yet. @return as mr_endgame_check_game; MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_endgame_new_empty(const mr_game *game, const mr_endgame_options *options,
                                            mr_endgame **out, mr_error *err);
/** Frees what a table says; the table stays. */
void mr_endgame_codes_free(mr_endgame *endgame, endgame_table *table);

/* table.c */

/** A little-endian number of so many bytes; of eight compilers make one load. */
static inline uint64_t load_number(const unsigned char *at, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++) {
    value |= (uint64_t)at[i] << (8 * i);
  }
  return value;
}

/** What a table says of one of its positions. */
uint16_t mr_endgame_code(const endgame_table *table, unsigned player, uint32_t index);
/** One table more, of some men, laid out in groups and numbers; there are no codes yet. */
MR_NODISCARD mr_status mr_endgame_table_add(mr_endgame *endgame, const mr_endgame_men *men,
                                            endgame_table **out, mr_error *err);
/** @param at sorted local numbers of the men of a group */
uint32_t mr_endgame_group_rank(const mr_endgame *endgame, const endgame_group *group,
                               const uint16_t *at);
/** The placing of a position: a local number for each man, sorted within groups. */
void mr_endgame_unrank(const mr_endgame *endgame, const endgame_table *table, uint32_t index,
                       uint16_t *at);
uint32_t mr_endgame_rank(const mr_endgame *endgame, const endgame_table *table, const uint16_t *at);
/**
 * How much the index changes where a man of a placing goes to another square of his group.
 * @param man of the table; receives which one he is there
 */
uint32_t mr_endgame_index_change(const mr_endgame *endgame, const endgame_group *group,
                                 const uint16_t *at, uint16_t local, unsigned *man);
/** The index of the i-th of some positions by which a table is tried: all, where it has no more. */
uint32_t mr_endgame_sample_index(const endgame_table *table, unsigned samples, uint64_t seed,
                                 uint32_t i);
/** The men of a placing, in the order of the table. @return false: two on one square */
bool mr_endgame_place(const endgame_table *table, const uint16_t *at, mr_placement *men);
/** The placing of some men. @return false: they are not those of this table */
bool mr_endgame_fit(const endgame_table *table, const mr_placement *men, size_t count,
                    uint16_t *at);
/** The table of some men, and their placing; NULL: there is none. */
endgame_table *mr_endgame_table_of(const mr_endgame *endgame, const mr_placement *men, size_t count,
                                   uint16_t *at);
/** Composes the position of a placing. @return false: there is none */
MR_NODISCARD bool mr_endgame_compose(const mr_game *game, const endgame_table *table,
                                     const uint16_t *at, unsigned player, mr_state *out);

/** Whether a composed state is a position of a table: it is over, or the turn is the player's. */
static inline bool is_position(mr_node node, unsigned player) {
  return node.kind == MR_NODE_TERMINAL ||
         (node.kind == MR_NODE_DECISION && node.player.id == player);
}

/* hash_model.c */

/** Finds out how hashes of this table's positions are made up. */
void mr_endgame_hash_model_learn(mr_endgame *endgame, endgame_table *table);
/** The hash of a placing but for the player to move. */
uint64_t mr_endgame_placing_hash(const endgame_table *table, const uint16_t *at);
/**
 * Whether a state that hashes to `hash` is the position of this placing and player.
 * @param other scratch for an exact table; NULL: there is none, and the answer is no
 */
bool mr_endgame_hash_matches(const mr_game *game, const endgame_table *table, const uint16_t *at,
                             unsigned player, uint64_t hash, mr_state *other);

/* ---- building one table ---------------------------------------------------------------------- */

/** Lists of actions left to look at: this position will never be lost. */
#define NEVER_LOST UINT16_MAX

/** Bytes that such a move and what it leads to take, while lists grow: about, and rather too much.
 */
enum { EDGE_BYTES = 96 };

/** A move that the bits of endgame_build.from cannot hold. */
typedef struct endgame_edge {
  uint32_t from;
  uint32_t to;
} endgame_edge;

/** A state that is more than men on squares: with a right to take in passing, say. */
typedef struct endgame_irregular {
  uint64_t hash;
  uint16_t code;
  uint16_t successors_left;
  uint8_t player;
  uint8_t depth; /**< actions since there was nothing but men on squares */
} endgame_irregular;

/**
 * A table being built. Nodes are its positions, player * positions + index, and after them what is
 * irregular. A move from node to node is kept with the node that it leads to: one bit where it is
 * one man of the player who has moved that changed his square, an edge where it is anything else.
 *
 * While undecided a node has `left` nodes to go to that the opponent is not known to win. Its code
 * is already code_lost(n) where all else that can be done loses, n plies away at most: it will be
 * lost no sooner. With code_won(n) it is won, and sooner only if n is still to come.
 */
typedef struct endgame_build {
  mr_endgame *endgame;
  endgame_table *table;
  uint64_t *from[2]; /**< by player to move: `words` for each position; see from_bit */
  size_t words[2];
  uint16_t base[MEN_MAX];                /**< first bit of a man in the words */
  uint16_t bit_man[2][64 * 4 * MEN_MAX]; /**< by player to move */
  uint16_t bit_local[2][64 * 4 * MEN_MAX];
  uint16_t *successors_left[2];
  endgame_list edges;     /**< endgame_edge, sorted by `to` when all are there */
  endgame_list irregular; /**< endgame_irregular */
  uint32_t *slots;        /**< hash table of 1 + index into irregular; 0: empty */
  size_t slot_count;
  endgame_list waiting;      /**< irregular states whose moves are to be made */
  endgame_list waiting_ids;  /**< their nodes */
  unsigned most;             /**< no code speaks of more plies */
  bool trial;                /**< nothing is written down: only what is missing is looked for */
  uint64_t unusual;          /**< in a trial: moves that would become edges */
  bool lacking;              /**< the table of `lack`, or `unfinished`, is needed first */
  bool mistaken;             /**< the table must be `exact` */
  mr_endgame_men lack;       /**< where `lacking` */
  endgame_table *unfinished; /**< ... and it is planned already, else NULL */
} endgame_build;

/** Whether the building may go on: no other table is needed first, and hashes are as expected. */
static inline bool is_sound(const endgame_build *build) {
  return !build->lacking && !build->mistaken;
}

/** Where moves are made from. */
typedef struct endgame_source {
  const endgame_table *table; /**< whose men these are */
  uint16_t at[MEN_MAX];
  mr_placement men[MEN_MAX]; /**< by ascending cell */
  uint8_t man_of[MEN_MAX];   /**< which man of the table that is */
  uint64_t placing_hash;
  uint32_t index; /**< in build->table; only where `node` is one of its positions */
  uint32_t node;
  uint8_t player;
  uint8_t depth; /**< 0: a position of build->table */
} endgame_source;

/* expand.c */

/** Makes all moves of all positions. Stops with MR_OK when something is lacking or mistaken. */
MR_NODISCARD mr_status mr_endgame_expand(endgame_build *build, mr_error *err);
/** The same for a sample, to find what is lacking before there is memory to be wasted. */
MR_NODISCARD mr_status mr_endgame_sample(endgame_build *build, mr_error *err);
/** The result of an ended state. @return MR_ERR_UNSUPPORTED for a part of a win */
MR_NODISCARD mr_status mr_endgame_end_result(const mr_game *game, const mr_state *state,
                                             mr_tablebase_result *out, mr_error *err);

/* irregular.c */

bool mr_endgame_edge_add(endgame_build *build, uint32_t from, uint32_t to);
void mr_endgame_edges_sort(endgame_build *build);
/** The first edge to a node, or a later one's. */
const endgame_edge *mr_endgame_edges_to(const endgame_build *build, uint32_t to);
/** The node of an irregular state, which is new or known. @return UINT32_MAX: no memory */
uint32_t mr_endgame_irregular_node(endgame_build *build, const mr_state *state, uint8_t player,
                                   uint8_t depth);
/** Takes a state whose moves are to be made. @return its node, or UINT32_MAX: there is none */
uint32_t mr_endgame_irregular_next(endgame_build *build, mr_state *state);

/** The irregular state of a node. @pre the node is no position */
static inline endgame_irregular *irregular_at(const endgame_build *build, uint32_t node) {
  endgame_irregular *items = build->irregular.items;
  return &items[node - 2 * (size_t)build->table->positions];
}

/* probe.c */

/** mr_endgame_peek with one table. @param men of the state, as many as the table has */
bool mr_endgame_peek_table(const mr_endgame *endgame, const endgame_table *table,
                           const mr_state *state, const mr_placement *men,
                           mr_tablebase_result *out);

/* pack.c */

/** Writes a file of some tables, of which the first is the ending itself. */
MR_NODISCARD mr_status mr_endgame_write(const mr_endgame *endgame, endgame_table *const *tables,
                                        size_t count, const char *path, mr_error *err);

/* keep.c */

/** Looks at what the folder of the options has. What cannot be read is passed over. */
MR_NODISCARD mr_status mr_endgame_keep_open(mr_endgame *endgame, mr_error *err);
/** Takes over what a file says of a table. @return whether one does */
bool mr_endgame_keep_take(mr_endgame *endgame, endgame_table *table);
/** Writes a finished table to the folder, if there is one, and gives its memory back. */
MR_NODISCARD mr_status mr_endgame_keep_add(mr_endgame *endgame, endgame_table *table,
                                           mr_error *err);
/** Removes what was kept of the tables while others were worked out. */
void mr_endgame_forget(const mr_endgame *endgame);

/* set.c */

/** What a folder has for going on: unfinished endings, too; what cannot be read is passed over. */
MR_NODISCARD mr_status mr_endgame_set_known(const mr_game *game, const char *path,
                                            const mr_endgame_options *options, mr_endgame_set **out,
                                            mr_error *err);
/** A table with the men of this one, on the same squares; NULL: none. */
const endgame_table *mr_endgame_set_table(const mr_endgame_set *set, const endgame_table *like);

/* file.c */

/** Maps a whole file for reading. @param size of `out` in bytes, at least 1 */
MR_NODISCARD mr_status mr_endgame_map(const char *path, void **out, size_t *size, mr_error *err);
void mr_endgame_unmap(void *bytes, size_t size);

/* retro.c */

/** Decides all nodes, in the order of their distances. */
MR_NODISCARD mr_status mr_endgame_retro(endgame_build *build, mr_error *err);

#endif
