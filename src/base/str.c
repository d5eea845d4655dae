#include <marcher/str.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { FIRST_CAPACITY = 64 };

mr_str mr_str_fixed(char *buffer, size_t size) {
  if (size > 0) {
    buffer[0] = '\0';
  }
  return (mr_str){.data = buffer, .capacity = size};
}

mr_str mr_str_growing(const mr_allocator *allocator) {
  return (mr_str){.allocator = allocator != NULL ? allocator : mr_allocator_default()};
}

void mr_str_done(mr_str *str) {
  if (str == NULL || str->allocator == NULL) {
    return;
  }
  mr_alloc_free(str->allocator, str->data, str->capacity);
  *str = (mr_str){.allocator = str->allocator};
}

void mr_str_reset(mr_str *str) {
  str->length = 0;
  str->status = MR_OK;
  if (str->capacity > 0) {
    str->data[0] = '\0';
  }
}

const char *mr_str_text(const mr_str *str) {
  return str->capacity > 0 ? str->data : "";
}

/** Bytes that can still be written, the NUL not counted. */
static size_t room(const mr_str *str) {
  return str->capacity > 0 ? str->capacity - 1 - str->length : 0;
}

/**
 * Makes room for `extra` bytes. A failure is sticky: the caller may fill what room there is and
 * then calls cut_off.
 */
static bool reserve(mr_str *str, size_t extra) {
  if (str->status != MR_OK) {
    return false;
  }
  if (extra <= room(str) && str->capacity > 0) {
    return true;
  }
  if (str->allocator == NULL) {
    str->status = MR_ERR_LIMIT;
    return false;
  }
  size_t need = str->length + extra + 1;
  char *data = extra < SIZE_MAX / 4 && str->length < SIZE_MAX / 4
                   ? mr_alloc_grow(str->allocator, str->data, &str->capacity,
                                   need > FIRST_CAPACITY ? need : FIRST_CAPACITY, 1)
                   : NULL;
  if (data == NULL) {
    str->status = MR_ERR_NOMEM;
    return false;
  }
  str->data = data;
  return true;
}

/** Ends a string that takes nothing more, at a whole UTF-8 sequence. */
static void cut_off(mr_str *str) {
  if (str->capacity > 0) {
    str->length = mr_utf8_whole(str->data, str->length);
    str->data[str->length] = '\0';
  }
}

void mr_str_bytes(mr_str *str, const char *bytes, size_t length) {
  if (str->status != MR_OK) {
    return;
  }
  bool fits = reserve(str, length);
  if (!fits && str->status != MR_ERR_LIMIT) {
    return;
  }
  size_t count = fits ? length : room(str);
  if (count > 0) {
    memcpy(str->data + str->length, bytes, count);
    str->length += count;
  }
  if (fits) {
    str->data[str->length] = '\0';
  } else {
    cut_off(str);
  }
}

void mr_str_char(mr_str *str, char c) {
  mr_str_bytes(str, &c, 1);
}

void mr_str_add(mr_str *str, const char *text) {
  mr_str_bytes(str, text, strlen(text));
}

void mr_str_repeat(mr_str *str, char c, size_t count) {
  if (str->status != MR_OK) {
    return;
  }
  bool fits = reserve(str, count);
  if (!fits && (str->status != MR_ERR_LIMIT || str->capacity == 0)) {
    return;
  }
  count = fits ? count : room(str);
  memset(str->data + str->length, c, count);
  str->length += count;
  str->data[str->length] = '\0';
}

void mr_str_uint(mr_str *str, uint64_t value) {
  char digits[20];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  mr_str_bytes(str, digits + at, sizeof digits - at);
}

/** As vsnprintf behind the text so far; a negative result counts as nothing to write. */
static MR_PRINTF(2, 0) size_t print_behind(mr_str *str, const char *format, va_list args) {
  char *end = str->capacity > 0 ? str->data + str->length : NULL;
  int wanted = vsnprintf(end, str->capacity > 0 ? room(str) + 1 : 0, format, args);
  if (wanted <= 0 && end != NULL) {
    *end = '\0';
  }
  return wanted > 0 ? (size_t)wanted : 0;
}

void mr_str_format(mr_str *str, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_str_vformat(str, format, args);
  va_end(args);
}

void mr_str_vformat(mr_str *str, const char *format, va_list args) {
  if (str->status != MR_OK) {
    return;
  }
  va_list again;
  va_copy(again, args);
  size_t wanted = print_behind(str, format, args);
  if (wanted > room(str) && str->allocator != NULL && reserve(str, wanted)) {
    wanted = print_behind(str, format, again);
  }
  if (wanted <= room(str)) {
    str->length += wanted;
  } else if (str->allocator == NULL) {
    str->status = MR_ERR_LIMIT;
    str->length += room(str);
  }
  if (str->status != MR_OK) {
    cut_off(str);
  }
  va_end(again);
}
