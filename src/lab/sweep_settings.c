/* The settings of a sweep, compiled, and what they are to come near to. */
#include <marcher/sweep.h>
#include <string.h>

#include "lab/run_priv.h"

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
}

/* ---- compiling ------------------------------------------------------------------------------- */

/** What all settings are made from. */
typedef struct compiler {
  const mr_catalog *catalog;
  const mr_plan *plan;
  const mr_sweep_grid *grid;
  mr_arena *arena;
  mr_override *sets; /**< of the plan, with room for those of a setting behind them */
  size_t set_count;
} compiler;

/* The first complaint as a sentence, with what may have been meant. */
static const char *reason(const compiler *c, const mr_diagnostics *list, mr_status status) {
  const mr_diagnostic *item = list->first;
  while (item != NULL && item->severity != MR_SEVERITY_ERROR) {
    item = item->next;
  }
  if (item == NULL) {
    return mr_status_name(status);
  }
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, item->message);
  if (item->hint != NULL) {
    mr_str_format(&text, "; %s", item->hint);
  }
  const char *kept = mr_arena_copy(c->arena, mr_str_text(&text), text.length);
  mr_str_done(&text);
  return kept != NULL ? kept : mr_status_name(status);
}

static mr_status compile_one(const compiler *c, size_t setting, mr_sweep_setting *out,
                             mr_error *err) {
  mr_arena arena;
  mr_diagnostics list;
  for (size_t i = 0; i < c->grid->key_count; i++) {
    c->sets[c->set_count + i] = (mr_override){
        .key = c->grid->keys[i].name, .value = mr_sweep_value_at(c->grid, setting, i)->text};
  }
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  *out = (mr_sweep_setting){.same_as = setting};
  mr_status status = mr_catalog_open(c->catalog, c->plan->game, c->sets,
                                     c->set_count + c->grid->key_count, &out->game, &list);
  if (status != MR_OK) {
    out->game = NULL;
    out->status = status;
    out->why = reason(c, &list, status);
  }
  mr_arena_done(&arena);
  return status == MR_ERR_NOMEM ? no_memory(err) : MR_OK;
}

/* Of settings with the same rules all but the first name that one. @return how many kinds of rules
   there are */
static size_t find_twins(mr_sweep_setting *settings, size_t count) {
  size_t kinds = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < i && settings[i].same_as == i && settings[i].game != NULL; k++) {
      if (settings[k].game != NULL &&
          settings[k].game->info.definition_hash == settings[i].game->info.definition_hash) {
        settings[i].same_as = settings[k].same_as;
      }
    }
    kinds += settings[i].game != NULL && settings[i].same_as == i;
  }
  return kinds;
}

static mr_status check_all(const mr_sweep_grid *grid, mr_sweep_setting *settings, mr_error *err) {
  char label[MR_ERROR_MESSAGE_MAX / 2];
  mr_str text = mr_str_fixed(label, sizeof label);
  size_t kinds = find_twins(settings, grid->settings);
  if (kinds == 0) {
    bool alike = true;
    for (size_t i = 1; i < grid->settings; i++) {
      alike = alike && strcmp(settings[0].why, settings[i].why) == 0;
    }
    if (alike && settings[0].status == MR_ERR_UNKNOWN) { /* a key that there is not */
      return mr_error_set(err, MR_ERR_UNKNOWN,
                          "%s; 'marcher rules GAME --keys' lists the keys that a game has",
                          settings[0].why);
    }
    mr_sweep_label(grid, 0, &text);
    return mr_error_set(err, MR_ERR_ILLEGAL, "no setting can be played; %s: %s", label,
                        settings[0].why);
  }
  if (kinds == 1) {
    for (size_t i = 0; i < grid->settings; i++) {
      if (settings[i].game == NULL) { /* the others are refused: say why */
        mr_sweep_label(grid, i, &text);
        return mr_error_set(err, MR_ERR_ILLEGAL, "only one setting can be played; %s: %s", label,
                            settings[i].why);
      }
    }
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "none of these values changes the rules: all settings play alike");
  }
  return MR_OK;
}

mr_status mr_sweep_compile(const mr_catalog *catalog, const mr_plan *plan,
                           const mr_sweep_grid *grid, mr_arena *arena, mr_sweep_setting *out,
                           mr_error *err) {
  compiler c = {.catalog = catalog, .plan = plan, .grid = grid, .arena = arena};
  mr_override *sets = NULL;
  memset(out, 0, grid->settings * sizeof *out);
  mr_status status = mr_plan_sets(plan, arena, &sets, &c.set_count, err);
  if (status != MR_OK) {
    return status;
  }
  c.sets = mr_arena_zero(arena, c.set_count + grid->key_count, sizeof *c.sets);
  if (c.sets == NULL) {
    return no_memory(err);
  }
  for (size_t i = 0; i < c.set_count; i++) {
    c.sets[i] = sets[i];
    for (size_t k = 0; k < grid->key_count; k++) {
      if (strcmp(sets[i].key, grid->keys[k].name) == 0) {
        return mr_error_set(err, MR_ERR_DUPLICATE, "'%s' is set and swept: take one of them away",
                            sets[i].key);
      }
    }
  }
  for (size_t i = 0; i < grid->settings && status == MR_OK; i++) {
    status = compile_one(&c, i, &out[i], err);
  }
  return status == MR_OK ? check_all(grid, out, err) : status;
}

void mr_sweep_forget(mr_sweep_setting *settings, size_t count) {
  for (size_t i = 0; i < count; i++) {
    mr_game_free(settings[i].game);
    settings[i].game = NULL;
  }
}

/* ---- targets --------------------------------------------------------------------------------- */

static mr_status check_target(const mr_wish *wish, mr_error *err) {
  if (strncmp(wish->id, "skill", 5) == 0) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "'%s' is found by matches of its own, which a sweep does not play: aim at "
                        "another measure, and look at this one with 'marcher lab balance'",
                        wish->id);
  }
  if (strncmp(wish->id, "moved:", 6) == 0) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "'%s' is about one kind of piece, and a sweep looks at games as a whole: "
                        "'marcher lab balance' tells it",
                        wish->id);
  }
  return MR_OK;
}

mr_status mr_sweep_targets(const mr_plan *plan, mr_wish *out, size_t *count, mr_error *err) {
  const char *text = plan->target != NULL ? plan->target : "";
  mr_token line;
  mr_status status = MR_OK;
  *count = 0;
  while (status == MR_OK && mr_run_line(&text, &line)) {
    char one[128];
    mr_str word = mr_str_fixed(one, sizeof one);
    mr_str_bytes(&word, line.text, line.length);
    if (*count == MR_SWEEP_TARGETS_MAX || word.status != MR_OK) {
      return mr_error_set(err, MR_ERR_LIMIT, "a sweep has at most %d targets, such as 'first=50'",
                          MR_SWEEP_TARGETS_MAX);
    }
    status = mr_wish_parse(one, &out[*count], err);
    if (status == MR_OK) {
      status = check_target(&out[*count], err);
    }
    *count += status == MR_OK;
  }
  return status;
}
