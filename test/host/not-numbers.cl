__kernel void half_it(__global float *a) { a[get_global_id(0)] *= 0.5f; }
