/*
 * The legal action that a text asks for: a drop, a move with its form and its wall, one behind
 * which a man enters, a castling in either spelling, or a wall alone.
 */
#include "rules/fairy/text/action_find.h"

#include "base/text.h"

const mr_fy_castling *mr_fy_castling_meant(const mr_fy_rules *rules, const mr_fy_state *state,
                                           const mr_fy_wish *asked) {
  unsigned side = state->side;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *castling = mr_fy_castling_at(rules, state, i);
    bool to_king = rules->castling_text == MR_FY_KING_TO && castling->king_to == asked->to;
    if (castling->allowed && castling->king_from == asked->from &&
        (castling->partner_from == asked->to || to_king)) {
      return castling;
    }
  }
  return NULL;
}

/** The action with the wall that is wished for, where it sets one. */
static mr_action walled(const mr_game *base, const mr_fy_wish *asked, mr_action action) {
  bool sets = mr_fy_sets_wall(&mr_fy_game_of(base)->rules, action);
  return sets && asked->wall != MR_FY_NO_CELL ? mr_fy_with_wall(action, asked->wall) : action;
}

/** The legal castlings whose king arrives where a move ends. @param last one of them */
static unsigned castlings_to(const mr_game *base, const mr_state *state, const mr_fy_wish *asked,
                             mr_action *last) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(state)->side, count = 0;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(rules, mr_fy_state_of_const(state), i);
    mr_action action =
        walled(base, asked, mr_fy_action(MR_FY_CASTLE, c->king_from, c->partner_from, 0));
    if (c->allowed && c->king_from == asked->from && c->king_to == asked->to &&
        base->ops->legal(base, state, action)) {
      *last = action;
      count++;
    }
  }
  return count;
}

/** Whether a wall is told where one is set, and none elsewhere. */
static bool is_wall_told(const mr_game *base, const mr_fy_wish *asked) {
  bool instead = mr_fy_game_of(base)->rules.walling.instead;
  return (asked->wall != MR_FY_NO_CELL) == (!instead || asked->from == asked->to);
}

mr_action mr_fy_find_legal(const mr_game *base, const mr_state *state, const mr_fy_wish *asked) {
  mr_action action = MR_ACTION_NONE;
  if (asked->from == MR_FY_NO_CELL) {
    action = mr_fy_action(MR_FY_DROP, asked->kind, asked->to, 0);
    return base->ops->legal(base, state, action) ? action : MR_ACTION_NONE;
  }
  const mr_fy_walling *walling = &mr_fy_game_of(base)->rules.walling;
  bool walls = mr_fy_walls_with(walling, MR_FY_STEP);
  if (walling->rule != MR_FY_WALLS_NONE && !is_wall_told(base, asked)) {
    return MR_ACTION_NONE;
  }
  if (asked->enters == 0 || asked->form != 0) {
    action =
        mr_fy_legal_move(base, state, asked->from, asked->to, asked->form, walls ? asked->wall : 0);
  }
  if (action == MR_ACTION_NONE && asked->enters != 0) {
    mr_fy_entry entry = {asked->from, asked->to, asked->enters, asked->gate};
    return mr_fy_find_entering(base, state, &entry);
  }
  if (action != MR_ACTION_NONE || asked->form != 0) {
    return action;
  }
  mr_action block =
      mr_fy_with_wall(mr_fy_action(MR_FY_BLOCK, asked->from, asked->to, 0), asked->wall & 0x7F);
  if (walling->instead && base->ops->legal(base, state, block)) {
    return block;
  }
  mr_action castling = walled(base, asked, mr_fy_action(MR_FY_CASTLE, asked->from, asked->to, 0));
  if (base->ops->legal(base, state, castling)) {
    return castling;
  }
  if (walls && asked->wall == asked->from) { /* as others write a wall where the partner stood */
    castling = walled(base, asked, mr_fy_action(MR_FY_CASTLE, asked->to, asked->from, 0));
    if (base->ops->legal(base, state, castling)) {
      return castling;
    }
  }
  mr_action pass = mr_fy_action(MR_FY_PASS, asked->from, asked->to, 0);
  if (asked->from == asked->to && base->ops->legal(base, state, pass)) {
    return pass;
  }
  bool to_king = mr_fy_game_of(base)->rules.castling_text == MR_FY_KING_TO;
  return to_king && castlings_to(base, state, asked, &castling) == 1 ? castling : MR_ACTION_NONE;
}

unsigned mr_fy_say_castlings(const mr_game *base, const mr_state *state, const mr_fy_wish *asked,
                             mr_str *why) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(state);
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_action castling = MR_ACTION_NONE;
  bool bare = asked->form == 0 && asked->enters == 0;
  unsigned count = bare ? castlings_to(base, state, asked, &castling) : 0;
  if (count > 1) {
    mr_str_format(why, "two castlings end on %s, and each is written to its partner's square",
                  mr_fy_square(rules, asked->to).text);
  } else if (count == 1) {
    mr_fy_format_action(base, state, castling, &text);
    mr_str_format(why, "castling is written %s here, as the %s taking its own %s", buffer,
                  rules->kinds[MR_FY_KIND(board[asked->from])].name,
                  rules->kinds[MR_FY_KIND(board[mr_fy_to(castling)])].name);
  }
  return count;
}

bool mr_fy_read_pass(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned side = mr_fy_state_of_const(state)->side;
  unsigned cell = mr_fy_pass_cell(rules, mr_fy_board_const(state), side);
  if (rules->passing[side] == MR_FY_NEVER || cell == MR_FY_NO_CELL ||
      (!mr_text_is_nocase(r->text, r->length, "pass") && !mr_text_is(r->text, r->length, "--") &&
       !mr_text_is(r->text, r->length, "0000") && !mr_text_is(r->text, r->length, "@@@@"))) {
    return false;
  }
  asked->from = asked->to = cell;
  r->at = r->length;
  return true;
}

bool mr_fy_is_castling_word(const mr_reader *r, bool first_file) {
  static const char *const words[2][2] = {{"O-O", "0-0"}, {"O-O-O", "0-0-0"}};
  return mr_text_is_nocase(r->text, r->length, words[first_file][0]) ||
         mr_text_is(r->text, r->length, words[first_file][1]);
}

bool mr_fy_read_castling_word(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  const mr_fy_state *at = mr_fy_state_of_const(state);
  for (unsigned i = 0; i < 2; i++) {
    const mr_fy_castling *castling = mr_fy_castling_at(rules, at, 2u * at->side + i);
    bool known = !rules->any_files || ((unsigned)at->rights >> (2u * at->side + i) & 1u) != 0;
    if (castling->allowed && known && mr_fy_is_castling_word(r, i == 1)) {
      asked->from = castling->king_from;
      asked->to = castling->partner_from;
      r->at = r->length;
      return true;
    }
  }
  return false;
}

/* ---- what stands behind a whole action ------------------------------------------------------- */

bool mr_fy_cut_rest(mr_reader *r, const mr_fy_wish *asked) {
  bool form = asked->form_at > 0 && asked->form == 0 && asked->enters == 0;
  size_t end = form ? asked->form_at : r->at;
  end -= end > 0 && r->text[end - 1] == '=';
  bool squares = end > asked->to_at + 1 && mr_text_is_digit(r->text[end - 1]);
  bool sign = end > 0 && (r->text[end - 1] == ',' || r->text[end - 1] == '@'); /* of a wall */
  if (end >= r->length || sign || (!squares && asked->form == 0 && asked->enters == 0)) {
    return false;
  }
  r->length = end;
  return true;
}

/** What an action's text has behind that of `r`; NULL where it does not begin so. */
static const char *rest_of(const mr_reader *r, const char *text) {
  char begin[MR_ACTION_TEXT_MAX];
  mr_str copy = mr_str_fixed(begin, sizeof begin);
  mr_str_bytes(&copy, r->text, r->length);
  return copy.status == MR_OK && mr_text_begins_nocase(text, begin) &&
                 !mr_text_is_digit(text[r->length])
             ? text + r->length
             : NULL;
}

/** What may stand behind a text. */
typedef struct rests {
  char list[MR_ERROR_MESSAGE_MAX]; /**< "q (Queen), r (Rook)" */
  size_t length;
  size_t last;                     /**< where the last of these begins, with its comma */
  uint64_t kinds;                  /**< those that are listed */
  char walled[MR_ACTION_TEXT_MAX]; /**< an action that goes on with its wall alone, or "" */
  bool whole;                      /**< nothing may */
} rests;

/** Adds what is behind the text in one action. */
static void add_rest(const mr_fy_rules *rules, mr_action action, const char *rest, rests *out) {
  unsigned kind = mr_fy_enters(rules, action) ? rules->hand_kind[mr_fy_entering_slot(action)]
                                              : mr_fy_form_of(action);
  size_t length = strcspn(rest, ",");
  bool again = rest[length] == ',' && (out->kinds >> kind & 1) != 0; /* but for its wall */
  if (length == 0 || again) {
    return;
  }
  const char *name = rules->kinds[kind].name;
  mr_str text = mr_str_fixed(out->list + out->length, sizeof out->list - out->length);
  mr_str_format(&text, out->length > 0 ? ", %.*s" : "%.*s", (int)length, rest);
  mr_str_format(&text, name != NULL ? " (%s)" : "%s", name != NULL ? name : "");
  out->kinds |= UINT64_C(1) << kind;
  out->last = out->length;
  out->length += text.length;
}

static void find_rests(const mr_reader *r, const mr_state *state, rests *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  size_t room = r->game->info.max_actions;
  mr_action *legal = mr_alloc_zero(r->game->allocator, room, sizeof *legal);
  size_t count = legal != NULL ? r->game->ops->actions(r->game, state, legal) : 0;
  for (size_t i = 0; i < count; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str written = mr_str_fixed(buffer, sizeof buffer);
    mr_fy_format_action(r->game, state, legal[i], &written);
    const char *rest = rest_of(r, buffer);
    if (rest == NULL) {
      continue;
    }
    out->whole = out->whole || *rest == '\0';
    if (*rest == ',' && out->walled[0] == '\0') {
      memcpy(out->walled, buffer, sizeof buffer);
    }
    add_rest(rules, legal[i], rest, out);
  }
  mr_alloc_free(r->game->allocator, legal, room * sizeof *legal);
}

/** Lists what may stand behind the text of `r`: "q (Queen), r (Rook) or nothing". @return whether
 * anything may, be it nothing */
static bool list_rests(const mr_reader *r, const mr_state *state, const mr_fy_wish *asked,
                       mr_str *out) {
  rests found = {.whole = mr_fy_find_legal(r->game, state, asked) != MR_ACTION_NONE};
  if (asked->wall == MR_FY_NO_CELL) {
    find_rests(r, state, &found);
  }
  const char * or = found.length > 0 ? " or " : "";
  if (found.whole) {
    mr_str_format(out, "%s%snothing", found.list, or);
  } else if (found.walled[0] != '\0') {
    mr_str_format(out, "%s%sthe square that is blocked then (as in %s)", found.list, or,
                  found.walled);
  } else {
    bool several = found.last > 0;
    mr_str_format(out, "%.*s%s%s", (int)found.last, found.list, several ? or : "",
                  found.list + found.last + (several ? 2 : 0));
  }
  return found.whole || found.walled[0] != '\0' || found.length > 0;
}

bool mr_fy_say_rest(mr_reader *r, const mr_state *state, const mr_fy_wish *asked, size_t length) {
  char what[2 * MR_ERROR_MESSAGE_MAX];
  mr_str text = mr_str_fixed(what, sizeof what);
  if (!list_rests(r, state, asked, &text)) {
    return false;
  }
  bool none = strcmp(what, "nothing") == 0;
  mr_str_format(&text, " behind %.*s", (int)r->length, r->text);
  mr_reader at = mr_reader_over(r->game, r->text, length, r->err);
  at.at = r->length + (!none && r->text[r->length] == '=');
  mr_reader_expected(&at, what);
  return true;
}

unsigned mr_fy_first_man(const mr_fy_rules *rules, const mr_state *state) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned side = mr_fy_state_of_const(state)->side, cell = 0;
  while (cell + 1 < rules->cells && !mr_fy_is_one_of(board[cell], side, UINT64_MAX)) {
    cell++;
  }
  return cell;
}
