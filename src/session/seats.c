/** Who sits where, and the engines among them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "session/session_priv.h"

/* ---- texts of seats -------------------------------------------------------------------------- */

mr_status mr_seat_set_engine(const mr_game *game, const char *kind, mr_session_seat *seat,
                             mr_error *err) {
  const char *const *kinds = mr_engine_kinds(game);
  bool best = strcmp(kind, "auto") == 0;
  bool known = best;
  char buffer[MR_ERROR_MESSAGE_MAX];
  mr_str list = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    known = known || strcmp(kinds[i], kind) == 0;
    mr_str_format(&list, ", %s", kinds[i]);
  }
  if (!known) {
    return mr_error_set(err, MR_ERR_UNKNOWN, "no engine '%s' plays this game; there are: auto%s",
                        kind, buffer);
  }
  mr_str text = mr_str_fixed(seat->engine, sizeof seat->engine);
  mr_str_add(&text, best ? "" : kind);
  return MR_OK;
}

mr_status mr_word_read(const mr_word_key *key, const char *value, void *base, mr_error *err) {
  char *place = (char *)base + key->offset;
  uint64_t number = 0;
  char *end = NULL;
  switch (key->type) {
  case MR_WORD_TEXT:
    *(const char **)place = value;
    return MR_OK;
  case MR_WORD_REAL: {
    double real = strtod(value, &end);
    if (*value == '\0' || *end != '\0') {
      return mr_error_set(err, MR_ERR_SYNTAX, "%s needs a number, not '%s'", key->name, value);
    }
    *(double *)place = real;
    return MR_OK;
  }
  case MR_WORD_FLAG:
    value = *value == '\0' || strcmp(value, "true") == 0 ? "1" : value;
    value = strcmp(value, "false") == 0 ? "0" : value;
    break;
  case MR_WORD_UINT32:
  case MR_WORD_UINT64:
    break;
  }
  uint64_t max = key->type == MR_WORD_FLAG ? 1 : key->max;
  if (!mr_parse_uint(value, strlen(value), max, &number) || number < key->min) {
    return mr_error_set(err, MR_ERR_SYNTAX, "%s needs a whole number from %llu to %llu, not '%s'",
                        key->name, (unsigned long long)key->min, (unsigned long long)max, value);
  }
  if (key->type == MR_WORD_FLAG) {
    *(bool *)place = number != 0;
  } else if (key->type == MR_WORD_UINT32) {
    *(uint32_t *)place = (uint32_t)number;
  } else {
    *(uint64_t *)place = number;
  }
  return MR_OK;
}

static mr_status read_setting(const mr_game *game, const char *key, const char *value,
                              mr_session_seat *seat, mr_error *err) {
  static const mr_word_key keys[] = {
      {"level", MR_WORD_UINT32, offsetof(mr_session_seat, level), MR_LEVEL_MIN, MR_LEVEL_MAX},
      {"time", MR_WORD_UINT32, offsetof(mr_session_seat, milliseconds), 1,
       MR_SEAT_MILLISECONDS_MAX},
      {"nodes", MR_WORD_UINT64, offsetof(mr_session_seat, nodes), 1, MR_SEAT_NODES_MAX},
  };
  if (strcmp(key, "engine") == 0) {
    return mr_seat_set_engine(game, value, seat, err);
  }
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (strcmp(keys[i].name, key) == 0) {
      return mr_word_read(&keys[i], value, seat, err);
    }
  }
  return mr_error_set(err, MR_ERR_SYNTAX, "a player has level, engine, time and nodes, but no '%s'",
                      key);
}

/** Copies the next word up to one of `ends`. @return what stands behind it */
static const char *next_word(const char *text, const char *ends, char *word, size_t size) {
  text += strspn(text, " ");
  size_t length = strcspn(text, ends);
  mr_str copy = mr_str_fixed(word, size);
  mr_str_bytes(&copy, text, length);
  return text + length;
}

mr_status mr_seat_parse(const mr_game *game, const char *text, mr_session_seat *out,
                        mr_error *err) {
  mr_session_seat seat = *out;
  bool person = strcmp(text, "human") == 0;
  mr_status status = MR_OK;
  seat.sitter = person ? MR_SESSION_PERSON : MR_SESSION_ENGINE;
  while (!person && *text != '\0' && status == MR_OK) {
    char key[32];
    char value[32];
    text = next_word(text, ": ,=", key, sizeof key);
    text += strspn(text, ":= ");
    text = next_word(text, ", ", value, sizeof value);
    text += strspn(text, " ");
    if (strncmp(text, "ms", 2) == 0) {
      text += 2;
    }
    text += strspn(text, ", ");
    status = read_setting(game, key, value, &seat, err);
  }
  if (status == MR_OK) {
    *out = seat;
  }
  return status;
}

void mr_seat_format(const mr_session_seat *seat, mr_str *out) {
  switch (seat->sitter) {
  case MR_SESSION_PERSON:
    mr_str_add(out, "human");
    return;
  case MR_SESSION_PROGRAM:
    mr_str_format(out, "%s", seat->engine[0] != '\0' ? seat->engine : "program");
    return;
  case MR_SESSION_ENGINE:
    break;
  }
  mr_str_format(out, "level %u", seat->level);
  if (seat->engine[0] != '\0') {
    mr_str_format(out, ", engine %s", seat->engine);
  }
  if (seat->milliseconds > 0) {
    mr_str_format(out, ", time %u ms", (unsigned)seat->milliseconds);
  }
  if (seat->nodes > 0) {
    mr_str_format(out, ", nodes %llu", (unsigned long long)seat->nodes);
  }
}

/* ---- sitting down ---------------------------------------------------------------------------- */

const mr_session_seat *mr_session_seat_of(const mr_session *session, mr_player player) {
  return mr_session_has_player(session, player) ? &session->seats[player.id] : NULL;
}

void mr_session_sit(mr_session *session, mr_player player, const mr_session_seat *seat) {
  if (!mr_session_has_player(session, player)) {
    return;
  }
  mr_session_seat *own = &session->seats[player.id];
  mr_session_seat before = *own;
  *own = *seat;
  own->level = seat->level == 0 ? MR_LEVEL_DEFAULT : seat->level;
  if (own->level != before.level || strcmp(own->engine, before.engine) != 0) {
    mr_engine_free(session->engines[player.id]);
    session->engines[player.id] = NULL;
  }
}

void mr_session_set_probe(mr_session *session, mr_probe_fn probe, void *context) {
  mr_session_free_engines(session);
  session->probe = probe;
  session->probe_context = context;
}

/* ---- thinking -------------------------------------------------------------------------------- */

static mr_status need_engine(mr_session *s, mr_player player, mr_error *err) {
  const mr_session_seat *seat = &s->seats[player.id];
  if (s->engines[player.id] != NULL) {
    return MR_OK;
  }
  mr_random random = mr_stream_at(s->seed, MR_STREAM_ENGINE, player.id);
  mr_engine_options options = {.kind = seat->engine[0] == '\0' ? NULL : seat->engine,
                               .level = seat->level,
                               .seed = mr_random_next(&random),
                               .probe = s->probe,
                               .probe_context = s->probe_context,
                               .allocator = s->allocator};
  return mr_engine_new(s->game, &options, &s->engines[player.id], err);
}

/** Whether a player has something to think about. @return the status of mr_session_think if not */
static mr_status check_decider(const mr_session *s, mr_player player, mr_error *err) {
  mr_node node = mr_session_node(s);
  mr_status status = mr_session_check_player(s, player, err);
  if (status != MR_OK) {
    return status;
  }
  if (node.kind != MR_NODE_DECISION) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "nobody has to decide anything here");
  }
  return mr_player_same(node.player, player)
             ? MR_OK
             : mr_error_set(err, MR_ERR_ARGUMENT, "%s decides here, not %s",
                            s->game->info.player_names[node.player.id],
                            s->game->info.player_names[player.id]);
}

/** Whether the last analysis, which took no search, follows from the plan of this turn. */
static bool carries_on(const mr_session *s) {
  const mr_session_analysis *last = &s->analysis;
  const mr_session_analysis *plan = &s->plan;
  return last->result.nodes == 0 && s->has_plan && plan->at < last->at &&
         plan->at >= mr_session_turn_start(s) && mr_player_same(plan->player, last->player);
}

mr_status mr_session_think(mr_session *session, mr_player player, const atomic_bool *stop,
                           mr_progress_fn progress, void *context, mr_error *err) {
  mr_session *s = session;
  if (!mr_session_is_full(s)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "this session keeps no thoughts");
  }
  mr_status status = check_decider(s, player, err);
  if (status != MR_OK) {
    return status;
  }
  status = need_engine(s, player, err);
  mr_limits limits = {.nodes = s->seats[player.id].nodes,
                      .milliseconds = s->seats[player.id].milliseconds,
                      .stop = stop};
  if (status == MR_OK) {
    mr_engine *engine = s->engines[player.id];
    engine->progress = progress;
    engine->progress_context = context;
    mr_game_observe(s->game, s->state, player, s->observed[0]);
    status = mr_engine_think(engine, s->observed[0], &limits, &s->analysis.result, err);
  }
  s->has_analysis = status == MR_OK;
  s->analysis.player = player;
  s->analysis.at = s->count;
  s->analysis.carries_on = s->has_analysis && carries_on(s);
  if (s->has_analysis && s->analysis.result.nodes > 0) {
    s->plan = s->analysis;
    s->plan.observation = s->observed[1];
    mr_state_copy(s->game, s->observed[1], s->observed[0]);
    s->has_plan = true;
  }
  return status;
}

const mr_session_analysis *mr_session_last_analysis(const mr_session *session) {
  return session->has_analysis ? &session->analysis : NULL;
}

const mr_session_analysis *mr_session_last_plan(const mr_session *session) {
  return session->has_plan ? &session->plan : NULL;
}
