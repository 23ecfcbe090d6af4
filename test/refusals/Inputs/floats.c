#include "host.h"

int main(void) {
  double w = 0.1;
  setup();
  for (int i = 0; i < 9; i++) {
    float by;
    w = (w + 1e17) - 1e17 + 0.1;
    by = (float)w;
    clSetKernelArg(step, 2, sizeof by, &by);
    launch();
  }
  return w > 1;
}
