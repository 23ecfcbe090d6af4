#define STEP(x) out[v] += x; out[v] += 77
#define BUMP out[v] += 7;
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define CLOSE_ELSE } else
typedef int val;
typedef struct { enum { FEW = 2, SOME = 4 } kind; } sort;

__kernel void ends(__global const int *row, __global const sort *sorts, __global int *out, int round) {
  int v = get_global_id(0);
  if (v % 3)
    for (int e = 0; e < row[v] % 4; e++) STEP(e);
  if (v % 5)
    for (int e = 0; e < row[v] % 3; e++) BUMP
  for (int e = 0; e < row[v] % 6; e++) out[v] = LARGER(out[v], e + round);
  if (v % 2)
    for (int e = 0; e < row[v] % 7; e++) {
      out[v] += e;
    CLOSE_ELSE out[v] += 5;
  for (int e = 0; e < sorts[v].kind; e++)
    out[v] += e;
  int val = v;
  for (int e = 0; e < row[val] % 9; e++)
    out[v]++;
}

__kernel void declares(__global const int *row, __global int *out, int round) {
  int v = get_global_id(0);
  long x = v;
  enum { A = 30 };
  for (char x = 0, e = 0; e < row[sizeof(x)] % 5; e++)
    out[v] += x + round;
  for (enum { A = 3 } e = A; e < row[A + 5]; e++)
    out[v] += x;
}

__kernel void inner(__global int *row, __global int *out, int round) {
  int v = get_global_id(0);
  for (int e = 0; e < row[v] && e < 100; e++)
    out[v]--;
}

__kernel void outer(__global int *row, __global int *out, int round) {
  inner(out, out, round);
  inner(row, out, round);
}

__kernel void aliased(__global const int *row, __global int *out, int round) {
  for (int e = 0; e < row[0] % 50; e++)
    atomic_add(&out[1], round);
}
