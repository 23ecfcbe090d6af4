// Of races.c: kernels in which work-items come to elements of each other. The R_ ones race, whatever the others look like.

__kernel void R_barrier(__global int *told, int l, int w) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  int next = (told[(i+1) * w + j] + told[(i+1) * w + (j+2)] + told[i * w + (j+1)] + told[(i+2) * w + (j+1)]) / 4;
  barrier(CLK_GLOBAL_MEM_FENCE);
  told[(i+1) * w + (j+1)] = next;
}

int at(int i, int j, int w) { return mad24(i, w, j); }
int get(__global const int *t, int i, int j, int w) { return t[at(i, j, w)]; }
void set(__global int *t, int where, int v) { t[where] = v; }
__kernel void R_helpers(__global int *t, int h, int w) {
  int i = get_global_id(1), j = get_global_id(0);
  bool inside = i > 0 && j > 0 && i < h - 1 && j < w - 1;
  if (inside)
    set(t, at(i, j, w), (get(t, i - 1, j, w) + get(t, i + 1, j, w)) / 2);
}

__kernel void R_rows(__global int *t, int h, int w) {
  int i;
  i = get_global_id(0);
  if (i >= h)
    return;
  __global int *row = t + i * w, *below = row + w;
  for (int j = 0; j < w - 1; j++)
    if (i < h - 1)
      *(row + j) = below[j + 1];
}

__kernel void R_divided(__global int *t, int w, int n) {
  const uint id = get_global_id(0);
  uint x = id % w, y = id / w;
  if (id >= n)
    return;
  uint left = x == 0 ? x : x - 1;
  t[y * w + x] = t[y * w + left];
}

__kernel void R_tile(__global int *t, __local int *tile) {
  uint l = get_local_id(0), i = get_group_id(0) * get_local_size(0) + l;
  tile[l + 1] = t[i + 1];
  if (l == 0)
    tile[0] = t[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[i + 1] = (tile[l] + tile[l + 1]) / 2;
}

__kernel void R_sum(__global const int *a, __global int *sum) {
  sum[0] += a[get_global_id(0)];
}

__kernel void R_two(__global const int *in, __global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i + 1];
}

__kernel void R_stride(__global int *t, int n) {
  for (int i = get_global_id(0); i < n - 1; i += get_global_size(0))
    t[i] = max(t[i], t[i + 1]);
}

typedef struct {
  int x, y;
} pair;
__kernel void R_members(__global pair *p, int n) {
  int i = get_global_id(0), r = i + 1;
  if (r > n - 1)
    r = 0;
  p[i].x = p[r].x;
  p[i].y += 1;
}

// These do not.
__kernel void colours(__global int *t, int n, int phase) {
  int i = get_global_id(0);
  int next = 0;
  if (i > 0 && i < n - 1)
    next = t[i - 1] + t[i + 1];
  if (i > 0 && i < n - 1 && i % 2 == phase)
    t[i] = next & 1023;
}
__kernel void odd_even(__global int *t, int n, int phase) {
  int i = 2 * get_global_id(0) + phase;
  if (i + 1 < n && t[i] > t[i + 1]) {
    int x = t[i];
    t[i] = t[i + 1];
    t[i + 1] = x;
  }
}
__kernel void bits(__global int *t, int n) {
  int i = get_global_id(0);
  if ((i & 1) == 0 && i < n - 1)
    t[i] += t[i + 1];
}
__kernel void tree(__global int *t, int half_) {
  int i = get_global_id(0);
  if (i < half_)
    t[i] += t[i + half_];
}
__kernel void pivot(__global int *d, int n, int k) {
  int i = get_global_id(1), j = get_global_id(0);
  d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}
__kernel void planes(__global int *t, int from, int to) {
  int i = get_global_id(0);
  t[to + i] = t[from + i] + t[from + i + 1];
}
__kernel void flags(__global int *seen, __global const int *next, __global int *stop) {
  int i = get_global_id(0);
  if (seen[i] == 1) {
    seen[next[i]] = 1;
    *stop = 1;
  }
}
__kernel void modes(__global int *t, __global int *u, int mode) {
  int i = get_global_id(0);
  if (mode)
    u[i] = t[i + 1];
  else
    t[i] = u[i] + 1;
}
__kernel void alone(__global int *t, int n) {
  if (get_global_id(0) == 0)
    for (int i = 0; i < n - 1; i++)
      t[i] = t[i + 1] + 1;
}
__kernel void apart(__global pair *p) {
  int i = get_global_id(0);
  p[i + 1].x = p[i].y + 1;
}
__kernel void group(__global int *t) {
  int i = get_global_id(0);
  int right = t[i + 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  t[i] = right + 1;
}
__kernel void tails(__global int *t) {
  int l = get_local_id(0), at = get_group_id(0) * get_local_size(0);
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (l < s)
      t[at + l] += t[at + l + s];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
__kernel void counted(__global int *t, __global int *sum) {
  atomic_add(sum, t[get_global_id(0)]);
}
__kernel void columns(__global int *t, __global const int *u) {
  int i = get_global_id(0);
  t[i] += u[i & 3] + u[4 + i % 3];
}
__kernel void edge(__global int *t) { // both of one group
  int i = get_global_id(0);
  if (i != 0)
    t[i] += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0)
    t[i] = t[i + 1] + 1;
}
__kernel void last(__global int *t, int n) { // the launch has n
  int i = get_global_id(0);
  if (i < n - 1)
    t[i] += 3;
  else
    t[n - 1] = t[n - 1] * 2 + 1;
}
__kernel void halves(__global int *t) {
  uint w = 2 * get_global_size(0), y = get_global_id(1);
  t[y * w / 2 + get_global_id(0)] = t[y * w / 2 + get_global_id(0)] * 5 + 1;
}
__kernel void group_rows(__global int *t, uint w) { // each row is a group's
  uint x = get_global_id(0) % w, y = get_global_id(0) / w;
  int right = x < w - 1 ? t[y * w + x + 1] : 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  t[y * w + x] = right + 1;
}
