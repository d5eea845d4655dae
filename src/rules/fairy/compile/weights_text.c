#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"
#include "rules/fairy/weights.h"

/* ---- the names of the terms ------------------------------------------------------------------ */

static const char *const group_names[MR_FY_W_GROUPS] = {
    [MR_FY_W_VALUE] = "value",
    [MR_FY_W_HELD] = "held",
    [MR_FY_W_MOBILITY] = "mobility",
    [MR_FY_W_KING_ATTACK] = "siege",
    [MR_FY_W_HANGING] = "hanging",
    [MR_FY_W_PRESSED] = "pressed",
    [MR_FY_W_LIGHT_THREAT] = "light_threat",
    [MR_FY_W_HEAVY_THREAT] = "heavy_threat",
    [MR_FY_W_PASSED] = "passed",
    [MR_FY_W_ATTACKERS] = "attackers",
    [MR_FY_W_CONQUEST] = "conquest",
    [MR_FY_W_RUNNER] = "runner",
    [MR_FY_W_TEMPO] = "tempo",
    [MR_FY_W_BALANCE] = "balance",
    [MR_FY_W_SPARE] = "spare",
    [MR_FY_W_SHELTER] = "shelter",
    [MR_FY_W_CONTEST] = "contest",
    [MR_FY_W_OWED] = "owed",
    [MR_FY_W_DANGER] = "danger",
    [MR_FY_W_SHIELD] = "shield",
    [MR_FY_W_STORM] = "storm",
    [MR_FY_W_LONELY] = "lonely",
    [MR_FY_W_DOUBLED] = "doubled",
    [MR_FY_W_CHAIN] = "chain",
    [MR_FY_W_ESCORT] = "escort",
    [MR_FY_W_FREE] = "free",
    [MR_FY_W_PAIR] = "pair",
    [MR_FY_W_OUTPOST] = "outpost",
    [MR_FY_W_LANDING] = "landing",
    [MR_FY_W_WEAK] = "weak",
    [MR_FY_W_KING_THREAT] = "king_threat",
    [MR_FY_W_RESTRICTED] = "restricted",
    [MR_FY_W_PAWN_THREAT] = "pawn_threat",
    [MR_FY_W_PUSH_THREAT] = "push_threat",
    [MR_FY_W_FLANK] = "flank",
    [MR_FY_W_FAR_PAWNS] = "far_pawns",
    [MR_FY_W_RACE] = "race",
    [MR_FY_W_SCARCE] = "scarce",
    [MR_FY_W_CHECKS] = "checks",
    [MR_FY_W_CONNECT] = "connect",
    [MR_FY_W_LINES] = "lines",
    [MR_FY_W_DUTY] = "duty",
    [MR_FY_W_OFFER] = "offer",
    [MR_FY_W_GIFT] = "gift",
    [MR_FY_W_PLACE] = "place",
};

/** One text being read. */
typedef struct reading {
  const mr_fy_game *game;
  mr_fy_fold fold;
  mr_fy_weights *out;
  const mr_setting *setting; /**< the one at hand */
  bool own;                  /**< what does not fit the game is an error */
  mr_diagnostics *list;
} reading;

static mr_status report(reading *in, const mr_fy_word *of, mr_status status, const char *what) {
  mr_quote quote;
  mr_span span = mr_setting_span(in->setting, of->at, of->length);
  mr_diagnose(in->list, status, &span, NULL, "'%s': %s",
              mr_quote_bytes(&quote, in->setting->text + of->at, of->length), what);
  return status;
}

/* What does not fit the game: wrong in weights of its own, of no account in those of a parent. */
static mr_status misfit(reading *in, const mr_fy_word *of, const char *what) {
  return in->own ? report(in, of, MR_ERR_ILLEGAL, what) : MR_OK;
}

/* A whole number with or without a sign, in the limits. */
static bool read_weight(const char *text, size_t length, int16_t *out) {
  bool minus = length > 0 && text[0] == '-';
  uint64_t size;
  if (!mr_parse_uint(text + minus, length - minus, MR_FY_WEIGHT_LIMIT, &size)) {
    return false;
  }
  *out = (int16_t)(minus ? -(int)size : (int)size);
  return true;
}

/* "120" or "120/90". */
static mr_status read_pair(reading *in, const mr_fy_word *of, mr_fy_pair *out) {
  const char *text = in->setting->text + of->at;
  const char *slash = memchr(text, '/', of->length);
  size_t first = slash != NULL ? (size_t)(slash - text) : of->length;
  mr_fy_pair pair = {0, 0};
  bool good = read_weight(text, first, &pair.open);
  pair.end = pair.open;
  if (good && slash != NULL) {
    good = read_weight(slash + 1, of->length - first - 1, &pair.end);
  }
  if (!good) {
    return report(in, of, MR_ERR_SYNTAX,
                  "expected a whole number from -32000 to 32000, or two with a slash between "
                  "them: for the opening and for the end");
  }
  *out = pair;
  return MR_OK;
}

/* Sets a weight, if the game can have it. @param misfits what is wrong otherwise */
static mr_status set_weight(reading *in, unsigned term, mr_fy_pair pair, const mr_fy_word *of,
                            const char *misfits) {
  if (!mr_fy_term_used(in->game, &in->fold, term)) {
    return misfit(in, of, misfits);
  }
  in->out->pair[term] = pair;
  in->out->given[term] = true;
  return MR_OK;
}

/* The kind that is written so, in any case; 0: none. */
static unsigned kind_written(const mr_fy_rules *rules, const char *text, size_t length) {
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    char buffer[8];
    mr_str name = mr_str_fixed(buffer, sizeof buffer);
    mr_fy_add_kind(rules, kind, &name);
    if (mr_text_is_nocase(text, length, buffer)) {
      return kind;
    }
  }
  return 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* "c:120/90": a letter with its weight. */
static mr_status read_kind_weight(reading *in, mr_fy_group group, mr_fy_word of) {
  const char *text = in->setting->text + of.at;
  const char *colon = memchr(text, ':', of.length);
  mr_fy_pair pair;
  if (colon == NULL) {
    return report(in, &of, MR_ERR_SYNTAX, "expected a piece with its weight, such as q:9500/9800");
  }
  size_t length = (size_t)(colon - text);
  mr_fy_word name = {of.at, length}, number = {of.at + length + 1, of.length - length - 1};
  mr_status status = read_pair(in, &number, &pair);
  unsigned kind = kind_written(&in->game->rules, text, length);
  if (status != MR_OK) {
    return status;
  }
  if (kind == 0) {
    return misfit(in, &name, "the game has no such piece");
  }
  unsigned term = mr_fy_term_kind(group, kind);
  if (in->out->given[term]) {
    return report(in, &name, MR_ERR_DUPLICATE, "this piece has been given its weight above");
  }
  return set_weight(in, term, pair, &name, "this weight means nothing for this piece");
}

/* So many weights, or fewer. */
static mr_status read_list(reading *in, unsigned first, unsigned count) {
  mr_fy_word next = {0, 0};
  mr_status status = MR_OK;
  unsigned i = 0;
  for (; mr_fy_next_word(in->setting, &next); i++) {
    mr_fy_pair pair;
    if (i == count) {
      return report(in, &next, MR_ERR_LIMIT, "there are more weights than are of use");
    }
    mr_status read = read_pair(in, &next, &pair);
    if (read == MR_OK) {
      read = set_weight(in, first + i, pair, &next, "this game has nothing of the kind");
    }
    status = mr_status_first(status, read);
  }
  mr_fy_word whole = {0, in->setting->length};
  return i > 0 ? status : report(in, &whole, MR_ERR_SYNTAX, "expected a weight");
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The numbers of one piece: a rank on each line, the last one first, from White's side, in halves
 * where left is as right. @param next receives the word behind them; of length 0 at the end */
static mr_status read_drawing(reading *in, const mr_fy_word *name, unsigned kind,
                              mr_fy_word *next) {
  const mr_fy_rules *rules = &in->game->rules;
  unsigned columns = in->fold.columns, cells = rules->ranks * columns, count = 0;
  mr_status status = MR_OK;
  *next = *name;
  while (mr_fy_next_word(in->setting, next) &&
         in->setting->text[next->at + next->length - 1] != ':') {
    mr_fy_pair pair;
    bool nothing = mr_text_is(in->setting->text + next->at, next->length, ".");
    mr_status read = nothing ? MR_OK : read_pair(in, next, &pair);
    if (kind > 0 && count < cells && !nothing && read == MR_OK) {
      unsigned cell = (rules->ranks - 1u - count / columns) * rules->files + count % columns;
      read = set_weight(in, mr_fy_term_place(kind, cell), pair, next,
                        "the piece can never stand there");
    }
    status = mr_status_first(status, read);
    count++;
  }
  if (count != cells && kind > 0) { /* it may have left something behind */
    memset(&in->out->given[mr_fy_term_place(kind, 0)], 0, MR_FY_CELLS_MAX);
  }
  if (status == MR_OK && count != cells) {
    status = misfit(in, name,
                    in->fold.halves ? "expected a number for each square of the left half"
                                    : "expected a number for each square of the board");
  }
  return status;
}

static mr_status read_places(reading *in) {
  mr_fy_word name = {0, 0}, next;
  mr_status status = MR_OK;
  bool drawn[MR_FY_WEIGHT_KINDS] = {false};
  (void)mr_fy_next_word(in->setting, &name);
  for (; name.length > 0; name = next) {
    const char *text = in->setting->text + name.at;
    if (text[name.length - 1] != ':') {
      return report(in, &name, MR_ERR_SYNTAX, "expected a piece and a colon, such as q:");
    }
    unsigned kind = kind_written(&in->game->rules, text, name.length - 1);
    if (kind == 0) {
      status = mr_status_first(status, misfit(in, &name, "the game has no such piece"));
    } else if (drawn[kind]) {
      return report(in, &name, MR_ERR_DUPLICATE, "this piece has been drawn above");
    }
    drawn[kind] = true;
    status = mr_status_first(status, read_drawing(in, &name, kind, &next));
  }
  return status;
}

/* ---- settings -------------------------------------------------------------------------------- */

static mr_status read_setting(reading *in, mr_fy_group group) {
  if (group == MR_FY_W_PLACE) {
    return read_places(in);
  }
  if (group >= MR_FY_W_PASSED) {
    return group < MR_FY_W_TEMPO ? read_list(in, mr_fy_term_step(group, 0), MR_FY_WEIGHT_STEPS)
                                 : read_list(in, mr_fy_term_one(group), 1);
  }
  mr_fy_word next = {0, 0};
  mr_status status = MR_OK;
  while (mr_fy_next_word(in->setting, &next)) {
    status = mr_status_first(status, read_kind_weight(in, group, next));
  }
  return status;
}

/* A text may say of which version it is. */
static mr_status read_version(reading *in) {
  const mr_setting *setting = in->setting;
  uint64_t version = 0;
  mr_fy_word whole = {0, setting->length};
  if (!mr_parse_uint(setting->text, setting->length, UINT32_MAX, &version) || version == 0) {
    return report(in, &whole, MR_ERR_SYNTAX, "expected the version of the weights, which is 1");
  }
  return version <= MR_FY_WEIGHTS_VERSION
             ? MR_OK
             : report(in, &whole, MR_ERR_UNSUPPORTED,
                      "these weights are of a newer version; this program reads version 1");
}

static mr_status read_settings(const mr_fy_game *game, const mr_definition *weights, bool own,
                               mr_fy_weights *out, mr_diagnostics *list) {
  reading in = {.game = game, .out = out, .own = own, .list = list};
  mr_status status = MR_OK;
  mr_fy_fold_init(game, &in.fold);
  for (size_t i = 0; i < weights->count; i++) {
    unsigned group = 0;
    in.setting = &weights->settings[i];
    while (group < MR_FY_W_GROUPS && strcmp(group_names[group], in.setting->key) != 0) {
      group++;
    }
    if (group < MR_FY_W_GROUPS) {
      status = mr_status_first(status, read_setting(&in, (mr_fy_group)group));
    } else if (strcmp(in.setting->key, "version") == 0) {
      status = mr_status_first(status, read_version(&in));
    } else {
      mr_hint hint;
      mr_diagnose(list, MR_ERR_UNKNOWN, &in.setting->key_at,
                  mr_hint_name(&hint, mr_nearest(in.setting->key, group_names, MR_FY_W_GROUPS)),
                  "there is no weight named '%s'", in.setting->key);
      status = mr_status_first(status, MR_ERR_UNKNOWN);
    }
  }
  return status;
}

/* ---- reading and taking ---------------------------------------------------------------------- */

mr_status mr_fy_weights_read(const mr_fy_game *game, const char *text,
                             const mr_allocator *allocator, mr_fy_weights *out, mr_error *err) {
  mr_definitions *file = NULL;
  mr_definition first; /* section of the text */
  mr_arena arena;
  mr_diagnostics list;
  mr_status status = mr_definitions_new(allocator, &file, err);
  if (status != MR_OK) {
    return status;
  }
  mr_arena_init(&arena, allocator, 0);
  mr_diagnostics_init(&list, &arena);
  status = mr_definitions_add(file, "weights", text, strlen(text), &list);
  if (status == MR_OK && mr_definitions_count(file) == 0) {
    const mr_span at = {.source = "weights"};
    status = mr_diagnose_fail(&list, MR_ERR_SYNTAX, &at, NULL, MR_WEIGHTS_NONE);
  }
  if (status == MR_OK) {
    status =
        mr_definition_resolve(file, mr_definitions_name(file, 0), NULL, 0, &arena, &first, &list);
  }
  if (status == MR_OK) {
    status = read_settings(game, &first, true, out, &list);
  }
  if (status != MR_OK) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  mr_definitions_free(file);
  return status;
}

/*
 * Whether weights that were made for another game can serve this one: they speak of all its pieces,
 * of its hands and of a board of its width. What is left of others would be a mixture of two
 * scales.
 */
static bool fits_game(const mr_fy_game *game, const mr_definition *weights,
                      const mr_fy_weights *out) {
  mr_fy_fold fold;
  bool some[MR_FY_W_GROUPS] = {false}; /* groups that the weights speak of */
  mr_fy_fold_init(game, &fold);
  for (size_t i = 0; i < weights->count; i++) {
    for (unsigned group = 0; group < MR_FY_W_GROUPS; group++) {
      some[group] = some[group] || strcmp(weights->settings[i].key, group_names[group]) == 0;
    }
  }
  some[MR_FY_W_HELD] = some[MR_FY_W_VALUE];
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    bool wanted =
        (term < MR_FY_W_MOBILITY * MR_FY_WEIGHT_KINDS && some[term / MR_FY_WEIGHT_KINDS]) ||
        (term >= MR_FY_T_PLACES && some[MR_FY_W_PLACE]);
    if (wanted && !out->given[term] && mr_fy_term_used(game, &fold, term)) {
      return false;
    }
  }
  return true;
}

mr_status mr_fy_weights_take(mr_game *base, const mr_definition *weights, bool own,
                             mr_diagnostics *list) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_fy_weights *scratch = mr_alloc_zero(base->allocator, 1, sizeof *scratch);
  if (scratch == NULL) {
    return mr_diagnose_nomem(list);
  }
  mr_status status = read_settings(game, weights, own, scratch, list);
  if (status == MR_OK && (own || fits_game(game, weights, scratch))) {
    mr_str text = mr_str_growing(base->allocator);
    mr_str_format(&text, "[%s]\n", base->info.name);
    mr_fy_weights_write(game, scratch, &text);
    const char *copy =
        text.status == MR_OK ? mr_arena_copy(&base->arena, mr_str_text(&text), text.length) : NULL;
    status = copy != NULL ? MR_OK : mr_diagnose_nomem(list);
    base->info.weights = copy != NULL ? copy : base->info.weights;
    mr_str_done(&text);
  }
  mr_alloc_free(base->allocator, scratch, sizeof *scratch);
  return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_pair(mr_str *out, mr_fy_pair pair) {
  mr_str_format(out, "%d", pair.open);
  if (pair.end != pair.open) {
    mr_str_format(out, "/%d", pair.end);
  }
}

static void write_kinds(const mr_fy_game *game, const mr_fy_weights *weights, mr_fy_group group,
                        mr_str *out) {
  unsigned written = 0;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    unsigned term = mr_fy_term_kind(group, kind);
    if (!weights->given[term]) {
      continue;
    }
    if (written == 0) {
      mr_str_format(out, "%s =", group_names[group]);
    }
    mr_str_add(out, written++ % 6 == 0 ? "\n  " : " ");
    mr_fy_add_kind(&game->rules, kind, out);
    mr_str_char(out, ':');
    add_pair(out, weights->pair[term]);
  }
  mr_str_add(out, written > 0 ? "\n" : "");
}

static void write_list(const mr_fy_weights *weights, mr_fy_group group, mr_str *out) {
  bool list = group < MR_FY_W_TEMPO;
  unsigned first = list ? mr_fy_term_step(group, 0) : mr_fy_term_one(group);
  unsigned count = list ? MR_FY_WEIGHT_STEPS : 1;
  if (!weights->given[first]) {
    return;
  }
  mr_str_format(out, "%s =", group_names[group]);
  for (unsigned i = 0; i < count && weights->given[first + i]; i++) {
    mr_str_char(out, ' ');
    add_pair(out, weights->pair[first + i]);
  }
  mr_str_char(out, '\n');
}

/* A number as wide as the others of its drawing. */
static void add_cell(mr_str *out, const mr_fy_weights *weights, unsigned term) {
  char buffer[24];
  mr_str cell = mr_str_fixed(buffer, sizeof buffer);
  if (weights->given[term]) {
    add_pair(&cell, weights->pair[term]);
  } else {
    mr_str_char(&cell, '.');
  }
  mr_str_repeat(out, ' ', cell.length < 10 ? 10 - cell.length : 1);
  mr_str_add(out, buffer);
}

static void write_places(const mr_fy_game *game, const mr_fy_fold *fold,
                         const mr_fy_weights *weights, mr_str *out) {
  bool begun = false;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    if (memchr(&weights->given[mr_fy_term_place(kind, 0)], true, MR_FY_CELLS_MAX) == NULL) {
      continue;
    }
    mr_str_add(out, begun ? "\n  " : "place =\n  ");
    begun = true;
    mr_fy_add_kind(&game->rules, kind, out);
    mr_str_char(out, ':');
    for (unsigned rank = game->rules.ranks; rank-- > 0;) {
      mr_str_add(out, "\n  ");
      for (unsigned file = 0; file < fold->columns; file++) {
        add_cell(out, weights, mr_fy_term_place(kind, rank * game->rules.files + file));
      }
    }
  }
  mr_str_add(out, begun ? "\n" : "");
}

void mr_fy_weights_write(const mr_fy_game *game, const mr_fy_weights *weights, mr_str *out) {
  mr_fy_fold fold;
  mr_fy_fold_init(game, &fold);
  for (unsigned group = 0; group < MR_FY_W_PASSED; group++) {
    write_kinds(game, weights, (mr_fy_group)group, out);
  }
  for (unsigned group = MR_FY_W_PASSED; group < MR_FY_W_PLACE; group++) {
    write_list(weights, (mr_fy_group)group, out);
  }
  write_places(game, &fold, weights, out);
}
