// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <CL/cl.h>

int main() {
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += i;
  return sum != 45;
}
