/* Functions that are given their kernels, which the program names by data: the kernels of the sources that take what is set
   are candidates, and the program's own says which it is. With a kernel that is none of them, or of a text that is not
   among the sources, the original loop runs.
   REQUIRES: device
   DEFINE: %{both} = %S/given-kernels-a.cl %S/given-kernels-b.cl %s --host-flag=-I%S/Inputs
   RUN: %run-check %{both} --entries 5 -- a grow
   RUN: %run-check %{both} --entries 5 -- a shrink
   RUN: %run-check %{both} --entries 5 -- a scale
   RUN: %run-check %{both} --entries 5 -- b turn
   RUN: %run-check %{both} --entries 5 -- b grow
   RUN: %run-check %{both} --entries 1 -- a three
   RUN: %run-check %{both} --entries 5 -- b apart
   RUN: %run-check %{both} --expect-fallback "is kernel 'apart', none of those that were analysed" -- a apart
   RUN: env PERSISTIFY_FAULT=dropped-names not %run-check %{both} --expect-fallback "is kernel 'apart', none of those that were analysed" -- a apart
   RUN: %run-check %{both} --expect-fallback "the program's source is not the one that was analysed" -- other grow
   RUN: %run-check %S/given-kernels-a.cl %s --host-flag=-I%S/Inputs --entries 5 -- a scale
   RUN: rm -rf %t && %persistify --explain %S/given-kernels-a.cl %S/given-kernels-b.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
   CHECK: nothing here tells which kernel 'k' is: 'apart', 'grow', 'scale', 'shrink', 'turn' take what it is given, and the program is asked
   CHECK: where the program's source is 'given-kernels-b.cl', its kernels are those of that file
   CHECK: nothing here tells which kernel 'k' is: 'three' takes what it is given
   RUN: %long env PERSISTIFY_FAULT=no-known-kernels not %run-check %{both} --entries 5 -- a grow
   RUN: %long env PERSISTIFY_FAULT=every-kernel not %run-check %{both} --entries 5 -- b turn
*/
#include "setup.h"

static size_t global = 64, local = 16;

/* Arguments are set by the loop. */
static void sets(cl_kernel k, cl_mem a, int n) {
  int i;
  clSetKernelArg(k, 0, sizeof a, &a);
  for (i = 0; i < n; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

/* Two of them, and a number that comes back. */
static int both(cl_kernel one, cl_kernel other, cl_mem a) {
  int i, first = 0;
  for (i = 0; i < 9; i++) {
    clSetKernelArg(one, 0, sizeof a, &a);
    clSetKernelArg(one, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, one, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(other, 0, sizeof a, &a);
    clSetKernelArg(other, 1, sizeof first, &first);
    clEnqueueNDRangeKernel(queue, other, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof first, &first, 0, NULL, NULL);
    if (first > 900)
      return i;
  }
  return -first;
}

/* A member; the loop prints. */
struct step {
  const char *name;
  cl_kernel of;
};
static void prints(const struct step *s, cl_mem a) {
  int i, first = 0;
  clSetKernelArg(s->of, 0, sizeof(cl_mem), &a);
  for (i = 0; i < 3; i++) {
    clSetKernelArg(s->of, 1, sizeof(int), &i);
    clEnqueueNDRangeKernel(queue, s->of, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    printf("%d: %d\n", i, first);
  }
}

/* Memory of the work-group: one kernel takes that. */
static void shares(cl_kernel k, cl_mem a) {
  int i;
  for (i = 0; i < 5; i++) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, local * sizeof(cl_int), NULL);
    clSetKernelArg(k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
  }
}

static cl_program load(const char *which) {
  static char text[4096], name[64];
  const char *from = text;
  FILE *in;
  if (strcmp(which, "other") == 0) {
    from = "__kernel void grow(__global int *a, int by) { a[get_global_id(0)] += by; }\n";
  } else {
    snprintf(name, sizeof name, "given-%s-%s.%s", "kernels", which, "cl");
    in = fopen(name, "rb");
    if (!in)
      exit(2);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
  }
  return clCreateProgramWithSource(context, 1, &from, NULL, NULL);
}

int main(int argc, char **argv) {
  struct step s;
  cl_kernel second;
  cl_program p;
  cl_mem a;
  if (argc < 3)
    return 2;
  start("given-kernels-a.cl", "");
  p = load(argv[1]);
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  s.name = argv[2];
  s.of = clCreateKernel(p, s.name, NULL);
  second = clCreateKernel(p, s.name, NULL);
  a = ints(64, 1);
  if (strcmp(s.name, "three") == 0) {
    shares(s.of, a);
    show("shares", a);
    return 0;
  }
  sets(s.of, a, 7);
  show("sets", a);
  printf("%d\n", both(s.of, second, a));
  show("both", a);
  prints(&s, a);
  show("prints", a);
  sets(second, a, 2);
  show("again", a);
  sets(s.of, a, 1);
  show("once more", a);
  return 0;
}
