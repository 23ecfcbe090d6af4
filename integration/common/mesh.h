// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangulations of points in a square: made on the CPU, refined on the device, checked. Kernels for them
// need double precision.

#ifndef INTEGRATION_COMMON_MESH_H
#define INTEGRATION_COMMON_MESH_H

#include "graph.h"
#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace meshes {

// Below 20.7 degrees refinement comes to an end (Ruppert).
const double limit_cos = std::cos(20.0 * 3.14159265358979323846 / 180.0);

const int border = -1, most_of_cavity = 32; // as in the kernels

struct Point {
  cl_double x, y;
};
struct Triangle {
  cl_int corner[3], neighbour[3];
};
enum State { Dead, Alive, Stuck };

inline double cross(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Positive where p lies in the circle through a, b and c, in relation to the size.
inline double inCircle(Point a, Point b, Point c, Point p) {
  double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x, cy = c.y - p.y;
  double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  double value = aa * (bx * cy - by * cx) - bb * (ax * cy - ay * cx) + cc * (ax * by - ay * bx);
  double largest = std::max(aa, std::max(bb, cc));
  return value / (largest * largest);
}

inline double smallestAngleCos(Point a, Point b, Point c) {
  double x = std::hypot(b.x - a.x, b.y - a.y), y = std::hypot(c.x - b.x, c.y - b.y),
         z = std::hypot(a.x - c.x, a.y - c.y);
  if (x > y)
    std::swap(x, y);
  if (x > z)
    std::swap(x, z);
  return (y * y + z * z - x * x) / (2 * y * z);
}

/// A triangulated square, and insertion of a point after Bowyer and Watson.
struct Mesh {
  std::vector<Point> points{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::vector<Triangle> triangles{{{0, 1, 2}, {border, border, 1}}, {{0, 2, 3}, {0, border, border}}};
  std::vector<cl_int> state{Alive, Alive};

  const Point &corner(int t, int e) const { return points[triangles[t].corner[e % 3]]; }

  /// The triangle that holds p, by a walk that begins at the newest one.
  int find(Point p) const {
    int t = (int)triangles.size() - 1;
    for (bool moved = true; moved;) {
      moved = false;
      for (int e = 0; e < 3 && !moved; e++)
        if (triangles[t].neighbour[e] != border && cross(corner(t, e), corner(t, e + 1), p) < 0) {
          t = triangles[t].neighbour[e];
          moved = true;
        }
    }
    return t;
  }

  /// A mesh of more points, in the order of narrow strips, so that the walk to the
  /// next one is short.
  void insertAll(std::vector<Point> more) {
    const int strips = std::max(1, (int)std::sqrt(more.size() / 2.0));
    std::sort(more.begin(), more.end(), [strips](const Point &a, const Point &b) {
      const int i = (int)(a.y * strips), k = (int)(b.y * strips);
      return i != k ? i < k : i % 2 ? a.x > b.x : a.x < b.x;
    });
    for (const Point &p : more)
      insert(p);
    compact();
  }

  void insert(Point p) {
    std::vector<int> cavity{find(p)};
    auto inside = [&cavity](int t) { return std::find(cavity.begin(), cavity.end(), t) != cavity.end(); };
    for (size_t i = 0; i < cavity.size(); i++)
      for (int next : triangles[cavity[i]].neighbour)
        if (next != border && !inside(next) &&
            inCircle(corner(next, 0), corner(next, 1), corner(next, 2), p) > 0)
          cavity.push_back(next);
    const int first = (int)triangles.size(), number = (int)points.size();
    points.push_back(p);
    for (int c : cavity)
      for (int e = 0; e < 3; e++) {
        int outside = triangles[c].neighbour[e];
        if (inside(outside))
          continue;
        int from = triangles[c].corner[e], to = triangles[c].corner[(e + 1) % 3];
        if (outside == border && cross(points[from], points[to], p) == 0) // p halves a side
          continue;
        for (int k = 0; outside != border && k < 3; k++)
          if (triangles[outside].neighbour[k] == c && triangles[outside].corner[k] == to)
            triangles[outside].neighbour[k] = (int)triangles.size();
        triangles.push_back({{from, to, number}, {outside, border, border}});
        state.push_back(Alive);
      }
    for (int c : cavity)
      state[c] = Dead;
    for (size_t i = first; i < triangles.size(); i++)
      for (size_t k = first; k < triangles.size(); k++) {
        if (triangles[k].corner[0] == triangles[i].corner[1])
          triangles[i].neighbour[1] = (int)k;
        if (triangles[k].corner[1] == triangles[i].corner[0])
          triangles[i].neighbour[2] = (int)k;
      }
  }

  /// The volume below the mesh when its points are raised to a paraboloid. Of all
  /// triangulations of the same points that of Delaunay has the least.
  double lifted() const {
    double sum = 0;
    for (int t = 0; t < (int)triangles.size(); t++) {
      if (state[t] == Dead)
        continue;
      double height = 0;
      for (int e = 0; e < 3; e++)
        height += corner(t, e).x * corner(t, e).x + corner(t, e).y * corner(t, e).y;
      sum += cross(corner(t, 0), corner(t, 1), corner(t, 2)) / 2 * height / 3;
    }
    return sum;
  }

  /// Without the triangles that are gone.
  void compact() {
    std::vector<int> name(triangles.size(), border);
    std::vector<Triangle> kept;
    for (size_t t = 0; t < triangles.size(); t++)
      if (state[t] != Dead) {
        name[t] = (int)kept.size();
        kept.push_back(triangles[t]);
      }
    for (Triangle &t : kept)
      for (cl_int &next : t.neighbour)
        next = next == border ? border : name[next];
    triangles = kept;
    state.assign(kept.size(), Alive);
  }

  bool bad(int t) const {
    return smallestAngleCos(corner(t, 0), corner(t, 1), corner(t, 2)) > limit_cos * (1 + 1e-9);
  }

  /// A Delaunay mesh of the square: all triangles counter-clockwise, neighbours of
  /// each other, open only at the square's sides, together as large as it, and no
  /// corner of a neighbour within a circle.
  bool isDelaunay() const {
    double area = 0;
    for (int t = 0; t < (int)triangles.size(); t++) {
      if (state[t] == Dead)
        continue;
      const double own = cross(corner(t, 0), corner(t, 1), corner(t, 2)) / 2;
      if (!(own > 0))
        return false;
      area += own;
      for (int e = 0; e < 3; e++) {
        const Point a = corner(t, e), b = corner(t, e + 1);
        const int next = triangles[t].neighbour[e];
        if (next == border) {
          const bool side = (a.x == b.x && (a.x == 0 || a.x == 1)) || (a.y == b.y && (a.y == 0 || a.y == 1));
          if (!side)
            return false;
          continue;
        }
        if (next < 0 || next >= (int)triangles.size() || state[next] == Dead)
          return false;
        int back = 0;
        while (back < 3 && triangles[next].neighbour[back] != t)
          back++;
        if (back == 3 || triangles[next].corner[back] != triangles[t].corner[(e + 1) % 3] ||
            triangles[next].corner[(back + 1) % 3] != triangles[t].corner[e])
          return false;
        if (inCircle(corner(t, 0), corner(t, 1), corner(t, 2), corner(next, back + 2)) > 1e-9)
          return false;
      }
    }
    return std::fabs(area - 1) < 1e-9;
  }
};

/// The number of points that were asked for; the program ends where that is none.
inline long pointsAsked(app::Options &options) {
  if (options.graph == "grid:100x100")
    options.graph = "points:2000";
  long n = -1, none = -1;
  if (options.graph.compare(0, 7, "points:") == 0 && graphs::parseSize(options.graph.substr(7), n, none) && n >= 1 &&
      n <= 4000000 && none < 0)
    return n;
  fprintf(stderr, "bad input '%s': points:N with N in 1..4000000\n", options.graph.c_str());
  std::exit(2);
}

/// 0, or the exit code of a program that has no device: 77 where it lacks double precision.
inline int openDouble(app::Setup &setup, const app::Options &options, const char *program, const char *name,
                      const char *self) {
  std::string source;
  if (!app::loadSource(options.kernelFile, name, self, &source))
    return 2;
  cl_device_fp_config doubles = 0;
  if (app::pickDevice(options.device, &setup.platform, &setup.device))
    clGetDeviceInfo(setup.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, nullptr);
  if (setup.device && !doubles) {
    printf("%s: skipped: %s has no double precision\n", program, app::deviceName(setup.device).c_str());
    return 77;
  }
  return setup.open(options.device, source, "") ? 0 : 2;
}

/// The square with \p n random points.
inline Mesh randomMesh(long n, unsigned long long seed) {
  graphs::Random random(seed);
  std::vector<Point> scattered(n);
  for (Point &p : scattered)
    p = {0.001 + 0.998 * random.uniform(), 0.001 + 0.998 * random.uniform()};
  Mesh made;
  made.insertAll(scattered);
  return made;
}

inline app::Report report(const char *program, const app::Setup &setup, const Mesh &start) {
  app::Report made;
  made.program = program;
  made.device = app::deviceName(setup.device);
  made.vertices = (int)start.points.size();
  made.arcs = (int)start.triangles.size();
  made.resultName = "bad triangles";
  return made;
}

/// Fills in what is to say of the mesh that refinement has made of \p start. The order in which
/// cavities win differs from run to run, and with it the mesh, but it is the triangulation of its
/// points, made here once more.
inline void judge(app::Report &report, const Mesh &start, const Mesh &mesh) {
  report.valid = start.isDelaunay() && mesh.isDelaunay();
  for (size_t i = 0; i < start.points.size(); i++)
    report.valid = report.valid && mesh.points[i].x == start.points[i].x && mesh.points[i].y == start.points[i].y;
  for (int t = 0; t < (int)mesh.triangles.size(); t++)
    report.result += mesh.state[t] == Stuck || (mesh.state[t] == Alive && mesh.bad(t));
  report.valid = report.valid && report.result == 0;
  Mesh again;
  again.insertAll(std::vector<Point>(mesh.points.begin() + 4, mesh.points.end()));
  report.matches = std::fabs(again.lifted() - mesh.lifted()) < 1e-12 && again.isDelaunay();
}

} // namespace meshes

#endif // INTEGRATION_COMMON_MESH_H
