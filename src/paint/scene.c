#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

/* ---- players --------------------------------------------------------------------------------- */

/** The first eight stand in for players whose name is no colour, in this order. */
static const mr_paint_ink inks[] = {
    {"red", 203, 203, 16, 52, "#c8372d", "#8f1f18", "#ffffff", "#f3c9c2"},
    {"blue", 75, 75, 16, 17, "#2f67b8", "#1c437e", "#ffffff", "#c8d8f0"},
    {"green", 77, 28, 231, 22, "#3a8547", "#22572c", "#ffffff", "#cfe5cf"},
    {"gold", 220, 178, 16, 58, "#d9a520", "#94700f", "#2a2110", "#f4e4b4"},
    {"purple", 141, 97, 231, 54, "#7d52a6", "#54336f", "#ffffff", "#e0d2ec"},
    {"teal", 80, 30, 231, 23, "#1d8a8a", "#0f5c5c", "#ffffff", "#c6e4e2"},
    {"orange", 215, 166, 231, 94, "#d9752b", "#964c14", "#ffffff", "#f6d9bf"},
    {"brown", 180, 94, 231, 237, "#80583a", "#553821", "#ffffff", "#e4d4c5"},
    {"white", 255, 255, 16, 243, "#fbf8f0", "#5d564b", "#26221c", "#f4f0e4"},
    {"black", 245, 16, 255, 233, "#34322f", "#0f0e0d", "#f6f2e8", "#b9b3a6"},
    {"yellow", 227, 220, 16, 58, "#e9c93a", "#9c8212", "#2a2310", "#f7ecbc"},
    {"violet", 177, 133, 231, 53, "#9450a8", "#643273", "#ffffff", "#e7d1ee"},
    {"grey", 250, 245, 16, 239, "#8d8a84", "#5f5d58", "#ffffff", "#deddd9"},
};

enum { INKS = sizeof inks / sizeof inks[0], STAND_INS = 8, NEUTRAL = INKS - 1 };

_Static_assert(STAND_INS >= MR_MAX_PLAYERS, "every player needs an ink");

static bool is_seat(const mr_game *game, mr_player player) {
  return player.id < game->info.players && player.id < MR_MAX_PLAYERS;
}

const char *mr_paint_player_name(const mr_game *game, mr_player player) {
  const char *name = is_seat(game, player) ? game->info.player_names[player.id] : NULL;
  return name != NULL ? name : "";
}

const char *mr_paint_page_title(const mr_game *game) {
  if (game->info.title != NULL && game->info.title[0] != '\0') {
    return game->info.title;
  }
  return game->info.name != NULL ? game->info.name : "";
}

/** The ink that a player's name asks for; INKS if it is no colour, or another player's already. */
static size_t named_ink(const mr_game *game, mr_player player) {
  const char *name = mr_paint_player_name(game, player);
  for (uint8_t i = 0; i < player.id; i++) {
    const char *earlier = mr_paint_player_name(game, (mr_player){i});
    if (mr_text_is_nocase(earlier, strlen(earlier), name)) {
      return INKS;
    }
  }
  for (size_t i = 0; i < INKS; i++) {
    if (mr_text_is_nocase(name, strlen(name), inks[i].name)) {
      return i;
    }
  }
  return INKS;
}

const mr_paint_ink *mr_paint_ink_of(const mr_game *game, mr_player player) {
  if (!is_seat(game, player)) {
    return &inks[NEUTRAL];
  }
  size_t named = named_ink(game, player);
  if (named < INKS) {
    return &inks[named];
  }
  size_t skip = 0; /* stand-ins that go to earlier players */
  bool taken[INKS + 1] = {false};
  for (uint8_t i = 0; i < game->info.players && i < MR_MAX_PLAYERS; i++) {
    size_t other = named_ink(game, (mr_player){i});
    taken[other] = true;
    skip += i < player.id && other == INKS;
  }
  size_t ink = 0;
  while (ink < STAND_INS && (taken[ink] || skip-- > 0)) {
    ink++;
  }
  return &inks[ink < STAND_INS ? ink : NEUTRAL];
}

mr_paint_colours mr_paint_colours_of(const mr_game *game, mr_player player) {
  const mr_paint_ink *ink = mr_paint_ink_of(game, player);
  return (mr_paint_colours){ink->svg_fill, ink->svg_edge, ink->svg_label, ink->svg_tint};
}

static uint32_t initial_code(const mr_game *game, mr_player player) {
  uint32_t code = '?';
  const char *name = mr_paint_player_name(game, player);
  if (name[0] != '\0') {
    mr_paint_next(name, &code);
  }
  return code < 0x80 ? (uint32_t)mr_text_upper((char)code) : code;
}

void mr_paint_initial(const mr_game *game, mr_player player, char out[MR_PAINT_INITIAL_MAX]) {
  mr_str str = mr_str_fixed(out, MR_PAINT_INITIAL_MAX);
  if (!is_seat(game, player)) {
    mr_str_char(&str, '#');
    return;
  }
  uint32_t code = initial_code(game, player);
  for (uint8_t i = 0; i < game->info.players && i < MR_MAX_PLAYERS; i++) {
    if (i != player.id && initial_code(game, (mr_player){i}) == code) {
      mr_str_uint(&str, player.id + 1u);
      return;
    }
  }
  mr_paint_put_code(&str, mr_code_width(code) == 1 ? code : '?');
}

/* ---- pieces and cells ------------------------------------------------------------------------ */

static const mr_view_piece *piece_at(const mr_view *view, unsigned index) {
  return index > 0 && index <= view->piece_count ? &view->pieces[index - 1] : NULL;
}

const mr_view_piece *mr_paint_piece(const mr_view *view, const mr_view_cell *cell) {
  return piece_at(view, cell->piece);
}

const mr_view_piece *mr_paint_held(const mr_view *view, const mr_view_held *held) {
  return piece_at(view, held->piece);
}

const char *mr_paint_hand_word(const mr_view_hand *hand) {
  return hand->title != NULL && hand->title[0] != '\0' ? hand->title : "hand";
}

size_t mr_paint_longest(const char *const *names, unsigned first, unsigned count) {
  size_t width = 0;
  for (unsigned i = first; i < first + count; i++) {
    size_t own = mr_paint_width(mr_paint_name(names, i));
    width = own > width ? own : width;
  }
  return width;
}

size_t mr_paint_terrain(const mr_view *view, const mr_view_cell *cell) {
  return cell->terrain < view->terrain_count ? cell->terrain : 0;
}

/* ---- regions --------------------------------------------------------------------------------- */

static bool is_terrain_letter(const mr_view *view, char c) {
  for (size_t i = 0; i < view->terrain_count; i++) {
    if (view->terrains[i].letter == c) {
      return true;
    }
  }
  return false;
}

void mr_paint_regions_init(mr_paint_regions *regions, const mr_view *view) {
  /* Large regions get faint signs. */
  static const char signs[] = "',:\"-;=~`_^%&$()123456789abcdefghijklmnopqrstuvwxyz";
  *regions = (mr_paint_regions){.view = view};
  regions->count =
      view->region_count < MR_VIEW_REGIONS_MAX ? view->region_count : MR_VIEW_REGIONS_MAX;
  for (size_t region = 0; region < regions->count; region++) {
    for (size_t i = 0; i < mr_paint_cells(view); i++) {
      regions->size[region] += mr_paint_in_region(&view->cells[i], region);
    }
    /* Insertion keeps regions of one size in the picture's order. */
    size_t to = region;
    while (to > 0 && regions->size[regions->by_size[to - 1]] < regions->size[region]) {
      regions->by_size[to] = regions->by_size[to - 1];
      to--;
    }
    regions->by_size[to] = (uint8_t)region;
  }
  const char *next = signs;
  for (size_t i = 0; i < regions->count; i++) {
    while (*next != '\0' && is_terrain_letter(view, *next)) {
      next++;
    }
    regions->symbol[regions->by_size[i]] = *next != '\0' ? *next++ : '?';
  }
}

size_t mr_paint_region(const mr_paint_regions *regions, const mr_view_cell *cell) {
  for (size_t i = regions->count; i > 0; i--) {
    size_t region = regions->by_size[i - 1];
    if (mr_paint_in_region(cell, region)) {
      return region;
    }
  }
  return MR_PAINT_NO_REGION;
}

bool mr_paint_region_fills_row(const mr_paint_regions *regions, size_t region, unsigned row) {
  for (unsigned column = 0; column < regions->view->columns; column++) {
    if (!mr_paint_in_region(mr_paint_cell(regions->view, column, row), region)) {
      return false;
    }
  }
  return true;
}

/* ---- colours of grounds ---------------------------------------------------------------------- */

static const char waves[] = "M3 8q3.5-3.5 7 0t7 0M3 13q3.5-3.5 7 0t7 0";
static const char trees[] = "M7 4l4 7H3zM7 11v3M14 7l3.5 6h-7zM14 13v3";

const mr_paint_ground mr_paint_grounds[MR_PAINT_GROUNDS] = {
    {"water", 25, "#a9cce0", "#6d9fbd", waves},
    {"river", 25, "#a9cce0", "#6d9fbd", waves},
    {"lake", 25, "#a9cce0", "#6d9fbd", waves},
    {"forest", 22, "#c3d8ac", "#6f9455", trees},
    {"wood", 22, "#c3d8ac", "#6f9455", trees},
    {"hill", 94, "#e3cfa6", "#a98a4e", "M2 14q4-8 8 0M9 12q4-7 8 2"},
    {"mountain", 94, "#d8c6a8", "#94794a", "M2 16l6-11 4 7 2-3 4 7"},
    {"town", 96, "#e0cfcb", "#97706a", "M4 16V9l4-3.5L12 9v7zM12 16v-5h5v5z"},
    {"city", 96, "#e0cfcb", "#97706a", "M3 16V8h4v8zM7 16V4h6v12zM13 16v-6h4v6z"},
    {"road", 144, "#e6dcc0", "#b3a273", "M3 17L17 3"},
};

const mr_paint_ground *mr_paint_known_ground(const mr_view *view, size_t terrain) {
  const char *name = view->terrains[terrain].name != NULL ? view->terrains[terrain].name : "";
  for (size_t i = 0; i < MR_PAINT_GROUNDS; i++) {
    if (strstr(name, mr_paint_grounds[i].name) != NULL) {
      return &mr_paint_grounds[i];
    }
  }
  return NULL;
}

int16_t mr_paint_terrain_ground(const mr_view *view, size_t terrain) {
  static const int16_t spare[] = {60, 65, 131, 101, 66, 97};
  const mr_paint_ground *known = mr_paint_known_ground(view, terrain);
  return known != NULL ? known->terminal : spare[terrain % (sizeof spare / sizeof spare[0])];
}

int16_t mr_paint_lighter(int16_t colour) {
  enum { CUBE = 16, GREYS = 232, LEVELS = 6 };
  if (colour < CUBE || colour >= GREYS) {
    return (int16_t)(colour >= GREYS && colour < 254 ? colour + 2 : colour);
  }
  int lighter = colour;
  int rest = colour - CUBE;
  for (int step = 1; step <= LEVELS * LEVELS; step *= LEVELS) {
    int level = rest % LEVELS;
    lighter += level > 0 && level < LEVELS - 1 ? step : 0;
    rest /= LEVELS;
  }
  return (int16_t)lighter;
}

size_t mr_paint_region_rank(const mr_view *view, size_t region) {
  size_t rank = 0;
  for (size_t i = 0; i < region; i++) {
    rank += mr_player_same(view->regions[i].owner, view->regions[region].owner);
  }
  return rank;
}

int16_t mr_paint_region_ground(size_t region, bool light) {
  static const int16_t soft[][2] = {{60, 103}, {95, 138}, {65, 108},
                                    {96, 139}, {66, 109}, {101, 144}};
  enum { COUNT = sizeof soft / sizeof soft[0] };
  return soft[region % COUNT][light];
}

/* ---- marks ----------------------------------------------------------------------------------- */

const mr_paint_mark mr_paint_marks[MR_PAINT_MARKS] = {
    {MR_MARK_CHOSEN, "@", "@", "chosen", 220, 24},
    {MR_MARK_THREAT, "!", "!", "in danger", 161, 88},
    {MR_MARK_TARGET | MR_MARK_CAPTURE, "o", "●", "can go or capture here", 173, 130},
    {MR_MARK_CAPTURE, "x", "×", "can capture or fight here", 167, 89},
    {MR_MARK_SLIDE, "+", "+", "reached by a slide", 73, 23},
    {MR_MARK_TARGET, "*", "•", "can go here", 71, 22},
    {MR_MARK_TO, ">", "›", "last move", 178, 58},
    {MR_MARK_FROM, "<", "‹", "it began here", 143, 237},
    {MR_MARK_LOST, "-", "-", "removed", 132, 54},
    {MR_MARK_LINK, "=", "=", "connected", 214, 94},
    {MR_MARK_DIM, "/", "/", "cannot act", 0, 0},
};

unsigned mr_paint_mark_set(const mr_view_cell *cell, bool occupied) {
  unsigned marks = cell->marks;
  bool capture = (marks & MR_MARK_CAPTURE) != 0;
  if (occupied ? capture : !capture && (marks & MR_MARK_SLIDE) != 0) {
    marks &= ~(unsigned)MR_MARK_TARGET;
  }
  if (!occupied) { /* nothing there could act anyway */
    marks &= ~(unsigned)MR_MARK_DIM;
  }
  unsigned set = 0;
  for (size_t i = 0; i < MR_PAINT_MARKS; i++) {
    unsigned mark = mr_paint_marks[i].mark;
    if ((marks & mark) == mark) {
      set |= 1u << i;
      marks &= ~mark;
    }
  }
  return set;
}

size_t mr_paint_marks_of(const mr_view_cell *cell, bool occupied,
                         const mr_paint_mark *out[MR_PAINT_MARKS]) {
  unsigned set = mr_paint_mark_set(cell, occupied);
  size_t count = 0;
  for (size_t i = 0; i < MR_PAINT_MARKS; i++) {
    if ((set >> i & 1u) != 0) {
      out[count++] = &mr_paint_marks[i];
    }
  }
  return count;
}
