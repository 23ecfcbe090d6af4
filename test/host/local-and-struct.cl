// What makes large persistent kernels: structs by value beside local memory of changing size.
typedef struct { int lane[12]; float2 drift; uchar tag; short4 step; } Params;
typedef struct { int x; float y; char c; } Point;

__kernel void stir(__global int *a, Params p, __local int *tile, long bias) {
  int i = get_global_id(0), j = get_local_id(0);
  tile[j] = p.lane[i % 12] + p.tag + (int)p.drift.y;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] += tile[(j + 1) % get_local_size(0)] * 3 + p.step.z + (int)bias;
}

__kernel void swap_pairs(__global int *a, __local int *tile, int n) {
  int i = get_global_id(0), j = get_local_id(0);
  tile[j] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    a[i] += tile[j ^ 1] & 0xff;
}

__kernel void shift(__global int *a, int n, Point p) {
  int i = get_global_id(0);
  if (i < n)
    a[i] += p.x + (int)p.y * 3 + p.c;
}

__kernel void window(__global int *a, Params p, Point q, __local int *left, __local short *right) {
  int i = get_global_id(0), j = get_local_id(0), n = get_local_size(0);
  left[j] = a[i] + p.lane[j % 12];
  right[j] = (short)(q.x + j);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = left[n - 1 - j] + right[(j + q.c) % n] + p.step.x;
}
