typedef struct { char c; long l; short s; int i; uchar last; } gappy;

__kernel void keep(__global gappy *all, gappy one) {
  size_t i = get_global_id(0);
  gappy own = one;
  own.i += (int)i;
  all[i] = own;
}
