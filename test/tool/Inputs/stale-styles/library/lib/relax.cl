kernel void smooth(global int *cells) { cells[get_global_id(0)] /= 2; }
