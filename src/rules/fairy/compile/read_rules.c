#include <string.h>

#include "rules/fairy/compile/read.h"

/* Keys that are known and declined are accepted where they say what is so anyway. */
static void check_declined(mr_fy_reading *in) {
  static const char *const reasons[] = {
#define DECLINED(NAME, KEY, OFF, REASON) REASON,
#include "rules/fairy/compile/keys.def"
  };
  for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
    const mr_key *key = &mr_fy_keys[MR_FY_OFF_CHESS960 + i];
    const mr_setting *setting = mr_definition_find(in->definition, key->name);
    if (setting != NULL && strcmp(setting->text, key->standard) != 0) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL, "'%s' is not supported: %s",
                  key->name, reasons[i]);
    }
  }
}

mr_status mr_fy_read_rules(const mr_definition *definition, mr_arena *arena, mr_fy_rules *out,
                           mr_diagnostics *list) {
  static void (*const readers[])(mr_fy_reading *) = {
      check_declined,      mr_fy_read_board,     mr_fy_read_slots,  mr_fy_read_kinds,
      mr_fy_read_forms,    mr_fy_read_names,     mr_fy_read_start,  mr_fy_read_regions,
      mr_fy_read_pawns,    mr_fy_read_promotion, mr_fy_read_royals, mr_fy_read_castling,
      mr_fy_read_drops,    mr_fy_read_ends,      mr_fy_read_split,  mr_fy_read_named,
      mr_fy_read_rule_ids, mr_fy_write_sentences};
  mr_fy_reading *in = mr_arena_zero(arena, 1, sizeof *in);
  mr_fy_rules *rules = mr_arena_zero(arena, 1, sizeof *rules);
  if (in == NULL || rules == NULL) {
    return mr_diagnose_nomem(list);
  }
  size_t before = list->errors;
  in->definition = definition;
  in->arena = arena;
  in->rules = rules;
  in->list = list;
  mr_settings_read(definition, mr_fy_keys, MR_FY_KEY_COUNT, rules);
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
    readers[i](in);
  }
  if (in->starved) {
    return mr_diagnose_nomem(list);
  }
  if (list->errors > before) {
    return list->status;
  }
  *out = *rules;
  return MR_OK;
}
