/**
 * @file
 * Files of campaigns and how far they have come: the part before the first line "%%" is the file,
 * the rest is the text of its progress. What is read is written again to the same bytes; what is
 * refused has its reason and a line that there is.
 */

#include <marcher/campaign.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition) \
  do {                     \
    if (!(condition)) {    \
      abort();             \
    }                      \
  } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_progress(const mr_campaign *campaign, const char *text, size_t length) {
  mr_campaign_progress *progress = calloc(1, sizeof *progress);
  mr_error error = {.message = ""};
  mr_str again = mr_str_growing(NULL);
  REQUIRE(progress != NULL);
  mr_status status =
      mr_campaign_progress_read(campaign, "progress", text, length, progress, &error);
  if (status == MR_OK) {
    mr_campaign_progress_write(campaign, progress, &again);
    REQUIRE(again.length == length && memcmp(mr_str_text(&again), text, length) == 0);
    REQUIRE(progress->count <= campaign->count);
  } else {
    REQUIRE(error.message[0] != '\0' && error.line >= 1 && error.line <= length + 1);
  }
  /* What was never fought is written and read, too. */
  mr_str_reset(&again);
  progress->count = 0;
  mr_campaign_progress_write(campaign, progress, &again);
  REQUIRE(mr_campaign_progress_read(campaign, NULL, mr_str_text(&again), again.length, progress,
                                    &error) == MR_OK);
  mr_str_done(&again);
  free(progress);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mr_arena arena;
  mr_diagnostics list;
  mr_campaign *campaign = calloc(1, sizeof *campaign);
  const char *text = (const char *)data;
  size_t file = 0;
  REQUIRE(campaign != NULL);
  while (file + 3 < size && memcmp(text + file, "\n%%\n", 4) != 0) {
    file++;
  }
  bool both = file + 3 < size;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  size_t length = both ? file + 1 : size;
  if (mr_campaign_read("campaign", text, length, &arena, campaign, &list) == MR_OK) {
    REQUIRE(list.errors == 0 && campaign->count > 0);
    read_progress(campaign, both ? text + file + 4 : "", both ? size - file - 4 : 0);
    mr_campaign_done(campaign);
  } else {
    REQUIRE(list.errors > 0 || list.status == MR_ERR_NOMEM);
  }
  mr_arena_done(&arena);
  free(campaign);
  return 0;
}
