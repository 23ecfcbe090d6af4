#define PASS 30
#define NAME solve30
#include "a.c"
#ifdef TWICE
#define AGAIN
#undef NAME
#define NAME solve_again
#include "a.c"
#endif
extern int solve(int);
int main(void) {
  solve(3);
  solve30(3);
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (int i = 0; i < 4; i++) {
    size_t items = 64;
    need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
  show("a", a);
  return 0;
}
