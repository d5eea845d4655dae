/**
 * @file
 * What a program has started, found in /proc: its children and theirs, also those that have left
 * its group, its session or its environment, or outlived it.
 *
 * A program is the subreaper of what it starts (PR_SET_CHILD_SUBREAPER), so that whoever loses a
 * parent becomes its own child: as long as it lives, all that it has started is below it. Behind
 * its death those are found that were seen below it, and those that carry its mark, a variable of
 * the environment that children inherit.
 */
#ifndef MARCHER_LAB_PROCESS_TREE_H
#define MARCHER_LAB_PROCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Bytes of a mark, "NAME=VALUE", the NUL included. */
#define MR_PROCESS_MARK_MAX 64

/** A process, told from later ones of its number by when it began. */
typedef struct mr_process_kin {
  pid_t id;
  uint64_t began; /**< in ticks of the kernel since it started */
} mr_process_kin;

/** What belongs to one program; zeroed but for the mark. */
typedef struct mr_process_tree {
  char mark[MR_PROCESS_MARK_MAX];
  mr_process_kin *known; /**< that have been seen below it */
  size_t count;
  size_t capacity;
} mr_process_tree;

/** Makes a mark that no other program has. */
void mr_process_tree_mark(mr_process_tree *tree);

/** Notes what is below the program now. */
void mr_process_tree_look(mr_process_tree *tree, pid_t program);

/**
 * Kills all that belongs to the program, but not the program itself: that is to be stopped or dead,
 * and not waited for, so that its number is still its own. What keeps forking is killed for a
 * second.
 */
void mr_process_tree_kill(mr_process_tree *tree, pid_t program);

/** Frees what the tree holds. */
void mr_process_tree_done(mr_process_tree *tree);

#endif
