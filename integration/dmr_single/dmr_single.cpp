// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refinement of a Delaunay mesh in a single launch, as large as the device is assumed to be. A table of
// buffers, errors gathered by |=. Needs double precision; exit code 77 on devices without.

#include "mesh.h"
#include "opencl_util.h"
#include "options.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <vector>

// Of the kernel.
enum { Triangles, Points };
enum { Rounds, Full };
enum { MadeBuffer = 9, OutcomeBuffer = 11 };

static const cl_int batch = 16384; // the most cavities of a round

struct Memory {
  size_t bytes;
  const void *first; // what it holds in the beginning
  size_t first_bytes;
};

// As many groups as are assumed to run at the same time: two on a unit of a GPU, where the kernel's
// registers leave room for them.
static size_t assumedGroups(const app::Setup &setup, cl_kernel kernel, size_t wg, cl_int *err) {
  cl_uint units = 1;
  cl_device_type type = 0;
  size_t most = wg;
  *err |= clGetDeviceInfo(setup.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  *err |= clGetDeviceInfo(setup.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  *err |= clGetKernelWorkGroupInfo(kernel, setup.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
  return type & CL_DEVICE_TYPE_GPU && most >= 2 * wg ? 2 * (size_t)units : units;
}

static bool refine(const app::Setup &setup, meshes::Mesh &mesh, size_t wg, int *rounds, double *seconds) {
  const cl_int room = (cl_int)mesh.triangles.size() * 16 + 65536, pointRoom = (cl_int)mesh.points.size() * 8 + 16384;
  const cl_double cos2 = meshes::limit_cos * meshes::limit_cos;
  const cl_int none = 0;
  cl_int made[] = {(cl_int)mesh.triangles.size(), (cl_int)mesh.points.size()}, outcome[] = {0, 0};
  const Memory table[] = {
      {pointRoom * sizeof(meshes::Point), mesh.points.data(), mesh.points.size() * sizeof(meshes::Point)},
      {room * sizeof(meshes::Triangle), mesh.triangles.data(), mesh.triangles.size() * sizeof(meshes::Triangle)},
      {room * sizeof(cl_int), mesh.state.data(), mesh.state.size() * sizeof(cl_int)},
      {room * sizeof(cl_uint), NULL, 0},                                  // owner
      {batch * sizeof(cl_int), NULL, 0},                                  // bad
      {batch * meshes::most_of_cavity * sizeof(cl_int), NULL, 0},         // cavities
      {batch * sizeof(cl_int), NULL, 0},                                  // sizes
      {batch * sizeof(meshes::Point), NULL, 0},                           // centers
      {batch * sizeof(cl_int2), NULL, 0},                                 // splits
      {sizeof made, made, sizeof made},
      {sizeof none, &none, sizeof none},                                  // how many are bad
      {sizeof outcome, outcome, sizeof outcome},
      {sizeof none, &none, sizeof none},                                  // groups that came
  };
  const cl_uint buffers = sizeof table / sizeof *table;
  cl_mem mem[buffers];
  cl_int err = CL_SUCCESS, status;

  cl_kernel kernel = clCreateKernel(setup.program, "refine", &err);
  for (cl_uint i = 0; i < buffers; i++) {
    mem[i] = clCreateBuffer(setup.context, CL_MEM_READ_WRITE, table[i].bytes, NULL, &status);
    err |= status;
    if (table[i].first)
      err |= clEnqueueWriteBuffer(setup.queue, mem[i], CL_TRUE, 0, table[i].first_bytes, table[i].first, 0, NULL, NULL);
    err |= clSetKernelArg(kernel, i, sizeof(cl_mem), &mem[i]);
  }
  err |= clSetKernelArg(kernel, buffers, sizeof cos2, &cos2);
  err |= clSetKernelArg(kernel, buffers + 1, sizeof batch, &batch);
  err |= clSetKernelArg(kernel, buffers + 2, sizeof room, &room);
  err |= clSetKernelArg(kernel, buffers + 3, sizeof pointRoom, &pointRoom);
  const size_t global = assumedGroups(setup, kernel, wg, &err) * wg;
  if (err != CL_SUCCESS) {
    fprintf(stderr, "dmr_single: an OpenCL error before the launch\n");
    return false;
  }

  const double start = app::now();
  err |= clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &wg, 0, NULL, NULL);
  err |= clFinish(setup.queue);
  *seconds = app::now() - start;

  err |= clEnqueueReadBuffer(setup.queue, mem[MadeBuffer], CL_TRUE, 0, sizeof made, made, 0, NULL, NULL);
  err |= clEnqueueReadBuffer(setup.queue, mem[OutcomeBuffer], CL_TRUE, 0, sizeof outcome, outcome, 0, NULL, NULL);
  if (err == CL_SUCCESS && !outcome[Full]) {
    mesh.points.resize(made[Points]);
    mesh.triangles.resize(made[Triangles]);
    mesh.state.resize(made[Triangles]);
    void *const back[] = {mesh.points.data(), mesh.triangles.data(), mesh.state.data()};
    const size_t bytes[] = {made[Points] * sizeof(meshes::Point), made[Triangles] * sizeof(meshes::Triangle),
                            made[Triangles] * sizeof(cl_int)};
    for (int i = 0; i < 3; i++)
      err |= clEnqueueReadBuffer(setup.queue, mem[i], CL_TRUE, 0, bytes[i], back[i], 0, NULL, NULL);
  }
  *rounds = outcome[Rounds];
  for (cl_mem one : mem)
    err |= clReleaseMemObject(one);
  err |= clReleaseKernel(kernel);
  if (err != CL_SUCCESS)
    fprintf(stderr, "dmr_single: an OpenCL error in the launch or behind it\n");
  else if (outcome[Full])
    fprintf(stderr, "dmr_single: the mesh grows beyond its room\n");
  return err == CL_SUCCESS && !outcome[Full];
}

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  const long n = meshes::pointsAsked(options);
  app::Setup setup;
  if (int code = meshes::openDouble(setup, options, "dmr_single", "dmr_single.cl", argv[0]))
    return code;

  const meshes::Mesh start = meshes::randomMesh(n, options.seed);
  app::Report report = meshes::report("dmr_single", setup, start);
  meshes::Mesh mesh;
  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    mesh = start;
    if (!refine(setup, mesh, (size_t)options.wg, &report.iterations, &seconds))
      return 2;
    report.seconds.push_back(seconds);
  }
  setup.close();

  meshes::judge(report, start, mesh);
  app::print(report, options);
  return report.matches && report.valid ? 0 : 1;
}
