// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-group is a stage. Between two stages lies a queue of a few blocks, with
// two semaphores: `filled` lets the consumer in for each block that is there, `space`
// the producer for each that is free. The input is a queue that is full when it
// begins, the output one that is as long as needed.

#define MOST 16u // stages, at most
#define ROOM 4u  // blocks in a queue

typedef struct queue {
  __global uint *filled, *space, *blocks;
  uint room;
} queue;

// Queue q lies in front of stage q.
P_FN void queue_of(queue *q, uint number, uint stages, uint blocks, uint block, __global uint *input,
                   __global uint *output, __global uint *memory) {
  uint ends = number == 0 || number == stages;
  q->filled = memory + number * 2 * P_SEM_WORDS;
  q->space = q->filled + P_SEM_WORDS;
  q->room = ends ? blocks : ROOM;
  q->blocks = number == 0 ? input : number == stages ? output
                                                     : memory + (MOST + 1) * 2 * P_SEM_WORDS + number * ROOM * block;
}

__kernel void pipeline(__global uint *p_ctl, __global uchar *p_state, __local p_line *p_lines, __global uchar *p_h0,
                       __global uchar *p_h1, __global uchar *p_h2) {
  __local p_shared p_sh;
  p_env p_e;
  if (!p_enter(&p_e, p_ctl, p_state, (__local uchar *)p_lines, &p_sh))
    return;
  uint stages = min(p_get_num_groups(), MOST), stage = p_get_group_id(), item = p_get_local_id();
  uint block = (uint)get_local_size(0), blocks = (uint)p_state_get(&p_e, 0) / block;
  __global uint *memory = (__global uint *)p_h2;
  queue in, out;
  queue_of(&in, min(stage, stages), stages, blocks, block, (__global uint *)p_h0, (__global uint *)p_h1, memory);
  queue_of(&out, min(stage + 1, stages), stages, blocks, block, (__global uint *)p_h0, (__global uint *)p_h1, memory);
  // The buffer came filled with zeros; the semaphores need their sizes.
  if (p_is_first(&p_e))
    for (uint q = 0; q <= stages; ++q) {
      memory[q * 2 * P_SEM_WORDS + P_SEM_COUNT] = q == 0 ? blocks : 0;
      memory[(q * 2 + 1) * P_SEM_WORDS + P_SEM_COUNT] = q == 0 ? 0 : q == stages ? blocks : ROOM;
    }
  P_BARRIER();
  // Groups that are too many have no blocks to work on.
  uint mine = stage < stages ? blocks : 0;
  for (uint b = 0; b < mine; ++b) {
    if (p_sem_enter(&p_e, in.filled, 1, P_SEM_PRIORITY))
      return;
    if (p_sem_enter(&p_e, out.space, 1, P_SEM_PRIORITY))
      return;
    out.blocks[b % out.room * block + item] = worked(in.blocks[b % in.room * block + item], stage);
    if (p_sem_leave(&p_e, in.space, 1, P_SEM_PRIORITY))
      return;
    if (p_sem_leave(&p_e, out.filled, 1, P_SEM_PRIORITY))
      return;
  }
  if (p_is_first(&p_e))
    p_state_put(&p_e, 8, stages);
  p_leave(&p_e, 0);
}
