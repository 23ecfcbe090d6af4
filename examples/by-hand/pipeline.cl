// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

uint worked(uint value, uint stage) { return value * 3 + stage; }

// One stage for all values, for the loop on the host.
__kernel void stage(__global uint *values, uint number) {
  size_t i = get_global_id(0);
  values[i] = worked(values[i], number);
}
