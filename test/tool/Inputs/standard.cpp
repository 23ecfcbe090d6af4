// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if __cplusplus != 201703L || defined(__STRICT_ANSI__)
#error not GNU C++17
#endif
#include <vector>
#ifdef WANTED
static_assert(WANTED == 3);
#endif
int main() { return std::vector<int>().size(); }
