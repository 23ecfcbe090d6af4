/* Several sources define the kernel, and the file's name comes from outside: the loop becomes one persistent kernel for
   each source that it can be used with, and the program's own source tells which of them runs. With another text, or
   with the one that the loop cannot be used with, the original loop runs.
   REQUIRES: device
   DEFINE: %{all} = %S/which-source-a.cl %S/which-source-b.cl %S/which-source-c.cl %s --host-flag=-I%S/Inputs
   RUN: %run-check %{all} --entries 4 -- a
   RUN: %run-check %{all} --entries 4 -- b
   RUN: %run-check %{all} --entries 4 -- a macros
   RUN: %run-check %{all} --entries 4 -- b macros
   RUN: %run-check %{all} --expect-fallback "the program puts more than macros before the source" -- b comment
   RUN: %run-check %{all} --expect-fallback "the program's source is not the one that was analysed" -- a behind
   RUN: env PERSISTIFY_FAULT=first-region %run-check %{all} --entries 4 -- a
   RUN: %long env PERSISTIFY_FAULT=first-region not %run-check %{all} --entries 4 -- b
   RUN: rm -rf %t && %persistify --explain %S/which-source-a.cl %S/which-source-b.cl %S/which-source-c.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
   CHECK: where the program's source is 'which-source-b.cl', its kernels are those of that file
   CHECK: not with the kernels of 'which-source-c.cl': argument 1 of kernel 'advance'
*/
#include "setup.h"

static size_t global = 64;

static char *text_of(const char *name) {
  static char text[4096];
  FILE *in = fopen(name, "rb");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  return text;
}

/* What a file is called that nobody names, with a front or a tail that the program adds. */
static cl_program load(const char *which, const char *how) {
  static char name[64], whole[8192];
  const char *text = whole;
  snprintf(name, sizeof name, "which-%s-%s.%s", "source", which, "cl");
  snprintf(whole, sizeof whole, "%s%s%s",
           strcmp(how, "macros") == 0 ? "#define UNUSED 1\n" : strcmp(how, "comment") == 0 ? "int here(void) { return 1; }\n" : "",
           text_of(name), strcmp(how, "behind") == 0 ? "\n// more\n" : "");
  program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
  return program;
}

struct app {
  cl_program program;
  cl_kernel advance;
};

/* A loop that sets its arguments. */
static void sets(const struct app *o, cl_mem a, int n) {
  int i;
  clSetKernelArg(o->advance, 0, sizeof a, &a);
  for (i = 0; i < n; i++) {
    clSetKernelArg(o->advance, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, o->advance, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

/* One that prints: the host performs something behind the kernel. */
static void prints(const struct app *o, cl_mem a) {
  int i, first = 0;
  for (i = 0; i < 4; i++) {
    clSetKernelArg(o->advance, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, o->advance, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    printf("%d: %d\n", i, first);
  }
}

/* One that is left from inside. */
static int leaves(const struct app *o, cl_mem a, int limit) {
  int i, first = 0;
  for (i = 0; i < 9; i++) {
    clSetKernelArg(o->advance, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, o->advance, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof first, &first, 0, NULL, NULL);
    if (first > limit)
      return i;
  }
  return -1;
}

int main(int argc, char **argv) {
  struct app o;
  cl_mem a;
  start("which-source-a.cl", "");
  o.program = load(argv[1], argc > 2 ? argv[2] : "");
  o.advance = clCreateKernel(o.program, "advance", NULL);
  a = ints(64, 1);
  sets(&o, a, 7);
  show("sets", a);
  prints(&o, a);
  show("prints", a);
  printf("%d\n", leaves(&o, a, 40));
  show("leaves", a);
  sets(&o, a, 2);
  show("again", a);
  return 0;
}
