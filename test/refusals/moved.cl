// Declarations that would mean something else where the phase has them, and values that are the device's.
// RUN: %refused %s %S/Inputs/moved.c
// RUN: env PERSISTIFY_FAULT=inner-types not %refused %s %S/Inputs/moved.c
// RUN: env PERSISTIFY_FAULT=hidden-names not %refused %s %S/Inputs/moved.c
// RUN: env PERSISTIFY_FAULT=inner-constants not %refused %s %S/Inputs/moved.c
#define WORDS (sizeof(table) / sizeof(table[0]))
struct P { int a, b; };
__constant int table[4] = {1, 2, 3, 4};

__kernel void inner_type(__global int *data, __global int *flag) {
  struct P { int b; char c; };
  __local struct P t[16]; // expect PST2011: a __local variable of a type that the kernel declares itself
  t[get_local_id(0)].b = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] += t[0].b;
}
__kernel void hidden_name(__global int *data, __global int *flag) {
  int first = table[data[0] & 3];
  __local int table[16]; // expect PST2011: a __local variable with the name of something else
  table[get_local_id(0)] = first;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] += table[0];
}
__kernel void constants(__global int *data, __global int *flag) {
  __constant int table[2] = {5, 6};
  __constant int n = WORDS; // expect PST2011: a __constant variable whose declaration uses what the function declares itself
  data[get_global_id(0)] += n + table[0];
}
__kernel void aligned_more(__global int *data, __global int *flag) {
  __local int t[4] __attribute__((aligned(256))); // expect PST2011: an alignment of a __local variable of more than 128 bytes
  t[get_local_id(0) & 3] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] += t[0];
}
__kernel void no_name(__global struct { int x; } *data, __global int *flag) { // expect PST2002: parameter 'data'
  data[get_global_id(0)].x += 1;
}
