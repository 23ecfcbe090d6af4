//===- loops.cu - the loops of loops.c, and barriers, in CUDA ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For comparison with what the vendor offers: a stream loop, graphs (replayed, and
// with a conditional WHILE node), and a cooperative kernel with grid.sync().
//
//   loops-cuda [FOLDER [RUNS]]      writes FOLDER/cuda_loops.csv and cuda_barriers.csv
//
// Medians of RUNS (50) samples, with the 10th and the 90th percentile.
// Exit code: 0; 1 wrong data; 77 no CUDA device. Loops end after a fixed number of
// rounds whatever the flag says, so nothing can hang.
//
//===----------------------------------------------------------------------===//
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA(call) \
  do { \
    cudaError_t status_ = (call); \
    if (status_ != cudaSuccess) { \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_)); \
      std::exit(1); \
    } \
  } while (0)

static constexpr unsigned limit = 2000, wg = 256;
static int bad, runs = 50;

struct spread {
  double median, low, high;
};
static spread spread_of(std::vector<double> &values) { // sorts them
  std::sort(values.begin(), values.end());
  size_t n = values.size();
  return {values[n / 2], values[n / 10], values[n - 1 - n / 10]};
}

//===- kernels, as in loops.c -------------------------------------------------===//

__global__ void all_of_it(unsigned *a, unsigned *flag) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i] + 1;
  a[i] = x;
  if (i == 0)
    *flag = x < limit;
}
__global__ void first(const unsigned *a, unsigned *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + 1;
}
__global__ void second(const unsigned *b, unsigned *c) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = b[i];
}
__global__ void third(const unsigned *c, unsigned *a, unsigned *flag) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = c[i];
  a[i] = x;
  if (i == 0 && x < limit)
    *flag = 1;
}

__global__ void one_persistent(unsigned *a, volatile unsigned *flag) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, go = 1;
  for (unsigned round = 0; go && round <= limit; ++round) {
    unsigned x = a[i] + 1;
    a[i] = x;
    if (i == 0)
      flag[round & 1] = x < limit;
    grid.sync();
    go = flag[round & 1];
  }
}
__global__ void three_persistent(unsigned *a, unsigned *b, unsigned *c, volatile unsigned *flag) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, go = 1;
  for (unsigned round = 0; go && round <= limit; ++round) {
    b[i] = a[i] + 1;
    grid.sync();
    c[i] = b[i];
    if (i == 0)
      *flag = 0;
    grid.sync();
    a[i] = c[i];
    if (i == 0)
      *flag = c[i] < limit;
    grid.sync();
    go = *flag;
  }
}

//===- loops --------------------------------------------------------------------===//

struct memory {
  unsigned *a, *b, *c, *flag;
  size_t n;
  cudaStream_t stream;
};

static double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

static unsigned read_flag(const memory &m) {
  unsigned flag;
  CUDA(cudaMemcpyAsync(&flag, m.flag, sizeof flag, cudaMemcpyDeviceToHost, m.stream));
  CUDA(cudaStreamSynchronize(m.stream));
  return flag;
}

static void launch(const memory &m, int kernels) {
  unsigned groups = unsigned(m.n / wg);
  if (kernels == 1) {
    all_of_it<<<groups, wg, 0, m.stream>>>(m.a, m.flag);
    return;
  }
  CUDA(cudaMemsetAsync(m.flag, 0, sizeof *m.flag, m.stream));
  first<<<groups, wg, 0, m.stream>>>(m.a, m.b);
  second<<<groups, wg, 0, m.stream>>>(m.b, m.c);
  third<<<groups, wg, 0, m.stream>>>(m.c, m.a, m.flag);
}

static void stream_loop(const memory &m, int kernels) {
  for (unsigned round = 0, go = 1; go && round <= limit; ++round) {
    launch(m, kernels);
    go = read_flag(m);
  }
}

// The loop's body as a graph, launched for each iteration.
static cudaGraphExec_t body_graph(const memory &m, int kernels) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA(cudaStreamBeginCapture(m.stream, cudaStreamCaptureModeThreadLocal));
  launch(m, kernels);
  CUDA(cudaStreamEndCapture(m.stream, &graph));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphDestroy(graph));
  return exec;
}

static void replay(const memory &m, cudaGraphExec_t exec, bool read) {
  for (unsigned round = 0, go = 1; go && round < limit; ++round) {
    CUDA(cudaGraphLaunch(exec, m.stream));
    if (read)
      go = read_flag(m);
  }
}

#if CUDART_VERSION >= 12040
#define HAS_WHILE
// The node's condition is the flag, and there is no node but the kernels: the first one
// lowers it, where with three nobody can still read it, and the last one sets it.
__global__ void all_of_it_while(unsigned *a, cudaGraphConditionalHandle go, unsigned *rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i] + 1;
  a[i] = x;
  if (i == 0)
    cudaGraphSetConditional(go, x < limit && ++*rounds <= limit);
}
__global__ void first_while(const unsigned *a, unsigned *b, cudaGraphConditionalHandle go) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + 1;
  if (i == 0)
    cudaGraphSetConditional(go, 0);
}
__global__ void third_while(const unsigned *c, unsigned *a, cudaGraphConditionalHandle go, unsigned *rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = c[i];
  a[i] = x;
  if (i == 0 && x < limit && ++*rounds <= limit)
    cudaGraphSetConditional(go, 1);
}

// A graph whose only node is the loop.
static cudaGraphExec_t while_graph(const memory &m, int kernels, unsigned *rounds) {
  cudaGraph_t graph, body;
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  CUDA(cudaGraphCreate(&graph, 0));
  CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
#if CUDART_VERSION >= 13000
  CUDA(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
#else
  CUDA(cudaGraphAddNode(&node, graph, nullptr, 0, &params));
#endif
  body = params.conditional.phGraph_out[0];
  CUDA(cudaStreamBeginCaptureToGraph(m.stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
  unsigned groups = unsigned(m.n / wg);
  if (kernels == 1) {
    all_of_it_while<<<groups, wg, 0, m.stream>>>(m.a, handle, rounds);
  } else {
    first_while<<<groups, wg, 0, m.stream>>>(m.a, m.b, handle);
    second<<<groups, wg, 0, m.stream>>>(m.b, m.c);
    third_while<<<groups, wg, 0, m.stream>>>(m.c, m.a, handle, rounds);
  }
  CUDA(cudaStreamEndCapture(m.stream, nullptr));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphDestroy(graph));
  return exec;
}
#endif

static void persistent(const memory &m, int kernels) {
  memory copy = m;
  void *one[] = {&copy.a, &copy.flag}, *three[] = {&copy.a, &copy.b, &copy.c, &copy.flag};
  CUDA(cudaLaunchCooperativeKernel(kernels == 1 ? (void *)one_persistent : (void *)three_persistent,
                                   dim3(unsigned(m.n / wg)), dim3(wg), kernels == 1 ? one : three, 0, m.stream));
}

template <typename Run> static void row(FILE *csv, const memory &m, const char *how, int kernels, const char *flag, Run run) {
  std::vector<double> times;
  unsigned wrong = 0;
  for (int i = -1; i < runs; ++i) { // the first may load the kernels
    CUDA(cudaMemset(m.a, 0, m.n * sizeof *m.a));
    CUDA(cudaMemset(m.flag, 0, 4 * sizeof *m.flag));
    CUDA(cudaDeviceSynchronize());
    double from = now_us();
    run();
    CUDA(cudaStreamSynchronize(m.stream));
    if (i >= 0)
      times.push_back((now_us() - from) / limit);
    std::vector<unsigned> a(m.n);
    CUDA(cudaMemcpy(a.data(), m.a, m.n * sizeof *m.a, cudaMemcpyDeviceToHost));
    for (unsigned x : a)
      wrong += x != limit;
  }
  bad += wrong != 0;
  spread us = spread_of(times);
  std::printf("%-26s %d kernels  %8.3f us an iteration (%.3f to %.3f), wrong %u\n", how, kernels, us.median, us.low,
              us.high, wrong);
  std::fflush(stdout);
  if (csv)
    std::fprintf(csv, "%s,%d,%s,%u,%zu,%u,%.3f,%.3f,%.3f,%d,%u,ok\n", how, kernels, flag, wg, m.n / wg, limit, us.median,
                 us.low, us.high, runs, wrong);
}

//===- grid.sync() --------------------------------------------------------------===//

// As the payload kernel of measure.c.
__global__ void barriers(unsigned *data, unsigned *out, unsigned rounds) {
  cg::grid_group grid = cg::this_grid();
  unsigned all = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x, wrong = 0;
  unsigned other = me + blockDim.x;
  if (other >= all)
    other -= all;
  for (unsigned round = 1; round <= rounds; ++round) {
    unsigned *now = data + (round & 1) * all;
    now[me] = round;
    grid.sync();
    wrong += now[other] != round;
  }
  if (wrong)
    atomicAdd(out, wrong);
}

static float barriers_ms(unsigned *data, unsigned *out, unsigned groups, unsigned size, unsigned rounds) {
  static cudaEvent_t from, to;
  if (!from) {
    CUDA(cudaEventCreate(&from));
    CUDA(cudaEventCreate(&to));
  }
  void *args[] = {&data, &out, &rounds};
  float ms = 0;
  CUDA(cudaEventRecord(from));
  CUDA(cudaLaunchCooperativeKernel((void *)barriers, dim3(groups), dim3(size), args, 0, nullptr));
  CUDA(cudaEventRecord(to));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaEventElapsedTime(&ms, from, to));
  return ms;
}

// A barrier, as in measure_rounds: long runs without the median of as many short ones.
static spread barriers_ns(unsigned *data, unsigned *out, unsigned groups, unsigned size) {
  const unsigned few = 100, many = 1100;
  std::vector<double> shorter, longer;
  for (int i = -1; i < runs; ++i) {
    double less = barriers_ms(data, out, groups, size, few), more = barriers_ms(data, out, groups, size, many);
    if (i < 0)
      continue; // may load the kernel
    shorter.push_back(less);
    longer.push_back(more);
  }
  double launch = spread_of(shorter).median, per = 1e6 / (many - few);
  spread ms = spread_of(longer);
  return {(ms.median - launch) * per, (ms.low - launch) * per, (ms.high - launch) * per};
}

static void grid_sync(FILE *csv, unsigned units) {
  unsigned *data, *out;
  CUDA(cudaMalloc(&data, size_t(units) * 2048 * 2 * sizeof *data));
  CUDA(cudaMalloc(&out, sizeof *out));
  CUDA(cudaMemset(out, 0, sizeof *out));
  for (unsigned size : {32u, 128u, 256u, 512u, 1024u}) {
    int fit = 0;
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, barriers, int(size), 0));
    for (unsigned each = 1; each <= unsigned(fit) && each * size <= 2048; each *= 2) {
      unsigned groups = units * each, wrong;
      spread ns = barriers_ns(data, out, groups, size);
      CUDA(cudaMemcpy(&wrong, out, sizeof wrong, cudaMemcpyDeviceToHost));
      bad += wrong != 0;
      std::printf("grid.sync %4u x %4u  %8.1f ns (%.1f to %.1f), wrong %u\n", groups, size, ns.median, ns.low, ns.high,
                  wrong);
      if (csv)
        std::fprintf(csv, "grid.sync,none,%u,%u,%u,%.1f,%.1f,%.1f,%d,%u,ok\n", size, groups, groups, ns.median, ns.low,
                     ns.high, runs, wrong);
    }
  }
  CUDA(cudaFree(data));
  CUDA(cudaFree(out));
}

static FILE *open(const char *folder, const char *name, const char *columns) {
  FILE *file = folder ? std::fopen((std::string(folder) + "/" + name).c_str(), "w") : nullptr;
  if (file)
    std::fprintf(file, "%s\n", columns);
  return file;
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : nullptr;
  if (argc > 2 && std::atoi(argv[2]) > 0)
    runs = std::atoi(argv[2]);
  int devices = 0;
  cudaDeviceProp properties;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("skipped: no CUDA device\n");
    return 77;
  }
  CUDA(cudaGetDeviceProperties(&properties, 0));
  memory m{};
  m.n = size_t(wg) * properties.multiProcessorCount;
  unsigned **words[] = {&m.a, &m.b, &m.c};
  for (unsigned **p : words)
    CUDA(cudaMalloc(p, m.n * sizeof **p));
  CUDA(cudaMalloc(&m.flag, 4 * sizeof *m.flag)); // two flags, and the rounds of a WHILE graph
  CUDA(cudaStreamCreate(&m.stream));

  FILE *csv = open(folder, "cuda_loops.csv", "how,kernels,flag,wg,groups,iterations,us_per_iteration,p10_us,p90_us,runs,wrong,ended");
  for (int kernels : {1, 3}) {
    row(csv, m, "CUDA stream loop", kernels, "yes", [&] { stream_loop(m, kernels); });
    cudaGraphExec_t body = body_graph(m, kernels);
    row(csv, m, "CUDA graph replay", kernels, "no", [&] { replay(m, body, false); });
    row(csv, m, "CUDA graph replay", kernels, "yes", [&] { replay(m, body, true); });
    CUDA(cudaGraphExecDestroy(body));
#ifdef HAS_WHILE
    cudaGraphExec_t loop = while_graph(m, kernels, m.flag + 2);
    row(csv, m, "CUDA graph WHILE", kernels, "yes", [&] { CUDA(cudaGraphLaunch(loop, m.stream)); });
    CUDA(cudaGraphExecDestroy(loop));
#else
    std::printf("conditional WHILE: skipped, needs CUDA 12.4\n");
#endif
    if (properties.cooperativeLaunch)
      row(csv, m, "CUDA grid.sync", kernels, "yes", [&] { persistent(m, kernels); });
    else
      std::printf("grid.sync: skipped, no cooperative launches\n");
  }
  if (csv)
    std::fclose(csv);
  csv = open(folder, "cuda_barriers.csv", "barrier,backoff,wg,groups,found,ns,p10_ns,p90_ns,runs,wrong,ended");
  if (properties.cooperativeLaunch)
    grid_sync(csv, unsigned(properties.multiProcessorCount));
  if (csv)
    std::fclose(csv);
  return bad != 0;
}
