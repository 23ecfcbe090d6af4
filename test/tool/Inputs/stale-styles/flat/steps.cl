__kernel void bump(__global float *v) { v[get_global_id(0)] += 1.0f; }
