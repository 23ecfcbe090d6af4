// One work-item raises the flag in each round, and it is slow: a reset that another
// work-group makes too early, or too late, ends the loop at once.
__kernel void relax(__global int *d, __global int *flag, int n, int round) {
  int i = get_global_id(0);
  int work = i >= n - 40 ? 2000 : 1;
  uint x = i;
  while (work-- > 0)
    x = x * 1664525u + 1013904223u;
  if (i == n - 40 + round && d[i] > n) {
    d[i] = i - round + (x == 7u);
    *flag = 1;
  }
}
__kernel void mark(__global const int *d, __global int *far, int n) {
  int i = get_global_id(0);
  if (i < n && d[i] > n)
    atomic_add(far, 1);
}
