/**
 * @file record_priv.h
 * What the builders, the writers, the readers and the replayer of records share, ours and PGN.
 */
#ifndef MARCHER_RECORD_RECORD_PRIV_H
#define MARCHER_RECORD_RECORD_PRIV_H

#include <marcher/pgn.h>

/** Numbers of the format; the value of the tag `Marcher`. */
#define MR_RECORD_FORMAT_PLAIN 1   /**< all is in the open and always was */
#define MR_RECORD_FORMAT_SEALED 2  /**< there are commitments, or a sealed block */
#define MR_RECORD_FORMAT_REMARKS 3 /**< there are remarks, or times */
#define MR_RECORD_FORMAT_MAX MR_RECORD_FORMAT_REMARKS

/** The line between the open part and the sealed block. */
#define MR_RECORD_BLOCK_LINE "[block]"

/** The tag that holds the score of every seat in quarter points; the record has no field for it. */
#define MR_RECORD_SCORE "Score"

/** What was remarked, and how long actions took: tags, too, and no fields; not in format 2. */
#define MR_RECORD_REMARK "Remark"
#define MR_RECORD_TIMES "Times"

/**
 * Offset of the first byte that no record may hold: not UTF-8, or a control character, where the
 * end of a line counts as one unless `lines` is set. `length` when all is well.
 */
size_t mr_record_check_bytes(const char *text, size_t length, bool lines);

/** What is wrong with the byte at which mr_record_check_bytes stopped. */
mr_status mr_record_byte_fault(const char *text, size_t length, size_t at, mr_error *err);

/** The tags that this program interprets. */
typedef enum mr_record_tag_kind {
  MR_TAG_VERSION,
  MR_TAG_GAME,
  MR_TAG_DEFINITION,
  MR_TAG_SET,
  MR_TAG_SEED,
  MR_TAG_START,
  MR_TAG_RESULT,
  MR_TAG_RULE,
  MR_TAG_FINAL,
  MR_TAG_HASH,
  MR_TAG_COMMITMENT, /**< this one and the next not in format 1 */
  MR_TAG_SEALED,
  MR_TAG_SCORE,  /**< those before it have a field in mr_record */
  MR_TAG_REMARK, /**< this one and the next not in format 2 */
  MR_TAG_TIMES,
  MR_TAG_OTHER
} mr_record_tag_kind;

mr_record_tag_kind mr_record_kind_of_tag(const char *name);

/** The first tag `name` that has no field of its own, or NULL. */
const mr_record_tag *mr_record_find_tag(const mr_record *record, const char *name);

/** Whether `text` could name a tag: letters, digits and `_`, a letter first. */
bool mr_record_tag_name_valid(const char *text, size_t length);

/** What is wrong with a text as that of an action ("is empty"), or NULL. */
const char *mr_record_move_fault(const char *text, size_t length);

/** Whether `text` is `*`, or a score for each of two or more teams, adding up to one win. */
bool mr_record_result_valid(const char *text);

/** Whether `text` is one digit 0..4 for each seat, separated by single spaces. */
bool mr_record_score_valid(const char *text);

/** Copies a text that will stand in a tag; NULL stays NULL. */
mr_status mr_record_copy_value(mr_record *record, const char *text, const char **out,
                               mr_error *err);

/** Whether a tag of that name needs format 3. */
bool mr_record_is_remark(const char *tag);

/** Whether a number and a text are a remark's. */
bool mr_record_remark_valid(const char *number, const char *text);

/** Reads "3", "3.25" or "-" and the blank behind it. @return false for anything else */
bool mr_record_read_time(const char **text, uint32_t *out);

/** Whether `text` is times of actions: seconds with up to three digits behind a point, or "-". */
bool mr_record_times_valid(const char *text);

/** Whether `rule` names an end from outside the rules: "agreement", "resignation", "time". */
bool mr_record_rule_outside(const char *rule);

/** Bytes of the longest excerpt, the NUL included. */
#define MR_RECORD_EXCERPT_MAX 64

/** The beginning of a text for a message, cut between characters; "..." tells that it was cut. */
const char *mr_record_excerpt(const char *text, char buffer[MR_RECORD_EXCERPT_MAX]);

/** Room for one more item in an array of an arena, where the old ones stay. @return NULL: no room
 */
void *mr_record_grow(mr_arena *arena, void *items, size_t count, size_t *capacity, size_t size);

/** `size` zeroed bytes in the record's arena; MR_ERR_NOMEM or MR_ERR_LIMIT. */
MR_NODISCARD mr_status mr_record_reserve(mr_record *record, size_t size, void **out, mr_error *err);

/** A copy of `length` bytes in the record's arena. */
MR_NODISCARD mr_status mr_record_copy(mr_record *record, const char *text, size_t length,
                                      const char **out, mr_error *err);

/** Makes every run of blanks one space and leaves none at the ends. @return the new length */
size_t mr_record_squeeze(char *text);

/**
 * A copy of a comment with every run of blanks made one space and none at its ends; NULL where
 * nothing is left. Blanks carry no meaning in comments, so that lines can be broken anywhere.
 */
MR_NODISCARD mr_status mr_record_copy_comment(mr_record *record, const char *text, size_t length,
                                              const char **out, mr_error *err);

/* Appenders for texts that lie in the arena and have been checked. */
MR_NODISCARD mr_status mr_record_push_set(mr_record *record, mr_override set, mr_error *err);
MR_NODISCARD mr_status mr_record_push_tag(mr_record *record, mr_record_tag tag, mr_error *err);
MR_NODISCARD mr_status mr_record_push_move(mr_record *record, mr_record_move move, mr_error *err);

/** A text of words that is broken into lines. */
typedef struct mr_record_lines {
  mr_str *out;
  size_t width; /**< of the longest line */
  bool pgn;     /**< characters count, not bytes, and `%` never begins a line */
  size_t column;
} mr_record_lines;

/** Writes a word with what opens and closes it, on this line if there is room. */
void mr_record_put_word(mr_record_lines *to, const char *open, const char *word, size_t length,
                        const char *close);

/** Writes words between braces, which hug them. @pre no blanks but single ones between words */
void mr_record_put_comment(mr_record_lines *to, const char *comment);

/**
 * Appends a text as UTF-8 without control characters: bytes that are not UTF-8 are taken as
 * ISO 8859-1, control characters become blanks.
 */
void mr_pgn_add_clean(mr_str *out, const char *text, size_t length);

/** Makes parentheses of closing braces, which no comment can hold. */
void mr_pgn_replace_braces(char *comment);

/** Appends a commitment that has been checked. */
MR_NODISCARD mr_status mr_record_push_commitment(mr_record *record, mr_record_commitment commitment,
                                                 mr_error *err);

/** Score of every seat of a terminal state, as the tag Score has it. */
void mr_record_score_text(const mr_game *game, const mr_state *state, mr_str *out);

/** Puts a whole state at the start of a record. */
MR_NODISCARD mr_status mr_record_set_up(const mr_record *record, const mr_game *game,
                                        mr_state *state, mr_error *err);

/** The text of a state, which stays in `out`. */
MR_NODISCARD mr_status mr_record_state_text(const mr_game *game, const mr_state *state,
                                            const mr_allocator *allocator, mr_str *out,
                                            mr_error *err);

/** A brace that is missing in a text. */
typedef struct mr_record_brace {
  char lost;
  size_t from; /**< where it stood, from here */
  size_t to;   /**< to before here */
} mr_record_brace;

/** The first place of a record's text where braces do not match. @return false: there is none */
bool mr_record_find_brace(const char *text, size_t length, mr_record_brace *out);

/** The first tag of a game of PGN with that name, or NULL. */
const mr_record_tag *mr_pgn_find_tag(const mr_pgn_game *game, const char *name);

#endif
