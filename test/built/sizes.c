/* H9: macros of the build options that are only values may have others when the program runs; those that the analysis
   depends on (here the length of an array) may not, and are named. So it is with macros that the program puts before
   the source.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/sizes.cl %s --host-flag=-I%S/../host/Inputs --kernel-flags="-DN=64 -DWIDTH=3 -D SEED=5u"
   RUN: %{check} --entries 1 -- 64 3 8 options
   RUN: %{check} --entries 1 -- 96 11 8 options
   RUN: %{check} --entries 1 -- 200 100 8 before
   RUN: %{check} --expect-fallback "other macros than analysed: TILE" -- 96 11 4 options
   RUN: %{check} --expect-fallback "other macros than analysed: TILE" -- 96 11 4 before
   RUN: %{check} --expect-fallback "macro 'to' of the text before it was none when the kernel source was analysed" -- 96 11 8 renames
   RUN: %{check} --expect-fallback "the program puts more than macros before the source" -- 96 11 8 types
   A macro that the source defines in the end, to the same, but asked for before.
   RUN: %{check} --expect-fallback "macro 'ROUND' of the build options was none when" -- "96 -DROUND=1" 11 8 options
   Values of other types are another matter.
   RUN: %{check} --expect-fallback "other macros than analysed: N" -- 96u 11 8 options
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=one-value not %{check} --entries 1 -- 96 11 8 options
   RUN: rm -rf %t && %persistify %S/sizes.cl %s -o %t --kernel-flags="-DN=64 -DWIDTH=3 -D SEED=5u" -- -DCL_TARGET_OPENCL_VERSION=120 -I%S/../host/Inputs
   RUN: FileCheck %s --check-prefix=CODE --input-file %t/sizes.persist.cl
*/
// CODE: {{p[0-9]*}}_operand(TILE, 8, 1000003)
// CODE: N is a constant of type int
#include "setup.h"

int main(int argc, char **argv) {
  static char text[8192];
  char options[200], before[300] = "";
  const char *how = argv[4];
  int n = atoi(argv[1]), t;
  size_t local = atoi(argv[3]), global = (n + local - 1) / local * local;
  cl_int err;
  snprintf(options, sizeof options, "-DN=%s -DWIDTH=%s -DSEED=5u -DTILE=%s", argv[1], argv[2], argv[3]);
  start("sizes.cl", strcmp(how, "before") ? options : "-DN=1 -DWIDTH=1 -DSEED=1");
  if (strcmp(how, "options")) {
    if (!strcmp(how, "before"))
      snprintf(before, sizeof before, "/* sizes\n */\n#define N %s\n#define WIDTH \\\n %s\n#define SEED 5u // seed\n"
               "#ifndef TILE\n#define TILE %s\n#endif\n\n", argv[1], argv[2], argv[3]);
    else
      strcpy(before, strcmp(how, "types") ? "#define to onto\n" : "typedef int whole;\n");
    const char *source[2] = {before, text};
    FILE *in = fopen("sizes.cl", "r");
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    program = clCreateProgramWithSource(context, 2, source, NULL, &err);
    need(clBuildProgram(program, 1, &device, strcmp(how, "before") ? options : "", NULL, NULL), "build");
  }
  cl_kernel shift = kernel_named("shift"), sum = kernel_named("sum");
  cl_mem a = ints(n, 1), b = ints(n, 2);
  for (t = 0; t < 4; t++) {
    cl_mem *from = t % 2 ? &b : &a, *to = t % 2 ? &a : &b;
    clSetKernelArg(shift, 0, sizeof *from, from);
    clSetKernelArg(shift, 1, sizeof *to, to);
    clSetKernelArg(sum, 0, sizeof *to, to);
    clEnqueueNDRangeKernel(queue, shift, 1, NULL, &global, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, sum, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  int *data = malloc(n * sizeof *data);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof *data, data, 0, NULL, NULL);
  for (t = 0; t < n; t++)
    printf("%d\n", data[t]);
  return argc == 5 ? 0 : 1;
}
