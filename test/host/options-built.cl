// Three numbers and a type are given by build options.
__kernel void grow(__global TYPE *a, int by) {
  size_t i = get_global_id(0);
  if (i < ITEMS)
    a[i] += (TYPE)(by * FACTOR + SHIFT);
}
