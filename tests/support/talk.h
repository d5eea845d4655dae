#ifndef MARCHER_TESTS_SUPPORT_TALK_H
#define MARCHER_TESTS_SUPPORT_TALK_H

/**
 * @file
 * A conversation with a protocol in this process: what is said is fed in at once, what is answered,
 * by whichever thread, is collected.
 */

#include <marcher/protocol.h>
#include <stdatomic.h>

#include "base/thread.h"

typedef mr_status (*mr_talk_new)(const mr_protocol_setup *setup, mr_protocol **out, mr_error *err);

typedef struct mr_talk {
  mr_protocol *protocol;
  bool on; /**< the protocol listens */
  mr_mutex mutex;
  mr_str heard; /**< guarded; everything since the last mr_talk_clear */
  mr_str copy;
  const char *file;       /**< what the file "some.ini" holds; NULL: it is not there */
  const char *weights;    /**< the same of "some.weights"; set it at any time */
  atomic_uint writing;    /**< threads inside write; more than one is a fault */
  atomic_bool overlap;    /**< there was more than one */
  atomic_bool unfinished; /**< something was written that does not end with a line's end */
} mr_talk;

/** Begins; fails the test where it cannot. Must stay where it is. */
void mr_talk_begin(mr_talk *talk, mr_talk_new make, const char *variant);
/** The same with `file` for the name "some.ini". */
void mr_talk_begin_with(mr_talk *talk, mr_talk_new make, const char *variant, const char *file);

/** Ends it; what was written has been whole lines, one thread at a time. */
void mr_talk_end(mr_talk *talk);

/** Says lines; each one is given its end. */
void mr_talk_say(mr_talk *talk, const char *lines);

/** Says them, waits for what ends by itself, and returns all that was heard since they were. */
const char *mr_talk_ask(mr_talk *talk, const char *lines);

/** The same, and fails the test where `answer` is not among what was heard. */
void mr_talk_expect(mr_talk *talk, const char *lines, const char *answer);

/** What was heard since the last mr_talk_clear. It lives until the next call. */
const char *mr_talk_heard(mr_talk *talk);
void mr_talk_clear(mr_talk *talk);

/** Waits, a minute at most, until `text` has been heard; fails the test otherwise. */
void mr_talk_await(mr_talk *talk, const char *text);

/** How many times `text` occurs in what was heard. */
unsigned mr_talk_count(mr_talk *talk, const char *text);

/** Sleeps. */
void mr_talk_pause(unsigned milliseconds);

#endif
