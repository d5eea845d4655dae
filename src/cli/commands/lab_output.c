/* Where pages of the lab go, the words that make them again, and what made them. */
#include "cli/commands/lab_output.h"

#include <errno.h>
#include <inttypes.h>
#include <marcher/hash.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/commands/lab_run.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/words.h"

/* ---- what made a result ---------------------------------------------------------------------- */

static void put_hash(uint64_t hash, char out[LAB_HASH_TEXT]) {
  mr_str text = mr_str_fixed(out, LAB_HASH_TEXT);
  mr_str_format(&text, "%016" PRIx64, hash);
}

static void put_hash_of(const char *bytes, size_t length, char out[LAB_HASH_TEXT]) {
  if (length > 0) {
    put_hash(mr_hash_bytes(MR_HASH_START, bytes, length), out);
  }
}

void lab_made_of(cli_context *cli, const mr_game *game, lab_made *out) {
  mr_str rules = mr_str_growing(NULL), weights = mr_str_growing(NULL);
  const mr_catalog *catalog = cli_catalog(cli);
  *out = (lab_made){.game = game->info.name, .program = mr_run_program()};
  put_hash(game->info.definition_hash, out->definition);
  if (catalog != NULL &&
      mr_catalog_export(catalog, &out->game, 1, &rules, &weights, NULL) == MR_OK) {
    put_hash_of(mr_str_text(&weights), weights.length, out->weights);
  }
  put_hash_of(game->info.network.bytes, game->info.network.length, out->network);
  mr_str_done(&weights);
  mr_str_done(&rules);
}

void lab_made_of_run(const mr_run *run, lab_made *out) {
  const mr_plan *plan = mr_run_plan(run);
  char *const numbers[] = {out->definition, out->weights, out->network};
  const char *const texts[] = {plan->definition, plan->weights, plan->network};
  *out = (lab_made){.game = plan->game, .program = plan->program};
  for (size_t i = 0; i < 3; i++) {
    mr_str text = mr_str_fixed(numbers[i], LAB_HASH_TEXT);
    mr_str_add(&text, texts[i]);
  }
}

void lab_made_text(const lab_made *made, mr_str *out) {
  mr_str_format(out, "rules of %s: definition %s, %s%s, %s%s", made->game, made->definition,
                made->weights[0] != '\0' ? "weights " : "no weights", made->weights,
                made->network[0] != '\0' ? "network " : "no network", made->network);
}

static void put_number_json(mr_json *json, const char *key, const char *number) {
  if (*number != '\0') {
    mr_json_string(json, key, number);
  } else {
    mr_json_null(json, key);
  }
}

void lab_made_json(mr_json *json, const lab_made *made) {
  mr_json_object(json, "made");
  mr_json_string(json, "program", made->program);
  mr_json_string(json, "definition", made->definition);
  put_number_json(json, "weights", made->weights);
  put_number_json(json, "network", made->network);
  mr_json_end(json);
}

/* The last line of every page. */
static void put_made(cli_context *cli, const lab_options *choice, const mr_game *game,
                     mr_doc *doc) {
  lab_made own;
  const lab_made *made = choice->made;
  mr_str text = mr_str_growing(NULL);
  if (made == NULL) {
    lab_made_of(cli, game, &own);
    made = &own;
  }
  lab_made_text(made, &text);
  if (choice->second == NULL) {
    mr_doc_paragraph(doc, "Made by marcher %s; %s.", made->program, mr_str_text(&text));
  } else {
    mr_doc_paragraph(doc, "Made by marcher %s.", made->program);
    mr_doc_paragraph(doc, "The first: %s.", mr_str_text(&text));
    mr_str_reset(&text);
    lab_made_text(choice->second, &text);
    mr_doc_paragraph(doc, "The second: %s.", mr_str_text(&text));
  }
  mr_str_done(&text);
}

const char *lab_command_line(cli_context *cli, const lab_options *choice) {
  mr_str line = mr_str_growing(NULL);
  mr_str_format(&line, "marcher lab %s ", choice->what);
  cli_add_word(&line, choice->game);
  for (size_t i = 0; i < choice->more.count; i++) {
    mr_str_char(&line, ' ');
    cli_add_word(&line, choice->more.items[i]);
  }
  cli_add_list(&line, "rules", &cli->global.rules);
  cli_add_list(&line, "set", &cli->global.sets);
  cli_add_option(&line, "network", cli->global.network);
  cli_add_option(&line, "kind", choice->kind != 0 ? lab_kinds[choice->kind] : NULL);
  cli_add_option(&line, "to", choice->to);
  cli_add_given(&line, "hours", &choice->hours);
  cli_add_given(&line, "minutes", &choice->minutes);
  cli_add_given(&line, "seconds", &choice->seconds);
  cli_add_given(&line, "count", &choice->count);
  cli_add_option(&line, "games", choice->amounts);
  cli_add_given(&line, "games", &choice->games);
  cli_add_option(&line, "nodes", choice->budgets);
  cli_add_option(&line, "levels", choice->levels);
  cli_add_list(&line, "players", &choice->players);
  cli_add_given(&line, "batch", &choice->batch);
  cli_add_given(&line, "length", &choice->length);
  cli_add_given(&line, "opening", &choice->opening);
  cli_add_given(&line, "slips", &choice->slips);
  cli_add_given(&line, "nodes", &choice->nodes);
  cli_add_given(&line, "level", &choice->level);
  cli_add_option(&line, "unit", choice->unit);
  cli_add_given(&line, "pairs", &choice->pairs);
  cli_add_given(&line, "probe", &choice->probe);
  cli_add_option(&line, "folder", choice->folder);
  cli_add_list(&line, "want", &choice->wants);
  cli_add_number(&line, "seed", cli_seed(cli));
  const char *kept = mr_arena_copy(&cli->arena, mr_str_text(&line), line.length);
  mr_str_done(&line);
  return kept != NULL ? kept : "";
}

/* ---- where pages go -------------------------------------------------------------------------- */

static int check_file(cli_context *cli, const lab_options *choice, const char *path) {
  /* What the command is about may be a file, and no name of a game. */
  bool file = choice->game != NULL && access(choice->game, F_OK) == 0;
  return file && strcmp(path, "-") != 0 && cli_file_same(choice->game, path)
             ? cli_usage(cli,
                         "'%s' is what the command is about, which would be overwritten: name "
                         "another file",
                         path)
             : cli_file_may_write(cli, path);
}

/* Pictures are called after headings: of files of rules in that folder one of these may be. */
static int check_pictures(cli_context *cli, const lab_options *choice) {
  char *folder = mr_arena_copy(&cli->arena, choice->pictures, strlen(choice->pictures));
  if (folder == NULL) {
    return cli_fail_memory(cli);
  }
  if (!cli_make_folders(folder, 0777)) {
    return cli_fail(cli, "cannot make the folder '%s': %s", choice->pictures, strerror(errno));
  }
  for (size_t i = 0; i < cli->global.rules.count; i++) {
    const char *name = cli_file_name(cli->global.rules.items[i]);
    size_t length = strlen(name);
    bool picture = length > 4 && strcmp(name + length - 4, ".svg") == 0;
    const char *path = picture ? cli_arena_format(cli, "%s/%s", choice->pictures, name) : NULL;
    if (path != NULL && check_file(cli, choice, path) != CLI_OK) {
      return CLI_USAGE;
    }
  }
  const char *first = cli_arena_format(cli, "%s/who-wins.svg", choice->pictures);
  return first != NULL ? cli_file_may_write(cli, first) : cli_fail_memory(cli);
}

int lab_page_check(cli_context *cli, const lab_options *choice) {
  int status = choice->html != NULL ? check_file(cli, choice, choice->html) : CLI_OK;
  return status == CLI_OK && choice->pictures != NULL ? check_pictures(cli, choice) : status;
}

static const char *copy_text(mr_doc *to, const char *text) {
  const char *copy = text != NULL ? mr_arena_copy(to->arena, text, strlen(text)) : NULL;
  to->status = text != NULL && copy == NULL ? MR_ERR_NOMEM : to->status;
  return copy;
}

/* A chart whose rows and their texts live as long as the page. */
static const mr_chart *copy_chart(mr_doc *to, const mr_chart *chart) {
  mr_chart *copy = mr_arena_zero(to->arena, 1, sizeof *copy);
  mr_chart_row *rows = mr_arena_zero(to->arena, chart->row_count + 1, sizeof *rows);
  if (copy == NULL || rows == NULL) {
    to->status = MR_ERR_NOMEM;
    return chart;
  }
  *copy = *chart;
  copy->rows = rows;
  for (size_t i = 0; i < chart->row_count; i++) {
    rows[i] = chart->rows[i];
    rows[i].label = copy_text(to, chart->rows[i].label);
    rows[i].text = copy_text(to, chart->rows[i].text);
  }
  return copy;
}

void lab_page_append(mr_doc *to, const mr_doc *from) {
  to->status = to->status == MR_OK ? from->status : to->status;
  for (const mr_doc_block *block = from->first; block != NULL && to->status == MR_OK;
       block = block->next) {
    switch (block->kind) {
    case MR_DOC_HEADING:
      mr_doc_heading(to, "%s", block->text);
      break;
    case MR_DOC_PARAGRAPH:
      mr_doc_paragraph(to, "%s", block->text);
      break;
    case MR_DOC_RULE:
      mr_doc_rule(to, block->id, block->text);
      break;
    case MR_DOC_ROW:
      if (block->heads) {
        mr_doc_end_table(to);
      }
      mr_doc_row(to, block->cells, block->cell_count);
      break;
    case MR_DOC_LINES:
      mr_doc_lines(to, block->text);
      break;
    case MR_DOC_CHART:
      mr_doc_chart(to, copy_chart(to, block->chart), block->text);
      break;
    case MR_DOC_DIAGRAM:
    case MR_DOC_REEL:
      break;
    }
  }
}

static int write_html(cli_context *cli, const lab_options *choice, const mr_game *game,
                      const mr_doc *doc) {
  mr_str page = mr_str_growing(NULL);
  if (doc->status != MR_OK) {
    return cli_fail_memory(cli);
  }
  mr_paint_doc_html(game, doc, &page);
  int status = cli_text_write(cli, choice->html, &page);
  mr_str_done(&page);
  return status;
}

int lab_page_write(cli_context *cli, const lab_options *choice, const mr_game *game, mr_doc *doc) {
  put_made(cli, choice, game, doc);
  return write_html(cli, choice, game, doc);
}

/* "How games end" into "how-games-end". */
static void put_slug(const char *text, mr_str *out) {
  bool gap = false;
  for (const char *c = text; *c != '\0'; c++) {
    if (!mr_text_is_letter(*c) && !mr_text_is_digit(*c)) {
      gap = out->length > 0;
      continue;
    }
    mr_str_add(out, gap ? "-" : "");
    mr_str_char(out, mr_text_lower(*c));
    gap = false;
  }
}

/* Every chart of a page into a file that is called after its heading, with a number from the second
   on. */
static int write_pictures(cli_context *cli, const char *folder, const mr_game *game,
                          const mr_doc *doc) {
  const char *heading = "chart";
  unsigned below = 0, count = 0;
  int status = CLI_OK;
  for (const mr_doc_block *block = doc->first; block != NULL && status == CLI_OK;
       block = block->next) {
    if (block->kind == MR_DOC_HEADING) {
      heading = block->text;
      below = 0;
    } else if (block->kind == MR_DOC_CHART) {
      mr_str path = mr_str_growing(NULL), picture = mr_str_growing(NULL);
      char name[64];
      mr_str slug = mr_str_fixed(name, sizeof name);
      put_slug(heading, &slug);
      below++;
      mr_str_format(&path, below == 1 ? "%s/%s.svg" : "%s/%s-%u.svg", folder, name, below);
      mr_paint_svg_picture(game, block->chart, block->text, &picture);
      status = cli_text_write(cli, mr_str_text(&path), &picture);
      mr_str_done(&picture);
      mr_str_done(&path);
      count++;
    }
  }
  if (status == CLI_OK) {
    mr_str_format(&cli->out, "Wrote %u pictures into %s.\n", count, folder);
  }
  return status;
}

/* The answer that a page begins with: its first paragraphs. */
static void say_answer(cli_context *cli, const mr_doc *doc) {
  for (const mr_doc_block *block = doc->first;
       block != NULL && (block->kind == MR_DOC_HEADING || block->kind == MR_DOC_PARAGRAPH);
       block = block->next) {
    if (block->kind == MR_DOC_PARAGRAPH) {
      cli_say(cli, "%s", block->text);
    }
  }
}

int lab_page_tell(cli_context *cli, const lab_options *choice, const mr_game *game, mr_doc *doc) {
  int status = CLI_OK;
  if (choice->into != NULL) {
    lab_page_append(choice->into, doc);
    return CLI_OK;
  }
  put_made(cli, choice, game, doc);
  if (doc->status != MR_OK) {
    return cli_fail_memory(cli);
  }
  if (choice->html == NULL) {
    mr_paint_doc_text(game, doc, &cli->style, &cli->out);
  } else {
    status = write_html(cli, choice, game, doc);
  }
  if (status == CLI_OK && choice->html != NULL && strcmp(choice->html, "-") != 0) {
    say_answer(cli, doc);
    mr_str_format(&cli->out, "Wrote %s. It opens by a double click and needs nothing else.\n",
                  choice->html);
  }
  return status == CLI_OK && choice->pictures != NULL
             ? write_pictures(cli, choice->pictures, game, doc)
             : status;
}
