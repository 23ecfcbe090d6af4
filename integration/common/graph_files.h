// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Readers of graph files: DIMACS shortest paths (.gr), METIS (.graph) and
// MatrixMarket coordinates (.mtx). A malformed file gives one line
// "FILE:LINE: what is wrong" and no graph.

#ifndef INTEGRATION_COMMON_GRAPH_FILES_H
#define INTEGRATION_COMMON_GRAPH_FILES_H

#include "graph.h"

#include <cctype>
#include <cerrno>
#include <fstream>

namespace graphs {

/// What a file holds. `lengths`: the arcs have lengths of their own.
struct FileGraph {
  int vertices = 0;
  bool lengths = false;
  std::vector<Arc> arcs;
};

/// A file read line by line and word by word, which remembers where it is.
class LineReader {
public:
  LineReader(const std::string &name, std::string &error)
      : name(name), error(error), in(name) {}

  bool open() { return in.is_open() || fail("cannot be read"); }

  /// The next line that is no comment. Blank lines count where they mean something.
  bool next(char comment, bool keepBlank) {
    while (std::getline(in, line)) {
      number++;
      at = 0;
      if (!line.empty() && line.back() == '\r')
        line.pop_back();
      skipSpace();
      bool blank = at == line.size();
      if ((blank && keepBlank) || (!blank && line[at] != comment))
        return true;
    }
    number++;
    return false;
  }

  bool ended() {
    skipSpace();
    return at == line.size();
  }

  std::string word() {
    skipSpace();
    size_t from = at;
    while (at < line.size() && !std::isspace((unsigned char)line[at]))
      at++;
    return line.substr(from, at - from);
  }

  /// A whole number within [least, most].
  bool integer(const char *what, long long least, long long most, long long *value) {
    std::string text = word();
    if (text.empty())
      return fail(std::string(what) + " is missing");
    char *end = nullptr;
    errno = 0;
    *value = std::strtoll(text.c_str(), &end, 10);
    if (*end != '\0' || errno != 0)
      return fail(std::string(what) + " '" + text + "' is no whole number");
    if (*value < least || *value > most)
      return fail(std::string(what) + " " + text + " is not within " +
                  std::to_string(least) + ".." + std::to_string(most));
    return true;
  }

  bool real(const char *what) {
    std::string text = word();
    char *end = nullptr;
    std::strtod(text.c_str(), &end);
    return (!text.empty() && *end == '\0') ||
           fail(std::string(what) + " '" + text + "' is no number");
  }

  bool done() { return ended() || fail("'" + word() + "' was not expected here"); }

  bool fail(const std::string &text) {
    error = name + (number ? ":" + std::to_string(number) : "") + ": " + text;
    return false;
  }

private:
  void skipSpace() {
    while (at < line.size() && std::isspace((unsigned char)line[at]))
      at++;
  }

  std::string name;
  std::string &error;
  std::ifstream in;
  std::string line;
  size_t at = 0;
  int number = 0;
};

/// "p sp N M", then M lines "a FROM TO LENGTH"; vertices from 1.
inline bool readDimacs(LineReader &in, FileGraph &graph) {
  long long n = -1, m = 0, from = 0, to = 0, length = 0;
  while (in.next('c', false)) {
    std::string kind = in.word();
    if (kind == "p") {
      if (n >= 0)
        return in.fail("a second line 'p'");
      if (in.word() != "sp")
        return in.fail("no problem 'sp' (shortest paths)");
      if (!in.integer("number of vertices", 0, INT_MAX - 1, &n) ||
          !in.integer("number of arcs", 0, INT_MAX, &m))
        return false;
    } else if (kind == "a") {
      if (n < 0)
        return in.fail("an arc before the line 'p'");
      if ((long long)graph.arcs.size() == m)
        return in.fail("more arcs than the " + std::to_string(m) + " of the line 'p'");
      if (!in.integer("vertex", 1, n, &from) || !in.integer("vertex", 1, n, &to) ||
          !in.integer("length", 0, INT_MAX, &length))
        return false;
      graph.arcs.push_back({(int)from - 1, (int)to - 1, (int)length});
    } else {
      return in.fail("line of kind '" + kind + "', not c, p or a");
    }
    if (!in.done())
      return false;
  }
  if (n < 0)
    return in.fail("no line 'p'");
  if ((long long)graph.arcs.size() != m)
    return in.fail(std::to_string(graph.arcs.size()) + " arcs, not the " +
                   std::to_string(m) + " of the line 'p'");
  graph.vertices = (int)n;
  graph.lengths = true;
  return true;
}

/// "N M [FORMAT [WEIGHTS]]", then a line of neighbours for each vertex.
inline bool readMetis(LineReader &in, FileGraph &graph) {
  long long n = 0, m = 0, format = 0, weights = 0, skipped = 0, to = 0, length = 0;
  if (!in.next('%', false))
    return in.fail("the file is empty");
  if (!in.integer("number of vertices", 0, INT_MAX - 1, &n) ||
      !in.integer("number of edges", 0, INT_MAX / 2, &m) ||
      (!in.ended() && !in.integer("format", 0, 111, &format)))
    return false;
  if (format % 10 > 1 || format / 10 % 10 > 1)
    return in.fail("format " + std::to_string(format) + " is not made of 0 and 1");
  weights = format / 10 % 10;
  if (!in.ended() && !in.integer("weights of a vertex", 1, 1000, &weights))
    return false;
  if (!in.done())
    return false;
  graph.lengths = format % 10 == 1;
  for (int v = 0; v < n; v++) {
    if (!in.next('%', true))
      return in.fail("no line for vertex " + std::to_string(v + 1) + " of " + std::to_string(n));
    for (long long i = 0; i < format / 100 + (format / 10 % 10 ? weights : 0); i++)
      if (!in.integer("weight of the vertex", 0, LLONG_MAX, &skipped))
        return false;
    while (!in.ended()) {
      if (!in.integer("neighbour", 1, n, &to))
        return false;
      if (to == v + 1)
        return in.fail("vertex " + std::to_string(to) + " is its own neighbour");
      if (graph.lengths && !in.integer("length", 1, INT_MAX, &length))
        return false;
      if ((long long)graph.arcs.size() == 2 * m)
        return in.fail("more than the " + std::to_string(m) + " edges of the first line");
      graph.arcs.push_back({v, (int)to - 1, (int)length});
    }
  }
  if (in.next('%', false))
    return in.fail("more lines than vertices");
  if ((long long)graph.arcs.size() != 2 * m)
    return in.fail(std::to_string(graph.arcs.size()) + " neighbours, not two for each of the " +
                   std::to_string(m) + " edges");
  graph.vertices = (int)n;
  std::vector<Arc> forth = graph.arcs, back;
  for (const Arc &arc : forth)
    back.push_back({arc.to, arc.from, arc.length});
  std::sort(forth.begin(), forth.end());
  std::sort(back.begin(), back.end());
  for (size_t i = 0; i < forth.size(); i++)
    if (forth[i].from != back[i].from || forth[i].to != back[i].to ||
        forth[i].length != back[i].length) {
      const Arc &arc = std::min(forth[i], back[i]);
      return in.fail("the edge between " + std::to_string(arc.from + 1) + " and " +
                     std::to_string(arc.to + 1) + " is not the same from both ends");
    }
  return true;
}

/// "%%MatrixMarket matrix coordinate FIELD SYMMETRY", sizes, one entry a line.
/// An entry in row i, column j is an arc from i to j; positive whole numbers
/// are lengths, other values are not.
inline bool readMatrixMarket(LineReader &in, FileGraph &graph) {
  if (!in.next('\0', true) || in.word() != "%%MatrixMarket")
    return in.fail("no first line '%%MatrixMarket matrix coordinate ...'");
  auto lower = [&in] {
    std::string text = in.word();
    for (char &c : text)
      c = (char)std::tolower((unsigned char)c);
    return text;
  };
  if (lower() != "matrix" || lower() != "coordinate")
    return in.fail("not a 'matrix coordinate'");
  std::string field = lower(), symmetry = lower();
  if (field != "real" && field != "integer" && field != "pattern")
    return in.fail("entries '" + field + "', not real, integer or pattern");
  if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric")
    return in.fail("symmetry '" + symmetry + "', not general, symmetric or skew-symmetric");
  long long rows = 0, columns = 0, entries = 0, i = 0, j = 0, value = 1;
  if (!in.next('%', false))
    return in.fail("the line of sizes is missing");
  if (!in.integer("rows", 0, INT_MAX - 1, &rows) ||
      !in.integer("columns", 0, INT_MAX - 1, &columns) ||
      !in.integer("entries", 0, INT_MAX / 2, &entries) || !in.done())
    return false;
  if (rows != columns)
    return in.fail("a graph needs a square matrix, not " + std::to_string(rows) + " x " +
                   std::to_string(columns));
  graph.lengths = field == "integer";
  for (long long k = 0; k < entries; k++) {
    if (!in.next('%', false))
      return in.fail(std::to_string(k) + " entries, not " + std::to_string(entries));
    if (!in.integer("row", 1, rows, &i) || !in.integer("column", 1, columns, &j))
      return false;
    if (field == "integer" && !in.integer("value", INT_MIN, INT_MAX, &value))
      return false;
    if ((field == "real" && !in.real("value")) || !in.done())
      return false;
    if (symmetry != "general" && j > i)
      return in.fail("an entry above the diagonal of a matrix that is " + symmetry);
    graph.lengths = graph.lengths && (value > 0 || i == j);
    graph.arcs.push_back({(int)i - 1, (int)j - 1, (int)value});
    if (symmetry != "general" && i != j)
      graph.arcs.push_back({(int)j - 1, (int)i - 1, (int)value});
  }
  if (in.next('%', false))
    return in.fail("more entries than " + std::to_string(entries));
  graph.vertices = (int)rows;
  return true;
}

/// Reads a graph; its name tells the format. Arcs without lengths get random
/// ones. With `directed` arcs stay as they are, else each gets its reverse.
inline bool readGraph(const std::string &name, uint64_t seed, bool directed, Graph &graph,
                      std::string &error) {
  FileGraph file;
  LineReader in(name, error);
  if (!in.open())
    return false;
  std::string ending = name.substr(std::min(name.size(), name.rfind('.')));
  bool read = ending == ".gr"      ? readDimacs(in, file)
              : ending == ".graph" ? readMetis(in, file)
              : ending == ".mtx"   ? readMatrixMarket(in, file)
                                   : in.fail("the name ends in none of .gr .graph .mtx");
  if (!read)
    return false;
  Random random(seed);
  for (size_t i = 0; !file.lengths && i < file.arcs.size(); i++)
    file.arcs[i].length = roadWeight(random);
  if (!directed)
    for (size_t i = 0, count = file.arcs.size(); i < count; i++)
      file.arcs.push_back({file.arcs[i].to, file.arcs[i].from, file.arcs[i].length});
  graph = toCsr(file.vertices, std::move(file.arcs), false);
  return true;
}

} // namespace graphs

#endif // INTEGRATION_COMMON_GRAPH_FILES_H
