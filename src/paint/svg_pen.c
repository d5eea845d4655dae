#include <string.h>

#include "paint/svg_priv.h"

int mr_svg_text_width(const char *text, int size) {
  return (int)mr_paint_width(text) * size * 6 / 10;
}

void mr_svg_put_text(mr_str *out, int x, int y, mr_svg_font font, const char *text) {
  mr_svg_put_slice(out, x, y, font, text, text != NULL ? strlen(text) : 0);
}

void mr_svg_put_slice(mr_str *out, int x, int y, mr_svg_font font, const char *text,
                      size_t length) {
  if (length == 0) {
    return;
  }
  mr_str_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\"%s>",
                x, y, font.size, font.anchor, font.colour, font.bold ? " font-weight=\"700\"" : "");
  mr_paint_put_markup_slice(out, text, length);
  mr_str_add(out, "</text>\n");
}

void mr_svg_open(mr_str *out, int x, int y, int width, int height) {
  mr_str_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  if (x != 0 || y != 0) {
    mr_str_format(out, " x=\"%d\" y=\"%d\"", x, y);
  }
  mr_str_format(out,
                " width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\""
                " font-family=\"" MR_SVG_FONT "\">\n",
                width, height, width, height);
}

void mr_svg_open_rect(mr_str *out, mr_svg_box at, int round) {
  mr_str_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", at.x, at.y, at.side,
                at.side);
  if (round > 0) {
    mr_str_format(out, " rx=\"%d\"", round);
  }
}
