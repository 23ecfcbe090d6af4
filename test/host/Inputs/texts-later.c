/* Text for the output, as C has it. */
#include "setup.h"

static cl_kernel kernel;
typedef struct { char name[24]; int count; } Report;

static void Step(int amount) {
  const size_t global_size[1] = {64};
  clSetKernelArg(kernel, 1, sizeof(int), &amount);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global_size, NULL, 0, NULL, NULL);
}
static const char *label(char *to, size_t size, int n) {
  snprintf(to, size, "step-%02d", n);
  return to;
}

int main(void) {
  int i, limit = 4;
  char buffer[BUFSIZ];
  Report report = {"", 0};
  start("steps.cl", NULL);
  kernel = kernel_named("add");
  cl_mem a = ints(64, 1);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &a);
  for (i = 0; i < limit; i++) {
    Step(i);
    sprintf(buffer, "%d of %d", i, limit);
    puts(buffer);
  }
  for (i = 0; i < 3; i++) {
    snprintf(report.name, sizeof report.name, "report %d", i);
    report.count = i + 1;
    Step(report.count);
    printf("%s: %d\n", report.name, report.count);
  }
  do {
    char line[16];
    Step(--i);
    label(line, sizeof line, i);
    fputs(line, stdout);
    fputc('\n', stdout);
  } while (i > 0);
  printf("%s %s\n", buffer, report.name);
  show("a", a);
  return 0;
}
