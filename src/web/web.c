#include "web/web.h"

#include <string.h>

#include "base/text.h"
#include "web/web_priv.h"

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_web_new(const mr_allocator *allocator, mr_web **out, mr_error *err) {
  allocator = allocator != NULL ? allocator : mr_allocator_default();
  mr_web *web = mr_alloc_zero(allocator, 1, sizeof *web);
  if (web == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a page");
  }
  web->allocator = allocator;
  web->out = mr_str_growing(allocator);
  mr_arena_init(&web->kept, allocator, SIZE_MAX);
  mr_status status = mr_catalog_new(allocator, &web->catalog, err);
  if (status != MR_OK) {
    mr_web_free(web);
    return status;
  }
  *out = web;
  return MR_OK;
}

void mr_web_close(mr_web *web) {
  mr_session_free(web->session);
  mr_game_free(web->game);
  mr_arena_done(&web->kept);
  mr_arena_init(&web->kept, web->allocator, SIZE_MAX);
  web->session = NULL;
  web->game = NULL;
  web->sets = NULL;
  web->set_count = 0;
}

void mr_web_free(mr_web *web) {
  if (web == NULL) {
    return;
  }
  mr_web_close(web);
  mr_catalog_free(web->catalog);
  mr_str_done(&web->out);
  mr_arena_done(&web->kept);
  mr_alloc_free(web->allocator, web, sizeof *web);
}

void mr_web_on_progress(mr_web *web, mr_web_progress_fn progress, void *context) {
  web->progress = progress;
  web->progress_context = context;
}

/* ---- words ----------------------------------------------------------------------------------- */

static mr_status split(mr_web_request *request, const char *text, size_t length) {
  if (length > MR_WEB_REQUEST_MAX) {
    return mr_error_set(request->error, MR_ERR_LIMIT, "a request is longer than %zu bytes",
                        MR_WEB_REQUEST_MAX);
  }
  if (length == 0 || text[length - 1] != '\0') {
    return mr_error_set(request->error, MR_ERR_SYNTAX, "a request is words with a NUL behind each");
  }
  for (size_t at = 0; at < length; at += request->lengths[request->count++] + 1) {
    if (request->count == MR_WEB_WORDS_MAX) {
      return mr_error_set(request->error, MR_ERR_LIMIT, "a request has more than %d words",
                          MR_WEB_WORDS_MAX);
    }
    request->words[request->count] = text + at;
    request->lengths[request->count] = strlen(text + at);
  }
  return MR_OK;
}

mr_status mr_web_player(const mr_web_request *request, size_t index, mr_player *out) {
  const mr_game_info *info = &request->web->game->info;
  *out = MR_NOBODY;
  if (strcmp(request->words[index], "-") == 0) {
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

mr_status mr_web_number(const mr_web_request *request, size_t index, uint64_t max, uint64_t *out) {
  const char *word = request->words[index];
  return mr_parse_uint(word, request->lengths[index], max, out)
             ? MR_OK
             : mr_error_set(request->error, MR_ERR_SYNTAX, "'%s' is no whole number from 0 to %llu",
                            word, (unsigned long long)max);
}

/* ---- drawings -------------------------------------------------------------------------------- */

void mr_web_put_drawing(mr_web_request *request, const char *key, mr_str *svg) {
  if (svg->status != MR_OK && request->json->out->status == MR_OK) {
    request->json->out->status = svg->status;
  }
  mr_json_bytes(request->json, key, mr_str_text(svg), svg->length);
  mr_str_done(svg);
}

/* ---- answers --------------------------------------------------------------------------------- */

static const mr_web_command *find(const mr_web_command *commands, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(commands[i].name, name) == 0) {
      return &commands[i];
    }
  }
  return NULL;
}

/* @pre the request has a word */
static mr_status obey(mr_web_request *request) {
  const char *name = request->words[0] != NULL ? request->words[0] : "";
  const mr_web_command *command = find(mr_web_game_commands, mr_web_game_command_count, name);
  if (command == NULL) {
    command = find(mr_web_play_commands, mr_web_play_command_count, name);
  }
  if (command == NULL) {
    return mr_error_set(request->error, MR_ERR_UNKNOWN, "there is no request '%s'", name);
  }
  if (request->count - 1 < command->least || request->count - 1 > command->most) {
    return mr_error_set(request->error, MR_ERR_SYNTAX, "'%s' has %zu words behind it", name,
                        request->count - 1);
  }
  if (command->game && request->web->game == NULL) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "'%s' needs an open game", name);
  }
  return command->answer(request);
}

const mr_str *mr_web_answer(mr_web *web, const char *words, size_t length) {
  mr_json json;
  mr_arena arena;
  mr_error error = {0};
  mr_web_request request = {.web = web, .json = &json, .arena = &arena, .error = &error};
  mr_arena_init(&arena, web->allocator, SIZE_MAX);
  mr_str_reset(&web->out);
  mr_json_open(&json, &web->out);
  mr_status status = split(&request, words, length);
  if (status == MR_OK) {
    status = obey(&request);
  }
  if (status == MR_OK && web->out.status != MR_OK) {
    status = mr_error_set(&error, web->out.status, "out of memory for an answer");
  }
  if (status != MR_OK) {
    mr_str_reset(&web->out);
    mr_json_open(&json, &web->out);
    mr_json_error(&json, "error", &error);
  }
  mr_json_end(&json);
  mr_arena_done(&arena);
  return web->out.status == MR_OK ? &web->out : NULL;
}
