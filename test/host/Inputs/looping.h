/* A loop in a header: PST3006. */
#ifdef MARKED
#pragma GCC system_header
#endif
static void loop_of_header(cl_kernel k, int n) {
  size_t items = 64;
  for (int i = 0; i < n; i++) {
    need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
}
