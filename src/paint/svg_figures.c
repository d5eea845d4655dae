#include <string.h>

#include "base/text.h"
#include "paint/svg_priv.h"

/*
 * Figures as players of the genre know them: chessmen for pieces that move like tiles show, map
 * symbols for units of wargames. All are drawn for this project, in a square of 96.
 */

enum { SQUARE = 96, LEVELS_A_ROW = 5 };

/** One chessman: what is filled, and lines upon it. */
typedef struct figure {
  const char *names; /**< glyphs that it stands for, a comma behind each */
  const char *body;
  const char *lines;
} figure;

#define BASE "M23 85q-1-9 9-10h32q10 1 9 10z"
#define HORSE                                                                                     \
  "M32 76q-1-13 12-24q-8 3-12 4q-4 6-9 6q-7-1-6-8l8-13q3-9 10-13l-1-9q6 1 8 6q24-1 29 25q3 12 0 " \
  "26"                                                                                            \
  "z"
#define HORSE_LINES "M34 36h1M23 50l3-2M52 27q12 8 12 26"
#define CROSS "M45 9h6v5h5v6h-5v7h-6v-7h-5v-6h5z"
#define MITRE_TOP "M52 6q9 8 6 17h-12q-3-9 6-17z"
#define ROOK_TOP "M40 10h5v4h4v-4h6v4h4v-4h5v14h-24z"
#define CORONET_TOP "M39 9l6 6 7-9 7 9 6-6-3 15h-20z"

static const figure chessmen[] = {
    {"king,",
     CROSS
     "M48 30q7-6 15-6q14 1 14 14q0 12-14 23v14h-30v-14q-14-11-14-23q0-13 14-14q8 0 15 6z" BASE,
     "M48 30v30M33 61q15-6 30 0M33 69h30"},
    {"queen,",
     "M17 25a5 5 0 1 1 6 5l9 16 4-24a5 5 0 1 1 5-1l7 21 7-21a5 5 0 1 1 5 1l4 24 9-16a5 5 0 1 1 6"
     "-5l-11 34q-3 7-5 16h-30q-2-9-5-16z" BASE,
     "M30 58q18-6 36 0M33 68q15-5 30 0"},
    {"rook,tower,castle,", "M26 17h10v7h7v-7h10v7h7v-7h10v18l-8 7v24l6 9h-40l6-9v-24l-8-7z" BASE,
     "M34 42h28M34 66h28"},
    {"bishop,",
     "M48 20a5 5 0 1 1 .1 0q19 15 17 32q-2 6-7 9l4 14h-28l4-14q-5-3-7-9q-2-17 17-32z" BASE,
     "M48 35v15M41 42h14M38 61h20"},
    {"knight,horse,steed,", HORSE BASE, HORSE_LINES},
    {"pawn,soldier,man,",
     "M48 19a13 13 0 0 1 8 23h6v6h-7q1 15 12 27h-38q11-12 12-27h-7v-6h6a13 13 0 0 1 8-23z" BASE,
     "M41 48h14"},
    {"archbishop,princess,cardinal,janus,", HORSE MITRE_TOP BASE, HORSE_LINES},
    {"chancellor,empress,marshal,", HORSE ROOK_TOP BASE, HORSE_LINES},
    {"amazon,general,", HORSE CORONET_TOP BASE, HORSE_LINES},
    {"centaur,", HORSE CROSS BASE, HORSE_LINES},
    {"lion,",
     "M48 14q7-4 11 3q8-1 9 7q8 3 5 11q5 7-1 12q1 8-7 10q0 8-6 8l4 10h-30l4-10q-6 0-6-8q-8-2-7-10"
     "q-6-5-1-12q-3-8 5-11q1-8 9-7q4-7 11-3z" BASE,
     "M36 30q12-8 24 0q5 20-12 29q-17-9-12-29zM42 38h1M53 38h1M44 46h8l-4 4zM48 50v4"},
    {"elephant,elephonto,mammoth,",
     "M30 75v-16q-12 0-14-16q-1-16 14-20q10-8 24-2q14-2 24 10q8 12 5 29q-2 10-8 8q-5-2-2-8q3-8-3-14"
     "q-3 5-9 6l1 23z" BASE,
     "M38 29q-11 6-6 18q8 7 14-2M58 35h1M64 51q8 7 12-2"},
    {"falcon,hawk,eagle,bird,griffon,gryphon,phoenix,",
     "M33 75q-4-18 6-30q-3-2-3-6l-19-2q4-15 19-17q15-3 23 9q9 2 14 12q8 17 2 34z" BASE,
     "M37 30h1M36 39q7 3 13-1M52 45q12 8 13 22M44 52q10 7 12 17"},
    {"archer,slinger,bowman,crossbow,",
     "M28 75l4-14q-12-20 2-44q3-3 5 0q-10 20-2 38l10-10-4-4 23-17q4-2 3 3l-13 23-5-3-10 11q20 6 34"
     "-6q4 1 2 5q-8 9-20 10l6 8z" BASE,
     "M38 18l36 34"},
    {"guard,guardian,warrior,shield,defender,fortress,",
     "M48 14q13 8 28 8q1 36-16 53h-24q-17-17-16-53q15 0 28-8z" BASE, "M48 24v44M27 40h42"},
    {"chief,emperor,prince,duke,",
     "M20 28l13 11 15-22 15 22 13-11-7 38v9h-42v-9zM48 17a5 5 0 1 1 .1 0M20 29a4 4 0 1 1 .1 0M76 "
     "29a4"
     " 4 0 1 1 .1 0" BASE,
     "M28 64h40M48 46l5 6-5 6-5-6z"},
    {"giraffe,camel,",
     "M36 75q8-20 8-36l-13 5q-7 0-6-7l13-10q-1-6 0-12l5 5q3-6 6-6l-1 9q14 6 15 20q1 14 6 32z" BASE,
     "M40 29h1M52 34h1M51 46h1M57 54h1M51 62h1"},
    {"rhino,rhinoceros,",
     "M29 75v-15q-9-2-13-9l-2-32q10 8 13 19q4-4 9-6l2-9 7 7q20-3 29 14q8 14 3 31z" BASE,
     "M33 44h1M20 52l5-2M50 36q-8 14 2 28"},
    {"marauder,raider,champion,hero,", "M45 8h6l3 36h11v8h-11v8l8 15h-28l8-15v-8h-11v-8h11z" BASE,
     "M48 16v26M42 60h12"},
};

#undef BASE
#undef HORSE
#undef HORSE_LINES
#undef CROSS
#undef MITRE_TOP
#undef ROOK_TOP
#undef CORONET_TOP

/** A man who is none of them: he carries his letters on a disc. */
static const figure nameless = {
    "", "M48 11a24 24 0 0 1 12 45l5 19h-34l5-19a24 24 0 0 1 12-45zM23 85q-1-9 9-10h32q10 1 9 10z",
    "M37 57q11 4 22 0"};

static const figure *figure_of(const char *name) {
  for (size_t i = 0; i < sizeof chessmen / sizeof chessmen[0] && *name != '\0'; i++) {
    for (const char *at = chessmen[i].names; *at != '\0'; at += strcspn(at, ",") + 1) {
      if (mr_text_is_nocase(at, strcspn(at, ","), name)) {
        return &chessmen[i];
      }
    }
  }
  return NULL;
}

/** The last word of "lame knight" is what a piece is, failing the whole. */
static const figure *find_figure(const char *glyph) {
  const figure *found = figure_of(glyph);
  const char *last = strrchr(glyph, ' ');
  return found == NULL && last != NULL ? figure_of(last + 1) : found;
}

/** Opens a group in which a square of 96 fills `at`. */
static void open_square(mr_str *out, mr_svg_box at) {
  int percent = at.side * 100 / SQUARE;
  mr_str_add(out, "<g");
  if (at.x != 0 || at.y != 0 || percent != 100) {
    mr_str_format(out, " transform=\"translate(%d %d) scale(%d.%02d)\"", at.x, at.y, percent / 100,
                  percent % 100);
  }
  mr_str_add(out, ">");
}

/* ---- chessmen -------------------------------------------------------------------------------- */

/** Letters in a corner, where a figure alone does not tell the piece. */
static void put_sign(mr_svg *svg, const mr_view_piece *piece, const char *label) {
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  int width = (int)mr_paint_width(label) * 14 + 10;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"66\" width=\"%d\" height=\"26\" rx=\"7\" fill=\"%s\""
                " stroke=\"%s\" stroke-width=\"2\"/>",
                92 - width, width, ink->svg_fill, ink->svg_edge);
  mr_svg_put_text(svg->out, 92 - width / 2, 86, (mr_svg_font){21, "middle", ink->svg_label, true},
                  label);
}

/** Whether another kind of the owner's would be the same figure. */
static bool is_shared(const mr_svg *svg, const mr_view_piece *piece, const figure *it) {
  for (size_t i = 0; i < svg->view->piece_count; i++) {
    const mr_view_piece *other = &svg->view->pieces[i];
    if (other->piece.id != piece->piece.id && mr_player_same(other->owner, piece->owner) &&
        other->glyph != NULL && find_figure(other->glyph) == it) {
      return true;
    }
  }
  return false;
}

/** Golden where it has been promoted, with a halo where the game hangs on it. */
static void put_chessman(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  const figure *it = find_figure(piece->glyph);
  const char *label = piece->label != NULL ? piece->label : "";
  const figure *drawn = it != NULL ? it : &nameless;
  bool promoted = piece->moves->tile == MR_TILE_PROMOTED;
  open_square(svg->out, at);
  mr_str_format(svg->out,
                "<path d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\""
                " stroke-linejoin=\"round\"/>"
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\""
                " stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                drawn->body, ink->svg_fill, promoted ? "#dca20f" : ink->svg_edge, promoted ? 5 : 3,
                drawn->lines, ink->svg_label);
  if (it == NULL) {
    static const int sizes[] = {30, 30, 23, 17, 13};
    size_t letters = mr_paint_width(label);
    int size = sizes[letters < 5 ? letters : 4];
    mr_svg_put_text(svg->out, 48, 35 + size * 36 / 100,
                    (mr_svg_font){size, "middle", ink->svg_label, true}, label);
  } else if (promoted || is_shared(svg, piece, it)) {
    put_sign(svg, piece, label);
  }
  mr_str_add(svg->out, "</g>\n");
}

/* ---- map symbols ----------------------------------------------------------------------------- */

/** What stands in the frame of a unit. */
typedef struct map_symbol {
  const char *glyph;
  const char *lines;
  const char *filled;
} map_symbol;

static const map_symbol symbols[] = {
    {"infantry", "M14 28L82 68M82 28L14 68", ""},
    {"light cavalry", "M14 68L82 28", ""},
    {"heavy cavalry", "M14 68L82 28", "M14 68L82 28V68z"},
    {"artillery", "", "M48 36a12 12 0 1 1-.1 0z"},
    {"leader", "", ""},
};

static const map_symbol *find_symbol(const char *glyph) {
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    size_t length = strlen(symbols[i].glyph);
    if (strncmp(glyph, symbols[i].glyph, length) == 0 &&
        (glyph[length] == '\0' || glyph[length] == ' ')) {
      return &symbols[i];
    }
  }
  return NULL;
}

/** A leader's level, the number behind "leader": pips in rows of five. 0: a star alone. */
static void put_level(mr_svg *svg, const mr_paint_ink *ink, const char *glyph) {
  uint64_t level = 0;
  const char *digits = strrchr(glyph, ' ');
  if (digits == NULL || !mr_parse_uint(digits + 1, strlen(digits + 1), 2 * LEVELS_A_ROW, &level)) {
    level = 0;
  }
  mr_str_format(
      svg->out,
      "<path fill=\"%s\" d=\"M48 %dl3 8h9l-7 6 3 9-8-6-8 6 3-9-7-6h9z\"/>"
      "<path fill=\"none\" stroke=\"%s\" stroke-width=\"9\" stroke-linecap=\"round\" d=\"",
      ink->svg_label, level > 0 ? 25 : 34, ink->svg_label);
  for (uint64_t i = 0; i < level; i++) {
    uint64_t row = i / LEVELS_A_ROW, left = level - row * LEVELS_A_ROW;
    uint64_t wide = left < LEVELS_A_ROW ? left : LEVELS_A_ROW;
    int y = (level > LEVELS_A_ROW ? 53 : 58) + (int)row * 11;
    mr_str_format(svg->out, "M%d %dh0", 48 + (int)(2 * (i % LEVELS_A_ROW) - wide + 1) * 6, y);
  }
  mr_str_add(svg->out, "\"/>");
}

static void put_symbol(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  const map_symbol *it = find_symbol(piece->glyph);
  bool leader = strcmp(it->glyph, "leader") == 0;
  open_square(svg->out, at);
  if (leader) { /* headquarters fly a flag */
    mr_str_format(svg->out,
                  "<path d=\"M14 22v68\" stroke=\"%s\" stroke-width=\"5\""
                  " stroke-linecap=\"round\"/>",
                  ink->svg_edge);
  }
  mr_str_format(svg->out,
                "<path d=\"M14 %dh68v%dh-68z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"4\""
                " stroke-linejoin=\"round\"/>",
                leader ? 20 : 28, leader ? 50 : 40, ink->svg_fill, ink->svg_edge);
  if (it->filled[0] != '\0') {
    mr_str_format(svg->out, "<path d=\"%s\" fill=\"%s\"/>", it->filled, ink->svg_label);
  }
  if (it->lines[0] != '\0') {
    mr_str_format(svg->out, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"5\"/>",
                  it->lines, ink->svg_label);
  }
  if (leader) {
    put_level(svg, ink, piece->glyph);
  }
  mr_str_add(svg->out, "</g>\n");
}

/* ---- all of them ----------------------------------------------------------------------------- */

bool mr_paint_has_figure(const mr_view_piece *piece) {
  if (piece->pip_columns > 0 || piece->glyph == NULL || piece->glyph[0] == '\0') {
    return false;
  }
  return piece->moves != NULL || find_symbol(piece->glyph) != NULL;
}

void mr_svg_put_figure(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  if (find_symbol(piece->glyph) != NULL && piece->moves == NULL) {
    put_symbol(svg, piece, at);
  } else {
    put_chessman(svg, piece, at);
  }
}
