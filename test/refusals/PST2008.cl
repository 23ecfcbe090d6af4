// RUN: %refused %s %S/Inputs/host.c

#define LIMIT 100
__kernel void step(__global int *data, __global int *flag) { // expect PST2008: macro 'LIMIT' has another value here
  size_t i = get_global_id(0);
  if (++data[i] > LIMIT)
    *flag = 1;
}
#undef LIMIT
#define LIMIT 200
