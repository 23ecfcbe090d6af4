#ifndef STEPS_H
#define STEPS_H
static void steps(cl_kernel k, int trips) {
  for (int i = 0; i < trips; i++) {
    size_t items = 64;
    need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
}
#endif
