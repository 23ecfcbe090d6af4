/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For whoever says what PLACE is: there is no guard. */
static void put(cl_kernel k, int value) { clSetKernelArg(k, PLACE, sizeof value, &value); }
