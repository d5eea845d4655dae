/**
 * @file writer.h
 * What families write pictures and pages with. As with pages, a failure is sticky: everything is
 * written, then somebody looks once.
 */
#ifndef MARCHER_KERNEL_WRITER_H
#define MARCHER_KERNEL_WRITER_H

#include <marcher/doc.h>
#include <stdarg.h>

/** No picture has more notes. */
#define MR_NOTES_MAX 16

/** A picture that is being filled. */
typedef struct mr_picture {
  mr_view view;
  mr_arena *arena;
  mr_view_note *notes; /**< those of `view` */
  mr_status status;
} mr_picture;

/** A fresh picture, see mr_view_init. */
mr_picture mr_picture_begin(mr_arena *arena, uint16_t columns, uint16_t rows, int first_row,
                            int row_step);
/** `view` goes to *out if nothing has failed. @return what has failed first */
mr_status mr_picture_end(const mr_picture *picture, mr_view *out);

/** Room in the picture's arena; NULL where that, or anything before it, fails. */
void *mr_picture_room(mr_picture *picture, size_t count, size_t size);
/** What printf would print, in the picture's arena; "" after a failure. */
const char *mr_picture_text(mr_picture *picture, const char *format, ...) MR_PRINTF(2, 3);

void mr_picture_fact(mr_picture *picture, mr_view_fact fact);
/** A line beside the board. @param label lives as long as the picture */
void mr_picture_note(mr_picture *picture, const char *label, const char *format, ...)
    MR_PRINTF(3, 4);
/** A fact of one or two numbers, and its note: "12", "12 of 200", "2 against 3". */
void mr_picture_number(mr_picture *picture, const char *label, mr_view_fact fact);

/** What every page begins with: the game's title, and its summary if it has one. */
void mr_doc_begin(mr_doc *doc, const mr_game_info *info);
/** Rules of the game's table, both ends included. */
void mr_doc_rules(mr_doc *doc, const mr_game_info *info, size_t first, size_t last);

/** What printf would print, in an arena; NULL without memory. */
char *mr_arena_format(mr_arena *arena, const char *format, va_list args) MR_PRINTF(2, 0);

#endif
