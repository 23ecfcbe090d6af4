// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Odd-even transposition sort in one launch. The groups meet at an array with a word for each: who comes sets its
// word, the last group waits for all of them and clears them, and all wait for that.

#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#define JOIN()  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define HERE    1
#define AWAY    0

void rendezvous(volatile __global int *word, int tid, int bid, int nb)
{
  int b;
  JOIN();
  if (tid == 0) {
    FENCE();
    word[bid] = HERE;
  }
  if (bid == nb - 1)
    for (b = tid; b < nb; b += get_local_size(0))
      while (word[b] != HERE)
        FENCE();
  JOIN();
  if (bid == nb - 1)
    for (b = tid; b < nb; b += get_local_size(0))
      *(word + b) = AWAY;
  JOIN(); // it clears its own too
  if (tid == 0)
    do {
      FENCE();
    } while (word[bid] != AWAY);
  JOIN();
}

__kernel void sort_all(__global int *key, volatile __global int *word, __global int *swaps, int n)
{
  for (int step = 0; step < n; ++step) {
    for (int k = get_global_id(0); k < n / 2; k += get_global_size(0)) {
      int i = 2 * k + (step & 1);
      if (i + 1 < n && key[i] > key[i + 1]) {
        int t = key[i];
        key[i] = key[i + 1];
        key[i + 1] = t;
        atomic_inc(swaps);
      }
    }
    rendezvous(word, get_local_id(0), get_group_id(0), get_num_groups(0));
  }
}
