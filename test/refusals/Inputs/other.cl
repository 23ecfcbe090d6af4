__kernel void other(__global int *data) { data[get_global_id(0)] *= 2; }
