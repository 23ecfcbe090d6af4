/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a barrier between work-groups is good for: each work-item writes the number
 * of its group and reads that of its mirror image, in one launch. With the barrier
 * every row shows one number; without it, words that nobody had written yet (a dot).
 * After "Global synchronisation in OpenCL", a blog post.
 *
 *   sync
 */
#include "by-hand.h"

enum { ITEMS = 16, MOST_GROUPS = 16, WORDS = ITEMS * MOST_GROUPS, NOTHING = -1, TRIES = 50 };

static const persistify_slot slots[] = {
    SLOT_QUEUE, SLOT_KERNEL("give"), SLOT_BUFFER("tmp", 0), SLOT_BUFFER("out", 1), SLOT_INOUT("groups", 0),
};
static const persistify_handle handles[] = {{PERSISTIFY_NONE, 1}, {PERSISTIFY_NONE, 1}};
static const persistify_hint local[] = {{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {ITEMS, 1, 1}}};
#define FORM(name) REGION(name, 8, .local = local, .num_local = COUNT(local))
static persistify_region with_barrier = FORM("with_barrier"), without_barrier = FORM("without_barrier");

/* False if the persistent kernel could not run. */
static int play(app *a, persistify_region *region, cl_kernel give, cl_mem tmp, cl_mem out, cl_uint *groups, cl_int *words) {
  cl_int nothing = NOTHING;
  CL_OK(clEnqueueFillBuffer(a->queue, tmp, &nothing, sizeof nothing, 0, WORDS * sizeof nothing, 0, NULL, NULL));
  CL_OK(clEnqueueFillBuffer(a->queue, out, &nothing, sizeof nothing, 0, WORDS * sizeof nothing, 0, NULL, NULL));
  region->device_code = a->persistent;
  region->hashes = &a->hash;
  void *const bind[] = {&a->queue, &give, &tmp, &out, groups};
  if (persistify_run(region, bind) == PERSISTIFY_ORIGINAL)
    return 0;
  CL_OK(clEnqueueReadBuffer(a->queue, out, CL_TRUE, 0, WORDS * sizeof *words, words, 0, NULL, NULL));
  return 1;
}

static cl_uint show(const char *title, const cl_int *words, cl_uint groups) {
  cl_uint wrong = 0;
  printf("%s:\n", title);
  for (cl_uint group = 0; group < groups; ++group) {
    for (cl_uint item = 0; item < ITEMS; ++item) {
      cl_int word = words[group * ITEMS + item];
      wrong += word != (cl_int)(groups - 1 - group);
      if (word == NOTHING)
        printf("  .");
      else
        printf(" %2d", word);
    }
    printf("\n");
  }
  printf("%u of %u words wrong\n", wrong, groups * ITEMS);
  return wrong;
}

int main(int argc, char **argv) {
  (void)argc;
  app a = open_app(argv[0], "sync");
  cl_kernel give = open_kernel(&a, "give"), take = open_kernel(&a, "take");
  cl_mem tmp = open_buffer(&a, WORDS * sizeof(cl_int), NULL), out = open_buffer(&a, WORDS * sizeof(cl_int), NULL);
  cl_int words[WORDS];
  cl_uint groups = 0, wrong = 0, missing = 0, tries = 0;
  if (play(&a, &with_barrier, give, tmp, out, &groups, words)) {
    wrong = show("With a barrier", words, groups);
    /* A race, so it may go well; not often. */
    do {
      if (!play(&a, &without_barrier, give, tmp, out, &groups, words))
        return 2;
      missing = 0;
      for (cl_uint i = 0; i < groups * ITEMS; ++i)
        missing += words[i] == NOTHING;
    } while (missing == 0 && ++tries < TRIES);
    show("Without it", words, groups);
  } else {
    size_t global = WORDS, local_size = ITEMS;
    groups = MOST_GROUPS;
    CL_OK(clSetKernelArg(give, 0, sizeof tmp, &tmp));
    CL_OK(clSetKernelArg(take, 0, sizeof tmp, &tmp));
    CL_OK(clSetKernelArg(take, 1, sizeof out, &out));
    CL_OK(clEnqueueNDRangeKernel(a.queue, give, 1, NULL, &global, &local_size, 0, NULL, NULL));
    CL_OK(clEnqueueNDRangeKernel(a.queue, take, 1, NULL, &global, &local_size, 0, NULL, NULL));
    CL_OK(clEnqueueReadBuffer(a.queue, out, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL));
    wrong = show("In two launches (this device cannot do it in one)", words, groups);
  }
  printf("%s\n", wrong ? "FAIL" : "PASS");
  CL_OK(clReleaseMemObject(tmp));
  CL_OK(clReleaseMemObject(out));
  CL_OK(clReleaseKernel(give));
  CL_OK(clReleaseKernel(take));
  close_app(&a);
  return wrong != 0;
}
