#include <marcher/compose.h>
#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"
#include "rules/fairy/weights.h"

/* What one action can tell at most: a move with a capture, a promotion and a piece that enters a
 * hand, the turn, and in split games what becomes of both colours on both sides; a blast removes
 * nine men more at most. */
enum { EVENTS_MAX = 16, EVENTS_OF_BLAST = 9 };

/* ---- rules ----------------------------------------------------------------------------------- */

/* Keys that are known and declined are accepted where they say what is so anyway. */
static void check_declined(mr_fy_reading *in) {
  static const char *const reasons[] = {
#define DECLINED(NAME, KEY, OFF, REASON) REASON,
#include "rules/fairy/compile/keys.def"
  };
  for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
    const mr_key *key = &mr_fy_keys[MR_FY_OFF_TWO_BOARDS + i];
    const mr_setting *setting = mr_definition_find(in->definition, key->name);
    if (setting != NULL && strcmp(setting->text, key->standard) != 0) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL, "'%s' is not supported: %s",
                  key->name, reasons[i]);
    }
  }
}

static mr_status read_rules(const mr_definition *definition, mr_arena *arena, mr_fy_rules *out,
                            mr_diagnostics *list) {
  static void (*const readers[])(mr_fy_reading *) = {
      check_declined,      mr_fy_read_board,     mr_fy_read_slots,          mr_fy_read_kinds,
      mr_fy_read_forms,    mr_fy_read_names,     mr_fy_read_start,          mr_fy_read_regions,
      mr_fy_read_pawns,    mr_fy_read_promotion, mr_fy_read_lines,          mr_fy_read_royals,
      mr_fy_read_gates,    mr_fy_read_castling,  mr_fy_read_castling_goals, mr_fy_read_drops,
      mr_fy_read_placing,  mr_fy_read_ends,      mr_fy_read_connect,        mr_fy_read_blast,
      mr_fy_read_walls,    mr_fy_read_flips,     mr_fy_read_bikjang,        mr_fy_read_shatar,
      mr_fy_read_split,    mr_fy_read_named,     mr_fy_read_rule_ids,       mr_fy_read_present,
      mr_fy_check_regions, mr_fy_write_sentences};
  mr_fy_reading *in = mr_arena_zero(arena, 1, sizeof *in);
  mr_fy_rules *rules = mr_arena_zero(arena, 1, sizeof *rules);
  if (in == NULL || rules == NULL) {
    return mr_diagnose_nomem(list);
  }
  size_t before = list->errors;
  *in = (mr_fy_reading){.definition = definition, .arena = arena, .rules = rules, .list = list};
  mr_settings_read(definition, mr_fy_keys, MR_FY_KEY_COUNT, rules);
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
    readers[i](in);
  }
  if (in->starved) {
    return mr_diagnose_nomem(list);
  }
  *out = *rules;
  return list->errors > before ? list->status : MR_OK;
}

/* ---- the first position ---------------------------------------------------------------------- */

/**
 * A rank of so many squares in the place of one that has too few or too many, if its last number of
 * empty squares, or one behind it, can make up for that. @param column within the rank, or behind
 * it
 * @param span receives which letters of the text the rank is
 * @param mended has room for MR_DEFINITION_NAME_MAX bytes
 * @return false: there is none
 */
static bool mend_rank(const char *text, size_t column, unsigned files, size_t span[2],
                      char *mended) {
  size_t begin = column, end = column, last = 0, last_length = 0;
  uint64_t squares = 0, empty = 0;
  mr_str out = mr_str_fixed(mended, MR_DEFINITION_NAME_MAX);
  while (begin > 0 && text[begin - 1] != '/') {
    begin--;
  }
  end = begin + strcspn(text + begin, "/ [\n");
  for (size_t i = begin; i < end;) {
    uint64_t number = 0;
    size_t digits = strspn(text + i, "0123456789");
    if (digits > 0 && mr_parse_uint(text + i, digits, 255, &number)) {
      last = i;
      last_length = digits;
      empty = number;
      squares += number;
    }
    squares += digits == 0 && text[i] != '+' && text[i] != '~';
    i += digits > 0 ? digits : 1;
  }
  size_t behind = last_length > 0 ? last + last_length : end;
  if (squares == files || squares - empty > files || end - begin + 4 > MR_DEFINITION_NAME_MAX ||
      (last_length == 0 && squares > files)) {
    return false;
  }
  mr_str_bytes(&out, text + begin, (last_length > 0 ? last : end) - begin);
  if (squares - empty < files) {
    mr_str_uint(&out, files - (squares - empty));
  }
  mr_str_bytes(&out, text + behind, end - behind);
  span[0] = begin;
  span[1] = end - begin;
  return true;
}

/* Whether a text in the place of a part of another makes that part of a board readable. */
static bool is_remedy(const mr_game *base, const char *text, const size_t span[2],
                      const char *mended) {
  mr_error err = {0};
  mr_str whole = mr_str_growing(base->allocator);
  mr_str_bytes(&whole, text, span[0]);
  mr_str_add(&whole, mended);
  size_t end = whole.length;
  mr_str_add(&whole, text + span[0] + span[1]);
  bool readable =
      whole.status == MR_OK &&
      (mr_fy_parse_board(base, whole.data, whole.length, &err) == MR_OK || err.column > end);
  mr_str_done(&whole);
  return readable;
}

/* What is wrong with the first position is reported at its place in the file. */
static void report_start(const mr_game *base, const mr_setting *setting, mr_status status,
                         const mr_error *err, mr_diagnostics *list) {
  size_t place[2] = {err->column > 0 ? err->column - 1 : 0, err->column > 0 ? 1 : SIZE_MAX};
  size_t rank[2];
  mr_hint hint;
  char mended[MR_DEFINITION_NAME_MAX];
  bool mends = status == MR_ERR_SYNTAX && err->column > 0 && place[0] <= setting->length &&
               mend_rank(setting->text, place[0], base->info.columns, rank, mended) &&
               is_remedy(base, setting->text, rank, mended);
  mr_span at = mends ? mr_setting_span(setting, rank[0], rank[1])
                     : mr_setting_span(setting, place[0], place[1]);
  mr_diagnose(list, status, &at, mends ? mr_hint_name(&hint, mended) : NULL, "startFen: %s",
              err->message);
}

/* The first position with its men in the order of a number, read again. */
static mr_status arrange_start(mr_fy_game *game, unsigned number, mr_error *err) {
  mr_str text = mr_str_growing(game->base.allocator);
  mr_status status = mr_fy_arrange_start(game, number, game->base.start, err);
  if (status == MR_OK) {
    mr_fy_format_state(&game->base, game->base.start, &text);
    status = text.status;
  }
  if (status == MR_OK) {
    status = mr_game_parse_state(&game->base, text.data, text.length, game->base.start, err);
  }
  mr_str_done(&text);
  return status;
}

static mr_status read_start(mr_fy_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  const mr_key *key = &mr_fy_keys[MR_FY_KEY_START_FEN];
  const mr_setting *setting = mr_definition_find(definition, key->name);
  const mr_game *base = &game->base;
  const char *text = mr_setting_text(definition, key);
  mr_error err = {0};
  game->base.start = mr_state_new(base, base->allocator);
  if (game->base.start == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_status status = mr_game_parse_state(base, text, strlen(text), game->base.start, &err);
  key = &mr_fy_keys[MR_FY_KEY_START_POSITION];
  const mr_setting *order = mr_definition_find(definition, key->name);
  if (status == MR_OK && order != NULL) {
    status = arrange_start(game, (unsigned)mr_setting_int(definition, key), &err);
    if (status != MR_OK) {
      mr_diagnose(list, status, &order->key_at, NULL, "%s", err.message);
      return status;
    }
  }
  if (status == MR_OK && mr_game_node(base, base->start).kind == MR_NODE_TERMINAL) {
    unsigned winner = mr_fy_state_of_const(base->start)->winner;
    bool won = winner == MR_FY_WHITE_WINS || winner == MR_FY_BLACK_WINS;
    const mr_rule *rule = &base->info.rules[mr_fy_ended_by(base, base->start)];
    status =
        mr_error_set(&err, MR_ERR_ILLEGAL, "the game is over in its first position: %s%s (%s: %s)",
                     won ? base->info.player_names[winner] : "nobody wins", won ? " has won" : "",
                     rule->id, rule->text);
  }
  if (status != MR_OK && setting != NULL) {
    report_start(base, setting, status, &err, list);
  } else if (status != MR_OK) {
    mr_diagnose(list, status, &definition->at, NULL,
                "without startFen the game begins as chess does, which does not fit it: %s",
                err.message);
  }
  return status;
}

/* Notes of which kinds that must not run out a side begins with few. */
static void find_lone(mr_fy_game *game) {
  const mr_fy_state *start = mr_fy_state_of_const(game->base.start);
  const uint8_t *board = mr_fy_board_const(game->base.start);
  for (unsigned side = 0; side < 2; side++) {
    mr_fy_needs *needs = &game->rules.extinction.needs[side];
    for (unsigned i = 0; i < needs->group_count; i++) {
      unsigned count = mr_fy_count_on(&game->rules, board, side, needs->groups[i]);
      for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
        bool counts = (needs->groups[i] >> kind & 1) != 0;
        count += counts ? mr_fy_held(&game->rules, start, kind, side) : 0;
      }
      needs->lone |= count <= MR_FY_KINGS_MAX ? needs->groups[i] : 0;
    }
  }
}

/* What is odd about a position that a definition itself gives is a slip. */
static void warn_of_start(const mr_fy_game *game, const mr_definition *definition,
                          mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, mr_fy_keys[MR_FY_KEY_START_FEN].name);
  char buffer[MR_ERROR_MESSAGE_MAX];
  mr_str what = mr_str_fixed(buffer, sizeof buffer);
  if (setting != NULL && setting->depth <= 1 &&
      mr_game_remark(&game->base, game->base.start, &what)) {
    mr_span at = mr_setting_span(setting, 0, SIZE_MAX);
    mr_diagnose_as(list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &at, NULL, "startFen: %s", buffer);
  }
}

/* Orders that are drawn: there has to be another one than that of startFen. */
static mr_status read_shuffle(mr_fy_game *game, const mr_definition *definition,
                              mr_diagnostics *list) {
  enum { LOOKS = 16 }; /* so often the same by chance: never where there are two orders and more */
  const mr_game *base = &game->base;
  const mr_setting *setting =
      mr_definition_find(definition, mr_fy_keys[MR_FY_KEY_RANDOM_START].name);
  mr_state *drawn = game->rules.random_start ? mr_state_new(base, base->allocator) : NULL;
  mr_random random;
  if (!game->rules.random_start) {
    return MR_OK;
  }
  if (drawn == NULL) {
    return MR_ERR_NOMEM;
  }
  bool other = false, fixed = mr_fy_castles(&game->rules) && !game->rules.any_files;
  mr_random_init(&random, 1);
  for (unsigned i = 0; i < LOOKS && !other && !fixed && mr_fy_draw_start(game, &random, drawn);
       i++) {
    other = mr_game_hash(base, drawn) != mr_game_hash(base, base->start);
  }
  mr_state_free(base, base->allocator, drawn);
  if (!other) {
    mr_diagnose(list, MR_ERR_UNSUPPORTED, setting != NULL ? &setting->key_at : &definition->at,
                NULL,
                fixed ? "'randomStart' goes together with castling from any files: add chess960 = "
                        "true"
                      : "'randomStart' finds no other order than that of startFen in which both "
                        "sides have as many men on the rank of the king, nobody is in check and "
                        "all may stand where they are");
    return MR_ERR_UNSUPPORTED;
  }
  game->base.shuffle = &mr_fy_shuffle;
  return MR_OK;
}

/* Without rules no position can be read, but its board can: who has to come back is told of it. */
static void check_board_alone(mr_fy_game *game, const mr_definition *definition,
                              mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, mr_fy_keys[MR_FY_KEY_START_FEN].name);
  mr_error err = {0};
  game->base.info.columns = game->rules.files;
  if (setting == NULL || setting->depth > 1 || game->rules.kind_count == 0) {
    return;
  }
  mr_status status = mr_fy_parse_board(&game->base, setting->text, setting->length, &err);
  if (status != MR_OK) {
    report_start(&game->base, setting, status, &err, list);
  }
}

/* ---- the game -------------------------------------------------------------------------------- */

/* Tables grow with pieces and squares; an arena that is nearly full says that they grew too much.
 */
static mr_status build_tables(mr_fy_game *game, const mr_definition *definition,
                              mr_diagnostics *list) {
  mr_status status = game->core->build(game);
  if (status != MR_ERR_NOMEM || game->base.arena.held < game->base.arena.limit / 2) {
    return status;
  }
  mr_diagnose(list, MR_ERR_LIMIT, &definition->at, NULL,
              "%u kinds of pieces on %u squares need more than the %zu MiB that a game may have; "
              "fewer or simpler movements, or a smaller board, would do",
              game->rules.kind_count, game->rules.cells, game->base.arena.limit >> 20);
  return MR_ERR_LIMIT;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  mr_fy_game *game = (mr_fy_game *)(void *)base;
  mr_status status = read_rules(definition, &game->base.arena, &game->rules, list);
  if (status != MR_OK) {
    if (status != MR_ERR_NOMEM) {
      check_board_alone(game, definition, list);
    }
    return status;
  }
  game->core = mr_fy_core_for(game->rules.cells);
  if (game->core->words == 0) {
    mr_diagnose(list, MR_ERR_LIMIT, &definition->at, NULL,
                "a board of %u squares is too large for this page, which was written for smaller "
                "ones",
                game->rules.cells);
    return MR_ERR_LIMIT;
  }
  base->material = &mr_fy_material;
  base->notation = &mr_fy_notation;
  mr_game_info *info = &base->info;
  info->capabilities = game->rules.split ? MR_CAN_MULTI | MR_CAN_FRACTION : 0;
  info->players = 2;
  info->team[1] = 1;
  info->player_names[0] = "White";
  info->player_names[1] = "Black";
  info->columns = game->rules.files;
  info->rows = game->rules.ranks;
  info->parts = game->rules.cells > 128  ? MR_PART_CORE_256
                : game->rules.cells > 64 ? MR_PART_CORE_128
                                         : MR_PART_CORE_64;
  info->max_events = EVENTS_MAX + (game->rules.blast.on ? EVENTS_OF_BLAST : 0);
  info->max_events += game->rules.walling.petrified != 0 ? EVENTS_OF_BLAST + 1u : 0;
  if (game->rules.flips != MR_FY_FLIPS_NONE) { /* as many as a queen sees, at most */
    info->max_events += 2u * (game->rules.files + game->rules.ranks + (unsigned)MR_FY_SIDE_MAX);
  }
  info->max_state_text = mr_fy_state_text_max(&game->rules);
  info->max_length = game->rules.length_limit;
  status = build_tables(game, definition, list);
  if (status == MR_OK) {
    status = mr_fy_rules_init(game);
  }
  if (status == MR_OK) {
    status = read_start(game, definition, list);
  }
  if (status == MR_OK) {
    find_lone(game);
    warn_of_start(game, definition, list);
    status = read_shuffle(game, definition, list);
  }
  if (status == MR_OK) {
    status = mr_fy_reach_init(game);
  }
  return status != MR_OK ? status : mr_fy_moves_init(game);
}

static void board(const mr_definition *definition, unsigned *columns, unsigned *rows) {
  const char *file = mr_setting_text(definition, &mr_fy_keys[MR_FY_KEY_MAX_FILE]);
  uint64_t files = 0;
  if (mr_text_is_letter(file[0])) {
    files = (uint64_t)(mr_text_lower(file[0]) - 'a') + 1;
  } else {
    (void)mr_parse_uint(file, strlen(file), MR_FY_SIDE_MAX, &files);
  }
  *columns = (unsigned)files;
  *rows = (unsigned)mr_setting_int(definition, &mr_fy_keys[MR_FY_KEY_MAX_RANK]);
}

const mr_family mr_family_fairy = {
    .name = "fairy",
    .title = "Chess-like games",
    .summary = "Chess and its relatives: pieces that move by Betza's notation, hands, regions, "
               "promotion, royal pieces, goals.",
    .keys = mr_fy_keys,
    .key_count = MR_FY_KEY_COUNT,
    .game_size = sizeof(mr_fy_game),
    .build = build,
    .read_weights = mr_fy_weights_take,
    .board = board,
    .absent = mr_fy_absent,
};
