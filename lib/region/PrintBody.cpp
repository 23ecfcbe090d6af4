//===- PrintBody.cpp - statements in the text of regions ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Print.h"

namespace persistify::region {

void Printer::list(const StmtList &L) {
  for (const Stmt &S : L)
    statement(S);
}

void Printer::block(const StmtList &L) {
  OS << " {\n";
  ++Depth;
  list(L);
  --Depth;
  line() << "}";
}

void Printer::section(const char *Word, const StmtList &L) {
  if (L.empty())
    return;
  OS << " " << Word;
  block(L);
}

void Printer::end(const Stmt &S) {
  if (S.What != defaultWhat(S.K))
    OS << " what " << quoted(S.What);
  if (S.StatusIgnored)
    OS << " ignored";
  place(S.Range);
}

std::string Printer::lhs(const Stmt &S) const {
  const bool OfHandle = S.K == Stmt::AssignHandle;
  const std::vector<std::string> &Of = OfHandle ? Names.Handles : Names.Vars;
  return "%" + (S.Var < Of.size() ? Of[S.Var] : "?" + std::to_string(S.Var)) +
         (S.Index ? ExprPrinter::index(X.text(S.Index)) : "");
}

static bool isZero(const ExprP &E) {
  return E && E->O == Expr::Const && E->T == ScalarType{ScalarType::Unsigned, 64} && !E->Bits;
}

std::string Printer::at(const Stmt &S, unsigned I) const {
  return isZero(S.Offset[I]) ? "" : " at " + X.text(S.Offset[I]);
}

void Printer::sizes(const char *Word, const Stmt &S, const ExprP (&V)[3]) {
  unsigned N = S.Dim;
  for (unsigned I = 0; I < 3; ++I)
    N = V[I] ? std::max(N, I + 1) : N;
  OS << " " << Word << " [";
  for (unsigned I = 0; I < N; ++I)
    OS << (I ? ", " : "") << (I < 3 ? X.text(V[I]) : "_");
  OS << "]";
}

void Printer::setArg(const Stmt &S) {
  const ArgValue &A = S.Arg;
  auto Is = [](const ExprP &E, uint64_t Bits) {
    return E && E->O == Expr::Const && E->T == ScalarType{ScalarType::Unsigned, 64} && E->Bits == Bits;
  };
  OS << "arg " << (S.KernelSlot < Names.Kernels.size() ? Names.Kernels[S.KernelSlot] : "?") << "[" << S.ArgIndex
     << "] = ";
  switch (A.K) {
  case ArgValue::NullPointer: OS << "local " << X.text(A.Size); return;
  case ArgValue::HandleValue:
    OS << X.text(A.H);
    if (!Is(A.Size, 8))
      OS << " size " << X.text(A.Size);
    return;
  case ArgValue::Bytes: break;
  }
  if (A.Pieces.size() == 1 && A.Pieces[0].E && A.Pieces[0].Offset == 0 &&
      A.Pieces[0].Size == A.Pieces[0].E->T.bytes() && Is(A.Size, A.Pieces[0].Size)) {
    OS << "value " << X.text(A.Pieces[0].E);
    return;
  }
  OS << "bytes " << X.text(A.Size) << " (";
  for (size_t I = 0; I < A.Pieces.size(); ++I)
    OS << (I ? ", " : "") << A.Pieces[I].Offset << "+" << A.Pieces[I].Size << ": " << X.text(A.Pieces[I].E);
  OS << ")";
}

void Printer::launch(const Stmt &S) {
  OS << "launch " << (S.KernelSlot < Names.Kernels.size() ? Names.Kernels[S.KernelSlot] : "?");
  sizes("global", S, S.Global);
  unsigned N = S.Dim; // as many as the text has
  for (unsigned I = 0; I < 3; ++I)
    N = S.Global[I] ? std::max(N, I + 1) : N;
  if (N != S.Dim)
    OS << " dim " << S.Dim;
  if (S.HasLocal || S.Local[0] || S.Local[1] || S.Local[2])
    sizes(S.HasLocal ? "local" : "no_local", S, S.Local);
  if (S.Offset[0] || S.Offset[1] || S.Offset[2])
    sizes("offset", S, S.Offset);
}

void Printer::transfer(const Stmt &S) {
  auto Size = [&](uint64_t Usual) {
    if (S.Size != Usual)
      OS << " size " << S.Size;
  };
  if (S.K == Stmt::ReadBack) {
    OS << "read " << lhs(S) << " from " << X.text(S.H) << at(S, 0);
    Size(S.Var < R.Vars.size() ? R.Vars[S.Var].T.bytes() : 0);
  } else if (S.K == Stmt::Upload) {
    OS << "write " << X.text(S.Value) << " to " << X.text(S.H) << at(S, 0);
    Size(S.Value ? S.Value->T.bytes() : 0);
  } else if (S.K == Stmt::Copy) {
    OS << "copy " << X.text(S.H) << at(S, 0) << " to " << X.text(S.H2) << at(S, 1) << " bytes " << X.text(S.E);
  } else {
    OS << "fill " << X.text(S.H) << at(S, 0) << " with " << X.text(S.Value) << " bytes " << X.text(S.E);
    Size(S.Value ? S.Value->T.bytes() : 0);
  }
}

void Printer::loop(const Stmt &S) {
  OS << (S.TestLast ? "do" : "loop");
  if (S.E)
    OS << " while " << X.text(S.E);
  end(S);
  section("before", S.Before);
  section("next", S.Next);
  block(S.Body);
}

/// What has no statements in it.
void Printer::leaf(const Stmt &S) {
  switch (S.K) {
  case Stmt::Assign: OS << lhs(S) << " = " << X.text(S.E); return;
  case Stmt::AssignHandle:
    OS << lhs(S) << " = ";
    if (S.E)
      OS << "new " << X.text(S.H) << " bytes " << X.text(S.E);
    else
      OS << X.text(S.H);
    return;
  case Stmt::SameHandle: OS << lhs(S) << " = same " << X.text(S.H) << ", " << X.text(S.H2); return;
  case Stmt::MakeKernel:
    OS << "make " << (S.KernelSlot < Names.Kernels.size() ? Names.Kernels[S.KernelSlot] : "?");
    return;
  case Stmt::SetArg: return setArg(S);
  case Stmt::Launch: return launch(S);
  case Stmt::ReadBack:
  case Stmt::Upload:
  case Stmt::Copy:
  case Stmt::Fill: return transfer(S);
  case Stmt::Leave: OS << "leave " << S.Label; return;
  case Stmt::Break: OS << "break"; return;
  case Stmt::Continue: OS << "continue"; return;
  case Stmt::Exit: OS << "exit " << S.ExitIndex; return;
  case Stmt::Log:
    OS << "log " << S.Site << " (";
    for (size_t I = 0; I < S.Values.size(); ++I)
      OS << (I ? ", " : "") << X.text(S.Values[I]);
    OS << ")";
    return;
  case Stmt::Bail:
    OS << "bail " << BailReasons[S.Why];
    if (S.ForHost)
      OS << " for_host";
    if (S.E)
      OS << " if " << X.text(S.E);
    return;
  case Stmt::If:
  case Stmt::Loop:
  case Stmt::Block:
  case Stmt::Solo: return;
  }
}

void Printer::statement(const Stmt &S) {
  if (Form.Notes)
    for (const std::string &Note : Form.Notes(S))
      line() << "// " << Note << "\n";
  line();
  switch (S.K) {
  case Stmt::If:
    OS << "if " << X.text(S.E);
    end(S);
    block(S.Body);
    section("else", S.Else);
    break;
  case Stmt::Loop: loop(S); break;
  case Stmt::Block:
    OS << "block " << S.Label;
    end(S);
    block(S.Body);
    break;
  case Stmt::Solo:
    OS << "solo";
    end(S);
    block(S.Body);
    break;
  case Stmt::Assign:
  case Stmt::AssignHandle:
  case Stmt::SameHandle:
  case Stmt::MakeKernel:
  case Stmt::SetArg:
  case Stmt::Launch:
  case Stmt::ReadBack:
  case Stmt::Upload:
  case Stmt::Copy:
  case Stmt::Fill:
  case Stmt::Leave:
  case Stmt::Break:
  case Stmt::Continue:
  case Stmt::Exit:
  case Stmt::Log:
  case Stmt::Bail:
    leaf(S);
    end(S);
    break;
  }
  OS << "\n";
}

} // namespace persistify::region
