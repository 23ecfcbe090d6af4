/* Progress bars, status lines by a table of states, a trace to a file, rates computed from times.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 --stderr --output-file trace.txt --ignore-output=rate
*/
#include "setup.h"
#include <sys/time.h>

typedef enum { FRESH, WARM, HOT } State;
static const char *state_name(State s) {
  switch (s) {
  case FRESH: return "fresh";
  case WARM: return "warm";
  default: return "hot";
  }
}
struct progress {
  FILE *out;
  int width, last;
};
static void progress_step(struct progress *p, int now, int total) {
  int cells = now * p->width / total;
  if (cells == p->last)
    return;
  p->last = cells;
  fputc('\r', p->out);
  for (int i = 0; i < cells; i++)
    fputc('=', p->out);
  fflush(p->out);
}

static cl_kernel add_k;
static cl_mem data;

static double seconds(void) {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + t.tv_usec * 1e-6;
}

static unsigned run(int n, FILE *trace) {
  size_t global = 64;
  struct progress bar = {stderr, 10, 0};
  State state = FRESH;
  unsigned hash = 7;
  double start = seconds(), rate;
  for (int i = 0; i < n; ++i) {
    int v = (int)(hash % 13u);
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof v, &v);
    if (clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL) != CL_SUCCESS) {
      fprintf(stderr, "launch %d failed\n", i);
      return 0;
    }
    clEnqueueReadBuffer(queue, data, CL_TRUE, 8, sizeof v, &v, 0, NULL, NULL);
    hash = hash * 31u + (unsigned)v;
    state = v > 40 ? HOT : v > 20 ? WARM : FRESH;
    fprintf(trace, "%d;%d;%08x;%s\n", i, v, hash, state_name(state));
    progress_step(&bar, i + 1, n);
    rate = (i + 1) / (seconds() - start);
    if (i % 5 == 4)
      printf("rate %.1f/s\n", rate);
  }
  printf("state %d\n", (int)state);
  return hash;
}

int main(void) {
  FILE *trace = fopen("trace.txt", "w");
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 3);
  printf("%u\n", run(17, trace));
  printf("%u\n", run(4, trace));
  fclose(trace);
  show("data", data);
  return 0;
}
