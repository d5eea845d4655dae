#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* The keys' choices: win, loss, draw, none; each for the side to move. */
static mr_fy_outcome outcome(const mr_fy_reading *in, unsigned key) {
  static const mr_fy_outcome outcomes[] = {MR_FY_WIN, MR_FY_LOSS, MR_FY_DRAW, MR_FY_NOTHING};
  return outcomes[mr_setting_choice(in->definition, &mr_fy_keys[key])];
}

/* The kinds that a key names; none where it is not set. */
static uint64_t kinds_named(mr_fy_reading *in, unsigned key, bool *all) {
  mr_fy_letters letters =
      mr_fy_read_letters(in, mr_fy_setting(in, key), (mr_fy_letters){.count = 0});
  *all = letters.all;
  return mr_fy_kinds_of(in, &letters);
}

void mr_fy_read_royals(mr_fy_reading *in) {
  mr_fy_letters letters =
      mr_fy_read_letters(in, mr_fy_setting(in, MR_FY_KEY_ROYAL_PIECES),
                         (mr_fy_letters){.slots = {MR_FY_SLOT_KING}, .count = 1});
  uint64_t kinds = mr_fy_kinds_of(in, &letters);
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    bool royal = (kinds >> i & 1) != 0;
    in->rules->kinds[i].royal[0] = in->rules->kinds[i].royal[1] = royal;
  }
}

/* ---- goals ----------------------------------------------------------------------------------- */

static void read_needs(mr_fy_reading *in, unsigned side) {
  mr_fy_needs *needs = &in->rules->extinction.needs[side];
  const mr_setting *types = mr_fy_side_setting(in, MR_FY_KEY_EXTINCTION_TYPES, side);
  mr_fy_letters letters = mr_fy_read_letters(in, types, (mr_fy_letters){.count = 0});
  needs->kinds = mr_fy_kinds_of(in, &letters);
  needs->together = letters.all;
  for (unsigned i = 0; !letters.all && i < letters.count && i < MR_FY_KINDS_MAX; i++) {
    mr_fy_letters one = {.slots = {letters.slots[i]}, .count = 1};
    needs->groups[needs->group_count++] = mr_fy_kinds_of(in, &one);
  }
  if (letters.all) {
    needs->groups[needs->group_count++] = needs->kinds;
  }
  const unsigned own = MR_FY_KEY_EXTINCTION_COUNT + 1 + side;
  const mr_setting *count = mr_fy_side_setting(in, MR_FY_KEY_EXTINCTION_COUNT, side);
  bool apart = count != NULL && count == mr_fy_setting(in, own);
  needs->count = (uint8_t)mr_fy_number(in, apart ? own : MR_FY_KEY_EXTINCTION_COUNT);
}

/* Who says what a side must not run out of, and not what it is worth, has forgotten that. */
static void warn_of_idle_needs(mr_fy_reading *in) {
  const unsigned keys[] = {
      MR_FY_KEY_EXTINCTION_TYPES, MR_FY_KEY_EXTINCTION_TYPES + 1, MR_FY_KEY_EXTINCTION_TYPES + 2,
      MR_FY_KEY_EXTINCTION_COUNT, MR_FY_KEY_EXTINCTION_COUNT + 1, MR_FY_KEY_EXTINCTION_COUNT + 2,
  };
  const mr_setting *nearest = mr_fy_nearest_setting(in, keys, sizeof keys / sizeof keys[0]);
  if (nearest != NULL && nearest->depth <= 1 && mr_fy_setting(in, MR_FY_KEY_EXTINCTION) == NULL &&
      !mr_fy_bool(in, MR_FY_KEY_EXTINCTION_ROYAL)) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &nearest->key_at,
                   "add a line such as 'extinctionValue = loss'",
                   "'%s' means nothing without 'extinctionValue'", nearest->key);
  }
}

static void read_duple(mr_fy_reading *in) {
  mr_fy_extinction *e = &in->rules->extinction;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_DUPLE_CHECK);
  bool on = mr_fy_bool(in, MR_FY_KEY_DUPLE_CHECK);
  e->duple = on && e->royal;
  if (on && !mr_fy_bool(in, MR_FY_KEY_EXTINCTION_ROYAL)) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at,
                   "add a line such as 'extinctionPseudoRoyal = true'",
                   "'dupleCheck' means nothing without 'extinctionPseudoRoyal'");
  } else if (on && in->rules->blast.on) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'dupleCheck' does not go together with captures that blast");
  }
}

static void read_extinction(mr_fy_reading *in) {
  mr_fy_extinction *e = &in->rules->extinction;
  const mr_setting *value = mr_fy_setting(in, MR_FY_KEY_EXTINCTION);
  size_t before = in->list->errors;
  read_needs(in, MR_FY_WHITE);
  read_needs(in, MR_FY_BLACK);
  e->value = outcome(in, MR_FY_KEY_EXTINCTION);
  warn_of_idle_needs(in);
  bool needs = (e->needs[0].kinds | e->needs[1].kinds) != 0 || in->list->errors > before;
  if (e->value != MR_FY_NOTHING && !needs && value != NULL && value->depth <= 1) {
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &value->key_at, NULL,
                "'extinctionValue' needs extinctionPieceTypes");
  }
  e->royal = needs && mr_fy_bool(in, MR_FY_KEY_EXTINCTION_ROYAL); /* whatever a loss is worth */
  read_duple(in);
  if (e->royal && !in->rules->blast.on) { /* royals are never captured: none become extinct */
    e->value = MR_FY_NOTHING;
  }
}

static void read_flag(mr_fy_reading *in, unsigned side) {
  const mr_setting *region = mr_fy_side_setting(in, MR_FY_KEY_FLAG_REGION, side);
  const mr_setting *piece = mr_fy_side_setting(in, MR_FY_KEY_FLAG_PIECE, side);
  mr_fy_flag *flag = &in->rules->flag;
  mr_fy_letters letters = mr_fy_read_letters(in, piece, (mr_fy_letters){.all = true});
  if (region == NULL || !mr_fy_read_region(in, region, &flag->region[side]) ||
      mr_fy_set_empty(&flag->region[side])) {
    return;
  }
  flag->kinds[side] = mr_fy_kinds_of(in, &letters);
  in->king_runs[side] = letters.count == 1 && letters.slots[0] == MR_FY_SLOT_KING;
}

/* In the dialect flagMove means another thing to kings than to all others. */
static void read_race(mr_fy_reading *in) {
  mr_fy_flag *flag = &in->rules->flag;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_FLAG_MOVE);
  bool some = in->king_runs[MR_FY_WHITE] || in->king_runs[MR_FY_BLACK];
  flag->race = flag->reply && some;
  if (flag->race && setting != NULL &&
      (!in->king_runs[MR_FY_WHITE] || !in->king_runs[MR_FY_BLACK] || flag->count > 1)) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "flagMove with a king is a race between one king of each side: flagPiece has to be "
                "the king for both, and flagPieceCount 1");
  }
}

static void check_safety(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_FLAG_SAFE);
  if (in->rules->flag.safe && in->rules->blast.on && setting != NULL) {
    mr_diagnose(
        in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
        "'flagPieceSafe' does not go together with blastOnCapture: who could be blown up is "
        "not looked for");
  }
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* The counters of the first position are part of the rules: a side gives no more checks than it
 * begins with. What is wrong with them the parser tells. */
static void read_checks(mr_fy_reading *in) {
  uint8_t *checks = in->rules->checks;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CHECK_COUNTING);
  const mr_setting *first = mr_fy_setting(in, MR_FY_KEY_START_FEN); /* without it, none are told */
  if (!mr_fy_bool(in, MR_FY_KEY_CHECK_COUNTING)) {
    return;
  }
  const char *start = mr_setting_text(in->definition, &mr_fy_keys[MR_FY_KEY_START_FEN]);
  mr_fy_find_checks(start, strlen(start), checks);
  for (unsigned side = 0; side < 2; side++) {
    if (checks[side] == 0 && first != NULL) {
      mr_span at = mr_setting_span(first, 0, SIZE_MAX);
      mr_diagnose(in->list, MR_ERR_ILLEGAL, &at, NULL,
                  "startFen: %s has no check left to give: a side begins with 1 to %d",
                  mr_fy_side_names[side], MR_FY_CHECKS_MAX);
      checks[side] = 1;
    }
  }
  if (mr_fy_royal_kinds(in->rules) == 0 && setting != NULL && setting->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                   "'checkCounting' means nothing without royal pieces: nobody can be checked");
  }
}

/* ---- repetition and the clock ---------------------------------------------------------------- */

/* Which kinds the rule knows by name: others of like movement are judged as any man. */
static void read_chase(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  mr_fy_chase *chase = &rules->chase;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CHASING);
  chase->on = mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_CHASING]) == 1;
  if (!chase->on) {
    return;
  }
  chase->rook = in->slots[MR_FY_KEY_ROOK].kind;
  chase->horse = in->slots[MR_FY_KEY_HORSE].kind;
  chase->cannon = in->slots[MR_FY_KEY_CANNON].kind;
  chase->elephant = in->slots[MR_FY_KEY_ELEPHANT].kind;
  chase->advisor = in->slots[MR_FY_KEY_FERS].kind;
  chase->soldier = in->slots[MR_FY_KEY_SOLDIER].kind;
  memcpy(chase->crossed, rules->kinds[chase->soldier].initial, sizeof chase->crossed);
  bool walls = mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_WALLING]) != 0 ||
               mr_fy_setting(in, MR_FY_KEY_PETRIFY) != NULL;
  if (setting != NULL && (walls || mr_fy_bool(in, MR_FY_KEY_BLAST) || rules->gating.enters)) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'chasingRule' does not go together with blasts, walls that are set or gates");
  }
}

static mr_fy_fold_value fold_value(const mr_fy_reading *in) {
  bool absolute = mr_fy_bool(in, MR_FY_KEY_FOLD_ABSOLUTE);
  mr_fy_outcome value = outcome(in, MR_FY_KEY_FOLD_VALUE);
  if (value == MR_FY_DRAW || value == MR_FY_NOTHING) {
    return MR_FY_FOLD_DRAW;
  }
  if (absolute) {
    return value == MR_FY_WIN ? MR_FY_FOLD_BLACK_LOSES : MR_FY_FOLD_WHITE_LOSES;
  }
  return value == MR_FY_WIN ? MR_FY_FOLD_MOVER_LOSES : MR_FY_FOLD_MOVER_WINS;
}

/* Of the key for both sides and that for one the nearest counts. */
static bool read_side_switch(mr_fy_reading *in, unsigned key, unsigned side) {
  const mr_setting *own = mr_fy_setting(in, key + 1 + side);
  bool apart = own != NULL && own == mr_fy_side_setting(in, key, side);
  return mr_fy_bool(in, apart ? key + 1 + side : key);
}

/* What has its own idea of when nothing else can be done, or of what a move leaves behind. */
static void check_passing(mr_fy_reading *in) {
  const unsigned keys[] = {MR_FY_KEY_WALLING, MR_FY_KEY_CHASING, MR_FY_KEY_MUST_DROP,
                           MR_FY_KEY_COUNTING};
  const bool used[] = {mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_WALLING]) != 0,
                       mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_CHASING]) != 0,
                       mr_fy_bool(in, MR_FY_KEY_MUST_DROP),
                       mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_COUNTING]) != 0};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const mr_setting *setting = mr_fy_setting(in, keys[i]);
    if (used[i] && setting != NULL) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                  "'%s' does not go together with passing", mr_fy_keys[keys[i]].name);
    }
  }
}

static void read_passing(mr_fy_reading *in) {
  for (unsigned side = 0; side < 2; side++) {
    bool always = read_side_switch(in, MR_FY_KEY_PASS, side);
    bool stuck = read_side_switch(in, MR_FY_KEY_PASS_STALEMATE, side);
    in->rules->passing[side] = stuck ? MR_FY_WITHOUT_MOVES : always ? MR_FY_ALWAYS : MR_FY_NEVER;
  }
  in->rules->king = (uint8_t)in->slots[MR_FY_SLOT_KING].kind;
  if ((in->rules->passing[0] | in->rules->passing[1]) != MR_FY_NEVER) {
    check_passing(in);
  }
}

void mr_fy_read_ends(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  bool all;
  read_passing(in);
  rules->checkmate = outcome(in, MR_FY_KEY_CHECKMATE);
  rules->stalemate = outcome(in, MR_FY_KEY_STALEMATE);
  rules->no_checks = !mr_fy_bool(in, MR_FY_KEY_CHECKING);
  rules->no_drop_checks = rules->no_checks || !mr_fy_bool(in, MR_FY_KEY_DROP_CHECKS);
  read_extinction(in);
  read_flag(in, MR_FY_WHITE);
  read_flag(in, MR_FY_BLACK);
  read_race(in);
  check_safety(in);
  read_checks(in);
  rules->idle_limit = 2 * mr_fy_number(in, MR_FY_KEY_MOVE_RULE);
  const unsigned types[] = {MR_FY_KEY_MOVE_RULE_TYPES, MR_FY_KEY_MOVE_RULE_TYPES + 1,
                            MR_FY_KEY_MOVE_RULE_TYPES + 2, MR_FY_KEY_MOVE_RULE_PROMOTION};
  bool said = mr_fy_nearest_setting(in, types, sizeof types / sizeof *types) != NULL;
  rules->idle_lasting_only = mr_fy_nearest_setting(in, types, 3) == NULL;
  rules->idle_resets_on_drop = !said;
  rules->idle_resets_on_promotion = rules->idle_resets_on_promotion || !said;
  rules->fold_value = fold_value(in);
  read_chase(in);
  rules->pseudo_royals = kinds_named(in, MR_FY_KEY_PSEUDO_ROYALS, &all);
  if (rules->pseudo_royals && mr_fy_royal_kinds(rules) != 0) {
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &mr_fy_setting(in, MR_FY_KEY_PSEUDO_ROYALS)->key_at, NULL,
                "'perpetualCheckPieces' is for games without royal pieces");
  }
  mr_fy_read_counting(in);
}
