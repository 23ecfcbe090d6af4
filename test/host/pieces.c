/* A source in pieces: files of which some only compile behind others, given to the API as several texts, or joined by
   the program. What joins them is seen where the program of the kernels is made; in another order, or with something
   in front, the source is another one.
   REQUIRES: device
   DEFINE: %{all} = %S/pieces-types.cl %S/pieces-grow.cl %S/pieces-mix.cl %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %run-check %{all} --entries 4
   RUN: env PERSISTIFY_FAULT=no-pieces not %run-check %{all} --entries 4
   RUN: %run-check %{all} --host-flag=-DONLY --expect-fallback "the program's source is not the one that was analysed" -- 1
   RUN: %run-check %{all} --host-flag=-DONLY --expect-fallback "the program's source is not the one that was analysed" -- 2
*/
#include "setup.h"

static const size_t global = 64;

static char *slurp(const char *name) {
  static char texts[16][4096];
  static int next;
  char *to = texts[next++];
  FILE *in = fopen(name, "rb");
  if (!in)
    exit(2);
  to[fread(to, 1, 4095, in)] = 0;
  fclose(in);
  return to;
}

static void slurp_into(const char *name, char **text, size_t *length) {
  *text = slurp(name);
  *length = strlen(*text);
}

static cl_program built(cl_uint count, const char **texts) {
  cl_int err;
  cl_program p = clCreateProgramWithSource(context, count, texts, NULL, &err);
  need(err, "program");
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  return p;
}

static cl_mem a, b;

/* A table of names, read in a loop. */
static void by_table(void) {
  static const char *const names[] = {"pieces-types.cl", "pieces-grow.cl", "pieces-mix.cl"};
  enum { COUNT = sizeof names / sizeof *names };
  const char *texts[COUNT];
  int i;
  cl_program p;
  cl_kernel grow, mix;
  for (i = 0; i < COUNT; i++)
    texts[i] = slurp(names[i]);
  p = clCreateProgramWithSource(context, COUNT, texts, NULL, NULL);
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  grow = clCreateKernel(p, "grow", NULL);
  mix = clCreateKernel(p, "mix", NULL);
  clSetKernelArg(grow, 0, sizeof a, &a);
  clSetKernelArg(mix, 0, sizeof b, &b);
  clSetKernelArg(mix, 1, sizeof a, &a);
  for (i = 0; i < 5; i++) {
    clSetKernelArg(grow, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, mix, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

/* One by one, by address, with lengths. */
static void by_address(void) {
  char *texts[2];
  size_t lengths[2];
  int i;
  cl_program p;
  cl_kernel k;
  slurp_into("pieces-types.cl", &texts[0], &lengths[0]);
  slurp_into("pieces-grow.cl", &texts[1], &lengths[1]);
  p = clCreateProgramWithSource(context, 2, (const char **)texts, lengths, NULL);
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  k = clCreateKernel(p, "grow", NULL);
  clSetKernelArg(k, 0, sizeof b, &b);
  for (i = 0; i < 6; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

/* Through functions of the program's own; in another order, or with one more, too. */
static void by_function(int how) {
  const char *texts[3];
  cl_program p;
  cl_kernel grow, mix;
  int i;
  texts[0] = slurp("pieces-types.cl");
  texts[1] = slurp("pieces-mix.cl");
  texts[2] = slurp("pieces-grow.cl");
  if (how == 1) {
    const char *last = texts[2];
    texts[2] = texts[1];
    texts[1] = last;
  } else if (how == 2) {
    strcat((char *)texts[0], "cell unused(cell x) { return x; }\n");
  }
  p = built(3, texts);
  grow = clCreateKernel(p, "grow", NULL);
  mix = clCreateKernel(p, "mix", NULL);
  clSetKernelArg(grow, 0, sizeof a, &a);
  clSetKernelArg(mix, 0, sizeof b, &b);
  clSetKernelArg(mix, 1, sizeof a, &a);
  for (i = 0; i < 4; i++) {
    clSetKernelArg(grow, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, mix, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

int main(int argc, char **argv) {
  cl_kernel add;
  start("steps.cl", ""); /* another program, of one file */
  add = kernel_named("add");
  a = ints(64, 1);
  b = ints(64, 500);
  by_function(argc > 1 ? atoi(argv[1]) : 0);
#ifndef ONLY
  by_table();
  by_address();
  clSetKernelArg(add, 0, sizeof a, &a);
  for (int i = 0; i < 3; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
#endif
  show("a", a);
  show("b", b);
  return 0;
}
