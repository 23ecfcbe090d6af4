/* Right as one work-group only: what each item reads behind the barrier, any other wrote. */
__kernel void around(__global int *a, __global int *b, int by) {
  size_t w = get_global_size(0), h = get_global_size(1), n = w * h * get_global_size(2);
  size_t i = (get_global_id(2) * h + get_global_id(1)) * w + get_global_id(0);
  b[i] = a[i] + a[(i + 1) % n];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = b[(i + n - by) % n] % 1000 + (int)(get_num_groups(0) + get_num_groups(1) + get_num_groups(2));
}
