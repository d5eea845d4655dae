#include "cli/play/lobby_list.h"

#include <marcher/record.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/play/session.h"

enum { COLUMN_GAP = 2, COLUMN_WIDTH = 40 };

/* ---- reading the catalogue ------------------------------------------------------------------- */

static bool same_group(const mr_catalog_entry *a, const mr_catalog_entry *b) {
  return strcmp(a->group, b->group) == 0;
}

/* Games of a group stand together, groups in the order of their first games. */
static void gather_groups(lobby_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    size_t end = i + 1;
    for (size_t k = i + 1; k < list->count; k++) {
      if (same_group(&list->entries[i], &list->entries[k])) {
        mr_catalog_entry moved = list->entries[k];
        memmove(&list->entries[end + 1], &list->entries[end], (k - end) * sizeof *list->entries);
        list->entries[end++] = moved;
      }
    }
    i = end - 1;
  }
}

int lobby_list_read(cli_context *cli, const mr_catalog *catalog, lobby_list *out) {
  mr_diagnostics complaints;
  size_t count = mr_catalog_count(catalog);
  *out = (lobby_list){.entries = mr_arena_zero(&cli->arena, count + 1, sizeof *out->entries)};
  if (out->entries == NULL) {
    return cli_fail_memory(cli);
  }
  /* Games of one's own first: whoever brings them came for them. */
  for (size_t i = 0; i < 2 * count; i++) {
    mr_catalog_entry *entry = &out->entries[out->count];
    size_t index = i < count ? i : i - count;
    bool own = mr_catalog_source(catalog, index) != NULL;
    mr_diagnostics_init(&complaints, &cli->arena);
    /* What cannot be read is no game; 'check' says why. */
    if (own == (i < count) &&
        mr_catalog_describe(catalog, index, &cli->arena, entry, &complaints) == MR_OK) {
      if (own && (entry->group = cli_arena_format(cli, "From %s", entry->source)) == NULL) {
        return cli_fail_memory(cli);
      }
      out->count++;
    }
  }
  gather_groups(out);
  return CLI_OK;
}

/* ---- showing it ------------------------------------------------------------------------------ */

static size_t columns_of(const char *text) {
  size_t columns = 0;
  for (; *text != '\0'; text++) {
    columns += ((unsigned char)*text & 0xC0) != 0x80;
  }
  return columns;
}

static size_t group_end(const lobby_list *list, size_t first) {
  size_t end = first + 1;
  while (end < list->count && same_group(&list->entries[first], &list->entries[end])) {
    end++;
  }
  return end;
}

void lobby_add_game(const lobby_list *list, size_t index, mr_str *out) {
  const mr_catalog_entry *entry = &list->entries[index];
  mr_str_format(out, "  %2zu  %s", index + 1, entry->title);
  if (entry->columns > 0 && entry->rows > 0) {
    mr_str_format(out, " %ux%u", entry->columns, entry->rows);
  }
}

/* The games of a group, as many beside each other as there is room for. */
static void add_games(const lobby_list *list, size_t first, size_t end, size_t width, mr_str *out) {
  size_t column = 0;
  for (size_t i = first; i < end; i++) {
    mr_str text = mr_str_growing(NULL);
    lobby_add_game(list, i, &text);
    size_t own = columns_of(mr_str_text(&text));
    size_t start = (column + COLUMN_WIDTH - 1) / COLUMN_WIDTH * COLUMN_WIDTH;
    if (column > 0 && (column + COLUMN_GAP > start + COLUMN_GAP || start + own > width)) {
      mr_str_char(out, '\n');
      column = start = 0;
    }
    mr_str_repeat(out, ' ', start - column);
    mr_str_add(out, mr_str_text(&text));
    mr_str_done(&text);
    column = start + own;
  }
  mr_str_char(out, '\n');
}

/* "Chess and its relatives (23 to 34): Chess, King of the Hill, ...", in one line. */
static void add_folded(const lobby_list *list, size_t first, size_t end, size_t width,
                       mr_str *out) {
  mr_str text = mr_str_growing(NULL);
  mr_str_format(&text, "%s (%zu to %zu)", list->entries[first].group, first + 1, end);
  for (size_t i = first; i < end; i++) {
    const char *title = list->entries[i].title;
    size_t room = i + 1 < end ? strlen(", ...") : 0;
    if (columns_of(mr_str_text(&text)) + strlen(", ") + columns_of(title) + room > width) {
      mr_str_add(&text, i > first ? ", ..." : "");
      break;
    }
    mr_str_format(&text, "%s %s", i == first ? ":" : ",", title);
  }
  mr_str_format(out, "%s\n", mr_str_text(&text));
  mr_str_done(&text);
}

static size_t lines_of(const mr_str *text) {
  size_t lines = 0;
  for (const char *at = mr_str_text(text); *at != '\0'; at++) {
    lines += *at == '\n';
  }
  return lines;
}

/* All groups; those that begin at `fold` or behind it in a line each. */
static void add_groups(const lobby_list *list, size_t fold, size_t width, mr_str *out) {
  for (size_t i = 0, end = 0; i < list->count; i = end) {
    end = group_end(list, i);
    if (i >= fold) {
      add_folded(list, i, end, width, out);
    } else {
      mr_str_format(out, "%s\n", list->entries[i].group);
      add_games(list, i, end, width, out);
    }
  }
}

bool lobby_list_show(const lobby_list *list, size_t width, size_t lines, mr_str *out) {
  size_t fold = list->count;
  for (;;) {
    mr_str text = mr_str_growing(NULL);
    add_groups(list, fold, width, &text);
    bool fits = lines == 0 || lines_of(&text) <= lines || fold == 0;
    if (fits) {
      mr_str_add(out, mr_str_text(&text));
      mr_str_done(&text);
      return fold < list->count;
    }
    mr_str_done(&text);
    size_t last = 0; /* the last group that is not folded yet */
    for (size_t i = 0; i < fold; i = group_end(list, i)) {
      last = i;
    }
    fold = last;
  }
}

/* ---- finding games --------------------------------------------------------------------------- */

/* Whether a text begins with another one; letters of either case, and '-' and blanks, are alike. */
static bool begins(const char *text, const char *with, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char a = mr_text_lower(text[i]), b = mr_text_lower(with[i]);
    a = a == '-' || a == '_' ? ' ' : a;
    b = b == '-' || b == '_' ? ' ' : b;
    if (a != b) {
      return false;
    }
  }
  return true;
}

/*
 * Whether a word of a text begins with another one. The middle of a word counts from four letters
 * on, so that 'ls' is not "A Test of Wills".
 */
static bool contains(const char *text, const char *word, size_t length) {
  enum { MIDDLE_MIN = 4 };
  bool fresh = true;
  for (; *text != '\0'; text++) {
    if ((fresh || length >= MIDDLE_MIN) && begins(text, word, length)) {
      return true;
    }
    fresh = !mr_text_is_letter(*text);
  }
  return false;
}

static bool has_words(const mr_catalog_entry *entry, const char *line) {
  for (line += strspn(line, " "); *line != '\0'; line += strspn(line, " ")) {
    size_t length = strcspn(line, " ");
    if (!contains(entry->name, line, length) && !contains(entry->title, line, length) &&
        !contains(entry->group, line, length)) {
      return false;
    }
    line += length;
  }
  return true;
}

/* How well a line names a game: 3 it is the name or title, 2 their beginning, 1 all words are in
 * them or the group's. */
static unsigned rank_of(const mr_catalog_entry *entry, const char *line) {
  size_t length = strlen(line);
  bool name = begins(entry->name, line, length), title = begins(entry->title, line, length);
  if ((name && entry->name[length] == '\0') || (title && entry->title[length] == '\0')) {
    return 3;
  }
  return name || title ? 2 : has_words(entry, line) ? 1 : 0;
}

/* Of games of one name and its extensions the one that has no more: "colorboundmost" of its
 * relatives. @return how many are left */
static size_t keep_shortest(const lobby_list *list, size_t *found, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *name = list->entries[found[i]].name;
    size_t longer = 0;
    for (size_t k = 0; k < count; k++) {
      longer += begins(list->entries[found[k]].name, name, strlen(name));
    }
    if (longer == count) {
      found[0] = found[i];
      return 1;
    }
  }
  return count;
}

size_t lobby_find(const lobby_list *list, const char *line, size_t found[LOBBY_FOUND_MAX]) {
  uint64_t number = 0;
  unsigned best = 0;
  size_t count = 0;
  if (cli_read_number(line, 1, list->count, &number)) {
    found[0] = (size_t)number - 1;
    return 1;
  }
  for (size_t i = 0; i < list->count && *line != '\0'; i++) {
    unsigned rank = rank_of(&list->entries[i], line);
    if (rank > best) {
      best = rank;
      count = 0;
    }
    if (rank > 0 && rank == best && count < LOBBY_FOUND_MAX) {
      found[count++] = i;
    }
  }
  return best == 2 ? keep_shortest(list, found, count) : count;
}

const char *lobby_nearest(const lobby_list *list, const char *line) {
  const char **names = mr_alloc_zero(NULL, 2 * list->count + 1, sizeof *names);
  for (size_t i = 0; names != NULL && i < list->count; i++) {
    names[2 * i] = list->entries[i].name;
    names[2 * i + 1] = list->entries[i].title;
  }
  const char *nearest = names != NULL ? mr_nearest(line, names, 2 * list->count) : NULL;
  mr_alloc_free(NULL, names, (2 * list->count + 1) * sizeof *names);
  return nearest;
}

/* ---- saved games ----------------------------------------------------------------------------- */

/* Days since the epoch in local time; false where the clock cannot say. */
static bool local_day(int64_t when, struct tm *out, int64_t *day) {
  time_t time = (time_t)when;
  if (localtime_r(&time, out) == NULL) {
    return false;
  }
  struct tm noon = {.tm_year = out->tm_year,
                    .tm_mon = out->tm_mon,
                    .tm_mday = out->tm_mday,
                    .tm_hour = 12,
                    .tm_isdst = -1};
  *day = (int64_t)(mktime(&noon) / 86400);
  return true;
}

void lobby_add_date(int64_t when, int64_t now, mr_str *out) {
  static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  struct tm then, today;
  int64_t day = 0, this_day = 0;
  if (!local_day(when, &then, &day) || !local_day(now, &today, &this_day)) {
    mr_str_add(out, "at an unknown time");
    return;
  }
  if (then.tm_year != today.tm_year && this_day - day > 1) {
    mr_str_format(out, "%04d-%02d-%02d", then.tm_year + 1900, then.tm_mon + 1, then.tm_mday);
    return;
  }
  if (day == this_day || day + 1 == this_day) {
    mr_str_add(out, day == this_day ? "today" : "yesterday");
  } else {
    mr_str_format(out, "%d %s", then.tm_mday, months[then.tm_mon % 12]);
  }
  mr_str_format(out, " %d:%02d", then.tm_hour, then.tm_min);
}

/* "against level 5", "between two people", "between computers". */
static void add_players(const mr_record *record, mr_str *out) {
  size_t people = 0, computers = 0;
  const char *level = NULL;
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    if (strcmp(tag->name, "Player") != 0 || tag->value2 == NULL) {
      continue;
    }
    bool human = strcmp(tag->value2, "human") == 0;
    people += human;
    computers += !human;
    level = human ? level : tag->value2;
  }
  if (people > 0 && level != NULL) {
    mr_str_format(out, " against %.*s", (int)strcspn(level, ","), level);
  } else if (people > 0) {
    mr_str_add(out, " between people");
  } else if (computers > 0) {
    mr_str_add(out, " between computers");
  }
}

static const char *title_of(const lobby_list *list, const mr_record *record) {
  for (size_t i = 0; i < list->count && record->game != NULL; i++) {
    if (strcmp(list->entries[i].name, record->game) == 0) {
      return list->entries[i].title;
    }
  }
  return record->game != NULL ? record->game : "?";
}

void lobby_describe_saved(cli_context *cli, const lobby_list *list, const cli_saved *saved,
                          int64_t now, mr_str *out) {
  mr_str text = cli_text();
  mr_record record;
  mr_error error;
  const char *file = cli_file_name(saved->path);
  mr_record_init(&record, NULL);
  bool read = cli_file_read(cli, saved->path, MR_RECORD_FILE_MAX, &text) == CLI_OK;
  if (read && mr_record_parse(&record, file, mr_str_text(&text), text.length, &error) == MR_OK) {
    mr_str_add(out, title_of(list, &record));
    add_players(&record, out);
    mr_str_format(out, ", %zu action%s, ", record.move_count, record.move_count == 1 ? "" : "s");
    if (record.result != NULL && strcmp(record.result, "*") != 0) {
      mr_str_format(out, "ended %s, ", record.result);
    }
    lobby_add_date(saved->written, now, out);
    if (!cli_is_autosave(cli, saved->path)) {
      mr_str_format(out, " (%s)", file);
    }
  } else {
    mr_str_format(out, "%s: cannot be read%s%s", file, read ? ": " : "", read ? error.message : "");
  }
  mr_record_done(&record);
  mr_str_done(&text);
}
