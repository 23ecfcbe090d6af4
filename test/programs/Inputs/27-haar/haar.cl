// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void haar(global const float *signal, global float *coeff, const uint half_size)
{
  uint i = get_global_id(0);
  float a = signal[2 * i], b = signal[2 * i + 1];
  coeff[i] = (a + b) * 0.5f;
  coeff[half_size + i] = (a - b) * 0.5f;
}
