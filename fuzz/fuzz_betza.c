/**
 * @file
 * Fuzz target: movements in Betza's notation, from bytes to trails.
 *
 * The input is a movement. What can be read is walked from the squares of several boards, and every
 * trail must keep the promises of betza.h; Black's must be White's, turned by half a turn. What
 * cannot be read must be complained of at a place that exists.
 */

#include <assert.h>
#include <marcher/betza.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A walk under examination. */
typedef struct examination {
  mr_betza_origin origin;
  bool takes_ep;
  bool initial; /**< some trail was */
  size_t trails;
  uint64_t digest; /**< of all trails as seen from the mover's side */
} examination;

static void check_step(const examination *on, const mr_trail_step *step) {
  assert(step->file < on->origin.files && step->rank < on->origin.ranks);
  assert(step->file != on->origin.file || step->rank != on->origin.rank);
  assert(step->pass == MR_PASS_EMPTY || step->pass == MR_PASS_HURDLE);
  assert(step->stop <= (MR_STOP_QUIET | MR_STOP_CAPTURE | MR_STOP_EP));
  assert(step->pass == MR_PASS_EMPTY || step->stop == 0);
  assert(on->takes_ep || (step->stop & MR_STOP_EP) == 0);
}

static void digest(examination *on, unsigned value) {
  on->digest = (on->digest ^ value) * UINT64_C(0x100000001B3);
}

static void take(void *context, const mr_trail *trail) {
  examination *on = context;
  assert(trail->length >= 1 && trail->length <= MR_TRAIL_MAX);
  assert(trail->steps[trail->length - 1].stop != 0);
  assert(!trail->creates_ep || trail->initial);
  digest(on, trail->length);
  digest(on, trail->initial * 4u + trail->creates_ep * 2u + trail->slide);
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    check_step(on, step);
    assert(i == 0 || memcmp(&step[-1], step, 2) != 0);
    bool black = on->origin.black;
    digest(on, black ? on->origin.files - 1u - step->file : step->file);
    digest(on, black ? on->origin.ranks - 1u - step->rank : step->rank);
    digest(on, step->stop * 2u + step->pass);
  }
  on->initial |= trail->initial;
  on->trails++;
}

static examination walk(const mr_betza *betza, mr_betza_origin origin) {
  examination on = {.origin = origin, .takes_ep = mr_betza_takes_ep(betza)};
  mr_betza_walk(betza, &origin, take, &on);
  assert(on.trails <= MR_BETZA_TRAILS_MAX);
  assert(!on.initial || mr_betza_has_initial(betza));
  return on;
}

static void walk_both(const mr_betza *betza, mr_betza_origin origin) {
  examination white = walk(betza, origin);
  origin.file = (uint8_t)(origin.files - 1 - origin.file);
  origin.rank = (uint8_t)(origin.ranks - 1 - origin.rank);
  origin.black = true;
  examination black = walk(betza, origin);
  assert(white.trails == black.trails && white.digest == black.digest);
}

static void walk_boards(const mr_betza *betza) {
  /* Of large boards not every square, for the sake of speed. */
  static const uint8_t boards[][3] = {{1, 1, 1}, {2, 5, 1},  {1, 16, 5},  {5, 1, 2},
                                      {8, 8, 3}, {9, 10, 4}, {16, 16, 7}, {15, 3, 7}};
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    uint8_t files = boards[i][0];
    uint8_t ranks = boards[i][1];
    uint8_t stride = boards[i][2];
    for (uint8_t rank = 0; rank < ranks; rank = (uint8_t)(rank + stride)) {
      for (uint8_t file = 0; file < files; file = (uint8_t)(file + stride)) {
        walk_both(betza, (mr_betza_origin){files, ranks, file, rank, false});
      }
    }
  }
}

static void check_complaint(const mr_error *error, mr_status status, size_t size) {
  assert(status == MR_ERR_SYNTAX || status == MR_ERR_UNSUPPORTED || status == MR_ERR_LIMIT);
  assert(error->status == status && error->column >= 1 && error->column <= size + 1);
  assert(error->message[0] != '\0');
  for (const char *at = error->message; *at != '\0'; at++) {
    assert(*at >= ' ' && *at <= '~');
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mr_arena arena;
  mr_error error = {0};
  const mr_betza *betza = NULL;
  mr_arena_init(&arena, NULL, 0);
  mr_status status = mr_betza_parse((const char *)data, size, &arena, &betza, &error);
  assert((status == MR_OK) == (betza != NULL));
  if (betza != NULL) {
    walk_boards(betza);
  } else {
    check_complaint(&error, status, size);
  }
  mr_arena_done(&arena);
  return 0;
}
