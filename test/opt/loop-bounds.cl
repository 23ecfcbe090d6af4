typedef struct { int first, count; } node;
#define END(v) ends[(v) + 2]
#define FROM_TO(i, a, b) for (int i = (a); i < (b); ++i)

__kernel void rows(__global const int *row, __global int *out, int round) {
  int v = get_global_id(0);
  for (int e = row[v]; e < row[v + 3]; e++)
    atomic_add(&out[v], e + round);
}

__kernel void structs(__global const node *nodes, __global int *out, int round) {
  int v = get_global_id(0), i = nodes[v].first;
  while (i < nodes[v].first + nodes[v].count % 5)
    atomic_xor(&out[v], i++ * round);
}

__kernel void vectors(__global const int2 *range, __global const int *list, __constant int *ends, __global int *out, int round) {
  const int v = get_global_id(0);
  for (int e = range[v].x; e < range[v].y + 2; e++)
    out[v] += e * round;
  if (v % 2)
    for (int e = 0; (e < ends[list[v] % 7]) && out[v] != 12345; e++)
      out[v] ^= e + ends[e];
  else for (int e = v; e < END(get_global_id(0)); e++)
      out[v] += 3 * e + round;
}

__kernel void strides(__global int *row, __global int *out, int n, int round) {
  __global int *end = row + 1;
  for (int v = get_global_id(0); v < n; v += get_global_size(0))
    for (int k = 0; k < 2; k++)
      for (int e = row[v]; e != end[v]; ++e)
        if (e % 3 == k) continue;
        else out[v] += e + k + round;
}

__kernel void limit(__global const uchar *most, __global int *out, int round) {
  int v = get_global_id(0), p_once_1 = 0;
  while (p_once_1++ < *most % 9)
    out[v] += p_once_1 * round;
}

// From here on loops must ask each time, or must not ask at once.

__kernel void chain(__global const int *next, __global int *out, int round) {
  int v = get_global_id(0), steps = 0;
  while (next[v] > 0 && steps++ < 5)
    v = next[v] - 1;
  out[get_global_id(0)] += steps + round;
}

__kernel void perhaps(__global const int *row, __global int *out, int n, int round) {
  int me = get_global_id(0), v = me * 50;
  for (int e = 0; v + 1 < n && e < row[v + 1]; e++)
    out[me] += e;
  for (int e = 0; e < (v + 1 < n ? row[v + 1] : 2); e++)
    out[me] += round;
  int e = 0;
  do
    out[me] += 1;
  while (e++ < (v < n ? row[v] : 0));
}

__kernel void pointed(__global const int *row, __global int *out, int round) {
  int v = get_global_id(0), *at = &v, sum = 0;
  for (int e = 0; e < row[v] % 6; e++, (*at)++)
    sum += e;
  for (__global const int *r = row; *r < 4; r++)
    sum += *r;
  out[get_global_id(0)] += sum * round;
}

__kernel void unusual(__global const int *row, volatile __global const int *changing, __global int *out, int round) {
  int v = get_global_id(0), e = 0;
  #pragma unroll 2
  for (int i = 0; i < row[v] % 4; i++)
    out[v] += i;
  FROM_TO(i, 0, row[v] % 3)
    out[v] += i;
  while (e < changing[v] % 4)
    out[v] += e++;
  if (round == 2)
    goto inside;
  for (e = 0; e < row[v] % 5; e++) {
  inside:
    out[v] += round;
  }
  switch (round) {
  case 0:
    for (e = 0; e < row[v] % 3; e++) {
    case 1:
      out[v] += 2;
    }
  }
}

__kernel void together(__global const int *row, __global int *out, __local int *sums, int round) {
  int me = get_local_id(0);
  sums[me] = me;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int e = 0; e < row[get_group_id(0)] % 3; e++)
    out[get_global_id(0)] += sums[(me + e) % get_local_size(0)] * round;
}

__kernel void writes(__global int *row, int round) { row[get_global_id(0) + 1] += round; }

__kernel void own_rows(__global const int *row, __global int *out, int round) {
  int v = get_global_id(0);
  for (int e = row[v]; e < row[v + 3]; e++)
    atomic_add(&out[v], e + round);
}

__kernel void changing_strides(__global const int *row, __global int *out, int n, int round) {
  int v = get_global_id(0);
  for (int e = row[v]; e < row[v + 1] && e < n; ++e)
    out[v] += e + round;
}

__kernel void out_limit(__global const int *most, __global int *out, int round) {
  for (int e = 0; e < *most % 50 + 1; ++e)
    *out += 7;
}
