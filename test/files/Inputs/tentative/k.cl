__kernel void k(__global int *data, int v) { data[get_global_id(0)] += v + (int)(get_global_id(0) & 1); }
