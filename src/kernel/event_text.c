#include <marcher/game.h>

#include <string.h>

/* More arrivals than this are told by their number. */
enum { ARRIVALS_TOLD = 3 };

/** What a sentence is made of: the game's names, and where it is written. */
typedef struct sentence {
  const mr_game *game;
  const mr_event *event;
  mr_str *out;
} sentence;

static const char *player_name(const mr_game *game, mr_player player) {
  return player.id < game->info.players ? game->info.player_names[player.id] : "nobody";
}

static void add(const sentence *t, const char *text) {
  mr_str_add(t->out, text);
}

static void add_player(const sentence *t) {
  add(t, player_name(t->game, t->event->player));
}

/** "522", or "a piece" when the event does not say which. */
static void add_piece(const sentence *t, mr_piece piece) {
  if (piece.id == MR_NO_PIECE.id) {
    add(t, "a piece");
  } else {
    mr_game_piece_text(t->game, piece, t->out);
  }
}

/** "Red's 522", or "522" for a piece of nobody. */
static void add_owned(const sentence *t, mr_player owner, mr_piece piece) {
  if (owner.id < t->game->info.players) {
    mr_str_format(t->out, "%s's ", player_name(t->game, owner));
    if (piece.id == MR_NO_PIECE.id) {
      add(t, "piece");
      return;
    }
  }
  add_piece(t, piece);
}

/** " on d0", or nothing for a cell that is nowhere. */
static void add_cell(const sentence *t, const char *preposition, mr_cell cell) {
  if (cell.id != MR_NOWHERE_ID) {
    mr_str_format(t->out, " %s ", preposition);
    mr_game_cell_text(t->game, cell, t->out);
  }
}

static void add_rule(const sentence *t) {
  const mr_game_info *info = &t->game->info;
  mr_rule_index rule = t->event->rule;
  if (rule > 0 && rule < info->rule_count) {
    add(t, info->rules[rule].id);
  } else {
    add(t, "a rule");
  }
}

static void write_capture(const sentence *t) {
  const mr_event *e = t->event;
  bool somebody_took_it =
      e->player.id < t->game->info.players && !mr_player_same(e->player, e->other);
  if (somebody_took_it) {
    add_player(t);
    add(t, " captures ");
    add_owned(t, e->other, e->piece2);
    add_cell(t, "on", e->to);
  } else {
    add_owned(t, e->other, e->piece2);
    add(t, " is removed");
    add_cell(t, "from", e->to);
  }
}

static void write_dice(const sentence *t) {
  const mr_event *e = t->event;
  const char *names[2] = {player_name(t->game, e->player), player_name(t->game, e->other)};
  bool first = true;
  for (size_t i = 0; i < 2; i++) {
    if (e->value[i] != 0) {
      mr_str_format(t->out, "%s%s rolls %d", first ? "" : ", ", names[i], e->value[i]);
      first = false;
    }
  }
  if (first) {
    add(t, "no die is rolled");
  }
}

static void write_duel(const sentence *t) {
  const mr_event *e = t->event;
  add_owned(t, e->player, e->piece);
  add_cell(t, "on", e->from);
  add(t, " beats ");
  add_owned(t, e->other, e->piece2);
  add_cell(t, "on", e->to);
}

static void write_exchange(const sentence *t) {
  const mr_event *e = t->event;
  add_player(t);
  add(t, " exchanges ");
  add_piece(t, e->piece);
  add_cell(t, "on", e->from);
  add(t, " and ");
  add_piece(t, e->piece2);
  add_cell(t, "on", e->to);
}

static void write_promotion(const sentence *t) {
  const mr_event *e = t->event;
  add_owned(t, e->player, e->piece);
  add_cell(t, "on", e->to);
  add(t, " becomes ");
  add_piece(t, e->piece2);
}

static void write_conversion(const sentence *t) {
  const mr_event *e = t->event;
  if (e->player.id < t->game->info.players) {
    add_player(t);
    add(t, " converts ");
    add_owned(t, e->other, e->piece2);
    add_cell(t, "on", e->to);
  } else {
    add_owned(t, e->other, e->piece2);
    add_cell(t, "on", e->to);
    add(t, " changes sides");
  }
}

static void write_reveal(const sentence *t) {
  const mr_event *e = t->event;
  add_player(t);
  add(t, " reveals ");
  if (e->piece.id == MR_NO_PIECE.id) {
    add(t, "what was hidden");
  } else {
    add_piece(t, e->piece);
  }
  add_cell(t, "on", e->to);
}

/** " (what the rule says)", without the full stop at its end; nothing for a rule without words. */
static void add_rule_words(const sentence *t) {
  const mr_game_info *info = &t->game->info;
  mr_rule_index rule = t->event->rule;
  if (rule == 0 || rule >= info->rule_count || info->rules[rule].text == NULL) {
    return;
  }
  size_t length = strlen(info->rules[rule].text);
  if (length > 0 && info->rules[rule].text[length - 1] == '.') {
    length--;
  }
  if (length > 0) {
    mr_str_format(t->out, " (%.*s)", (int)length, info->rules[rule].text);
  }
}

static void write_rule(const sentence *t) {
  const mr_event *e = t->event;
  add_rule(t);
  add(t, " applies");
  if (e->player.id < t->game->info.players) {
    add(t, " to ");
    if (e->piece.id == MR_NO_PIECE.id) {
      add_player(t);
    } else {
      add_owned(t, e->player, e->piece);
    }
  }
  add_cell(t, "on", e->to.id != MR_NOWHERE_ID ? e->to : e->from);
  add_rule_words(t);
}

static void write_end(const sentence *t) {
  add(t, "game over");
  if (t->event->rule > 0) {
    add(t, " by ");
    add_rule(t);
  }
}

/** "Red VERB 522": events of one player and one piece. */
static void write_deed(const sentence *t, const char *verb) {
  add_player(t);
  add(t, verb);
  add_piece(t, t->event->piece);
}

/** "Red's 522 VERB": events that happen to a player's piece. */
static void write_fate(const sentence *t, const char *verb) {
  add_owned(t, t->event->player, t->event->piece);
  add(t, verb);
}

/** Events of a player alone: "Red passes". Returns false for the others. */
static bool write_simple(const sentence *t) {
  static const char *const endings[MR_EVENT_KIND_COUNT] = {
      [MR_EVENT_START] = " moves first",
      [MR_EVENT_PASS] = " passes",
      [MR_EVENT_TURN] = "'s turn ends",
  };
  const char *ending = t->event->kind < MR_EVENT_KIND_COUNT ? endings[t->event->kind] : NULL;
  if (ending != NULL) {
    add_player(t);
    add(t, ending);
  }
  return ending != NULL;
}

/** Events with a table entry of their own. */
static bool write_special(const sentence *t) {
  static void (*const writers[MR_EVENT_KIND_COUNT])(const sentence *t) = {
      [MR_EVENT_CAPTURE] = write_capture,    [MR_EVENT_DICE] = write_dice,
      [MR_EVENT_DUEL] = write_duel,          [MR_EVENT_EXCHANGE] = write_exchange,
      [MR_EVENT_PROMOTE] = write_promotion,  [MR_EVENT_REVEAL] = write_reveal,
      [MR_EVENT_RULE] = write_rule,          [MR_EVENT_END] = write_end,
      [MR_EVENT_CONVERT] = write_conversion,
  };
  void (*write)(const sentence *) =
      t->event->kind < MR_EVENT_KIND_COUNT ? writers[t->event->kind] : NULL;
  if (write != NULL) {
    write(t);
  }
  return write != NULL;
}

void mr_game_event_text(const mr_game *game, const mr_event *event, mr_str *out) {
  const sentence t = {game, event, out};
  if (write_simple(&t) || write_special(&t)) {
    return;
  }
  switch (event->kind) {
  case MR_EVENT_DEAL:
    write_deed(&t, " is dealt ");
    break;
  case MR_EVENT_PLACE:
    write_deed(&t, " places ");
    add_cell(&t, "on", event->to);
    break;
  case MR_EVENT_MOVE:
    write_deed(&t, " moves ");
    add_cell(&t, "from", event->from);
    add_cell(&t, "to", event->to);
    break;
  case MR_EVENT_RETURN:
    write_fate(&t, " goes back to hand");
    add_cell(&t, "from", event->from);
    break;
  case MR_EVENT_ARRIVE:
    write_fate(&t, " arrives");
    add_cell(&t, "on", event->to);
    add(&t, " from the reserve");
    break;
  default:
    mr_str_format(out, "event %u", (unsigned)event->kind);
    break;
  }
}

/* ---- several events -------------------------------------------------------------------------- */

/* How many events from one on are arrivals of the same player's pieces. */
static size_t count_arrivals(const mr_events *events, size_t first) {
  size_t count = 0;
  while (first + count < events->count && events->items[first + count].kind == MR_EVENT_ARRIVE &&
         mr_player_same(events->items[first + count].player, events->items[first].player)) {
    count++;
  }
  return count;
}

/* What everybody may know of a placement is no news to who is told what was placed. */
static bool is_told_by_next(const mr_events *events, size_t index) {
  return events->items[index].kind == MR_EVENT_RULE && index + 1 < events->count &&
         events->items[index + 1].kind == MR_EVENT_PLACE;
}

void mr_game_events_text(const mr_game *game, const mr_events *events, mr_str *out) {
  size_t start = out->length;
  for (size_t i = 0; i < events->count; i++) {
    const mr_event *event = &events->items[i];
    /* Whose turn it is, and how the game ended, is said elsewhere. */
    if (event->kind == MR_EVENT_TURN || event->kind == MR_EVENT_END || is_told_by_next(events, i)) {
      continue;
    }
    mr_str_add(out, out->length > start ? " " : "");
    size_t arrivals = count_arrivals(events, i);
    if (arrivals > ARRIVALS_TOLD) {
      mr_str_format(out, "%zu pieces of %s arrive", arrivals, player_name(game, event->player));
      i += arrivals - 1;
    } else {
      mr_game_event_text(game, event, out);
    }
    mr_str_char(out, '.');
  }
}

/* A duel says it all; otherwise everything but the dice, which are but one way to show it. */
static bool tells_outcome(const mr_event *event, bool duel) {
  return duel ? event->kind == MR_EVENT_DUEL
              : event->kind != MR_EVENT_DICE && event->kind != MR_EVENT_TURN;
}

static bool has_duel(const mr_events *events) {
  for (size_t i = 0; i < events->count; i++) {
    if (events->items[i].kind == MR_EVENT_DUEL) {
      return true;
    }
  }
  return false;
}

/* The events of `outcome`, made on a copy. */
static void add_outcome(const mr_game *game, mr_state *copy, mr_action outcome, mr_events *events,
                        mr_str *out) {
  mr_game_make(game, copy, outcome, NULL, events);
  bool duel = has_duel(events);
  size_t kept = 0;
  for (size_t i = 0; i < events->count; i++) {
    if (tells_outcome(&events->items[i], duel)) {
      events->items[kept++] = events->items[i];
    }
  }
  events->count = kept;
  mr_game_events_text(game, events, out);
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
    add_outcome(game, copy, outcome, &events, out);
  }
  mr_alloc_free(out->allocator, events.items, room * sizeof(mr_event));
  mr_state_free(game, out->allocator, copy);
  return good && out->status != MR_ERR_NOMEM ? MR_OK : MR_ERR_NOMEM;
}
