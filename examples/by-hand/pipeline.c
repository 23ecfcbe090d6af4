/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A pipeline of work-groups, each a producer for the next one and a consumer of the
 * one before, with the semaphores of the library (pipeline.persistent.cl). There
 * are as many stages as work-groups run at the same time, up to 16.
 *
 *   pipeline [BLOCKS]
 */
#include "by-hand.h"

/* As in pipeline.persistent.cl; a semaphore takes no more than 128 words. */
enum { BLOCK = 64, MOST_STAGES = 16, ROOM = 4, SEMAPHORE = 128 };

enum { QUEUE, KERNEL, INPUT, OUTPUT, MEMORY, VALUES, STAGES };
static const persistify_slot slots[] = {
    SLOT_QUEUE,          SLOT_KERNEL("stage"),  SLOT_BUFFER("input", 0), SLOT_BUFFER("output", 1), SLOT_BUFFER("memory", 2),
    SLOT_IN("values", 0), SLOT_INOUT("stages", 8),
};
static const persistify_handle handles[] = {{PERSISTIFY_NONE, 0}, {PERSISTIFY_NONE, 1}, {PERSISTIFY_NONE, 1}};
static const persistify_pair distinct[] = {{0, 1}, {0, 2}, {1, 2}};
static const persistify_hint local[] = {{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {BLOCK, 1, 1}}};
static persistify_region region = REGION("pipeline", 16, .distinct = distinct, .num_distinct = COUNT(distinct),
                                         .local = local, .num_local = COUNT(local));

int main(int argc, char **argv) {
  cl_uint blocks = argc > 1 ? (cl_uint)atoi(argv[1]) : 100, values = blocks * BLOCK, stages = 0, wrong = 0;
  if (blocks < 1 || blocks > 1000000) {
    fprintf(stderr, "usage: pipeline [BLOCKS], 1 to 1000000\n");
    return 2;
  }
  app a = open_app(argv[0], "pipeline");
  cl_kernel stage = open_kernel(&a, "stage");
  size_t bytes = values * sizeof(cl_uint), room = (MOST_STAGES + 1) * (2 * SEMAPHORE + ROOM * BLOCK) * sizeof(cl_uint);
  cl_uint *data = (cl_uint *)malloc(bytes), *zeros = (cl_uint *)calloc(1, room);
  for (cl_uint i = 0; i < values; ++i)
    data[i] = i * 7 + 1;
  cl_mem input = open_buffer(&a, bytes, data), output = open_buffer(&a, bytes, data), memory = open_buffer(&a, room, zeros);

  region.device_code = a.persistent;
  region.hashes = &a.hash;
  void *const bind[] = {&a.queue, &stage, &input, &output, &memory, &values, &stages};
  const char *how = "persistent kernel";
  if (persistify_run(&region, bind) == PERSISTIFY_ORIGINAL) {
    size_t global = values;
    how = "loop on the host";
    CL_OK(clSetKernelArg(stage, 0, sizeof output, &output)); /* holds the input as well */
    for (stages = 0; stages < 4; ++stages) {
      CL_OK(clSetKernelArg(stage, 1, sizeof stages, &stages));
      CL_OK(clEnqueueNDRangeKernel(a.queue, stage, 1, NULL, &global, NULL, 0, NULL, NULL));
    }
  }
  CL_OK(clEnqueueReadBuffer(a.queue, output, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
  for (cl_uint i = 0; i < values; ++i) {
    cl_uint want = i * 7 + 1;
    for (cl_uint k = 0; k < stages; ++k)
      want = want * 3 + k;
    wrong += data[i] != want;
  }
  printf("pipeline: %u blocks through %u stages, %u words wrong, %s\n%s\n", blocks, stages, wrong, how,
         wrong || stages == 0 ? "FAIL" : "PASS");
  cl_mem buffers[] = {input, output, memory};
  for (int i = 0; i < 3; ++i)
    CL_OK(clReleaseMemObject(buffers[i]));
  CL_OK(clReleaseKernel(stage));
  close_app(&a);
  free(data);
  free(zeros);
  return wrong != 0 || stages == 0;
}
