#include "cli/editor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "base/file.h"
#include "cli/files.h"
#include "cli/format.h"

enum {
  HISTORY_LINES = 500,
  HISTORY_BYTES = HISTORY_LINES * (CLI_LINE_MAX + 1), /* of its file, at most */
  OFFERS_MOST = 200
};

/** The editor of a sitting, made when it is needed first. */
struct cli_editor {
  cli_context *cli;
  EditLine *line;
  History *history;
  mr_str fresh; /* lines of this sitting, which the file does not have yet */
  const cli_question *question;
  cli_got got; /* why there is no line; CLI_GOT_LINE: there is one */
  bool raw;    /* the editor has set its modes */
};

/* ---- offers ---------------------------------------------------------------------------------- */

void cli_offer(cli_offers *offers, const char *name) {
  if (!cli_begins_with(name, offers->word)) {
    return;
  }
  const char *at = mr_str_text(&offers->names);
  for (size_t i = 0; i < offers->count; i++, at += strlen(at) + 1) {
    if (strcmp(at, name) == 0) {
      return;
    }
  }
  if (offers->count == OFFERS_MOST) {
    offers->more = true;
    return;
  }
  mr_str_bytes(&offers->names, name, strlen(name) + 1);
  offers->count++;
}

void cli_offer_files(cli_offers *offers) {
  const char *slash = strrchr(offers->word, '/');
  size_t length = slash == NULL ? 0 : (size_t)(slash - offers->word) + 1;
  mr_str path = mr_str_growing(NULL);
  mr_str_bytes(&path, offers->word, length);
  DIR *directory = opendir(length == 0 ? "." : mr_str_text(&path));
  struct dirent *entry = directory == NULL ? NULL : readdir(directory);
  for (; entry != NULL; entry = readdir(directory)) {
    struct stat info;
    bool hidden = entry->d_name[0] == '.' && (slash == NULL ? offers->word : slash + 1)[0] != '.';
    mr_str_reset(&path);
    mr_str_bytes(&path, offers->word, length);
    mr_str_add(&path, entry->d_name);
    if (hidden || path.status != MR_OK) {
      continue;
    }
    if (stat(mr_str_text(&path), &info) == 0 && S_ISDIR(info.st_mode)) {
      mr_str_char(&path, '/');
    }
    cli_offer(offers, mr_str_text(&path));
  }
  if (directory != NULL) {
    closedir(directory);
  }
  mr_str_done(&path);
}

/* The bytes that all offers have in common, whatever the case of their letters. */
static size_t common_length(const cli_offers *offers) {
  const char *first = mr_str_text(&offers->names);
  const char *at = first;
  size_t length = strlen(first);
  for (size_t i = 1; i < offers->count; i++) {
    at += strlen(at) + 1;
    size_t same = 0;
    char begin[CLI_LINE_MAX];
    for (; same < length && at[same] != '\0' && same + 1 < sizeof begin; same++) {
      memcpy(begin, first, same + 1);
      begin[same + 1] = '\0';
      if (!cli_begins_with(at, begin)) {
        break;
      }
    }
    length = same < length ? same : length;
  }
  return length;
}

/* Lists the offers below the line that is edited. */
static void list_offers(cli_context *cli, const cli_offers *offers) {
  size_t width = 1;
  size_t column = 0;
  const char *at = mr_str_text(&offers->names);
  for (size_t i = 0; i < offers->count; i++, at += strlen(at) + 1) {
    width = strlen(at) > width ? strlen(at) : width;
  }
  cli_resize(cli);
  mr_str_char(&cli->out, '\n');
  at = mr_str_text(&offers->names);
  for (size_t i = 0; i < offers->count; i++, at += strlen(at) + 1) {
    if (column > 0 && column + width + 2 > cli->style.width) {
      mr_str_char(&cli->out, '\n');
      column = 0;
    }
    bool last = i + 1 == offers->count || column + 2 * (width + 2) > cli->style.width;
    mr_str_format(&cli->out, "%-*s", last ? 0 : (int)width + 2, at);
    column += width + 2;
  }
  mr_str_add(&cli->out, offers->more ? " ...\n" : "\n");
  cli_flush(cli);
}

/* The characters of a text in UTF-8. */
static size_t count_characters(const char *text, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) {
    count += ((unsigned char)text[i] & 0xC0) != 0x80;
  }
  return count;
}

/* Puts as much in the place of the word as all offers have. @return whether that changed anything
 */
static bool insert_offers(EditLine *line, const cli_offers *offers) {
  size_t typed = strlen(offers->word);
  size_t length = common_length(offers);
  mr_str text = mr_str_growing(NULL);
  mr_str_bytes(&text, mr_str_text(&offers->names), length);
  if (offers->count == 1 && !offers->more && length > 0 && text.data[length - 1] != '/') {
    mr_str_char(&text, ' ');
  }
  bool changed = length >= typed && text.length > typed && text.status == MR_OK;
  if (changed) {
    el_deletestr(line, (int)count_characters(offers->word, typed));
    el_insertstr(line, mr_str_text(&text));
  }
  mr_str_done(&text);
  return changed;
}

/* The key Tab. */
static unsigned char on_complete(EditLine *line, int key) {
  cli_editor *editor = NULL;
  (void)key;
  el_get(line, EL_CLIENTDATA, &editor);
  const LineInfo *info = el_line(line);
  size_t length = (size_t)(info->cursor - info->buffer);
  char text[CLI_LINE_MAX + 1];
  if (editor->question->complete == NULL || length >= sizeof text) {
    return CC_ERROR;
  }
  memcpy(text, info->buffer, length);
  text[length] = '\0';
  const char *blank = strrchr(text, ' ');
  cli_offers offers = {.text = text, .word = blank == NULL ? text : blank + 1};
  offers.names = mr_str_growing(NULL);
  editor->question->complete(editor->question->context, &offers);
  unsigned char done = CC_ERROR;
  if (offers.count > 0 && offers.names.status == MR_OK) {
    done = insert_offers(line, &offers) ? CC_REFRESH : done;
    if (done == CC_ERROR && offers.count > 1) {
      list_offers(editor->cli, &offers);
      done = CC_REDISPLAY;
    }
  }
  mr_str_done(&offers.names);
  return done;
}

/* ---- the line -------------------------------------------------------------------------------- */

static char *on_prompt(EditLine *line) {
  cli_editor *editor = NULL;
  el_get(line, EL_CLIENTDATA, &editor);
  char *writable = NULL; /* the library's word for a text that it only reads */
  memcpy(&writable, &editor->question->prompt, sizeof writable);
  return writable;
}

/* The next character, from the bytes that everything here reads; it minds signals and sizes. */
static int on_read(EditLine *line, wchar_t *out) {
  cli_editor *editor = NULL;
  mbstate_t state = {0};
  el_get(line, EL_CLIENTDATA, &editor);
  if (!editor->raw) {
    editor->raw = true;
    cli_editing_goes();
  }
  for (;;) {
    char byte = '\0';
    cli_got got = cli_read_key(&editor->cli->input, -1, &byte);
    if (got == CLI_GOT_WINDOW) {
      el_resize(line);
      el_set(line, EL_REFRESH);
      continue;
    }
    if (got != CLI_GOT_LINE) {
      editor->got = got;
      return got == CLI_GOT_END ? 0 : -1;
    }
    if (cli_editing_breaks(byte)) {
      continue; /* now there is a signal to be minded */
    }
    cli_breaks_forget();
    size_t used = mbrtowc(out, &byte, 1, &state);
    if (used == (size_t)-2) { /* the beginning of a character */
      continue;
    }
    if (used == (size_t)-1) {
      *out = L'?';
    } else if (byte == '\0') {
      *out = L'\0';
    }
    return 1;
  }
}

static bool can_edit(const cli_context *cli) {
  return cli->in_tty && cli->out_tty && cli_has_escapes();
}

/* ---- the history ----------------------------------------------------------------------------- */

/* @return NULL where there is no folder, without a word */
static const char *history_path(cli_context *cli) {
  const char *folder = cli_state_folder(cli, false);
  return folder == NULL ? NULL : cli_arena_format(cli, "%s/history", folder);
}

/* Reads what the file has; one that cannot be read is none. */
static void read_history(cli_context *cli, mr_str *out) {
  const char *path = history_path(cli);
  mr_error error;
  int descriptor = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0 &&
      cli_descriptor_read(descriptor, path, HISTORY_BYTES, out, &error) != MR_OK) {
    mr_str_reset(out);
  }
  if (descriptor >= 0) {
    close(descriptor);
  }
}

static void load_history(cli_editor *editor) {
  mr_str text = mr_str_growing(NULL);
  HistEvent event;
  read_history(editor->cli, &text);
  for (char *line = text.data; line != NULL && *line != '\0';) {
    char *end = line + strcspn(line, "\n");
    bool last = *end == '\0';
    *end = '\0';
    if (*line != '\0' && strlen(line) <= CLI_LINE_MAX) {
      history(editor->history, &event, H_ENTER, line);
    }
    line = last ? end : end + 1;
  }
  mr_str_done(&text);
}

static void add_history(cli_editor *editor, const char *line) {
  HistEvent event;
  if (*line != '\0' && !editor->question->secret) {
    history(editor->history, &event, H_ENTER, line);
    mr_str_format(&editor->fresh, "%s\n", line);
  }
}

void cli_history_hide(cli_context *cli) {
  HistEvent event;
  if (cli->editor != NULL) {
    history(cli->editor->history, &event, H_CLEAR);
    load_history(cli->editor);
  }
}

/* What this sitting has added goes behind what is there by now; the last lines are kept. */
static void save_history(cli_editor *editor) {
  cli_context *cli = editor->cli;
  const char *path = history_path(cli);
  if (editor->fresh.length == 0 || path == NULL || cli_state_folder(cli, true) == NULL) {
    return;
  }
  mr_str text = mr_str_growing(NULL);
  read_history(cli, &text);
  mr_str_bytes(&text, mr_str_text(&editor->fresh), editor->fresh.length);
  size_t lines = 0;
  size_t from = text.length;
  while (from > 0 && lines <= HISTORY_LINES) {
    from--;
    lines += text.data[from] == '\n';
  }
  from += lines > HISTORY_LINES; /* behind the end of the line before those that are kept */
  /* Nobody else is to read it; where it is there already it keeps its rights. */
  mr_error error;
  mr_status taken = mr_file_reserve(path, true, &error);
  struct stat info;
  bool regular = stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, W_OK) == 0;
  if (text.status == MR_OK && regular && (taken == MR_OK || taken == MR_ERR_DUPLICATE)) {
    cli_file_write(cli, path, text.data + from, text.length - from);
  }
  mr_str_done(&text);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* @return NULL where there is no memory for one */
static cli_editor *open_editor(cli_context *cli) {
  cli_editor *editor = mr_alloc_zero(NULL, 1, sizeof *editor);
  HistEvent event;
  if (editor == NULL) {
    return NULL;
  }
  *editor = (cli_editor){.cli = cli, .fresh = mr_str_growing(NULL)};
  editor->line = el_init("marcher", stdin, stdout, stderr);
  editor->history = history_init();
  cli->editor = editor;
  if (editor->line == NULL || editor->history == NULL) {
    cli_editor_done(cli);
    return NULL;
  }
  el_set(editor->line, EL_CLIENTDATA, editor);
  el_set(editor->line, EL_PROMPT, on_prompt);
  el_set(editor->line, EL_GETCFN, on_read);
  el_set(editor->line, EL_EDITOR, "emacs");
  /* The wide one keeps these texts; the narrow one loses copies of them. */
  el_wset(editor->line, EL_ADDFN, L"marcher-complete", L"complete what is typed", on_complete);
  el_set(editor->line, EL_BIND, "^I", "marcher-complete", NULL);
  el_set(editor->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
  el_set(editor->line, EL_HIST, history, editor->history);
  history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
  history(editor->history, &event, H_SETUNIQUE, 1);
  el_source(editor->line, NULL); /* the user's own keys */
  load_history(editor);
  return editor;
}

void cli_editor_done(cli_context *cli) {
  cli_editor *editor = cli->editor;
  if (editor == NULL) {
    return;
  }
  cli->editor = NULL;
  if (editor->history != NULL) {
    save_history(editor);
    history_end(editor->history);
  }
  if (editor->line != NULL) {
    /* Its end sets the terminal's modes, which are back by now, once more, and throws away what has
       been typed for the shell; not while it takes itself for switched off. */
    el_set(editor->line, EL_EDITMODE, 0);
    el_end(editor->line);
  }
  mr_str_done(&editor->fresh);
  mr_alloc_free(NULL, editor, sizeof *editor);
}

static cli_got edit_line(cli_editor *editor, char *line, bool *dropped) {
  int count = 0;
  editor->got = CLI_GOT_LINE;
  editor->raw = false;
  editor->cli->input.edited = true;
  const char *text = el_gets(editor->line, &count);
  cli_editing_end();
  editor->cli->input.edited = false;
  if (editor->got == CLI_GOT_LINE && (text == NULL || count <= 0)) {
    editor->got = CLI_GOT_END;
  }
  /* Ctrl-D ends the input for whoever asks next, as it does elsewhere. */
  editor->cli->input.ended = editor->cli->input.ended || editor->got == CLI_GOT_END;
  if (editor->got != CLI_GOT_LINE) {
    const LineInfo *info = el_line(editor->line);
    *dropped = info != NULL && info->lastchar > info->buffer;
    return editor->got;
  }
  if (count > CLI_LINE_MAX) {
    return CLI_GOT_LONG;
  }
  cli_line_clean(text, (size_t)count, line);
  add_history(editor, line);
  return CLI_GOT_LINE;
}

cli_got cli_ask(cli_context *cli, const cli_question *question, char *line, bool *dropped) {
  bool ignored = false;
  dropped = dropped == NULL ? &ignored : dropped;
  *dropped = false;
  cli_editor *editor = NULL;
  if (can_edit(cli)) {
    editor = cli->editor != NULL ? cli->editor : open_editor(cli);
  }
  if (editor != NULL && cli_editing_begin()) {
    cli_flush(cli);
    editor->question = question;
    return edit_line(editor, line, dropped);
  }
  mr_str_add(&cli->out, question->prompt);
  cli_flush(cli);
  return cli_read_line(&cli->input, line);
}
