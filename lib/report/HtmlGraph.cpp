//===- HtmlGraph.cpp - phases and buffers as a drawing ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phases stand in their order on the left, with their barriers as bars between
// them and a line back for each loop; buffers stand on the right, each near the
// middle of the phases that use it, so that few lines cross.
//
//===----------------------------------------------------------------------===//
#include "Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify::html {
namespace {

constexpr int Width = 500, PhaseWidth = 200, BufferWidth = 140, BufferLeft = Width - BufferWidth - 4;
constexpr int PhaseHeight = 36, PhaseStep = 58, BufferHeight = 24, BufferStep = 36, Top = 14;

struct Edge {
  unsigned Phase, Buffer;
  bool Read, Written;
};

/// A name that fits; the whole one is the title.
std::string fit(StringRef Name, size_t Most) {
  if (Name.size() <= Most)
    return escaped(Name);
  return escaped(Name.take_front(Most - 1)) + "\xe2\x80\xa6";
}

class Drawing {
public:
  Drawing(const LoopAccount &A, ArrayRef<std::string> PhaseKeys, ArrayRef<std::string> BufferKeys, raw_ostream &OS)
      : A(A), PhaseKeys(PhaseKeys), BufferKeys(BufferKeys), OS(OS) {}

  void print() {
    collect();
    order();
    const int Height = std::max<int>(Phases.size() * PhaseStep, Order.size() * BufferStep) + 2 * Top;
    OS << formatv("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2} phases and {3} buffers\">\n", Width,
                  Height, Phases.size(), Order.size());
    place(Height);
    loops();
    walls();
    edges();
    for (size_t I = 0; I < Phases.size(); ++I)
      phase(I);
    for (unsigned B : Order)
      buffer(B);
    OS << "</svg>\n";
  }

private:
  void collect() {
    for (const AccountStep &S : A.Steps) {
      if (S.K == AccountStep::Loop)
        continue;
      std::map<unsigned, Edge> Mine;
      for (const AccountUse &U : S.Uses) {
        Edge &E = Mine.try_emplace(U.Buffer, Edge{unsigned(Phases.size()), U.Buffer, false, false}).first->second;
        E.Read |= U.Read;
        E.Written |= U.Written;
      }
      for (auto &[B, E] : Mine)
        Edges.push_back(E);
      Phases.push_back(&S);
    }
  }

  /// Buffers by the middle of their phases.
  void order() {
    std::map<unsigned, std::pair<unsigned, unsigned>> Sum;
    for (const Edge &E : Edges) {
      Sum[E.Buffer].first += E.Phase;
      ++Sum[E.Buffer].second;
    }
    for (auto &[B, S] : Sum)
      Order.push_back(B);
    llvm::sort(Order, [&](unsigned B, unsigned C) {
      const uint64_t Left = uint64_t(Sum[B].first) * Sum[C].second, Right = uint64_t(Sum[C].first) * Sum[B].second;
      return std::tie(Left, B) < std::tie(Right, C);
    });
  }

  void place(int Height) {
    const int Room = Height - 2 * Top;
    for (size_t I = 0; I < Phases.size(); ++I)
      PhaseAt.push_back(Top + (2 * int(I) + 1) * Room / (2 * int(Phases.size())));
    BufferAt.resize(A.Buffers.size());
    for (size_t I = 0; I < Order.size(); ++I)
      BufferAt[Order[I]] = Top + (2 * int(I) + 1) * Room / (2 * int(Order.size()));
  }

  int left() const { return 14 + 9 * int(deepest()); }
  unsigned deepest() const {
    unsigned Most = 0;
    for (const AccountStep &S : A.Steps)
      Most = std::max(Most, std::min(S.Depth, 6u));
    return Most;
  }

  /// From the last phase of each loop back to its first.
  void loops() {
    for (size_t I = 0; I < A.Steps.size(); ++I) {
      const AccountStep &Loop = A.Steps[I];
      if (Loop.K != AccountStep::Loop || Loop.Depth >= 6)
        continue;
      int First = -1, Last = -1, N = 0;
      for (size_t J = 0; J < A.Steps.size(); ++J) {
        const bool Inside = J > I && A.Steps[J].Depth > Loop.Depth;
        if (J > I && !Inside)
          break;
        if (A.Steps[J].K == AccountStep::Loop)
          continue;
        if (Inside) {
          First = First < 0 ? N : First;
          Last = N;
        }
        ++N;
      }
      if (First < 0)
        continue;
      const int X = 6 + 9 * int(Loop.Depth), From = PhaseAt[Last] + 8, To = PhaseAt[First] - 8;
      OS << formatv(
          "<path class=\"back\" d=\"M{0} {1}H{2}V{3}H{4}\"><title>next trip of the loop at line {5}</title></path>\n",
          left(), From, X, To, left() - 5, Loop.Range.Line);
      head(left(), To, true, "b");
    }
  }

  void head(int X, int Y, bool Right, StringRef Class) {
    OS << formatv("<g class=\"heads\"><polygon class=\"{0}\" points=\"{1},{2} {3},{4} {3},{5}\"/></g>\n", Class, X, Y,
                  Right ? X - 7 : X + 7, Y - 4, Y + 4);
  }

  void walls() {
    unsigned N = 0;
    const AccountStep *Entry = nullptr; // a loop with a barrier in front of it
    for (const AccountStep &S : A.Steps) {
      if (S.K == AccountStep::Loop) {
        Entry = S.Barrier.empty() ? Entry : &S;
        continue;
      }
      const AccountStep *Of = S.Barrier.empty() ? Entry : &S;
      Entry = nullptr;
      if (Of)
        OS << formatv("<path class=\"wall\" d=\"M{0} {1}H{2}\"><title>barrier: {3}</title></path>\n", left() - 4,
                      PhaseAt[N] - PhaseHeight / 2 - 11, left() + PhaseWidth + 4, escaped(join(Of->Barrier, "; ")));
      ++N;
    }
  }

  void edges() {
    std::map<unsigned, unsigned> AtPhase, AtBuffer, OfPhase, OfBuffer;
    for (const Edge &E : Edges) {
      ++OfPhase[E.Phase];
      ++OfBuffer[E.Buffer];
    }
    // Those of one phase leave it in the order in which their buffers stand, and the other way round.
    std::vector<Edge> Sorted = Edges;
    llvm::sort(Sorted, [&](const Edge &E, const Edge &F) {
      return std::pair(E.Phase, BufferAt[E.Buffer]) < std::pair(F.Phase, BufferAt[F.Buffer]);
    });
    auto Port = [](int Middle, unsigned N, unsigned Of, int Most) {
      const int Gap = std::min<int>(7, Of > 1 ? Most / int(Of - 1) : 0);
      return Middle + Gap * int(N) - Gap * int(Of - 1) / 2;
    };
    for (const Edge &E : Sorted) {
      const int X1 = left() + PhaseWidth, X2 = BufferLeft;
      const int Y1 = Port(PhaseAt[E.Phase], AtPhase[E.Phase]++, OfPhase[E.Phase], PhaseHeight - 10);
      const int Y2 = Port(BufferAt[E.Buffer], AtBuffer[E.Buffer]++, OfBuffer[E.Buffer], BufferHeight - 8);
      const int M = (X2 - X1) / 2;
      OS << formatv("<path class=\"{0}{1}\" data-k=\"{2} {3}\" d=\"M{4} {5}C{6} {5} {7} {8} {9} {8}\"/>\n",
                    E.Read ? "r" : "", E.Written ? "w" : "", PhaseKeys[E.Phase], BufferKeys[E.Buffer],
                    X1 + (E.Read ? 5 : 0), Y1, X1 + M, X2 - M, Y2, X2 - (E.Written ? 5 : 0));
      if (E.Read)
        head(X1, Y1, false, E.Written ? "w" : "r");
      if (E.Written)
        head(X2, Y2, true, "w");
    }
  }

  void phase(size_t I) {
    const AccountStep &S = *Phases[I];
    const int X = left(), Y = PhaseAt[I];
    const StringRef Name = S.Kernel.empty() ? StringRef(S.What) : StringRef(S.Kernel);
    OS << formatv(
        "<g class=\"phase-node\" data-k=\"{0}\"><title>{1}, line {2}</title>"
        "<rect class=\"node\" x=\"{3}\" y=\"{4}\" width=\"{5}\" height=\"{6}\" rx=\"5\"/>"
        "<text x=\"{7}\" y=\"{8}\">{9}</text><text class=\"dim\" x=\"{7}\" y=\"{10}\">line {2}{11}</text></g>\n",
        PhaseKeys[I], escaped(Name), S.Range.Line, X, Y - PhaseHeight / 2, PhaseWidth, PhaseHeight, X + 9, Y - 3,
        std::to_string(I + 1) + "\xe2\x80\x82" + fit(Name, 22), Y + 12, S.Schedule.empty() ? "" : ", " + S.Schedule);
  }

  void buffer(unsigned B) {
    const AccountBuffer &Of = A.Buffers[B];
    OS << formatv("<g class=\"buffer{0}\" data-k=\"{1}\"><title>{2}{3}</title>"
                  "<rect class=\"node\" x=\"{4}\" y=\"{5}\" width=\"{6}\" height=\"{7}\" rx=\"12\"/>"
                  "<text x=\"{8}\" y=\"{9}\">{10}</text></g>\n",
                  Of.Rotates ? " rotates" : "", BufferKeys[B], escaped(Of.Name),
                  Of.Rotates ? ": three cells in turn, or with a barrier" : "", BufferLeft,
                  BufferAt[B] - BufferHeight / 2, BufferWidth, BufferHeight, BufferLeft + 11, BufferAt[B] + 4,
                  fit(Of.Name, 17));
  }

  const LoopAccount &A;
  ArrayRef<std::string> PhaseKeys, BufferKeys;
  raw_ostream &OS;
  std::vector<const AccountStep *> Phases;
  std::vector<Edge> Edges;
  std::vector<unsigned> Order; ///< buffers from top to bottom
  std::vector<int> PhaseAt, BufferAt;
};

} // namespace

void graph(const LoopAccount &A, ArrayRef<std::string> PhaseKeys, ArrayRef<std::string> BufferKeys, raw_ostream &OS) {
  Drawing(A, PhaseKeys, BufferKeys, OS).print();
}

} // namespace persistify::html
