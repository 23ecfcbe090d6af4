// One work-item of the last group takes much longer than all others.
__kernel void collect(__global int *sum, __global int *slow, __global const int *in, int turns, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (i == n - 1)
    for (int k = 0; k < turns; ++k)
      atomic_add(slow, 1);
  sum[i] += in[i];
}

__kernel void spread(__global const int *sum, __global int *in, int n) {
  int i = get_global_id(0);
  if (i < n)
    in[i] = sum[(i + n / 2) % n] % 1000;
}
