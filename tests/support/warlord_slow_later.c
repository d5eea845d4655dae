/* The plain Warlord rules of later texts: who comes besides the map (WL-45, WL-49), home towns
   (WL-46) and the last turn (WL-47). */
#include <stdio.h>
#include <stdlib.h>

#include "warlord_slow_priv.h"

bool mr_wslow_may_stand(char letter, char ground) {
  return ground == '.' || ground == '#' || (ground == 'T' && kind_of(letter) != 'H') ||
         (ground == '^' && kind_of(letter) != 'C');
}

/* ---- waves ----------------------------------------------------------------------------------- */

/* Letters, each as often as its number says, in the order of WL-49. */
static void spell(const char *units, const char *end, char *out) {
  for (const char *kind = "XWVSRQPGKLHCNI"; *kind != '\0'; kind++) {
    for (const char *at = units; at < end; at++) {
      long number = *at == *kind ? strtol(at + 1, NULL, 10) : 0;
      while (number-- > 0) {
        *out++ = *kind;
      }
    }
  }
  *out = '\0';
}

static int number_at(const char *text) {
  return (int)strtol(text, NULL, 10);
}

static void read_wave(mr_wslow *g, const char *word, const char *end) {
  mr_wslow_wave *wave = &g->wave[g->waves++];
  const char *at = memchr(word, '@', (size_t)(end - word));
  *wave = (mr_wslow_wave){.side = 2, .file = -1, .rank = -1};
  if (*word == 'w' || *word == 'b') {
    wave->side = *word++ == 'b';
  }
  wave->turn = number_at(word);
  if (at != NULL) {
    wave->file = at[1] - 'a';
    wave->rank = number_at(at + 2) - 1;
  }
  spell(strchr(word, ':'), at != NULL ? at : end, wave->letters);
}

void mr_wslow_read_waves(mr_wslow *g) {
  const char *text = g->on.reinforcements;
  if (g->on.placed) {
    text = "6:P1Q1R1H2C2N2I7 12:P1Q1R1H2C2N2I7 20:P1Q1R1H2C2N2I7";
  }
  while (text != NULL && *text != '\0') {
    const char *end = text + strcspn(text, " ");
    read_wave(g, text, end);
    text = end + strspn(end, " ");
  }
}

static char of_side(char letter, int side) {
  return side == 0 ? letter : (char)(letter - 'A' + 'a');
}

static bool comes_to(const mr_wslow_wave *wave, int side) {
  return wave->side == 2 || wave->side == side;
}

/* What is still to come to a side: the waves that its turns have not reached, and who is late. */
static void list_coming(const mr_wslow *g, int side, char *out) {
  int begun = side == g->side || side == g->on.first ? g->turn : g->turn - 1;
  for (int w = 0; w < g->waves; w++) {
    const char *letters = g->wave[w].letters;
    while (comes_to(&g->wave[w], side) && g->wave[w].turn > begun && *letters != '\0') {
      *out++ = *letters++;
    }
  }
  for (int i = 0; i < g->lates; i++) {
    if (side_of(g->late[i].letter) == side) {
      *out++ = kind_of(g->late[i].letter);
    }
  }
  *out = '\0';
}

int mr_wslow_wave_units(const mr_wslow *g, int side) {
  char coming[1024];
  list_coming(g, side, coming);
  return (int)strlen(coming);
}

int mr_wslow_wave_leaders(const mr_wslow *g, int side) {
  char coming[1024];
  int leaders = 0;
  list_coming(g, side, coming);
  for (const char *at = coming; *at != '\0'; at++) {
    leaders += level_of(*at) > 0;
  }
  return leaders;
}

int mr_wslow_leaders_of_all_waves(const mr_wslow *g, int side) {
  int leaders = 0;
  for (int w = 0; w < g->waves; w++) {
    for (const char *at = g->wave[w].letters; comes_to(&g->wave[w], side) && *at != '\0'; at++) {
      leaders += level_of(*at) > 0;
    }
  }
  return leaders;
}

/* ---- entering -------------------------------------------------------------------------------- */

static bool has_room(const mr_wslow *g, char letter, int file, int rank) {
  return inside(g, file, rank) && unit_on(g, file, rank) < 0 &&
         mr_wslow_may_stand(letter, g->ground[file][rank]);
}

static int home_side(const mr_wslow *g, int rank) {
  return 2 * rank + 1 < g->ranks ? 0 : 2 * rank + 1 > g->ranks ? 1 : 2;
}

/* In the home towns, from the own edge on and in a row from the right as their owner sees it. */
static bool find_home(const mr_wslow *g, char letter, int *file, int *rank) {
  for (int i = 0; i < g->files * g->ranks; i++) {
    *file = g->side == 0 ? g->files - 1 - i % g->files : i % g->files;
    *rank = g->side == 0 ? i / g->files : g->ranks - 1 - i / g->files;
    if (g->ground[*file][*rank] == '#' && g->drawn[*file][*rank] == '#' &&
        home_side(g, *rank) == g->side && has_room(g, letter, *file, *rank)) {
      return true;
    }
  }
  return false;
}

/* On a square, or round it from the left behind to the right before. */
static bool find_round(const mr_wslow *g, const mr_wslow_wave *wave, char letter, int *file,
                       int *rank) {
  int away = g->side == 0 ? 1 : -1;
  *file = wave->file;
  *rank = wave->rank;
  if (has_room(g, letter, *file, *rank)) {
    return true;
  }
  for (int dr = -1; dr <= 1; dr++) {
    for (int df = -1; df <= 1; df++) {
      *file = wave->file + away * df;
      *rank = wave->rank + away * dr;
      if (has_room(g, letter, *file, *rank)) {
        return true;
      }
    }
  }
  return false;
}

static void drop_late(mr_wslow *g, int i) {
  g->lates--;
  memmove(&g->late[i], &g->late[i + 1], (size_t)(g->lates - i) * sizeof g->late[i]);
}

void mr_wslow_bring_waves(mr_wslow *g) {
  for (int w = 0; w < g->waves; w++) {
    bool comes = g->wave[w].turn == g->turn && comes_to(&g->wave[w], g->side);
    for (const char *at = g->wave[w].letters; comes && *at != '\0'; at++) {
      g->late[g->lates++] = (mr_wslow_late){of_side(*at, g->side), g->on.placed ? 0 : w};
    }
  }
  for (int i = 0; i < g->lates && !g->on.placed; i++) {
    const mr_wslow_wave *wave = &g->wave[g->late[i].wave];
    char letter = g->late[i].letter;
    int f = 0;
    int r = 0;
    if (side_of(letter) == g->side &&
        (wave->file < 0 ? find_home(g, letter, &f, &r) : find_round(g, wave, letter, &f, &r))) {
      g->unit[g->units++] = (mr_wslow_unit){.letter = letter, .file = f, .rank = r};
      drop_late(g, i--);
    }
  }
}

/* WL-45: the blocks are the corners of 4 by 4 squares. */
static bool in_own_block(const mr_wslow *g, int f, int r) {
  return g->side == 0 ? f < 4 && r < 4 : f >= g->files - 4 && r >= g->ranks - 4;
}

size_t mr_wslow_entries(const mr_wslow *g, char (*out)[MR_WSLOW_TEXT]) {
  size_t count = 0;
  for (const char *kind = "XWVSRQPGKLHCNI"; *kind != '\0'; kind++) {
    char letter = of_side(*kind, g->side);
    bool there = false;
    for (int i = 0; i < g->lates; i++) {
      there = there || g->late[i].letter == letter;
    }
    for (int i = 0; there && i < g->files * g->ranks; i++) {
      int f = i % g->files;
      int r = i / g->files;
      if (in_own_block(g, f, r) && has_room(g, letter, f, r)) {
        snprintf(out[count++], MR_WSLOW_TEXT, "%c@%c%d", letter, 'a' + f, r + 1);
      }
    }
  }
  return count;
}

bool mr_wslow_is_entering(const mr_wslow *g) {
  char texts[256][MR_WSLOW_TEXT];
  return g->on.placed && g->deeds == 0 && mr_wslow_entries(g, texts) > 0;
}

void mr_wslow_enter(mr_wslow *g, const char *action) {
  for (int i = 0; i < g->lates; i++) {
    if (g->late[i].letter == action[0]) {
      drop_late(g, i);
      break;
    }
  }
  g->unit[g->units++] = (mr_wslow_unit){
      .letter = action[0], .file = action[2] - 'a', .rank = number_at(action + 3) - 1};
}

/* ---- texts ----------------------------------------------------------------------------------- */

static int count_late(const mr_wslow *g, int wave, char letter) {
  int count = 0;
  for (int i = 0; i < g->lates; i++) {
    count += g->late[i].wave == wave && g->late[i].letter == letter;
  }
  return count;
}

char *mr_wslow_write_reserve(const mr_wslow *g, char *out) {
  const char *before = " reserve=";
  *out = '\0';
  for (int w = 0; w < g->waves; w++) {
    bool begun = false;
    for (const char *kind = "LKGPQRSVWXHCNIlkgpqrsvwxhcni"; *kind != '\0'; kind++) {
      int count = count_late(g, w, *kind);
      if (count > 0 && !begun) {
        out += sprintf(out, "%s", before);
        out += g->on.placed ? 0 : sprintf(out, "%d:", w + 1);
        before = ",";
        begun = true;
      }
      out += count > 0 ? sprintf(out, "%c%d", *kind, count) : 0;
    }
  }
  return out;
}

/* ---- ends ------------------------------------------------------------------------------------ */

int mr_wslow_homes(const mr_wslow *g, int side) {
  int count = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    count += u->file >= 0 && side_of(u->letter) == side && g->ground[u->file][u->rank] == '#' &&
             home_side(g, u->rank) == 1 - side;
  }
  return count;
}

static int counted(const mr_wslow *g, int side) {
  int count = 0;
  for (int i = 0; i < g->units; i++) {
    const mr_wslow_unit *u = &g->unit[i];
    if (u->file < 0 || side_of(u->letter) != side) {
      continue;
    }
    switch (g->on.last_counts) {
    case 't':
      count += g->ground[u->file][u->rank] == '#';
      break;
    case 'l':
      count += level_of(u->letter);
      break;
    case 'u':
      count++;
      break;
    default:
      break;
    }
  }
  return count;
}

int mr_wslow_after_last_turn(const mr_wslow *g) {
  if (g->on.last_turn == 0 || g->turn <= g->on.last_turn) {
    return -2;
  }
  int white = counted(g, 0);
  int black = counted(g, 1);
  int most = white > black ? white : black;
  return white == black || most < g->on.last_needs ? -1 : white > black ? 0 : 1;
}
