// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef NAMES_H
#define NAMES_H
#define add added /* blur.c does not read this */
#define TAKEN TAKE(1, 2)
#endif
