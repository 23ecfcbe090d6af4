// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refinement of a Delaunay mesh as one kernel. In each round the bad triangles are listed, each claims
// its cavity (all triangles whose circles hold its new point) with what surrounds it, and who kept all
// claims puts triangles around the new point in place of the cavity; the larger priority wins. What one
// group writes and another reads is volatile or atomic.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CAVITY 32 // most triangles of one
#define DEAD 0
#define ALIVE 1
#define STUCK 2 // cannot be refined
#define BORDER (-1)
#define NOBODY 0u

// How many there are.
#define TRIANGLES 0
#define POINTS 1

// What came of it.
#define ROUNDS 0
#define FULL 1

// Corners counter-clockwise; neighbour e lies across the edge from corner e to
// the next one.
typedef struct {
  int corner[3];
  int neighbour[3];
} triangle;

// The counter only grows: who comes waits until it is the next multiple of the number of groups.
void all_groups(volatile __global int *come) {
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    const int groups = get_num_groups(0);
    const int before = atomic_add(come, 1);
    const int goal = (before / groups + 1) * groups;
    while (atomic_or(come, 0) < goal)
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}

triangle get(volatile __global const triangle *from) {
  triangle t;
  for (int e = 0; e < 3; e++) {
    t.corner[e] = from->corner[e];
    t.neighbour[e] = from->neighbour[e];
  }
  return t;
}

void put(volatile __global triangle *to, triangle t) {
  for (int e = 0; e < 3; e++) {
    to->corner[e] = t.corner[e];
    to->neighbour[e] = t.neighbour[e];
  }
}

double cross_of(double2 a, double2 b, double2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double length2(double2 a, double2 b) {
  double2 d = b - a;
  return d.x * d.x + d.y * d.y;
}

bool in_circle(volatile __global const double2 *points, triangle t, double2 p) {
  double2 a = points[t.corner[0]] - p, b = points[t.corner[1]] - p, c = points[t.corner[2]] - p;
  double aa = a.x * a.x + a.y * a.y, bb = b.x * b.x + b.y * b.y, cc = c.x * c.x + c.y * c.y;
  return aa * (b.x * c.y - b.y * c.x) - bb * (a.x * c.y - a.y * c.x) + cc * (a.x * b.y - a.y * b.x) > 0.0;
}

double2 circle_center(volatile __global const double2 *points, triangle t) {
  double2 a = points[t.corner[0]], ab = points[t.corner[1]] - a, ac = points[t.corner[2]] - a;
  double area = 2.0 * (ab.x * ac.y - ab.y * ac.x);
  double bb = ab.x * ab.x + ab.y * ab.y, cc = ac.x * ac.x + ac.y * ac.y;
  return a + (double2)(ac.y * bb - ab.y * cc, ab.x * cc - ac.x * bb) / area;
}

// The smallest angle lies opposite the shortest side.
bool is_bad(volatile __global const double2 *points, triangle t, double most_cos2) {
  double2 a = points[t.corner[0]], b = points[t.corner[1]], c = points[t.corner[2]];
  double x = length2(a, b), y = length2(b, c), z = length2(c, a);
  double least = min(x, min(y, z));
  double cosine = x + y + z - 2.0 * least;
  return cosine * cosine > most_cos2 * 4.0 * (x * y * z / least);
}

// Different for all triangles, in no order of theirs: else long chains of cavities
// would wait for each other.
uint priority(int t) { return (uint)(t + 1) * 2654435761u; }

bool listed(const int *list, int size, int t) {
  for (int k = 0; k < size; k++)
    if (list[k] == t)
      return true;
  return false;
}

// The cavity of t's new point, which lies at the centre of its circle, or halfway along the border
// (edge split.y of triangle split.x) where that is too close. Its size, 0 where t cannot be refined.
int find_cavity(volatile __global const double2 *points, volatile __global const triangle *triangles, int t,
                int *list, double2 *new_point, int2 *split) {
  double2 center = circle_center(points, get(triangles + t));
  int size = 1;
  *split = (int2)(BORDER, BORDER);
  list[0] = t;
  for (int at = 0; at < size; at++) {
    triangle it = get(triangles + list[at]);
    for (int e = 0; e < 3; e++) {
      int next = it.neighbour[e];
      if (next == BORDER) {
        double2 a = points[it.corner[e]], b = points[it.corner[(e + 1) % 3]];
        double2 to_a = a - center, to_b = b - center;
        bool close = to_a.x * to_b.x + to_a.y * to_b.y <= 0.0 || cross_of(a, b, center) <= 0.0;
        if (split->x == BORDER && close) { // begin again from there
          *split = (int2)(list[at], e);
          center = (a + b) * 0.5;
          list[0] = list[at];
          size = 1;
          at = -1;
          break;
        }
      } else if (!listed(list, size, next) && in_circle(points, get(triangles + next), center)) {
        if (size == CAVITY)
          return 0;
        list[size++] = next;
      }
    }
  }
  // What will surround the new point must do so counter-clockwise.
  for (int at = 0; at < size; at++) {
    triangle it = get(triangles + list[at]);
    for (int e = 0; e < 3; e++) {
      bool inside = (list[at] == split->x && e == split->y) || listed(list, size, it.neighbour[e]);
      if (!inside && !(cross_of(points[it.corner[e]], points[it.corner[(e + 1) % 3]], center) > 0.0))
        return 0;
    }
  }
  *new_point = center;
  return size;
}

void claim(volatile __global const triangle *triangles, volatile __global uint *owner, const int *list, int size,
           uint mine) {
  for (int at = 0; at < size; at++) {
    atomic_max(&owner[list[at]], mine);
    for (int e = 0; e < 3; e++) {
      int next = triangles[list[at]].neighbour[e];
      if (next != BORDER)
        atomic_max(&owner[next], mine);
    }
  }
}

bool kept(volatile __global const triangle *triangles, volatile __global const uint *owner,
          __global const int *list, int size, uint mine) {
  for (int at = 0; at < size; at++) {
    if (owner[list[at]] != mine)
      return false;
    for (int e = 0; e < 3; e++) {
      int next = triangles[list[at]].neighbour[e];
      if (next != BORDER && owner[next] != mine)
        return false;
    }
  }
  return true;
}

// Replaces the cavity by triangles around point p.
void fill_cavity(volatile __global triangle *triangles, volatile __global int *state,
                 volatile __global int *made, __global const int *cavity, int size, int2 split, int p) {
  int list[CAVITY], from[CAVITY + 2], to[CAVITY + 2], outside[CAVITY + 2];
  int rim = 0;
  for (int at = 0; at < size; at++)
    list[at] = cavity[at];
  for (int at = 0; at < size; at++) {
    triangle it = get(triangles + list[at]);
    for (int e = 0; e < 3; e++) {
      bool inside = (list[at] == split.x && e == split.y) || listed(list, size, it.neighbour[e]);
      if (!inside && rim < CAVITY + 2) {
        from[rim] = it.corner[e];
        to[rim] = it.corner[(e + 1) % 3];
        outside[rim] = it.neighbour[e];
        rim++;
      }
    }
    state[list[at]] = DEAD;
  }
  const int first = atomic_add(&made[TRIANGLES], rim);
  for (int r = 0; r < rim; r++) {
    triangle one;
    one.corner[0] = from[r];
    one.corner[1] = to[r];
    one.corner[2] = p;
    one.neighbour[0] = outside[r];
    one.neighbour[1] = BORDER;
    one.neighbour[2] = BORDER;
    for (int k = 0; k < rim; k++) {
      if (from[k] == to[r])
        one.neighbour[1] = first + k;
      if (to[k] == from[r])
        one.neighbour[2] = first + k;
    }
    put(triangles + first + r, one);
    state[first + r] = ALIVE;
    if (outside[r] != BORDER) {
      triangle beside = get(triangles + outside[r]);
      for (int e = 0; e < 3; e++)
        if (beside.corner[e] == to[r] && beside.corner[(e + 1) % 3] == from[r])
          triangles[outside[r]].neighbour[e] = first + r;
    }
  }
}

// A round takes up to `batch` of the bad triangles. Nobody but the work-item that works on the i-th of
// them looks at cavities, sizes, centers and splits of i.
__kernel void refine(volatile __global double2 *points, volatile __global triangle *triangles,
                     volatile __global int *state, volatile __global uint *owner, volatile __global int *bad,
                     __global int *cavities, __global int *sizes, __global double2 *centers, __global int2 *splits,
                     volatile __global int *made, volatile __global int *bad_count, __global int *outcome,
                     volatile __global int *come, double most_cos2, int batch, int room, int point_room) {
  for (int round = 0;; round++) {
    const int count = made[TRIANGLES];
    for (int t = get_global_id(0); t < count; t += get_global_size(0)) {
      owner[t] = NOBODY;
      if (state[t] == ALIVE && is_bad(points, get(triangles + t), most_cos2)) {
        const int at = atomic_inc(bad_count);
        if (at < batch)
          bad[at] = t;
      }
    }
    all_groups(come);

    const int work = min(*bad_count, batch);
    const int full = made[TRIANGLES] + work * (CAVITY + 2) > room || made[POINTS] + work > point_room;
    if (work == 0 || full) {
      outcome[ROUNDS] = round;
      outcome[FULL] = full;
      break;
    }
    for (int i = get_global_id(0); i < work; i += get_global_size(0)) {
      int list[CAVITY];
      double2 center;
      int2 split;
      const int t = bad[i], size = find_cavity(points, triangles, t, list, &center, &split);
      sizes[i] = size;
      if (size == 0) {
        state[t] = STUCK;
        continue;
      }
      for (int at = 0; at < size; at++)
        cavities[i * CAVITY + at] = list[at];
      centers[i] = center;
      splits[i] = split;
      claim(triangles, owner, list, size, priority(t));
    }
    all_groups(come);

    for (int i = get_global_id(0); i < work; i += get_global_size(0))
      if (!kept(triangles, owner, cavities + i * CAVITY, sizes[i], priority(bad[i])))
        sizes[i] = 0;
    if (get_global_id(0) == 0)
      *bad_count = 0;
    all_groups(come);

    for (int i = get_global_id(0); i < work; i += get_global_size(0)) {
      if (sizes[i] == 0)
        continue;
      const int p = atomic_inc(&made[POINTS]);
      points[p] = centers[i];
      fill_cavity(triangles, state, made, cavities + i * CAVITY, sizes[i], splits[i], p);
    }
    all_groups(come);
  }
}
