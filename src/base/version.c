#include <marcher/version.h>

const char *mr_version(void) {
  return MR_VERSION;
}
