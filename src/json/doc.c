#include <marcher/json.h>

void mr_json_doc(mr_json *json, const mr_game *game, const mr_doc *doc) {
  static const char *const kinds[] = {[MR_DOC_HEADING] = "heading",
                                      [MR_DOC_PARAGRAPH] = "paragraph",
                                      [MR_DOC_RULE] = "rule",
                                      [MR_DOC_DIAGRAM] = "diagram",
                                      [MR_DOC_ROW] = "row"};
  mr_json_string(json, "game", game->info.name);
  mr_json_string(json, "title", game->info.title);
  mr_json_array(json, "blocks");
  for (const mr_doc_block *block = doc->first; block != NULL; block = block->next) {
    mr_json_object(json, NULL);
    mr_json_string(json, "kind", kinds[block->kind]);
    if (block->id != NULL && *block->id != '\0') {
      mr_json_string(json, "id", block->id);
    }
    if (block->kind == MR_DOC_ROW) {
      mr_json_strings(json, "cells", block->cells, block->cell_count);
    } else {
      mr_json_string(json, "text", block->text != NULL ? block->text : "");
    }
    if (block->kind == MR_DOC_DIAGRAM) {
      mr_json_view(json, "view", game, block->view);
    }
    mr_json_end(json);
  }
  mr_json_end(json);
}

void mr_json_diagnostics(mr_json *json, const char *key, const mr_diagnostics *list) {
  static const char *const severities[] = {[MR_SEVERITY_ERROR] = "error",
                                           [MR_SEVERITY_WARNING] = "warning",
                                           [MR_SEVERITY_NOTE] = "note"};
  mr_json_array(json, key);
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    mr_json_object(json, NULL);
    mr_json_string(json, "severity", severities[item->severity]);
    mr_json_string(json, "status", mr_status_name(item->status));
    mr_json_string(json, "source", item->source != NULL ? item->source : "");
    mr_json_int(json, "line", item->line);
    mr_json_int(json, "column", item->column);
    mr_json_string(json, "message", item->message);
    if (item->hint != NULL) {
      mr_json_string(json, "hint", item->hint);
    }
    mr_json_end(json);
  }
  mr_json_end(json);
}

void mr_json_error(mr_json *json, const char *key, const mr_error *error) {
  mr_json_object(json, key);
  mr_json_string(json, "status", error->status != MR_OK ? mr_status_name(error->status) : NULL);
  mr_json_string(json, "source", error->source);
  mr_json_int(json, "line", error->line);
  mr_json_int(json, "column", error->column);
  mr_json_string(json, "message", error->message);
  mr_json_end(json);
}
