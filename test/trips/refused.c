// Trips that the host cannot run either: the note says what is in the way.
// RUN: not %persistify %S/cell.cl %s -o %t -- -I%S/../host/Inputs 2>&1 | FileCheck %s
// RUN: env PERSISTIFY_FAULT=all-is-known not %persistify %S/cell.cl %s -o %t -- -I%S/../host/Inputs 2>&1 | not FileCheck %s
#include "setup.h"

static cl_kernel rule;
static cl_mem a, b;
static size_t items = 64;
static void (*hook)(int);
void elsewhere(int, int **);
static int *table, *spare;
static struct state {
  int bits;
} * state;

static void step(int bits) {
  clSetKernelArg(rule, 0, sizeof a, &a);
  clSetKernelArg(rule, 1, sizeof b, &b);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  clEnqueueNDRangeKernel(queue, rule, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void save(int i) { fclose(fopen("saved", i ? "a" : "w")); }

// Who is called may set the pointer by which other trips find their numbers.
void pointers(void) {
  for (int i = 0; i < 9; i++) {
    step(table[1]);
    if (i % 3 == 0) {
      // CHECK: refused.c:[[#@LINE+2]]:{{.*}} [PST1001]
      // CHECK: refused.c:[[#@LINE+1]]:{{.*}} nor can the host run the trips that come here, between two entries of the kernel: which function is called is not known, so 'table' may be another object then [PST3025]
      hook(i);
    }
  }
}

void declared(void) {
  int *mine = spare;
  for (int i = 0; i < 9; i++) {
    step(mine[1]);
    // CHECK: refused.c:[[#@LINE+2]]:{{.*}} [PST1001]
    // CHECK: refused.c:[[#@LINE+1]]:{{.*}} the definition of 'elsewhere' is not at hand, so 'mine' may be another object then [PST3025]
    if (i % 3 == 0) elsewhere(i, &mine);
  }
}

// Another struct in trips of the device.
void structs(struct state *other) {
  for (int i = 0; i < 9; i++) {
    step(state->bits);
    if (i % 3 == 0) {
      save(i);
      state = other;
    }
  }
  // CHECK: {{.*}} [PST1001]
  // CHECK: {{.*}} they change 'state', which the loop names elsewhere, too [PST3025]
}

// Numbers that lie elsewhere then.
void places(void) {
  for (int i = 0; i < 9; i++) {
    step(table[1]);
    if (i % 3 == 0) {
      save(i);
      table = spare;
    }
  }
  // CHECK: {{.*}} [PST1001]
  // CHECK: {{.*}} they change 'table', which the loop names elsewhere, too [PST3025]
}

// Whether the host's trip comes is told by the buffer.
void buffers(void) {
  for (int i = 0; i < 9; i++) {
    unsigned char first;
    step(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 1, &first, 0, NULL, NULL);
    if (first)
      save(i);
  }
  // CHECK: {{.*}} [PST1001]
  // CHECK: {{.*}} whether a trip comes here cannot be told in front of it [PST3025]
}

// Trips of the device wait for what the host's enqueue elsewhere.
void queues(void) {
  cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
  for (int i = 0; i < 9; i++) {
    clFinish(other);
    step(i);
    if (i % 3 == 0) {
      save(i);
      clEnqueueNDRangeKernel(other, rule, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
  }
  // CHECK: {{.*}} [PST1015]
}

int main(void) {
  start("cell.cl", "");
  rule = kernel_named("rule");
  pointers();
  declared();
  structs(NULL);
  places();
  buffers();
  queues();
  return 0;
}
