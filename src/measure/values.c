/* What pieces are worth, by regression of results on differences of material. */
#include <marcher/values.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/real.h"
#include "base/text.h"

enum {
  REPLICATES = 1000, /* of the bootstrap: the ranks of its 25th and 976th are steady then */
  STEPS = 30,        /* of Newton's method, which needs some six */
  ROUNDS = 8,        /* after which the weights of positions hardly move */
  STRIDE = 64        /* rows and cases are made room for in such steps at least */
};

/** A mild belief that nothing multiplies the odds by e to the 5: it keeps what is always won
 *  finite, and moves what is measured by less than a hundredth. */
#define RIDGE 0.04
/**
 * Kinds of which few cases tell have intervals that hold what a stronger belief says, too: that of
 * eight cases more that came out even. Few cases are often foretold without fault by what one of
 * many kinds is worth, and the best fit, which makes too much of that, has an interval by itself
 * that lies too far out.
 * @source A. Agresti, B. Coull, "Approximate is better than 'exact'", American Statistician 52
 * (1998), for what cases that came out even do to intervals of few; a case is worth a quarter
 */
#define FEW 100
#define FEW_RIDGE 2.0
/** Differences that are worth more than so many logarithms of odds count for less and less: those
 *  games are as good as over, and how often they are spoilt all the same says nothing of pieces.
 * What a large piece is worth shows where others stand against it. */
#define EVEN 1.5
/** A longer step leaves where the curve is known: Newton's method runs away where results are all
 *  but foretold. */
#define STEP_MOST 1.0
/** Where a step is so small, the rest does not show in what is printed. */
#define CLOSE 1e-9
/** What is left of a kind's spread behind all that others foretell of it: where that is less, it is
 *  one of them in other words, and what it is worth is anybody's. */
#define FORETOLD 1e-3
/** Of those that foretell it the ones that matter, each with a spread of 1. */
#define MATTERS 0.1
/** The normal quantile of 0.975. */
#define NORMAL_975 1.959963984540054

/** One position. */
typedef struct row {
  mr_material material;
  uint8_t points;
} row;

struct mr_values {
  const mr_material_kinds *kinds;
  const mr_allocator *allocator;
  row *rows;
  size_t count, room;
  size_t *first; /* row of each case */
  size_t cases, case_room;
};

/* ---- collecting ------------------------------------------------------------------------------ */

mr_status mr_values_new(const mr_material_kinds *kinds, const mr_allocator *allocator,
                        mr_values **out, mr_error *err) {
  allocator = allocator != NULL ? allocator : mr_allocator_default();
  mr_values *values = mr_alloc_zero(allocator, 1, sizeof *values);
  if (values == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for values");
  }
  *values = (mr_values){.kinds = kinds, .allocator = allocator};
  *out = values;
  return MR_OK;
}

void mr_values_free(mr_values *values) {
  if (values != NULL) {
    mr_alloc_free(values->allocator, values->rows, values->room * sizeof *values->rows);
    mr_alloc_free(values->allocator, values->first, values->case_room * sizeof *values->first);
    mr_alloc_free(values->allocator, values, sizeof *values);
  }
}

/** Room for one more. @return NULL: out of memory, and nothing has changed */
static void *grown(const mr_allocator *allocator, void *items, size_t count, size_t *room,
                   size_t size) {
  if (count < *room) {
    return items;
  }
  size_t wanted = 2 * *room + STRIDE;
  void *bigger = mr_alloc_zero(allocator, wanted, size);
  if (bigger != NULL) {
    if (count > 0) {
      memcpy(bigger, items, count * size);
    }
    mr_alloc_free(allocator, items, *room * size);
    *room = wanted;
  }
  return bigger;
}

mr_status mr_values_add(mr_values *values, bool begins, const mr_material *material,
                        unsigned points, mr_error *err) {
  row *rows = grown(values->allocator, values->rows, values->count, &values->room, sizeof *rows);
  values->rows = rows != NULL ? rows : values->rows;
  size_t *first =
      grown(values->allocator, values->first, values->cases, &values->case_room, sizeof *first);
  values->first = first != NULL ? first : values->first;
  if (rows == NULL || first == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for values");
  }
  if (begins || values->cases == 0) {
    first[values->cases++] = values->count;
  }
  rows[values->count++] = (row){.material = *material, .points = (uint8_t)points};
  return MR_OK;
}

uint64_t mr_values_cases(const mr_values *values) {
  return values->cases;
}

/* ---- the regression -------------------------------------------------------------------------- */

/** Coefficients: of moving first, or whatever else the side of seat 0 has, and of kinds. */
enum { COEFFICIENTS_MAX = MR_MATERIAL_KINDS_MAX + 1 };

/** A fit under way. Matrices hold their lower halves, row by row. */
typedef struct fit {
  const mr_values *values;
  size_t size; /* coefficients */
  size_t half; /* entries of half a matrix */
  uint8_t kind[COEFFICIENTS_MAX];
  uint64_t cases[MR_MATERIAL_KINDS_MAX];
  double at[COEFFICIENTS_MAX];
  double ridge;                     /* the belief that coefficients are 0 */
  unsigned bound[COEFFICIENTS_MAX]; /* which of them are bound together: mr_value */
  double *weights;                  /* of rows */
  double *slopes;                   /* of cases */
  double *curves;
  double *sum;   /* a matrix */
  double *whole; /* another: of all cases */
  double *replicates;
} fit;

static size_t last_of(const mr_values *values, size_t one) {
  return one + 1 < values->cases ? values->first[one + 1] : values->count;
}

/** Where one side alone has a kind, so much more of it in most positions; otherwise none. That it
 *  has what is never taken says no more than which side it is. */
static int usual_of(const mr_values *values, size_t kind) {
  uint64_t counts[UINT8_MAX + 1] = {0};
  bool behind = false, ahead = false;
  for (size_t i = 0; i < values->count; i++) {
    int8_t more = values->rows[i].material.more[kind];
    behind |= more < 0;
    ahead |= more > 0;
    counts[more - INT8_MIN]++;
  }
  size_t best = -INT8_MIN;
  for (size_t i = 0; i <= UINT8_MAX && behind != ahead; i++) {
    best = counts[i] > counts[best] ? i : best;
  }
  return (int)best + INT8_MIN;
}

/** In how many cases each kind tells the sides apart. */
static void count_cases(fit *f, bool positions) {
  const mr_values *values = f->values;
  for (size_t k = 0; k < values->kinds->count; k++) {
    int usual = positions ? usual_of(values, k) : 0;
    for (size_t c = 0; c < values->cases; c++) {
      bool differs = false;
      for (size_t i = values->first[c]; i < last_of(values, c) && !differs; i++) {
        differs = values->rows[i].material.more[k] != usual;
      }
      f->cases[k] += differs;
    }
    if (f->cases[k] >= MR_VALUES_CASES_MIN && !values->kinds->items[k].royal) {
      f->kind[f->size++] = (uint8_t)k;
    }
  }
}

static double entry_of(const fit *f, const row *r, size_t i) {
  return i == 0 ? 1 : (double)r->material.more[f->kind[i]];
}

/** How much a position counts: by what stands on the board, and not by how the game ends. */
static double weight_of(const fit *f, const row *r) {
  double sum = 0;
  for (size_t i = 1; i < f->size; i++) {
    sum += entry_of(f, r, i) * f->at[i];
  }
  double far = sum * sum / (EVEN * EVEN);
  return 1 / (1 + far * far);
}

/** Adds what a position says of slope and curve of the likelihood. */
static void add_row(const fit *f, size_t n, double *slope, double *curve) {
  const row *r = &f->values->rows[n];
  double x[COEFFICIENTS_MAX], sum = 0;
  for (size_t i = 0; i < f->size; i++) {
    x[i] = entry_of(f, r, i);
    sum += x[i] * f->at[i];
  }
  double expected = 1 / (1 + mr_exp(-sum));
  double weight = f->weights[n] * expected * (1 - expected);
  for (size_t i = 0, at = 0; i < f->size; i++) {
    slope[i] += f->weights[n] * x[i] * (r->points / (double)MR_SCORE_WIN - expected);
    for (size_t k = 0; k <= i; k++) {
      curve[at++] += weight * x[i] * x[k];
    }
  }
}

/** Slope and curve of the likelihood of each case, at `at`. */
static void differentiate(fit *f) {
  const mr_values *values = f->values;
  memset(f->slopes, 0, values->cases * f->size * sizeof *f->slopes);
  memset(f->curves, 0, values->cases * f->half * sizeof *f->curves);
  for (size_t c = 0; c < values->cases; c++) {
    for (size_t n = values->first[c]; n < last_of(values, c); n++) {
      add_row(f, n, f->slopes + c * f->size, f->curves + c * f->half);
    }
  }
}

/**
 * Solves for a step by Cholesky's decomposition, in place: the matrix is positive, for the ridge
 * is. @param step the slope, which becomes the step
 */
static void solve(double *matrix, double *step, size_t size) {
  for (size_t i = 0; i < size; i++) {
    double *row_i = matrix + i * (i + 1) / 2;
    for (size_t j = 0; j <= i; j++) {
      const double *row_j = matrix + j * (j + 1) / 2;
      double sum = row_i[j];
      for (size_t k = 0; k < j; k++) {
        sum -= row_i[k] * row_j[k];
      }
      row_i[j] = i == j ? sqrt(fmax(sum, RIDGE * 1e-9)) : sum / row_j[j];
    }
    for (size_t k = 0; k < i; k++) {
      step[i] -= row_i[k] * step[k];
    }
    step[i] /= row_i[i];
  }
  for (size_t i = size; i-- > 0;) {
    for (size_t k = i + 1; k < size; k++) {
      step[i] -= matrix[k * (k + 1) / 2 + i] * step[k];
    }
    step[i] /= matrix[i * (i + 1) / 2 + i];
  }
}

/** The matrix of no case at all. */
static void put_ridge(const fit *f, double *matrix) {
  memset(matrix, 0, f->half * sizeof *matrix);
  for (size_t i = 0; i < f->size; i++) {
    matrix[i * (i + 1) / 2 + i] = f->ridge;
  }
}

/** A Newton step from `at`, with every case as often as `times` says (NULL: once). */
static void newton(fit *f, const uint32_t *times, double *step) {
  for (size_t i = 0; i < f->size; i++) {
    step[i] = -f->ridge * f->at[i];
  }
  put_ridge(f, f->sum);
  for (size_t c = 0; c < f->values->cases; c++) {
    double many = times != NULL ? times[c] : 1;
    if (many > 0) {
      for (size_t i = 0; i < f->size; i++) {
        step[i] += many * f->slopes[c * f->size + i];
      }
      for (size_t i = 0; i < f->half; i++) {
        f->sum[i] += many * f->curves[c * f->half + i];
      }
    }
  }
  solve(f->sum, step, f->size);
}

/** The best coefficients for the weights as they are. */
static void climb(fit *f) {
  double moved = 1;
  for (int n = 0; n < STEPS && moved > CLOSE; n++) {
    double step[COEFFICIENTS_MAX];
    differentiate(f);
    newton(f, NULL, step);
    double longest = 0;
    for (size_t i = 0; i < f->size; i++) {
      longest = fmax(longest, fabs(step[i]));
    }
    moved = fmin(longest, STEP_MOST);
    for (size_t i = 0; i < f->size && longest > 0; i++) {
      f->at[i] += step[i] * (moved / longest);
    }
  }
}

static void find_best(fit *f, bool positions) {
  for (size_t i = 0; i < f->values->count; i++) {
    f->weights[i] = 1;
  }
  climb(f);
  for (int round = 0; round < ROUNDS && positions; round++) {
    for (size_t i = 0; i < f->values->count; i++) {
      f->weights[i] = weight_of(f, &f->values->rows[i]);
    }
    climb(f);
  }
  differentiate(f);
}

/** A row of a symmetric matrix times a vector. */
static double row_times(const double *matrix, size_t i, const double *vector, size_t size) {
  double sum = 0;
  for (size_t k = 0; k < size; k++) {
    sum += matrix[i >= k ? i * (i + 1) / 2 + k : k * (k + 1) / 2 + i] * vector[k];
  }
  return sum;
}

/**
 * A case has drawn the fit towards itself, so that its slope tells too little of how far cases
 * scatter: the more, the fewer there are. Half way to what its slope were had it not taken part,
 * slopes scatter as they should; all of them together say again that the fit is the best one.
 * @source J. MacKinnon, H. White, "Some heteroskedasticity-consistent covariance matrix estimators
 * with improved finite sample properties", Journal of Econometrics 29 (1985): HC2, between none and
 * the jackknife
 */
static void free_slopes(fit *f) {
  size_t cases = f->values->cases;
  double excess[COEFFICIENTS_MAX] = {0};
  put_ridge(f, f->whole);
  for (size_t c = 0; c < cases; c++) {
    for (size_t i = 0; i < f->half; i++) {
      f->whole[i] += f->curves[c * f->half + i];
    }
  }
  for (size_t c = 0; c < cases; c++) {
    double *slope = f->slopes + c * f->size, away[COEFFICIENTS_MAX];
    for (size_t i = 0; i < f->half; i++) {
      f->sum[i] = f->whole[i] - f->curves[c * f->half + i];
    }
    memcpy(away, slope, f->size * sizeof *away);
    solve(f->sum, away, f->size);
    for (size_t i = 0; i < f->size; i++) {
      slope[i] = (slope[i] + row_times(f->whole, i, away, f->size)) / 2;
      excess[i] += slope[i];
    }
  }
  for (size_t c = 0; c < cases; c++) {
    for (size_t i = 0; i < f->size; i++) {
      f->slopes[c * f->size + i] -= (excess[i] - f->ridge * f->at[i]) / (double)cases;
    }
  }
}

/* ---- what is bound together ------------------------------------------------------------------ */

/** The curve of the likelihood without the belief, with ones on the diagonal. */
static void put_correlations(fit *f) {
  double spread[COEFFICIENTS_MAX];
  memset(f->whole, 0, f->half * sizeof *f->whole);
  for (size_t c = 0; c < f->values->cases; c++) {
    for (size_t i = 0; i < f->half; i++) {
      f->whole[i] += f->curves[c * f->half + i];
    }
  }
  for (size_t i = 0; i < f->size; i++) {
    spread[i] = sqrt(f->whole[i * (i + 1) / 2 + i]);
    for (size_t k = 0; k <= i; k++) {
      double both = spread[i] * spread[k];
      f->whole[i * (i + 1) / 2 + k] = both > 0 ? f->whole[i * (i + 1) / 2 + k] / both : i == k;
    }
  }
}

/** Binds a coefficient to those that foretell it. @param rows Cholesky's, up to its own */
static void bind(fit *f, const double *rows, size_t one) {
  double by[COEFFICIENTS_MAX] = {0};
  for (size_t j = one; j-- > 0;) {
    const double *own = rows + j * (j + 1) / 2;
    double sum = rows[one * (one + 1) / 2 + j];
    for (size_t k = j + 1; k < one; k++) {
      sum -= rows[k * (k + 1) / 2 + j] * by[k];
    }
    by[j] = own[j] > 0 ? sum / own[j] : 0;
  }
  by[one] = 1;
  for (size_t j = 1; j <= one; j++) {
    unsigned before = f->bound[j];
    for (size_t k = 1; k <= one && fabs(by[j]) > MATTERS; k++) {
      bool same = k == j || (before > 0 && f->bound[k] == before);
      f->bound[k] = same ? (unsigned)one : f->bound[k];
    }
  }
}

/**
 * Finds kinds of which the others foretell how many more there are, as of men that walk until they
 * become others: any sum may be added to what each is worth. The belief halves it between them, in
 * every sample alike, and their intervals would be narrow about nothing.
 */
static void find_bound(fit *f) {
  put_correlations(f);
  for (size_t i = 0; i < f->size; i++) {
    double *row_i = f->whole + i * (i + 1) / 2, left = row_i[i];
    for (size_t j = 0; j < i; j++) {
      const double *row_j = f->whole + j * (j + 1) / 2;
      for (size_t k = 0; k < j; k++) {
        row_i[j] -= row_i[k] * row_j[k];
      }
      row_i[j] = row_j[j] > 0 ? row_i[j] / row_j[j] : 0;
      left -= row_i[j] * row_i[j];
    }
    row_i[i] = left < FORETOLD ? 0 : sqrt(left);
    if (left < FORETOLD) {
      bind(f, f->whole, i);
    }
  }
}

static void replicate(fit *f, uint32_t *times, uint64_t seed) {
  mr_random random;
  free_slopes(f);
  mr_random_init(&random, mr_mix64(seed ^ UINT64_C(0x76616c756573)));
  for (size_t r = 0; r < REPLICATES; r++) {
    double *out = f->replicates + r * f->size;
    memset(times, 0, f->values->cases * sizeof *times);
    for (size_t c = 0; c < f->values->cases; c++) {
      times[mr_random_below(&random, f->values->cases)]++;
    }
    newton(f, times, out);
    for (size_t i = 0; i < f->size; i++) {
      out[i] += f->at[i];
    }
  }
}

/* ---- intervals ------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/**
 * Percentiles of replicates, further out where few cases tell of it: as far as Student's quantile
 * for so many lies beyond the normal one.
 * @source Hesterberg, section 5.3; Abramowitz and Stegun, 26.7.5
 */
static mr_interval percentiles(double *sorted, double value, uint64_t cases) {
  double freedom = (double)cases - 1, z = NORMAL_975;
  double wide = z + z * (z * z + 1) / (4 * freedom) +
                z * (5 * z * z * z * z + 16 * z * z + 3) / (96 * freedom * freedom);
  wide *= sqrt((double)cases / freedom);
  double tail = erfc(wide / sqrt(2)) / 2;
  size_t out = (size_t)floor(tail * REPLICATES);
  qsort(sorted, REPLICATES, sizeof *sorted, ascending);
  return (mr_interval){value, fmin(value, sorted[out]), fmax(value, sorted[REPLICATES - 1 - out])};
}

static double ratio(double of, double unit) {
  return unit > 0 ? of / unit : of > 0 ? INFINITY : -INFINITY;
}

/** Where in the fit a kind is; 0: nowhere. */
static size_t place_of(const fit *f, size_t kind) {
  for (size_t i = 1; i < f->size; i++) {
    if (f->kind[i] == kind) {
      return i;
    }
  }
  return 0;
}

static void put_values(const fit *f, size_t unit, mr_value *out) {
  double odds[REPLICATES], value[REPLICATES];
  size_t one = place_of(f, unit);
  for (size_t i = 1; i < f->size; i++) {
    mr_value *it = &out[f->kind[i]];
    for (size_t r = 0; r < REPLICATES; r++) {
      odds[r] = f->replicates[r * f->size + i];
      value[r] = one > 0 ? ratio(odds[r], f->replicates[r * f->size + one]) : NAN;
    }
    it->known = f->bound[i] == 0;
    it->bound = f->bound[i];
    it->odds = percentiles(odds, f->at[i], it->cases);
    it->value = (mr_interval){NAN, -INFINITY, INFINITY};
    if (one > 0) {
      it->value = i == one ? (mr_interval){1, 1, 1}
                           : percentiles(value, ratio(f->at[i], f->at[one]), it->cases);
    }
  }
}

static void stretch(mr_interval *interval, mr_interval other) {
  interval->low = fmin(interval->low, other.low);
  interval->high = fmax(interval->high, other.high);
}

/** Kinds of which few cases tell: their intervals hold what a stronger belief says. */
static void doubt_few(fit *f, const mr_values_ask *ask, uint32_t *times, mr_value *out) {
  mr_value doubted[MR_MATERIAL_KINDS_MAX];
  bool any = false;
  for (size_t i = 1; i < f->size; i++) {
    any = any || out[f->kind[i]].cases < FEW;
  }
  if (!any) {
    return;
  }
  f->ridge = FEW_RIDGE;
  climb(f);
  differentiate(f);
  replicate(f, times, ask->seed);
  memcpy(doubted, out, f->values->kinds->count * sizeof *out);
  put_values(f, ask->unit, doubted);
  for (size_t i = 1; i < f->size; i++) {
    mr_value *it = &out[f->kind[i]];
    if (it->cases < FEW) {
      stretch(&it->odds, doubted[f->kind[i]].odds);
      stretch(&it->value, doubted[f->kind[i]].value);
    }
  }
}

/** Kinds of which both is known: what they are worth here, and what their designer says. */
static size_t said_kinds(const fit *f, size_t *place, double *said) {
  size_t count = 0;
  for (size_t i = 1; i < f->size; i++) {
    double says = mr_material_said(&f->values->kinds->items[f->kind[i]]);
    if (isfinite(says) && f->bound[i] == 0) {
      place[count] = i;
      said[count++] = says;
    }
  }
  return count;
}

static double rank_with(const size_t *place, const double *said, size_t count, const double *odds) {
  double own[MR_MATERIAL_KINDS_MAX];
  for (size_t i = 0; i < count; i++) {
    own[i] = odds[place[i]];
  }
  return mr_rank_correlation(own, said, count);
}

/**
 * How far the order agrees with the designer's. Chance among the replicates blurs their orders once
 * more, so that their correlations lie too low: the interval holds those and the same turned about
 * the value (the basic bootstrap).
 */
static void put_rank(const fit *f, mr_rank *out) {
  size_t place[MR_MATERIAL_KINDS_MAX] = {0};
  double said[MR_MATERIAL_KINDS_MAX] = {0}, ranks[REPLICATES];
  *out = (mr_rank){said_kinds(f, place, said), {NAN, -1, 1}};
  out->agreement.value = rank_with(place, said, out->count, f->at);
  if (!isfinite(out->agreement.value)) {
    return;
  }
  for (size_t r = 0; r < REPLICATES; r++) {
    double one = rank_with(place, said, out->count, f->replicates + r * f->size);
    ranks[r] = isfinite(one) ? one : 0;
  }
  mr_interval *it = &out->agreement;
  mr_interval plain = percentiles(ranks, it->value, f->values->cases);
  it->low = fmax(-1, fmin(plain.low, 2 * it->value - plain.high));
  it->high = fmin(1, fmax(plain.high, 2 * it->value - plain.low));
}

/** Whether all games ended alike: nothing tells then what anything does for a result. */
static bool ended_alike(const mr_values *values) {
  bool alike = true;
  for (size_t i = 1; i < values->count && alike; i++) {
    alike = values->rows[i].points == values->rows[0].points;
  }
  return alike;
}

/** Why nothing can be said. */
static mr_status nothing_known(const mr_values *values, bool too_few, mr_error *err) {
  if (values->cases == 0) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no game came to a position that was quiet for three turns of each side, "
                        "with more of a kind on one side (where pieces are placed in every turn "
                        "none does): nothing can be said of what pieces are worth");
  }
  if (too_few) {
    return mr_error_set(
        err, MR_ERR_UNSUPPORTED,
        "in the quiet positions of %zu game%s no side had more of a kind than usual in "
        "as many as %d: nothing can be said of what pieces are worth; more games may "
        "help",
        values->cases, mr_text_plural(values->cases), MR_VALUES_CASES_MIN);
  }
  const char *how = 2 * values->rows[0].points == MR_SCORE_WIN  ? "were drawn"
                    : values->rows[0].points > MR_SCORE_WIN / 2 ? "were won by the same side"
                                                                : "were lost by the same side";
  return mr_error_set(err, MR_ERR_UNSUPPORTED,
                      "all %zu games in which the sides were told apart %s: results do not vary, "
                      "so nothing can be said of what pieces do for them; more games, or players "
                      "with more nodes, may help",
                      values->cases, how);
}

static bool make_room(fit *f, const mr_allocator *allocator) {
  size_t cases = f->values->cases;
  f->half = f->size * (f->size + 1) / 2;
  f->weights = mr_alloc_zero(allocator, f->values->count, sizeof *f->weights);
  f->slopes = mr_alloc_zero(allocator, cases * f->size, sizeof *f->slopes);
  f->curves = mr_alloc_zero(allocator, cases * f->half, sizeof *f->curves);
  f->sum = mr_alloc_zero(allocator, f->half, sizeof *f->sum);
  f->whole = mr_alloc_zero(allocator, f->half, sizeof *f->whole);
  f->replicates = mr_alloc_zero(allocator, REPLICATES * f->size, sizeof *f->replicates);
  return f->weights != NULL && f->slopes != NULL && f->curves != NULL && f->sum != NULL &&
         f->whole != NULL && f->replicates != NULL;
}

static void free_room(fit *f, const mr_allocator *allocator) {
  size_t cases = f->values->cases;
  mr_alloc_free(allocator, f->replicates, REPLICATES * f->size * sizeof *f->replicates);
  mr_alloc_free(allocator, f->whole, f->half * sizeof *f->whole);
  mr_alloc_free(allocator, f->sum, f->half * sizeof *f->sum);
  mr_alloc_free(allocator, f->curves, cases * f->half * sizeof *f->curves);
  mr_alloc_free(allocator, f->slopes, cases * f->size * sizeof *f->slopes);
  mr_alloc_free(allocator, f->weights, f->values->count * sizeof *f->weights);
}

mr_status mr_values_fit(const mr_values *values, const mr_values_ask *ask, mr_value *out,
                        mr_rank *rank, mr_error *err) {
  const mr_allocator *allocator = values->allocator;
  fit f = {.values = values, .size = 1, .ridge = RIDGE};
  count_cases(&f, ask->positions);
  for (size_t k = 0; k < values->kinds->count; k++) {
    out[k] = (mr_value){.cases = f.cases[k]};
  }
  if (f.size == 1 || ended_alike(values)) {
    return nothing_known(values, f.size == 1, err);
  }
  uint32_t *times = mr_alloc_zero(allocator, values->cases, sizeof *times);
  bool good = make_room(&f, allocator) && times != NULL;
  if (good) {
    find_best(&f, ask->positions);
    find_bound(&f);
    replicate(&f, times, ask->seed);
    put_values(&f, ask->unit, out);
    if (rank != NULL) {
      put_rank(&f, rank);
    }
    doubt_few(&f, ask, times, out);
  }
  free_room(&f, allocator);
  mr_alloc_free(allocator, times, values->cases * sizeof *times);
  return good ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for values");
}

double mr_values_points(double odds) {
  return 1 / (1 + mr_exp(-odds)) - 0.5;
}

/* ---- ranks ----------------------------------------------------------------------------------- */

static void rank(const double *x, size_t count, double *out) {
  for (size_t i = 0; i < count; i++) {
    out[i] = 0.5;
    for (size_t k = 0; k < count; k++) {
      out[i] += x[k] < x[i] ? 1 : x[k] == x[i] ? 0.5 : 0;
    }
  }
}

double mr_rank_correlation(const double *x, const double *y, size_t count) {
  double a[MR_MATERIAL_KINDS_MAX], b[MR_MATERIAL_KINDS_MAX];
  double mean = ((double)count + 1) / 2, xy = 0, xx = 0, yy = 0;
  if (count < 3 || count > MR_MATERIAL_KINDS_MAX) {
    return NAN;
  }
  rank(x, count, a);
  rank(y, count, b);
  for (size_t i = 0; i < count; i++) {
    xy += (a[i] - mean) * (b[i] - mean);
    xx += (a[i] - mean) * (a[i] - mean);
    yy += (b[i] - mean) * (b[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}
