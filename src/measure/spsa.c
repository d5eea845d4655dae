#include <marcher/random.h>
#include <marcher/spsa.h>
#include <math.h>

#include "base/real.h"

/** Spall's exponents, and the part of the trials for which large gains are held back. */
static const double GAIN_POWER = 0.602, STEP_POWER = 0.101, HELD_BACK = 0.1;

/** The same on every machine, which pow is not. @pre base > 0 */
static double power(double base, double exponent) {
  return mr_exp(exponent * mr_log(base));
}

static double step_of(const mr_spsa *spsa, size_t i) {
  const mr_spsa_number *number = &spsa->options.numbers[i];
  return number->step > 0 ? number->step : (number->most - number->least) / 20;
}

/** How much larger the perturbation of trial `k`, from 1, is than the last one's. */
static double perturbation(const mr_spsa *spsa, double k) {
  return power((double)spsa->options.trials / k, STEP_POWER);
}

/** By how many steps of the end a result of 1 moves a number at trial `k`. */
static double gain(const mr_spsa *spsa, double k) {
  double all = (double)spsa->options.trials, held = HELD_BACK * all;
  return spsa->options.rate * power((held + all) / (held + k), GAIN_POWER) / perturbation(spsa, k);
}

mr_status mr_spsa_init(mr_spsa *spsa, const mr_spsa_options *options, mr_error *err) {
  if (options->count == 0 || options->count > MR_SPSA_NUMBERS_MAX || options->trials == 0 ||
      options->trials > MR_SPSA_TRIALS_MAX || !(options->rate >= 0) || options->rate > 1000) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "SPSA takes 1 to %d numbers and 1 to %llu trials, and a rate of 0 to 1000",
                        MR_SPSA_NUMBERS_MAX, (unsigned long long)MR_SPSA_TRIALS_MAX);
  }
  for (size_t i = 0; i < options->count; i++) {
    const mr_spsa_number *n = &options->numbers[i];
    if (!(n->least < n->most) || !(n->start >= n->least) || !(n->start <= n->most) ||
        !(n->step >= 0) || n->step > n->most - n->least) {
      return mr_error_set(err, MR_ERR_RANGE,
                          "number %zu has to begin within its range, which must not be empty, and "
                          "its step must not be larger than that",
                          i + 1);
    }
  }
  *spsa = (mr_spsa){.options = *options};
  if (spsa->options.rate <= 0) {
    /* The sum of squared gains is then 2.4, whatever the number of trials; results of a few games
     * have a variance of 0.1 to 0.3. */
    spsa->options.rate = 1 / sqrt((double)options->trials);
  }
  for (size_t i = 0; i < options->count; i++) {
    spsa->at[i] = options->numbers[i].start;
  }
  return MR_OK;
}

/** The random numbers of the next trial: they depend on nothing else. */
static mr_random stream_of(const mr_spsa *spsa) {
  mr_random random;
  mr_random_init(&random, mr_mix64(spsa->options.seed ^ mr_mix64(spsa->done + 1)));
  return random;
}

static double clip(double value, const mr_spsa_number *number) {
  return value < number->least ? number->least : value > number->most ? number->most : value;
}

static double tried(double value, const mr_spsa_number *number, double chance) {
  double within = clip(value, number);
  return number->whole ? clip(floor(within + chance), number) : within;
}

void mr_spsa_trial(const mr_spsa *spsa, double *plus, double *minus) {
  mr_random random = stream_of(spsa);
  double wide = perturbation(spsa, (double)(spsa->done + 1));
  for (size_t i = 0; i < spsa->options.count; i++) {
    const mr_spsa_number *number = &spsa->options.numbers[i];
    double sign = mr_random_below(&random, 2) == 0 ? 1 : -1, chance = mr_random_unit(&random);
    double far = sign * wide * step_of(spsa, i);
    plus[i] = tried(spsa->at[i] + far, number, chance);
    minus[i] = tried(spsa->at[i] - far, number, chance);
  }
}

void mr_spsa_tell(mr_spsa *spsa, double better) {
  mr_random random = stream_of(spsa);
  double k = (double)(spsa->done + 1), moved = gain(spsa, k);
  double result = better > 1 ? 1 : better < -1 ? -1 : better;
  for (size_t i = 0; i < spsa->options.count; i++) {
    double sign = mr_random_below(&random, 2) == 0 ? 1 : -1;
    (void)mr_random_unit(&random); /* that of rounding */
    spsa->at[i] =
        clip(spsa->at[i] + sign * result * moved * step_of(spsa, i), &spsa->options.numbers[i]);
    spsa->pull[i] += sign * result;
  }
  spsa->moves += moved * moved;
  spsa->results += result;
  spsa->squares += result * result;
  spsa->done++;
  for (size_t i = 0; 2 * spsa->done > spsa->options.trials && i < spsa->options.count; i++) {
    spsa->late[i] += spsa->at[i];
  }
}

mr_spsa_estimate mr_spsa_estimate_of(const mr_spsa *spsa, size_t index) {
  uint64_t half = spsa->options.trials / 2;
  uint64_t late = spsa->done > half ? spsa->done - half : 0;
  double noise = spsa->done > 0 ? spsa->squares / (double)spsa->done : 0;
  return (mr_spsa_estimate){.value = late > 0 ? spsa->late[index] / (double)late : spsa->at[index],
                            .spread = step_of(spsa, index) * sqrt(noise * spsa->moves),
                            .pull =
                                spsa->squares > 0 ? spsa->pull[index] / sqrt(spsa->squares) : 0};
}
