// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every query, in one to three dimensions, as data.
void note(__global ulong *to, size_t a, size_t b, size_t c) { *to = *to * 31 + a * 10007 + b * 101 + c; }
__kernel void three(__global ulong *log, uint d) {
  size_t at = (get_global_id(2) - get_global_offset(2)) * get_global_size(1) * get_global_size(0) +
              (get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  __global ulong *to = log + at;
  note(to, get_global_id(d % 4), get_global_size(d), get_global_offset(d));
  note(to, get_local_id(d % 4), get_local_size(d), get_group_id(d));
  note(to, get_num_groups(d), get_work_dim(), get_global_id(7)); // beyond the dimensions: defined values
}
__kernel void stride(__global ulong *log, int n, __global ulong *shape) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    log[i] += i ^ get_work_dim();
  if (get_global_id(0) == 0)
    shape[0] = shape[0] * 7 + get_num_groups(0) * get_local_size(0) - get_global_size(0);
}
__kernel void blocks(__global ulong *log, int n) { // one part per group, whatever its size
  int part = (n + get_num_groups(0) - 1) / get_num_groups(0);
  int first = get_group_id(0) * part, last = min(first + part, n);
  for (int i = first + get_local_id(0); i < last; i += get_local_size(0))
    log[i] = log[i] * 3 + 1;
}
