/* `if (!log) return;` in front of what cannot move: the loop is moved, and the original one runs where there is a log.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "" -- log
   RUN: env PERSISTIFY_FAULT=rest-stays not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
*/
#include "setup.h"

struct record {
  int id;
  size_t items;
};
static struct record *log_;
static int used, room, keeps;

static void note(int id, size_t items) {
  if (log_ == NULL)
    return;
  if (used >= room) {
    room *= 2;
    log_ = (struct record *)realloc(log_, room * sizeof *log_);
  }
  log_[used].id = id;
  log_[used].items = items;
  used++;
}

static void save(int id) {
  if (!keeps) {
    return;
  }
  FILE *to = fopen("left-rest.txt", "a");
  fprintf(to, "%d\n", id);
  fclose(to);
  rename("left-rest.txt", "left-rest.old");
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 1);
  size_t global = 64;
  if (argc > 1) {
    log_ = (struct record *)malloc(sizeof *log_);
    room = 1;
    keeps = argc > 1;
  }
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    note(i, global);
  }
  show("a", a);
  for (int i = 0; i < 5; i++) {
    save(i);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  printf("%d\n", used);
  for (int i = 0; i < used; i++)
    printf("%d %d\n", log_[i].id, (int)log_[i].items);
  return 0;
}
