#define STEP(name) (name)
__kernel void(plain)(__global int *a, int v) { a[get_global_id(0)] += v; }
kernel void((twice))(global int *a, int const v) { a[get_global_id(0)] = a[get_global_id(0)] * 2 + v; }
__kernel void(declared)(__global int *, int);
__kernel __attribute__((vec_type_hint(int))) void(declared)(__global int a[64], int v) {
  __local int last[8];
  int l = get_local_id(0) & 7;
  last[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] ^= last[7 - l] + v;
}
static int(scaled)(int x) { return x * 3; }
__kernel void STEP(made)(__global int *a, int v) { a[get_global_id(0)] -= scaled(v); }
