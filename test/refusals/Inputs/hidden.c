#include "host.h"
#include <math.h>

int main(void) {
  double w = -3;
  setup();
  for (int i = 0; i < 9; i++) { /* expect PST2014: the name 'fabs' is needed by the generated code */
    float by;
    w = fabs(w) - 2;
    by = (float)w;
    clSetKernelArg(step, 2, sizeof by, &by);
    launch();
  }
  return w > 1;
}
