// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The longest common subsequence, one diagonal of the table after the other, all in one launch. The groups meet in a
// macro, at a counter that goes on to the next multiple of their number.

#define ALL_GROUPS(counter)                                                                                            \
  do {                                                                                                                 \
    barrier(CLK_GLOBAL_MEM_FENCE);                                                                                     \
    if (get_local_id(0) == 0) {                                                                                        \
      const int ticket = atomic_inc(counter);                                                                          \
      const int goal = (ticket / (int)get_num_groups(0) + 1) * (int)get_num_groups(0);                                 \
      while (atomic_or(counter, 0) < goal)                                                                             \
        mem_fence(CLK_GLOBAL_MEM_FENCE);                                                                               \
    }                                                                                                                  \
    barrier(CLK_GLOBAL_MEM_FENCE);                                                                                     \
  } while (0)

__kernel void common(__global const char *a, __global const char *b, __global int *table, volatile __global int *counter,
                     int n)
{
  const int row = n + 1;
  for (int d = 2; d <= 2 * n; d++) {
    for (int i = max(1, d - n) + (int)get_global_id(0); i <= min(n, d - 1); i += get_global_size(0)) {
      const int j = d - i, at = i * row + j;
      table[at] = a[i - 1] == b[j - 1] ? table[at - row - 1] + 1 : max(table[at - row], table[at - 1]);
    }
    ALL_GROUPS(counter);
  }
}

// Turns b by one letter, and keeps the length that was found.
__kernel void turn(__global char *b, __global const int *table, __global int *best, __local char *first, int n)
{
  const int me = get_local_id(0), size = get_local_size(0);
  for (int from = 0; from < n; from += size) {
    const char next = from + me + 1 < n ? b[from + me + 1] : 0;
    if (from + me == 0) {
      *first = b[0];
      *best = max(*best, table[n * (n + 1) + n]);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (from + me < n)
      b[from + me] = from + me + 1 < n ? next : *first;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
