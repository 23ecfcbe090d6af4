// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four of the applications as single persistent kernels written by hand
// (--form mis, color, sssp or bc), with the published protocols: discovery under
// a ticket lock and the barrier of Xiao and Feng. For comparison with what
// persistify makes of the ordinary programs.

extern "C" {
#include "measure.h"
}

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <climits>
#include <stdexcept>

namespace {

void require(bool good, const char *what) {
  if (!good)
    throw std::runtime_error(what);
}

/// The kernel and its arguments behind those of the device library.
class Hand {
public:
  Hand(cl_context context, cl_device_id device, const std::string &source, const std::string &name) {
    pst_why why = {};
    require(measure_open(&m, context, device, &why) && choose(&why) &&
                measure_build(&m, &protocol, source.c_str(), name.c_str(), &why),
            why.text);
  }
  ~Hand() {
    for (const Array &array : arrays)
      clReleaseMemObject(array.mem);
    measure_close(&m);
  }
  Hand(const Hand &) = delete;
  Hand &operator=(const Hand &) = delete;

  /// The next argument: an array that has these values before each launch.
  template <typename Number> cl_mem array(const std::vector<Number> &values) {
    cl_int status;
    const char *bytes = (const char *)values.data();
    Array made = {nullptr, std::vector<char>(bytes, bytes + values.size() * sizeof(Number))};
    made.bytes.resize(std::max(made.bytes.size(), sizeof(Number)));
    made.mem = clCreateBuffer(m.context, CL_MEM_READ_WRITE, made.bytes.size(), nullptr, &status);
    require(status == CL_SUCCESS, "clCreateBuffer");
    arrays.push_back(made);
    set(sizeof(cl_mem), &made.mem);
    return made.mem;
  }
  void number(int value) { set(sizeof value, &value); }

  /// One launch; gives its time with that of the control block.
  double run(size_t wg) {
    if (wg > m.limit)
      throw std::runtime_error("the kernel takes no more than " + std::to_string(m.limit) + " work-items a group");
    pst_why why = {};
    pst_limits limits = {};
    limits.wg = wg;
    // As many groups as may fit, so that few stand in the lock's queue in vain.
    limits.groups = pst_device_groups(m.device, wg);
    limits.bound = m.device->hosted ? limits.groups : 0;
    limits.arena = 16;
    pst_limits_time(&limits, m.device, m.q->poll_ns, 10000.0);
    for (const Array &array : arrays)
      require(clEnqueueWriteBuffer(m.queue, array.mem, CL_TRUE, 0, array.bytes.size(), array.bytes.data(), 0,
                                   nullptr, nullptr) == CL_SUCCESS,
              "clEnqueueWriteBuffer");
    const double start = app::now();
    require(pst_control_fill(&m.ctl, m.context, m.device, &protocol, &limits, &why), why.text);
    const size_t global = wg * limits.groups;
    const pst_set_arg_fn setArg = pst_real_set_arg();
    require(pst_control_write(&m.ctl, m.queue) == CL_SUCCESS &&
                setArg(m.kernel, 0, sizeof(cl_mem), &m.ctl.mem) == CL_SUCCESS &&
                setArg(m.kernel, 2, limits.arena, nullptr) == CL_SUCCESS &&
                clEnqueueNDRangeKernel(m.queue, m.kernel, 1, nullptr, &global, &wg, 0, nullptr, nullptr) ==
                    CL_SUCCESS &&
                clFinish(m.queue) == CL_SUCCESS,
            "the launch failed");
    const double seconds = app::now() - start;
    require(pst_control_read(&m.ctl, m.queue, &outcome) == CL_SUCCESS, "the control block cannot be read");
    if (outcome.abort)
      throw std::runtime_error(std::string("given up: ") + pst_bail_text(outcome.abort));
    return seconds;
  }

  template <typename Number> void read(cl_mem mem, std::vector<Number> &values) {
    if (!values.empty())
      require(clEnqueueReadBuffer(m.queue, mem, CL_TRUE, 0, values.size() * sizeof(Number), values.data(), 0,
                                  nullptr, nullptr) == CL_SUCCESS,
              "clEnqueueReadBuffer");
  }

  pst_outcome outcome = {};

private:
  bool choose(pst_why *why) {
    return pst_choice_parse(PST_BARRIER, "xf", &protocol.barrier, why) &&
           pst_choice_parse(PST_DISCOVERY, "ticket", &protocol.discovery, why) &&
           pst_choice_parse(PST_BACKOFF, "none", &protocol.backoff, why);
  }
  void set(size_t bytes, const void *value) {
    require(pst_real_set_arg()(m.kernel, next++, bytes, value) == CL_SUCCESS, "an argument does not fit");
  }

  struct Array {
    cl_mem mem;
    std::vector<char> bytes;
  };

  measure m = {};
  pst_protocol protocol = {};
  std::vector<Array> arrays;
  cl_uint next = 3;
};

} // namespace

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  const std::string form = app::chooseForm(options, {"mis", "color", "sssp", "bc"});
  const bool directed = form == "sssp" || form == "bc";
  const graphs::Graph graph = app::loadGraph(options, directed);
  const int n = graph.vertices, source = (int)options.source;
  const int sources = options.sources < 0 || options.sources > n ? n : (int)options.sources;
  std::vector<int> keys;
  if (n == 0 || source >= n || !graphs::makeKeys(options.keys, n, options.seed, keys) ||
      (form == "bc" && n > 30000)) {
    fprintf(stderr, "hand: bad graph, source or keys\n");
    return 2;
  }
  const references::Betweenness between(graph, form == "bc" ? sources : 0);
  const graphs::Graph rows = form == "sssp" ? graphs::transpose(graph) : graph;
  std::string text;
  cl_platform_id platform;
  cl_device_id device;
  if (!app::loadSource(options.kernelFile, "hand.cl", argv[0], &text))
    return 2;
  if (!app::pickDevice(options.device, &platform, &device)) {
    fprintf(stderr, "no OpenCL device '%s'\n", options.device.c_str());
    return 2;
  }

  app::Report report;
  const std::string program = form + " by hand";
  report.program = program.c_str();
  report.device = app::deviceName(device);
  report.vertices = n;
  report.arcs = graph.arcs();
  report.resultName = "groups";
  std::vector<int> result(n), rounds(1);
  std::vector<float> centrality(form == "bc" ? n : 0);
  try {
    cl_int status;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    require(status == CL_SUCCESS, "clCreateContext");
    {
      Hand hand(context, device, text, form);
      cl_mem results = nullptr;
      const std::vector<int> zeros(n, 0), none;
      hand.array(rows.row);
      hand.array(rows.col);
      if (form == "mis") {
        hand.array(keys);
        results = hand.array(zeros);
        hand.array(zeros); // next
        hand.array(zeros); // first
        hand.array(std::vector<int>(1, 0));
      } else if (form == "color") {
        hand.array(keys);
        results = hand.array(std::vector<int>(n, -1));
        hand.array(zeros); // largest
        hand.array(std::vector<int>(2, 0));
      } else if (form == "sssp") {
        std::vector<int> distance(n, INT_MAX);
        distance[source] = 0;
        hand.array(rows.weight);
        results = hand.array(distance);
        hand.array(zeros); // y
        hand.array(std::vector<int>(1, 0));
      } else {
        hand.array(zeros); // dist
        hand.array(zeros); // paths
        hand.array(std::vector<int>((size_t)n * n, 0));
        hand.array(std::vector<float>(n, 0.0f)); // delta
        results = hand.array(std::vector<float>(n, 0.0f));
        hand.array(std::vector<int>(3, 0));
      }
      cl_mem counted = hand.array(rounds);
      if (form == "bc")
        hand.number(sources);
      hand.number(n);
      for (long i = 0; i < options.repeat; i++)
        report.seconds.push_back(hand.run((size_t)options.wg));
      hand.read(counted, rounds);
      if (form == "bc")
        hand.read(results, centrality);
      else
        hand.read(results, result);
      report.result = hand.outcome.count;
    }
    clReleaseContext(context);
  } catch (const std::exception &failure) {
    fprintf(stderr, "hand: %s\n", failure.what());
    return 2;
  }
  report.iterations = rounds[0];

  if (form == "mis") {
    report.matches = result == references::independentSet(graph, keys);
    report.valid = references::isMaximalIndependentSet(graph, result);
  } else if (form == "color") {
    report.matches = result == references::coloring(graph, keys);
    report.valid = references::isColoring(graph, result);
  } else if (form == "sssp") {
    report.matches = result == references::shortestPaths<int>(graph, source);
    report.valid = references::areShortest(graph, source, result);
  } else {
    report.matches = between.countable() && between.matches(centrality);
    report.valid = between.isValid(graph, centrality);
  }
  app::print(report, options);
  if (form == "bc" ? !app::writeResult(options.outputFile, centrality)
                   : !app::writeResult(options.outputFile, result))
    return 2;
  return report.matches && report.valid ? 0 : 1;
}
