// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  if (++data[i] > 100)
    *flag = 1;
  if (i == 0)
    printf("%d\n", data[0]); // expect PST2003: kernel 'step' prints
}
