#ifndef ROOM
#define ROOM 1 + 1
#endif
#ifndef HALF
#define HALF (4)
#endif
#ifndef JOIN
#define JOIN +
#endif

__kernel void turn(__global int *a) {
  __local int back[ROOM * 64], last[8];
  int l = get_local_id(0), size = get_local_size(0);
  last[l & 7] = 0;
  for (int i = l; i < ROOM * 64; i += size)
    back[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] += back[ROOM * 64 - 1 - l] JOIN last[l & 7];
}

__kernel void halve(__global int *a) {
  int i = get_global_id(0);
  a[i] += i / HALF * 2;
}

__kernel void spread(__global int *a) {
  int i = get_global_id(0);
  a[i * WIDE] += i;
}
