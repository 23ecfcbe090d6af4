// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef __cplusplus
#error parsed as C++
#endif
#if __STDC_VERSION__ != 201112L || defined(__STRICT_ANSI__)
#error not GNU C11
#endif
#include <stddef.h>
typedef typeof(sizeof(int)) size;
int main(void) { return 0; }
