#include "base/real.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ln 2 in two parts: the first has 32 bits, so that its product with an exponent is exact.
   @source OEIS A002162: 0.693147180559945309417232121458... */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33
/* Beyond these the result is no number that a double holds: ln of the largest, and of half of the
   smallest. */
#define EXP_MAX 709.782712893384
#define EXP_MIN (-745.1332191019412)
/* Terms of the series of e^r for |r| <= ln 2 / 2: the next is r^14 / 14! < 5e-18. */
enum { EXP_TERMS = 13 };
/* Terms of that of the logarithm below: the next is less than 0.0295^12 / 25 < 2e-20. */
enum { LOG_TERMS = 12 };
/* Bits of the fraction of a double, what its exponent is counted from, and its least. */
enum { FRACTION_BITS = 52, BIAS = 1023, NORMAL_MIN = -1022 };

/* 2 to the k, -1022 <= k <= 1023. */
static double power_of_two(int k) {
  uint64_t bits = (uint64_t)(k + BIAS) << FRACTION_BITS;
  double power = 0;
  memcpy(&power, &bits, sizeof power);
  return power;
}

double mr_exp(double x) {
  if (isnan(x)) {
    return x;
  }
  if (x > EXP_MAX) {
    return INFINITY;
  }
  if (x < EXP_MIN) {
    return 0;
  }
  int k = (int)floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
  double r = x - k * LN2_HIGH - k * LN2_LOW;
  double sum = 0;
  for (int i = EXP_TERMS; i > 0; i--) {
    sum = r * (1 + sum) / i;
  }
  sum += 1;
  /* In two steps, because 2^k alone may be too large or too small. */
  int half = k / 2;
  return sum * power_of_two(half) * power_of_two(k - half);
}

double mr_log(double x) {
  if (isnan(x) || x < 0) {
    return NAN;
  }
  if (x <= 0 || isinf(x)) {
    return x <= 0 ? -INFINITY : x;
  }
  uint64_t bits = 0;
  int exponent = 0;
  if (x < power_of_two(NORMAL_MIN)) { /* numbers that lose places towards 0 */
    x *= power_of_two(FRACTION_BITS);
    exponent = -FRACTION_BITS;
  }
  memcpy(&bits, &x, sizeof bits);
  exponent += (int)(bits >> FRACTION_BITS) - BIAS;
  bits = (bits & ((UINT64_C(1) << FRACTION_BITS) - 1)) | (uint64_t)BIAS << FRACTION_BITS;
  double fraction = 0; /* x by its power of two: 1 <= fraction < 2 */
  memcpy(&fraction, &bits, sizeof fraction);
  if (fraction > 0x1.6a09e667f3bcdp0) { /* the square root of 2: the fraction is near 1 then */
    fraction /= 2;
    exponent++;
  }
  /* ln f = 2 artanh(z) = 2 (z + z^3/3 + z^5/5 + ...) with z = (f - 1) / (f + 1), |z| < 0.1716 */
  double z = (fraction - 1) / (fraction + 1);
  double square = z * z, sum = 0;
  for (int i = LOG_TERMS; i > 0; i--) {
    sum = square * (1.0 / (2 * i + 1) + sum);
  }
  return exponent * LN2_HIGH + (exponent * LN2_LOW + (2 * z + 2 * z * sum));
}

/* Stirling's series of ln gamma(x), terms of x^-1, x^-3, ... @source DLMF 5.11.1 */
static const double stirling[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                  1.0 / 1188, -691.0 / 360360, 1.0 / 156};
enum { STIRLING_TERMS = sizeof stirling / sizeof stirling[0] };
/* From here on the term after those is less than 3e-16. */
#define STIRLING_FROM 10
/* Half of ln 2 pi. @source OEIS A075700: 0.918938533204672741780329736405... */
#define HALF_LN_2_PI 0.918938533204672741780329736405

double mr_log_gamma(double x) {
  double before = 1; /* gamma(x) is that of a larger number by all between */
  while (x < STIRLING_FROM) {
    before *= x;
    x += 1;
  }
  double inverse = 1 / x, square = inverse * inverse, sum = 0;
  for (int i = STIRLING_TERMS - 1; i >= 0; i--) {
    sum = sum * square + stirling[i];
  }
  return (x - 0.5) * mr_log(x) - x + HALF_LN_2_PI + sum * inverse - mr_log(before);
}

double mr_hypot(double x, double y) {
  return isinf(x) || isinf(y) ? INFINITY : sqrt(x * x + y * y);
}
