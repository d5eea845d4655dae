#include <marcher/paint.h>

#include <string.h>

#include "base/text.h"
#include "paint/svg_priv.h"

static const char style_sheet[] =
    ":root{color-scheme:light dark;" MR_PAGE_DAY "}\n"
    "@media (prefers-color-scheme:dark){:root{" MR_PAGE_NIGHT "}}\n"
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:1.0625rem/1.6 Charter,'Iowan Old Style','Palatino Linotype',Georgia,serif}\n"
    "main{max-width:54rem;margin:0 auto;padding:3rem 1.25rem 5rem}\n"
    "h1,h2,nav,table,figcaption,.id{font-family:system-ui,'Segoe UI','Helvetica Neue',"
    "'DejaVu Sans',sans-serif}\n"
    "h1{font-size:2.25rem;line-height:1.15;letter-spacing:-.015em;margin:0 0 .5rem}\n"
    "h2{font-size:1.35rem;line-height:1.25;margin:3rem 0 .75rem;padding-top:.75rem;"
    "border-top:1px solid var(--line)}\n"
    "p{margin:.75rem 0;max-width:42rem;overflow-wrap:anywhere}\n"
    ".summary{font-size:1.2rem;color:var(--faint);margin:0 0 1.5rem}\n"
    "nav{font-size:.9rem;margin:1.5rem 0}\n"
    "nav ol{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}\n"
    "a{color:var(--accent);text-decoration:none}\n"
    "a:hover{text-decoration:underline}\n"
    ".scroll{overflow-x:auto;margin:1rem 0}\n"
    "table{border-collapse:collapse;font-size:.95rem;line-height:1.45;min-width:50%}\n"
    "th,td{padding:.45rem .75rem;text-align:left;vertical-align:top;"
    "border-bottom:1px solid var(--line)}\n"
    "thead th{border-bottom:2px solid var(--line);white-space:nowrap}\n"
    "tbody tr:nth-child(even){background:var(--band)}\n"
    ".number{text-align:right;font-variant-numeric:tabular-nums}\n"
    "@media screen and (max-width:36rem){table{font-size:.85rem}th,td{padding:.35rem .4rem}}\n"
    ".rules{font-size:1rem;width:100%}\n"
    ".rules tr:target{outline:2px solid var(--accent)}\n"
    ".id{width:1%;white-space:nowrap;font-size:.85rem;font-weight:600;padding-top:.55rem}\n"
    ".diagrams{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start;margin:1.5rem 0}\n"
    "figure{margin:0;flex:0 1 auto;max-width:100%}\n"
    ".chart{margin:1.25rem 0;" MR_CHART_DAY "}\n"
    "@media (prefers-color-scheme:dark){.chart{" MR_CHART_NIGHT "}}\n"
    ".chart svg{width:100%;height:auto}.chart .narrow{display:none}"
    "@media screen and (max-width:36rem){.chart .wide{display:none}.chart .narrow{display:block}}\n"
    ".chart.board{display:inline-block;width:24rem;max-width:100%;margin-right:1.5rem;"
    "vertical-align:top}"
    "@media (max-width:30rem){.chart.board{margin-right:0}}\n"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9rem}\n"
    ".several figure{max-width:21rem}\n"
    "figure svg{display:block;max-width:100%;height:auto}\n"
    "figcaption{font-size:.9rem;color:var(--faint);margin-top:.5rem}\n"
    /* On paper: white to the edge whatever the screen's mode, contents that cannot be pressed left
     * out, and rows of four diagrams that stand like words in a line: what is laid out so breaks
     * between rows, where boxes side by side would go to the next sheet together. */
    "@page{size:A4;margin:14mm 15mm}\n"
    "@media print{:root{color-scheme:light;--paper:#fff;--ink:#1d1a15;--faint:#5c5548;"
    "--line:#cfc6b4;--accent:#8a3b22;--band:#f3eee2}\n"
    "html{font-size:9.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}\n"
    "main{max-width:none;padding:0}nav{display:none}\n"
    "h1{font-size:2rem}h2{margin:1.1rem 0 .4rem;padding-top:.5rem;break-after:avoid}\n"
    "p{max-width:none;margin:.5rem 0;orphans:3;widows:3}th,td{padding:.15rem .6rem}\n"
    "figure,tr{break-inside:avoid}thead{display:table-header-group}.scroll{overflow:visible}\n"
    ".diagrams{display:block;margin:.75rem 0;orphans:1;widows:1}\n"
    "figure{display:inline-block;vertical-align:top;margin:0 0 .75rem}\n"
    "figure svg{max-height:min(8cm,1.1cm + var(--rows,9)*1.1cm);width:auto}\n"
    ".chart{display:block}.chart svg{max-height:7cm}"
    ".chart.board{display:inline-block;width:46%;margin-right:3%}"
    ".chart.board svg{max-height:none;width:100%}\n"
    ".several figure{width:23%;max-width:none;margin-right:1.2%}\n"
    ".several figure svg{max-height:4.4cm}figcaption{margin-top:.25rem;line-height:1.4}}\n";

/** A page that is being written. */
typedef struct page {
  const mr_game *game;
  const mr_doc *doc;
  mr_str *out;
  bool in_section;
  unsigned sections;
} page;

/** `<tag>text</tag>` on a line of its own. */
static void put_element(page *to, const char *open, const char *text, const char *close) {
  mr_str_add(to->out, open);
  mr_paint_put_markup(to->out, text);
  mr_str_add(to->out, close);
}

/** Links to the sections, where there are enough to look for one. */
static void put_contents(page *to, const mr_doc_block *first) {
  unsigned headings = 0;
  for (const mr_doc_block *block = first; block != NULL; block = block->next) {
    headings += block->kind == MR_DOC_HEADING;
  }
  if (headings < 3) {
    return;
  }
  unsigned number = 0;
  mr_str_add(to->out, "<nav aria-label=\"Contents\"><ol>\n");
  for (const mr_doc_block *block = first; block != NULL; block = block->next) {
    if (block->kind == MR_DOC_HEADING) {
      mr_str_format(to->out, "<li><a href=\"#section-%u\">", ++number);
      put_element(to, "", block->text, "</a></li>\n");
    }
  }
  mr_str_add(to->out, "</ol></nav>\n");
}

/* ---- rules ----------------------------------------------------------------------------------- */

/** A character of an anchor: a letter, a digit, `-` or `.`; a blank is taken for `-`. */
static char anchor_byte(char c) {
  return c == ' ' ? '-' : c;
}

static bool same_anchor(const char *a, const char *b) {
  while (*a != '\0' && anchor_byte(*a) == anchor_byte(*b)) {
    a++;
    b++;
  }
  return *a == *b;
}

/** Whether a rule's id may be one of an element too, and no rule before it has it. */
static bool is_anchor(const page *to, const mr_doc_block *rule) {
  const char *id = rule->id != NULL ? rule->id : "";
  bool valid = mr_text_is_letter(id[0]);
  for (const char *at = id; *at != '\0' && valid; at++) {
    char c = anchor_byte(*at);
    valid = mr_text_is_letter(c) || mr_text_is_digit(c) || c == '-' || c == '.';
  }
  for (const mr_doc_block *block = to->doc->first; valid && block != rule; block = block->next) {
    valid = block->kind != MR_DOC_RULE || block->id == NULL || !same_anchor(block->id, id);
  }
  return valid;
}

static void put_anchor(page *to, const char *open, const char *id, const char *close) {
  mr_str_add(to->out, open);
  for (const char *at = id; *at != '\0'; at++) {
    mr_str_char(to->out, anchor_byte(*at));
  }
  mr_str_add(to->out, close);
}

static void put_rule(page *to, const mr_doc_block *rule) {
  if (is_anchor(to, rule)) {
    put_anchor(to, "<tr id=\"rule-", rule->id, "\"><th scope=\"row\" class=\"id\">");
    put_anchor(to, "<a href=\"#rule-", rule->id, "\">");
    put_element(to, "", rule->id, "</a></th><td>");
  } else {
    put_element(to, "<tr><th scope=\"row\" class=\"id\">", rule->id, "</th><td>");
  }
  put_element(to, "", rule->text, "</td></tr>\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_row(page *to, const mr_doc_block *first, const mr_doc_block *row) {
  size_t count = row->cell_count < MR_DOC_COLUMNS_MAX ? row->cell_count : MR_DOC_COLUMNS_MAX;
  bool heading = row == first;
  mr_str_add(to->out, "<tr>");
  for (size_t i = 0; i < count; i++) {
    mr_str_add(to->out, heading ? "<th scope=\"col\"" : "<td");
    mr_str_add(to->out, mr_paint_column_is_numeric(first, i) ? " class=\"number\">" : ">");
    put_element(to, "", row->cells[i], heading ? "</th>" : "</td>");
  }
  mr_str_add(to->out, "</tr>\n");
}

static const mr_doc_block *put_table(page *to, const mr_doc_block *block) {
  const mr_doc_block *last = block;
  mr_str_add(to->out, "<div class=\"scroll\"><table>\n<thead>");
  put_row(to, block, block);
  mr_str_add(to->out, "</thead>\n<tbody>\n");
  for (const mr_doc_block *row = mr_paint_next_row(block); row != NULL;
       row = mr_paint_next_row(row)) {
    put_row(to, block, row);
    last = row;
  }
  mr_str_add(to->out, "</tbody></table></div>\n");
  return last->next;
}

static void put_diagram(page *to, const mr_doc_block *block) {
  mr_str_format(to->out, "<figure style=\"--rows:%u\">\n",
                block->view != NULL ? (unsigned)block->view->rows : 0);
  if (block->view != NULL) {
    mr_paint_svg_diagram(to->game, block->view, block->text, to->out);
  }
  put_element(to, "<figcaption>", block->text, "</figcaption>\n</figure>\n");
}

/* ---- the page -------------------------------------------------------------------------------- */

static void end_section(page *to) {
  mr_str_add(to->out, to->in_section ? "</section>\n" : "");
  to->in_section = false;
}

/** Writes a block, or all of a run that belongs together. @return the block behind it */
static const mr_doc_block *put_block(page *to, const mr_doc_block *block) {
  switch (block->kind) {
  case MR_DOC_HEADING:
    end_section(to);
    mr_str_format(to->out, "<section id=\"section-%u\">\n", ++to->sections);
    put_element(to, "<h2>", block->text, "</h2>\n");
    to->in_section = true;
    return block->next;
  case MR_DOC_PARAGRAPH:
    put_element(to, "<p>", block->text, "</p>\n");
    return block->next;
  case MR_DOC_RULE:
    mr_str_add(to->out, "<table class=\"rules\"><tbody>\n");
    for (; mr_paint_is_block(block, MR_DOC_RULE); block = block->next) {
      put_rule(to, block);
    }
    mr_str_add(to->out, "</tbody></table>\n");
    return block;
  case MR_DOC_DIAGRAM:
    mr_str_add(to->out, mr_paint_is_block(block->next, MR_DOC_DIAGRAM)
                            ? "<div class=\"diagrams several\">\n"
                            : "<div class=\"diagrams\">\n");
    for (; mr_paint_is_block(block, MR_DOC_DIAGRAM); block = block->next) {
      put_diagram(to, block);
    }
    mr_str_add(to->out, "</div>\n");
    return block;
  case MR_DOC_ROW:
    return put_table(to, block);
  case MR_DOC_CHART:
    mr_str_add(to->out, block->chart->kind == MR_CHART_HEAT ? "<figure class=\"chart board\">\n"
                                                            : "<figure class=\"chart\">\n");
    mr_paint_svg_chart(to->game, block->chart, block->text, to->out);
    put_element(to, "<figcaption>", block->text, "</figcaption>\n</figure>\n");
    return block->next;
  case MR_DOC_REEL:
    put_element(to, "<p>", block->text, "</p>\n");
    mr_paint_reel_html(block->reel, to->out);
    return block->next;
  case MR_DOC_LINES:
    mr_str_add(to->out, "<pre>");
    for (const char *line = block->text, *next; *line != '\0'; line = next) {
      next = line + strcspn(line, "\n");
      mr_paint_put_markup_slice(to->out, line, (size_t)(next - line));
      mr_str_add(to->out, "\n");
      next += *next == '\n';
    }
    mr_str_add(to->out, "</pre>\n");
    return block->next;
  }
  return block->next;
}

void mr_paint_doc_html(const mr_game *game, const mr_doc *doc, mr_str *out) {
  page to = {.game = game, .doc = doc, .out = out};
  const mr_doc_block *block = doc->first;
  const char *title = mr_paint_page_title(game);
  mr_str_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  put_element(&to, "<meta name=\"description\" content=\"", game->info.summary, "\">\n");
  put_element(&to, "<title>", title, "</title>\n");
  mr_str_add(out, "<style>\n");
  mr_str_add(out, style_sheet);
  for (const mr_doc_block *each = doc->first; each != NULL; each = each->next) {
    mr_str_add(out, each->kind == MR_DOC_REEL ? mr_paint_reel_style : "");
  }
  mr_str_add(out, "</style>\n</head>\n<body>\n<main>\n");
  put_element(&to, "<h1>", title, "</h1>\n");
  if (block != NULL && mr_paint_repeats_title(game, block)) {
    block = block->next;
  }
  put_contents(&to, block);
  while (block != NULL) {
    block = put_block(&to, block);
  }
  end_section(&to);
  mr_str_add(out, "</main>\n</body>\n</html>\n");
}
