/**
 * @file definition.h
 * Definition files: the INI dialect of variant designers, read with positions kept, so that every
 * complaint points at the text that caused it.
 *
 *     [name:parent]          a definition; inherits every key of its parent
 *     [name:name]            the same for the definition of that name whose place it takes
 *     key = value            to the end of the line, verbatim
 *     key =                  or over several indented lines (maps)
 *       first line
 *       second line
 *     # comment, ; comment   on lines of their own, not indented inside a value
 *
 * Life: mr_definitions_add (any number of files) -> mr_definition_resolve (inheritance and
 * overrides) -> a family's compiler, which reads values through mr_setting_* and reports through
 * the same mr_diagnostics.
 */
#ifndef MARCHER_DEFINITION_H
#define MARCHER_DEFINITION_H

#include <marcher/alloc.h>
#include <marcher/game.h>
#include <marcher/status.h>
#include <marcher/str.h>

MR_BEGIN_C

/* ---- limits ---------------------------------------------------------------------------------- */

#define MR_DEFINITION_FILE_MAX ((size_t)1 << 20) /**< bytes of one file */
#define MR_DEFINITION_NAME_MAX 64                /**< bytes of a definition's or key's name */
#define MR_DEFINITION_COUNT_MAX 4096             /**< definitions in one collection */
#define MR_DEFINITION_KEYS_MAX 2048              /**< keys of one definition */
#define MR_DEFINITION_DEPTH_MAX 32               /**< parents above a definition */
#define MR_DIAGNOSTICS_MAX 100                   /**< then one "too many errors" */

/* ---- diagnostics ----------------------------------------------------------------------------- */

/** How bad a complaint is; a note belongs to the complaint before it. */
typedef enum mr_severity { MR_SEVERITY_ERROR, MR_SEVERITY_WARNING, MR_SEVERITY_NOTE } mr_severity;

/** A complaint about a piece of text. Texts live in the arena of the list. */
typedef struct mr_diagnostic {
  mr_severity severity;
  mr_status status;
  const char *source;    /**< file name, or see mr_source_is_override */
  uint32_t line;         /**< from 1; 0: the file as a whole; of an override, its number */
  uint32_t column;       /**< from 1, in bytes; 0: the line as a whole */
  uint32_t length;       /**< bytes to underline, at least 1 where column > 0 */
  const char *line_text; /**< the offending line without its end, NULL if unknown */
  const char *message;   /**< what is wrong and what was expected */
  const char *hint;      /**< "did you mean 'columns'?", NULL if none */
  struct mr_diagnostic *next;
} mr_diagnostic;

/** Caller-owned list in order of discovery. */
typedef struct mr_diagnostics {
  mr_arena *arena;
  mr_diagnostic *first;
  mr_diagnostic *last;
  size_t count; /**< all severities */
  size_t errors;
  size_t notes;     /**< what stands with another complaint, or asks for nothing to be done */
  mr_status status; /**< status of the first error; MR_ERR_NOMEM wins */
} mr_diagnostics;

/** Where a complaint points. */
typedef struct mr_span {
  const char *source;
  uint32_t line;
  uint32_t column;
  uint32_t length;
  const char *line_text;
} mr_span;

/** Makes an empty list, whose texts will live in `arena`. There is nothing to free but the arena.
 */
MR_API void mr_diagnostics_init(mr_diagnostics *list, mr_arena *arena);

/**
 * Adds an error at a span. `hint` may be NULL; so may `at`, for an error that has no place. All
 * texts are copied, and cleaned of what a terminal might obey. What the list holds already, the
 * same words about the same place, is not added again.
 */
MR_API void mr_diagnose(mr_diagnostics *list, mr_status status, const mr_span *at, const char *hint,
                        const char *format, ...) MR_PRINTF(5, 6);

/** The same for any severity. */
MR_API void mr_diagnose_as(mr_diagnostics *list, mr_severity severity, mr_status status,
                           const mr_span *at, const char *hint, const char *format, ...)
    MR_PRINTF(6, 7);

/**
 * Whether the source of a complaint is an override and no file. It reads "--set KEY=VALUE" then,
 * shortened where the value is long, or "--set" alone: a place in which nobody counts lines.
 */
MR_API bool mr_source_is_override(const char *source);

/**
 * All of it as text: `file:line:column: error: message`, or `--set KEY=VALUE: error: message`, the
 * line, carets, the hint.
 */
MR_API void mr_diagnostics_format(const mr_diagnostics *list, bool colour, mr_str *out);

/** Adds what another list holds, as mr_diagnose_as would. */
MR_API void mr_diagnostics_append(mr_diagnostics *list, const mr_diagnostics *more);

/**
 * The first error as an mr_error, with its hint behind it, and without line and column in an
 * override; returns its status (MR_OK when there is none, and `err` is as it was).
 * @param err may be NULL
 */
MR_API mr_status mr_diagnostics_error(const mr_diagnostics *list, mr_error *err);

/**
 * Whether there are errors and all of them say what this program does not support
 * (MR_ERR_UNSUPPORTED), so that the text may be right for another one.
 */
MR_API bool mr_diagnostics_unsupported(const mr_diagnostics *list);

/* ---- keys: one table per family -------------------------------------------------------------- */

/** What the value of a key is, and so how it is checked. */
typedef enum mr_key_type {
  MR_KEY_TEXT,     /**< one line, anything */
  MR_KEY_PROSE,    /**< one or more lines of text for people; not part of the rules' hash */
  MR_KEY_INT,      /**< decimal integer in min .. max */
  MR_KEY_BOOL,     /**< true | false (also yes/no, on/off, 1/0) */
  MR_KEY_CHOICE,   /**< one of `choices` */
  MR_KEY_FRACTION, /**< `4/5`, `80%` or `0.8`, exact; min .. max in units of 1/1000 */
  MR_KEY_MAP,      /**< lines of a drawing */
  MR_KEY_STATE,    /**< a state text in the family's notation */
  MR_KEY_LIST,     /**< words separated by blanks */
} mr_key_type;

/**
 * One key of the definition language: the compiler, the error messages and
 * docs/DEFINITION_LANGUAGE.md are made from this. A name that ends in '#' stands for any number
 * there, one that ends in '*' for any further letters.
 */
typedef struct mr_key {
  const char *name;
  mr_key_type type;
  int64_t min;                /**< of numbers; for other types, of the size: see max */
  int64_t max;                /**< size: bytes of a TEXT or STATE, lines of a PROSE or MAP, words of
                                   a LIST; 0 there means that any size will do */
  const char *const *choices; /**< NULL-terminated, for MR_KEY_CHOICE */
  const char *standard;       /**< default value as it would be written; NULL: none */
  const char *meaning;        /**< for designers; whole sentences */
  const char *example;        /**< a value */
  const char *rule;           /**< rule number it belongs to, "" if none */
  uint16_t into;              /**< offset in the family's rules at which mr_settings_read puts the
                                   value of an INT, BOOL, CHOICE or FRACTION */
  uint8_t size;               /**< bytes there; 0: the family reads the key itself */
  bool for_engines;           /**< is no rule, but what engines should know: not part of the hash */
} mr_key;

/** The last two members of a mr_key whose value is a member of the family's rules. */
#define MR_KEY_INTO(TYPE, MEMBER) offsetof(TYPE, MEMBER), sizeof(((TYPE *)0)->MEMBER)

/* ---- values ---------------------------------------------------------------------------------- */

/** One line of a value, where it stands in its file. */
typedef struct mr_value_line {
  const char *text; /**< NUL-terminated, without surrounding blanks */
  uint32_t length;
  uint32_t line;
  uint32_t column;
  const char *line_text; /**< the whole line of the file */
} mr_value_line;

/** One key with its value, after inheritance and overrides. */
typedef struct mr_setting {
  const char *key;
  const char *text; /**< all lines joined by '\n' */
  size_t length;
  const char *source; /**< file, or "--set" */
  mr_span key_at;
  const mr_value_line *lines; /**< at least one; an empty value is one empty line */
  size_t line_count;
  const char *defined_in; /**< name of the definition that set it */
  uint32_t depth;         /**< 0: an override, 1: the definition itself, 2: its parent, ... */
  const struct mr_setting *inherited; /**< the setting of a parent that this one hides, or NULL */
} mr_setting;

/** A resolved definition: its own settings over its ancestors'. Lives in the resolving arena. */
typedef struct mr_definition {
  const char *name;
  const char *parent;         /**< NULL if none; `name` itself where it extends what it replaces */
  const char *source;         /**< file of the section */
  mr_span at;                 /**< of the section header */
  const mr_setting *settings; /**< sorted by key */
  size_t count;
} mr_definition;

/** A collection of definition files. */
typedef struct mr_definitions mr_definitions;

/**
 * An empty collection; free it with mr_definitions_free.
 * @return MR_ERR_ARGUMENT where `out` is NULL, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_definitions_new(const mr_allocator *allocator,
                                                 mr_definitions **out, mr_error *err);

/** Frees a collection; NULL is accepted. What was resolved from it may not be used afterwards. */
MR_API void mr_definitions_free(mr_definitions *definitions);

/**
 * Reads one file's text. All errors of the file are reported to `list`; on any error nothing of
 * the file is added. A name that is defined already is an error, unless mr_definitions_seal has
 * been called since; of a key that is set twice the last value counts, with a warning. The text is
 * copied.
 * @param source the file's name for complaints; NULL: none
 * @return the first error's status, or MR_ERR_ARGUMENT where there is no list or no text
 */
MR_NODISCARD MR_API mr_status mr_definitions_add(mr_definitions *definitions, const char *source,
                                                 const char *text, size_t length,
                                                 mr_diagnostics *list);

/**
 * Asks `absence` why there is no definition of a name, for parents that are lacking for a reason:
 * part of a sentence, or NULL. Who inherits from such a one is told it, with MR_ERR_UNSUPPORTED.
 */
MR_API void mr_definitions_set_absence(mr_definitions *definitions,
                                       const char *(*absence)(const char *name));

/**
 * Makes what has been added so far the base of the collection: files added from now on may define
 * its names anew, each name once. The new definition takes the place of the one of the base, as a
 * parent, too; where it names itself as its parent, that is the one of the base. Called again,
 * it does the same for what has been added since.
 */
MR_API void mr_definitions_seal(mr_definitions *definitions);

/** Number of names; 0 for NULL. */
MR_API size_t mr_definitions_count(const mr_definitions *definitions);

/**
 * The names in the order in which they were defined first. @param index from 0
 * @return NULL past the last; it lives as long as the collection
 */
MR_API const char *mr_definitions_name(const mr_definitions *definitions, size_t index);

/** The file that added the definition of that name, or NULL where that is the base. */
MR_API const char *mr_definitions_source(const mr_definitions *definitions, size_t index);

/** A definition or one of those that it inherits from. */
typedef struct mr_ancestor {
  const char *name;
  unsigned added; /**< after so many calls of mr_definitions_seal; 0: to the base */
  mr_span at;     /**< of its name */
} mr_ancestor;

/** Most definitions of a lineage. */
#define MR_LINEAGE_MAX (MR_DEFINITION_DEPTH_MAX + 1)

/**
 * The definition in force of that name, its parent, and so on; a parent that is lacking ends the
 * list, and so does its length, where parents run in a loop. @param out room for MR_LINEAGE_MAX
 * @return their number; 0 where there is no definition of that name
 */
MR_API size_t mr_definitions_lineage(const mr_definitions *definitions, const char *name,
                                     mr_ancestor *out);

/**
 * Appends the definitions of these names, with all that they inherit from, as the text of a file
 * that has nothing else: each once, parents first. Comments are not kept.
 * @return MR_ERR_UNKNOWN, MR_ERR_NOMEM, MR_ERR_LIMIT
 */
MR_NODISCARD MR_API mr_status mr_definitions_export(const mr_definitions *definitions,
                                                    const char *const *names, size_t count,
                                                    mr_str *out, mr_error *err);

/** Whether a definition, or a parent above it, was added to the base by the file `source`. */
MR_API bool mr_definitions_draws_on(const mr_definitions *definitions, size_t index,
                                    const char *source);

/**
 * Looks a definition up, climbs its parents and lays the overrides over it. Reports an unknown
 * name (with the nearest), a missing parent (with those that there are), a loop, a malformed
 * override.
 * @param out lives in `arena` and points into the collection
 * @return MR_OK, MR_ERR_UNKNOWN (a name or a parent), MR_ERR_UNSUPPORTED (a parent that is absent
 * for a reason), MR_ERR_ILLEGAL (parents in a loop),
 * MR_ERR_DUPLICATE (two overrides of one key), MR_ERR_LIMIT, MR_ERR_NOMEM, what is wrong with an
 * override, or MR_ERR_ARGUMENT for a NULL; `out` is untouched then
 */
MR_NODISCARD MR_API mr_status mr_definition_resolve(const mr_definitions *definitions,
                                                    const char *name, const mr_override *overrides,
                                                    size_t override_count, mr_arena *arena,
                                                    mr_definition *out, mr_diagnostics *list);

/** The setting of a key, or NULL. */
MR_API const mr_setting *mr_definition_find(const mr_definition *definition, const char *key);

/** The entry of a key table that `name` matches, in the ways that mr_key tells, or NULL. */
MR_API const mr_key *mr_key_find(const mr_key *keys, size_t count, const char *name);

/**
 * Checks every setting against the tables (`common` and the family's own): unknown keys with the
 * nearest known one, types, ranges, choices. @return MR_OK or the first error's status
 */
MR_NODISCARD MR_API mr_status mr_definition_check(const mr_definition *definition,
                                                  const mr_key *common, size_t common_count,
                                                  const mr_key *family, size_t family_count,
                                                  mr_diagnostics *list);

/** An exact fraction in lowest terms, denominator > 0. */
typedef struct mr_fraction {
  int64_t numerator;
  int64_t denominator;
} mr_fraction;

/*
 * Readers for compilers. Each takes the key's entry; where the definition does not set the key,
 * the entry's standard value is read. After mr_definition_check they cannot fail; without it they
 * return the standard value on malformed input.
 */

/** The number of an MR_KEY_INT; key->min where it has no standard value. */
MR_API int64_t mr_setting_int(const mr_definition *definition, const mr_key *key);

/** The truth of an MR_KEY_BOOL; false where it has no standard value. */
MR_API bool mr_setting_bool(const mr_definition *definition, const mr_key *key);

/** Index into key->choices of an MR_KEY_CHOICE; 0 where it has no standard value. */
MR_API size_t mr_setting_choice(const mr_definition *definition, const mr_key *key);

/** The exact value of an MR_KEY_FRACTION; 0/1 where it has no standard value. */
MR_API mr_fraction mr_setting_fraction(const mr_definition *definition, const mr_key *key);

/**
 * Reads every key of a table that has a place (mr_key.into) in a family's rules into them: numbers,
 * truths and places among the choices as unsigned integers of mr_key.size bytes, fractions as
 * mr_fraction. @pre the integers are unsigned, bool or enum, and hold what their keys allow
 */
MR_API void mr_settings_read(const mr_definition *definition, const mr_key *keys, size_t count,
                             void *rules);

/** The text of a key of any type, or the standard text, or ""; it lives as long as what it is of.
 */
MR_API const char *mr_setting_text(const mr_definition *definition, const mr_key *key);

/** The span of `length` bytes at byte `offset` of a setting's text, for complaints. */
MR_API mr_span mr_setting_span(const mr_setting *setting, size_t offset, size_t length);

/**
 * Content hash of the rules: key=value of every setting that is neither MR_KEY_PROSE nor equal
 * to its standard value, in key order. Renaming or describing a game does not change it.
 */
MR_API uint64_t mr_definition_hash(const mr_definition *definition, const mr_key *common,
                                   size_t common_count, const mr_key *family, size_t family_count);

MR_END_C

#endif
