#include <string.h>

#include "rules/fairy/compile/read.h"

/* What does not go together with men that enter by gates. */
static void check_against(mr_fy_reading *in) {
  const mr_fy_rules *rules = in->rules;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_SEIRAWAN);
  bool walls = mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_WALLING]) != 0;
  bool petrifies = mr_fy_setting(in, MR_FY_KEY_PETRIFY) != NULL;
  const struct {
    bool so;
    const char *message;
  } against[] = {
      {!rules->gating.on, "'seirawanGating' needs gating = true"},
      {walls, "'seirawanGating' does not go together with wallingRule"},
      {mr_fy_bool(in, MR_FY_KEY_DROP_PROMOTED),
       "'seirawanGating' does not go together with dropPromoted"},
      {petrifies, "'seirawanGating' does not go together with petrifyOnCaptureTypes"},
      {rules->blast.on, "'seirawanGating' does not go together with blastOnCapture"},
      {rules->split, "'seirawanGating' does not go together with splitTurns"},
  };
  for (size_t i = 0; i < sizeof against / sizeof against[0]; i++) {
    if (rules->gating.enters && against[i].so && setting != NULL) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL, "%s", against[i].message);
    }
  }
  if (rules->gating.enters && in->start_hand == 0 && !rules->captures_to_hand && setting != NULL &&
      setting->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                   "'seirawanGating' means nothing where startFen has nobody in hand");
  }
}

/* The field of castling of startFen, or nothing. */
static const char *castling_field(const char *start) {
  const char *field = strchr(start, ' ');
  field = field != NULL ? strchr(field + 1, ' ') : NULL;
  return field != NULL ? field + 1 : "";
}

/**
 * The castling field tells files as well. A side whose letters are files alone castles with the
 * partners that have not moved; a letter K before a digit is the file.
 */
static void read_rights(mr_fy_reading *in) {
  static const char letters[] = "KQkq";
  const char *start = mr_setting_text(in->definition, &mr_fy_keys[MR_FY_KEY_START_FEN]);
  const char *field = castling_field(start);
  bool castling = mr_fy_bool(in, MR_FY_KEY_CASTLING);
  for (unsigned i = 0; i < 4; i++) {
    const char *at = field;
    while (*at != '\0' && *at != ' ' && (*at != letters[i] || mr_text_is_digit(at[1]))) {
      at++;
    }
    in->start_right[i] = castling && *at == letters[i] ? (size_t)(at - start) : 0;
  }
  for (unsigned i = 0; i < 4; i++) {
    in->gate_right[i] = castling && in->start_right[i & 2u] + in->start_right[i | 1u] == 0;
  }
}

/* The castling field names the files of gates as well: without a letter there a side has none,
 * ever. */
static void check_start_gates(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_START_FEN);
  const char *field = castling_field(setting != NULL ? setting->text : "");
  if (*field == '\0' || !in->rules->gating.enters) {
    return;
  }
  bool has[2] = {false, false};
  for (; *field != '\0' && *field != ' '; field++) {
    has[MR_FY_WHITE] = has[MR_FY_WHITE] || mr_text_is_upper(*field);
    has[MR_FY_BLACK] = has[MR_FY_BLACK] || mr_text_is_lower(*field);
  }
  if (!has[MR_FY_WHITE] || !has[MR_FY_BLACK]) {
    const char *whose = has[MR_FY_WHITE] ? " of Black's" : has[MR_FY_BLACK] ? " of White's" : "";
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at,
                   "KQkq stand for kings and rooks, files such as BCDFGbcdfg for others",
                   "startFen: no piece%s can ever enter: its third field names "
                   "none to enter behind",
                   whose);
  }
}

/* Who only enters by gates comes to the board there alone. */
static void keep_to_gates(const mr_fy_rules *rules, mr_fy_kind *kind) {
  for (unsigned at = 0; at < 2 * rules->cells; at++) {
    unsigned side = at / rules->cells, cell = at % rules->cells;
    if (cell - rules->gating.first[side] >= rules->files) {
      mr_fy_set_remove(&kind->drop_region[side], cell);
    }
  }
}

void mr_fy_read_gates(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  unsigned rank = mr_fy_number(in, MR_FY_KEY_CASTLING_RANK) - 1;
  check_against(in);
  mr_fy_read_leaps(in);
  if (!rules->gating.on) {
    return;
  }
  rank = rank < rules->ranks ? rank : 0; /* the key's own reader complains */
  rules->gating.first[MR_FY_WHITE] = (uint8_t)(rank * rules->files);
  rules->gating.first[MR_FY_BLACK] = (uint8_t)((rules->ranks - 1u - rank) * rules->files);
  rules->gating.alone = rules->gating.enters && !rules->drops;
  rules->drops = rules->drops || rules->gating.enters;
  read_rights(in);
  check_start_gates(in);
  for (unsigned i = 1; rules->gating.alone && i <= rules->kind_count; i++) {
    keep_to_gates(rules, &rules->kinds[i]);
  }
}
