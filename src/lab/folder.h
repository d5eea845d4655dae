/**
 * @file folder.h
 * A folder in which long work is kept: whoever is killed goes on from what it holds. Its file
 * "plan" says in words what the work depends on, and another plan is refused; every other file
 * carries a sum of all of it, and one that was damaged is as good as none.
 */
#ifndef MARCHER_LAB_FOLDER_H
#define MARCHER_LAB_FOLDER_H

#include <marcher/str.h>

enum { MR_FOLDER_PATH = 4096 };

typedef struct mr_folder {
  const char *path;
  const char *kind;  /**< the first words of its files, with a version: "marcher-train 1" */
  uint64_t identity; /**< of the plan; set by mr_folder_open */
  const mr_allocator *allocator;
  void (*note)(void *context, const char *text); /**< is told what is damaged; may be NULL */
  void *context;
} mr_folder;

/**
 * Makes the folder, or finds that its plan is this one.
 * @param work what it is, for the refusal: "training". @return MR_ERR_MISMATCH, MR_ERR_IO
 */
MR_NODISCARD mr_status mr_folder_open(mr_folder *folder, const char *plan, const char *work,
                                      mr_error *err);

/** Reads a file that was kept whole. @param what its name and part of its sum: "games 01 000017"
 *  @return MR_ERR_UNKNOWN where it is not there, or is damaged: it has to be made anew */
MR_NODISCARD mr_status mr_folder_load(const mr_folder *folder, const char *what, mr_str *out,
                                      mr_error *err);
MR_NODISCARD mr_status mr_folder_keep(const mr_folder *folder, const char *what, const char *bytes,
                                      size_t length, mr_error *err);

/** Makes a folder, unless it is there. @return MR_ERR_IO */
MR_NODISCARD mr_status mr_folder_make(const char *path, mr_error *err);

/** The path of a file; blanks of its name are dashes there. */
void mr_folder_path(const mr_folder *folder, const char *what, char out[MR_FOLDER_PATH]);

#endif
