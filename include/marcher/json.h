/**
 * @file json.h
 * Games as JSON, for programs in other languages: one writer for the command line, the browser and
 * the server. docs/JSON.md tells what the documents mean; docs/schema/ has their schemas.
 *
 * A document is one object whose first member is its `version`. Text is UTF-8, lines are the
 * caller's: the writer breaks none.
 */
#ifndef MARCHER_JSON_H
#define MARCHER_JSON_H

#include <marcher/definition.h>
#include <marcher/doc.h>
#include <marcher/engine.h>
#include <marcher/measure.h>

MR_BEGIN_C

/** Of all documents together: it grows when a member is taken away or changes its meaning. */
#define MR_JSON_VERSION 1

/** So many objects and arrays may be open at once. */
#define MR_JSON_DEPTH_MAX 64

/* ---- the writer ------------------------------------------------------------------------------ */

/**
 * A text under construction. Errors are sticky in `out`, as those of mr_str are: MR_ERR_NOMEM,
 * MR_ERR_LIMIT for what is too deep, MR_ERR_ARGUMENT for what is no JSON (a member without a key, a
 * key in an array, an end of nothing). Write everything, then look once.
 */
typedef struct mr_json {
  mr_str *out;
  uint64_t objects; /**< bit d: what is open at depth d is an object */
  unsigned depth;
  bool follows; /**< something stands before, so that a comma is due */
} mr_json;

/** Begins to write one value of any kind. */
MR_API void mr_json_init(mr_json *json, mr_str *out);

/** Begins a document: an object with its version, to be ended by mr_json_end. */
MR_API void mr_json_open(mr_json *json, mr_str *out);

/*
 * Each writes one value. `key` names the member where the value stands in an object; in an array,
 * and for the value that mr_json_init began, it is NULL.
 */

MR_API void mr_json_object(mr_json *json, const char *key); /**< until mr_json_end */
MR_API void mr_json_array(mr_json *json, const char *key);  /**< until mr_json_end */
MR_API void mr_json_end(mr_json *json);

MR_API void mr_json_null(mr_json *json, const char *key);
MR_API void mr_json_bool(mr_json *json, const char *key, bool value);
MR_API void mr_json_int(mr_json *json, const char *key, int64_t value);
/** An integer, or its decimal digits as a string above INT64_MAX, where JSON's readers give up. */
MR_API void mr_json_uint(mr_json *json, const char *key, uint64_t value);
/** Nine digits, the same in every locale, always with a point or an exponent; else null. */
MR_API void mr_json_real(mr_json *json, const char *key, double value);
/** Sixteen hexadecimal digits in a string. */
MR_API void mr_json_hash(mr_json *json, const char *key, uint64_t value);
/** A text; NULL is null. What is not UTF-8 becomes U+FFFD, byte by byte. */
MR_API void mr_json_string(mr_json *json, const char *key, const char *text);
/** The same for `length` bytes, NUL among them or not. */
MR_API void mr_json_bytes(mr_json *json, const char *key, const char *text, size_t length);
/** A value that another writer has finished. */
MR_API void mr_json_raw(mr_json *json, const char *key, const mr_str *value);
/** A list of texts. */
MR_API void mr_json_strings(mr_json *json, const char *key, const char *const *texts, size_t count);

/* ---- what games are made of ------------------------------------------------------------------ */

/** The name of a seat; null for ::MR_NOBODY. */
MR_API void mr_json_player(mr_json *json, const char *key, const mr_game *game, mr_player player);
/** The name of a cell; null for ::MR_NOWHERE. */
MR_API void mr_json_cell(mr_json *json, const char *key, const mr_game *game, mr_cell cell);
/** The name of a kind of piece; null for ::MR_NO_PIECE. */
MR_API void mr_json_piece(mr_json *json, const char *key, const mr_game *game, mr_piece piece);
/** A state or an observation as its text. */
MR_API void mr_json_state(mr_json *json, const char *key, const mr_game *game,
                          const mr_state *state);
/** The key of a state's position; null for an observation that withholds something. */
MR_API void mr_json_position(mr_json *json, const char *key, const mr_game *game,
                             const mr_state *state);
/** What happens next; at the end also the result, the rule and the scores. @pre the state is whole
 */
MR_API void mr_json_node(mr_json *json, const char *key, const mr_game *game,
                         const mr_state *state);
/** The text of a legal action. */
MR_API void mr_json_action(mr_json *json, const char *key, const mr_game *game,
                           const mr_state *state, mr_action action);
/** A legal action with its form: what to press on a board. */
MR_API void mr_json_form(mr_json *json, const char *key, const mr_game *game, const mr_state *state,
                         mr_action action);
/** What a kind of event is called: "capture". Static. */
MR_API const char *mr_json_event_name(mr_event_kind kind);
/** What an action has done. */
MR_API void mr_json_events(mr_json *json, const char *key, const mr_game *game,
                           const mr_events *events);
/** The outcomes of a chance node with their exact odds; null where something is unknown. */
MR_API void mr_json_outcomes(mr_json *json, const char *key, const mr_game *game,
                             const mr_state *state);

/** A picture. */
MR_API void mr_json_view(mr_json *json, const char *key, const mr_game *game, const mr_view *view);

/**
 * The same with `squares` in the place of `cells`: of all squares, counted in reading order, runs
 * (where one begins, how long it is) for grounds, regions and marks, and pairs of a square and a
 * piece, by its place in `pieces`, or a badge. It grows with what is on a board, not with the
 * board.
 */
MR_API void mr_json_view_brief(mr_json *json, const char *key, const mr_game *game,
                               const mr_view *view);
/** The members of a rules page. */
MR_API void mr_json_doc(mr_json *json, const mr_game *game, const mr_doc *doc);
/** What a computer player thinks. @param observation what it was given */
MR_API void mr_json_search_result(mr_json *json, const char *key, const mr_game *game,
                                  const mr_state *observation, const mr_search_result *result);

/** A value between its bounds. */
MR_API void mr_json_interval(mr_json *json, const char *key, mr_interval interval);
/** The members of what games of an experiment say: counts, and shares with their intervals. */
MR_API void mr_json_summary(mr_json *json, mr_summary *summary);

/* ---- what is wrong --------------------------------------------------------------------------- */

/** What the definition reader has to say. */
MR_API void mr_json_diagnostics(mr_json *json, const char *key, const mr_diagnostics *list);
/** An error with its place; a status of MR_OK, where the library has given none, is null. */
MR_API void mr_json_error(mr_json *json, const char *key, const mr_error *error);

/* ---- the reader (not in builds for WebAssembly) ---------------------------------------------- */

/** A value that was read; members and items belong to what they are in. */
typedef struct mr_json_value mr_json_value;

/** What it is; NONE is the kind of NULL, of what is not there. */
typedef enum mr_json_kind {
  MR_JSON_NONE,
  MR_JSON_NULL,
  MR_JSON_BOOL,
  MR_JSON_INTEGER,
  MR_JSON_REAL,
  MR_JSON_STRING,
  MR_JSON_ARRAY,
  MR_JSON_OBJECT,
} mr_json_kind;

/**
 * Reads one value of any kind with nothing behind it, from the C library's memory. Free it with
 * mr_json_value_free.
 * @return MR_ERR_SYNTAX, MR_ERR_DUPLICATE for a key that an object has twice, MR_ERR_RANGE for a
 *         number that is too large, MR_ERR_ENCODING for what is not UTF-8 or has a NUL in it,
 *         MR_ERR_LIMIT for what is nested too deeply, MR_ERR_NOMEM; with line and column (in
 *         characters), where reading stopped
 */
MR_NODISCARD MR_API mr_status mr_json_value_read(const char *text, size_t length,
                                                 mr_json_value **out, mr_error *err);
/** Frees what mr_json_value_read returned; NULL is accepted. */
MR_API void mr_json_value_free(mr_json_value *value);

/* Looking at values. NULL is accepted everywhere and is like a value of another kind. */

MR_API mr_json_kind mr_json_value_kind(const mr_json_value *value);
/** The member of an object, or NULL. */
MR_API const mr_json_value *mr_json_value_member(const mr_json_value *object, const char *key);
/** The key after `key`, which is the object's own; the first one for NULL. NULL at the end. */
MR_API const char *mr_json_value_next(const mr_json_value *object, const char *key);
/** Members of an object or items of an array; else 0. */
MR_API size_t mr_json_value_count(const mr_json_value *value);
/** The item of an array, or NULL. */
MR_API const mr_json_value *mr_json_value_item(const mr_json_value *array, size_t index);
/** The text of a string, or NULL. */
MR_API const char *mr_json_value_text(const mr_json_value *value);
/** Any number. @return false, with `out` untouched, for what is none */
MR_API bool mr_json_value_number(const mr_json_value *value, double *out);
/** An integer in bounds. @return false, with `out` untouched, for anything else */
MR_API bool mr_json_value_integer(const mr_json_value *value, int64_t min, int64_t max,
                                  int64_t *out);
/** true or false. @return false, with `out` untouched, for anything else */
MR_API bool mr_json_value_bool(const mr_json_value *value, bool *out);

MR_END_C

#endif
