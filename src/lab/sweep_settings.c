/* The settings of a sweep, compiled, and what they are to come near to. */
#include <marcher/sweep.h>
#include <string.h>

#include "lab/sweep_priv.h"

/* Nodes of searches beside the games, for targets that ask for them, as of 'marcher lab balance'.
 */
#define PROBE 400

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* The first complaint as a sentence, with what may have been meant. */
const char *mr_sweep_reason(mr_arena *arena, const mr_diagnostics *list, mr_status status) {
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
  const char *kept = mr_arena_copy(arena, mr_str_text(&text), text.length);
  mr_str_done(&text);
  return kept != NULL ? kept : mr_status_name(status);
}

/* The overrides of a plan, and behind them those of a setting. @param out in the arena */
static mr_status make_sets(const mr_sweep_source *source, const uint16_t *places, mr_arena *arena,
                           mr_override **out, size_t *count, mr_error *err) {
  const mr_sweep_grid *grid = source->grid;
  mr_override *sets = NULL;
  mr_status status = mr_plan_sets(source->plan, arena, &sets, count, err);
  *out = status == MR_OK ? mr_arena_zero(arena, *count + grid->key_count, sizeof **out) : NULL;
  if (*out == NULL) {
    return status == MR_OK ? no_memory(err) : status;
  }
  for (size_t i = 0; i < *count; i++) {
    (*out)[i] = sets[i];
    for (size_t k = 0; k < grid->key_count; k++) {
      if (strcmp(sets[i].key, grid->keys[k].name) == 0) {
        return mr_error_set(err, MR_ERR_DUPLICATE, "'%s' is set and swept: take one of them away",
                            sets[i].key);
      }
    }
  }
  for (size_t i = 0; i < grid->key_count; i++) {
    (*out)[(*count)++] =
        (mr_override){.key = grid->keys[i].name, .value = grid->keys[i].values[places[i]].text};
  }
  return MR_OK;
}

mr_status mr_sweep_compile_at(const mr_sweep_source *source, const uint16_t *places,
                              mr_sweep_setting *out, mr_error *err) {
  mr_arena scratch;
  mr_diagnostics list;
  mr_override *sets = NULL;
  size_t count = 0;
  *out = (mr_sweep_setting){.game = NULL};
  mr_arena_init(&scratch, NULL, 0);
  mr_diagnostics_init(&list, &scratch);
  mr_status status = make_sets(source, places, &scratch, &sets, &count, err);
  if (status == MR_OK) {
    status = mr_catalog_open(source->catalog, source->plan->game, sets, count, &out->game, &list);
    if (status == MR_OK) { /* players of different strength would not tell settings apart */
      out->game->info.network = (mr_network){.bytes = "", .length = 0};
    } else {
      out->game = NULL;
      out->status = status;
      out->why = mr_sweep_reason(source->arena, &list, status);
      status = status == MR_ERR_NOMEM ? no_memory(err) : MR_OK;
    }
  }
  mr_arena_done(&scratch);
  return status;
}

static mr_status compile_one(const mr_sweep_source *c, size_t setting, mr_sweep_setting *out,
                             mr_error *err) {
  uint16_t places[MR_SWEEP_KEYS_MAX] = {0};
  for (size_t i = 0; i < c->grid->key_count; i++) {
    const mr_sweep_value *value = mr_sweep_value_at(c->grid, setting, i);
    places[i] = (uint16_t)(value - c->grid->keys[i].values);
  }
  mr_status status = mr_sweep_compile_at(c, places, out, err);
  out->same_as = setting;
  return status;
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
  mr_sweep_source c = {.catalog = catalog, .plan = plan, .grid = grid, .arena = arena};
  mr_status status = MR_OK;
  memset(out, 0, grid->settings * sizeof *out);
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

mr_status mr_sweep_check_rules(const mr_wish *targets, size_t count,
                               const mr_sweep_setting *settings, size_t setting_count,
                               mr_error *err) {
  for (size_t i = 0; i < count; i++) {
    const char *id = targets[i].id;
    bool found = strncmp(id, "end:", 4) != 0;
    for (size_t k = 0; k < setting_count; k++) {
      const mr_game *game = settings[k].game;
      for (size_t r = 1; game != NULL && !found && r < game->info.rule_count; r++) {
        found = strcmp(id + 4, game->info.rules[r].id) == 0;
      }
    }
    if (!found) {
      return mr_error_set(err, MR_ERR_UNKNOWN,
                          "no setting has the rule of '%s'; 'marcher rules' lists the rules", id);
    }
  }
  return MR_OK;
}

uint64_t mr_sweep_probe(const mr_wish *targets, size_t count) {
  static const char *const probed[] = {"options", "luck", "luckier", "turned"};
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < sizeof probed / sizeof probed[0]; k++) {
      if (strcmp(targets[i].id, probed[k]) == 0) {
        return PROBE;
      }
    }
  }
  return 0;
}
