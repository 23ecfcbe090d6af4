/* What a device, a queue and kernels say of themselves, asked in each trip: sizes of groups, and
   the device behind the queue. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --host-flag=-DSHORT --expect-fallback "does not answer with 4 bytes"
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc -DREFERENCES 2>&1 | FileCheck %s
// RUN: env PERSISTIFY_FAULT=any-query %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc -DREFERENCES 2>&1 | not FileCheck %s
#include "setup.h"

typedef struct {
  cl_kernel kernels[3];
  cl_device_id *devices;
  int chosen;
} Machine;

static cl_device_id device_of(cl_command_queue q) {
  cl_device_id found = NULL;
  size_t bytes = 0;
  need(clGetCommandQueueInfo(q, CL_QUEUE_DEVICE, sizeof found, &found, &bytes), "queue");
  if (bytes != sizeof found)
    exit(4);
  return found;
}

static size_t most(cl_kernel k, cl_device_id d) {
  size_t n = 0;
  if (clGetKernelWorkGroupInfo(k, d, CL_KERNEL_WORK_GROUP_SIZE, sizeof n, &n, NULL) != CL_SUCCESS || n == 0)
    exit(5);
  return n;
}

static size_t multiple_of(size_t n, size_t of) { return (n + of - 1) / of * of; }

/* as many groups as are needed, of at most `wanted` items */
static void launch(cl_kernel k, size_t items, size_t wanted) {
  cl_device_id d = device_of(queue);
  size_t local = most(k, d), step = 0;
  if (local > wanted)
    local = wanted;
  need(clGetKernelWorkGroupInfo(k, d, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof step, &step, NULL), "multiple");
  if (step == 0)
    local = 1;
  size_t global = multiple_of(items, local);
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL), "launch");
}

int main(void) {
  start("steps.cl", "");
  Machine m = {{kernel_named("map"), kernel_named("map_back"), kernel_named("add")}, &device, 0};
  cl_mem a = ints(64, 1), b = ints(64, 7);
  cl_uint units = 0;
  cl_ulong bytes = 0;
  size_t items = 64;

  for (int i = 0; i < 6; i++) {
    cl_kernel k = m.kernels[i & 1];
    need(clSetKernelArg(k, 0, sizeof a, i % 2 ? &b : &a), "0");
    need(clSetKernelArg(k, 1, sizeof b, i % 2 ? &a : &b), "1");
    need(clSetKernelArg(k, 2, sizeof i, &i), "2");
    launch(k, 64, 16);
  }
  for (int i = 0; i < 4; i++) { /* as a number that the kernel gets */
    cl_int add;
    need(clGetDeviceInfo(m.devices[m.chosen], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL), "units");
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    add = (cl_int)(units > 0) + (cl_int)(bytes >> 10 & 1) + i;
    need(clSetKernelArg(m.kernels[2], 0, sizeof a, &a), "0");
    need(clSetKernelArg(m.kernels[2], 1, sizeof add, &add), "1");
    need(clEnqueueNDRangeKernel(queue, m.kernels[2], 1, NULL, &items, NULL, 0, NULL, NULL), "add");
  }
  for (int i = 0; i < 3; i++) { /* of the kernel that is launched */
    cl_kernel k = i == 1 ? m.kernels[1] : m.kernels[0];
    size_t n = 0;
    cl_command_queue_properties order = 0;
    need(clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof n, &n, NULL), "size");
    need(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof order, &order, NULL), "order");
    cl_int v = (n > 3) + 2 * (order == 0) + i;
    need(clSetKernelArg(k, 0, sizeof a, &a), "0");
    need(clSetKernelArg(k, 1, sizeof b, &b), "1");
    need(clSetKernelArg(k, 2, sizeof v, &v), "2");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "map");
  }
  need(clSetKernelArg(m.kernels[2], 0, sizeof b, &b), "0");
  for (int i = 0; i < 3; i++) {
    cl_uint n = 77;
#ifdef SHORT /* it does not fit: an error of the call, which leaves n */
    clGetKernelWorkGroupInfo(m.kernels[2], device, CL_KERNEL_WORK_GROUP_SIZE, sizeof n, &n, NULL);
#endif
    need(clSetKernelArg(m.kernels[2], 1, sizeof n, &n), "1");
    need(clEnqueueNDRangeKernel(queue, m.kernels[2], 1, NULL, &items, NULL, 0, NULL, NULL), "add");
  }
#ifdef REFERENCES
  // CHECK: [[@LINE+3]]:{{[0-9]+}}: warning: 'clGetCommandQueueInfo' inside the loop is not supported: the answer may be another one each time [PST1008]
  for (int i = 0; i < 3; i++) {
    cl_uint n = 0;
    need(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof n, &n, NULL), "references");
    need(clSetKernelArg(m.kernels[2], 1, sizeof n, &n), "1");
    need(clEnqueueNDRangeKernel(queue, m.kernels[2], 1, NULL, &items, NULL, 0, NULL, NULL), "add");
  }
#endif
  show("a", a);
  show("b", b);
  printf("%d %d\n", units > 0, bytes > 0);
  return 0;
}
