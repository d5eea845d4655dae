/* Pieces of which one follows from others, so that nobody knows what each is worth by itself. */
#include "cli/commands/lab_values.h"

void lab_values_bound(const mr_worth *worth, const mr_material_kinds *kinds, size_t kind,
                      mr_str *out) {
  size_t count = 0;
  for (size_t i = 0; i < kinds->count; i++) {
    if (i != kind && worth->values[i].bound == worth->values[kind].bound) {
      mr_str_format(out, "%s%s", count++ > 0 ? ", " : "", kinds->items[i].text);
    }
  }
  mr_str_add(out, count > 0 ? "" : "which side it is");
}

void lab_values_put_bound(const lab_values_study *study, const mr_worth *worth, const char *how,
                          mr_doc *doc) {
  const mr_material_kinds *kinds = study->report->kinds;
  bool told[MR_MATERIAL_KINDS_MAX + 1] = {false};
  for (size_t i = 0; i < kinds->count && worth->done; i++) {
    unsigned bound = worth->values[i].bound;
    if (bound == 0 || told[bound]) {
      continue;
    }
    mr_str with = mr_str_growing(NULL);
    lab_values_bound(worth, kinds, i, &with);
    told[bound] = true;
    mr_doc_paragraph(doc,
                     "By %s %s is not told apart from %s: how many more of it a side has follows "
                     "from these, so that what each is worth by itself is anybody's.",
                     how, kinds->items[i].text, mr_str_text(&with));
    mr_str_done(&with);
  }
}

void lab_values_bound_json(mr_json *json, const lab_values_study *study, const mr_worth *worth) {
  const mr_material_kinds *kinds = study->report->kinds;
  mr_json_array(json, "bound");
  for (unsigned bound = 1; bound <= kinds->count && worth->done; bound++) {
    bool any = false;
    for (size_t i = 0; i < kinds->count; i++) {
      if (worth->values[i].bound == bound && !any) {
        mr_json_array(json, NULL);
      }
      any = any || worth->values[i].bound == bound;
      if (worth->values[i].bound == bound) {
        mr_json_string(json, NULL, kinds->items[i].text);
      }
    }
    if (any) {
      mr_json_end(json);
    }
  }
  mr_json_end(json);
}
