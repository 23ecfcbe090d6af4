/* Nothing of OpenCL is included here: another file has it for itself, handles in static variables and a struct. */
#include "work.h"
#include <stdio.h>

int main(void) {
  int i, sum = 0;
  work_start(64);
  for (i = 0; i < 7; i++)
    work_step(i);
  printf("%d\n", work_sum());
  for (i = 0; i < 3; i++) {
    sum += work_twice(i);
    printf("trip %d\n", i);
  }
  printf("%d %d\n", sum, work_sum());
  return 0;
}
