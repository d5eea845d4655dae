#include "protocol/uci_priv.h"

/*
 * Parameters of the search as options: they can be set always, and are listed only for those who
 * ask, since nobody who plays should meet them.
 */

void mr_uci_list_parameters(mr_uci *uci, mr_str *out) {
  size_t count = 0;
  const mr_dialog *d = uci_dialog(uci);
  const mr_engine_parameter *rows = mr_engine_parameters(d->game, &count);
  for (size_t i = 0; d->setup.parameters && i < count; i++) {
    mr_str_format(out, "option name %s type spin default %d min %d max %d\n", rows[i].name,
                  rows[i].value, rows[i].least, rows[i].most);
  }
}

bool mr_uci_set_parameter(mr_uci *uci, mr_token name, mr_token text) {
  size_t count = 0;
  mr_dialog *d = uci_dialog(uci);
  const mr_engine_parameter *rows = mr_engine_parameters(d->game, &count);
  for (size_t i = 0; i < count && i < MR_DIALOG_PARAMETERS; i++) {
    const mr_engine_parameter *row = &rows[i];
    uint64_t value = 0;
    if (!mr_token_is_nocase(name, row->name)) {
      continue;
    }
    if (!mr_token_number(text, (uint64_t)row->most, &value) || (int)value < row->least) {
      mr_quote quote = mr_token_quote(text);
      mr_uci_say(uci, "%s takes a number from %d to %d, not '%s'; it stays as it was", row->name,
                 row->least, row->most, quote.text);
    } else {
      mr_dialog_parameter(d, i, (int)value);
    }
    return true;
  }
  return false;
}
