/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define LIMIT 100000
#define SHUFFLE 24
#define GROUP 16
#define PARTS 4
