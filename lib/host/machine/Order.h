//===- Order.h - operands that the language does not order -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering evaluates operands from left to right. The program's compiler may take
// another order where the language leaves it open. Then the same comes out only if no
// operand does what another one notices. Lowering tells here what it evaluates, and
// what is read, written and performed meanwhile; calls that are expanded belong to the
// operand in which they stand. When a full expression has been evaluated, each pair of
// its operands without an order is compared.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_ORDER_H
#define PERSISTIFY_LIB_HOST_ORDER_H

#include "clang/AST/Expr.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace persistify::host {

/// Operands of \p X that are evaluated in any order, each with each. Empty if the
/// language of \p LO orders them.
std::vector<const clang::Expr *> unorderedOperands(const clang::Expr *X, const clang::LangOptions &LO);

class Order {
public:
  /// In place of an object.
  enum : int {
    Queue = -2,     ///< what the commands in the queue have done
    Arguments = -3, ///< of the kernel that the path names
    Host = -4,      ///< what the host performs behind the region
    Away = -5,      ///< the loop is left
  };
  struct Access {
    int Obj;
    std::string Path;              ///< steps from the object to a part of it
    std::optional<uint64_t> Index; ///< the element; none: all or any
    bool Write;
    /// What the host performs changes only objects of the loop's own, this one the oldest. -1: perhaps others.
    int Oldest = -1;
    bool operator<(const Access &O) const {
      return std::tie(Obj, Path, Index, Write, Oldest) < std::tie(O.Obj, O.Path, O.Index, O.Write, O.Oldest);
    }
    bool operator==(const Access &O) const {
      return std::tie(Obj, Path, Index, Write, Oldest) == std::tie(O.Obj, O.Path, O.Index, O.Write, O.Oldest);
    }
  };
  /// Two operands, what the first one does to the second, and whether both write.
  struct Conflict {
    const clang::Expr *A, *B;
    Access What;
    bool Both;
  };
  struct Mark {
    size_t Trace, Done;
  };

  /// The evaluation of \p X begins, in a call that is expanded at \p Depth. Objects that it makes have numbers from
  /// \p Objects: what one operand makes is nothing to another.
  void begin(const clang::Expr *X, unsigned Depth, size_t Objects);
  /// The last evaluation that began has ended. A conflict of operands in it, if it
  /// was a full expression.
  std::optional<Conflict> end(const clang::LangOptions &LO);
  void note(Access A) {
    if (!Open.empty())
      Trace.push_back(std::move(A));
  }

  /// A point to which a trial goes back.
  Mark mark() const { return {Trace.size(), Done.size()}; }
  void backTo(Mark M);

private:
  struct Interval {
    size_t Begin, End; ///< in Trace
  };
  struct Evaluated {
    const clang::Expr *X;
    Interval I;
  };
  struct Begun {
    const clang::Expr *X;
    unsigned Depth;
    int Objects;
    Mark At;
    bool Full; ///< no operand of another expression of the same function
  };
  std::optional<Conflict> conflict(const Begun &Of, const clang::LangOptions &LO) const;
  const Access *meets(const std::vector<Interval> &A, const std::vector<Interval> &B, int Objects, bool &Both) const;

  std::vector<Access> Trace;
  std::vector<Evaluated> Done;
  std::vector<Begun> Open;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ORDER_H
