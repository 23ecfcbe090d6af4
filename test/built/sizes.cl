#ifndef TILE
#define TILE 8
#endif
#ifndef ROUND
#define ROUND 1
#define MORE 0
#else
#define MORE 2
#endif
__kernel void shift(__global const int *from, __global int *to) {
  int i = get_global_id(0);
  if (i < N)
    to[i] = from[(i + WIDTH) % N] + SEED + MORE;
}
__kernel void sum(__global int *data) {
  __local int part[TILE];
  int i = get_local_id(0), at = get_global_id(0);
  part[i] = at < N ? data[at] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (at < N)
    data[at] = part[i] + part[TILE - 1 - i];
}
