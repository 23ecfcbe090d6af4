/* Buffers that their flags close to the host, in one direction or both: a transfer that the API would reject is left to
   the original loop, which meets the error. What the loop does not do to a buffer, its flags may forbid.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
   RUN: %cc %cl_inc -w -I%t %t/host-access.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
   RUN: FileCheck %s --check-prefix=OUT --input-file %t/original.out
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "flags that do not let the host"
   OUT: write only: 1 trips, -59
   OUT: no access: 1 trips, -59
   OUT: read only: 1 trips, -59
   OUT: open: {{[0-9]+}} trips, 0
   CHECK: original loop: buffer 'more' was made with flags that do not let the host read it
   CHECK: original loop: buffer 'more' was made with flags that do not let the host read it
   CHECK: original loop: buffer 'more' was made with flags that do not let the host write it
   CHECK: original loop: buffer '{{[a-z_]+}}' was made with flags that do not let the host read it
   CHECK: entries=5 persistent=2 fallback=3
   CHECK: entries=2 persistent=1 fallback=1
*/
#include "setup.h"

static cl_kernel grow;

/* A flag that goes to and fro. */
static void steps(const char *name, cl_mem data, cl_mem more, int limit) {
  const size_t items = 64;
  int again = 0, trips = 0;
  cl_int status = CL_SUCCESS;
  clSetKernelArg(grow, 0, sizeof data, &data);
  clSetKernelArg(grow, 1, sizeof more, &more);
  clSetKernelArg(grow, 2, sizeof limit, &limit);
  do {
    again = 0;
    status = clEnqueueWriteBuffer(queue, more, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL);
    if (status != CL_SUCCESS) {
      trips++;
      break;
    }
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &items, NULL, 0, NULL, NULL);
    trips++;
    status = clEnqueueReadBuffer(queue, more, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL);
    if (status != CL_SUCCESS)
      break;
  } while (again);
  clFinish(queue);
  printf("%s: %d trips, %d\n", name, trips, status);
  show("data", data);
  if (status == CL_SUCCESS) {
    int left = 7;
    clEnqueueReadBuffer(queue, more, CL_TRUE, 0, sizeof left, &left, 0, NULL, NULL);
    printf("left %d\n", left);
  }
}

static cl_mem made(cl_mem_flags flags, size_t bytes) {
  cl_int err;
  static const int first[64] = {1};
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR | flags, bytes, (void *)first, &err);
  need(err, "buffer");
  return b;
}

/* The whole array comes back in each trip. */
static void copies(const char *name, cl_mem data, cl_mem more) {
  static int host[64];
  const size_t items = 64;
  int sum = 0, limit = 1000;
  cl_int err = 0;
  clSetKernelArg(grow, 0, sizeof data, &data);
  clSetKernelArg(grow, 1, sizeof more, &more);
  for (int trip = 0; trip < 6; trip++) {
    clSetKernelArg(grow, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &items, NULL, 0, NULL, NULL);
    err |= clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
    sum += host[trip] + host[63 - trip];
    limit -= host[5];
  }
  printf("%s: %d %d %d\n", name, sum, err, limit);
}

int main(void) {
  start("steps.cl", "");
  grow = kernel_named("grow");
  cl_mem data = ints(64, 0), other;
  steps("write only", data, made(CL_MEM_HOST_WRITE_ONLY, 4), 60);
  steps("no access", data, made(CL_MEM_HOST_NO_ACCESS, 4), 70);
  steps("read only", data, made(CL_MEM_HOST_READ_ONLY, 4), 80);
  steps("open", data, made(0, 4), 100);
  /* `data` stays on the device: its flags are of no interest to this loop. */
  other = made(CL_MEM_HOST_READ_ONLY, 256);
  steps("open too", other, made(0, 4), 40);
  copies("copied", made(CL_MEM_HOST_READ_ONLY, 256), made(CL_MEM_HOST_NO_ACCESS, 4));
  copies("not copied", made(CL_MEM_HOST_WRITE_ONLY, 256), made(0, 4));
  return 0;
}
