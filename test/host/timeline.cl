// The last item of the last group has most to do.
__kernel void collect(__global int *sum, __global const int *in, int turns, int n) {
  int i = get_global_id(0), more = 0;
  if (i >= n)
    return;
  for (int k = 0; k < (i == n - 1 ? turns : 1); ++k)
    more = (more + in[i] + k) & 0xffff;
  sum[i] += more;
}

__kernel void spread(__global const int *sum, __global int *in, int n) {
  int i = get_global_id(0);
  if (i < n)
    in[i] = sum[(i + n / 2) % n] % 1000;
}

// Smaller numbers go on to the next item.
__kernel void smaller(__global const int *from, __global int *to, __global int *changed, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int mine = from[i], other = from[(i + n - 1) % n];
  to[i] = min(mine, other);
  if (other < mine)
    *changed = 1;
}

// Groups in turn.
__kernel void relay(__global int *turn, __global int *a) {
  const int me = get_group_id(0);
  if (get_local_id(0) == 0)
    while (atomic_add(turn, 0) != me)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] += me + 1;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_inc(turn);
}
