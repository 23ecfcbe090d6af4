// Loops whose loads a compiler can overlap: they read memory and compute, no more.
float weight(float x) { return x * 0.5f + 1.0f; }
float clipped(float x) {
  if (x > 100.0f)
    return 100.0f;
  return x;
}

__kernel void sums(__global const int *row, __global const int *col, __global const float *x, __global float *y) {
  int v = get_global_id(0);
  float sum = 0;
  for (int e = row[v]; e < row[v + 1]; e++)
    sum += weight(x[col[e]]);
  y[v] = sum;
}
__kernel void wide(__global const float *x, __global float *y, int n) {
  float4 sum = 0;
  int i = 0;
  do
    sum += vload4(i++, x);
  while (i < n / 4);
  y[get_global_id(0)] += sum.x + sum.y + sum.z + sum.w;
}

// Not these: a branch, a store, an atomic, an early end, a call with a branch, volatile, no memory.
__kernel void branch(__global const int *row, __global const int *col, __global const float *x, __global float *y) {
  int v = get_global_id(0);
  float most = 0;
  const int end = row[v + 1]; // memory says how many trips
  for (int e = row[v]; e < end; e++)
    if (x[col[e]] > most)
      most = x[col[e]];
  y[v] += most;
}
__kernel void stores(__global const float *x, __global float *y, int n) {
  int v = get_global_id(0) * n;
  for (int i = 0; i < n; i++)
    y[v + i] += x[i] + x[v + i];
}
__kernel void counts(__global const int *x, __global int *y, int n) {
  for (int i = 0; i < n; i++)
    atomic_add(&y[x[i] % n], 1);
}
__kernel void ends(__global const int *x, __global int *y, int n) {
  int v = get_global_id(0), i = v;
  while (i < n && x[i] != 3)
    i++;
  y[v] += i;
}
__kernel void calls(__global const float *x, __global float *y, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += clipped(x[i]);
  y[get_global_id(0)] += sum;
}
__kernel void latest(volatile __global const float *x, __global float *y, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  y[get_global_id(0)] += sum;
}
__kernel void alone(__global float *y, int n) {
  float sum = 1;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5f + i;
  y[get_global_id(0)] += sum;
}
