// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag, read_only image2d_t picture, // expect PST2002: parameter 'picture'
                   sampler_t how) { // expect PST2002: parameter 'how'
  size_t i = get_global_id(0);
  if (++data[i] > 100)
    *flag = 1;
}
