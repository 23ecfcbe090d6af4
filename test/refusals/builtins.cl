// A builtin that is in no table of persistify's.
// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=any-builtin not %refused %s %S/Inputs/host.c

__kernel void step(__global uint *data, __global int *flag) {
  size_t i = get_global_id(0);
  data[i] = __builtin_bswap32(data[i]); // expect PST2011: '__builtin_bswap32' is not supported
  if (data[i] > 100)
    *flag = popcount(clamp(data[i], 1u, 9u));
}
