__kernel void unfinished(__global int *a) {
  a[get_global_id(0)] += MISSING;
}
