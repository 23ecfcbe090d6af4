// Levels of a graph by relaxing all arcs until nothing changes.
__kernel void relax(__global const int *row, __global const int *col, __global int *level, __global int *changed,
                    int n) {
  int v = get_global_id(0);
  if (v >= n || level[v] == 0x3fffffff)
    return;
  for (int e = row[v]; e < row[v + 1]; e++)
    if (atomic_min(&level[col[e]], level[v] + 1) > level[v] + 1)
      *changed = 1;
}
