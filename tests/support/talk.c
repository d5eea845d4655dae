#include "talk.h"

#include <string.h>
#include <time.h>

#include "test_main.h"

enum { PATIENCE = 60000 }; /* milliseconds */

static bool hear(void *context, const char *bytes, size_t length) {
  mr_talk *talk = context;
  if (atomic_fetch_add(&talk->writing, 1) != 0) {
    atomic_store(&talk->overlap, true);
  }
  if (length == 0 || bytes[length - 1] != '\n') {
    atomic_store(&talk->unfinished, true);
  }
  mr_mutex_lock(&talk->mutex);
  mr_str_bytes(&talk->heard, bytes, length);
  mr_mutex_unlock(&talk->mutex);
  atomic_fetch_sub(&talk->writing, 1);
  return true;
}

static mr_status read_file(void *context, const char *path, size_t limit, mr_str *out,
                           mr_error *err) {
  const mr_talk *talk = context;
  const char *text = strcmp(path, "some.ini") == 0       ? talk->file
                     : strcmp(path, "some.weights") == 0 ? talk->weights
                                                         : NULL;
  if (text == NULL || strlen(text) > limit) {
    return mr_error_set(err, MR_ERR_UNKNOWN, "cannot open '%s'", path);
  }
  mr_str_add(out, text);
  return MR_OK;
}

void mr_talk_begin_with(mr_talk *talk, mr_talk_new make, const char *variant, const char *file) {
  mr_error err;
  mr_protocol_setup setup = {.host = {.write = hear, .read_file = read_file, .context = talk},
                             .version = "0",
                             .variant = variant};
  memset(talk, 0, sizeof *talk);
  talk->file = file;
  talk->on = true;
  talk->heard = mr_str_growing(NULL);
  talk->copy = mr_str_growing(NULL);
  assert_int_equal(mr_mutex_init(&talk->mutex, &err), MR_OK);
  assert_int_equal(make(&setup, &talk->protocol, &err), MR_OK);
}

void mr_talk_begin(mr_talk *talk, mr_talk_new make, const char *variant) {
  mr_talk_begin_with(talk, make, variant, NULL);
}

void mr_talk_end(mr_talk *talk) {
  mr_protocol_free(talk->protocol);
  assert_false(atomic_load(&talk->overlap));
  assert_false(atomic_load(&talk->unfinished));
  assert_int_equal(talk->heard.status, MR_OK);
  mr_mutex_done(&talk->mutex);
  mr_str_done(&talk->heard);
  mr_str_done(&talk->copy);
}

void mr_talk_say(mr_talk *talk, const char *lines) {
  talk->on = mr_protocol_feed(talk->protocol, lines, strlen(lines)) &&
             mr_protocol_feed(talk->protocol, "\n", 1);
}

const char *mr_talk_heard(mr_talk *talk) {
  mr_mutex_lock(&talk->mutex);
  mr_str_reset(&talk->copy);
  mr_str_add(&talk->copy, mr_str_text(&talk->heard));
  mr_mutex_unlock(&talk->mutex);
  return mr_str_text(&talk->copy);
}

void mr_talk_clear(mr_talk *talk) {
  mr_mutex_lock(&talk->mutex);
  mr_str_reset(&talk->heard);
  mr_mutex_unlock(&talk->mutex);
}

const char *mr_talk_ask(mr_talk *talk, const char *lines) {
  mr_talk_clear(talk);
  mr_talk_say(talk, lines);
  mr_protocol_finish_searches(talk->protocol);
  return mr_talk_heard(talk);
}

void mr_talk_expect(mr_talk *talk, const char *lines, const char *answer) {
  const char *heard = mr_talk_ask(talk, lines);
  if (strstr(heard, answer) == NULL) {
    fail_msg("said:\n%s\nheard:\n%s\nbut not:\n%s", lines, heard, answer);
  }
}

void mr_talk_pause(unsigned milliseconds) {
  struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
  nanosleep(&time, NULL);
}

void mr_talk_await(mr_talk *talk, const char *text) {
  for (unsigned waited = 0; waited < PATIENCE; waited++) {
    talk->on = mr_protocol_tick(talk->protocol);
    if (strstr(mr_talk_heard(talk), text) != NULL) {
      return;
    }
    mr_talk_pause(1);
  }
  fail_msg("never heard: %s\nbut:\n%s", text, mr_talk_heard(talk));
}

unsigned mr_talk_count(mr_talk *talk, const char *text) {
  unsigned count = 0;
  for (const char *at = mr_talk_heard(talk); (at = strstr(at, text)) != NULL; at++) {
    count++;
  }
  return count;
}
