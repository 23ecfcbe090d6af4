// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of two that define the function; which one is linked only the command line knows.
#include "limit.h"
static int asked;
int limit(int step)
{
  asked++;
  return step >= 17;
}
int times_asked(void) { return asked; }
