/* Campaigns: the file that lists battles, and the text that says how far one has come. */
#include <inttypes.h>
#include <marcher/campaign.h>
#include <marcher/game.h>
#include <marcher/hash.h>
#include <string.h>

#include "base/text.h"

#define SECTION "campaign"
#define MAGIC "marcher-campaign 1"

static const char *const promotions[] = {"lasting", "none", NULL};

static const mr_key campaign_keys[] = {
    {.name = "title",
     .type = MR_KEY_TEXT,
     .max = 200,
     .meaning = "What it is called.",
     .example = "Two valleys",
     .rule = ""},
    {.name = "notes",
     .type = MR_KEY_PROSE,
     .meaning = "What players should know.",
     .example = "A war in two battles.",
     .rule = ""},
    {.name = "per_town",
     .type = MR_KEY_TEXT,
     .max = MR_CAMPAIGN_ARMY_MAX - 1,
     .meaning = "Men who come for each town that is held when a battle ends.",
     .example = "I1",
     .rule = "WL-44"},
    {.name = "promotions",
     .type = MR_KEY_CHOICE,
     .choices = promotions,
     .standard = "lasting",
     .meaning = "Whether who was promoted remains it.",
     .example = "none",
     .rule = "WL-44"},
};

static const mr_key battle_keys[] = {
    {.name = "game",
     .type = MR_KEY_TEXT,
     .min = 1,
     .max = MR_DEFINITION_NAME_MAX,
     .meaning = "The game: a name that `marcher games` lists.",
     .example = "warlord-valley-war",
     .rule = ""},
    {.name = "title",
     .type = MR_KEY_TEXT,
     .max = 200,
     .meaning = "What the battle is called.",
     .example = "The valley",
     .rule = ""},
    {.name = "sets",
     .type = MR_KEY_PROSE,
     .meaning = "Keys of the game that are changed, a line for each.",
     .example = "deployment=fixed",
     .rule = ""},
    {.name = "fresh",
     .type = MR_KEY_TEXT,
     .max = MR_CAMPAIGN_ARMY_MAX - 1,
     .meaning = "Men who come to both sides before this battle.",
     .example = "I4N1",
     .rule = "WL-44"},
    {.name = "fresh_first",
     .type = MR_KEY_TEXT,
     .max = MR_CAMPAIGN_ARMY_MAX - 1,
     .meaning = "Men who come to the first side.",
     .example = "H1",
     .rule = "WL-44"},
    {.name = "fresh_second",
     .type = MR_KEY_TEXT,
     .max = MR_CAMPAIGN_ARMY_MAX - 1,
     .meaning = "Men who come to the second side.",
     .example = "H1",
     .rule = "WL-44"},
    {.name = "worth",
     .type = MR_KEY_INT,
     .min = 0,
     .max = 1000,
     .standard = "1",
     .meaning = "Points for who wins it.",
     .example = "2",
     .rule = "WL-44"},
};

#define COUNT(keys) (sizeof(keys) / sizeof(keys)[0])

/* ---- the file -------------------------------------------------------------------------------- */

static mr_campaign_text text_of(const mr_definition *section, const char *key) {
  const mr_setting *setting = mr_definition_find(section, key);
  if (setting == NULL) {
    return (mr_campaign_text){.text = "", .at = section->at};
  }
  return (mr_campaign_text){setting->text, setting->length,
                            mr_setting_span(setting, 0, setting->length)};
}

/* Each line of `sets` is key=value. */
static mr_status read_sets(const mr_setting *setting, mr_arena *arena, mr_campaign_battle *out,
                           mr_diagnostics *list) {
  if (setting == NULL) {
    return MR_OK;
  }
  out->sets = mr_arena_zero(arena, setting->line_count, sizeof *out->sets);
  out->set_at = mr_arena_zero(arena, setting->line_count, sizeof *out->set_at);
  if (out->sets == NULL || out->set_at == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < setting->line_count; i++) {
    const mr_value_line *line = &setting->lines[i];
    const char *equals = memchr(line->text, '=', line->length);
    if (line->length == 0) {
      continue;
    }
    mr_span at = {setting->source, line->line, line->column, line->length, line->line_text};
    if (equals == NULL || equals == line->text) {
      mr_diagnose(list, MR_ERR_SYNTAX, &at, NULL, "expected key=value, such as deployment=fixed");
      return MR_ERR_SYNTAX;
    }
    size_t length = (size_t)(equals - line->text);
    const char *key = mr_arena_copy(arena, line->text, length);
    const char *value = mr_arena_copy(arena, equals + 1, line->length - length - 1);
    if (key == NULL || value == NULL) {
      return MR_ERR_NOMEM;
    }
    out->set_at[out->set_count] = at;
    out->sets[out->set_count++] = (mr_override){key, value};
  }
  return MR_OK;
}

static mr_status read_battle(const mr_definition *section, mr_arena *arena, mr_campaign *out,
                             mr_diagnostics *list) {
  mr_campaign_battle *battle = &out->battles[out->count];
  mr_campaign_text title = text_of(section, "title");
  *battle = (mr_campaign_battle){
      .name = section->name,
      .title = title.length > 0 ? title.text : section->name,
      .game = text_of(section, "game"),
      .fresh = text_of(section, "fresh"),
      .own = {text_of(section, "fresh_first"), text_of(section, "fresh_second")},
      .worth =
          (unsigned)mr_setting_int(section, mr_key_find(battle_keys, COUNT(battle_keys), "worth"))};
  if (battle->game.length == 0) {
    mr_diagnose(list, MR_ERR_SYNTAX, &section->at, "write game = NAME",
                "the battle [%s] names no game", section->name);
    return MR_ERR_SYNTAX;
  }
  out->count++;
  return read_sets(mr_definition_find(section, "sets"), arena, battle, list);
}

static mr_status read_section(const mr_definitions *file, size_t index, mr_arena *arena,
                              mr_campaign *out, mr_diagnostics *list) {
  mr_definition section;
  const char *name = mr_definitions_name(file, index);
  bool head = strcmp(name, SECTION) == 0;
  mr_status status = mr_definition_resolve(file, name, NULL, 0, arena, &section, list);
  if (status == MR_OK && section.parent != NULL) {
    mr_diagnose(list, MR_ERR_SYNTAX, &section.at, NULL, "sections of a campaign have no parents");
    status = MR_ERR_SYNTAX;
  }
  if (status == MR_OK && !head && out->count == MR_CAMPAIGN_BATTLES_MAX) {
    mr_diagnose(list, MR_ERR_LIMIT, &section.at, NULL, "a campaign has at most %d battles",
                MR_CAMPAIGN_BATTLES_MAX);
    status = MR_ERR_LIMIT;
  }
  if (status == MR_OK) {
    status = mr_definition_check(&section, NULL, 0, head ? campaign_keys : battle_keys,
                                 head ? COUNT(campaign_keys) : COUNT(battle_keys), list);
  }
  if (status != MR_OK || !head) {
    return status == MR_OK ? read_battle(&section, arena, out, list) : status;
  }
  mr_campaign_text title = text_of(&section, "title");
  out->title = title.length > 0 ? title.text : out->title;
  out->per_town = text_of(&section, "per_town");
  out->lasting = mr_setting_choice(
                     &section, mr_key_find(campaign_keys, COUNT(campaign_keys), "promotions")) == 0;
  return MR_OK;
}

static mr_status read_sections(const char *source, const char *text, size_t length, mr_arena *arena,
                               mr_campaign *out, mr_diagnostics *list) {
  mr_definitions *file = out->file;
  mr_status status = mr_definitions_add(file, source, text, length, list);
  bool headed = false;
  for (size_t i = 0; i < mr_definitions_count(file); i++) {
    headed = headed || strcmp(mr_definitions_name(file, i), SECTION) == 0;
  }
  const mr_span whole = {.source = source};
  if (status == MR_OK && !headed) {
    mr_diagnose(list, MR_ERR_SYNTAX, &whole, "write [" SECTION "] as its first section",
                "a campaign is a file with a section [" SECTION "]");
    return MR_ERR_SYNTAX;
  }
  for (size_t i = 0; status == MR_OK && i < mr_definitions_count(file); i++) {
    status = read_section(file, i, arena, out, list);
  }
  if (status == MR_OK && out->count == 0) {
    mr_diagnose(list, MR_ERR_SYNTAX, &whole, "write a section such as [border] with game = NAME",
                "there is no battle in this campaign");
    status = MR_ERR_SYNTAX;
  }
  return status;
}

mr_status mr_campaign_read(const char *source, const char *text, size_t length, mr_arena *arena,
                           mr_campaign *out, mr_diagnostics *list) {
  mr_definitions *file = NULL;
  mr_error error;
  mr_campaign *made = mr_arena_zero(arena, 1, sizeof *made);
  if (made == NULL || mr_definitions_new(NULL, &file, &error) != MR_OK) {
    return MR_ERR_NOMEM;
  }
  made->title = "Campaign";
  made->per_town = (mr_campaign_text){.text = ""};
  made->lasting = true;
  made->identity = mr_hash_bytes(0, text, length);
  made->file = file;
  mr_status status = read_sections(source, text, length, arena, made, list);
  if (status == MR_OK) {
    *out = *made;
  } else {
    mr_definitions_free(file);
  }
  return status;
}

void mr_campaign_done(mr_campaign *campaign) {
  if (campaign != NULL) {
    mr_definitions_free(campaign->file);
    *campaign = (mr_campaign){.title = ""};
  }
}

/* ---- how far one has come -------------------------------------------------------------------- */

static void put_head(const mr_campaign *campaign, mr_str *out) {
  mr_str_format(out, MAGIC " %016" PRIx64 "\n", campaign->identity);
}

static void put_result(const mr_campaign_result *result, size_t number, mr_str *out) {
  mr_str_format(out, "battle %zu %u %u %u %u", number, (unsigned)result->points[0],
                (unsigned)result->points[1], result->towns[0], result->towns[1]);
  for (size_t side = 0; side < 2; side++) {
    mr_str_format(out, " %s", result->armies[side][0] != '\0' ? result->armies[side] : "-");
  }
}

void mr_campaign_progress_write(const mr_campaign *campaign, const mr_campaign_progress *progress,
                                mr_str *out) {
  size_t from = out->length;
  put_head(campaign, out);
  for (size_t i = 0; i < progress->count; i++) {
    put_result(&progress->results[i], i + 1, out);
    mr_str_format(out, " %016" PRIx64 "\n",
                  mr_hash_bytes(campaign->identity, out->data + from, out->length - from));
  }
}

/* The next word of a line. @return its length, 0 at the end */
static size_t next_word(const char **at, const char *end) {
  while (*at < end && **at == ' ') {
    ++*at;
  }
  size_t length = 0;
  while (*at + length < end && (*at)[length] != ' ') {
    length++;
  }
  return length;
}

static bool read_number(const char **at, const char *end, uint64_t most, uint64_t *out) {
  size_t length = next_word(at, end);
  bool good = length > 0 && mr_parse_uint(*at, length, most, out);
  *at += length;
  return good;
}

/* One line but for its sum; what it says is believed only if it is written like this again. */
static bool read_result(const char *at, const char *end, size_t number, mr_campaign_result *out) {
  uint64_t values[5] = {0};
  static const uint64_t most[5] = {MR_CAMPAIGN_BATTLES_MAX, MR_SCORE_WIN, MR_SCORE_WIN, UINT16_MAX,
                                   UINT16_MAX};
  *out = (mr_campaign_result){.towns = {0}};
  at += strlen("battle");
  for (size_t i = 0; i < 5; i++) {
    if (!read_number(&at, end, most[i], &values[i])) {
      return false;
    }
  }
  for (size_t side = 0; side < 2; side++) {
    size_t length = next_word(&at, end);
    if (length == 0 || length >= MR_CAMPAIGN_ARMY_MAX) {
      return false;
    }
    memcpy(out->armies[side], at, length);
    out->armies[side][length] = '\0';
    if (strcmp(out->armies[side], "-") == 0) {
      out->armies[side][0] = '\0';
    }
    out->points[side] = (uint8_t)values[1 + side];
    out->towns[side] = (unsigned)values[3 + side];
    at += length;
  }
  return values[0] == number && at == end;
}

static mr_status damaged(const char *source, size_t line, mr_error *err) {
  mr_status status = mr_error_set(err, MR_ERR_SYNTAX,
                                  "this line is not as it was written; a battle that is played "
                                  "again writes it anew: remove this line and all behind it");
  mr_error_locate(err, source, (uint32_t)line, 1);
  return status;
}

mr_status mr_campaign_progress_read(const mr_campaign *campaign, const char *source,
                                    const char *text, size_t length, mr_campaign_progress *out,
                                    mr_error *err) {
  enum { SUM = 17 /* a blank and 16 digits */ };
  char buffer[64];
  mr_str head = mr_str_fixed(buffer, sizeof buffer);
  mr_campaign_progress made = {.count = 0};
  put_head(campaign, &head);
  if (length < head.length || memcmp(text, MAGIC " ", sizeof MAGIC) != 0) {
    return damaged(source, 1, err);
  }
  if (memcmp(text, buffer, head.length) != 0) {
    mr_status status = mr_error_set(err, MR_ERR_MISMATCH,
                                    "this is how far another campaign has come, or this one before "
                                    "its file was changed; another --folder begins anew");
    mr_error_locate(err, source, 1, 1);
    return status;
  }
  for (size_t at = head.length; at < length; made.count++) {
    const char *line = text + at, *end = memchr(line, '\n', length - at);
    size_t size = end != NULL ? (size_t)(end - line) : 0, number = made.count + 1;
    if (size <= SUM || number > campaign->count) {
      return damaged(source, number + 1, err);
    }
    char sum[SUM + 1];
    mr_str expected = mr_str_fixed(sum, sizeof sum);
    size_t before = at + size - SUM;
    mr_str_format(&expected, " %016" PRIx64, mr_hash_bytes(campaign->identity, text, before));
    if (memcmp(text + before, sum, SUM) != 0 || strncmp(line, "battle ", 7) != 0 ||
        !read_result(line, text + before, number, &made.results[made.count])) {
      return damaged(source, number + 1, err);
    }
    at += size + 1;
  }
  *out = made;
  return MR_OK;
}

uint64_t mr_campaign_points(const mr_campaign *campaign, const mr_campaign_progress *progress,
                            unsigned side) {
  uint64_t points = 0;
  for (size_t i = 0; i < progress->count && i < campaign->count; i++) {
    points += (uint64_t)campaign->battles[i].worth * progress->results[i].points[side];
  }
  return points;
}
