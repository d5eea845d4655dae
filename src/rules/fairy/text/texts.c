#include "rules/fairy/text/texts.h"

#include <stdarg.h>

#include "base/text.h"

const char *const mr_fy_side_names[2] = {"White", "Black"};
const char *const mr_fy_colour_names[2] = {"dark", "light"};

/* ---- reading --------------------------------------------------------------------------------- */

mr_status mr_fy_read_cell(mr_reader *r, unsigned *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  char file = mr_text_lower(mr_reader_peek(r)), last = (char)('a' + rules->files - 1);
  unsigned rank = 0;
  if (!mr_reader_more(r) || file < 'a' || file > last) {
    char what[32];
    mr_str text = mr_str_fixed(what, sizeof what);
    mr_str_format(&text, "a file from a to %c", last);
    return mr_reader_expected(r, what);
  }
  r->at++;
  mr_status status = mr_reader_number(r, 1, rules->ranks, "the rank", &rank);
  if (status == MR_OK) {
    *out = (rank - 1) * rules->files + (unsigned)(file - 'a');
  }
  return status;
}

unsigned mr_fy_kind_named(const mr_fy_rules *rules, bool plus, char letter) {
  char upper = mr_text_upper(letter);
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    const mr_fy_kind *k = &rules->kinds[kind];
    if (!k->tilde && k->plus == plus && k->letter == upper) {
      return kind;
    }
  }
  return 0;
}

unsigned mr_fy_tilde_of(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *k = &rules->kinds[i];
    const mr_fy_kind *base = &rules->kinds[k->base];
    for (unsigned j = 0; k->tilde && j < base->promotion_count[side]; j++) {
      if (base->promotions[side][j] == i && k->letter == rules->kinds[kind].letter) {
        return i;
      }
    }
  }
  return 0;
}

bool mr_fy_is_plus_of(const mr_fy_rules *rules, unsigned form, unsigned kind) {
  const mr_fy_kind *it = &rules->kinds[kind];
  unsigned base = rules->kinds[form].base;
  return rules->kinds[form].plus &&
         (base == kind || (it->tilde && rules->kinds[base].letter == it->letter));
}

mr_status mr_fy_read_code(mr_reader *r, unsigned *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  bool plus = mr_reader_take(r, "+");
  char letter = mr_reader_peek(r);
  unsigned kind = mr_text_is_letter(letter) ? mr_fy_kind_named(rules, plus, letter) : 0;
  if (kind == 0) {
    char list[4 * MR_FY_KINDS_MAX + 32];
    mr_str text = mr_str_fixed(list, sizeof list);
    mr_str_add(&text, plus ? "a piece that can be promoted (one of" : "a piece (one of");
    for (unsigned i = 1; i <= rules->kind_count; i++) {
      if (rules->kinds[i].plus == plus && !rules->kinds[i].tilde) {
        mr_str_format(&text, " %c", rules->kinds[i].letter);
      }
    }
    mr_str_char(&text, ')');
    return mr_reader_expected(r, list);
  }
  r->at++;
  unsigned side = mr_text_is_lower(letter) ? MR_FY_BLACK : MR_FY_WHITE;
  if (!plus && mr_reader_peek(r) == '~') {
    kind = mr_fy_tilde_of(rules, kind, side);
    if (kind == 0) {
      return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r),
                         "no pawn of that side can have become '%c'", letter);
    }
    r->at++;
  }
  *out = MR_FY_CODE(kind, side);
  return MR_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

void mr_fy_add_cell(const mr_fy_rules *rules, unsigned cell, mr_str *out) {
  mr_str_char(out, (char)('a' + cell % rules->files));
  mr_str_uint(out, cell / rules->files + 1);
}

void mr_fy_code_text(const mr_fy_rules *rules, unsigned code, mr_str *out) {
  if (code == MR_FY_WALL) {
    mr_str_char(out, '*');
    return;
  }
  const mr_fy_kind *k = &rules->kinds[MR_FY_KIND(code)];
  mr_str_add(out, k->plus ? "+" : "");
  mr_str_char(out, MR_FY_SIDE(code) == MR_FY_BLACK ? mr_text_lower(k->letter) : k->letter);
  mr_str_add(out, k->tilde ? "~" : "");
}

void mr_fy_add_names(const mr_fy_rules *rules, uint64_t kinds, const char *last, mr_str *out) {
  const char *before = "";
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (kinds >> i & 1u) {
      bool more = kinds >> i >> 1 != 0;
      mr_str_format(out, "%s%s", before[0] != '\0' && !more ? last : before, rules->kinds[i].name);
      before = ", ";
    }
  }
}

mr_fy_square_name mr_fy_square(const mr_fy_rules *rules, unsigned cell) {
  mr_fy_square_name name;
  mr_str text = mr_str_fixed(name.text, sizeof name.text);
  mr_fy_add_cell(rules, cell, &text);
  return name;
}

void mr_fy_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  mr_fy_add_cell(&mr_fy_game_of(game)->rules, cell.id, out);
}

void mr_fy_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  bool wall = piece.id == MR_FY_WALL;
  mr_str_add(out, wall ? mr_fy_wall_name(&mr_fy_game_of(game)->rules)
                       : mr_fy_game_of(game)->rules.kinds[MR_FY_KIND(piece.id)].name);
}

/* ---- faults ---------------------------------------------------------------------------------- */

enum { ROOM_FOR_MORE = 24 };

void mr_fy_faults_init(mr_fy_faults *faults) {
  faults->text = mr_str_fixed(faults->buffer, sizeof faults->buffer);
  faults->count = faults->left_out = 0;
}

void mr_fy_fault(mr_fy_faults *faults, const char *format, ...) {
  mr_error words;
  va_list args;
  va_start(args, format);
  mr_error_vset(&words, MR_ERR_ILLEGAL, format, args);
  va_end(args);
  faults->count++;
  size_t room = sizeof faults->buffer - ROOM_FOR_MORE - faults->text.length;
  if (faults->left_out > 0 || strlen(words.message) + 2 > room) {
    faults->left_out++;
    return;
  }
  mr_str_add(&faults->text, faults->count > 1 ? "; " : "");
  mr_str_add(&faults->text, words.message);
}

mr_status mr_fy_faults_status(const mr_fy_faults *faults, mr_error *err) {
  if (faults->count == 0) {
    return MR_OK;
  }
  if (faults->left_out > 0) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "%s; and %u more", mr_str_text(&faults->text),
                        faults->left_out);
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "%s", mr_str_text(&faults->text));
}
