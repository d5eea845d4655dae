/**
 * @file definition_priv.h
 * What is kept of definition files between reading and resolving. All texts of a file point into
 * two copies of it that its own arena holds, so that a file with errors is dropped in one piece.
 */
#ifndef MARCHER_DEFINITION_DEFINITION_PRIV_H
#define MARCHER_DEFINITION_DEFINITION_PRIV_H

#include <marcher/definition.h>

#include "definition/diagnostics.h"

/** One line of a value. */
typedef struct mr_entry_line {
  mr_value_line value;
  struct mr_entry_line *next;
} mr_entry_line;

/** One `key = value` as written. */
typedef struct mr_entry {
  const char *key;
  mr_span key_at;
  mr_entry_line *first; /**< at least one line once the entry is complete */
  mr_entry_line *last;
  size_t line_count;
  struct mr_entry *next;
  struct mr_entry *same_bucket; /**< the reader's, to find duplicates */
} mr_entry;

/** One `[name:parent]` as written. */
typedef struct mr_section {
  const char *name; /**< NULL if it could not be read; such a file is never added */
  uint64_t hash;    /**< of name */
  const char *parent;
  unsigned added;                    /**< after so many seals; 0: to the base */
  const struct mr_section *replaced; /**< the one of the base whose place it takes, or NULL */
  mr_span at;
  mr_span name_at;
  mr_span parent_at; /**< the header as a whole where there is no parent */
  mr_entry *first;
  mr_entry *last;
  size_t count;
  struct mr_section *next;
} mr_section;

/** One file that was read. */
typedef struct mr_definition_file {
  const mr_allocator *allocator;
  mr_arena arena;
  const char *source;
  mr_section *first;
  mr_section *last;
  size_t count;
  struct mr_definition_file *next;
} mr_definition_file;

struct mr_definitions {
  const mr_allocator *allocator;
  mr_definition_file *files;
  unsigned sealed;                          /**< times */
  const char *(*absence)(const char *name); /**< why there is none of a name; may be NULL */
  size_t count;
  const mr_section *sections[MR_DEFINITION_COUNT_MAX]; /**< one for each name: that in force */
};

/** The definition of that name that is in force, or NULL. */
const mr_section *mr_definitions_find(const mr_definitions *definitions, const char *name);

/**
 * The definition that a section means by its parent, or NULL if there is none. The section itself
 * where it names itself and takes nobody's place. @pre it has a parent
 */
const mr_section *mr_definitions_parent(const mr_definitions *definitions,
                                        const mr_section *section);

/** A value of mr_section.hash. */
uint64_t mr_name_hash(const char *name);

void mr_definition_file_free(const mr_allocator *allocator, mr_definition_file *file);

/** Where the definition of that name stands in `sections`, or `count` if there is none. */
size_t mr_definitions_index(const mr_definitions *definitions, const char *name);

/** What may be wrong with the characters of a line. */
typedef enum mr_fault_kind {
  MR_FAULT_NONE,
  MR_FAULT_NUL,
  MR_FAULT_UTF8,
  MR_FAULT_RETURN, /**< a carriage return that no line feed follows */
  MR_FAULT_CONTROL
} mr_fault_kind;

/** The first such character. */
typedef struct mr_fault {
  mr_fault_kind kind;
  size_t offset;
  size_t length;
} mr_fault;

/** Looks for the first character of a line that does not belong in a text file. */
mr_fault mr_text_fault(const char *text, size_t length);

/**
 * Complains of a fault. @param at the whole text, `text` its bytes
 * @return MR_OK if there is no fault
 */
mr_status mr_fault_report(const mr_fault *fault, const char *text, const mr_span *at,
                          mr_diagnostics *list);

/**
 * Checks a name: its length, and that all characters are letters, digits, '-' and '_'.
 * @param at covers the name. @param what "key", or "definition", whose names may have '.'
 * @param empty the complaint of a name without a character
 */
mr_status mr_name_check(const char *name, size_t length, const mr_span *at, const char *what,
                        const char *empty, mr_diagnostics *list);

/**
 * Complains of an override or a definition whose name is taken. @param first where that is
 */
mr_status mr_report_taken(const char *name, bool is_key, const mr_span *at, const mr_span *first,
                          mr_diagnostics *list);

/** A new entry at the end of `section` (NULL: of none), or NULL. */
mr_entry *mr_entry_add(mr_arena *arena, mr_section *section, const char *key, const mr_span *at);

/** Adds a line to an entry. @return false when memory ran out */
bool mr_entry_add_line(mr_arena *arena, mr_entry *entry, const mr_value_line *line);

/** The bytes `from .. to` without blanks at both ends. */
typedef struct mr_slice {
  size_t from;
  size_t to;
} mr_slice;

mr_slice mr_slice_trim(const char *text, size_t from, size_t to);

#endif
