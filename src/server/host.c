#include "server/host.h"

#include <marcher/str.h>
#include <string.h>

#include "base/text.h"

enum { USUAL_PORT = 80 };

bool mr_server_is_own_host(const char *host, unsigned port) {
  static const char *const names[] = {"127.0.0.1", "localhost"};
  char digits[16];
  mr_str text = mr_str_fixed(digits, sizeof digits);
  mr_str_format(&text, ":%u", port);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (mr_text_begins_nocase(host, names[i])) {
      const char *rest = host + strlen(names[i]);
      return strcmp(rest, digits) == 0 || (*rest == '\0' && port == USUAL_PORT);
    }
  }
  return false;
}
