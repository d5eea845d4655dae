#include <marcher/match.h>

const char *mr_match_end_name(mr_match_end end) {
  static const char *const names[] = {"rule",    "draw",  "resign", "length", "time",
                                      "illegal", "crash", "stall",  "flood",  "disconnect"};
  _Static_assert(sizeof names / sizeof names[0] == MR_END_COUNT, "a name for each");
  return (unsigned)end < MR_END_COUNT ? names[end] : "unknown";
}
