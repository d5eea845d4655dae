#include <string.h>

#include "base/text.h"
#include "betza/parser.h"

const char mr_betza_mode_letters[MR_MODE_COUNT + 1] = "mcienjpgzqo";

mr_status mr_betza_fail(const mr_betza_reader *in, mr_status status, size_t at, const char *format,
                        ...) {
  va_list args;
  va_start(args, format);
  mr_error_vset(in->err, status, format, args);
  va_end(args);
  mr_error_locate(in->err, NULL, 0, (uint32_t)at + 1);
  return status;
}

/* ---- bytes that have no place ---------------------------------------------------------------- */

/** A character that some may write, and what they should know. */
typedef struct advice {
  char letter;
  mr_status status;
  const char *text;
} advice;

static const advice advices[] = {
    {' ', MR_ERR_SYNTAX, "blanks are not allowed in a movement"},
    {'\t', MR_ERR_SYNTAX, "blanks are not allowed in a movement"},
    {'a', MR_ERR_SYNTAX,
     "'a' stands behind an atom, and an atom of its own follows: for 'afW' write WafW"},
    {'t', MR_ERR_SYNTAX, "'t' stands in front of brackets only: t[FR]"},
    {'w', MR_ERR_SYNTAX, "'w' is no modifier; the atom is 'W'"},
    {'k', MR_ERR_SYNTAX, "'k' is no modifier; the atom is 'K'"},
    {'d', MR_ERR_UNSUPPORTED,
     "'d' (taking one's own pieces) is not implemented; the atom of the leap (0,2) is 'D'"},
    {'u', MR_ERR_UNSUPPORTED, "'u' (dropping what was taken) is not implemented"},
    {'x', MR_ERR_UNSUPPORTED, "'x' (lending moves to others) is not implemented"},
    {'y', MR_ERR_UNSUPPORTED,
     "'y' (a leg of another kind) is not implemented; write bent moves as [F?R]"},
    {'[', MR_ERR_SYNTAX,
     "brackets do not stand in brackets: a bent move is a row of legs, [F-W-F]"},
    {']', MR_ERR_SYNTAX, "there is no '[' for this ']'"},
    {'-', MR_ERR_SYNTAX, "'-' joins two legs of a bent move in brackets: [F-W]"},
    {'?', MR_ERR_SYNTAX, "'?' joins two legs of a bent move in brackets: [F?W]"},
    {'(', MR_ERR_SYNTAX, "'(' has no meaning; bent moves stand in square brackets: [F-W]"},
    {')', MR_ERR_SYNTAX, "')' has no meaning; bent moves stand in square brackets: [F-W]"},
    {'+', MR_ERR_SYNTAX, "'+' has no meaning; terms are written side by side: WF"},
    {',', MR_ERR_SYNTAX, "',' has no meaning; terms are written side by side: WF"},
    {'/', MR_ERR_SYNTAX, "'/' has no meaning; terms are written side by side: WF"},
    {'P', MR_ERR_SYNTAX, "'P' is no atom; the pawn of chess is fmWfceFifmnD"},
    {'U', MR_ERR_UNSUPPORTED, "'U' (a leap to any square) is not implemented"},
    {'O', MR_ERR_UNSUPPORTED,
     "'O' (castling) is not part of a movement; castling has its own keys"},
};

mr_status mr_betza_fail_here(const mr_betza_reader *in) {
  char c = mr_betza_peek(in);
  if (in->at >= in->length) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at, "the movement ends too early");
  }
  for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++) {
    if (advices[i].letter == c) {
      return mr_betza_fail(in, advices[i].status, in->at, "%s", advices[i].text);
    }
  }
  if (mr_text_is_digit(c)) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at, "a number stands behind its atom: R3");
  }
  if (mr_text_is_upper(c)) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at,
                         "'%c' is no atom; the atoms are W F D N A H L C J Z G and K R B Q", c);
  }
  if (mr_text_is_print(c)) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at, "'%c' has no meaning in a movement", c);
  }
  return mr_betza_fail(in, MR_ERR_SYNTAX, in->at, "the byte 0x%02X has no meaning in a movement",
                       (unsigned)(unsigned char)c);
}

/** Passes over digits. @return how many */
static size_t skip_digits(mr_betza_reader *in) {
  size_t start = in->at;
  while (mr_text_is_digit(mr_betza_peek(in))) {
    in->at++;
  }
  return in->at - start;
}

/* ---- modifiers ------------------------------------------------------------------------------- */

static mr_status take_letter(mr_betza_reader *in, mr_betza_mods *mods) {
  if (mods->letter_count == MR_BETZA_LETTERS_MAX) {
    return mr_betza_fail(in, MR_ERR_LIMIT, in->at,
                         "more than %d letters of directions in front of one atom",
                         MR_BETZA_LETTERS_MAX);
  }
  size_t count = mods->letter_count;
  if (count > 0 && mods->letter_at[count - 1] + 1 != in->at && mods->split_at == 0) {
    mods->split_at = in->at;
  }
  mods->letters[count] = in->text[in->at];
  mods->letter_at[count] = in->at;
  mods->letter_count++;
  in->at++;
  return MR_OK;
}

static mr_status take_mode(mr_betza_reader *in, mr_betza_mods *mods, mr_betza_mode mode) {
  if (mr_betza_has(mods, mode)) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at, "'%c' is given twice", in->text[in->at]);
  }
  mods->modes |= 1u << mode;
  mods->mode_at[mode] = in->at;
  in->at++;
  size_t start = in->at;
  uint64_t period = 1;
  if (mode != MR_MODE_Z || skip_digits(in) == 0) {
    return MR_OK;
  }
  if (!mr_parse_uint(in->text + start, in->at - start, MR_BETZA_PERIOD_MAX, &period) ||
      period < 2 || in->text[start] == '0') {
    return mr_betza_fail(in, MR_ERR_SYNTAX, start,
                         "the number behind 'z' is how many steps lie between two turns, 2 to %d; "
                         "without it there is one",
                         MR_BETZA_PERIOD_MAX);
  }
  mods->period = (uint8_t)period;
  return MR_OK;
}

mr_status mr_betza_read_mods(mr_betza_reader *in, mr_betza_mods *out) {
  *out = (mr_betza_mods){.at = in->at, .period = 1};
  mr_status status = MR_OK;
  while (status == MR_OK && mr_text_is_lower(mr_betza_peek(in))) {
    char c = mr_betza_peek(in);
    const char *mode = memchr(mr_betza_mode_letters, c, MR_MODE_COUNT);
    if (strchr("fblrvsh", c) != NULL) {
      status = take_letter(in, out);
    } else if (mode != NULL) {
      status = take_mode(in, out, (mr_betza_mode)(mode - mr_betza_mode_letters));
    } else if (c == 't' && in->at + 1 < in->length && in->text[in->at + 1] == '[') {
      break;
    } else {
      status = mr_betza_fail_here(in);
    }
  }
  out->length = in->at - out->at;
  return status;
}

uint8_t mr_betza_stop(const mr_betza_mods *mods, uint8_t otherwise) {
  uint8_t stop = 0;
  stop |= mr_betza_has(mods, MR_MODE_M) ? MR_STOP_QUIET : 0;
  stop |= mr_betza_has(mods, MR_MODE_C) ? MR_STOP_CAPTURE : 0;
  stop |= mr_betza_has(mods, MR_MODE_E) ? MR_STOP_EP : 0;
  return stop != 0 ? stop : otherwise;
}

/* ---- atoms ----------------------------------------------------------------------------------- */

typedef struct atom_kind {
  char letter;
  uint8_t shorter;
  uint8_t longer;
  bool slides;
  uint8_t set;
} atom_kind;

static const atom_kind atoms[] = {
    {'W', 0, 1, false, MR_BETZA_ORTHOGONAL}, {'F', 1, 1, false, MR_BETZA_DIAGONAL},
    {'D', 0, 2, false, MR_BETZA_ORTHOGONAL}, {'N', 1, 2, false, MR_BETZA_ALL},
    {'A', 2, 2, false, MR_BETZA_DIAGONAL},   {'H', 0, 3, false, MR_BETZA_ORTHOGONAL},
    {'L', 1, 3, false, MR_BETZA_ALL},        {'C', 1, 3, false, MR_BETZA_ALL},
    {'J', 2, 3, false, MR_BETZA_ALL},        {'Z', 2, 3, false, MR_BETZA_ALL},
    {'G', 3, 3, false, MR_BETZA_DIAGONAL},   {'K', 0, 1, false, MR_BETZA_ALL},
    {'R', 0, 1, true, MR_BETZA_ORTHOGONAL},  {'B', 1, 1, true, MR_BETZA_DIAGONAL},
    {'Q', 0, 1, true, MR_BETZA_ALL},
};

static mr_status take_range(mr_betza_reader *in, mr_betza_atom *atom) {
  size_t start = in->at;
  size_t length = skip_digits(in);
  if (length == 0) {
    return MR_OK;
  }
  char letter = atom->leg.atom;
  if (atom->doubled) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, start,
                         "%c%c has no end, and a number would give it one: write %c%c or %c%.*s",
                         letter, letter, letter, letter, letter, length < 8 ? (int)length : 8,
                         in->text + start);
  }
  if (length > 1 && in->text[start] == '0') {
    return mr_betza_fail(in, MR_ERR_SYNTAX, start, "a range is written without zeros before it");
  }
  uint64_t range = 0;
  if (!mr_parse_uint(in->text + start, length, MR_BETZA_REACH_MAX, &range) ||
      range * atom->leg.longer > MR_BETZA_REACH_MAX) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, start,
                         "%c with a range over %d leads off every board; without a limit it is %c0",
                         letter, MR_BETZA_REACH_MAX / atom->leg.longer, letter);
  }
  atom->leg.range = (uint8_t)range;
  return MR_OK;
}

mr_status mr_betza_read_atom(mr_betza_reader *in, mr_betza_atom *out) {
  char letter = mr_betza_peek(in);
  const atom_kind *kind = atoms;
  const atom_kind *end = atoms + sizeof atoms / sizeof atoms[0];
  while (kind < end && kind->letter != letter) {
    kind++;
  }
  if (kind == end) {
    return mr_betza_fail_here(in);
  }
  bool several = letter == 'K' || letter == 'Q';
  bool oblique = kind->set == MR_BETZA_ALL && !several;
  *out = (mr_betza_atom){
      .at = in->at,
      .several = several,
      .shape = oblique                          ? MR_SHAPE_OBLIQUE
               : kind->set == MR_BETZA_DIAGONAL ? MR_SHAPE_DIAGONAL
                                                : MR_SHAPE_ORTHOGONAL,
      .leg = {.atom = letter,
              .shorter = kind->shorter,
              .longer = kind->longer,
              .set = kind->set,
              .oblique = oblique,
              .range = kind->slides ? 0 : 1},
  };
  in->at++;
  if (mr_betza_peek(in) == letter) { /* "FF" is F without end */
    if (kind->slides) {
      return mr_betza_fail(in, MR_ERR_SYNTAX, in->at,
                           "%c goes on without end already: write %c alone", letter, letter);
    }
    in->at++;
    out->doubled = true;
    out->leg.range = 0;
  }
  return take_range(in, out);
}

/* ---- directions ------------------------------------------------------------------------------ */

mr_status mr_betza_read_set(const mr_betza_reader *in, const mr_betza_mods *mods,
                            mr_betza_shape shape, uint8_t *out) {
  if (mods->split_at > 0 && shape != MR_SHAPE_ORTHOGONAL) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods->split_at,
                         "letters of directions are read in pairs and must stand together: write "
                         "'%.*s' in one piece",
                         (int)mods->letter_count, mods->letters);
  }
  size_t at = 0;
  switch (mr_betza_directions(shape, mods->letters, mods->letter_count, out, &at)) {
  case MR_READ_LONE_H:
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods->letter_at[at],
                         "'h' stands in fh, bh, lh, rh, hr and hl only");
  case MR_READ_CHIRAL:
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods->letter_at[at],
                         "'h%c' turns one way only, and that needs an oblique leap: N C L Z J",
                         mods->letters[at + 1]);
  case MR_READ_REPEATED:
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods->letter_at[at], "this direction is given already");
  case MR_READ_OK:
    break;
  }
  return MR_OK;
}

mr_status mr_betza_fail_several(const mr_betza_reader *in, const mr_betza_mods *mods,
                                const mr_betza_atom *atom) {
  bool slides = atom->leg.atom == 'Q';
  const char *orthogonal = slides ? "R" : atom->doubled ? "WW" : "W";
  const char *diagonal = slides ? "B" : atom->doubled ? "FF" : "F";
  size_t range_at = atom->at + (atom->doubled ? 2 : 1);
  int range = (int)(in->at - range_at);
  int length = (int)mods->length;
  const char *letters = in->text + mods->at;
  uint8_t unused = 0;
  /* What is suggested must be right: the letters must mean something. */
  mr_status status = mr_betza_read_set(in, mods, MR_SHAPE_DIAGONAL, &unused);
  status = status == MR_OK ? mr_betza_read_set(in, mods, MR_SHAPE_ORTHOGONAL, &unused) : status;
  if (status != MR_OK) {
    return status;
  }
  return mr_betza_fail(in, MR_ERR_UNSUPPORTED, mods->letter_at[0],
                       "programs read %c with directions differently: write %.*s%s%.*s%.*s%s%.*s",
                       atom->leg.atom, length, letters, orthogonal, range, in->text + range_at,
                       length, letters, diagonal, range, in->text + range_at);
}
