#include <marcher/catalog.h>

#include "rules/borderline/borderline.h"
#include "rules/fairy/fairy.h"
#include "rules/warlord/warlord.h"

static const mr_family *const families[] = {
    &mr_family_borderline,
    &mr_family_fairy,
    &mr_family_warlord,
};

size_t mr_family_count(void) {
  return sizeof families / sizeof families[0];
}

const mr_family *mr_family_at(size_t index) {
  return index < mr_family_count() ? families[index] : NULL;
}

/** The family of definitions that name none: those of other programs never do. */
#define DEFAULT_FAMILY "fairy"

#define PROSE(KEY, LINES, EXAMPLE, MEANING)                                    \
  {                                                                            \
    .name = (KEY), .type = MR_KEY_PROSE, .max = (LINES), .meaning = (MEANING), \
    .example = (EXAMPLE), .rule = ""                                           \
  }

static const mr_key common_keys[] = {
    {.name = "family",
     .type = MR_KEY_TEXT,
     .standard = DEFAULT_FAMILY,
     .meaning = "The family of rules, which decides what other keys there are.",
     .example = "borderline",
     .rule = ""},
    PROSE("title", 1, "Borderline GPT",
          "The name of the game as people write it. Without it, the name of the definition is "
          "shown."),
    PROSE("summary", 1, "Join your home row to the far row.", "One sentence for lists of games."),
    PROSE("author", 0, "H. G. Wells", "Who designed the game; one person on each line."),
    PROSE("year", 1, "1913", "When the game was published."),
    PROSE("source", 0, "https://example.org/rules",
          "Where the rules were published: books, addresses of pages."),
    PROSE("notes", 0, "Captures are optional; the author was asked.",
          "What a reader of the definition should know: rulings on open questions, history."),
    PROSE("intended", 0, "one-sided: a puzzle for White",
          "What `marcher check --play` warns of and is meant to be so: the name of the warning, a "
          "colon and the reason; one on each line."),
};

const mr_key *mr_common_keys(size_t *count) {
  if (count != NULL) {
    *count = sizeof common_keys / sizeof common_keys[0];
  }
  return common_keys;
}
