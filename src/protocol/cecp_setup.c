/*
 * How XBoard is taught a game: which of its sorts of pieces stands for which kind, what they are
 * called, how they move, and where they begin.
 *
 * XBoard's sorts are numbered. Some of the numbers have habits that cannot be taken from them: sort
 * 0, the pawn, takes in passing and is taken so; the king castles when it goes two squares along
 * its rank, or onto its own rook; sort n below 11 becomes sort n + 11 where a move ends in '+'. So
 * kinds with such habits get those numbers, and no others do.
 */
#include <string.h>

#include <marcher/betza.h>

#include "protocol/cecp_priv.h"

/* Sorts of XBoard 4.9. */
enum {
  SORT_PAWN = 0,
  SORT_ROOK = 3,
  SORT_PROMOTABLE = 11, /* sorts below this are promoted by a '+' */
  SORT_LANCE = 18,      /* has the habits of a pawn */
  SORT_LION = 21,       /* has rules of its own when it is captured */
  SORT_LAST = 45,       /* those behind have no pictures of their own */
  SORT_KING = 65,
  SORTS = 66,
  FILES_MAX = 16, /* those beside the board that show hands included */
  RANKS_MAX = 16,
  HAND_FILES = 4,
};

/* What XBoard itself calls its first sorts: a letter that fits has a picture that fits. */
static const char sort_letters[] = "PNBRQFEACWMOHIJGDVLSU";

/** One kind for both owners. */
typedef struct sort {
  char letter; /**< upper case */
  bool promoted;
  bool owned[2];
  bool royal;
  bool held;
  bool castles;
  bool promotable; /**< there is a promoted sort of this letter */
  const mr_betza *movement;
  int place; /**< XBoard's number; negative while there is none */
} sort;

typedef struct layout {
  const mr_game *game;
  mr_arena *arena; /**< of the movements */
  sort sorts[MR_KINDS_MAX];
  size_t count;
  char letters[2][SORTS]; /**< by owner; 0: nothing stands there */
  const char *parent;     /**< XBoard's variant whose habits come nearest */
  unsigned hand;          /**< sorts that can be shown in a hand */
  bool castling;
} layout;

/* ---- which kinds there are ------------------------------------------------------------------- */

static sort *find(layout *it, char letter, bool promoted) {
  for (size_t i = 0; i < it->count; i++) {
    if (it->sorts[i].letter == letter && it->sorts[i].promoted == promoted) {
      return &it->sorts[i];
    }
  }
  return NULL;
}

static mr_status add_kind(layout *it, const mr_kind *kind, mr_error *err) {
  char letter = mr_text_upper(kind->letter);
  sort *s = find(it, letter, kind->promoted);
  if (s == NULL) {
    const mr_betza *movement = NULL;
    mr_status status =
        mr_betza_parse(kind->movement, strlen(kind->movement), it->arena, &movement, err);
    if (status != MR_OK) {
      return status;
    }
    s = &it->sorts[it->count++];
    *s = (sort){.letter = letter, .promoted = kind->promoted, .movement = movement, .place = -1};
  }
  s->owned[kind->owner.id & 1] = true;
  s->royal = s->royal || kind->royal;
  s->held = s->held || kind->held;
  s->castles = s->castles || kind->castles;
  return MR_OK;
}

static mr_status gather(layout *it, mr_error *err) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t count = mr_game_kinds(it->game, kinds);
  for (size_t i = 0; i < count; i++) {
    mr_status status = add_kind(it, &kinds[i], err);
    if (status != MR_OK) {
      return status;
    }
  }
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    s->promotable = !s->promoted && find(it, s->letter, true) != NULL;
    it->castling = it->castling || s->castles;
  }
  return MR_OK;
}

/* ---- habits ---------------------------------------------------------------------------------- */

/** What a movement does that meets a habit of a sort of XBoard's. */
typedef struct habits {
  bool leaps_sideways; /**< two squares and more along the rank */
  bool quiet_aside;    /**< without capturing, to another file */
  bool quiet_ahead;    /**< without capturing, on its file */
  bool ep_aside;       /**< takes in passing going to another file */
  bool ep_ahead;       /**< the same on its file */
  bool double_aside;   /**< can be taken in passing after going to another file */
  uint8_t file;
  uint8_t rank;
} habits;

static void watch(void *context, const mr_trail *trail) {
  habits *h = context;
  for (size_t i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    int across = (int)step->file - (int)h->file;
    bool aside = across != 0;
    if (step->stop != 0 && step->rank == h->rank && (across > 1 || across < -1)) {
      h->leaps_sideways = true;
    }
    if ((step->stop & MR_STOP_QUIET) != 0 && !trail->initial) {
      *(aside ? &h->quiet_aside : &h->quiet_ahead) = true;
    }
    if ((step->stop & MR_STOP_EP) != 0) {
      *(aside ? &h->ep_aside : &h->ep_ahead) = true;
    }
    h->double_aside = h->double_aside || (trail->creates_ep && aside);
  }
}

/** Looks from the middle of the board. */
static habits habits_of(const layout *it, const sort *s) {
  const mr_game_info *info = &it->game->info;
  habits h = {.file = (uint8_t)(info->columns / 2), .rank = (uint8_t)(info->rows / 2)};
  mr_betza_origin origin = {(uint8_t)info->columns, (uint8_t)info->rows, h.file, h.rank, false};
  mr_betza_walk(s->movement, &origin, watch, &h);
  return h;
}

/* ---- places ---------------------------------------------------------------------------------- */

/** Whether a sort can have a number: no owner of it has another sort there. */
static bool is_free(const layout *it, const sort *s, int place) {
  for (int owner = 0; owner < 2; owner++) {
    if (s->owned[owner] && it->letters[owner][place] != '\0') {
      return false;
    }
  }
  return true;
}

static void take(layout *it, sort *s, int place) {
  s->place = place;
  for (int owner = 0; owner < 2; owner++) {
    if (s->owned[owner]) {
      char lower = mr_text_lower(s->letter);
      it->letters[owner][place] = s->promoted ? '+' : owner == 0 ? s->letter : lower;
    }
  }
}

static bool may_stand(const layout *it, const sort *s, int place) {
  if (place == SORT_PAWN || place == SORT_LANCE || place == SORT_LION ||
      (place == SORT_ROOK && it->castling && !s->castles)) {
    return false;
  }
  if (!s->promotable) {
    return is_free(it, s, place);
  }
  int form = place + SORT_PROMOTABLE;
  return place < SORT_PROMOTABLE && form != SORT_LANCE && form != SORT_LION &&
         is_free(it, s, place) && is_free(it, s, form);
}

static bool place_at(layout *it, sort *s, int place) {
  if (!is_free(it, s, place)) {
    return false;
  }
  take(it, s, place);
  if (s->promotable) {
    sort *form = find(it, s->letter, true);
    take(it, form, place + SORT_PROMOTABLE);
  }
  return true;
}

static bool place_first(layout *it, sort *s) {
  for (int place = 0; place <= SORT_LAST; place++) {
    if (may_stand(it, s, place)) {
      return place_at(it, s, place);
    }
  }
  return false;
}

static bool place_by_letter(layout *it, sort *s) {
  const char *at = strchr(sort_letters, s->letter);
  int place = at != NULL ? (int)(at - sort_letters) : -1;
  return (place >= 0 && may_stand(it, s, place) && place_at(it, s, place));
}

/** Those that take in passing must be XBoard's pawns, and its pawns must be what it takes them for.
 */
static mr_status place_pawns(layout *it, mr_error *err) {
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    if (!mr_betza_takes_ep(s->movement)) {
      continue;
    }
    habits h = habits_of(it, s);
    bool berolina = h.ep_ahead && !h.ep_aside && h.double_aside && !h.quiet_ahead;
    bool orthodox = h.ep_aside && !h.ep_ahead && !h.double_aside && !h.quiet_aside;
    const char *parent = berolina ? "berolina" : it->parent;
    if ((!berolina && !orthodox) || s->promoted || !place_at(it, s, SORT_PAWN) ||
        (it->hand > 0 && berolina)) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED,
                          "XBoard would not see what %c captures in passing", s->letter);
    }
    it->parent = parent;
  }
  return MR_OK;
}

/** A king that castles, or one that goes no further than XBoard's. */
static void place_kings(layout *it) {
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    bool fits = it->castling || !habits_of(it, s).leaps_sideways;
    if (s->place < 0 && s->royal && !s->promotable && !s->promoted && fits) {
      (void)place_at(it, s, SORT_KING);
    }
  }
}

static bool place_all(layout *it, bool (*wanted)(const sort *s), bool (*place)(layout *, sort *)) {
  bool all = true;
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    if (s->place < 0 && !s->promoted && wanted(s)) {
      all = place(it, s) && all;
    }
  }
  return all;
}

static bool is_any(const sort *s) {
  (void)s;
  return true;
}
static bool is_held(const sort *s) {
  return s->held;
}
static bool is_promotable(const sort *s) {
  return s->promotable;
}

/** Promoted sorts without a sort of their letter: a plus has to belong to something. */
static bool has_orphans(layout *it) {
  for (size_t i = 0; i < it->count; i++) {
    if (it->sorts[i].place < 0) {
      return true;
    }
  }
  return false;
}

static mr_status place_sorts(layout *it, mr_error *err) {
  mr_status status = place_pawns(it, err);
  if (status != MR_OK) {
    return status;
  }
  place_kings(it);
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    if (s->castles && s->place < 0 && !place_at(it, s, SORT_ROOK)) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED, "XBoard castles with one sort of piece alone");
    }
  }
  /* Hands are shown in the order of the numbers, from the first. */
  (void)place_all(it, is_held, place_first);
  (void)place_all(it, is_promotable, place_by_letter);
  (void)place_all(it, is_promotable, place_first);
  (void)place_all(it, is_any, place_by_letter);
  (void)place_all(it, is_any, place_first);
  return has_orphans(it)
             ? mr_error_set(err, MR_ERR_UNSUPPORTED, "XBoard does not have so many sorts of pieces")
             : MR_OK;
}

/* ---- hands ----------------------------------------------------------------------------------- */

/**
 * XBoard's place in a hand, for either owner: White's sorts before it, those that are written with
 * a plus left out.
 */
static unsigned hand_place(const layout *it, const sort *s) {
  unsigned number = 0;
  for (int place = 0; place < s->place; place++) {
    char letter = it->letters[0][place];
    number += letter != '\0' && letter != '+';
  }
  return number;
}

static void measure_hands(layout *it) {
  for (size_t i = 0; i < it->count; i++) {
    const sort *s = &it->sorts[i];
    unsigned place = s->held ? hand_place(it, s) + 1 : 0;
    it->hand = place > it->hand ? place : it->hand;
  }
}

/** What a hand never holds at the start is won by capturing. */
static bool captures_are_kept(const layout *it, const char *start) {
  const char *hand = strchr(start, '[');
  for (size_t i = 0; i < it->count; i++) {
    const sort *s = &it->sorts[i];
    if (s->held && (hand == NULL || (strchr(hand, s->letter) == NULL &&
                                     strchr(hand, mr_text_lower(s->letter)) == NULL))) {
      return true;
    }
  }
  return false;
}

/* ---- what is written ------------------------------------------------------------------------- */

static void write_letters(const layout *it, int last, mr_str *out) {
  for (int owner = 0; owner < 2; owner++) {
    for (int place = 0; place <= last; place++) {
      char letter = it->letters[owner][place];
      mr_str_char(out, letter != '\0' ? letter : '.');
    }
    char king = it->letters[owner][SORT_KING];
    mr_str_char(out, king != '\0' ? king : '.');
  }
}

static int last_place(const layout *it) {
  int last = 4; /* XBoard does not take tables with fewer than six sorts */
  for (size_t i = 0; i < it->count; i++) {
    int place = it->sorts[i].place;
    last = place < SORT_KING && place > last ? place : last;
  }
  return last;
}

/**
 * A king that leaps along its rank does not castle by doing so where XBoard is told of a first move
 * of its own, here one that it has anyway.
 */
static void add_first_move(const char *text, mr_str *out) {
  size_t length = 0;
  while (mr_text_is_lower(text[length])) {
    length++;
  }
  mr_str_char(out, 'i');
  mr_str_bytes(out, text, length + 1);
}

static void write_piece(const layout *it, const sort *s, mr_str *out) {
  char text[CECP_MOVEMENT_MAX];
  if (!mr_cecp_movement(s->movement, text)) {
    return; /* XBoard then takes anything for a move of it, once its own tests are off */
  }
  mr_str_add(out, "piece ");
  if (s->promoted) {
    mr_str_char(out, '+');
  }
  mr_str_char(out, s->owned[0] ? s->letter : mr_text_lower(s->letter));
  mr_str_add(out, s->owned[0] && s->owned[1] ? "& " : " ");
  mr_str_add(out, text);
  if (s->place == SORT_KING && habits_of(it, s).leaps_sideways) {
    add_first_move(text, out);
  }
  mr_str_char(out, '\n');
}

static void write_lessons(const layout *it, const char *start, mr_str *out) {
  const mr_game_info *info = &it->game->info;
  mr_str_add(out, "setup (");
  write_letters(it, last_place(it), out);
  mr_str_format(out, ") %ux%u+%u_%s %s\n", (unsigned)info->columns, (unsigned)info->rows, it->hand,
                it->parent, start);
  for (size_t i = 0; i < it->count; i++) {
    write_piece(it, &it->sorts[i], out);
  }
}

/* ---- all together ---------------------------------------------------------------------------- */

mr_status mr_cecp_can_say(const mr_game *game, mr_error *err) {
  static const struct {
    mr_capability capability;
    const char *what;
  } too_much[] = {
      {MR_CAN_MULTI, "a turn of it may hold several moves"},
      {MR_CAN_CHANCE, "it has dice or lots"},
      {MR_CAN_DEAL, "it begins with a deal"},
      {MR_CAN_HIDE, "it has secrets"},
  };
  for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
    if (mr_game_can(game, too_much[i].capability)) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s; this protocol cannot say that",
                          too_much[i].what);
    }
  }
  mr_kind kinds[MR_KINDS_MAX];
  if (game->info.players != 2 || mr_game_kinds(game, kinds) == 0) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "this protocol is for chess-like games");
  }
  return MR_OK;
}

static mr_status check_board(const layout *it, mr_error *err) {
  unsigned files = it->game->info.columns + (it->hand > 0 ? HAND_FILES : 0u);
  return files <= FILES_MAX && it->game->info.rows <= RANKS_MAX && it->hand <= it->game->info.rows
             ? MR_OK
             : mr_error_set(err, MR_ERR_UNSUPPORTED, "XBoard's boards are not so large");
}

static mr_status lay_out(layout *it, const char *start, mr_error *err) {
  mr_status status = gather(it, err);
  if (status != MR_OK) {
    return status;
  }
  for (size_t i = 0; i < it->count; i++) {
    it->hand += it->sorts[i].held;
  }
  it->parent = it->hand == 0 ? "fairy" : captures_are_kept(it, start) ? "crazyhouse" : "bughouse";
  status = place_sorts(it, err);
  it->hand = 0;
  measure_hands(it);
  return status == MR_OK ? check_board(it, err) : status;
}

static mr_status teach(layout *it, const char *start, mr_str *out, mr_error *err) {
  mr_status status = lay_out(it, start, err);
  if (status == MR_OK) {
    write_lessons(it, start, out);
  }
  return status;
}

mr_status mr_cecp_teach(const mr_game *game, mr_str *out, mr_error *err) {
  mr_status status = mr_cecp_can_say(game, err);
  if (status != MR_OK) {
    return status;
  }
  mr_state *start = mr_state_new(game, NULL);
  layout *it = mr_alloc_zero(NULL, 1, sizeof *it);
  mr_arena arena;
  mr_str text;
  mr_arena_init(&arena, NULL, 0);
  mr_str_init(&text, NULL);
  if (start != NULL && it != NULL) {
    mr_game_start(game, start);
    mr_game_format_state(game, start, &text);
    it->game = game;
    it->arena = &arena;
    status = text.status == MR_OK ? teach(it, mr_str_text(&text), out, err) : text.status;
  } else {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory to describe the game");
  }
  mr_str_done(&text);
  mr_arena_done(&arena);
  mr_alloc_free(NULL, it, sizeof *it);
  mr_state_free(game, NULL, start);
  return status;
}
