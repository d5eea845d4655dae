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

/**
 * Names of the catalogue that XBoard takes for its own: it must be told of the same variant, or it
 * finds that the second program does not play what the first one has been taught to be.
 */
static const char *const own_names[] = {"capablanca", "giveaway", "janus"};
/** Those whose hands or promoted men it keeps as only its own variants do: it is told nothing. */
static const char *const known_names[] = {"chess", "crazyhouse", "fischerandom", "seirawan",
                                          "shogi"};

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

/* ---- movements ------------------------------------------------------------------------------- */

/*
 * From our dialect of Betza's notation (betza.h) to XBoard's. What is the same is copied, what can
 * be said in other words is, and all the rest is declined; nothing is guessed.
 */

enum { STOP_ANY = MR_STOP_QUIET | MR_STOP_CAPTURE };

static bool has(const char *letters, char c) {
  return c != '\0' && strchr(letters, c) != NULL;
}

/**
 * A step and then, outward, another one: XBoard's legs say the turn of 45 degrees in so many words.
 * Of all bent movements only these two are alike in both dialects.
 */
static bool put_bent(const mr_betza_term *t, mr_str *out) {
  const mr_betza_leg *legs = t->legs;
  bool steps = legs[0].longer == 1 && legs[0].range == 1 && legs[1].longer == 1 &&
               legs[1].range == 1 && (legs[0].set | legs[1].set) == MR_BETZA_ALL;
  bool plain = !t->initial && legs[0].stop == 0 && legs[1].stop == STOP_ANY &&
               legs[1].turns == MR_BETZA_OUTWARD;
  if (t->leg_count != 2 || !steps || !plain || legs[0].set == MR_BETZA_ALL ||
      legs[1].set == MR_BETZA_ALL) {
    return false;
  }
  mr_str_add(out, legs[0].set == MR_BETZA_DIAGONAL ? "mafrflF" : "mafrflW");
  return true;
}

/** Whether what leads and follows the atom means the same to XBoard. */
static bool agrees(const mr_betza_term *t) {
  const mr_betza_leg *leg = &t->legs[0];
  switch (t->kind) {
  case MR_BETZA_RIDE: /* lame: XBoard looks at one square half way */
    return !t->lame || (leg->range == 1 && has("DAN", leg->atom));
  case MR_BETZA_JUMP:
    return has("DA", leg->atom);
  case MR_BETZA_CANNON:
    return true;
  case MR_BETZA_GRASS:
    return leg->range == 0;
  case MR_BETZA_CROOKED:
  case MR_BETZA_CIRCLE:
  case MR_BETZA_BENT:
    break;
  }
  return false;
}

/** The directions, and in `atom` what they are said of. */
static bool put_directions(const mr_betza_leg *leg, char *atom, mr_str *out) {
  const char *d = leg->directions;
  *atom = leg->atom == 'L' ? 'C' : leg->atom == 'J' ? 'Z' : leg->atom;
  if (!has("WRDH", leg->atom) || strpbrk(d, "lrs") == NULL) {
    mr_str_add(out, d);
    return !leg->oblique || (strncmp(d, "hr", 2) != 0 && strncmp(d, "hl", 2) != 0);
  }
  /* XBoard 4.9.1 does not see sideways letters before orthogonal atoms, but does before K and Q,
   * where a letter twice is that one direction. */
  *atom = leg->atom == 'W' ? 'K' : 'Q';
  for (; *d != '\0'; d++) {
    mr_str_repeat(out, *d, has("vs", *d) ? 1 : 2);
  }
  return has("WR", leg->atom);
}

static bool put_term(const mr_betza_term *t, mr_str *out) {
  const mr_betza_leg *leg = &t->legs[0];
  char atom = '\0';
  if (t->kind == MR_BETZA_BENT) {
    return put_bent(t, out);
  }
  mr_str_add(out, t->initial ? "i" : "");
  if (!agrees(t) || !put_directions(leg, &atom, out)) {
    return false;
  }
  if (leg->stop != STOP_ANY) {
    mr_str_add(out, (leg->stop & MR_STOP_QUIET) != 0 ? "m" : "");
    mr_str_add(out, (leg->stop & MR_STOP_CAPTURE) != 0 ? "c" : "");
    mr_str_add(out, (leg->stop & MR_STOP_EP) != 0 ? "e" : "");
  }
  mr_str_add(out, t->kind == MR_BETZA_CANNON ? "p" : t->kind == MR_BETZA_GRASS ? "g" : "");
  mr_str_add(out, t->cylinder ? "o" : "");
  mr_str_add(out, t->lame ? "n" : t->kind == MR_BETZA_JUMP ? "j" : "");
  mr_str_char(out, atom);
  if (leg->range != (has("RBQ", leg->atom) ? 0 : 1)) {
    mr_str_uint(out, leg->range);
  }
  return true;
}

bool mr_cecp_movement(const mr_betza *movement, char *out) {
  size_t count;
  const mr_betza_term *terms = mr_betza_terms(movement, &count);
  mr_str text = mr_str_fixed(out, CECP_MOVEMENT_MAX);
  for (size_t i = 0; i < count; i++) {
    if (!put_term(&terms[i], &text)) {
      return false;
    }
  }
  return text.status == MR_OK && text.length > 0;
}

/* ---- which kinds there are ------------------------------------------------------------------- */

static sort *find_sort(layout *it, char letter, bool promoted) {
  for (size_t i = 0; i < it->count; i++) {
    if (it->sorts[i].letter == letter && it->sorts[i].promoted == promoted) {
      return &it->sorts[i];
    }
  }
  return NULL;
}

static mr_status list_sorts(layout *it, mr_error *err) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t count = mr_game_kinds(it->game, kinds);
  for (size_t i = 0; i < count; i++) {
    const mr_kind *kind = &kinds[i];
    char letter = mr_text_upper(kind->letter);
    sort *s = find_sort(it, letter, kind->promoted);
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
  }
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    s->promotable = !s->promoted && find_sort(it, s->letter, true) != NULL;
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

static void note_habits(void *context, const mr_trail *trail) {
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
  mr_betza_walk(s->movement, &origin, note_habits, &h);
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

static void take_number(layout *it, sort *s, int place) {
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
  take_number(it, s, place);
  if (s->promotable) {
    sort *form = find_sort(it, s->letter, true);
    take_number(it, form, place + SORT_PROMOTABLE);
  }
  return true;
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

/** The sorts that a round of numbering is about. */
typedef enum round_of { HELD, PROMOTABLE, ALL } round_of;

/** Numbers those that have none: by their letter where that fits, or in the order of numbers. */
static void place_round(layout *it, round_of which, bool by_letter) {
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    bool meant = which == ALL || (which == HELD ? s->held : s->promotable);
    const char *at = strchr(sort_letters, s->letter);
    if (s->place >= 0 || s->promoted || !meant || (by_letter && at == NULL)) {
      continue;
    }
    int place = by_letter ? (int)(at - sort_letters) : 0;
    int last = by_letter ? place : SORT_LAST;
    while (place <= last && !may_stand(it, s, place)) {
      place++;
    }
    if (place <= last) {
      (void)place_at(it, s, place);
    }
  }
}

static mr_status place_sorts(layout *it, mr_error *err) {
  mr_status status = place_pawns(it, err);
  if (status != MR_OK) {
    return status;
  }
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i]; /* a king that castles, or one that goes no further than XBoard's */
    bool fits = it->castling || !habits_of(it, s).leaps_sideways;
    if (s->place < 0 && s->royal && !s->promotable && !s->promoted && fits) {
      (void)place_at(it, s, SORT_KING);
    }
  }
  for (size_t i = 0; i < it->count; i++) {
    sort *s = &it->sorts[i];
    if (s->castles && s->place < 0 && !place_at(it, s, SORT_ROOK)) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED, "XBoard castles with one sort of piece alone");
    }
  }
  place_round(it, HELD, false); /* hands are shown in the order of the numbers, from the first */
  place_round(it, PROMOTABLE, true);
  place_round(it, PROMOTABLE, false);
  place_round(it, ALL, true);
  place_round(it, ALL, false);
  for (size_t i = 0; i < it->count; i++) {
    if (it->sorts[i].place < 0) { /* also a promoted one that belongs to no other of its letter */
      return mr_error_set(err, MR_ERR_UNSUPPORTED, "XBoard does not have so many sorts of pieces");
    }
  }
  return MR_OK;
}

/* ---- hands ----------------------------------------------------------------------------------- */

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

static void write_piece(const layout *it, const sort *s, mr_str *out) {
  char text[CECP_MOVEMENT_MAX];
  if (!mr_cecp_movement(s->movement, text)) {
    return; /* XBoard then takes anything for a move of it, once its own tests are off */
  }
  mr_str_format(out, "piece %s%c%s%s", s->promoted ? "+" : "",
                s->owned[0] ? s->letter : mr_text_lower(s->letter),
                s->owned[0] && s->owned[1] ? "& " : " ", text);
  if (s->place == SORT_KING && habits_of(it, s).leaps_sideways) {
    /* A king that leaps along its rank does not castle by doing so where XBoard is told of a first
     * move of its own, here one that it has anyway. */
    size_t length = 0;
    while (mr_text_is_lower(text[length])) {
      length++;
    }
    mr_str_char(out, 'i');
    mr_str_bytes(out, text, length + 1);
  }
  mr_str_char(out, '\n');
}

static void write_lessons(const layout *it, const char *start, mr_str *out) {
  const mr_game_info *info = &it->game->info;
  int last = 4; /* XBoard does not take tables with fewer than six sorts */
  for (size_t i = 0; i < it->count; i++) {
    int place = it->sorts[i].place;
    last = place < SORT_KING && place > last ? place : last;
  }
  mr_str_add(out, "setup (");
  for (int owner = 0; owner < 2; owner++) {
    for (int place = 0; place <= last + 1; place++) {
      char letter = it->letters[owner][place <= last ? place : SORT_KING];
      mr_str_char(out, letter != '\0' ? letter : '.');
    }
  }
  mr_str_format(out, ") %ux%u+%u_%s %s\n", (unsigned)info->columns, (unsigned)info->rows, it->hand,
                it->parent, start);
  for (size_t i = 0; i < it->count; i++) {
    write_piece(it, &it->sorts[i], out);
  }
}

/* ---- all together ---------------------------------------------------------------------------- */

bool mr_cecp_is_known(const char *name) {
  bool known = false;
  for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++) {
    known = known || strcmp(name, known_names[i]) == 0;
  }
  return known;
}

/** Whether the castling field of the first position tells more than rights to castle: from which
 * squares nobody has moved, behind whom others may enter. */
static bool has_gates(const mr_game *game) {
  mr_str text = mr_str_growing(NULL);
  if (game->start == NULL) {
    return false;
  }
  mr_game_format_state(game, game->start, &text);
  const char *field = mr_str_text(&text);
  for (unsigned i = 0; i < 2 && field != NULL; i++) {
    field = strchr(field, ' ');
    field = field != NULL ? field + 1 : NULL;
  }
  bool more = field != NULL && text.status == MR_OK && strspn(field, "KQkq-") < strcspn(field, " ");
  mr_str_done(&text);
  return more;
}

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
  if (mr_cecp_is_known(game->info.name)) {
    return MR_OK;
  }
  mr_kind kinds[MR_KINDS_MAX];
  size_t count = mr_game_kinds(game, kinds);
  if (game->info.players != 2 || count == 0) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "this protocol is for chess-like games");
  }
  if (has_gates(game)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "pieces enter behind others in it, or castle from any files; this protocol "
                        "knows that of S-Chess (seirawan) and of fischerandom alone");
  }
  for (size_t i = 0; i < count; i++) {
    if (kinds[i].falls_to != '\0') {
      return mr_error_set(err, MR_ERR_UNSUPPORTED,
                          "what promotes in it is a %c again once it is captured; this protocol "
                          "cannot say that",
                          kinds[i].falls_to);
    }
  }
  return MR_OK;
}

static mr_status lay_out(layout *it, const char *start, mr_error *err) {
  const mr_game_info *info = &it->game->info;
  mr_status status = list_sorts(it, err);
  if (status != MR_OK) {
    return status;
  }
  for (size_t i = 0; i < it->count; i++) {
    it->hand += it->sorts[i].held;
  }
  it->parent = it->hand == 0 ? "fairy" : captures_are_kept(it, start) ? "crazyhouse" : "bughouse";
  status = place_sorts(it, err);
  for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++) {
    it->parent = strcmp(info->name, own_names[i]) == 0 ? own_names[i] : it->parent;
  }
  it->hand = 0;
  for (size_t i = 0; i < it->count; i++) {
    /* XBoard's place in a hand, for either owner: White's sorts before it, those that are written
     * with a plus left out. */
    unsigned number = it->sorts[i].held ? 1 : 0;
    for (int place = 0; number > 0 && place < it->sorts[i].place; place++) {
      char letter = it->letters[0][place];
      number += letter != '\0' && letter != '+';
    }
    it->hand = number > it->hand ? number : it->hand;
  }
  unsigned files = info->columns + (it->hand > 0 ? HAND_FILES : 0u);
  if (status == MR_OK && (files > FILES_MAX || info->rows > RANKS_MAX)) {
    status = mr_error_set(err, MR_ERR_UNSUPPORTED, "XBoard's boards are not so large");
  } else if (status == MR_OK && it->hand > info->rows) {
    status = mr_error_set(err, MR_ERR_UNSUPPORTED,
                          "XBoard's hands have no more sorts of pieces than its board has ranks");
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
  mr_arena_init(&arena, NULL, 0);
  mr_str text = mr_str_growing(NULL);
  if (start != NULL && it != NULL) {
    mr_game_start(game, start);
    mr_game_format_state(game, start, &text);
    it->game = game;
    it->arena = &arena;
    status = text.status == MR_OK ? lay_out(it, mr_str_text(&text), err) : text.status;
    if (status == MR_OK) {
      write_lessons(it, mr_str_text(&text), out);
    }
  } else {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory to describe the game");
  }
  mr_str_done(&text);
  mr_arena_done(&arena);
  mr_alloc_free(NULL, it, sizeof *it);
  mr_state_free(game, NULL, start);
  return status;
}
