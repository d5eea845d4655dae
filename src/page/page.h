/**
 * @file page.h
 * The face of a page in a browser: requests in words, answers in JSON. A page sends words ("play",
 * "e2e4") and draws what it is answered; it knows no rule, and neither does this room: it stands
 * upon a session, as the prompt of the command line does. docs/PAGE.md lists the requests.
 */
#ifndef MARCHER_PAGE_PAGE_H
#define MARCHER_PAGE_PAGE_H

#include <marcher/catalog.h>
#include <marcher/json.h>
#include <marcher/session.h>

/** Words of one request; a definition file is one word. */
#define MR_PAGE_WORDS_MAX 256

/** Bytes of one request. */
#define MR_PAGE_REQUEST_MAX ((size_t)16 << 20)

/** One page's side of the program: a catalogue, a game, a session. */
typedef struct mr_page mr_page;

/** Told of a search under way: a JSON document, as a search result has it. */
typedef void (*mr_page_progress_fn)(void *context, const char *json, size_t length);

/** Makes one; free it with mr_page_free. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_page_new(const mr_allocator *allocator, mr_page **out, mr_error *err);

/** Frees it; NULL is accepted. */
void mr_page_free(mr_page *page);

/** Who is told of searches; none: NULL. */
void mr_page_on_progress(mr_page *page, mr_page_progress_fn progress, void *context);

/**
 * Answers a request: words of UTF-8, each followed by a NUL. The answer is a document of JSON, with
 * a member `error` where the request has failed; it stands until the next one.
 * @return NULL where there is no memory even for an error
 */
const mr_str *mr_page_answer(mr_page *page, const char *words, size_t length);

#endif
