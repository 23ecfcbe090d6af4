/* A program that has names of generated host text and of persistent kernels itself, in every role.
   REQUIRES: device
   RUN: %run-check %S/own-names.cl %s --host-flag=-I%S/Inputs --entries 3
   RUN: env PERSISTIFY_FAULT=host-names not %run-check %S/own-names.cl %s --host-flag=-I%S/Inputs --entries 3
   RUN: rm -rf %t && %persistify %S/own-names.cl %s -o %t --quiet -- -I%S/Inputs
   RUN: FileCheck %s --input-file=%t/own-names.c
   CHECK: void *const persistify2_bind[] =
   CHECK-NEXT: const int persistify2_exit = persistify_run(&persistify2_region_1, persistify2_bind);
*/
#include "setup.h"

/* variables, types, functions */
static int persistify_region_1 = 3;
static int persistify_region_2_slots[2] = {1, 2};
struct persistify_bind {
  int persistify_run; /* a member: no other name than that */
};
typedef int persistify_exit;
enum { persistify1_log = 5 }; /* one that has stepped aside is here, too */
static int persistify_file_own_names_code(int x) { return x + 1; }
#define PERSISTIFY_FILE_OWN_NAMES_H
#define persistify_site(x) ((x) * 2)
#define persistify_0 7

static cl_kernel add;
static cl_mem a;
static size_t global = 64;

static void launch(int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int leave(int n) {
  persistify_exit i;
  struct persistify_bind bind = {2};
  for (i = 0; i < n; i++) {
    launch(bind.persistify_run + persistify_region_1);
    bind.persistify_run += persistify_0;
    persistify_region_1++;
    if (bind.persistify_run > 60)
      goto persistify_again;
  }
  return bind.persistify_run;
persistify_again:
  return persistify_site(i);
}

int main(void) {
  int region = 1, i;
  start("own-names.cl", "");
  add = kernel_named("persistify_region_1");
  a = ints(64, 0);
  printf("%d\n", leave(5));
  printf("%d\n", leave(50));
  for (i = 0; i < 6; i++) { /* prints, and a variable that is named like a table */
    launch(region);
    region += persistify_region_2_slots[i & 1];
    printf("%d %d\n", i, region);
  }
  printf("%d %d\n", persistify_file_own_names_code(persistify_region_1), persistify1_log);
  show("a", a);
  return 0;
}
