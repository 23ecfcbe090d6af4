/* Branches that no device can take, and that the program is seen not to take: output of a debugging mode with what only
   the host has. That the mode is what it was seen to be is checked when the loop is reached.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/own-members.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1 -- 6
   RUN: %{check} --expect-fallback "'debugging' is not 0" -- 6 more
   RUN: %{check} --expect-fallback "'mode.level' is not 2" -- 6 on level
   Not known: the command line says what it is. If it is on, the persistent kernel ends at once, and the original runs.
   DEFINE: %{asked} = %{check} --host-flag=-DASKED
   RUN: %{asked} --entries 1 -- 6
   RUN: %{asked} --expect-fallback "path" -- 6 more
   The loop itself changes it, and comes to what cannot move in the end: these trips are the host's.
   RUN: %{asked} --host-flag=-DCHANGES --entries any --host-trips --allow-kernel mix --reason PST3017 -- 6
   Both branches, or the one with the launches.
   RUN: %{asked} --host-flag=-DBOTH --no-persist --reason PST1005 -- 6
   RUN: %{asked} --host-flag=-DLAUNCH --no-persist --reason PST1005 -- 6
*/
#include "setup.h"

static bool debugging = false;
struct Mode {
  const char *name;
  int level;
};
static Mode mode = {"quiet", 2};

/* The walk over the program takes what leaves a function for an error, and goes on with the rest. */
static void options(int argc) {
  if (argc == 3) {
    debugging = true;
    return;
  }
  if (argc > 3) {
    mode.level = 1;
    return;
  }
}

struct Step {
  cl_kernel kernel;
  explicit Step(cl_kernel k) : kernel(k) {
    if (debugging) {
      static int count = 0;
      printf("step %d\n", ++count);
    }
#ifdef BOTH
    else {
      static int count = 0;
      printf("step %d\n", ++count);
    }
#endif
  }
  void run(cl_mem a, int i) {
    size_t n = 64;
#ifdef LAUNCH
    if (!debugging) {
      static int count = 0;
      printf("step %d\n", ++count);
      clSetKernelArg(kernel, 0, sizeof a, &a);
      clSetKernelArg(kernel, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
    }
    return;
#endif
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof i, &i);
    if (mode.level >= 2) {
      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
    } else {
      static long calls = 0;
      printf("%s: %ld\n", mode.name, ++calls);
    }
#ifdef CHANGES
    if (i == 3)
      debugging = true;
#endif
  }
};

int main(int argc, char **argv) {
  start("own-members.cl", "");
  cl_kernel mix = kernel_named("mix");
  cl_mem a = ints(64, 3);
  int n = atoi(argv[1]);
#ifdef ASKED
  debugging = argc > 2;
#else
  options(argc);
#endif
  for (int i = 0; i < n; i++) {
    Step s(mix);
    s.run(a, i);
  }
  show("a", a);
}
