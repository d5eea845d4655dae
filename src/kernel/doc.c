#include "kernel/writer.h"

#include <stdio.h>

char *mr_arena_format(mr_arena *arena, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  size_t size = length > 0 ? (size_t)length + 1 : 1;
  char *text = mr_arena_zero(arena, size, 1);
  if (text != NULL && length > 0) {
    vsnprintf(text, size, format, again);
  }
  va_end(again);
  return text;
}

void mr_doc_init(mr_doc *doc, mr_arena *arena) {
  *doc = (mr_doc){.arena = arena};
}

/** A copy in the arena; NULL makes the page fail. */
static const char *keep(mr_doc *doc, const char *text) {
  char *copy = mr_arena_copy(doc->arena, text, strlen(text));
  if (copy == NULL) {
    doc->status = MR_ERR_NOMEM;
  }
  return copy;
}

/** Appends a block; its texts are kept already. */
static void append(mr_doc *doc, const mr_doc_block *block) {
  mr_doc_block *kept = doc->status == MR_OK ? mr_arena_zero(doc->arena, 1, sizeof *kept) : NULL;
  if (kept == NULL) {
    doc->status = doc->status == MR_OK ? MR_ERR_NOMEM : doc->status;
    return;
  }
  *kept = *block;
  if (doc->last != NULL) {
    doc->last->next = kept;
  } else {
    doc->first = kept;
  }
  doc->last = kept;
}

/** Appends a block of one text; nothing to a page that has failed. */
static MR_PRINTF(3, 0) void append_text(mr_doc *doc, mr_doc_kind kind, const char *format,
                                        va_list args) {
  if (doc->status == MR_OK) {
    const char *text = mr_arena_format(doc->arena, format, args);
    doc->status = text != NULL ? MR_OK : MR_ERR_NOMEM;
    append(doc, &(mr_doc_block){.kind = kind, .id = "", .text = text});
  }
}

void mr_doc_heading(mr_doc *doc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  append_text(doc, MR_DOC_HEADING, format, args);
  va_end(args);
}

void mr_doc_paragraph(mr_doc *doc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  append_text(doc, MR_DOC_PARAGRAPH, format, args);
  va_end(args);
}

void mr_doc_lines(mr_doc *doc, const char *text) {
  if (doc->status == MR_OK) {
    append(doc, &(mr_doc_block){.kind = MR_DOC_LINES, .id = "", .text = keep(doc, text)});
  }
}

void mr_doc_rule(mr_doc *doc, const char *id, const char *text) {
  if (doc->status != MR_OK) {
    return;
  }
  append(doc, &(mr_doc_block){.kind = MR_DOC_RULE, .id = keep(doc, id), .text = keep(doc, text)});
}

void mr_doc_row(mr_doc *doc, const char *const *cells, size_t count) {
  if (doc->status == MR_OK && count > MR_DOC_COLUMNS_MAX) {
    doc->status = MR_ERR_LIMIT;
  }
  if (doc->status != MR_OK) {
    return;
  }
  mr_doc_block block = {.kind = MR_DOC_ROW, .id = "", .text = "", .cell_count = count};
  block.heads = doc->apart || doc->last == NULL || doc->last->kind != MR_DOC_ROW;
  doc->apart = false;
  for (size_t i = 0; i < count; i++) {
    block.cells[i] = keep(doc, cells[i]);
  }
  append(doc, &block);
}

void mr_doc_end_table(mr_doc *doc) {
  doc->apart = true;
}

void mr_doc_diagram(mr_doc *doc, const mr_view *view, const char *caption) {
  if (doc->status != MR_OK) {
    return;
  }
  append(doc, &(mr_doc_block){
                  .kind = MR_DOC_DIAGRAM, .id = "", .view = view, .text = keep(doc, caption)});
}

void mr_doc_chart(mr_doc *doc, const mr_chart *chart, const char *caption) {
  if (doc->status != MR_OK) {
    return;
  }
  append(doc, &(mr_doc_block){
                  .kind = MR_DOC_CHART, .id = "", .chart = chart, .text = keep(doc, caption)});
}

void mr_doc_reel(mr_doc *doc, const struct mr_reel *reel, const char *text) {
  if (doc->status != MR_OK) {
    return;
  }
  append(doc,
         &(mr_doc_block){.kind = MR_DOC_REEL, .id = "", .reel = reel, .text = keep(doc, text)});
}

/* ---- what families write --------------------------------------------------------------------- */

void mr_doc_begin(mr_doc *doc, const mr_game_info *info) {
  mr_doc_heading(doc, "%s", info->title);
  if (info->summary[0] != '\0') {
    mr_doc_paragraph(doc, "%s", info->summary);
  }
}

void mr_doc_rules(mr_doc *doc, const mr_game_info *info, size_t first, size_t last) {
  for (size_t i = first; i <= last; i++) {
    mr_doc_rule(doc, info->rules[i].id, info->rules[i].text);
  }
}
