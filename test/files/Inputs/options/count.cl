#ifndef LIMIT
#error "LIMIT is asked for"
#endif
__kernel void count(__global const int *cells, __global int *over) {
  if (cells[get_global_id(0)] > LIMIT)
    atomic_inc(over);
}
