#include "test_main.h"

#include "catalog/catalog_priv.h"

static const char head[] = "| key | value | default | meaning | example | rule |\n"
                           "| --- | --- | --- | --- | --- | --- |\n";

/** What the row of one key looks like. */
static void looks_like(mr_key key, const char *row) {
  mr_str expected = mr_str_growing(NULL);
  mr_str out = mr_str_growing(NULL);
  mr_str_format(&expected, "%s%s\n", head, row);
  mr_keys_markdown(&out, &key, 1);
  assert_string_equal(mr_str_text(&out), mr_str_text(&expected));
  mr_str_done(&expected);
  mr_str_done(&out);
}

static void every_type_is_described_with_its_bounds(void **state) {
  (void)state;
  static const char *const choices[] = {"red", "blue", NULL};
  mr_key key = {.name = "k", .meaning = "M.", .rule = "R-1"};
  key.type = MR_KEY_TEXT;
  looks_like(key, "| `k` | text |  | M. |  | R-1 |");
  key.type = MR_KEY_BOOL;
  looks_like(key, "| `k` | `true`, `false` |  | M. |  | R-1 |");
  key.type = MR_KEY_MAP;
  looks_like(key, "| `k` | map |  | M. |  | R-1 |");
  key.type = MR_KEY_STATE;
  looks_like(key, "| `k` | state |  | M. |  | R-1 |");
  key.type = MR_KEY_PROSE;
  looks_like(key, "| `k` | prose |  | M. |  | R-1 |");
  key.type = MR_KEY_LIST;
  looks_like(key, "| `k` | words |  | M. |  | R-1 |");
  key.min = 2;
  key.max = 5;
  looks_like(key, "| `k` | 2 to 5 words |  | M. |  | R-1 |");
  key.type = MR_KEY_INT;
  key.min = -2;
  looks_like(key, "| `k` | -2 to 5 |  | M. |  | R-1 |");
  key.type = MR_KEY_CHOICE;
  key.choices = choices;
  looks_like(key, "| `k` | `red`, `blue` |  | M. |  | R-1 |");
  key.type = MR_KEY_PROSE;
  key.max = 1;
  looks_like(key, "| `k` | one line |  | M. |  | R-1 |");
}

static void bounds_of_fractions_are_decimals(void **state) {
  (void)state;
  mr_key key = {.name = "k", .type = MR_KEY_FRACTION, .min = -1250, .max = 2005};
  looks_like(key, "| `k` | fraction from -1.25 to 2.005 |  |  |  |  |");
  key.min = -500;
  key.max = 10;
  looks_like(key, "| `k` | fraction from -0.5 to 0.01 |  |  |  |  |");
}

static void values_are_code_whatever_they_hold(void **state) {
  (void)state;
  mr_key key = {.name = "k#", .type = MR_KEY_TEXT, .standard = "a|b", .example = "`x`"};
  looks_like(key, "| `k#` | text | `a\\|b` |  | `` `x` `` |  |");
  key.standard = "#.\n\n.#";
  looks_like(key, "| `k#` | text | `#.`<br><br>`.#` |  | `` `x` `` |  |");
}

static void prose_cannot_break_out_of_its_cell(void **state) {
  (void)state;
  mr_key key = {.name = "k", .type = MR_KEY_TEXT, .meaning = "One | two.\nThree."};
  looks_like(key, "| `k` | text |  | One \\| two. Three. |  |  |");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_type_is_described_with_its_bounds),
    cmocka_unit_test(bounds_of_fractions_are_decimals),
    cmocka_unit_test(values_are_code_whatever_they_hold),
    cmocka_unit_test(prose_cannot_break_out_of_its_cell),
};

MR_TEST_MAIN(tests)
