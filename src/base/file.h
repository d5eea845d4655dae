/**
 * @file file.h
 * Files that are written: the one place that opens any for writing. Where there are none
 * (WebAssembly, file_none.c), everything fails with MR_ERR_IO.
 *
 * A file is written whole or not at all. What is written goes to a new file beside it,
 * "NAME.marcher-0.tmp", which takes its place when all of it is on the disk. Names that somebody
 * else has made are not touched and links not followed there; a link that is written to stays a
 * link, and what it leads to is replaced. What a process that was killed has left beside a file
 * goes when that file is written again: a lock tells such leftovers from what is being written.
 *
 * What is no regular file (a device, a pipe) is written to directly. A file that may not be written
 * to is not replaced either, whatever its folder allows.
 */
#ifndef MARCHER_BASE_FILE_H
#define MARCHER_BASE_FILE_H

#include <marcher/str.h>
#include <stdbool.h>

/** A file on its way to the disk. Zeroed, there is none. */
typedef struct mr_file_out {
  const char *path; /**< as it was given; stays the caller's */
  mr_str target;    /**< what is replaced: the end of the links */
  mr_str temporary; /**< its name until then */
  int descriptor;   /**< only while `open` */
  bool open;
  bool direct; /**< a device or a pipe, which takes what comes at once */
} mr_file_out;

/**
 * Begins a file. @param path must outlive `out`
 * @param out to be ended by mr_file_commit or mr_file_abandon
 * @return MR_ERR_IO with the reason of the system; MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_file_begin(mr_file_out *out, const char *path, mr_error *err);

/** Writes on. After a failure only mr_file_abandon makes sense. @return MR_ERR_IO */
MR_NODISCARD mr_status mr_file_put(mr_file_out *out, const void *bytes, size_t length,
                                   mr_error *err);

/** Writes over what has been written already, from byte `offset` on. @return MR_ERR_IO */
MR_NODISCARD mr_status mr_file_patch(mr_file_out *out, size_t offset, const void *bytes,
                                     size_t length, mr_error *err);

/** Lets the file take its place, safe on the disk. Where it cannot it is abandoned. */
MR_NODISCARD mr_status mr_file_commit(mr_file_out *out, mr_error *err);

/** Leaves what stood there as it was. Accepts one that has ended or never begun. */
void mr_file_abandon(mr_file_out *out);

/** A whole file at once. */
MR_NODISCARD mr_status mr_file_write(const char *path, const void *bytes, size_t length,
                                     mr_error *err);

/**
 * Whether a file can be written there, for those who work long before they write. What stands
 * there stays as it is.
 */
MR_NODISCARD mr_status mr_file_may_write(const char *path, mr_error *err);

/** Whether that is a regular file, or a link to one, with just these bytes. */
bool mr_file_holds(const char *path, const void *bytes, size_t length);

/**
 * Takes a name that nobody has: an empty file, for a whole one to replace, which gets its rights.
 * @param own nobody else may read it
 * @return MR_ERR_DUPLICATE where there is something of that name; MR_ERR_IO
 */
MR_NODISCARD mr_status mr_file_reserve(const char *path, bool own, mr_error *err);

/**
 * Removes what killed processes have left of files whose paths begin with `prefix`: "games/auto",
 * say, for all such files of the folder "games". Their owners and locks are looked at first.
 */
void mr_file_sweep(const char *prefix);

/* ---- files that grow ------------------------------------------------------------------------- */

/**
 * Opens a file that is added to, and makes it where there is none; what it holds stays.
 * @param out receives the descriptor, which can be read from, too, if `read`
 */
MR_NODISCARD mr_status mr_file_grow(const char *path, bool read, int *out, mr_error *err);

/** The same for text: what is added begins on a line of its own, though the last one was cut. */
MR_NODISCARD mr_status mr_file_grow_lines(const char *path, int *out, mr_error *err);

/**
 * Takes the lock of an open file or folder, which goes when it is closed, or its process dies.
 * Where the file system knows no locks there is none to take.
 * @param what is written to it, for the refusal: "match"
 * @return MR_ERR_IO where somebody else has it
 */
MR_NODISCARD mr_status mr_file_lock(int descriptor, const char *path, const char *what,
                                    mr_error *err);

/** Adds to the end of it, all or nothing as far as the system lets us. @param path for the error */
MR_NODISCARD mr_status mr_file_add(int descriptor, const char *path, const void *bytes,
                                   size_t length, mr_error *err);

#endif
