// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIMIT_H
#define LIMIT_H
int limit(int step);
int times_asked(void);
#endif
