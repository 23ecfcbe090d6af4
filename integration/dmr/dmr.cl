// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refinement of a Delaunay mesh: a triangle with too small an angle gets a new
// point at the centre of its circumscribed circle, or halfway along the border of
// the domain where that is too close. All triangles whose circles hold the new
// point, the cavity, make room for triangles around it. Cavities that touch each
// other are told apart by claims; the larger priority wins.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CAVITY 32 // most triangles of one
#define DEAD 0
#define ALIVE 1
#define STUCK 2 // cannot be refined
#define BORDER (-1)
#define NOBODY 0u

// Counters.
#define BAD 0
#define TRIANGLES 1
#define POINTS 2

// Corners counter-clockwise; neighbour e lies across the edge from corner e to
// the next one.
typedef struct {
  int corner[3];
  int neighbour[3];
} triangle;

double cross_of(double2 a, double2 b, double2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double length2(double2 a, double2 b) {
  double2 d = b - a;
  return d.x * d.x + d.y * d.y;
}

bool in_circle(__global const double2 *points, triangle t, double2 p) {
  double2 a = points[t.corner[0]] - p, b = points[t.corner[1]] - p, c = points[t.corner[2]] - p;
  double aa = a.x * a.x + a.y * a.y, bb = b.x * b.x + b.y * b.y, cc = c.x * c.x + c.y * c.y;
  return aa * (b.x * c.y - b.y * c.x) - bb * (a.x * c.y - a.y * c.x) + cc * (a.x * b.y - a.y * b.x) > 0.0;
}

double2 circle_center(double2 a, double2 b, double2 c) {
  double2 ab = b - a, ac = c - a;
  double area = 2.0 * (ab.x * ac.y - ab.y * ac.x);
  double bb = ab.x * ab.x + ab.y * ab.y, cc = ac.x * ac.x + ac.y * ac.y;
  return a + (double2)(ac.y * bb - ab.y * cc, ab.x * cc - ac.x * bb) / area;
}

// The smallest angle lies opposite the shortest side.
bool is_bad(double2 a, double2 b, double2 c, double most_cos2) {
  double x = length2(a, b), y = length2(b, c), z = length2(c, a);
  double least = min(x, min(y, z));
  double cosine = x + y + z - 2.0 * least;
  return cosine * cosine > most_cos2 * 4.0 * (x * y * z / least);
}

// Different for all triangles, in no order of theirs: else long chains of cavities
// would wait for each other.
uint priority(int t) { return (uint)(t + 1) * 2654435761u; }

// Lists the bad triangles, takes back all claims.
__kernel void classify(__global const double2 *points, __global const triangle *triangles,
                       __global const int *state, __global uint *owner, __global int *bad,
                       __global int *counters, double most_cos2, int batch, int count) {
  int t = get_global_id(0);
  if (t >= count)
    return;
  owner[t] = NOBODY;
  if (state[t] != ALIVE)
    return;
  triangle own = triangles[t];
  if (is_bad(points[own.corner[0]], points[own.corner[1]], points[own.corner[2]], most_cos2)) {
    int at = atomic_inc(&counters[BAD]);
    if (at < batch)
      bad[at] = t;
  }
}

// Finds the cavity of each bad triangle and claims it with what surrounds it.
__kernel void claim(__global const double2 *points, __global const triangle *triangles,
                    __global int *state, __global uint *owner, __global const int *bad,
                    __global int *cavities, __global int *sizes, __global double2 *centers,
                    __global int2 *splits, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  int t = bad[i];
  triangle own = triangles[t];
  double2 center = circle_center(points[own.corner[0]], points[own.corner[1]], points[own.corner[2]]);
  int list[CAVITY];
  int size = 1, good = 1;
  int2 split = (int2)(BORDER, BORDER); // triangle and edge of the border that is halved
  list[0] = t;
  for (int at = 0; at < size && good; at++) {
    triangle it = triangles[list[at]];
    for (int e = 0; e < 3 && good; e++) {
      int next = it.neighbour[e];
      if (next == BORDER) {
        double2 a = points[it.corner[e]], b = points[it.corner[(e + 1) % 3]];
        double2 to_a = a - center, to_b = b - center;
        bool close = to_a.x * to_b.x + to_a.y * to_b.y <= 0.0 || cross_of(a, b, center) <= 0.0;
        if (split.x == BORDER && close) { // begin again from there
          split = (int2)(list[at], e);
          center = (a + b) * 0.5;
          list[0] = list[at];
          size = 1;
          at = -1;
          break;
        }
        continue;
      }
      bool known = false;
      for (int k = 0; k < size; k++)
        known = known || list[k] == next;
      if (!known && in_circle(points, triangles[next], center)) {
        if (size == CAVITY)
          good = 0;
        else
          list[size++] = next;
      }
    }
  }
  // What will surround the new point must do so counter-clockwise.
  for (int at = 0; at < size && good; at++) {
    triangle it = triangles[list[at]];
    for (int e = 0; e < 3; e++) {
      int next = it.neighbour[e];
      bool inside = list[at] == split.x && e == split.y;
      for (int k = 0; k < size; k++)
        inside = inside || list[k] == next;
      if (!inside && !(cross_of(points[it.corner[e]], points[it.corner[(e + 1) % 3]], center) > 0.0))
        good = 0;
    }
  }
  sizes[i] = good ? size : 0;
  if (!good) {
    state[t] = STUCK;
    return;
  }
  centers[i] = center;
  splits[i] = split;
  uint mine = priority(t);
  for (int at = 0; at < size; at++) {
    cavities[i * CAVITY + at] = list[at];
    atomic_max(&owner[list[at]], mine);
    for (int e = 0; e < 3; e++) {
      int next = triangles[list[at]].neighbour[e];
      if (next != BORDER)
        atomic_max(&owner[next], mine);
    }
  }
}

// Who kept all claims may refine: sizes of the others become 0.
__kernel void confirm(__global const triangle *triangles, __global const uint *owner,
                      __global const int *bad, __global const int *cavities,
                      __global int *sizes, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  int size = sizes[i];
  uint claimed = priority(bad[i]);
  for (int at = 0; at < size; at++) {
    int c = cavities[i * CAVITY + at];
    bool kept = owner[c] == claimed;
    for (int e = 0; e < 3; e++) {
      int next = triangles[c].neighbour[e];
      kept = kept && (next == BORDER || owner[next] == claimed);
    }
    if (!kept) {
      sizes[i] = 0;
      return;
    }
  }
}

// Replaces the cavity by triangles around the new point.
__kernel void refine(__global double2 *points, __global triangle *triangles, __global int *state,
                     __global const int *cavities, __global const int *sizes,
                     __global const double2 *centers, __global const int2 *splits,
                     __global int *counters, int count) {
  int i = get_global_id(0);
  if (i >= count || sizes[i] == 0)
    return;
  int size = sizes[i];
  int2 split = splits[i];
  __global const int *list = cavities + i * CAVITY;
  int from[CAVITY + 2], to[CAVITY + 2], outside[CAVITY + 2];
  int rim = 0;
  for (int at = 0; at < size; at++) {
    triangle it = triangles[list[at]];
    for (int e = 0; e < 3; e++) {
      int next = it.neighbour[e];
      bool inside = list[at] == split.x && e == split.y;
      for (int k = 0; k < size; k++)
        inside = inside || list[k] == next;
      if (!inside && rim < CAVITY + 2) {
        from[rim] = it.corner[e];
        to[rim] = it.corner[(e + 1) % 3];
        outside[rim] = next;
        rim++;
      }
    }
  }
  for (int at = 0; at < size; at++)
    state[list[at]] = DEAD;
  int p = atomic_inc(&counters[POINTS]);
  int first = atomic_add(&counters[TRIANGLES], rim);
  points[p] = centers[i];
  for (int r = 0; r < rim; r++) {
    triangle made;
    made.corner[0] = from[r];
    made.corner[1] = to[r];
    made.corner[2] = p;
    made.neighbour[0] = outside[r];
    made.neighbour[1] = BORDER;
    made.neighbour[2] = BORDER;
    for (int k = 0; k < rim; k++) {
      if (from[k] == to[r])
        made.neighbour[1] = first + k;
      if (to[k] == from[r])
        made.neighbour[2] = first + k;
    }
    triangles[first + r] = made;
    state[first + r] = ALIVE;
    if (outside[r] != BORDER)
      for (int e = 0; e < 3; e++)
        if (triangles[outside[r]].corner[e] == to[r] &&
            triangles[outside[r]].corner[(e + 1) % 3] == from[r])
          triangles[outside[r]].neighbour[e] = first + r;
  }
}
