// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=copy-meaning not %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  struct item { char mark; int value; };
  __global struct item *i = (__global struct item *)data + get_global_id(0); // expect-1 PST2022: a copy of 'step' at the end of the source would mean something else: 'item' has another layout there
  if (++i->value > 100)
    *flag = 1;
}
#pragma pack(push, 1)
