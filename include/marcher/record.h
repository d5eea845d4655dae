/**
 * @file record.h
 * The record of a game: enough to play it again, action for action and die for die.
 *
 *     [Marcher "1"]
 *     [Game "borderline"]
 *     [Definition "91b0d9f0a1c2e3d4"]
 *     [Set "pieces=12"]             one tag per override
 *     [Seed "7"]
 *     [Player "Red" "level 5"]
 *     [Start "6/6/... R 121,... 0 0"]
 *     [Result "1-0"]                "*" while unfinished
 *     [Score "4 0"]                 quarter points of every seat
 *     [Rule "BD-12"]
 *     [Final "6/6/... R 121,... 0 9"]
 *     [Hash "0123456789abcdef"]
 *
 *     522@d0 124@c7
 *     224@d1 {r5b3 follows} ...
 *
 * Tags as in PGN: a quote or backslash in a value is written after a backslash, the end of a line
 * as `\n`. The tag Marcher comes first; the rest are written in the order above, those that the
 * program does not interpret after Seed. Then the actions in their notation, chance faces included,
 * separated by blanks; text in braces is a comment on the action before it, and its blanks mean
 * nothing. A comment before the first action becomes a tag "Comment".
 * Reading and writing round-trip to the byte for records that this program wrote.
 *
 * The value of the tag Marcher is the number of the format, the lowest that can hold the record. In
 * format 2 there are besides, behind the tags that the program does not interpret,
 *
 *     [Commitment "White" "DIGEST"]         what was done unseen, sealed; or, once it is open,
 *     [Commitment "White" "DIGEST" "SALT"]  with what proves it
 *     [Sealed "0123456789abcdef"]           the name of the key of the block
 *
 * and a record that has the last one is **sealed**: it tells what everybody may know. Actions that
 * are not to be seen are written `?`, Final is what everybody sees, and behind the actions there is
 * a line `[block]` with hexadecimal digits behind it to the end of the text. With its key the
 * record can be opened and is then like any other; see mr_record_seal. What is wrong with the block
 * alone is said when it is opened: the open part of a damaged record can be read.
 *
 * In format 3 there are besides, among the tags that the program does not interpret,
 *
 *     [Remark "12" "why can I not castle?"] said when so many actions had been made
 *     [Times "3.200 0.450 -"]               seconds that each action took; - where nobody knows
 */
#ifndef MARCHER_RECORD_H
#define MARCHER_RECORD_H

#include <marcher/game.h>
#include <marcher/seal.h>

MR_BEGIN_C

#define MR_RECORD_FILE_MAX ((size_t)16 << 20)   /**< bytes of one file */
#define MR_RECORD_ACTIONS_MAX ((size_t)1 << 20) /**< actions of one record */
#define MR_RECORD_TAGS_MAX 256                  /**< tags of one record, overrides included */

/** One action with the comment that follows it. */
typedef struct mr_record_move {
  const char *text;
  const char *comment; /**< NULL if none */
  uint32_t line;
  uint32_t column;
} mr_record_move;

/** A tag that this program does not interpret ("Event", "Date", "Player", ...). */
typedef struct mr_record_tag {
  const char *name;
  const char *value;
  const char *value2; /**< NULL unless the tag has two values */
  uint32_t line;      /**< of a text: where the value begins, in PGN behind its quote; else 0 */
  uint32_t column;
} mr_record_tag;

/** What somebody remarked while playing. */
typedef struct mr_record_remark {
  size_t at; /**< the number of actions that had been made */
  const char *text;
} mr_record_remark;

#define MR_RECORD_REMARK_MAX 2000     /**< bytes of a remark */
#define MR_RECORD_SECONDS_MAX 4000000 /**< of one action: more than a month */
#define MR_RECORD_NO_TIME UINT32_MAX  /**< nobody knows how long it took */

/** A promise of what was hidden, made when nobody could see it. */
typedef struct mr_record_commitment {
  const char *who; /**< a player's name, or "chance" or "seed" */
  mr_seal_digest digest;
  bool has_salt;
  mr_seal_digest salt; /**< shows, with what was hidden, that the promise is kept */
} mr_record_commitment;

/** The text of an action that is not to be seen. */
#define MR_RECORD_HIDDEN "?"

/** Bytes of the name of a key, the NUL included. */
#define MR_RECORD_KEY_NAME_SIZE 17

/** What a record claims in a tag of its own. */
typedef enum mr_record_claim {
  MR_CLAIM_GAME,
  MR_CLAIM_DEFINITION,
  MR_CLAIM_START,
  MR_CLAIM_RESULT,
  MR_CLAIM_RULE,
  MR_CLAIM_FINAL,
  MR_CLAIM_HASH,
  MR_CLAIM_COUNT
} mr_record_claim;

/** A place in the text that a record was read from; zeroed: in none. */
typedef struct mr_record_place {
  uint32_t line;
  uint32_t column;
} mr_record_place;

/** All texts live in the record's arena. NULL texts are absent. */
typedef struct mr_record {
  mr_arena arena;
  const char *game;
  uint64_t definition_hash; /**< 0: absent */
  const char *start;        /**< state text; NULL: the definition's own start */
  bool has_seed;
  uint64_t seed;
  const char *result; /**< "1-0", "0-1", "1/2-1/2", "3/4-1/4", "*" while unfinished */
  const char *rule;   /**< the rule that ended it, or "agreement", "resignation", "time" */
  const char *final_state;
  bool has_hash;
  uint64_t final_hash;
  mr_record_place claimed_at[MR_CLAIM_COUNT]; /**< where the values of their tags begin */
  mr_override *sets;
  size_t set_count;
  size_t set_capacity;
  mr_record_tag *tags;
  size_t tag_count;
  size_t tag_capacity;
  bool has_remarks; /**< tags Remark and Times mean what format 3 says */
  mr_record_move *moves;
  size_t move_count;
  size_t move_capacity;
  mr_record_commitment *commitments;
  size_t commitment_count;
  size_t commitment_capacity;
  const char *key_name; /**< of the key that opens the block; NULL: nothing is sealed */
  const char *block;    /**< as it stands in the text, sound or not; no NUL ends it */
  size_t block_length;
  uint32_t block_line; /**< where it begins in the text it was read from; 0: in none */
} mr_record;

/** Makes an empty record; allocates nothing. Free it with mr_record_done. */
MR_API void mr_record_init(mr_record *record, const mr_allocator *allocator);

/** Frees what a record holds, so that it can be initialised again; NULL is accepted. */
MR_API void mr_record_done(mr_record *record);

/*
 * Builders copy their texts. Besides MR_ERR_NOMEM and MR_ERR_LIMIT they return MR_ERR_ENCODING or
 * MR_ERR_SYNTAX for a text that could not be written and read back: a control character, an action
 * with blanks or braces, a comment with a closing brace, a result that is none. So whatever was
 * built can be written, and what was written can be read.
 */

/** Sets one of the text fields of the record. @param text NULL: absent */
MR_NODISCARD MR_API mr_status mr_record_set_text(mr_record *record, const char **field,
                                                 const char *text, mr_error *err);

/** Adds an override; a key that is there already gets the new value. */
MR_NODISCARD MR_API mr_status mr_record_add_set(mr_record *record, const char *key,
                                                const char *value, mr_error *err);

/** Adds a tag; MR_ERR_ARGUMENT for one that has a field of its own. @param value2 may be NULL */
MR_NODISCARD MR_API mr_status mr_record_add_tag(mr_record *record, const char *name,
                                                const char *value, const char *value2,
                                                mr_error *err);

/** Appends an action. @param comment may be NULL */
MR_NODISCARD MR_API mr_status mr_record_add_move(mr_record *record, const char *text,
                                                 const char *comment, mr_error *err);

/** Appends a commitment. @param salt NULL: it is not told */
MR_NODISCARD MR_API mr_status mr_record_add_commitment(mr_record *record, const char *who,
                                                       const mr_seal_digest *digest,
                                                       const mr_seal_digest *salt, mr_error *err);

/**
 * Appends a remark. @return also MR_ERR_ARGUMENT for more actions than the record has,
 * MR_ERR_DUPLICATE where a tag of an older format has that name, as mr_record_set_times
 */
MR_NODISCARD MR_API mr_status mr_record_add_remark(mr_record *record, size_t at, const char *text,
                                                   mr_error *err);

/** The remarks, in their order. @return false: there are no more */
MR_API bool mr_record_remark_at(const mr_record *record, size_t index, mr_record_remark *out);

/** Sets how long the first `count` actions took, in milliseconds, or ::MR_RECORD_NO_TIME. */
MR_NODISCARD MR_API mr_status mr_record_set_times(mr_record *record, const uint32_t *times,
                                                  size_t count, mr_error *err);

/** How long an action took, in milliseconds, or ::MR_RECORD_NO_TIME. */
MR_API uint32_t mr_record_time_at(const mr_record *record, size_t index);

/** Forgets all actions but the first `keep`, and what was remarked later: undo. */
MR_API void mr_record_drop_moves(mr_record *record, size_t keep);

/** Value of the first tag `name` that has no field of its own, or NULL. It belongs to the record.
 */
MR_API const char *mr_record_tag_value(const mr_record *record, const char *name);

/** Appends the record as text; `out->status` tells whether all of it fitted. */
MR_API void mr_record_format(const mr_record *record, mr_str *out);

/**
 * Reads one record. Errors carry line and column. `record` must be initialised and empty; it is
 * to be freed with mr_record_done also after a failure. @param source the file's name for errors
 * @return MR_ERR_SYNTAX, MR_ERR_ENCODING, MR_ERR_DUPLICATE, MR_ERR_UNSUPPORTED (a newer format),
 * MR_ERR_LIMIT, MR_ERR_NOMEM, MR_ERR_ARGUMENT where there is no text or no empty record
 */
MR_NODISCARD MR_API mr_status mr_record_parse(mr_record *record, const char *source,
                                              const char *text, size_t length, mr_error *err);

#define MR_RECORD_DAMAGE_MAX 8 /**< places of damage that are told one by one */

/** Where a text is damaged. */
typedef struct mr_record_damage {
  bool salvage; /**< in: read for mr_record_salvage also what the reader cannot take as it stands */
  size_t count; /**< places that could not be read */
  mr_error places[MR_RECORD_DAMAGE_MAX]; /**< the first of them, with line and column */
} mr_record_damage;

/**
 * Reads a record past what is damaged in it: the text is read as it would be with a few bytes
 * changed. Bytes that no record may hold become `?` in comments, in actions and in tags that the
 * program does not interpret; a line of tags is read as the one other that differs from it by a
 * byte, or else left out. The record must be replayed before it is believed: mr_record_replay
 * proves it by the position that it claims for the end, without which no damage is read past.
 * For one who salvages, words beside braces that do not match are actions, which are not legal.
 * @return as mr_record_parse, for what is no record at all, or newer, or damaged where nothing
 * else tells what was there
 */
MR_NODISCARD MR_API mr_status mr_record_recover(mr_record *record, const char *source,
                                                const char *text, size_t length,
                                                mr_record_damage *damage, mr_error *err);

/** How a damaged record came to be one that can be replayed. */
typedef enum mr_record_salvage_way {
  MR_SALVAGED_PART,   /**< only actions before the damage were kept, which nothing proves */
  MR_SALVAGED_WHOLE,  /**< the actions lead to the position, or the key of it, that it claims */
  MR_SALVAGED_BRACE,  /**< they do with a brace in the place of a byte */
  MR_SALVAGED_ACTION, /**< they do with another action in the place of one */
  MR_SALVAGED_START   /**< they do from another start */
} mr_record_salvage_way;

/** What could be kept of a damaged record. */
typedef struct mr_record_salvaged {
  mr_record_salvage_way way;
  size_t action; /**< the number of the one that was mended, from 1 */
} mr_record_salvaged;

/**
 * Makes a damaged record one that can be replayed: the whole game where the position and the key
 * that it claims for the end prove it, with a brace, an action or the start mended if exactly one
 * game that differs by one byte leads to both of them. Else the actions before the first one that
 * cannot be played. Claims and promises that do not hold for what is kept are left out.
 * @param record as mr_record_recover read it for salvaging @param text the text it was read from,
 * for its braces; may be NULL @return MR_ERR_MISMATCH for other rules than the record was played
 * by; MR_ERR_UNSUPPORTED for a sealed record; what mr_game_parse_state returns of its start;
 * MR_ERR_NOMEM, MR_ERR_LIMIT
 */
MR_NODISCARD MR_API mr_status mr_record_salvage(mr_record *record, const mr_game *game,
                                                const char *text, size_t length,
                                                mr_record_salvaged *out, mr_error *err);

/**
 * Seals what is hidden into a record of what everybody may know. `hidden` holds the seed, the
 * start, the final state and its hash where they are not to be seen, and the last actions with
 * their comments, as many as it has: those that are not hidden among them stand in `record` as
 * well. Names the key. All of the open part is sealed to the block: neither can be changed or
 * exchanged.
 * @return MR_ERR_ARGUMENT where `hidden` has more actions than `record`, MR_ERR_LIMIT where it is
 * too long, MR_ERR_UNSUPPORTED in builds that cannot seal, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_record_seal(mr_record *record, const mr_record *hidden,
                                             const mr_seal_key *key, mr_error *err);

/**
 * Opens a sealed record, which is then as if nothing had been hidden, but for its commitments.
 * @return MR_ERR_ARGUMENT for one that is not sealed, MR_ERR_UNKNOWN for another key than it names,
 * MR_ERR_SYNTAX and MR_ERR_MISMATCH, with the place, for a block that was damaged, changed or
 * exchanged, MR_ERR_UNSUPPORTED, MR_ERR_LIMIT, MR_ERR_NOMEM; the record is then as it was
 */
MR_NODISCARD MR_API mr_status mr_record_open(mr_record *record, const mr_seal_key *key,
                                             mr_error *err);

/** The name of a key, as sealed records have it. @return MR_ERR_UNSUPPORTED */
MR_NODISCARD MR_API mr_status mr_record_key_name(const mr_seal_key *key,
                                                 char out[MR_RECORD_KEY_NAME_SIZE], mr_error *err);

/** Bytes of the longest result, the NUL included: eight teams, four of which share the win. */
#define MR_RESULT_TEXT_MAX 24

/**
 * "1-0", "1/2-1/2", "3/4-1/4" ... from a terminal state's score, team by team in the order of
 * their first seats; "*" where the game goes on. @param buffer MR_RESULT_TEXT_MAX bytes
 */
MR_API const char *mr_result_text(const mr_game *game, const mr_state *state, char *buffer);

/** The same of the scores of all seats, in quarter points. */
MR_API const char *mr_result_of_score(const mr_game *game, const uint8_t *score, char *buffer);

/**
 * Called after every action of a replay, with all of its events (mr_events_filter for a viewer);
 * returning false stops it there, with MR_OK.
 */
typedef bool (*mr_replay_fn)(void *context, const mr_record_move *move, mr_action action,
                             const mr_state *state, const mr_events *events);

/**
 * Plays the record's actions and checks whatever the record claims: game, definition hash,
 * legality of every action, result, rule, score, final state, hash. MR_ERR_MISMATCH names the first
 * claim that fails and the truth; MR_ERR_ILLEGAL the first illegal action; what mr_game_parse_state
 * returns is about the start; MR_ERR_UNSUPPORTED says that the record is sealed. Where the record
 * was read from a text, they carry the line and the column of the tag or the action. A result by
 * "agreement", "resignation" or "time" is believed where the game goes on. Where `each` stops the
 * replay, what is claimed of the end is not checked.
 * @param state receives the state after the last action played; may be NULL
 */
MR_NODISCARD MR_API mr_status mr_record_replay(const mr_record *record, const mr_game *game,
                                               const mr_allocator *allocator, mr_replay_fn each,
                                               void *context, mr_state *state, mr_error *err);

/**
 * Fills result, rule, final_state, final_hash, definition_hash and the tag "Score" from a state.
 * Where the game goes on, the result is "*", unless the rule says "agreement", "resignation" or
 * "time": then result and rule stay as they are. May be called again, after more actions or fewer.
 */
MR_NODISCARD MR_API mr_status mr_record_close(mr_record *record, const mr_game *game,
                                              const mr_state *state, mr_error *err);

MR_END_C

#endif
