/* In the place of generate.c in pages, which make no maps and are smaller without. */
#include "rules/warlord/generate.h"

const mr_generator mr_wl_generator = {.summary = NULL};
