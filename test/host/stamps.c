/* Lines with the date, by functions that keep statics of their own: a pointer to what the library keeps may be declared
   first and set later, as older C has it.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
*/
#include "setup.h"
#include <time.h>

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static void step(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

/* a bar that begins with the date and ends with the time it took */
static void bar(int step, int steps) {
  static unsigned long began;
  static int shown;
  time_t raw;
  struct tm *parts;
  if (step == 0) {
    char line[80] = "";
    began = (unsigned long)time(NULL);
    time(&raw);
    parts = localtime(&raw);
    strftime(line, sizeof line, "[%%", parts);
    printf("%s", line);
  } else if (step == steps - 1) {
    printf("] %d, %lu\n", shown, ((unsigned long)time(NULL) - began) / 100000);
    shown = 0;
  } else if (10 * step % steps == 0) {
    ++shown;
    printf("*");
  }
  fflush(stdout);
}

/* two ways to the text, null in front */
static void stamp(int value) {
  time_t now = time(NULL);
  struct tm *t = NULL;
  char *text;
  if (value % 2)
    t = gmtime(&now);
  else
    t = localtime(&now);
  text = asctime(t);
  printf("%d: %d %s\n", value, t->tm_year > 100, text[3] == ' ' ? "day" : "?");
}

int main(void) {
  start("steps.cl", "");
  a = ints(64, 1);
  k = kernel_named("add");
  for (int i = 0; i < 20; i++) {
    bar(i, 20);
    step(i);
  }
  for (int i = 0; i < 5; i++) {
    int first;
    step(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    stamp(first);
  }
  show("a", a);
  return 0;
}
