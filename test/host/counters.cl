// Names that __COUNTER__ makes, and a number that it is.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define EXCHANGE_BY(x, y, t) int t = x; x = y; y = t
#define EXCHANGE(x, y) EXCHANGE_BY(x, y, JOIN(tmp, __COUNTER__))

__kernel void pairs(__global int2 *a, __local int2 *tile) {
  size_t l = get_local_id(0);
  int2 v = a[get_global_id(0)];
  EXCHANGE(v.x, v.y);
  tile[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tile[get_local_size(0) - 1 - l];
  v.x += 3;
  EXCHANGE(v.x, v.y);
  EXCHANGE(v.y, v.x);
  a[get_global_id(0)] = v;
}

__kernel void number(__global int *a, int v) { a[get_global_id(0)] += v + __COUNTER__; }
