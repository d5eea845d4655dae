/* Whether both sides get a fair share: a test that looks at its results on the way. */
#include <marcher/fair.h>
#include <string.h>

/** What may lie beyond each end of the interval of one look, so that all of them cover together
 *  (Bonferroni): looks are dependent, and no sharper bound holds whatever the share of draws. */
#define LOOK_TAIL (0.025 / MR_FAIR_LOOKS)

/** Quarter points of a draw. */
#define DRAWN (MR_SCORE_WIN / 2)

/** Hundredths of the games at which the test is looked at: soon where the map is hopeless, rarely
 *  where it is close. */
static const unsigned looks[MR_FAIR_LOOKS] = {10, 20, 40, 70, 100};

mr_fair mr_fair_begin(uint64_t most) {
  return (mr_fair){
      .low = MR_FAIR_LOW, .high = MR_FAIR_HIGH, .most = most, .share = {.value = 0.5, .high = 1}};
}

uint64_t mr_fair_games(const mr_fair *test) {
  uint64_t games = 0;
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    games += test->cells[i];
  }
  return games;
}

uint64_t mr_fair_next_look(const mr_fair *test) {
  uint64_t games = mr_fair_games(test);
  for (size_t i = 0; i < MR_FAIR_LOOKS; i++) {
    uint64_t at = (test->most * looks[i] + 99) / 100;
    if (at > games) {
      return at;
    }
  }
  return test->most;
}

void mr_fair_add(mr_fair *test, unsigned points) {
  test->cells[points < MR_TALLY_GAME_CELLS ? points : MR_TALLY_GAME_CELLS - 1]++;
}

void mr_fair_add_broken(mr_fair *test) {
  mr_fair_add(test, DRAWN);
  test->broken++;
}

static mr_interval share_of(const mr_fair *test) {
  uint64_t least[MR_TALLY_GAME_CELLS], most[MR_TALLY_GAME_CELLS];
  memcpy(least, test->cells, sizeof least);
  memcpy(most, test->cells, sizeof most);
  least[DRAWN] -= test->broken;
  least[0] += test->broken;
  most[DRAWN] -= test->broken;
  most[MR_TALLY_GAME_CELLS - 1] += test->broken;
  return mr_points_interval_open(least, test->cells, most, MR_TALLY_GAME_CELLS - 1, LOOK_TAIL);
}

mr_fair_verdict mr_fair_look(mr_fair *test, bool over) {
  test->share = share_of(test);
  if (test->share.low > test->high || test->share.high < test->low) {
    test->verdict = MR_FAIR_REFUSED;
  } else if (test->share.low >= test->low && test->share.high <= test->high) {
    test->verdict = MR_FAIR_SHOWN;
  } else {
    test->verdict = over || mr_fair_games(test) >= test->most ? MR_FAIR_UNKNOWN : MR_FAIR_OPEN;
  }
  return test->verdict;
}

void mr_fair_text(const mr_fair *test, mr_str *out) {
  uint64_t games = mr_fair_games(test);
  mr_str_format(out, "%.1f%% (%.1f to %.1f%%) of %llu game%s", 100 * test->share.value,
                100 * test->share.low, 100 * test->share.high, (unsigned long long)games,
                games == 1 ? "" : "s");
  if (test->broken > 0) {
    mr_str_format(out, ", %llu of them broken off", (unsigned long long)test->broken);
  }
}
