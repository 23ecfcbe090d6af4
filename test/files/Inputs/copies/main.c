#include "util.h"

int main(int argc, char **argv) {
  int v = 0, n = 0;
  if (argc < 2)
    return 2;
  ocl_open(argv[1], 7);
  limit = 20;
  while (v < limit) {
    ocl_step(n++);
    verbose += 10;
    v = ocl_first();
  }
  printf("main: %s %d %d, scale %g\n", label, verbose, n, scale[1]);
#ifdef COUNTED
  /* Its function comes to the variable of ocl.c, by one of the header. */
  for (int i = 0; i < 3; i++) {
    ocl_step(i);
    if (ocl_counted() < 0)
      break;
    steps_taken += 5;
  }
#endif
  printf("counted %d here, %d there\n", count(), ocl_counted());
  ocl_close();
  return 0;
}
