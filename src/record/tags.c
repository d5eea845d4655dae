/* Tags of a record: which there may be, and what they may say. */
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/* Digits behind the point of seconds. */
enum { MILLI_DIGITS = 3, MILLI = 1000 };

bool mr_record_is_remark(const char *tag) {
  mr_record_tag_kind kind = mr_record_kind_of_tag(tag);
  return kind == MR_TAG_REMARK || kind == MR_TAG_TIMES;
}

bool mr_record_remark_valid(const char *number, const char *text) {
  uint64_t at = 0;
  return text != NULL && text[0] != '\0' && strlen(text) <= MR_RECORD_REMARK_MAX &&
         mr_parse_uint(number, strlen(number), MR_RECORD_ACTIONS_MAX, &at);
}

bool mr_record_read_time(const char **text, uint32_t *out) {
  size_t length = strcspn(*text, " ");
  size_t whole = strcspn(*text, " .");
  size_t digits = length > whole ? length - whole - 1 : 0;
  uint64_t seconds = 0, rest = 0;
  bool unknown = mr_text_is(*text, length, "-");
  bool good = unknown || (mr_parse_uint(*text, whole, MR_RECORD_SECONDS_MAX, &seconds) &&
                          digits <= MILLI_DIGITS && (length == whole || digits > 0) &&
                          (digits == 0 || mr_parse_uint(*text + whole + 1, digits, MILLI, &rest)));
  for (size_t i = digits; i < MILLI_DIGITS; i++) {
    rest *= 10;
  }
  *out = unknown ? MR_RECORD_NO_TIME : (uint32_t)(seconds * MILLI + rest);
  *text += length;
  bool more = **text == ' ';
  *text += more;
  return good && (!more || **text != '\0');
}

bool mr_record_times_valid(const char *text) {
  uint32_t time;
  size_t count = 0;
  do {
    if (!mr_record_read_time(&text, &time) || ++count > MR_RECORD_ACTIONS_MAX) {
      return false;
    }
  } while (*text != '\0');
  return true;
}

static mr_status check_tag(const mr_record *record, const char *name, const char *value,
                           const char *value2, mr_error *err) {
  char shown[MR_RECORD_EXCERPT_MAX];
  if (!mr_record_tag_name_valid(name, strlen(name))) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' cannot name a tag",
                        mr_record_excerpt(name, shown));
  }
  if (mr_record_kind_of_tag(name) < MR_TAG_SCORE) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "the tag '%s' has a field of its own", name);
  }
  mr_record_tag_kind kind = mr_record_kind_of_tag(name);
  if (kind == MR_TAG_OTHER) {
    return MR_OK;
  }
  bool first = mr_record_is_remark(name) && !record->has_remarks;
  for (size_t i = 0; first && i < record->tag_count; i++) {
    if (mr_record_is_remark(record->tags[i].name)) {
      return mr_error_set(err, MR_ERR_DUPLICATE,
                          "the record has a tag '%s' of an older format already",
                          record->tags[i].name);
    }
  }
  if (kind == MR_TAG_REMARK) {
    return mr_record_remark_valid(value, value2)
               ? MR_OK
               : mr_error_set(err, MR_ERR_SYNTAX,
                              "a remark has the number of an action and at most %d bytes",
                              MR_RECORD_REMARK_MAX);
  }
  if (mr_record_tag_value(record, name) != NULL) {
    return mr_error_set(err, MR_ERR_DUPLICATE, "the record has a tag '%s' already", name);
  }
  if (kind == MR_TAG_TIMES) {
    return value2 == NULL && mr_record_times_valid(value)
               ? MR_OK
               : mr_error_set(err, MR_ERR_SYNTAX, "'%s' are no times of actions",
                              mr_record_excerpt(value, shown));
  }
  if (value2 != NULL || !mr_record_score_valid(value)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' is no score", mr_record_excerpt(value, shown));
  }
  return MR_OK;
}

mr_status mr_record_add_tag(mr_record *record, const char *name, const char *value,
                            const char *value2, mr_error *err) {
  if (record == NULL || name == NULL || value == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no name or no value");
  }
  mr_record_tag tag = {0};
  mr_status status = check_tag(record, name, value, value2, err);
  if (status == MR_OK) {
    status = mr_record_copy_value(record, name, &tag.name, err);
  }
  if (status == MR_OK) {
    status = mr_record_copy_value(record, value, &tag.value, err);
  }
  if (status == MR_OK) {
    status = mr_record_copy_value(record, value2, &tag.value2, err);
  }
  if (status == MR_OK) {
    status = mr_record_push_tag(record, tag, err);
  }
  if (status == MR_OK && mr_record_is_remark(name)) {
    record->has_remarks = true;
  }
  return status;
}
