/* A pointer that held what the library keeps, and is set to the program's own since: the loop looks at what is changed by it.
   RUN: %refused %S/Inputs/step.cl %s
   RUN: env PERSISTIFY_FAULT=any-result not %refused %S/Inputs/step.cl %s
*/
#include <CL/cl.h>
#include <stdio.h>
#include <time.h>

extern struct tm *shown;

static void counted(int i) {
  time_t now = time(NULL);
  struct tm *t = localtime(&now);
  printf("%d\n", t->tm_year);
  t = shown;
  t->tm_sec = 3 * i; // expect PST1017: cannot tell what 't' points to
}

void run(cl_command_queue queue, cl_kernel k, int n) {
  size_t global = 64;
  for (int i = 0; i < n; i++) {
    counted(i);
    clSetKernelArg(k, 1, sizeof shown->tm_sec, &shown->tm_sec);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}
