// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards that look like "i < n" and are not.
__kernel void narrow(__global int *a, int n) {
  uchar i = get_global_id(0); // wraps: each of the first 256 cells is met several times
  if (i < n)
    atomic_inc(&a[i]);
}
__kernel void assigned(__global int *a, int n, int m) {
  int i = get_global_id(0);
  n -= m;
  if (i < n)
    a[i] += 2;
  n = a[1023] & 15;
  if (i >= n)
    return;
  a[i] ^= 3;
}
__kernel void mixed(__global int *a, int n) {
  int i = get_global_id(0) - 10;
  if (i < n) // signed: -10 .. -1 take part
    a[i + 10] += 5;
  if ((unsigned)i < (unsigned)n) // unsigned: they do not
    a[i + 10] += 100;
  if ((char)i < n)
    a[(i & 255) + 512] = i + n;
  if (get_global_id(0) < n) // n is converted: a negative one is huge
    a[get_global_id(0)] ^= 0x100;
}
