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

static const mr_key common_keys[] = {
    {"family", MR_KEY_TEXT, 0, 0, NULL, DEFAULT_FAMILY,
     "The family of rules, which decides what other keys there are.", "borderline", ""},
    {"title", MR_KEY_PROSE, 0, 1, NULL, NULL,
     "The name of the game as people write it. Without it, the name of the definition is shown.",
     "Borderline GPT", ""},
    {"summary", MR_KEY_PROSE, 0, 1, NULL, NULL, "One sentence for lists of games.",
     "Join your home row to the far row.", ""},
    {"author", MR_KEY_PROSE, 0, 0, NULL, NULL, "Who designed the game; one person on each line.",
     "H. G. Wells", ""},
    {"year", MR_KEY_PROSE, 0, 1, NULL, NULL, "When the game was published.", "1913", ""},
    {"source", MR_KEY_PROSE, 0, 0, NULL, NULL,
     "Where the rules were published: books, addresses of pages.", "https://example.org/rules", ""},
    {"notes", MR_KEY_PROSE, 0, 0, NULL, NULL,
     "What a reader of the definition should know: rulings on open questions, history.",
     "Captures are optional; the author was asked.", ""},
};

const mr_key *mr_common_keys(size_t *count) {
  if (count != NULL) {
    *count = sizeof common_keys / sizeof common_keys[0];
  }
  return common_keys;
}
