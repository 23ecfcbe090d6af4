// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void wave(__global const float* now, __global const float* before, __global float* after, const int n, const float c2) {
  const int i = get_global_id(0);
  const float left = i > 0 ? now[i - 1] : 0.0f, right = i < n - 1 ? now[i + 1] : 0.0f;
  after[i] = 2.0f * now[i] - before[i] + c2 * (left - 2.0f * now[i] + right);
}
