// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line that the applications share, and how they report.

#ifndef INTEGRATION_COMMON_OPTIONS_H
#define INTEGRATION_COMMON_OPTIONS_H

#include "graph.h"
#include "graph_files.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace app {

struct Options {
  std::string graph = "grid:100x100";
  std::string file; // empty: generate the graph
  std::string form; // empty: the program's usual one
  std::string keys = "random";
  std::string device = "any";
  std::string kernelFile; // empty: look for the default name
  std::string outputFile; // empty: do not write the result
  unsigned long long seed = 1;
  long wg = 128;
  long repeat = 1;
  long source = 0;
  long sources = -1; // all
  long rounds = 20;
  bool shuffle = false;
  bool json = false;
  bool times = true;
};

inline void usage(const char *program, FILE *to) {
  std::fprintf(to,
               "usage: %s [options]\n"
               "  --graph SHAPE     one of %s\n"
               "  --file FILE       graph from a .gr, .graph or .mtx file\n"
               "  --form NAME       form of the algorithm, where there are several\n"
               "  --seed N          seed of the generators (1)\n"
               "  --shuffle         random vertex labels\n"
               "  --keys KIND       random, few, equal or id (random)\n"
               "  --source N        first vertex of shortest paths (0)\n"
               "  --sources N       first vertices of betweenness (all)\n"
               "  --rounds N        rounds of PageRank (20)\n"
               "  --wg N            local size (128)\n"
               "  --device WHICH    cpu, gpu, any, or part of a name (any)\n"
               "  --repeat N        run the whole computation N times (1)\n"
               "  --kernel FILE     OpenCL source to load\n"
               "  --output FILE     write the result, one value a line\n"
               "  --json            report as one line of JSON\n"
               "  --no-time         leave times out of the report\n",
               program, graphs::shapeHelp());
}

/// Reads the command line; ends the program on a wrong one.
inline Options parseOptions(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    std::string name = argv[i];
    auto value = [&]() -> const char * {
      if (i + 1 >= argc) {
        std::fprintf(stderr, "%s: %s needs a value\n", argv[0], argv[i]);
        std::exit(2);
      }
      return argv[++i];
    };
    auto number = [&](long least) {
      const char *text = value();
      char *end = nullptr;
      long result = std::strtol(text, &end, 10);
      if (end == text || *end != '\0' || result < least) {
        std::fprintf(stderr, "%s: bad number '%s' for %s\n", argv[0], text,
                     name.c_str());
        std::exit(2);
      }
      return result;
    };
    if (name == "--graph")
      options.graph = value();
    else if (name == "--file")
      options.file = value();
    else if (name == "--form")
      options.form = value();
    else if (name == "--seed")
      options.seed = (unsigned long long)number(0);
    else if (name == "--shuffle")
      options.shuffle = true;
    else if (name == "--keys")
      options.keys = value();
    else if (name == "--source")
      options.source = number(0);
    else if (name == "--sources")
      options.sources = number(0);
    else if (name == "--rounds")
      options.rounds = number(0);
    else if (name == "--wg")
      options.wg = number(1);
    else if (name == "--device")
      options.device = value();
    else if (name == "--repeat")
      options.repeat = number(1);
    else if (name == "--kernel")
      options.kernelFile = value();
    else if (name == "--output")
      options.outputFile = value();
    else if (name == "--json")
      options.json = true;
    else if (name == "--no-time")
      options.times = false;
    else if (name == "--help" || name == "-h") {
      usage(argv[0], stdout);
      std::exit(0);
    } else {
      std::fprintf(stderr, "%s: unknown option '%s'\n", argv[0], argv[i]);
      usage(argv[0], stderr);
      std::exit(2);
    }
  }
  return options;
}

/// Makes or reads the input, or ends the program. Row v holds the arcs that
/// begin in v.
inline graphs::Graph loadGraph(Options &options, bool directed) {
  graphs::Graph graph;
  std::string error;
  if (!options.file.empty()) {
    if (!graphs::readGraph(options.file, options.seed, directed, graph, error)) {
      std::fprintf(stderr, "%s\n", error.c_str());
      std::exit(2);
    }
    options.graph = options.file;
    return graph;
  }
  if (!graphs::makeGraph(options.graph, options.seed, options.shuffle, directed,
                         graph)) {
    std::fprintf(stderr, "bad graph '%s'; shapes: %s\n", options.graph.c_str(),
                 graphs::shapeHelp());
    std::exit(2);
  }
  return graph;
}

/// The vertex to begin at; the program ends where the graph has no such vertex.
inline int sourceVertex(const Options &options, const graphs::Graph &graph) {
  if (options.source >= graph.vertices) {
    std::fprintf(stderr, "the graph has no vertex %ld\n", options.source);
    std::exit(2);
  }
  return (int)options.source;
}

/// A key for each vertex; the program ends where there are none of that kind.
inline std::vector<int> loadKeys(const Options &options, const graphs::Graph &graph) {
  std::vector<int> keys;
  if (!graphs::makeKeys(options.keys, graph.vertices, options.seed, keys)) {
    std::fprintf(stderr, "bad keys '%s'\n", options.keys.c_str());
    std::exit(2);
  }
  return keys;
}

/// The form asked for, which must be one of those given (the first one when
/// none was asked for), or ends the program.
inline std::string chooseForm(const Options &options, std::vector<std::string> forms) {
  if (options.form.empty())
    return forms.front();
  if (std::find(forms.begin(), forms.end(), options.form) == forms.end()) {
    std::fprintf(stderr, "no form '%s'; forms:", options.form.c_str());
    for (const std::string &form : forms)
      std::fprintf(stderr, " %s", form.c_str());
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  return options.form;
}

inline double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

template <typename Number>
bool writeResult(const std::string &file, const std::vector<Number> &values) {
  if (file.empty())
    return true;
  FILE *out = std::fopen(file.c_str(), "w");
  if (!out) {
    std::perror(file.c_str());
    return false;
  }
  for (Number value : values)
    std::fprintf(out, "%.10g\n", (double)value);
  return std::fclose(out) == 0;
}

struct Report {
  Report() = default;
  Report(const char *program, std::string device, const graphs::Graph &graph, const char *resultName)
      : program(program), device(std::move(device)), vertices(graph.vertices), arcs(graph.arcs()), resultName(resultName) {}

  const char *program = "";
  std::string device;
  int vertices = 0;
  int arcs = 0;
  int iterations = 0;
  long long result = 0;   // size of the set, number of colours, reached vertices
  const char *resultName = ""; // what `result` counts
  std::vector<double> seconds; // of the loop, one per repetition
  bool matches = false; // equal to the sequential reference
  bool valid = false;   // passes the independent check
};

inline void print(const Report &report, const Options &options) {
  std::vector<double> sorted = report.seconds;
  std::sort(sorted.begin(), sorted.end());
  double least = sorted.empty() ? 0 : sorted.front();
  double median = sorted.empty() ? 0 : sorted[sorted.size() / 2];
  const char *reference = report.matches ? "ok" : "differs";
  const char *valid = report.valid ? "ok" : "violated";
  if (options.json) {
    std::string device;
    for (char c : report.device) {
      if (c == '"' || c == '\\')
        device += '\\';
      device += c;
    }
    std::printf("{\"program\": \"%s\", \"graph\": \"%s\", \"seed\": %llu, "
                "\"device\": \"%s\", \"wg\": %ld, \"vertices\": %d, "
                "\"arcs\": %d, \"iterations\": %d, \"%s\": %lld, ",
                report.program, options.graph.c_str(), options.seed,
                device.c_str(), options.wg, report.vertices, report.arcs,
                report.iterations, report.resultName, report.result);
    if (options.times) {
      std::printf("\"loop_seconds\": %.6f, \"loop_seconds_median\": %.6f, "
                  "\"loop_seconds_all\": [",
                  least, median);
      for (size_t i = 0; i < report.seconds.size(); i++)
        std::printf("%s%.6f", i ? ", " : "", report.seconds[i]);
      std::printf("], ");
    }
    std::printf("\"reference\": \"%s\", \"valid\": \"%s\"}\n", reference, valid);
    return;
  }
  std::printf("%s: graph %s, %d vertices, %d arcs, device %s\n", report.program,
              options.graph.c_str(), report.vertices, report.arcs,
              report.device.c_str());
  std::printf("  iterations:    %d\n", report.iterations);
  std::printf("  %-14s %lld\n", (std::string(report.resultName) + ":").c_str(),
              report.result);
  if (options.times)
    std::printf("  loop time:     %.6f s (best of %zu, median %.6f s)\n", least,
                report.seconds.size(), median);
  std::printf("  reference:     %s\n  validity:      %s\n", reference, valid);
}

/// Prints and writes what came out; the program's exit code.
template <typename Number>
int finish(const Report &report, const Options &options, const std::vector<Number> &values) {
  print(report, options);
  if (!writeResult(options.outputFile, values))
    return 2;
  return report.matches && report.valid ? 0 : 1;
}

} // namespace app

#endif // INTEGRATION_COMMON_OPTIONS_H
