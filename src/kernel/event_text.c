#include <marcher/game.h>

#include <string.h>

/* More arrivals than this are told by their number. */
enum { ARRIVALS_TOLD = 3 };

static bool is_player(const mr_game *game, mr_player player) {
  return player.id < game->info.players;
}

static const char *player_name(const mr_game *game, mr_player player) {
  return is_player(game, player) ? game->info.player_names[player.id] : "nobody";
}

/** "522", or "a piece" when the event does not say which. */
static void add_piece(const mr_game *game, mr_piece piece, mr_str *out) {
  if (piece.id == MR_NO_PIECE.id) {
    mr_str_add(out, "a piece");
  } else {
    mr_game_piece_text(game, piece, out);
  }
}

/** "Red's 522", or "522" for a piece of nobody. */
static void add_owned(const mr_game *game, mr_player owner, mr_piece piece, mr_str *out) {
  bool owned = is_player(game, owner);
  if (owned) {
    mr_str_format(out, "%s's ", player_name(game, owner));
  }
  if (owned && piece.id == MR_NO_PIECE.id) {
    mr_str_add(out, "piece");
  } else {
    add_piece(game, piece, out);
  }
}

static void add_rule(const mr_game *game, mr_rule_index rule, mr_str *out) {
  bool known = rule > 0 && rule < game->info.rule_count;
  mr_str_add(out, known ? game->info.rules[rule].id : "a rule");
}

/* ---- one event ------------------------------------------------------------------------------- */

/**
 * Writes an event in a form: $P the player, $p and $q the two pieces, $M the player's piece, $O the
 * other's second one, $R the rule; <on t> is " on d0" for the cell `to` (f: `from`), or nothing
 * where that is nowhere.
 */
static void write_form(const mr_game *game, const mr_event *e, const char *form, mr_str *out) {
  for (; *form != '\0'; form++) {
    if (*form == '<') {
      const char *end = strchr(form, '>');
      mr_cell cell = end[-1] == 't' ? e->to : e->from;
      if (cell.id != MR_NOWHERE_ID) {
        mr_str_format(out, " %.*s", (int)(end - form) - 2, form + 1);
        mr_game_cell_text(game, cell, out);
      }
      form = end;
      continue;
    }
    if (*form != '$') {
      mr_str_char(out, *form);
      continue;
    }
    switch (*++form) {
    case 'P':
      mr_str_add(out, player_name(game, e->player));
      break;
    case 'p':
      add_piece(game, e->piece, out);
      break;
    case 'q':
      add_piece(game, e->piece2, out);
      break;
    case 'M':
      add_owned(game, e->player, e->piece, out);
      break;
    case 'O':
      add_owned(game, e->other, e->piece2, out);
      break;
    default:
      add_rule(game, e->rule, out);
      break;
    }
  }
}

static void write_dice(const mr_game *game, const mr_event *e, mr_str *out) {
  const mr_player players[2] = {e->player, e->other};
  const char *comma = "";
  for (size_t i = 0; i < 2; i++) {
    if (e->value[i] != 0) {
      mr_str_format(out, "%s%s rolls %d", comma, player_name(game, players[i]), e->value[i]);
      comma = ", ";
    }
  }
  mr_str_add(out, *comma == '\0' ? "no die is rolled" : "");
}

/** "BD-4 applies to Red on d0 (what the rule says)", without the full stop at the words' end. */
static void write_rule(const mr_game *game, const mr_event *e, mr_str *out) {
  bool whole = e->piece.id == MR_NO_PIECE.id;
  write_form(game, e, "$R applies", out);
  if (is_player(game, e->player)) {
    write_form(game, e, whole ? " to $P" : " to $M", out);
  }
  write_form(game, e, e->to.id != MR_NOWHERE_ID ? "<on t>" : "<on f>", out);
  bool known = e->rule > 0 && e->rule < game->info.rule_count;
  const char *words = known ? game->info.rules[e->rule].text : NULL;
  size_t length = words != NULL ? strlen(words) : 0;
  length -= length > 0 && words[length - 1] == '.';
  if (length > 0) {
    mr_str_format(out, " (%.*s)", (int)length, words);
  }
}

void mr_game_event_text(const mr_game *game, const mr_event *event, mr_str *out) {
  static const char *const forms[MR_EVENT_KIND_COUNT] = {
      [MR_EVENT_DEAL] = "$P is dealt $p",
      [MR_EVENT_START] = "$P moves first",
      [MR_EVENT_MOVE] = "$M goes<from f><to t>",
      [MR_EVENT_EXCHANGE] = "$P exchanges $p<on f> and $q<on t>",
      [MR_EVENT_RETURN] = "$M goes back to hand<from f>",
      [MR_EVENT_PROMOTE] = "$M<on t> becomes $q",
      [MR_EVENT_DUEL] = "$M<on f> beats $O<on t>",
      [MR_EVENT_PASS] = "$P passes",
      [MR_EVENT_TURN] = "$P's turn ends",
  };
  bool somebody = is_player(game, event->player);
  switch (event->kind) {
  case MR_EVENT_CAPTURE:
    somebody = somebody && !mr_player_same(event->player, event->other);
    write_form(game, event, somebody ? "$P captures $O<on t>" : "$O is removed<from t>", out);
    break;
  case MR_EVENT_PLACE:
    write_form(game, event, somebody ? "$P places $p<on t>" : "$p is put<on t>", out);
    break;
  case MR_EVENT_CONVERT:
    write_form(game, event, somebody ? "$P converts $O<on t>" : "$O<on t> changes sides", out);
    break;
  case MR_EVENT_ARRIVE:
    write_form(game, event,
               event->value[0] != 0 ? "$M comes back<on t>" : "$M arrives<on t> from the reserve",
               out);
    break;
  case MR_EVENT_DICE:
    write_dice(game, event, out);
    break;
  case MR_EVENT_THREAT:
    write_form(game, event, event->value[0] != 0 ? "$M<on t> is in check" : "$M<on t> is in danger",
               out);
    break;
  case MR_EVENT_REVEAL:
    write_form(game, event,
               event->piece.id == MR_NO_PIECE.id ? "$P reveals what was hidden<on t>"
                                                 : "$P reveals $p<on t>",
               out);
    break;
  case MR_EVENT_RULE:
    write_rule(game, event, out);
    break;
  case MR_EVENT_END:
    write_form(game, event, event->rule > 0 ? "game over by $R" : "game over", out);
    break;
  default:
    if (event->kind < MR_EVENT_KIND_COUNT) {
      write_form(game, event, forms[event->kind], out);
    } else {
      mr_str_format(out, "event %u", (unsigned)event->kind);
    }
    break;
  }
}

/* ---- several events -------------------------------------------------------------------------- */

/* Whether a rule has decided, and not the player: then people want to know which one. */
static bool is_decided_by_rule(const mr_game *game, const mr_event *event) {
  bool somebody = is_player(game, event->player) && !mr_player_same(event->player, event->other);
  bool decided =
      event->kind == MR_EVENT_DUEL || event->kind == MR_EVENT_PROMOTE ||
      ((event->kind == MR_EVENT_CONVERT || event->kind == MR_EVENT_CAPTURE) && !somebody);
  return decided && event->rule > 0 && event->rule < game->info.rule_count;
}

/* How many events from one on are arrivals of the same player's pieces, all for the first time or
 * all once more. */
static size_t count_arrivals(const mr_events *events, size_t first) {
  const mr_event *one = &events->items[first];
  size_t count = 0;
  while (first + count < events->count && one[count].kind == MR_EVENT_ARRIVE &&
         mr_player_same(one[count].player, one->player) && one[count].value[0] == one->value[0]) {
    count++;
  }
  return count;
}

void mr_game_events_text(const mr_game *game, const mr_events *events, mr_str *out) {
  size_t start = out->length;
  for (size_t i = 0; i < events->count; i++) {
    const mr_event *event = &events->items[i];
    /* Whose turn it is, and how the game ended, is said elsewhere. */
    if (event->kind == MR_EVENT_TURN || event->kind == MR_EVENT_END) {
      continue;
    }
    /* What everybody may know of a placement is no news to who is told what was placed. */
    if (event->kind == MR_EVENT_RULE && i + 1 < events->count && event[1].kind == MR_EVENT_PLACE) {
      continue;
    }
    mr_str_add(out, out->length > start ? " " : "");
    size_t arrivals = count_arrivals(events, i);
    if (arrivals > ARRIVALS_TOLD) {
      mr_str_format(out, "%zu pieces of %s %s", arrivals, player_name(game, event->player),
                    event->value[0] != 0 ? "come back" : "arrive");
      i += arrivals - 1;
    } else {
      mr_game_event_text(game, event, out);
    }
    if (is_decided_by_rule(game, event)) {
      mr_str_format(out, " (%s)", game->info.rules[event->rule].id);
    }
    mr_str_char(out, '.');
  }
}

/* A duel says it all; otherwise everything but the dice, which are but one way to show it. */
static void keep_outcome(mr_events *events) {
  bool duel = false;
  for (size_t i = 0; i < events->count; i++) {
    duel = duel || events->items[i].kind == MR_EVENT_DUEL;
  }
  size_t kept = 0;
  for (size_t i = 0; i < events->count; i++) {
    uint8_t kind = events->items[i].kind;
    if (duel ? kind == MR_EVENT_DUEL : kind != MR_EVENT_DICE && kind != MR_EVENT_TURN) {
      events->items[kept++] = events->items[i];
    }
  }
  events->count = kept;
}

mr_status mr_game_outcome_text(const mr_game *game, const mr_state *state, mr_action outcome,
                               mr_str *out) {
  size_t room = game->info.max_events;
  mr_state *copy = mr_state_new(game, out->allocator);
  mr_events events = {.items = mr_alloc_zero(out->allocator, room, sizeof(mr_event)),
                      .capacity = room};
  bool good = copy != NULL && (events.items != NULL || room == 0);
  if (good) {
    mr_state_copy(game, copy, state);
    mr_game_make(game, copy, outcome, NULL, &events);
    keep_outcome(&events);
    mr_game_events_text(game, &events, out);
  }
  mr_alloc_free(out->allocator, events.items, room * sizeof(mr_event));
  mr_state_free(game, out->allocator, copy);
  return good && out->status != MR_ERR_NOMEM ? MR_OK : MR_ERR_NOMEM;
}
