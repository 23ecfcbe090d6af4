__kernel void spread(__global const int *from, __global int *to) {
  const int i = get_global_id(0);
  to[i] = from[(i + REACH) % CELLS] + i % WEIGHT;
}
