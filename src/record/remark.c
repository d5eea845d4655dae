/* What people remarked while they played, and how long actions took. */
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum { MILLI = 1000 }; /* parts of a second that times are written in */

/* ---- remarks --------------------------------------------------------------------------------- */

mr_status mr_record_add_remark(mr_record *record, size_t at, const char *text, mr_error *err) {
  char buffer[24];
  mr_str number = mr_str_fixed(buffer, sizeof buffer);
  mr_str_uint(&number, at);
  if (record == NULL || text == NULL || at > record->move_count) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no remark, or no such action");
  }
  return mr_record_add_tag(record, MR_RECORD_REMARK, buffer, text, err);
}

bool mr_record_remark_at(const mr_record *record, size_t index, mr_record_remark *out) {
  for (size_t i = 0; record->has_remarks && i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    uint64_t at = 0;
    if (strcmp(tag->name, MR_RECORD_REMARK) != 0 || tag->value2 == NULL || index-- > 0) {
      continue;
    }
    mr_parse_uint(tag->value, strlen(tag->value), MR_RECORD_ACTIONS_MAX, &at);
    *out = (mr_record_remark){(size_t)at, tag->value2};
    return true;
  }
  return false;
}

/* ---- times ----------------------------------------------------------------------------------- */

mr_status mr_record_set_times(mr_record *record, const uint32_t *times, size_t count,
                              mr_error *err) {
  if (record == NULL || times == NULL || count == 0 || count > record->move_count) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, or times of other actions than it has");
  }
  mr_str text = mr_str_growing(record->arena.allocator);
  for (size_t i = 0; i < count; i++) {
    mr_str_add(&text, i > 0 ? " " : "");
    if (times[i] == MR_RECORD_NO_TIME) {
      mr_str_char(&text, '-');
    } else {
      mr_str_format(&text, "%u.%03u", (unsigned)(times[i] / MILLI), (unsigned)(times[i] % MILLI));
    }
  }
  mr_status status = text.status == MR_OK
                         ? mr_record_add_tag(record, MR_RECORD_TIMES, mr_str_text(&text), NULL, err)
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory for times");
  mr_str_done(&text);
  return status;
}

uint32_t mr_record_time_at(const mr_record *record, size_t index) {
  const char *text = record->has_remarks ? mr_record_tag_value(record, MR_RECORD_TIMES) : NULL;
  uint32_t time = MR_RECORD_NO_TIME;
  while (text != NULL && *text != '\0') {
    if (!mr_record_read_time(&text, &time) || index-- == 0) {
      return time;
    }
  }
  return MR_RECORD_NO_TIME;
}
