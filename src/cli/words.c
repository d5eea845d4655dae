#include "cli/words.h"

#include <inttypes.h>
#include <string.h>

void cli_add_word(mr_str *out, const char *word) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "%+,-./:=@^_";
  if (*word != '\0' && word[strspn(word, plain)] == '\0') {
    mr_str_add(out, word);
    return;
  }
  mr_str_char(out, '\'');
  for (; *word != '\0'; word++) {
    if (*word == '\'') {
      mr_str_add(out, "'\\'");
    }
    if (*word == '\n') {
      mr_str_add(out, "'$'\\n''"); /* a command is told on one line */
    } else {
      mr_str_char(out, *word);
    }
  }
  mr_str_char(out, '\'');
}

void cli_add_option(mr_str *out, const char *name, const char *value) {
  if (value != NULL) {
    mr_str_format(out, " --%s ", name);
    cli_add_word(out, value);
  }
}

void cli_add_number(mr_str *out, const char *name, uint64_t number) {
  mr_str_format(out, " --%s %" PRIu64, name, number);
}

void cli_add_given(mr_str *out, const char *name, const cli_number *number) {
  if (number->given) {
    cli_add_number(out, name, number->value);
  }
}

void cli_add_list(mr_str *out, const char *name, const cli_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    cli_add_option(out, name, list->items[i]);
  }
}

void cli_add_sets(mr_str *out, const mr_override *sets, size_t count) {
  for (size_t i = 0; i < count; i++) {
    mr_str_format(out, " --set %s=", sets[i].key);
    cli_add_word(out, sets[i].value);
  }
}
