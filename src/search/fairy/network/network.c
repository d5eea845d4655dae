#include "search/fairy/network/network.h"

#include "search/fairy/network/kernels.h"

bool mr_fyn_width_fits(unsigned width) {
  return width > 0 && width <= MR_FYN_WIDTH_MAX && width % MR_FYN_WIDTH_STEP == 0;
}

/** Parts of one block, whose rows come first: they are what has to lie well. */
static void share_block(mr_fyn *n) {
  size_t rows = (n->layout.rows + 1u) * (size_t)n->width;
  n->row = n->block;
  n->bias = n->row + rows;
  n->direct = n->bias + n->width;
  n->out = n->direct + n->layout.rows + 1u + (n->layout.rows + 1u) % 2; /* an even number */
  n->out_bias = (int32_t *)(void *)(n->out + (size_t)n->layout.buckets * 2 * n->width);
}

mr_status mr_fyn_new(const mr_fy_game *game, unsigned columns, const mr_allocator *allocator,
                     mr_fyn **out, mr_error *err) {
  mr_fyn *n = mr_alloc_zero(allocator, 1, sizeof *n);
  if (n == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for a network");
  }
  n->allocator = allocator;
  n->kernels = mr_fyn_kernels_best();
  mr_status status = mr_fyn_layout_init(&n->layout, game, allocator, err);
  if (status != MR_OK) {
    mr_alloc_free(allocator, n, sizeof *n);
    return status;
  }
  n->columns = columns;
  n->width = n->layout.halves ? 2 * columns : columns;
  if (columns <= MR_FYN_WIDTH_MAX && mr_fyn_width_fits(n->width)) {
    size_t numbers = (n->layout.rows + 2u + 2u * n->layout.buckets) * (size_t)n->width;
    numbers += n->layout.rows + 2u; /* what they are worth by themselves */
    n->block_size = numbers * sizeof(int16_t) + n->layout.buckets * sizeof(int32_t);
    n->block = mr_alloc_zero(allocator, 1, n->block_size);
    status = n->block != NULL ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "no memory for a network");
  } else {
    status = mr_error_set(err, MR_ERR_RANGE, "a network cannot have %u neurons", columns);
  }
  if (status != MR_OK) {
    mr_fyn_free(n);
    return status;
  }
  share_block(n);
  *out = n;
  return MR_OK;
}

void mr_fyn_free(mr_fyn *n) {
  if (n != NULL) {
    const mr_allocator *allocator = n->allocator;
    mr_alloc_free(allocator, n->block, n->block_size);
    mr_fyn_layout_done(&n->layout);
    mr_alloc_free(allocator, n, sizeof *n);
  }
}

void mr_fyn_pair(mr_fyn *n) {
  unsigned half = n->columns;
  if (!n->layout.halves) {
    return;
  }
  memcpy(n->bias + half, n->bias, half * sizeof *n->bias);
  for (size_t row = 0; row < n->layout.rows; row++) {
    memcpy(n->row + row * n->width + half, n->row + (size_t)n->layout.mirror[row] * n->width,
           half * sizeof *n->row);
  }
  for (size_t part = 0; part < (size_t)2 * n->layout.buckets; part++) {
    memcpy(n->out + part * n->width + half, n->out + part * n->width, half * sizeof *n->out);
  }
}

/* ---- values ---------------------------------------------------------------------------------- */

/** What the inputs are worth by themselves, of the two views: behind the sums. */
static void get_direct(const mr_fyn *n, const int16_t *sums, int32_t out[2]) {
  memcpy(out, sums + (size_t)2 * n->width, 2 * sizeof *out);
}

static void put_direct(const mr_fyn *n, int16_t *sums, const int32_t direct[2]) {
  memcpy(sums + (size_t)2 * n->width, direct, 2 * sizeof *direct);
}

void mr_fyn_sums_of(const mr_fyn *n, const mr_fyn_inputs_of inputs[2], int16_t *out) {
  int32_t direct[2] = {0, 0};
  for (unsigned view = 0; view < 2; view++) {
    int16_t *sums = out + (size_t)view * n->width;
    memcpy(sums, n->bias, n->width * sizeof *sums);
    for (unsigned i = 0; i < inputs[view].count; i++) {
      const int16_t *row = n->row + (size_t)inputs[view].row[i] * n->width;
      direct[view] += n->direct[inputs[view].row[i]];
      for (unsigned k = 0; k < n->width; k++) {
        sums[k] = (int16_t)(sums[k] + row[k]);
      }
    }
  }
  put_direct(n, out, direct);
}

void mr_fyn_sums(const mr_fyn *n, const mr_state *state, int16_t *out) {
  enum { INPUTS_MAX = MR_FY_CELLS_MAX + 2 * MR_FY_HANDS_MAX * MR_FYN_LEVELS };
  uint16_t rows[2][INPUTS_MAX];
  mr_fyn_inputs_of inputs[2];
  for (unsigned view = 0; view < 2; view++) {
    inputs[view] =
        (mr_fyn_inputs_of){rows[view], mr_fyn_inputs(&n->layout, state, view, rows[view])};
  }
  mr_fyn_sums_of(n, inputs, out);
}

/** The third row that comes or goes: seldom, so no kernel knows it. */
static void update_third(const mr_fyn *n, const mr_fyn_change *change, unsigned view,
                         int16_t *after, int32_t *direct) {
  unsigned add = change->added > 2 ? change->add[view][2] : n->layout.rows;
  unsigned remove = change->removed > 2 ? change->remove[view][2] : n->layout.rows;
  const int16_t *comes = n->row + (size_t)add * n->width,
                *goes = n->row + (size_t)remove * n->width;
  for (unsigned i = 0; i < n->width; i++) {
    after[i] = (int16_t)(after[i] + comes[i] - goes[i]);
  }
  *direct += n->direct[add] - n->direct[remove];
}

void mr_fyn_update(const mr_fyn *n, const mr_fyn_change *change, const int16_t *before,
                   int16_t *after) {
  int two = change->added > 1 || change->removed > 1;
  int32_t direct[2];
  get_direct(n, before, direct);
  for (unsigned view = 0; view < 2; view++) {
    mr_fyn_rows rows;
    for (unsigned i = 0; i < 2; i++) {
      unsigned add = i < change->added ? change->add[view][i] : n->layout.rows;
      unsigned remove = i < change->removed ? change->remove[view][i] : n->layout.rows;
      rows.add[i] = n->row + (size_t)add * n->width;
      rows.remove[i] = n->row + (size_t)remove * n->width;
      direct[view] += n->direct[add] - n->direct[remove];
    }
    size_t at = (size_t)view * n->width;
    n->kernels->update(&rows, two, before + at, after + at, n->width);
    if (change->added > 2 || change->removed > 2) {
      update_third(n, change, view, after + at, &direct[view]);
    }
  }
  put_direct(n, after, direct);
}

int mr_fyn_output(const mr_fyn *n, unsigned side, unsigned bucket, const int16_t *sums) {
  const int64_t one = (int64_t)MR_FYN_ONE * MR_FYN_ONE * MR_FYN_OUT_ONE;
  const int64_t whole = one * MR_FYN_SCALE_ONE;
  const int16_t *weights = n->out + (size_t)bucket * 2 * n->width;
  int32_t direct[2];
  get_direct(n, sums, direct);
  int64_t total = n->kernels->output(sums + (size_t)side * n->width, weights, n->width);
  total += n->kernels->output(sums + (size_t)(side ^ 1u) * n->width, weights + n->width, n->width);
  total += (int64_t)n->out_bias[bucket] * MR_FYN_ONE;
  total += (int64_t)(direct[side] - direct[side ^ 1u]) * one / (2 * MR_FYN_DIRECT_ONE);
  int64_t value = total * (int)n->scale / whole;
  return value > MR_FYN_VALUE_MAX    ? MR_FYN_VALUE_MAX
         : value < -MR_FYN_VALUE_MAX ? -MR_FYN_VALUE_MAX
                                     : (int)value;
}

static unsigned men_of(const mr_fyn *n, const mr_state *state) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned men = 0;
  for (unsigned cell = 0; cell < n->layout.game->rules.cells; cell++) {
    men += board[cell] > MR_FY_WALL;
  }
  return men;
}

int mr_fyn_value(const mr_fyn *n, const mr_state *state) {
  int16_t sums[2 * MR_FYN_WIDTH_MAX + MR_FYN_SUMS_EXTRA];
  const mr_fy_state *head = mr_fy_state_of_const(state);
  mr_fyn_sums(n, state, sums);
  return mr_fyn_output(n, head->side, mr_fyn_bucket(&n->layout, head, men_of(n, state)), sums);
}

bool mr_fyn_piece_value(const mr_fyn *n, const mr_state *state, unsigned cell, int *value) {
  int16_t sums[2 * MR_FYN_WIDTH_MAX + MR_FYN_SUMS_EXTRA];
  int16_t without[2 * MR_FYN_WIDTH_MAX + MR_FYN_SUMS_EXTRA];
  const mr_fy_state *head = mr_fy_state_of_const(state);
  unsigned cells = n->layout.game->rules.cells, men = men_of(n, state);
  unsigned code = cell < cells ? mr_fy_board_const(state)[cell] : 0;
  mr_fyn_change gone = {0};
  if (code <= MR_FY_WALL) {
    return false;
  }
  mr_fyn_note(&n->layout, &gone, false, (size_t)code * cells + cell);
  mr_fyn_sums(n, state, sums);
  mr_fyn_update(n, &gone, sums, without);
  int with = mr_fyn_output(n, head->side, mr_fyn_bucket(&n->layout, head, men), sums);
  int less = mr_fyn_output(n, head->side, mr_fyn_bucket(&n->layout, head, men - 1), without);
  *value = MR_FY_SIDE(code) == head->side ? with - less : less - with;
  return true;
}
