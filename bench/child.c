#include "child.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(const char *command, const int in[2], const int out[2]) {
  dup2(in[0], STDIN_FILENO);
  dup2(out[1], STDOUT_FILENO);
  close(in[0]);
  close(in[1]);
  close(out[0]);
  close(out[1]);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

bool child_start(child *c, const char *command) {
  int in[2], out[2];
  *c = (child){0};
  if (pipe(in) != 0 || pipe(out) != 0) {
    return false;
  }
  signal(SIGPIPE, SIG_IGN);
  c->id = fork();
  if (c->id == 0) {
    become(command, in, out);
  }
  close(in[0]);
  close(out[1]);
  c->to = fdopen(in[1], "w");
  c->from = fdopen(out[0], "r");
  return c->id > 0 && c->to != NULL && c->from != NULL;
}

void child_stop(child *c) {
  if (c->to != NULL) {
    fclose(c->to);
  }
  if (c->from != NULL) {
    fclose(c->from);
  }
  if (c->id > 0) {
    kill(c->id, SIGTERM);
    waitpid(c->id, NULL, 0);
  }
  *c = (child){0};
}
