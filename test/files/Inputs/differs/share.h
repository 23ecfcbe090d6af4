// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Read once; what it declares depends on who reads it.
#ifndef SHARE_H
#define SHARE_H
#ifdef HALF
enum { SHARE = 2 };
#else
enum { SHARE = 4 };
#endif
#ifndef TAKE
#define TAKE(x, y) ((x) + (y))
#endif
#endif
