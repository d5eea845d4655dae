#include "fraction.h"

#include "jsonl.h"
#include "test_main.h"

static mr_u128 common_divisor(mr_u128 a, mr_u128 b) {
  while (b != 0) {
    mr_u128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static mr_u128 product(mr_u128 a, mr_u128 b) {
  const mr_u128 most = ((mr_u128)1 << 127) - 1;
  if (a != 0 && b > most / a) {
    fail_msg("an exact fraction outgrows 127 bits");
  }
  return a * b;
}

mr_exact mr_exact_of(mr_u128 numerator, mr_u128 denominator) {
  mr_u128 divisor = common_divisor(numerator, denominator);
  return (mr_exact){numerator / divisor, denominator / divisor};
}

mr_exact mr_exact_read(const char *text) {
  uint64_t numerator = 0;
  uint64_t denominator = 1;
  mr_json_fraction(text, &numerator, &denominator);
  return mr_exact_of(numerator, denominator);
}

mr_exact mr_exact_add(mr_exact a, mr_exact b) {
  mr_u128 divisor = common_divisor(a.denominator, b.denominator);
  mr_u128 left = product(a.numerator, b.denominator / divisor);
  mr_u128 right = product(b.numerator, a.denominator / divisor);
  return mr_exact_of(left + right, product(a.denominator, b.denominator / divisor));
}

/* Reduces crosswise first, so that nothing grows which cancels. */
mr_exact mr_exact_multiply(mr_exact a, mr_exact b) {
  mr_exact left = mr_exact_of(a.numerator, b.denominator);
  mr_exact right = mr_exact_of(b.numerator, a.denominator);
  return (mr_exact){product(left.numerator, right.numerator),
                    product(left.denominator, right.denominator)};
}

bool mr_exact_same(mr_exact a, mr_exact b) {
  return a.numerator == b.numerator && a.denominator == b.denominator;
}

double mr_exact_double(mr_exact a) {
  return (double)a.numerator / (double)a.denominator;
}
