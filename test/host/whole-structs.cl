typedef struct {
  int mode, round;
  float weight[100];
  short small;
  struct {
    int stop;
    uchar tag[40];
  } last;
} settings_t;

__kernel void use(__global int *data, __global const settings_t *s) {
  size_t i = get_global_id(0);
  data[i] += s->mode * 100 + s->round * 10 + (int)s->weight[i & 3] + s->small + s->last.tag[1] - s->last.stop;
}

__kernel void change(__global settings_t *s) {
  if (get_global_id(0) == 0) {
    s->round += 3;
    if (s->round > 63)
      s->last.stop = s->round;
  }
}
