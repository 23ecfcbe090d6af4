/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   races KERNEL [OPTIONS]
 *
 * Kernels with and without data races; those with one tell so by their names.
 */
#include "pair.h"

static const char *source =
    "kernel void own(global int *a, global int *f) { a[get_global_id(0)] += 1; }\n"
    "kernel void neighbour_race(global int *a, global int *f) {\n"
    "  int i = get_global_id(0); a[i] = a[(i + 1) % get_global_size(0)]; }\n"
    "kernel void barriers(global int *a, global int *f) {\n"
    "  local int t[8]; int l = get_local_id(0); t[l] = a[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  a[get_global_id(0)] = t[7 - l]; }\n"
    "kernel void no_barrier_race(global int *a, global int *f) {\n"
    "  local int t[8]; int l = get_local_id(0); t[l] = a[get_global_id(0)];\n"
    "  a[get_global_id(0)] = t[7 - l]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "kernel void same_value(global int *a, global int *f) { f[0] = 1; }\n"
    "kernel void other_value_race(global int *a, global int *f) { f[0] = get_global_id(0); }\n"
    "#define NEW(place, value) (void)((place) == (value) || ((place) = (value)))\n"
    "kernel void if_new(global int *a, global int *f) { NEW(f[0], 1); NEW(((global uchar *)a)[5], 3); }\n"
    "kernel void if_new_race(global int *a, global int *f) { NEW(f[0], 1); if (get_group_id(0) == 1) f[0] = 0; }\n"
    "kernel void looks_first_race(global int *a, global int *f) { if (f[0] == 0) f[0] = 1; }\n"
    "kernel void counters(global int *a, global int *f) { atomic_inc(f); }\n"
    "kernel void mixed_race(global int *a, global int *f) { atomic_inc(f); a[get_global_id(0)] = f[0]; }\n"
    "#if __OPENCL_C_VERSION__ >= 300\n"
    "#define A(p) ((volatile global atomic_int *)(p))\n"
    "kernel void handed_on(global int *a, global int *f) {\n"
    "  if (get_local_id(0)) return;\n"
    "  if (get_group_id(0) == 0) { a[0] = 5; atomic_store_explicit(A(f), 1, memory_order_release, memory_scope_device); }\n"
    "  else if (get_group_id(0) == 1) {\n"
    "    while (!atomic_load_explicit(A(f), memory_order_acquire, memory_scope_device)); a[1] = a[0]; } }\n"
    "kernel void fenced(global int *a, global int *f) {\n"
    "  if (get_local_id(0)) return;\n"
    "  if (get_group_id(0) == 0) { a[0] = 5;\n"
    "    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);\n"
    "    atomic_store_explicit(A(f), 1, memory_order_relaxed, memory_scope_device); }\n"
    "  else if (get_group_id(0) == 1) {\n"
    "    while (!atomic_load_explicit(A(f), memory_order_relaxed, memory_scope_device));\n"
    "    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device); a[1] = a[0]; } }\n"
    "kernel void relaxed_race(global int *a, global int *f) {\n"
    "  if (get_local_id(0)) return;\n"
    "  if (get_group_id(0) == 0) { a[0] = 5; atomic_store_explicit(A(f), 1, memory_order_relaxed, memory_scope_device); }\n"
    "  else if (get_group_id(0) == 1) {\n"
    "    while (!atomic_load_explicit(A(f), memory_order_relaxed, memory_scope_device)); a[1] = a[0]; } }\n"
    "kernel void all_meet(global int *a, global int *f) {\n"
    "  a[get_global_id(0)] = 1; barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  if (get_local_id(0) == 0) {\n"
    "    atomic_fetch_add_explicit(A(f), 1, memory_order_acq_rel, memory_scope_device);\n"
    "    while (atomic_load_explicit(A(f), memory_order_acquire, memory_scope_device) < (int)get_num_groups(0)); }\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE); f[1 + get_global_id(0)] = a[get_global_size(0) - 1 - get_global_id(0)]; }\n"
    "kernel void meet_early_race(global int *a, global int *f) {\n"
    "  a[get_global_id(0)] = 1;\n"
    "  if (get_local_id(0) == 0) {\n"
    "    atomic_fetch_add_explicit(A(f), 1, memory_order_acq_rel, memory_scope_device);\n"
    "    while (atomic_load_explicit(A(f), memory_order_acquire, memory_scope_device) < (int)get_num_groups(0)); }\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE); f[1 + get_global_id(0)] = a[get_global_size(0) - 1 - get_global_id(0)]; }\n"
    "#endif\n";

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "own", *options = argc > 2 ? argv[2] : "-cl-std=CL3.0";
  pair p = open_pair(source, options, name);
  cl_int zero = 0;
  for (int i = 0; i < 2; ++i) {
    OK(clEnqueueFillBuffer(p.s.queue, p.buffers[1], &zero, sizeof zero, 0, 32 * sizeof zero, 0, NULL, NULL));
    launch_pair(p);
  }
  close_pair(p);
  return 0;
}
