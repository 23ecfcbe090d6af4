// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refinement of a Delaunay mesh with OpenCL: random points in a square are
// triangulated on the CPU, then rounds of four kernels remove all angles below a
// limit. Needs double precision; exit code 77 on devices without.

#include "mesh.h"
#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using meshes::Mesh, meshes::Point, meshes::Triangle;

const int cavity_room = meshes::most_of_cavity, batch = 16384;

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
  const cl_double cos2 = meshes::limit_cos * meshes::limit_cos;
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
  const long n = meshes::pointsAsked(options);
  app::Setup setup;
  if (int code = meshes::openDouble(setup, options, "dmr", "dmr.cl", argv[0]))
    return code;

  const Mesh start = meshes::randomMesh(n, options.seed);
  app::Report report = meshes::report("dmr", setup, start);
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

  meshes::judge(report, start, mesh);
  app::print(report, options);
  return report.matches && report.valid ? 0 : 1;
}
