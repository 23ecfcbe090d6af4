// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "h.h"
#include <stdio.h>
int main(void)
{
  static int a[64];
  handle e = h_new("k.cl", 64, a);
  for (int s = 0; s < 10; s++)
    h_step(e, s);
  h_get(e, a);
  for (int i = 0; i < 64; i++)
    printf("%d%c", a[i], i % 16 == 15 ? '\n' : ' ');
  return 0;
}
