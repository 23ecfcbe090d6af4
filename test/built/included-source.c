/* H9: a program whose text only includes the kernels' file, behind comments with the date. The file is found as OpenCL
   compilers find it, and compared when the program runs.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/included-source.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 1 -- dated included-source.cl ""
   RUN: %{check} --entries 1 -- dated included-source.cl "-I."
   RUN: %{check} --entries 1 -- angled included-source.cl "-I."
   RUN: %{check} --entries 1 -- defined included-source.cl ""
   RUN: %{check} --expect-fallback "macro 'i' of the text before it was none when" -- redefined included-source.cl ""
   RUN: %{check} --expect-fallback "the program puts more than macros before" -- more included-source.cl ""
   RUN: %{check} --expect-fallback "the program's source is not the one that was analysed" -- behind included-source.cl ""
   RUN: %{check} --expect-fallback "the program's source is not the one that was analysed" -- dated other.cl ""
   Where compilers may find another file, it is not taken.
   RUN: %{check} --expect-fallback "the program's source is not the one that was analysed" -- angled included-source.cl "-Ielsewhere"
   RUN: %{check} --expect-fallback "the program's source is not the one that was analysed" -- dated included-source.cl "-Ielsewhere"
*/
#include "setup.h"
#include <sys/stat.h>
#include <time.h>

static void copy_with(const char *from, const char *to, const char *more) {
  char text[4096];
  FILE *in = fopen(from, "r"), *out = fopen(to, "w");
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fprintf(out, "%s%s", text, more);
  fclose(in);
  fclose(out);
}

int main(int argc, char **argv) {
  char text[1024], date[64];
  const char *source = text, *how = argv[1], *name = argv[2], *options = argv[3];
  time_t now = time(NULL);
  cl_platform_id platform;
  cl_int err;
  if (argc != 4)
    return 2;
  mkdir("elsewhere", 0777);
  copy_with("included-source.cl", "other.cl", "/* more */\n__constant int unused = 0;\n");
  copy_with("included-source.cl", "elsewhere/included-source.cl", "/* more */\n__constant int unused = 0;\n");
  strftime(date, sizeof date, "%c", localtime(&now));
  if (!strcmp(how, "dated"))
    sprintf(text, "// %s\n#include \"%s\"\n", date, name);
  else if (!strcmp(how, "angled"))
    sprintf(text, "/* %s */ #  include <%s>", date, name);
  else if (!strcmp(how, "defined"))
    sprintf(text, "#define NOT_THERE 1\n// %s\n#include \"%s\" // the kernels\n", date, name);
  else if (!strcmp(how, "redefined"))
    sprintf(text, "#define i at\n#include \"%s\"\n", name);
  else if (!strcmp(how, "more"))
    sprintf(text, "int more(int);\n#include \"%s\"\n", name);
  else
    sprintf(text, "#include \"%s\"\nint more(int);\n", name);

  need(clGetPlatformIDs(1, &platform, NULL), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  need(err, "context");
  queue = clCreateCommandQueue(context, device, 0, &err);
  need(err, "queue");
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  need(err, "program");
  need(clBuildProgram(program, 1, &device, options, NULL, NULL), "build");
  cl_kernel k = kernel_named("blend");
  cl_mem a = ints(64, 1), b = ints(64, 2);
  size_t global = 64;
  for (int t = 0; t < 6; t++) {
    clSetKernelArg(k, 0, sizeof a, t % 2 ? &b : &a);
    clSetKernelArg(k, 1, sizeof b, t % 2 ? &a : &b);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  show("b", b);
  return 0;
}
