#include <string.h>

#include "rules/fairy/compile/read.h"

unsigned mr_fy_read_file(mr_fy_reading *in, unsigned key, unsigned otherwise) {
  const mr_setting *setting = mr_fy_setting(in, key);
  uint64_t number = (uint64_t)otherwise + 1;
  if (setting == NULL) {
    return otherwise;
  }
  bool good = true;
  if (setting->length == 1 && mr_text_is_letter(setting->text[0])) {
    number = (uint64_t)(mr_text_lower(setting->text[0]) - 'a') + 1;
  } else {
    good = mr_parse_uint(setting->text, setting->length, MR_FY_SIDE_MAX, &number);
  }
  if (!good || number == 0 || number > MR_FY_SIDE_MAX) {
    mr_quote quote;
    mr_fy_complain(in, MR_ERR_RANGE, setting, 0, SIZE_MAX,
                   "'%s' is '%s'; expected a file, from a to %c or from 1 to %d", setting->key,
                   mr_quote_text(&quote, setting->text), 'a' + MR_FY_SIDE_MAX - 1, MR_FY_SIDE_MAX);
    return otherwise;
  }
  return (unsigned)number - 1;
}

void mr_fy_read_board(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  const unsigned keys[] = {MR_FY_KEY_MAX_RANK, MR_FY_KEY_MAX_FILE};
  const mr_setting *nearest = mr_fy_nearest_setting(in, keys, 2);
  in->board_depth = nearest != NULL ? nearest->depth : UINT32_MAX;
  rules->files = (uint8_t)(mr_fy_read_file(in, MR_FY_KEY_MAX_FILE, 7) + 1);
  rules->cells = (unsigned)rules->files * rules->ranks;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    mr_fy_set_add(&in->board, cell);
  }
}

/* ---- the first position, as far as castling, hands and initial moves need it ----------------- */

/* The code of a letter as FEN writes it; 0 where no piece has it. */
static uint8_t code_of(const mr_fy_reading *in, char letter, bool plus) {
  unsigned slot = mr_fy_slot_named(in, letter, 0);
  if (slot == MR_FY_SLOT_COUNT) {
    return 0;
  }
  unsigned kind = plus ? in->slots[slot].form : in->slots[slot].kind;
  return kind ? MR_FY_CODE(kind, mr_text_is_upper(letter) ? MR_FY_WHITE : MR_FY_BLACK) : 0;
}

/* Reads the rows of the board; returns what comes after them. */
static const char *read_rows(mr_fy_reading *in, const char *text) {
  unsigned files = in->rules->files, rank = in->rules->ranks, file = 0, run = 0;
  bool plus = false, whole = true;
  for (rank--; *text && *text != ' ' && *text != '['; text++) {
    if (mr_text_is_digit(*text)) {
      run = run * 10 + (unsigned)(*text - '0');
      continue;
    }
    file += run;
    run = 0;
    if (*text == '/') {
      whole = whole && file == files && rank > 0;
      if (rank == 0) {
        break;
      }
      rank--;
      file = 0;
    } else if (*text == '+') {
      plus = true;
    } else if (*text != '~' && file < files) {
      uint8_t code = *text == '*' ? MR_FY_WALL : code_of(in, *text, plus);
      if (code == MR_FY_WALL) {
        mr_fy_set_add(&in->rules->walls, rank * files + file);
      }
      in->start[rank * files + file++] = code;
      plus = false;
      whole = whole && code != 0;
    } else {
      whole = whole && *text == '~';
    }
    file = file < files ? file : files;
  }
  in->start_whole = whole && rank == 0 && file + run == files;
  return text;
}

void mr_fy_read_start(mr_fy_reading *in) {
  static const char letters[] = "KQkq";
  const char *start = mr_setting_text(in->definition, &mr_fy_keys[MR_FY_KEY_START_FEN]);
  const char *text = read_rows(in, start);
  for (; *text && *text != ' '; text++) {
    uint8_t code = code_of(in, *text, false);
    if (code) {
      uint8_t *held = &in->start_held[MR_FY_SIDE(code)][MR_FY_KIND(code)];
      in->start_hand |= UINT64_C(1) << MR_FY_KIND(code);
      *held = (uint8_t)(*held + (*held < UINT8_MAX));
    }
  }
  if (*text == ' ') { /* the side to move */
    text += strcspn(text + 1, " ") + 1;
  }
  if (*text != ' ') {
    return;
  }
  size_t length = strcspn(++text, " ");
  for (unsigned i = 0; i < 4; i++) {
    const char *right = memchr(text, letters[i], length);
    in->start_right[i] = right != NULL ? (size_t)(right - start) : 0;
  }
}
