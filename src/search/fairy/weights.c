#include "search/fairy/weights.h"

#include "search/fairy/fairy_search.h"

mr_status mr_fys_weights_new(const mr_fy_game *game, const mr_fys_core *core, const char *text,
                             const mr_allocator *allocator, mr_fys_weights **out, mr_error *err) {
  const char *source = text != NULL ? text : game->base.info.weights;
  mr_fys_weights *weights = mr_alloc_zero(allocator, 1, sizeof *weights);
  mr_fy_weights *given = NULL;
  if (source != NULL && weights != NULL) {
    given = mr_alloc_zero(allocator, 1, sizeof *given);
  }
  if (weights == NULL || (source != NULL && given == NULL)) {
    mr_fys_weights_free(weights, allocator);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the weights of the engine");
  }
  mr_status status = MR_OK;
  if (given != NULL) {
    status = mr_fy_weights_read(game, source, allocator, given, err);
  }
  if (status == MR_OK) {
    core->init_values(game, given, weights);
    *out = weights;
  } else {
    mr_fys_weights_free(weights, allocator);
  }
  mr_alloc_free(allocator, given, sizeof *given);
  return status;
}

void mr_fys_weights_free(mr_fys_weights *weights, const mr_allocator *allocator) {
  mr_alloc_free(allocator, weights, sizeof *weights);
}
