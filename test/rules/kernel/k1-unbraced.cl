#define LF CLK_LOCAL_MEM_FENCE
#define MEET barrier(LF);
#define SHARE(k) { t[l] = v; barrier(LF); v += t[(l + (k)) & 15]; barrier(LF); }
#define SHARE_IF(c, k) if (c) SHARE(k)
#define OTHERWISE else

__kernel void chain(__global int *a, int n, int m) {
  __local int t[16];
  int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0), v = a[i];
  if (g == 1) v++;
  else if (g == 2) { t[l] = v; barrier(LF); v += t[(l + 1) & 15]; }
  if (l & 2) v += 5; else v ^= 3;
  a[i] = a[i] * 7 + v;
}

__kernel void mixed(__global int *a, int n, int m) {
  __local int t[16];
  int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0), v = a[i];
  if (n & 1) SHARE_IF(g, 3) OTHERWISE if (n & 2) MEET /* or */ else // not
    here: if (m > 1) v += 4; else v -= 2;
  if (l & 4) v += 2;
  a[i] = a[i] * 7 + v;
}

__kernel void loops(__global int *a, int n, int m) {
  __local int t[16];
  int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0), v = a[i];
  for (int k = 0; k < m; k++) if (k == 1) continue; else if (g) { t[l] = v; barrier(LF); v += t[15 - l]; barrier(LF); }
  if (l < 5) v++;
  do if (v < 0) v = l; while (0);
  a[i] = a[i] * 7 + v;
}

__kernel void cases(__global int *a, int n, int m) {
  int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0), v = a[i];
  switch (g) {
  case 0: if (n & 1) v += 2; else MEET
  case 1: here: v++;
    break;
  case 2: case 5:
    v += 7;
  default: barrier(LF);
  }
  if (l & 1) v++;
  switch (n & 1) case 0: if (m) barrier(LF);
  if (l & 2) v++;
  a[i] = a[i] * 7 + v;
}
