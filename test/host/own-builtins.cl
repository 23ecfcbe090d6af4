/* Functions with names of builtin ones, and names that generated text could have. */
float min(float p, float q) { return p < q ? p : q; }
int max(int p, int q) { return p < q ? p : q; }
typedef struct { int x; } a_one_a;
typedef int h_n;

__kernel void one(__global a_one_a *a, h_n n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  a[i].x += 1;
}
__kernel void two(__global int *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  b[i] += 1;
}
__kernel void a_two(__global int *b, int phase) {
  __local int t[64];
  __local int u[sizeof(t) / sizeof(t[0])];
  _Pragma("unroll 2") for (int k = 0; k < 2; k++) t[get_local_id(0)] = phase + k + max(2, 1) + (int)min(1.0f, 2.0f);
  u[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] += t[get_local_size(0) - 1 - get_local_id(0)] + u[0];
}
