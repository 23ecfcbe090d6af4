typedef struct {
  uchar kind, tint[3];
  int at;
  short low, high;
} coarse; // has members where the host has none

typedef struct {
  uchar kind;
  int at;
  short low;
} fine;

__kernel void paint(__global int *cells, coarse c) {
  size_t i = get_global_id(0);
  cells[i] = cells[i] * 3 + c.kind + c.tint[0] + 2 * c.tint[1] + 5 * c.tint[2] + c.at + c.low - c.high;
}

__kernel void trace(__global int *cells, fine f) {
  cells[get_global_id(0)] ^= f.kind + f.at * f.low;
}

__kernel void echo(__global int *cells, __global int *copy) {
  size_t i = get_global_id(0);
  if (copy)
    copy[i] += cells[i];
  else
    cells[i] -= 1;
}
