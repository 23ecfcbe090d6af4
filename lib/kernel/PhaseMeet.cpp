//===- lib/kernel/PhaseMeet.cpp - a program's own barriers in copies -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The waits go, and where the kernel has the barrier among its own statements, the
// last work-group barrier becomes P_MEET. (Calls of helpers: editCall().)
//
//===----------------------------------------------------------------------===//
#include "PhaseCopy.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// Whether the last semicolon of \p S is not its own.
bool isOpen(const Stmt *S) {
  if (const auto *I = dyn_cast<IfStmt>(S))
    return isOpen(I->getElse() ? I->getElse() : I->getThen());
  if (const auto *L = dyn_cast<ForStmt>(S))
    return isOpen(L->getBody());
  if (const auto *L = dyn_cast<WhileStmt>(S))
    return isOpen(L->getBody());
  return isa<Expr, DoStmt>(S);
}

/// Prints what a macro makes, as the copy has it, in one line as the macro was.
class Printer : PrinterHelper {
public:
  Printer(const FunctionDecl *F, const OwnNames &Names, const OwnBarriers &Barriers, bool Surplus)
      : Policy(F->getASTContext().getPrintingPolicy()), Names(Names), Barriers(Barriers), Surplus(Surplus) {}

  std::string print(const Stmt *S) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    S->printPretty(OS, this, Policy);
    llvm::SmallVector<llvm::StringRef, 16> Lines;
    llvm::StringRef(Out).split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (llvm::StringRef &Line : Lines)
      Line = Line.trim();
    std::string Text = llvm::join(Lines, " ");
    if (isOpen(S))
      Text.pop_back(); // its semicolon
    return Names.theirs(Text);
  }

private:
  bool handledStmt(Stmt *S, llvm::raw_ostream &OS) override {
    if (S == Inside)
      return false;
    if (Barriers.Waits.count(S)) {
      OS << (isa<Expr>(S) ? "(void)0" : ";\n");
      return true;
    }
    const auto *Call = dyn_cast<CallExpr>(S);
    bool Meets = Call && Barriers.Calls.count(Call);
    // Stores of surplus items do not count.
    bool Predicated = Surplus && isa<IfStmt, ForStmt, WhileStmt, DoStmt>(S) && !anyOf(S, [](const Stmt *X) {
                        const auto *E = dyn_cast<Expr>(X);
                        return E && isCollective(builtinOf(E));
                      });
    if (!Meets && !Predicated)
      return false;
    const Stmt *Outer = std::exchange(Inside, S);
    const bool Outside = std::exchange(Surplus, Surplus && !Predicated);
    OS << Names.ours(Meets ? "P_MEET(p_v, " : "if (P_ON(p_v)) {\n");
    S->printPretty(OS, this, Policy);
    OS << (Meets ? ")" : "}\n");
    Inside = Outer;
    Surplus = Outside;
    return true;
  }

  PrintingPolicy Policy;
  const OwnNames &Names;
  const OwnBarriers &Barriers;
  bool Surplus;
  const Stmt *Inside = nullptr; ///< is being printed
};

} // namespace

/// Returns true if nothing else is left to edit.
bool PhaseWriter::editBarriers(Copy &C) {
  const FunctionDecl *F = C.S.F;
  if (C.S.Arrival && Barriers.Named.count(F)) {
    if (!C.Edits.replace(F->getBody()->getSourceRange(), "{ /* a barrier, says a pragma */ }"))
      macroProblem(F->getLocation(), F->getName());
    return true;
  }
  if (F == Kernel && FewerGroups)
    for (llvm::ArrayRef<const Stmt *> Written : Barriers.Written) {
      // Ids and sizes of the group that it arrives for.
      std::string Each = "P_MEET_EACH(p_v) ";
      for (const auto &[V, Is] : askedAgain(F, Written)) {
        std::string Again;
        llvm::raw_string_ostream OS(Again);
        OS << "const " << printType(P.ast(), V->getType().getUnqualifiedType(), V->getName()) << " = ";
        Is->printPretty(OS, nullptr, P.ast().getPrintingPolicy());
        OS << "; ";
        Each += P.names().theirs(OS.str());
      }
      if (!C.Edits.insertAround(Written.front()->getSourceRange(), Each, ""))
        macroProblem(Written.front()->getSourceRange(), F->getName());
    }
  walk(F->getBody(), [&](const Stmt *S) {
    std::string New;
    if (Barriers.Expanded.count(S))
      New = Printer(F, P.names(), Barriers, Surplus).print(S);
    else if (Barriers.Waits.count(S))
      New = isOpen(S) ? "(void)0 /* waits in P_MEET */" : "; /* waits in P_MEET */";
    else if (const auto *Call = dyn_cast<CallExpr>(S); Call && Barriers.Calls.count(Call) && !calleeWithBody(Call)) {
      if (FewerGroups ? !C.Edits.insertAfter(Call->getEndLoc(), "; P_MEET_ALL()")
                      : !C.Edits.insertAround(Call->getSourceRange(), "P_MEET(p_v, ", ")"))
        macroProblem(Call->getSourceRange(), F->getName());
      return false;
    } else
      return true;
    if (!C.Edits.replace(S->getSourceRange(), New))
      macroProblem(S->getSourceRange(), F->getName());
    C.Removed.insert(S);
    return false;
  });
  return false;
}

} // namespace persistify::kernel
