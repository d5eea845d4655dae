/* Words of requests and parts of answers that several commands have. */
#include <marcher/paint.h>
#include <string.h>

#include "base/text.h"
#include "page/page_priv.h"

mr_status mr_page_player(const mr_page_request *request, size_t index, mr_player *out) {
  const mr_game_info *info = &request->page->game->info;
  *out = MR_NOBODY;
  if (strcmp(request->words[index], "-") == 0) {
    return MR_OK;
  }
  if (strcmp(request->words[index], "*") == 0) {
    *out = MR_ALL_SEEING;
    return MR_OK;
  }
  for (uint8_t i = 0; i < info->players; i++) {
    if (strcmp(request->words[index], info->player_names[i]) == 0) {
      *out = (mr_player){i};
      return MR_OK;
    }
  }
  return mr_error_set(request->error, MR_ERR_UNKNOWN, "%s has no player '%s'", info->name,
                      request->words[index]);
}

mr_status mr_page_number(const mr_page_request *request, size_t index, uint64_t max,
                         uint64_t *out) {
  const char *word = request->words[index];
  return mr_parse_uint(word, request->lengths[index], max, out)
             ? MR_OK
             : mr_error_set(request->error, MR_ERR_SYNTAX, "'%s' is no whole number from 0 to %llu",
                            word, (unsigned long long)max);
}

void mr_page_put_drawing(mr_page_request *request, const char *key, mr_str *svg) {
  if (svg->status != MR_OK && request->json->out->status == MR_OK) {
    request->json->out->status = svg->status;
  }
  mr_json_bytes(request->json, key, mr_str_text(svg), svg->length);
  mr_str_done(svg);
}

void mr_page_put_block(mr_page_request *request, const mr_doc_block *block, const char *piece) {
  static const char *const kinds[] = {
      [MR_DOC_HEADING] = "heading", [MR_DOC_PARAGRAPH] = "paragraph",
      [MR_DOC_RULE] = "rule",       [MR_DOC_LINES] = "lines",
      [MR_DOC_DIAGRAM] = "diagram", [MR_DOC_ROW] = "row",
      [MR_DOC_CHART] = "chart",     [MR_DOC_REEL] = "reel"};
  mr_json *json = request->json;
  mr_json_object(json, NULL);
  mr_json_string(json, "kind", kinds[block->kind]);
  mr_json_string(json, "id", block->id);
  mr_json_string(json, "text", block->text);
  mr_json_strings(json, "cells", block->cells, block->cell_count);
  mr_json_bool(json, "heads", block->heads);
  mr_json_string(json, "piece", piece);
  mr_str svg = mr_str_growing(request->page->allocator);
  if (block->kind == MR_DOC_DIAGRAM) {
    mr_paint_svg_diagram(request->page->game, block->view, block->text, &svg);
  }
  mr_page_put_drawing(request, "svg", &svg);
  mr_json_end(json);
}
