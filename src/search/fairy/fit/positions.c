#include <string.h>

#include "rules/fairy/text/texts.h"
#include "search/fairy/fit/fit_priv.h"

/* ---- a fit and its weights ------------------------------------------------------------------- */

/** The terms that the game has become columns. */
static void choose_columns(mr_fys_fit *fit) {
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    fit->columns[term] = MR_FYS_FIT_NO_COLUMN;
    if (mr_fy_term_used(fit->game, &fit->fold, term)) {
      fit->columns[term] = (uint16_t)fit->column_count;
      fit->term_of[fit->column_count++] = (uint16_t)term;
    }
  }
}

/** An empty section leaves all weights as measured. */
static mr_status init_weights(mr_fys_fit *fit, const char *weights, mr_error *err) {
  mr_str_init(&fit->text, fit->allocator);
  mr_str_format(&fit->text, "[%s]\n", fit->base->info.name);
  fit->found = mr_alloc_zero(fit->allocator, 1, sizeof *fit->found);
  if (fit->found == NULL || fit->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  }
  mr_status status = mr_fys_weights_new(fit->game, fit->core, mr_str_text(&fit->text),
                                        fit->allocator, &fit->measured, err);
  if (status == MR_OK && weights != NULL) {
    mr_str_reset(&fit->text);
    mr_str_add(&fit->text, weights);
    status = mr_fy_weights_read(fit->game, weights, fit->allocator, fit->found, err);
  }
  return status == MR_OK ? mr_fys_fit_use_text(fit, err) : status;
}

mr_status mr_fys_fit_use_text(mr_fys_fit *fit, mr_error *err) {
  if (fit->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the weights");
  }
  mr_fys_weights *weights = NULL;
  mr_status status = mr_fys_weights_new(fit->game, fit->core, mr_str_text(&fit->text),
                                        fit->allocator, &weights, err);
  if (status == MR_OK) {
    mr_fys_weights_free(fit->current, fit->allocator);
    fit->current = weights;
  }
  return status;
}

mr_status mr_fys_fit_new(const mr_game *game, const char *weights, const mr_allocator *allocator,
                         mr_fys_fit **out, mr_error *err) {
  if (!mr_fys_can_play(game)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has no weights to be tuned", game->info.name);
  }
  mr_fys_fit *fit = mr_alloc_zero(allocator, 1, sizeof *fit);
  if (fit == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  }
  fit->base = game;
  fit->game = mr_fy_game_of(game);
  fit->allocator = allocator;
  fit->core = mr_fys_core_for(fit->game);
  mr_fy_fold_init(fit->game, &fit->fold);
  choose_columns(fit);
  mr_status status = init_weights(fit, weights, err);
  if (status != MR_OK) {
    mr_fys_fit_free(fit);
    return status;
  }
  *out = fit;
  return MR_OK;
}

void mr_fys_fit_free(mr_fys_fit *fit) {
  if (fit == NULL) {
    return;
  }
  const mr_allocator *allocator = fit->allocator;
  mr_fys_fit_clear(fit);
  mr_alloc_free(allocator, fit->found, sizeof *fit->found);
  mr_fys_weights_free(fit->measured, allocator);
  mr_fys_weights_free(fit->current, allocator);
  mr_str_done(&fit->text);
  mr_alloc_free(allocator, fit, sizeof *fit);
}

const char *mr_fys_fit_text(const mr_fys_fit *fit) {
  return mr_str_text(&fit->text);
}

bool mr_fys_fit_is_quiet(const mr_fys_fit *fit, const mr_state *state, const mr_action *list,
                         size_t count) {
  const mr_fys_eval eval = {fit->game, fit->current};
  return fit->core->quiet(&eval, state, list, count);
}

/* ---- positions ------------------------------------------------------------------------------- */

/** An array of twice the room, or NULL; the old one is freed then only. */
static void *grow(const mr_allocator *allocator, void *items, size_t count, size_t room,
                  size_t wanted, size_t size) {
  void *more = mr_alloc_zero(allocator, wanted, size);
  if (more != NULL && items != NULL) {
    memcpy(more, items, count * size);
    mr_alloc_free(allocator, items, room * size);
  }
  return more;
}

/** Room for one more position with all its terms. */
static bool make_room(mr_fys_fit *fit) {
  if (fit->position_count == fit->position_room) {
    size_t room = fit->position_room ? fit->position_room * 2 : 4096;
    void *more = grow(fit->allocator, fit->positions, fit->position_count, fit->position_room, room,
                      sizeof *fit->positions);
    if (more == NULL) {
      return false;
    }
    fit->positions = more;
    fit->position_room = room;
  }
  if (fit->term_count + fit->column_count > fit->term_room) {
    size_t room = (fit->term_room ? fit->term_room * 2 : 1 << 18) + fit->column_count;
    void *more = room > UINT32_MAX ? NULL
                                   : grow(fit->allocator, fit->terms, fit->term_count,
                                          fit->term_room, room, sizeof *fit->terms);
    if (more == NULL) {
      return false;
    }
    fit->terms = more;
    fit->term_room = room;
  }
  return true;
}

mr_status mr_fys_fit_add(mr_fys_fit *fit, const mr_state *state, const mr_fys_fit_label *label,
                         mr_error *err) {
  if (!make_room(fit)) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  const mr_fys_eval eval = {fit->game, fit->measured};
  fit->core->trace(&eval, state, &fit->trace);
  float unit = (float)fit->trace.scale / (MR_FYS_FULL * MR_FYS_FULL * 10.0F);
  fit_position *p = &fit->positions[fit->position_count++];
  *p = (fit_position){.first = (uint32_t)fit->term_count,
                      .held_out = label->held_out,
                      .open = unit * (float)fit->trace.phase,
                      .end = unit * (float)(MR_FYS_FULL - fit->trace.phase),
                      .result = (float)label->result,
                      .centipawns = (float)label->centipawns};
  for (size_t column = 0; column < fit->column_count; column++) {
    int count = fit->trace.count[fit->term_of[column]];
    if (count != 0) {
      fit->terms[fit->term_count++] =
          (fit_term){.column = (uint16_t)column, .count = (int16_t)count};
      fit->seen[column]++;
      p->count++;
    }
  }
  return MR_OK;
}

void mr_fys_fit_clear(mr_fys_fit *fit) {
  mr_alloc_free(fit->allocator, fit->positions, fit->position_room * sizeof *fit->positions);
  mr_alloc_free(fit->allocator, fit->terms, fit->term_room * sizeof *fit->terms);
  fit->positions = NULL;
  fit->terms = NULL;
  fit->position_count = fit->position_room = fit->term_count = fit->term_room = 0;
  memset(fit->seen, 0, sizeof fit->seen);
}

size_t mr_fys_fit_values(const mr_fys_fit *fit, mr_fys_fit_value out[MR_FYS_FIT_VALUES_MAX]) {
  size_t count = 0;
  for (unsigned kind = 1; kind <= fit->game->rules.kind_count; kind++) {
    unsigned term = mr_fy_term_kind(MR_FY_W_VALUE, kind);
    if (fit->columns[term] == MR_FYS_FIT_NO_COLUMN) {
      continue;
    }
    mr_fys_fit_value *value = &out[count++];
    *value = (mr_fys_fit_value){.piece = {MR_FY_CODE(kind, MR_FY_WHITE)},
                                .open = fit->found->pair[term].open,
                                .end = fit->found->pair[term].end,
                                .measured = mr_fys_open(fit->measured->term[term]),
                                .seen = fit->seen[fit->columns[term]]};
    mr_str text;
    mr_str_fixed(&text, value->text, sizeof value->text);
    mr_fy_add_kind(&fit->game->rules, kind, &text);
  }
  return count;
}
