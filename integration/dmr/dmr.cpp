// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refinement of a Delaunay mesh with OpenCL: random points in a square are
// triangulated on the CPU, then rounds of four kernels remove all angles below a
// limit. Needs double precision; exit code 77 on devices without.

#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

const int cavity_room = 32, batch = 16384, border = -1;
// Below 20.7 degrees refinement comes to an end (Ruppert).
const double limit_cos = std::cos(20.0 * 3.14159265358979323846 / 180.0);

struct Point {
  cl_double x, y;
};
struct Triangle {
  cl_int corner[3], neighbour[3];
};
enum State { Dead, Alive, Stuck };

double cross(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Positive where p lies in the circle through a, b and c, in relation to the size.
double inCircle(Point a, Point b, Point c, Point p) {
  double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x, cy = c.y - p.y;
  double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  double value = aa * (bx * cy - by * cx) - bb * (ax * cy - ay * cx) + cc * (ax * by - ay * bx);
  double largest = std::max(aa, std::max(bb, cc));
  return value / (largest * largest);
}

double smallestAngleCos(Point a, Point b, Point c) {
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

void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
}

struct Release {
  void operator()(cl_mem mem) const { clReleaseMemObject(mem); }
  void operator()(cl_kernel kernel) const { clReleaseKernel(kernel); }
};
using Buffer = std::unique_ptr<std::remove_pointer_t<cl_mem>, Release>;
using Kernel = std::unique_ptr<std::remove_pointer_t<cl_kernel>, Release>;

Buffer makeBuffer(cl_context context, size_t bytes) {
  cl_int status;
  Buffer made(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &status));
  check(status, "clCreateBuffer");
  return made;
}

template <typename T> void store(cl_command_queue queue, const Buffer &to, const std::vector<T> &from) {
  check(clEnqueueWriteBuffer(queue, to.get(), CL_TRUE, 0, from.size() * sizeof(T), from.data(), 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

template <typename T> void load(cl_command_queue queue, const Buffer &from, std::vector<T> &to) {
  check(clEnqueueReadBuffer(queue, from.get(), CL_TRUE, 0, to.size() * sizeof(T), to.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

template <typename... Arguments> void bind(const Kernel &kernel, const Arguments &...arguments) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel.get(), index++, sizeof(arguments), &arguments), "clSetKernelArg"), ...);
}

/// Refines the mesh; gives the number of rounds.
int refine(const app::Setup &setup, Mesh &mesh, size_t wg, double &seconds) {
  const cl_command_queue queue = setup.queue;
  const int room = (int)mesh.triangles.size() * 16 + 65536, pointRoom = (int)mesh.points.size() * 8 + 16384;
  Buffer points = makeBuffer(setup.context, pointRoom * sizeof(Point));
  Buffer triangles = makeBuffer(setup.context, room * sizeof(Triangle));
  Buffer state = makeBuffer(setup.context, room * sizeof(cl_int));
  Buffer owner = makeBuffer(setup.context, room * sizeof(cl_int));
  Buffer bad = makeBuffer(setup.context, batch * sizeof(cl_int));
  Buffer cavities = makeBuffer(setup.context, (size_t)batch * cavity_room * sizeof(cl_int));
  Buffer sizes = makeBuffer(setup.context, batch * sizeof(cl_int));
  Buffer centers = makeBuffer(setup.context, batch * sizeof(Point));
  Buffer splits = makeBuffer(setup.context, batch * sizeof(cl_int2));
  Buffer counters = makeBuffer(setup.context, 3 * sizeof(cl_int));
  store(queue, points, mesh.points);
  store(queue, triangles, mesh.triangles);
  store(queue, state, mesh.state);

  auto kernel = [&setup](const char *name) {
    cl_int status;
    Kernel made(clCreateKernel(setup.program, name, &status));
    check(status, name);
    return made;
  };
  Kernel classify = kernel("classify"), claim = kernel("claim"), confirm = kernel("confirm"),
         refine = kernel("refine");
  auto launch = [queue, wg](const Kernel &kernel, size_t items) {
    const size_t global = (items + wg - 1) / wg * wg;
    check(clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &global, &wg, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  };

  cl_int count[3] = {0, (cl_int)mesh.triangles.size(), (cl_int)mesh.points.size()};
  int rounds = 0;
  const cl_double cos2 = limit_cos * limit_cos;
  const double start = app::now();
  while (true) {
    count[0] = 0;
    check(clEnqueueWriteBuffer(queue, counters.get(), CL_TRUE, 0, sizeof count, count, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    bind(classify, points.get(), triangles.get(), state.get(), owner.get(), bad.get(), counters.get(), cos2, batch,
         count[1]);
    launch(classify, count[1]);
    check(clEnqueueReadBuffer(queue, counters.get(), CL_TRUE, 0, sizeof count, count, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    const int work = count[0] < batch ? count[0] : batch;
    if (work == 0)
      break;
    if (count[1] + work * (cavity_room + 2) > room || count[2] + work > pointRoom)
      throw std::runtime_error("the mesh grows beyond its room");
    bind(claim, points.get(), triangles.get(), state.get(), owner.get(), bad.get(), cavities.get(), sizes.get(),
         centers.get(), splits.get(), work);
    launch(claim, work);
    bind(confirm, triangles.get(), owner.get(), bad.get(), cavities.get(), sizes.get(), work);
    launch(confirm, work);
    bind(refine, points.get(), triangles.get(), state.get(), cavities.get(), sizes.get(), centers.get(), splits.get(),
         counters.get(), work);
    launch(refine, work);
    check(clEnqueueReadBuffer(queue, counters.get(), CL_TRUE, 0, sizeof count, count, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    rounds++;
  }
  seconds = app::now() - start;

  mesh.points.resize(count[2]);
  mesh.triangles.resize(count[1]);
  mesh.state.resize(count[1]);
  load(queue, points, mesh.points);
  load(queue, triangles, mesh.triangles);
  load(queue, state, mesh.state);
  return rounds;
}

} // namespace

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  if (options.graph == "grid:100x100")
    options.graph = "points:2000";
  long n = -1, none = -1;
  if (options.graph.compare(0, 7, "points:") != 0 || !graphs::parseSize(options.graph.substr(7), n, none) || n < 1 ||
      n > 4000000 || none >= 0) {
    fprintf(stderr, "bad input '%s': points:N with N in 1..4000000\n", options.graph.c_str());
    return 2;
  }
  std::string source;
  app::Setup setup;
  if (!app::loadSource(options.kernelFile, "dmr.cl", argv[0], &source))
    return 2;
  cl_device_fp_config doubles = 0;
  if (app::pickDevice(options.device, &setup.platform, &setup.device))
    clGetDeviceInfo(setup.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, nullptr);
  if (setup.device && !doubles) {
    printf("dmr: skipped: %s has no double precision\n", app::deviceName(setup.device).c_str());
    return 77;
  }
  if (!setup.open(options.device, source, ""))
    return 2;

  Mesh start;
  graphs::Random random(options.seed);
  std::vector<Point> scattered(n);
  for (Point &p : scattered)
    p = {0.001 + 0.998 * random.uniform(), 0.001 + 0.998 * random.uniform()};
  start.insertAll(scattered);

  app::Report report;
  report.program = "dmr";
  report.device = app::deviceName(setup.device);
  report.vertices = (int)start.points.size();
  report.arcs = (int)start.triangles.size();
  report.resultName = "bad triangles";
  Mesh mesh;
  try {
    for (long i = 0; i < options.repeat; i++) {
      double seconds = 0;
      mesh = start;
      report.iterations = refine(setup, mesh, (size_t)options.wg, seconds);
      report.seconds.push_back(seconds);
    }
  } catch (const std::exception &failure) {
    fprintf(stderr, "dmr: %s\n", failure.what());
    return 2;
  }
  setup.close();

  // The order in which cavities win differs from run to run, and with it the mesh,
  // but it is the triangulation of its points, made here once more.
  report.valid = start.isDelaunay() && mesh.isDelaunay();
  for (size_t i = 0; i < start.points.size(); i++)
    report.valid = report.valid && mesh.points[i].x == start.points[i].x && mesh.points[i].y == start.points[i].y;
  for (int t = 0; t < (int)mesh.triangles.size(); t++)
    report.result += mesh.state[t] == Stuck || (mesh.state[t] == Alive && mesh.bad(t));
  report.valid = report.valid && report.result == 0;
  Mesh again;
  again.insertAll(std::vector<Point>(mesh.points.begin() + 4, mesh.points.end()));
  report.matches = std::fabs(again.lifted() - mesh.lifted()) < 1e-12 && again.isDelaunay();
  app::print(report, options);
  return report.matches && report.valid ? 0 : 1;
}
