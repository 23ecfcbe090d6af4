/* Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   Three loops; faults are planted in the second, the only one on an odd line. */
#include <CL/cl.h>


int three(cl_command_queue queue, cl_kernel relax, cl_mem d_changed, size_t global, int trips) {
  cl_int err = 0;
  int changed = 1, i;

  while (changed) {
    changed = 0;
    err |= clEnqueueWriteBuffer(queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
    err |= clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);
    err |= clEnqueueReadBuffer(queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
  }

  for (i = 0; i < trips; ++i)
    err |= clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);

  for (i = 0; i < 2 * trips; ++i)
    err |= clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);
  return err;
}
