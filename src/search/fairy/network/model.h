/**
 * @file model.h
 * A network in fractions, while it learns: what it says of a position, what to change about it, and
 * the whole numbers of it that a search uses. learn.c has the positions and goes through them.
 *
 * A network begins as nothing: the weights of the output are zero, and so is what inputs are worth
 * by themselves. What it says is in units of the scale, by which the odds grow e-fold.
 */
#ifndef MARCHER_SEARCH_FAIRY_NETWORK_MODEL_H
#define MARCHER_SEARCH_FAIRY_NETWORK_MODEL_H

#include "search/fairy/network/kernels.h"
#include "search/fairy/network/network.h"

enum { MR_FYN_INPUTS_MAX = 255 + 2 * MR_FY_HANDS_MAX * MR_FYN_LEVELS };

/** A position as the network sees it. */
typedef struct mr_fyn_example {
  unsigned count[2]; /**< inputs of the side to move, and of the other */
  uint16_t row[2][MR_FYN_INPUTS_MAX];
  unsigned bucket;
  int centipawns; /**< the search's score */
  int linear;     /**< what the weights say */
  int men;        /**< what men and hands alone are worth by them */
  float left;     /**< the part of what the network adds that counts */
  uint8_t result;
} mr_fyn_example;

/** Activations of a position, [view][image][column]. */
typedef float mr_fyn_activations[2][2][MR_FYN_WIDTH_MAX];

typedef struct mr_fyn_model {
  const mr_fyn_layout *layout;
  const mr_fyn_kernels *kernels;
  const mr_allocator *allocator;
  unsigned columns, images; /**< neurons, and how many see the board: two where left is as right */
  size_t parameters;
  size_t bias, direct, out, out_bias; /**< where they begin; rows come first */
  float row_limit;                    /**< no weight of a row or bias is larger */
  float *value;                       /**< of the parameters */
} mr_fyn_model;

/** A network that says nothing yet. @param columns that fit the layout. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_fyn_model_init(mr_fyn_model *model, const mr_fyn_layout *layout,
                                         unsigned columns, uint64_t seed,
                                         const mr_allocator *allocator, mr_error *err);
void mr_fyn_model_done(mr_fyn_model *model);

/** What it says for the side to move. @param on receives what mr_fyn_model_back needs */
double mr_fyn_model_output(const mr_fyn_model *model, const mr_fyn_example *e,
                           mr_fyn_activations on);

/** Adds to the gradient of the parameters. @param error the slope of the loss by the output */
void mr_fyn_model_back(const mr_fyn_model *model, const mr_fyn_example *e,
                       const mr_fyn_activations on, float error, float *gradient);

/** Where parameters of one kind end, and how large they may grow. */
typedef struct mr_fyn_model_part {
  size_t end;
  float limit;
} mr_fyn_model_part;

enum { MR_FYN_MODEL_PARTS = 3 };

void mr_fyn_model_parts(const mr_fyn_model *model, mr_fyn_model_part out[MR_FYN_MODEL_PARTS]);

/** The model in whole numbers. @param scale hundredths by which the odds grow e-fold @param gain
 *  what its output is multiplied by */
MR_NODISCARD mr_status mr_fyn_model_write(const mr_fyn_model *model, unsigned scale, double gain,
                                          mr_fyn **out, mr_error *err);

/** What whole numbers say of an example, for the side to move: as mr_fyn_value of its position. */
int mr_fyn_model_written(const mr_fyn *network, const mr_fyn_example *e);

#endif
