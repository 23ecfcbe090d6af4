/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Ways to a program: options, messages, headers, linking, binaries; events in
 * between.
 */
#include "cl.h"

static void CL_CALLBACK done(cl_event event, cl_int status, void *user) {
  (void)event;
  *(volatile int *)user = 100 + status;
}
static void CL_CALLBACK built(cl_program program, void *user) {
  (void)program;
  *(int *)user += 1;
}

static int value(setup s, cl_program program, const char *name) {
  cl_int err, result = -1;
  cl_kernel kernel = clCreateKernel(program, name, &err);
  OK(err);
  cl_mem out = clCreateBuffer(s.context, 0, 4, NULL, &err);
  OK(err);
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  size_t one = 1;
  OK(clEnqueueNDRangeKernel(s.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(s.queue, out, CL_TRUE, 0, 4, &result, 0, NULL, NULL));
  OK(clReleaseMemObject(out));
  OK(clReleaseKernel(kernel));
  return result;
}

int main(void) {
  setup s = open_platform(0);
  cl_int err;
  char text[4096];
  size_t size;

  const char *main_text = "#include \"parts/add.h\"\n"
                          "int twice(int);\n"
                          "kernel void use(global int *o) { o[0] = add(twice(VALUE), 1); }\n";
  const char *header_text = "#define add(a, b) ((a) + (b))\n", *part_text = "int twice(int a) { return 2 * a; }\n";
  cl_program main_program = clCreateProgramWithSource(s.context, 1, &main_text, NULL, &err);
  cl_program header = clCreateProgramWithSource(s.context, 1, &header_text, NULL, &err);
  cl_program part = clCreateProgramWithSource(s.context, 1, &part_text, NULL, &err);
  const char *header_name = "parts/add.h";
  printf("build alone: %d\n", clBuildProgram(part, 0, NULL, "", NULL, NULL));
  OK(clCompileProgram(main_program, 0, NULL, "-D VALUE=21", 1, &header, &header_name, NULL, NULL));
  OK(clCompileProgram(part, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
  cl_program library = clLinkProgram(s.context, 0, NULL, "-create-library", 1, &part, NULL, NULL, &err);
  OK(err);
  cl_program lonely = clLinkProgram(s.context, 0, NULL, NULL, 1, &main_program, NULL, NULL, &err);
  printf("link without a part: %d\n", err);
  OK(clGetProgramBuildInfo(lonely, s.device, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL));
  printf("%s", text);
  cl_program linked =
      clLinkProgram(s.context, 0, NULL, NULL, 2, (cl_program[]){main_program, library}, NULL, NULL, &err);
  OK(err);
  printf("linked: %d\n", value(s, linked, "use"));

  OK(clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = malloc(size);
  OK(clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  cl_program again =
      clCreateProgramWithBinary(s.context, 1, &s.device, &size, (const unsigned char **)&binary, NULL, &err);
  OK(err);
  OK(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
  printf("from binary: %d\n", value(s, again, "use"));

  const char *warned = "kernel void w(global int *o) { int unused = 1 / 0; o[0] = __OPENCL_C_VERSION__; }\n";
  cl_program other = clCreateProgramWithSource(s.context, 1, &warned, NULL, &err);
  int calls = 0;
  OK(clBuildProgram(other, 0, NULL, "", built, &calls));
  OK(clGetProgramBuildInfo(other, s.device, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL));
  printf("calls: %d; log names the division: %d; version %d\n", calls, strstr(text, "division by zero") != NULL,
         value(s, other, "w"));
  printf("-Werror: %d\n", clBuildProgram(other, 0, NULL, "-Werror", NULL, NULL));
  OK(clBuildProgram(other, 0, NULL, "-cl-std=CL3.0 -w", NULL, NULL));
  printf("version %d\n", value(s, other, "w"));

  const char *counter = "global int calls = 5; kernel void count(global int *o) { o[0] = ++calls; }\n";
  cl_program first = clCreateProgramWithSource(s.context, 1, &counter, NULL, &err);
  cl_program second = clCreateProgramWithSource(s.context, 1, &counter, NULL, &err);
  OK(clBuildProgram(first, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  OK(clBuildProgram(second, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  printf("variables: %d", value(s, first, "count"));
  printf(" %d", value(s, first, "count"));
  printf(" %d\n", value(s, second, "count"));

  const char *shown = "kernel __attribute__((work_group_size_hint(8, 1, 1))) void shown(const global int *restrict a,\n"
                      "  volatile local float *b, constant char *c, const uint4 d) {\n"
                      "  printf(\"%d %5.2f %s %v4d %#x %c\\n\", 3, 1.5f, \"text\", (int4)(1, 2, 3, 4), 255, 'z'); }\n";
  cl_program questions = clCreateProgramWithSource(s.context, 1, &shown, NULL, &err);
  OK(clBuildProgram(questions, 0, NULL, "-cl-kernel-arg-info", NULL, NULL));
  cl_kernel kernel = clCreateKernel(questions, "shown", &err);
  for (cl_uint i = 0; i < 4; ++i) {
    char name[32], type[32];
    cl_kernel_arg_address_qualifier space;
    cl_kernel_arg_type_qualifier qualifier;
    OK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
    OK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL));
    OK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL));
    OK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, NULL));
    printf("argument: %s %s %x %lx\n", type, name, space, (long)qualifier);
  }
  OK(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
  printf("attributes: %s\n", text);
  cl_mem buffer = clCreateBuffer(s.context, 0, 64, NULL, &err);
  cl_uint4 four = {{0}};
  OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  OK(clSetKernelArg(kernel, 1, 16, NULL));
  OK(clSetKernelArg(kernel, 2, sizeof buffer, &buffer));
  OK(clSetKernelArg(kernel, 3, sizeof four, &four));
  size_t one = 1;

  /* Held back by an event of the program's own, in a queue without order. */
  cl_command_queue loose = clCreateCommandQueue(
      s.context, s.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, &err);
  cl_event gate = clCreateUserEvent(s.context, &err), late, early, both;
  int x = 1, y = 2, seen[2] = {0};
  volatile int called = 0;
  OK(clEnqueueWriteBuffer(loose, buffer, CL_FALSE, 0, 4, &x, 1, &gate, &late));
  OK(clEnqueueWriteBuffer(loose, buffer, CL_FALSE, 4, 4, &y, 0, NULL, &early));
  OK(clSetEventCallback(late, CL_COMPLETE, done, (void *)&called));
  OK(clWaitForEvents(1, &early));
  cl_int status;
  OK(clGetEventInfo(late, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  printf("waits: %d; called: %d\n", status > CL_COMPLETE, called);
  OK(clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, 8, seen, 2, (cl_event[]){late, early}, &both));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &both));
  OK(clFinish(loose));
  while (!called)
    ;
  printf("read: %d %d; called: %d\n", seen[0], seen[1], called);
  cl_ulong times[4];
  for (int i = 0; i < 4; ++i)
    OK(clGetEventProfilingInfo(both, CL_PROFILING_COMMAND_QUEUED + (cl_profiling_info)i, sizeof times[i], &times[i],
                               NULL));
  printf("times in order: %d\n", times[0] <= times[1] && times[1] <= times[2] && times[2] <= times[3]);

  int *mapped = clEnqueueMapBuffer(loose, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 8, 0, NULL, NULL, &err);
  OK(err);
  printf("mapped: %d %d\n", mapped[0], mapped[1]);
  OK(clEnqueueUnmapMemObject(loose, buffer, mapped, 0, NULL, NULL));
  OK(clFinish(loose));
  fflush(stdout);
  OK(clEnqueueNDRangeKernel(s.queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
  OK(clFinish(s.queue));

  cl_event events[] = {gate, late, early, both};
  for (int i = 0; i < 4; ++i)
    OK(clReleaseEvent(events[i]));
  OK(clReleaseCommandQueue(loose));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(kernel));
  cl_program all[] = {main_program, header, part, library, lonely, linked, again, other, first, second, questions};
  for (int i = 0; i < 11; ++i)
    OK(clReleaseProgram(all[i]));
  free(binary);
  close_platform(s);
  return 0;
}
