/* Rows, squares, lines and paths that end the game: read, and told in a sentence. */
#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* ---- reading --------------------------------------------------------------------------------- */

static bool has_path(const mr_fy_connect *connect, unsigned side) {
  return !mr_fy_set_empty(&connect->region[side][0]) && !mr_fy_set_empty(&connect->region[side][1]);
}

/* A path from nowhere, or to nowhere, is a slip. */
static void read_path(mr_fy_reading *in, unsigned side) {
  static const unsigned keys[2][2] = {{MR_FY_KEY_CONNECT_1_WHITE, MR_FY_KEY_CONNECT_2_WHITE},
                                      {MR_FY_KEY_CONNECT_1_BLACK, MR_FY_KEY_CONNECT_2_BLACK}};
  mr_fy_connect *connect = &in->rules->connect;
  const mr_setting *settings[2];
  bool good = true;
  for (unsigned i = 0; i < 2; i++) {
    settings[i] = mr_fy_setting(in, keys[side][i]);
    good = (settings[i] == NULL || mr_fy_read_region(in, settings[i], &connect->region[side][i])) &&
           good;
  }
  bool one =
      mr_fy_set_empty(&connect->region[side][0]) != mr_fy_set_empty(&connect->region[side][1]);
  if (!good || !one) {
    return;
  }
  unsigned given = mr_fy_set_empty(&connect->region[side][0]) ? 1 : 0;
  const mr_setting *setting = settings[given];
  if (setting != NULL) {
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                "'%s' needs squares in '%s', too: a path joins two regions", setting->key,
                mr_fy_keys[keys[side][1 - given]].name);
  }
}

/* Longer rows than the board has could never be made. */
static void check_size(mr_fy_reading *in, unsigned key, unsigned size) {
  const mr_fy_rules *rules = in->rules;
  const mr_setting *setting = mr_fy_setting(in, key);
  unsigned longest = rules->files > rules->ranks ? rules->files : rules->ranks;
  unsigned shorter = rules->files > rules->ranks ? rules->ranks : rules->files;
  unsigned most = key == MR_FY_KEY_CONNECT_NXN ? shorter : longest;
  if (setting != NULL && setting->depth <= 1 && size > most && most > 0) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_RANGE, &setting->key_at, NULL,
                   "'%s' asks for %u, and the board has room for %u", setting->key, size, most);
  }
}

void mr_fy_read_connect(mr_fy_reading *in) {
  static const mr_fy_outcome outcomes[] = {MR_FY_WIN, MR_FY_LOSS, MR_FY_DRAW};
  mr_fy_connect *connect = &in->rules->connect;
  mr_fy_letters letters = mr_fy_read_letters(in, mr_fy_setting(in, MR_FY_KEY_CONNECT_TYPES),
                                             (mr_fy_letters){.all = true});
  connect->kinds = mr_fy_kinds_of(in, &letters);
  connect->ways =
      (uint8_t)((mr_fy_bool(in, MR_FY_KEY_CONNECT_HORIZONTAL) ? MR_FY_ALONG_RANKS : 0) |
                (mr_fy_bool(in, MR_FY_KEY_CONNECT_VERTICAL) ? MR_FY_ALONG_FILES : 0) |
                (mr_fy_bool(in, MR_FY_KEY_CONNECT_DIAGONAL) ? MR_FY_ALONG_DIAGONALS : 0));
  read_path(in, MR_FY_WHITE);
  read_path(in, MR_FY_BLACK);
  check_size(in, MR_FY_KEY_CONNECT_N, connect->row);
  check_size(in, MR_FY_KEY_CONNECT_NXN, connect->square);
  bool some = connect->row > 0 || connect->square > 0 || connect->line > 0 ||
              has_path(connect, MR_FY_WHITE) || has_path(connect, MR_FY_BLACK);
  connect->value =
      some ? outcomes[mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_CONNECT_VALUE])]
           : MR_FY_NOTHING;
}

/* ---- the sentence ---------------------------------------------------------------------------- */

static void add_ways(const mr_fy_connect *connect, mr_str *out) {
  static const char *const names[] = {"ranks", "files", "diagonals"};
  unsigned left = 0;
  for (unsigned i = 0; i < 3; i++) {
    left += connect->ways >> i & 1u;
  }
  mr_str_add(out, left == 0 ? "no line" : "");
  for (unsigned i = 0; i < 3; i++) {
    if (connect->ways >> i & 1u) {
      left--;
      mr_str_format(out, "%s%s", names[i], left > 1 ? ", " : left == 1 ? " and " : "");
    }
  }
}

static void add_path(const mr_fy_rules *rules, unsigned side, mr_str *out) {
  const mr_fy_connect *connect = &rules->connect;
  mr_str_format(out, "%s's from ", mr_fy_side_names[side]);
  mr_fy_add_squares(rules, &connect->region[side][0], out);
  mr_str_add(out, " to ");
  mr_fy_add_squares(rules, &connect->region[side][1], out);
}

/* "a path of pieces, each beside the next (White's from a1 to a9, Black's from ...)" */
static void add_paths(const mr_fy_rules *rules, mr_str *out) {
  const char *before = "a path of pieces, each beside the next (";
  for (unsigned side = 0; side < 2; side++) {
    if (has_path(&rules->connect, side)) {
      mr_str_add(out, before);
      add_path(rules, side, out);
      before = ", ";
    }
  }
  mr_str_char(out, ')');
}

/* "3 in a row, or a path of pieces, along ranks and files" */
static bool add_lines(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_connect *connect = &rules->connect;
  const char *before = "";
  if (connect->row > 0) {
    mr_str_format(out, "%u in a row", (unsigned)connect->row);
    before = ", or ";
  }
  if (connect->line > 0) {
    mr_str_format(out, "%s%u on one line, whatever is between them", before,
                  (unsigned)connect->line);
    before = ", or ";
  }
  if (has_path(connect, MR_FY_WHITE) || has_path(connect, MR_FY_BLACK)) {
    mr_str_add(out, before);
    add_paths(rules, out);
    before = ", or ";
  }
  if (before[0] != '\0') {
    mr_str_add(out, ", along ");
    add_ways(connect, out);
  }
  return before[0] != '\0';
}

bool mr_fy_write_connect(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_connect *connect = &rules->connect;
  uint64_t all = (UINT64_C(2) << rules->kind_count) - 2;
  mr_str_add(out, connect->value == MR_FY_DRAW ? "The game is drawn when who has moved has "
                                               : "Who has moved and has ");
  bool some = add_lines(rules, out);
  if (connect->square > 0) {
    mr_str_format(out, "%sa square of %u by %u", some ? ", or " : "", (unsigned)connect->square,
                  (unsigned)connect->square);
  }
  if ((connect->kinds & all) != all) {
    mr_str_add(out, "; of these pieces: ");
    mr_fy_add_kinds(rules, connect->kinds, ", ", out);
  }
  mr_str_add(out, connect->value == MR_FY_WIN    ? ", wins."
                  : connect->value == MR_FY_LOSS ? ", loses."
                                                 : ".");
  return mr_fy_connects(rules);
}
