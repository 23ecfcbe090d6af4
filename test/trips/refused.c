// Trips that the host cannot run either: the note says what is in the way.
// RUN: not %persistify %S/cell.cl %s -o %t -- -I%S/../host/Inputs 2>&1 | FileCheck %s
#include "setup.h"

static cl_kernel rule;
static cl_mem a, b;
static size_t items = 64;
static void (*hook)(int);
void elsewhere(int);
static int *table, *spare;

static void step(int bits) {
  clSetKernelArg(rule, 0, sizeof a, &a);
  clSetKernelArg(rule, 1, sizeof b, &b);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  clEnqueueNDRangeKernel(queue, rule, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void save(int i) { fclose(fopen("saved", i ? "a" : "w")); }

void pointers(void) {
  for (int i = 0; i < 9; i++) {
    step(i);
    if (i % 3 == 0) {
      // CHECK: refused.c:[[#@LINE+2]]:{{.*}} [PST1001]
      // CHECK: refused.c:[[#@LINE+1]]:{{.*}} nor can the host run the trips that come here, between two entries of the kernel: which function is called is not known [PST3025]
      hook(i);
    }
  }
}

void declared(void) {
  for (int i = 0; i < 9; i++) {
    step(i);
    // CHECK: refused.c:[[#@LINE+2]]:{{.*}} [PST1001]
    // CHECK: refused.c:[[#@LINE+1]]:{{.*}} the definition of 'elsewhere' is not at hand [PST3025]
    if (i % 3 == 0) elsewhere(i);
  }
}

// Another buffer in trips of the device.
void handles(cl_mem other) {
  for (int i = 0; i < 9; i++) {
    step(i);
    if (i % 3 == 0) {
      save(i);
      b = other;
    }
  }
  // CHECK: {{.*}} [PST1001]
  // CHECK: {{.*}} they change 'b', which other trips use [PST3025]
}

// Released, and made anew.
void objects(void) {
  for (int i = 0; i < 9; i++) {
    step(i);
    if (i % 3 == 0) {
      save(i);
      clReleaseKernel(rule);
    }
  }
  // CHECK: {{.*}} [PST1001]
  // CHECK: {{.*}} 'clReleaseKernel' is called there [PST3025]
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
  // CHECK: {{.*}} they change 'table', which other trips use [PST3025]
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
  handles(b);
  objects();
  places();
  buffers();
  queues();
  return 0;
}
