// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int slower(int by);
int slower(int by) { return by - (by / 3 + 1); }
