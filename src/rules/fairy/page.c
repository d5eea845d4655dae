#include <marcher/doc.h>

#include "rules/fairy/fairy.h"

/* The numbered rules in force. */
mr_status mr_fy_page(const mr_game *game, mr_doc *doc) {
  mr_doc_heading(doc, "%s", game->info.title);
  mr_doc_paragraph(doc, "%s", game->info.summary);
  mr_doc_heading(doc, "Rules");
  for (size_t i = 1; i < game->info.rule_count; i++)
    mr_doc_rule(doc, game->info.rules[i].id, game->info.rules[i].text);
  return doc->status;
}
