#include "box.h"
#include "setup.h"

int main(void) {
  struct box b;
  int i;
  start("steps.cl", "");
  box_make(&b, queue, kernel_named("add"), ints(64, 2));
  for (i = 0; i < 7; i++)
    box_step(&b, i, i < 3 ? PLAIN : ODD);
  show("cells", b.cells);
  return 0;
}
