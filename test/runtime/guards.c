//===- guards.c - every guard takes the original loop, with one line -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case breaks one assumption of the relaxation loop, expects
// PERSISTIFY_ORIGINAL with its reason in exactly one line on stderr, and host
// objects and buffers as they were.
//
//===----------------------------------------------------------------------===//
#include "relax.h"

#include <dlfcn.h>
#include <unistd.h>

enum { N = 200 };
static bench b;
static uint64_t hash;
static int bad;

static int saved_stderr;
static FILE *captured;

static void capture(void) {
  fflush(stderr);
  saved_stderr = dup(2);
  captured = tmpfile();
  CHECK(captured);
  dup2(fileno(captured), 2);
}

static void captured_text(char *text, size_t room) {
  fflush(stderr);
  dup2(saved_stderr, 2);
  close(saved_stderr);
  fseek(captured, 0, SEEK_SET);
  text[fread(text, 1, room - 1, captured)] = '\0';
  fclose(captured);
}

// Lines of the library in `text`.
static int lines_of(const char *text) {
  int lines = 0;
  for (const char *p = text; (p = strstr(p, "original loop: ")); ++p)
    ++lines;
  return lines;
}

// Runs the region once, expects it to refuse for `reason`.
static void refuse(const char *name, relax_app *a, const persistify_region *region, cl_command_queue queue,
                   const char *reason) {
  int stop = 1, iter = 7, before[N], after[N];
  cl_mem from = a->from, to = a->to;
  if (from)
    read_all(&b, from, sizeof before, before);
  void *const bind[RELAX_SLOTS] = {&queue, &a->k, &a->from, &a->to, &stop, &iter, &a->g.n};
  static char text[1 << 18]; // a compiler may say much
  capture();
  int taken = persistify_run(region, bind);
  captured_text(text, sizeof text);
  if (from)
    read_all(&b, from, sizeof after, after);
  int good = taken == PERSISTIFY_ORIGINAL && lines_of(text) == 1 && strstr(text, reason) && stop == 1 && iter == 7 &&
             a->from == from && a->to == to && (!from || memcmp(before, after, sizeof before) == 0);
  printf("%-14s %s\n", name, good ? "ok" : "FAILED");
  if (!good) {
    printf("  returned %d, wanted '%s', got: %s\n", taken, reason, text);
    ++bad;
  }
}

// Regions stay where they are: the library keeps their address.
static persistify_region *fresh_region(void) {
  persistify_region *r = malloc(sizeof *r);
  *r = relax_region(&hash);
  return r;
}

// The region with a slot that is changed.
static persistify_region *with_slot(int which, persistify_slot slot) {
  persistify_slot *slots = malloc((RELAX_SLOTS + 1) * sizeof *slots);
  memcpy(slots, relax_slots, sizeof relax_slots);
  slots[which] = slot;
  persistify_region *r = fresh_region();
  r->slots = slots;
  r->num_slots = which < RELAX_SLOTS ? RELAX_SLOTS : RELAX_SLOTS + 1;
  return r;
}

static persistify_region *with_arg(int which, persistify_arg arg) {
  persistify_arg *args = malloc(sizeof relax_args);
  memcpy(args, relax_args, sizeof relax_args);
  args[which] = arg;
  persistify_region *r = fresh_region();
  r->args = args;
  return r;
}

static persistify_region *without_args(persistify_region *r) {
  r->num_args = 0;
  return r;
}

// The same with one more slot, and what it is bound to.
static void refuse_with(const char *name, relax_app *a, persistify_slot slot, void *bound, const char *reason) {
  const persistify_region *r = with_slot(RELAX_SLOTS, slot);
  static char text[1 << 18];
  int stop = 1, iter = 7;
  cl_command_queue queue = b.queue;
  void *const bind[RELAX_SLOTS + 1] = {&queue, &a->k, &a->from, &a->to, &stop, &iter, &a->g.n, bound};
  capture();
  int taken = persistify_run(r, bind);
  captured_text(text, sizeof text);
  const int good = taken == PERSISTIFY_ORIGINAL && lines_of(text) == 1 && strstr(text, reason) && stop == 1 && iter == 7;
  printf("%-14s %s\n", name, good ? "ok" : "FAILED");
  if (!good) {
    printf("  returned %d, wanted '%s', got: %s\n", taken, reason, text);
    ++bad;
  }
}

// Objects that are none, others' or of another kind than the region says.
static void odd_objects(relax_app *a) {
  static const void *nothing[8];
  cl_int status;
  persistify_slot k = relax_slots[RELAX_KERNEL], second = k;
  refuse("null queue", a, fresh_region(), NULL, "queue 'queue' is null");
  refuse("odd address", a, fresh_region(), (cl_command_queue)((char *)nothing + 1), "'queue' is not a queue");
  static const void *anything[64];
  for (size_t i = 0; i < sizeof anything / sizeof *anything; ++i)
    anything[i] = anything;
  refuse("any memory", a, fresh_region(), (cl_command_queue)(void *)anything, "'queue' is not a queue");
  refuse("zeros", a, fresh_region(), (cl_command_queue)(void *)nothing, "'queue' is not a queue");
  refuse("a buffer", a, fresh_region(), (cl_command_queue)(void *)a->from, "'queue' is not a queue");
  refuse("a context", a, fresh_region(), (cl_command_queue)(void *)b.context, "'queue' is not a queue");
  refuse("a kernel", a, fresh_region(), (cl_command_queue)(void *)a->k, "'queue' is not a queue");
  persistify_slot none = {.kind = PERSISTIFY_BLOB, .state = PERSISTIFY_NONE, .name = "none"};
  refuse("no queue", a, with_slot(RELAX_QUEUE, none), b.queue, "no queue");
  cl_command_queue other_queue = clCreateCommandQueue(b.context, b.device, 0, &status);
  CL(status);
  persistify_slot queue = relax_slots[RELAX_QUEUE];
  refuse_with("two queues", a, queue, &other_queue, "the loop uses more than one queue");
  cl_context other = clCreateContext(NULL, 1, &b.device, NULL, NULL, &status);
  CL(status);
  persistify_slot context = {.kind = PERSISTIFY_CONTEXT, .flags = PERSISTIFY_IN, .state = PERSISTIFY_NONE, .name = "context"};
  refuse_with("context", a, context, other, "'context' is not the context of the queue");

  relax_app odd = *a;
  odd.k = NULL;
  refuse("null kernel", &odd, fresh_region(), b.queue, "kernel 'k' is null");
  odd.k = (cl_kernel)nothing;
  refuse("no kernel", &odd, fresh_region(), b.queue, "'k' is not a kernel");
  char platform[64] = "";
  CL(clGetPlatformInfo(b.platform, CL_PLATFORM_NAME, sizeof platform, platform, NULL));
  odd.k = (cl_kernel)a->flag;
  if (strcmp(platform, "native-cl") == 0) // which knows objects from each other
    refuse("buffer", &odd, fresh_region(), b.queue, "invalid kernel 'k'");
  refuse("kernels", a, without_args(with_slot(RELAX_KERNEL, none)), b.queue, "no kernel");
  second.name = "again";
  second.state = PERSISTIFY_NONE;
  refuse_with("same kernel", a, second, &a->k, "kernels 'k' and 'again' are the same object");
  cl_program program = build(&b, relax_source, "");
  cl_kernel alone = kernel(program, "relax");
  refuse_with("programs", a, second, &alone, "kernels come from different programs");
  k.size = RELAX_KERNEL + 1; // one of several
  k.kernel = "relaxed";
  refuse("choice", a, with_slot(RELAX_KERNEL, k), b.queue, "'k' is kernel 'relax', none of those that were analysed");

  // A program of which the loop makes the kernel.
  persistify_slot maker = {.kind = PERSISTIFY_PROGRAM, .flags = PERSISTIFY_IN, .state = PERSISTIFY_NONE, .name = "program",
                           .kernel = "relaxed"};
  cl_program no_program = NULL, zeros = (cl_program)nothing;
  refuse_with("null program", a, maker, &no_program, "program 'program' is null");
  refuse_with("no program", a, maker, &zeros, "'program' is not a program");
  refuse_with("no such", a, maker, &a->program, "no kernel 'relaxed' can be made of 'program'");
  maker.kernel = "relax";
  refuse_with("its program", a, maker, &program, "kernels come from different programs");

  // Of another context; without a source.
  odd = *a;
  odd.from = clCreateBuffer(other, CL_MEM_READ_WRITE, N * sizeof(int), NULL, &status);
  CL(status);
  persistify_region *r = fresh_region();
  cl_mem kept = odd.from;
  void *const bind[RELAX_SLOTS] = {&(cl_command_queue){b.queue}, &odd.k, &odd.from, &odd.to, &(int){1}, &(int){7}, &odd.g.n};
  static char text[1 << 18];
  capture();
  CHECK(persistify_run(r, bind) == PERSISTIFY_ORIGINAL && odd.from == kept);
  captured_text(text, sizeof text);
  CHECK(strstr(text, "a buffer belongs to another context"));
  bench there = b;
  there.context = other;
  odd = *a;
  odd.k = kernel(build(&there, relax_source, ""), "relax");
  refuse("its context", &odd, fresh_region(), b.queue, "program and queue belong to different contexts");
  size_t bytes = 0;
  CL(clGetProgramInfo(a->program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
  unsigned char *binary = malloc(bytes);
  CL(clGetProgramInfo(a->program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  const unsigned char *binaries[1] = {binary};
  cl_program loaded = clCreateProgramWithBinary(b.context, 1, &b.device, &bytes, binaries, NULL, &status);
  CL(status);
  CL(clBuildProgram(loaded, 1, &b.device, "", NULL, NULL));
  odd = *a;
  odd.k = kernel(loaded, "relax");
  relax_set_args(&odd);
  refuse("binary", &odd, fresh_region(), b.queue, "the program has no source (binary, IL or linked)");
  cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  odd = *a;
  odd.to = clCreateImage(b.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &status);
  if (odd.to)
    refuse("image", &odd, fresh_region(), b.queue, "a memory object is not a buffer");
}

// Arguments that are not what the region says.
static void odd_arguments(relax_app *a) {
  persistify_arg n = relax_args[6], col = relax_args[1];
  n.size = 8;
  refuse("its size", a, with_arg(6, n), b.queue, "argument 6 of kernel 'k' has 4 bytes, not 8");
  n.kind = PERSISTIFY_ARG_LOCAL;
  refuse("not local", a, with_arg(6, n), b.queue, "argument 6 of kernel 'k' is not local memory");
  n.kind = (persistify_arg_kind)9;
  refuse("its kind", a, with_arg(6, n), b.queue, "unknown kind of argument");
  n.kind = PERSISTIFY_ARG_BUFFER;
  n.handle = 1;
  refuse("no buffer", a, with_arg(6, n), b.queue, "argument 6 of kernel 'k' is not a buffer");
  col.handle = 0;
  refuse("two buffers", a, with_arg(1, col), b.queue, "a kernel argument differs from the buffer it was when analysed");
  persistify_region *r = fresh_region();
  r->num_args = 1;
  refuse("no source", a, r, b.queue, "buffer handle 1 has no source");
  r = fresh_region();
  r->needs_fp64 = 0;
  r->profiling = 1;
  refuse("no times", a, r, b.queue, "the queue takes no times");
}

// Shared virtual memory, where the device has it: as an argument, set past this library's definition too, and behind a buffer.
static void odd_memory(relax_app *a) {
  cl_device_svm_capabilities has = 0;
  if (clGetDeviceInfo(b.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL) != CL_SUCCESS || !(has & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
    return;
  void *shared = clSVMAlloc(b.context, CL_MEM_READ_WRITE, 4 * N * sizeof(int), 0), *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  cl_int (*past)(cl_kernel, cl_uint, const void *), status;
  CHECK(shared && library);
  *(void **)&past = dlsym(library, "clSetKernelArgSVMPointer");
  CHECK(past);
  relax_app odd = *a;
  odd.k = kernel(a->program, "relax");
  relax_set_args(&odd);
  CL(clSetKernelArgSVMPointer(odd.k, 0, shared));
  refuse("svm", &odd, fresh_region(), b.queue, "argument 0 of kernel 'k' is shared virtual memory");
  CL(clSetKernelArg(odd.k, 0, sizeof(cl_mem), &odd.row));
  CL(past(odd.k, 2, shared));
  refuse("svm past", &odd, fresh_region(), b.queue, "argument 2 of kernel 'k' is shared virtual memory");
  CL(clReleaseKernel(odd.k));
  odd = *a;
  odd.to = clCreateBuffer(b.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, N * sizeof(int), shared, &status);
  CL(status);
  refuse("svm buffer", &odd, fresh_region(), b.queue, "a buffer uses shared virtual memory");
  CL(clReleaseMemObject(odd.to));
  clSVMFree(b.context, shared);
}

// What generated code asks in front of a loop.
static void questions(const relax_app *a) {
  CHECK(persistify_larger(2, 3) == 3 && persistify_larger(UINT64_MAX, 1) == UINT64_MAX);
  CHECK(persistify_is_kernel(a->k, "relax") && !persistify_is_kernel(a->k, "rela") && !persistify_is_kernel(NULL, "relax"));
  CHECK(persistify_queue_device(b.queue) == b.device && !persistify_queue_device(NULL));
  cl_uint units = 0;
  CL(clGetDeviceInfo(b.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
  CHECK(persistify_info(NULL, NULL, b.device, CL_DEVICE_MAX_COMPUTE_UNITS) == units);
  CHECK(persistify_has_info(NULL, NULL, b.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units) &&
        !persistify_has_info(NULL, NULL, b.device, CL_DEVICE_MAX_COMPUTE_UNITS, 8));
  CHECK(persistify_info(b.queue, NULL, NULL, CL_QUEUE_DEVICE) == (uintptr_t)b.device);
  size_t most = 0;
  CL(clGetKernelWorkGroupInfo(a->k, b.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  CHECK(persistify_info(NULL, a->k, b.device, CL_KERNEL_WORK_GROUP_SIZE) == most);
  // Nobody to ask, no such question, and an answer that is longer than a number.
  CHECK(persistify_info(NULL, NULL, NULL, CL_DEVICE_MAX_COMPUTE_UNITS) == 0 && persistify_info(b.queue, NULL, NULL, 7) == 0 &&
        persistify_has_info(NULL, NULL, NULL, CL_DEVICE_MAX_COMPUTE_UNITS, 0) &&
        persistify_info(NULL, NULL, b.device, CL_DEVICE_MAX_WORK_ITEM_SIZES) == 0);
  int readable = 5;
  CHECK(persistify_is_readable(&readable, sizeof readable) && !persistify_is_readable((void *)8, 8) &&
        !persistify_is_readable((void *)(UINTPTR_MAX - 8), 64));
  // Arrays of buffers whose length nobody says: up to what is none, or is there already.
  const cl_mem some[] = {a->from, a->to, NULL, a->to}, twice[] = {a->from, a->from}, kinds[] = {(cl_mem)(void *)a->k, a->to};
  CHECK(persistify_buffers_at(some, 16) == 2 && persistify_buffers_at(some, 1) == 1 && persistify_buffers_at(twice, 2) == 1);
  CHECK(persistify_buffers_at(kinds, 2) == 0 && persistify_buffers_at(NULL, 16) == 0 && persistify_buffers_at((void *)(UINTPTR_MAX - 7), 16) == 0);
  CHECK(persistify_buffer_at(some, 1) == a->to && !persistify_buffer_at(some, 3) && !persistify_buffer_at(twice, 1));
  cl_mem *few = malloc(3 * sizeof *few); // of the C library's memory no more than there is
  CHECK(few != NULL);
  few[0] = a->from;
  few[1] = a->to;
  few[2] = NULL;
  CHECK(persistify_buffers_at(few, 64) == 2 && persistify_buffer_at(few, 0) == a->from);
  free(few);
  // Lists of events: those side by side that are there.
  cl_event done[18] = {NULL};
  CHECK(persistify_events_at(done, 18, 0) == 0 && persistify_events_at(done, 18, 1) == 0 && persistify_events_at((void *)8, 18, 1) == 0);
  CL(clEnqueueMarkerWithWaitList(b.queue, 0, NULL, &done[2]));
  done[3] = done[2];
  done[5] = done[2];
  CHECK(persistify_events_at(done, 18, 0) == 2 && persistify_events_at(done, 18, 1) == 4 && persistify_events_at(done, 3, 1) == 3);
  CHECK(persistify_events_at(done, 2, 1) == 0 && persistify_events_at(done + 5, 1, 1) == 1);
  done[17] = done[2];
  done[1] = (cl_event)(void *)&readable; // no event
  CHECK(persistify_events_at(done + 6, 12, 1) == 12 && persistify_events_at(done, 18, 0) == 2);
  done[16] = NULL;
  CHECK(persistify_events_at(done + 6, 12, 0) == 11);
  CL(clReleaseEvent(done[2]));
}

int main(void) {
  b = open_bench();
  relax_app a = relax_open(&b, N);
  persistify_region *r = fresh_region();

  static const uint64_t other = 1;
  r->hashes = &other;
  refuse("hash", &a, r, b.queue, "not the one that was analysed");

  r = fresh_region();
  r->abi = 999;
  refuse("abi", &a, r, b.queue, "another version");

  r = fresh_region();
  cl_int status;
  cl_command_queue loose = clCreateCommandQueue(b.context, b.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
  if (status == CL_SUCCESS)
    refuse("out of order", &a, r, loose, "out of order");

  r = fresh_region();
  relax_app same = a;
  same.to = same.from;
  refuse("same buffer", &same, r, b.queue, "overlap");

  r = fresh_region();
  persistify_slot slots[RELAX_SLOTS];
  memcpy(slots, relax_slots, sizeof slots);
  slots[RELAX_KERNEL].kernel = "relaxed";
  r->slots = slots;
  refuse("kernel name", &a, r, b.queue, "is kernel 'relax', not 'relaxed'");

  r = fresh_region();
  relax_app unset = a;
  unset.k = kernel(a.program, "relax");
  refuse("unset", &unset, r, b.queue, "was not recorded");
  long wide = 3;
  relax_set_args(&unset);
  if (clSetKernelArg(unset.k, 6, sizeof wide, &wide) == CL_SUCCESS)
    refuse("wide", &unset, r, b.queue, "has 8 bytes, not 4");

  r = fresh_region();
  relax_app null = a;
  null.from = NULL;
  // The flag's write comes first; the launch would meet the null handle.
  null.k = kernel(a.program, "relax");
  null.flag = NULL;
  relax_set_args(&null);
  null.from = a.from;
  refuse("null flag", &null, r, b.queue, "line 11: access outside a buffer");

  r = fresh_region();
  relax_app mapped = a;
  mapped.to = buffer(&b, N * sizeof(int), NULL);
  void *map = clEnqueueMapBuffer(b.queue, mapped.to, CL_TRUE, CL_MAP_READ, 0, N * sizeof(int), 0, NULL, NULL, &status);
  CL(status);
  refuse("mapped", &mapped, r, b.queue, "is mapped");
  CL(clEnqueueUnmapMemObject(b.queue, mapped.to, map, 0, NULL, NULL));
  CL(clFinish(b.queue));

  r = fresh_region();
  r->fp_control = 1;
  relax_app relaxed = a;
  relaxed.program = build(&b, relax_source, "-cl-fast-relaxed-math");
  relaxed.k = kernel(relaxed.program, "relax");
  relax_set_args(&relaxed);
  refuse("relaxed", &relaxed, r, b.queue, "relaxed mathematics");

  r = fresh_region();
  r->device_code = "__kernel void persistify_region_1(int x) { this is no code }";
  refuse("no build", &a, r, b.queue, "does not build");

  r = fresh_region();
  r->arena_bytes = 1u << 30;
  refuse("arena", &a, r, b.queue, "bytes of local memory");

  // Two parts of one buffer that overlap, and two that do not.
  cl_uint align = 0;
  clGetDeviceInfo(b.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof align, &align, NULL);
  size_t step = align / 8 > 1024 ? align / 8 : 1024;
  cl_mem whole = buffer(&b, 4 * step, NULL);
  cl_buffer_region low = {0, step + 64}, high = {step, step};
  relax_app parts = a;
  parts.from = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &low, &status);
  CL(status);
  parts.to = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &high, &status);
  CL(status);
  refuse("sub-buffers", &parts, fresh_region(), b.queue, "overlap");

  // One host variable bound twice, and one inside a buffer's host memory.
  r = fresh_region();
  int both = 1;
  cl_command_queue queue = b.queue;
  static char text[1 << 18]; // a compiler may say much
  void *const twice[RELAX_SLOTS] = {&queue, &a.k, &a.from, &a.to, &both, &both, &a.g.n};
  capture();
  CHECK(persistify_run(r, twice) == PERSISTIFY_ORIGINAL);
  captured_text(text, sizeof text);
  CHECK(strstr(text, "are the same memory"));
  static int host[1024] __attribute__((aligned(4096)));
  relax_app used = a;
  used.to = clCreateBuffer(b.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof host, host, &status);
  CL(status);
  int stop = 1;
  void *const inside[RELAX_SLOTS] = {&queue, &used.k, &used.from, &used.to, &stop, &host[5], &used.g.n};
  capture();
  CHECK(persistify_run(r, inside) == PERSISTIFY_ORIGINAL);
  captured_text(text, sizeof text);
  CHECK(strstr(text, "lies in a buffer's host memory"));

  odd_objects(&a);
  odd_arguments(&a);
  odd_memory(&a);
  questions(&a);

  // And nothing of this broke the region itself. A local size that no launch can have is no guess.
  r = fresh_region();
  static const persistify_hint huge[] = {{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {60000, 1, 1}}};
  r->local = huge;
  r->num_local = 1;
  int iter = 0;
  CHECK((relax_run(&b, &a, r, &iter) == 0) == want_persistent());
  relax_check(&b, &a, iter);
  return bad != 0;
}
