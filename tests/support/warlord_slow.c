#include "warlord_slow.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warlord_slow_priv.h"

/* ---- the board ------------------------------------------------------------------------------- */

static void read_map(const mr_wslow *g, const char *text, char empty,
                     char map[MR_WSLOW_SIDE][MR_WSLOW_SIDE]) {
  int file = 0;
  int rank = g->ranks - 1;
  for (const char *at = text; at != NULL && *at != '\0'; at++) {
    if (*at == '/') {
      rank--;
      file = 0;
    } else if (isdigit((unsigned char)*at)) {
      char *end = NULL;
      long run = strtol(at, &end, 10);
      while (run-- > 0) {
        map[file++][rank] = empty;
      }
      at = end - 1;
    } else {
      map[file++][rank] = *at;
    }
  }
}

static bool is_gap(const mr_wslow *g, int f, int r) {
  bool edge = f == 0 || r == 0 || f == g->files - 1 || r == g->ranks - 1;
  return g->ground[f][r] == '~' &&
         (edge || g->ground[f - 1][r] == '*' || g->ground[f + 1][r] == '*' ||
          g->ground[f][r - 1] == '*' || g->ground[f][r + 1] == '*');
}

/* WL-25: water that hangs together with the edge becomes a gap, square by square. */
static void find_gaps(mr_wslow *g) {
  bool again = true;
  while (again) {
    again = false;
    for (int i = 0; i < g->files * g->ranks; i++) {
      if (is_gap(g, i % g->files, i / g->files)) {
        g->ground[i % g->files][i / g->files] = '*';
        again = true;
      }
    }
  }
}

static void write_pieces(const mr_wslow *g, char *out) {
  for (int r = g->ranks - 1; r >= 0; r--) {
    int run = 0;
    for (int f = 0; f < g->files; f++) {
      int i = unit_on(g, f, r);
      if (i < 0) {
        run++;
        continue;
      }
      out += run > 0 ? sprintf(out, "%d", run) : 0;
      run = 0;
      *out++ = g->unit[i].letter;
    }
    out += run > 0 ? sprintf(out, "%d", run) : 0;
    *out++ = r > 0 ? '/' : '\0';
  }
}

/* WL-38: leaders from the left of the map to the right, from the top of a file to the bottom. */
static void share_leaders(mr_wslow *g, int side) {
  int total = 0;
  int done = 0;
  for (int i = 0; i < g->units; i++) {
    total += level_of(g->unit[i].letter) > 0 && side_of(g->unit[i].letter) == side;
  }
  for (int f = 0; total > 0 && f < g->files; f++) {
    for (int r = g->ranks - 1; r >= 0; r--) {
      int i = unit_on(g, f, r);
      if (i >= 0 && level_of(g->unit[i].letter) > 0 && side_of(g->unit[i].letter) == side) {
        g->unit[i].member = done++ * g->on.members / total;
      }
    }
  }
}

static void begin_turn(mr_wslow *g) {
  write_pieces(g, g->begun);
  g->deeds = 0;
  g->member = 0;
  g->took = false;
  for (int i = 0; i < g->units; i++) {
    g->unit[i].acted = false;
  }
}

/* A position as WL-15 compares them. @return how often it has been there */
static int remember(mr_wslow *g) {
  char now[MR_WSLOW_STATE];
  int times = 1;
  int length = 0;
  write_pieces(g, now);
  length = (int)strlen(now);
  length += sprintf(now + length, " %d", g->side);
  for (int i = 0; i < g->posts; i++) {
    length += sprintf(now + length, " %d", g->waiting[i]);
  }
  mr_wslow_write_reserve(g, now + length);
  for (int i = 0; i < g->seen; i++) {
    times += strcmp(g->past[i], now) == 0;
  }
  if (g->seen < MR_WSLOW_PAST) {
    memcpy(g->past[g->seen++], now, sizeof now);
  }
  return times;
}

bool mr_wslow_open(mr_wslow *g, const char *name, mr_wslow_switches on) {
  const scenario *s = mr_wslow_scenario(name);
  char map[MR_WSLOW_SIDE][MR_WSLOW_SIDE] = {{0}};
  if (s == NULL) {
    return false;
  }
  memset(g, 0, sizeof *g);
  g->scenario = s->name;
  g->on = on;
  g->files = s->files;
  g->ranks = s->ranks;
  memset(g->ground, '.', sizeof g->ground);
  read_map(g, s->terrain, '.', g->ground);
  find_gaps(g);
  memcpy(g->drawn, g->ground, sizeof g->drawn);
  read_map(g, s->pieces, 0, map);
  for (int r = g->ranks - 1; r >= 0; r--) {
    for (int f = 0; f < g->files; f++) {
      if (map[f][r] != 0) {
        g->unit[g->units++] = (mr_wslow_unit){.letter = map[f][r], .file = f, .rank = r};
      }
    }
  }
  share_leaders(g, 0);
  share_leaders(g, 1);
  for (int i = 0; i < g->units; i++) {
    g->original[side_of(g->unit[i].letter)] +=
        level_of(g->unit[i].letter) > 0 ? (s->reserves ? 4 : 1) : 0;
  }
  mr_wslow_read_waves(g);
  g->original[0] += mr_wslow_leaders_of_all_waves(g, 0);
  g->original[1] += mr_wslow_leaders_of_all_waves(g, 1);
  memcpy(g->post, g->unit, (size_t)g->units * sizeof *g->unit);
  g->posts = s->reserves ? g->units : 0;
  g->side = on.first;
  g->turn = 1;
  begin_turn(g);
  remember(g);
  return true;
}

/* ---- command --------------------------------------------------------------------------------- */

static int count_leaders(const mr_wslow *g, int side) {
  int count = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    count += u->file >= 0 && side_of(u->letter) == side && level_of(u->letter) > 0;
  }
  return count;
}

static int count_levels(const mr_wslow *g, int side) {
  int sum = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    sum += u->file >= 0 && side_of(u->letter) == side ? level_of(u->letter) : 0;
  }
  return sum;
}

static int count_kind(const mr_wslow *g, int side, char kind) {
  int count = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    count += u->file >= 0 && side_of(u->letter) == side && kind_of(u->letter) == kind;
  }
  return count;
}

/* WL-7, WL-35, WL-39. */
static int cap_of(const mr_wslow *g) {
  const scenario *s = mr_wslow_scenario(g->scenario);
  int cap = s->cap;
  if (cap == 0) {
    cap = count_levels(g, g->side) * 6 / 10;
    cap = cap > 18 ? 18 : cap;
  } else if (s->by_leaders) {
    int leaders = count_leaders(g, g->side) + count_kind(g, g->side, 'U');
    leaders += g->on.self_activation ? count_kind(g, g->side, 'N') : 0;
    cap = leaders < cap ? leaders : cap;
  }
  return g->on.handicap && g->turn == 1 && g->side == g->on.first ? cap / 2 : cap;
}

static int activations(const mr_wslow *g) {
  int count = 0;
  for (int i = 0; i < g->deeds; i++) {
    count += strcmp(g->deed[i].text, ".") != 0;
  }
  return count;
}

/* The leaders of the acting member within 2 squares (WL-1). */
static void find_givers(const mr_wslow *g, int file, int rank, mr_wslow_deed *deed) {
  deed->giver_count = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    if (u->file >= 0 && side_of(u->letter) == g->side && level_of(u->letter) > 0 &&
        u->member == g->member && abs(u->file - file) <= 2 && abs(u->rank - rank) <= 2) {
      deed->givers[deed->giver_count++] = i;
    }
  }
}

/*
 * WL-5: every order gets an order slip of a leader near it, a leader having as many slips as its
 * level; who has exchanged has none. The classic search: whoever wants a slip that is taken asks
 * the one who holds it to take another.
 */
typedef struct slips {
  const mr_wslow *game;
  const mr_wslow_deed *deeds[MR_WSLOW_TURN + 1];
  int holder[MR_WSLOW_UNITS][10]; /* order that holds a leader's slip, -1: free */
  bool asked[MR_WSLOW_UNITS][10];
  bool barred[MR_WSLOW_UNITS];
} slips;

static bool find_slip(slips *s, int order) {
  const mr_wslow_deed *deed = s->deeds[order];
  for (int i = 0; i < deed->giver_count; i++) {
    int leader = deed->givers[i];
    int level = s->barred[leader] ? 0 : level_of(s->game->unit[leader].letter);
    for (int slip = 0; slip < level; slip++) {
      if (s->asked[leader][slip]) {
        continue;
      }
      s->asked[leader][slip] = true;
      int holder = s->holder[leader][slip];
      if (holder < 0 || find_slip(s, holder)) {
        s->holder[leader][slip] = order;
        return true;
      }
    }
  }
  return false;
}

/* Whether the deeds of the turn and one more (NULL: none) can all have been ordered. */
static bool can_be_ordered(const mr_wslow *g, const mr_wslow_deed *more) {
  slips s;
  int count = 0;
  memset(&s, 0, sizeof s);
  memset(s.holder, -1, sizeof s.holder);
  s.game = g;
  for (int i = 0; i <= g->deeds; i++) {
    const mr_wslow_deed *deed = i < g->deeds ? &g->deed[i] : more;
    if (deed != NULL && deed->exchanger >= 0) {
      s.barred[deed->exchanger] = true;
    }
    if (deed != NULL && deed->needs_order) {
      s.deeds[count++] = deed;
    }
  }
  for (int i = 0; i < count; i++) {
    memset(s.asked, 0, sizeof s.asked);
    if (!find_slip(&s, i)) {
      return false;
    }
  }
  return true;
}

/* ---- actions --------------------------------------------------------------------------------- */

static void write_square(char *out, int file, int rank) {
  sprintf(out, "%c%d", 'a' + file, rank + 1);
}

static void write_deed(char out[MR_WSLOW_TEXT], int f, int r, const char *sign, int f2, int r2) {
  char from[16];
  char to[16];
  write_square(from, f, r);
  write_square(to, f2, r2);
  snprintf(out, MR_WSLOW_TEXT, "%s%s%s", from, sign, to);
}

static bool orders_itself(const mr_wslow *g, char letter) {
  return kind_of(letter) == 'U' || (kind_of(letter) == 'N' && g->on.self_activation);
}

static size_t list_moves(const mr_wslow *g, int i, char (*out)[MR_WSLOW_TEXT]) {
  const mr_wslow_unit *u = &g->unit[i];
  mr_wslow_deed deed = {.needs_order = !orders_itself(g, u->letter), .exchanger = -1};
  size_t count = 0;
  find_givers(g, u->file, u->rank, &deed);
  if (!can_be_ordered(g, &deed)) {
    return 0;
  }
  for (int f = u->file - 3; f <= u->file + 3; f++) {
    for (int r = u->rank - 3; r <= u->rank + 3; r++) {
      if (mr_wslow_reaches(g, u, f, r)) {
        write_deed(out[count++], u->file, u->rank, unit_on(g, f, r) >= 0 ? "x" : "-", f, r);
      }
    }
  }
  return count;
}

/* WL-22 for one leader. */
static size_t list_exchanges(const mr_wslow *g, int i, char (*out)[MR_WSLOW_TEXT]) {
  const mr_wslow_unit *u = &g->unit[i];
  mr_wslow_deed deed = {.needs_order = false, .exchanger = i};
  size_t count = 0;
  if (level_of(u->letter) == 0 || u->member != g->member || g->ground[u->file][u->rank] != '.' ||
      !can_be_ordered(g, &deed)) {
    return 0;
  }
  for (int k = 0; k < g->units; k++) {
    const mr_wslow_unit *c = &g->unit[k];
    if (c->file >= 0 && kind_of(c->letter) == 'C' && side_of(c->letter) == g->side && !c->acted &&
        abs(c->file - u->file) + abs(c->rank - u->rank) == 1) {
      write_deed(out[count++], u->file, u->rank, "<>", c->file, c->rank);
    }
  }
  return count;
}

size_t mr_wslow_actions(const mr_wslow *g, char (*out)[MR_WSLOW_TEXT]) {
  size_t count = 0;
  if (mr_wslow_is_entering(g)) {
    return mr_wslow_entries(g, out);
  }
  for (int i = 0; i < g->units && activations(g) < cap_of(g); i++) {
    const mr_wslow_unit *u = &g->unit[i];
    if (u->file < 0 || u->acted || side_of(u->letter) != g->side) {
      continue;
    }
    count += list_moves(g, i, out + count);
    if (g->on.cannon_swap) {
      count += list_exchanges(g, i, out + count);
    }
  }
  bool passes = activations(g) == 0 && g->member == g->on.members - 1;
  snprintf(out[count++], MR_WSLOW_TEXT, "%s", passes ? "--" : ".");
  return count;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void finish(mr_wslow *g, int winner, const char *rule) {
  g->result = winner < 0 ? "1/2-1/2" : winner == 0 ? "1-0" : "0-1";
  g->rule = rule;
}

/* WL-36: the turns of the blocks, the same in number in all scenarios that have them. */
static const int *block_turns(const mr_wslow *g) {
  static const int valley[3] = {6, 12, 20};
  static const int macysburg[3] = {5, 15, 20};
  return strcmp(g->scenario, "warlord-macysburg") == 0 ? macysburg : valley;
}

static int blocks_to_come(const mr_wslow *g, int side) {
  const int *turns = block_turns(g);
  int begun = side == g->side || side == g->on.first ? g->turn : g->turn - 1;
  int blocks = 0;
  for (int i = 0; i < 3 && g->posts > 0; i++) {
    blocks += turns[i] > begun;
  }
  return blocks;
}

static int leaders_to_come(const mr_wslow *g, int side) {
  int leaders = 0;
  for (int i = 0; i < g->posts; i++) {
    if (level_of(g->post[i].letter) > 0 && side_of(g->post[i].letter) == side) {
      leaders += blocks_to_come(g, side) + g->waiting[i];
    }
  }
  return leaders + mr_wslow_wave_leaders(g, side);
}

/* WL-48: those on the board and those to come. */
static int units_left(const mr_wslow *g, int side) {
  int count = mr_wslow_wave_units(g, side);
  for (int i = 0; i < g->units; i++) {
    count += g->unit[i].file >= 0 && side_of(g->unit[i].letter) == side;
  }
  for (int i = 0; i < g->posts; i++) {
    count += side_of(g->post[i].letter) == side ? blocks_to_come(g, side) + g->waiting[i] : 0;
  }
  return count;
}

static void capture(mr_wslow *g, int i) {
  int side = side_of(g->unit[i].letter);
  g->lost[side] += level_of(g->unit[i].letter) > 0;
  g->unit[i].file = -1;
  g->took = true;
}

static void judge_capture(mr_wslow *g, int level) {
  const scenario *s = mr_wslow_scenario(g->scenario);
  int enemy = 1 - g->side;
  if (count_leaders(g, enemy) + leaders_to_come(g, enemy) == 0) {
    finish(g, g->side, "WL-16");
  } else if (level > 0 && count_levels(g, enemy) < s->least_levels) {
    finish(g, g->side, "WL-18");
  } else if (g->on.six_leaders && g->lost[enemy] >= 6) {
    finish(g, g->side, "WL-20");
  } else if (g->on.defeat_units > 0 && units_left(g, enemy) <= g->on.defeat_units) {
    finish(g, g->side, "WL-48");
  }
}

static int towns_held(const mr_wslow *g, int side) {
  int held = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    held += u->file >= 0 && side_of(u->letter) == side && g->ground[u->file][u->rank] == '#';
  }
  return held;
}

static void arrive(mr_wslow *g) {
  for (int i = 0; i < g->posts; i++) {
    const mr_wslow_unit *post = &g->post[i];
    if (side_of(post->letter) != g->side) {
      continue;
    }
    g->waiting[i] += g->turn == block_turns(g)[0] || g->turn == block_turns(g)[1] ||
                     g->turn == block_turns(g)[2];
    if (g->waiting[i] > 0 && unit_on(g, post->file, post->rank) < 0) {
      g->unit[g->units++] = *post;
      g->waiting[i]--;
    }
  }
}

/* WL-37: whether a unit that was lost may come back. */
static bool may_return(const mr_wslow *g, const mr_wslow_unit *u) {
  return g->on.replacements != 0 && u->file < 0 && kind_of(u->letter) != 'U' &&
         (level_of(u->letter) == 0 || g->on.replacement_leaders);
}

static int count_fallen(const mr_wslow *g, char letter) {
  int count = 0;
  for (int i = 0; i < g->units; i++) {
    count += g->unit[i].letter == letter && may_return(g, &g->unit[i]);
  }
  return count;
}

/* So many of each kind come back this turn at most (WL-37): counted before the first does. */
typedef struct returning {
  int left[128];
} returning;

static char most_fallen(const mr_wslow *g, const returning *r) {
  char best = 0;
  int most = 0;
  for (const char *kind = "INCHLKGPQRSVWX"; *kind != '\0'; kind++) {
    char letter = *kind;
    if (g->side != 0) {
      letter = (char)(letter - 'A' + 'a'); /* tolower(), which is a macro of many blocks */
    }
    int count = r->left[(int)letter];
    best = count > most ? letter : best;
    most = count > most ? count : most;
  }
  return best;
}

/* The first lost unit of a kind is on the board again. */
static void put_back(mr_wslow *g, char letter, int file, int rank) {
  for (int i = 0; i < g->units; i++) {
    if (g->unit[i].letter == letter && may_return(g, &g->unit[i])) {
      g->unit[i].file = file;
      g->unit[i].rank = rank;
      return;
    }
  }
}

/* One unit by way of one town: in it, or beside it from the left behind to the right before. */
static void return_by(mr_wslow *g, int f, int r, returning *all) {
  char letter = most_fallen(g, all);
  int away = g->side == 0 ? 1 : -1;
  int holder = unit_on(g, f, r);
  bool home = g->side == 0 ? 2 * r + 1 < g->ranks : 2 * r + 1 > g->ranks;
  bool open = g->on.replacements == 'h' ? home && holder < 0
                                        : holder >= 0 && side_of(g->unit[holder].letter) == g->side;
  if (letter == 0 || !open) {
    return;
  }
  for (int dr = -1; dr <= 1; dr++) {
    for (int df = -1; df <= 1; df++) {
      int file = f + away * df;
      int rank = r + away * dr;
      bool here = df == 0 && dr == 0;
      if (here == (g->on.replacements == 'h') && file >= 0 && rank >= 0 && file < g->files &&
          rank < g->ranks && unit_on(g, file, rank) < 0 &&
          mr_wslow_may_stand(letter, g->ground[file][rank])) {
        put_back(g, letter, file, rank);
        all->left[(int)letter]--;
        return;
      }
    }
  }
}

static void replace(mr_wslow *g) {
  const scenario *s = mr_wslow_scenario(g->scenario);
  char map[MR_WSLOW_SIDE][MR_WSLOW_SIDE] = {{0}};
  returning all = {{0}};
  char word[16];
  snprintf(word, sizeof word, " %d ", g->turn);
  bool due = g->on.returns != NULL && strstr(g->on.returns, word) != NULL;
  due = due || (g->on.replacement_every > 0 && g->turn % g->on.replacement_every == 0);
  if (g->on.replacements == 0 || !due) {
    return;
  }
  for (const char *kind = "INCHLKGPQRSVWXinchlkgpqrsvwx"; *kind != '\0'; kind++) {
    all.left[(int)*kind] = count_fallen(g, *kind) / (g->on.share > 0 ? g->on.share : 1);
  }
  read_map(g, s->terrain, '.', map);
  for (int i = 0; i < g->files * g->ranks; i++) { /* from the own edge on */
    int f = g->side == 0 ? g->files - 1 - i % g->files : i % g->files;
    int r = g->side == 0 ? i / g->files : g->ranks - 1 - i / g->files;
    if (map[f][r] == '#' && g->ground[f][r] == '#') {
      return_by(g, f, r, &all);
    }
  }
}

/* The field of WL-42 for those who may come back. */
static void note_fallen(mr_wslow *g) {
  int length = 0;
  g->fallen[0] = '\0';
  for (const char *kind = "LKGPQRSVWXHCNIlkgpqrsvwxhcni"; *kind != '\0'; kind++) {
    int count = count_fallen(g, *kind);
    if (count > 0) {
      length += sprintf(g->fallen + length, "%s%c%d", length == 0 ? " fallen=" : "", *kind, count);
    }
  }
}

static int missing_leaders(const mr_wslow *g, int side) {
  int missing = g->original[side] - count_leaders(g, side) - leaders_to_come(g, side);
  return missing > 0 ? missing : 0;
}

/* The field of WL-42 for losses that the map cannot tell, as the turn begins. */
static void note_losses(mr_wslow *g) {
  g->losses[0] = '\0';
  if (g->lost[0] != missing_leaders(g, 0) || g->lost[1] != missing_leaders(g, 1)) {
    snprintf(g->losses, sizeof g->losses, " lost=%d,%d", g->lost[0], g->lost[1]);
  }
}

/* WL-19, WL-46, WL-47. @return whether the game is over */
static bool judge_places(mr_wslow *g, const scenario *s) {
  if (s->towns > 0 && towns_held(g, g->side) >= s->towns) {
    finish(g, g->side, "WL-19");
  } else if (g->on.home_wins > 0 && mr_wslow_homes(g, g->side) >= g->on.home_wins) {
    finish(g, g->side, "WL-46");
  } else if (mr_wslow_after_last_turn(g) != -2) {
    finish(g, mr_wslow_after_last_turn(g), "WL-47");
  }
  return g->result != NULL;
}

void mr_wslow_begin(mr_wslow *g) {
  const scenario *s = mr_wslow_scenario(g->scenario);
  find_gaps(g);
  memset(g->waiting, 0, sizeof g->waiting);
  g->lates = 0;
  g->pass = g->reply = false;
  g->result = g->rule = NULL;
  g->seen = 0;
  for (int side = 0; side < 2; side++) {
    g->lost[side] = missing_leaders(g, side);
    share_leaders(g, side);
  }
  int left = 0; /* who is not there has never been */
  for (int i = 0; i < g->units; i++) {
    if (g->unit[i].file >= 0) {
      g->unit[left++] = g->unit[i];
    }
  }
  g->units = left;
  begin_turn(g);
  note_losses(g);
  note_fallen(g);
  remember(g);
  if (!judge_places(g, s) && g->on.quiet && g->quiet >= 80) {
    finish(g, -1, "WL-15 quiet");
  }
}

/* WL-17 after a turn of `side`. */
static void judge_short_game(mr_wslow *g, int side) {
  int taken = g->lost[1 - side];
  int given = g->lost[side];
  if (!g->on.short_game) {
    return;
  }
  if (g->reply) {
    g->reply = false;
    if (taken != given) {
      finish(g, taken > given ? side : 1 - side, "WL-17");
    }
  } else if (taken >= 3 && taken > given) {
    g->reply = true;
  }
}

static void end_turn(mr_wslow *g) {
  const scenario *s = mr_wslow_scenario(g->scenario);
  bool passed = activations(g) == 0;
  bool twice = passed && g->pass;
  int side = g->side;
  g->quiet = g->took ? 0 : g->quiet + 1;
  g->seen = g->took ? 0 : g->seen;
  g->pass = passed;
  g->side = 1 - side;
  g->turn += side != g->on.first;
  judge_short_game(g, side);
  if (g->result == NULL) {
    arrive(g);
    mr_wslow_bring_waves(g);
    replace(g);
  }
  begin_turn(g);
  note_losses(g);
  note_fallen(g);
  int times = remember(g);
  if (g->result != NULL) {
    return;
  }
  if (judge_places(g, s)) {
    return;
  }
  if (twice) {
    finish(g, -1, "WL-14");
  } else if (g->on.repetition && times >= 3) {
    finish(g, -1, "WL-15 repetition");
  } else if (g->on.quiet && g->quiet >= 80) {
    finish(g, -1, "WL-15 quiet");
  }
}

/* WL-20a. */
static void promote(mr_wslow *g, mr_wslow_unit *u) {
  int far_rank = g->side == 0 ? g->ranks - 1 : 0;
  char kind = kind_of(u->letter);
  if (u->rank == far_rank &&
      ((kind == 'I' && g->on.promotes_infantry) || (kind == 'N' && g->on.promotes_light))) {
    u->letter = g->side == 0 ? 'U' : 'u';
  }
}

static const char *read_square(const char *text, int *file, int *rank) {
  char *end = NULL;
  *file = text[0] - 'a';
  *rank = (int)strtol(text + 1, &end, 10) - 1;
  return end;
}

static void activate(mr_wslow *g, const char *action) {
  int f;
  int r;
  int f2;
  int r2;
  const char *sign = read_square(action, &f, &r);
  bool exchange = sign[0] == '<';
  read_square(sign + (exchange ? 2 : 1), &f2, &r2);
  int mover = unit_on(g, f, r);
  int other = unit_on(g, f2, r2);
  mr_wslow_unit *u = &g->unit[mover];
  mr_wslow_deed *deed = &g->deed[g->deeds++];
  *deed = (mr_wslow_deed){.needs_order = !exchange && !orders_itself(g, u->letter),
                          .exchanger = exchange ? mover : -1};
  snprintf(deed->text, sizeof deed->text, "%s", action);
  find_givers(g, f, r, deed);
  if (exchange) {
    g->unit[other].file = f;
    g->unit[other].rank = r;
    g->unit[other].acted = true;
  } else if (other >= 0) {
    capture(g, other);
  }
  u->file = f2;
  u->rank = r2;
  u->acted = true;
  if (!exchange) {
    promote(g, u);
  }
  if (!exchange && other >= 0) {
    judge_capture(g, level_of(g->unit[other].letter));
  }
}

void mr_wslow_play(mr_wslow *g, const char *action) {
  if (mr_wslow_is_entering(g)) {
    mr_wslow_enter(g, action);
    write_pieces(g, g->begun);
  } else if (strcmp(action, ".") != 0 && strcmp(action, "--") != 0) {
    activate(g, action);
  } else if (g->member < g->on.members - 1) {
    g->deed[g->deeds++] = (mr_wslow_deed){.text = ".", .exchanger = -1};
    g->member++;
  } else {
    end_turn(g);
  }
}

/* ---- the text -------------------------------------------------------------------------------- */

static char *write_waiting(const mr_wslow *g, char *out) {
  const char *before = " waiting=";
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < g->posts; i++) {
      if (g->waiting[i] == 0 || side_of(g->post[i].letter) != side) {
        continue;
      }
      char square[16];
      write_square(square, g->post[i].file, g->post[i].rank);
      out += sprintf(out, "%s%s", before, square);
      out += g->waiting[i] > 1 ? sprintf(out, "*%d", g->waiting[i]) : 0;
      before = ",";
    }
  }
  return out;
}

void mr_wslow_state(const mr_wslow *g, char *out) {
  out += sprintf(out, "%s %c %d %d", g->begun, g->side == 0 ? 'w' : 'b', g->quiet, g->turn);
  out += g->pass ? sprintf(out, " pass=1") : 0;
  out += g->reply ? sprintf(out, " reply=1") : 0;
  out += sprintf(out, "%s", g->losses);
  out = write_waiting(g, out);
  out += sprintf(out, "%s", g->fallen);
  out = mr_wslow_write_reserve(g, out);
  for (int i = 0; i < g->deeds; i++) {
    out += sprintf(out, "%s%s", i == 0 ? " [" : ";", g->deed[i].text);
  }
  out += g->deeds > 0 ? sprintf(out, "]") : 0;
  *out = '\0';
}
