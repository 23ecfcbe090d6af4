__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  if (++data[i] > 100)
    *flag = 1;
}
// another text
