// A flag that kernels only raise comes with a barrier: of 1, 4 and 8 bytes, set to 0 and to something else, raised by
// one kernel or several, in inner loops and branches; what is left in its buffer is as in the original. Not so a flag
// that a kernel looks at, sets to different values or hands on; that is read only sometimes, or may be read in a trip
// that did not set it; that is raised behind the reading; and a second one of the same barrier.
// REQUIRES: device
// RUN: %run-check %S/joining.cl %s --entries 13 --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/joining.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/joining.persist.cl
// RUN: %persistify %S/joining.cl %s -o %t --explain --no-opt=joining -- %cl_inc -I%S/../host/Inputs | FileCheck %s --check-prefix=OFF
// OFF-NOT: joining: {{[^s]}}
// OFF:     joining: switched off
#include "setup.h"

enum { N = 320 };
static unsigned long digest = 5381;
static const size_t all = N;
static cl_mem flag, other_flag;

static void note(long x) { digest = digest * 33 + (unsigned long)x; }
static void note_buffer(cl_mem m, size_t bytes) {
  unsigned char *b = (unsigned char *)malloc(bytes);
  need(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, bytes, b, 0, NULL, NULL), "look");
  for (size_t i = 0; i < bytes; i++)
    note(b[i]);
  free(b);
}
static void done(cl_mem v, int trips) {
  note(trips), note_buffer(v, N * sizeof(int)), note_buffer(flag, 16);
  printf("%d trips: %lx\n", trips, digest);
}
static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &all, NULL, 0, NULL, NULL), "launch"); }
static void set(int value) { need(clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL), "set"); }
static int get(void) {
  int value;
  need(clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL), "get");
  return value;
}
static cl_kernel with(const char *name, cl_mem a, cl_mem b) {
  cl_kernel k = kernel_named(name);
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  return k;
}
static cl_kernel lowering(cl_mem a, cl_mem b, cl_mem raised) {
  static const int n = N;
  cl_kernel k = with("lower", a, b);
  clSetKernelArg(k, 2, sizeof raised, &raised);
  clSetKernelArg(k, 3, sizeof n, &n);
  return k;
}

int main(int argc, char **argv) {
  cl_mem a, b, t;
  int trips, busy, zero = 0;
  (void)argv;
  unsigned char more;
  cl_ulong any;
  start("joining.cl", "");
  flag = ints(4, 77), other_flag = ints(4, 7);

  // The usual flag; the vectors change places.
  // CHECK: joining.c:[[@LINE+10]]:
  // CHECK: clEnqueueWriteBuffer, nothing to do: kernels only raise it
  // CHECK: joining: flag, by the barrier in front of line 35
  // TEXT:      P_RAISE_NEW(busy[0] , 1, p_v);
  // TEXT:      P_RAISE(*more , 0xa5, p_v);
  // TEXT:      __local uint c_flag;
  // TEXT:      P_BARRIER_ANY(&c_flag);
  // TEXT-NEXT: {{.*}} = (int)(c_flag ? 0x1u : 0u);
  a = ints(N, 3), b = ints(N, 1);
  cl_kernel usual = lowering(a, b, flag);
  for (busy = 1, trips = 0; busy && trips < 30; trips++) {
    set(0);
    clSetKernelArg(usual, 0, sizeof a, &a), clSetKernelArg(usual, 1, sizeof b, &b);
    launch(usual);
    busy = get();
    t = a, a = b, b = t;
  }
  done(a, trips);
  for (trips = 1; trips < argc; trips++) // no trip: the buffer keeps what it holds
    set(0), launch(usual), note(get());

  // One byte, set to 1, raised to 0xa5 by two launches of which one comes only sometimes, in a loop of its own.
  // CHECK: joining.c:[[@LINE+6]]:
  // CHECK: joining: flag, by the barrier in front of line
  a = ints(N, 40), b = ints(N, 900);
  cl_kernel one = with("claim", a, b), two = with("claim", b, a);
  clSetKernelArg(one, 2, sizeof flag, &flag), clSetKernelArg(two, 2, sizeof flag, &flag);
  more = 2, trips = 0;
  while (more != 1) {
    more = 1;
    clEnqueueWriteBuffer(queue, flag, CL_FALSE, 0, 1, &more, 0, NULL, NULL);
    for (int i = 0; i < trips % 3; i++) {
      clSetKernelArg(one, 3, sizeof trips, &trips);
      launch(one);
    }
    if (trips & 1) {
      clSetKernelArg(two, 3, sizeof zero, &zero);
      launch(two);
    }
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, 1, &more, 0, NULL, NULL);
    if (trips++ < 4)
      more = 2;
  }
  done(b, trips), note_buffer(a, N * sizeof(int));

  // Eight bytes; read again behind the swap.
  // CHECK: joining.c:[[@LINE+5]]:
  // CHECK: joining: flag, by the barrier in front of line
  cl_kernel halve = kernel_named("halve");
  a = ints(N, 5), trips = 0;
  clSetKernelArg(halve, 0, sizeof a, &a), clSetKernelArg(halve, 1, sizeof flag, &flag);
  do {
    cl_ulong three = 3;
    clEnqueueFillBuffer(queue, flag, &three, sizeof three, 0, sizeof three, 0, NULL, NULL);
    launch(halve);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof any, &any, 0, NULL, NULL);
    trips++;
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof any, &any, 0, NULL, NULL);
  } while (any == ~(cl_ulong)0);
  note((long)any), done(a, trips);

  // Left in front of the setting, by the test and in the middle.
  // CHECK: joining.c:[[@LINE+4]]:
  // CHECK: joining: flag, by the barrier in front of line 35
  a = ints(N, 90), b = ints(N, 80);
  cl_kernel left = lowering(a, b, flag);
  for (trips = 0;; trips++) {
    if (trips == 5)
      break;
    set(0);
    launch(left);
    busy = get();
    if (!busy)
      break;
  }
  done(b, trips);

  // Kernels that do more with it.
  // CHECK: joining.c:[[@LINE+5]]:
  // CHECK: joining: nothing to do
  cl_kernel looks = kernel_named("looks");
  a = ints(N, 9);
  clSetKernelArg(looks, 0, sizeof a, &a), clSetKernelArg(looks, 1, sizeof flag, &flag);
  for (busy = 1, trips = 0; busy; trips++)
    set(0), launch(looks), busy = get();
  done(a, trips);
  // CHECK: joining.c:[[@LINE+5]]:
  // CHECK: joining: nothing to do
  cl_kernel either = kernel_named("either");
  a = ints(N, 9);
  clSetKernelArg(either, 0, sizeof a, &a), clSetKernelArg(either, 1, sizeof flag, &flag);
  for (busy = 1, trips = 0; busy; trips++) {
    clSetKernelArg(either, 2, sizeof trips, &trips);
    set(0), launch(either), busy = get();
    note(busy);
  }
  done(a, trips);
  // CHECK: joining.c:[[@LINE+5]]:
  // CHECK: joining: nothing to do
  cl_kernel named = kernel_named("named");
  a = ints(N, 9);
  clSetKernelArg(named, 0, sizeof a, &a), clSetKernelArg(named, 1, sizeof flag, &flag);
  for (busy = 1, trips = 0; busy; trips++)
    set(0), launch(named), busy = get();
  done(a, trips);

  // Read only in every other trip: what an earlier one raised was cleared since.
  // CHECK: joining.c:[[@LINE+4]]:
  // CHECK: joining: nothing to do
  a = ints(N, 3), b = ints(N, 1);
  cl_kernel fixed = lowering(a, b, flag);
  for (busy = 1, trips = 0; busy && trips < 9; trips++) {
    set(0);
    launch(fixed);
    if (trips & 1)
      busy = get();
  }
  done(b, trips);

  // Left between the setting and the reading.
  b = ints(N, 2), clSetKernelArg(fixed, 1, sizeof b, &b);
  // CHECK: joining.c:[[@LINE+2]]:
  // CHECK: joining: nothing to do
  for (busy = 1, trips = 0; busy; trips++) {
    set(0);
    launch(fixed);
    if (trips == 4)
      break;
    busy = get();
  }
  done(b, trips);

  // Not set in each trip: the old value stays.
  // CHECK: joining.c:[[@LINE+2]]:
  // CHECK: joining: nothing to do
  for (busy = 0, trips = 0; trips < 6; trips++) {
    if (trips % 3 != 1)
      set(0);
    launch(fixed);
    busy = busy * 3 + get();
  }
  note(busy), done(b, trips);

  // Raised once more behind the reading.
  // CHECK: joining.c:[[@LINE+4]]:
  // CHECK: joining: nothing to do
  a = ints(N, 3), b = ints(N, 1);
  cl_kernel there = lowering(a, b, flag), back = lowering(b, a, flag);
  for (busy = 1, trips = 0; busy && trips < 3; trips++) {
    set(0);
    launch(there);
    busy = get();
    launch(back);
  }
  done(a, trips);

  // Two flags: the barrier carries one.
  // CHECK: joining.c:[[@LINE+4]]:
  // CHECK: joining: flag, by the barrier in front of line
  cl_kernel first = lowering(a, b, flag), next = lowering(b, a, other_flag);
  int sum = 0, second;
  for (busy = 1, trips = 0; busy && trips < 7; trips++) {
    set(0);
    clEnqueueWriteBuffer(queue, other_flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    launch(first);
    launch(next);
    clEnqueueReadBuffer(queue, other_flag, CL_TRUE, 0, sizeof second, &second, 0, NULL, NULL);
    busy = get();
    sum = sum * 2 + second;
  }
  note(sum), note_buffer(other_flag, 16), done(a, trips);
  return 0;
}
