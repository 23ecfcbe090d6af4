/* environment.pml - settings, which a run reads from environment variables
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

c_decl {
\#include <stdlib.h>
}
c_code {
static int from_environment(const char *name) {
  const char *value = getenv(name);
  return value ? atoi(value) : 0;
}
}
