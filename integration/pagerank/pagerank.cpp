// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PageRank with the C++ API of OpenCL: a fixed number of rounds of two kernels.

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include "graph.h"
#include "opencl_util.h"
#include "options.h"

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

namespace {

const float damping = 0.85f;

template <typename T> cl::Buffer upload(const cl::Context &context, std::vector<T> data) {
  if (data.empty())
    data.resize(1);
  return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.size() * sizeof(T),
                    data.data());
}

/// Rows of `graph` hold the arcs that begin in a vertex, those of `reverse`
/// the arcs that end there.
std::vector<float> pageRank(const cl::Context &context, const cl::Device &device,
                            const cl::Program &program, const graphs::Graph &graph,
                            const graphs::Graph &reverse, bool pull, int rounds, size_t wg,
                            double &seconds) {
  cl::CommandQueue queue(context, device);
  const int n = graph.vertices;
  std::vector<int> successors(n);
  for (int v = 0; v < n; ++v)
    successors[v] = graph.degree(v);
  std::vector<float> ranks(n, 1.0f / n);

  cl::Buffer rank = upload(context, ranks);
  cl::Buffer other = upload(context, std::vector<float>(n, 0.0f));
  cl::Buffer row = upload(context, pull ? reverse.row : graph.row);
  cl::Buffer col = upload(context, pull ? reverse.col : graph.col);
  cl::Buffer degree = upload(context, successors);
  const cl::NDRange local(wg);
  const cl::NDRange global((n + wg - 1) / wg * wg);

  app::makeResident(queue(), {rank(), other(), row(), col(), degree()});
  const double start = app::now();
  if (pull) {
    cl::Kernel shareOut(program, "share_out");
    shareOut.setArg(0, rank);
    shareOut.setArg(1, degree);
    shareOut.setArg(2, other);
    shareOut.setArg(3, n);
    cl::Kernel gather(program, "gather");
    gather.setArg(0, row);
    gather.setArg(1, col);
    gather.setArg(2, other);
    gather.setArg(3, rank);
    gather.setArg(4, damping);
    gather.setArg(5, n);
    for (int round = 0; round < rounds; ++round) {
      queue.enqueueNDRangeKernel(shareOut, cl::NullRange, global, local);
      queue.enqueueNDRangeKernel(gather, cl::NullRange, global, local);
    }
  } else {
    cl::Kernel scatter(program, "scatter");
    cl::Kernel settle(program, "settle");
    for (int round = 0; round < rounds; ++round) {
      scatter.setArg(0, row);
      scatter.setArg(1, col);
      scatter.setArg(2, rank);
      scatter.setArg(3, other);
      scatter.setArg(4, n);
      queue.enqueueNDRangeKernel(scatter, cl::NullRange, global, local);
      settle.setArg(0, rank);
      settle.setArg(1, other);
      settle.setArg(2, damping);
      settle.setArg(3, n);
      queue.enqueueNDRangeKernel(settle, cl::NullRange, global, local);
    }
  }
  queue.finish();
  seconds = app::now() - start;

  queue.enqueueReadBuffer(rank, CL_TRUE, 0, sizeof(float) * n, ranks.data());
  return ranks;
}

/// One round in double precision, over the arcs by their start.
std::vector<double> oneRound(const graphs::Graph &graph, const std::vector<double> &rank) {
  const int n = graph.vertices;
  std::vector<double> next(n, (1.0 - (double)damping) / n);
  for (int v = 0; v < n; ++v)
    for (int e = graph.row[v]; e < graph.row[v + 1]; ++e)
      next[graph.col[e]] += (double)damping * rank[v] / graph.degree(v);
  return next;
}

double distance(const std::vector<double> &a, const std::vector<double> &b) {
  double sum = 0;
  for (size_t v = 0; v < a.size(); ++v)
    sum += std::fabs(a[v] - b[v]);
  return sum;
}

} // namespace

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  const bool pull = app::chooseForm(options, {"pull", "push"}) == "pull";
  const graphs::Graph graph = app::loadGraph(options, /*directed=*/true);
  const graphs::Graph reverse = graphs::transpose(graph);
  const int n = graph.vertices, rounds = (int)options.rounds;
  if (n == 0) {
    std::cerr << "pagerank: the graph is empty\n";
    return 2;
  }
  std::string source;
  if (!app::loadSource(options.kernelFile, "pagerank.cl", argv[0], &source))
    return 2;

  app::Report report(pull ? "pagerank" : "pagerank push", "", graph, "top");
  report.iterations = rounds;
  std::vector<float> ranks;
  try {
    cl_platform_id platform;
    cl_device_id id;
    if (!app::pickDevice(options.device, &platform, &id)) {
      std::cerr << "no OpenCL device '" << options.device << "'\n";
      return 2;
    }
    cl::Device device(id, true);
    cl::Context context(device);
    cl::Program program(context, source);
    try {
      program.build();
    } catch (const cl::Error &) {
      std::cerr << program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device) << "\n";
      throw;
    }
    report.device = app::deviceName(id);
    for (long i = 0; i < options.repeat; ++i) {
      double seconds = 0;
      ranks = pageRank(context, device, program, graph, reverse, pull, rounds, (size_t)options.wg,
                       seconds);
      report.seconds.push_back(seconds);
    }
  } catch (const cl::Error &error) {
    std::cerr << "pagerank: " << error.what() << ": " << error.err() << "\n";
    return 2;
  }

  // A round adds at most d + 4 positive terms for d predecessors, in any order:
  // relative error (d + 4) 2^-24, which the next round hands on.
  int most = 0;
  for (int v = 0; v < n; ++v)
    most = std::max(most, reverse.degree(v));
  const double tolerance = std::ldexp((most + 8.0) * (rounds + 1), -24);

  std::vector<double> wanted(n, 1.0 / n);
  const double first = distance(oneRound(graph, wanted), wanted);
  for (int round = 0; round < rounds; ++round)
    wanted = oneRound(graph, wanted);
  report.matches = true;
  for (int v = 0; v < n; ++v) {
    report.matches = report.matches && std::fabs(ranks[v] - wanted[v]) <= tolerance * wanted[v];
    if (ranks[v] > ranks[report.result])
      report.result = v;
  }
  // Ranks are where the rounds lead: each shrinks the distance by the damping.
  const std::vector<double> got(ranks.begin(), ranks.end());
  report.valid = distance(oneRound(graph, got), got) <=
                 std::pow((double)damping, rounds) * first + 2 * tolerance;
  return app::finish(report, options, ranks);
}
