// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine.h"
#include <stdio.h>
int main(void)
{
  static int a[64];
  struct engine *e = engine_new("k.cl", 64, a);
  for (int s = 0; s < 10; s++)
    engine_step(e, s);
  engine_get(e, a);
  engine_end(e);
  for (int i = 0; i < 64; i++)
    printf("%d%c", a[i], i % 16 == 15 ? '\n' : ' ');
  return 0;
}
