#include "page/page.h"

#include <string.h>

#include "page/page_priv.h"

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_page_new(const mr_allocator *allocator, mr_page **out, mr_error *err) {
  allocator = allocator != NULL ? allocator : mr_allocator_default();
  mr_page *page = mr_alloc_zero(allocator, 1, sizeof *page);
  if (page == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a page");
  }
  page->allocator = allocator;
  page->out = mr_str_growing(allocator);
  mr_arena_init(&page->kept, allocator, SIZE_MAX);
  mr_arena_init(&page->brought, allocator, SIZE_MAX);
  mr_status status = mr_catalog_new(allocator, &page->catalog, err);
  if (status != MR_OK) {
    mr_page_free(page);
    return status;
  }
  *out = page;
  return MR_OK;
}

void mr_page_close(mr_page *page) {
  mr_page_forget_study(page);
  mr_page_forget_tables(page);
  mr_page_quick_end(page);
  mr_session_free(page->lesson);
  mr_session_free(page->session);
  mr_session_free(page->past);
  mr_game_free(page->game);
  mr_arena_done(&page->kept);
  mr_arena_init(&page->kept, page->allocator, SIZE_MAX);
  page->lesson = NULL;
  page->session = NULL;
  page->past = NULL;
  page->clocked = false;
  page->game = NULL;
  page->sets = NULL;
  page->set_count = 0;
}

void mr_page_free(mr_page *page) {
  if (page == NULL) {
    return;
  }
  mr_page_close(page);
  mr_catalog_free(page->catalog);
  mr_str_done(&page->out);
  mr_arena_done(&page->kept);
  mr_arena_done(&page->brought);
  mr_alloc_free(page->allocator, page, sizeof *page);
}

void mr_page_on_progress(mr_page *page, mr_page_progress_fn progress, void *context) {
  page->progress = progress;
  page->progress_context = context;
}

/* ---- words ----------------------------------------------------------------------------------- */

static mr_status split(mr_page_request *request, const char *text, size_t length) {
  if (length > MR_PAGE_REQUEST_MAX) {
    return mr_error_set(request->error, MR_ERR_LIMIT, "a request is longer than %zu bytes",
                        MR_PAGE_REQUEST_MAX);
  }
  if (length == 0 || text[length - 1] != '\0') {
    return mr_error_set(request->error, MR_ERR_SYNTAX, "a request is words with a NUL behind each");
  }
  for (size_t at = 0; at < length; at += request->lengths[request->count++] + 1) {
    if (request->count == MR_PAGE_WORDS_MAX) {
      return mr_error_set(request->error, MR_ERR_LIMIT, "a request has more than %d words",
                          MR_PAGE_WORDS_MAX);
    }
    request->words[request->count] = text + at;
    request->lengths[request->count] = strlen(text + at);
  }
  return MR_OK;
}

/* ---- drawings -------------------------------------------------------------------------------- */

/* ---- answers --------------------------------------------------------------------------------- */

static const mr_page_command *find(const mr_page_command *commands, size_t count,
                                   const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(commands[i].name, name) == 0) {
      return &commands[i];
    }
  }
  return NULL;
}

/* @pre the request has a word */
static mr_status obey(mr_page_request *request) {
  const char *name = request->words[0] != NULL ? request->words[0] : "";
  const struct {
    const mr_page_command *commands;
    size_t count;
  } tables[] = {
      {mr_page_game_commands, mr_page_game_command_count},
      {mr_page_play_commands, mr_page_play_command_count},
      {mr_page_view_commands, mr_page_view_command_count},
      {mr_page_ahead_commands, mr_page_ahead_command_count},
      {mr_page_learn_commands, mr_page_learn_command_count},
      {mr_page_read_commands, mr_page_read_command_count},
      {mr_page_analyse_commands, mr_page_analyse_command_count},
      {mr_page_ending_commands, mr_page_ending_command_count},
      {mr_page_workshop_commands, mr_page_workshop_command_count},
      {mr_page_board_commands, mr_page_board_command_count},
      {mr_page_quick_commands, mr_page_quick_command_count},
  };
  const mr_page_command *command = NULL;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0] && command == NULL; i++) {
    command = find(tables[i].commands, tables[i].count, name);
  }
  if (command == NULL) {
    return mr_error_set(request->error, MR_ERR_UNKNOWN, "there is no request '%s'", name);
  }
  if (request->count - 1 < command->least || request->count - 1 > command->most) {
    return mr_error_set(request->error, MR_ERR_SYNTAX, "'%s' has %zu words behind it", name,
                        request->count - 1);
  }
  if (command->game && request->page->game == NULL) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "'%s' needs an open game", name);
  }
  return command->answer(request);
}

const mr_str *mr_page_answer(mr_page *page, const char *words, size_t length) {
  mr_json json;
  mr_arena arena;
  mr_error error = {0};
  mr_page_request request = {.page = page, .json = &json, .arena = &arena, .error = &error};
  mr_arena_init(&arena, page->allocator, SIZE_MAX);
  mr_str_reset(&page->out);
  mr_json_open(&json, &page->out);
  mr_status status = split(&request, words, length);
  if (status == MR_OK) {
    status = obey(&request);
  }
  if (status == MR_OK && page->out.status != MR_OK) {
    status = mr_error_set(&error, page->out.status, "out of memory for an answer");
  }
  if (status != MR_OK) {
    mr_str_reset(&page->out);
    mr_json_open(&json, &page->out);
    mr_json_error(&json, "error", &error);
  }
  mr_json_end(&json);
  mr_arena_done(&arena);
  return page->out.status == MR_OK ? &page->out : NULL;
}
