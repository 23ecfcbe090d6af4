//===- Print.cpp - declarations in the text of regions -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Print.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify::region {

llvm::raw_ostream &Printer::line() { return OS.indent(2 * Depth); }

llvm::raw_ostream &Printer::field(const char *Word) {
  if (Inline)
    return OS << " " << Word;
  return line() << Word;
}

/// Each line of it on one of its own.
void Printer::string(llvm::StringRef V) {
  if (!V.drop_back(V.empty() ? 0 : 1).contains('\n')) {
    OS << " " << quoted(V);
    return;
  }
  while (!V.empty()) {
    const size_t End = std::min(V.find('\n'), V.size() - 1) + 1;
    OS << "\n";
    OS.indent(2 * Depth + 4) << quoted(V.take_front(End));
    V = V.drop_front(End);
  }
}

void Printer::flag(const char *Word, bool V) {
  if (V)
    field(Word) << (Inline ? "" : "\n");
}

void Printer::number(const char *Word, uint64_t V, uint64_t Default) {
  if (V != Default)
    field(Word) << " " << V << (Inline ? "" : "\n");
}

void Printer::slot(const char *Word, int V) {
  if (V != -1)
    field(Word) << " " << V << (Inline ? "" : "\n");
}

void Printer::text(const char *Word, llvm::StringRef V, llvm::StringRef Default) {
  if (V == Default)
    return;
  field(Word);
  string(V);
  if (!Inline)
    OS << "\n";
}

void Printer::texts(const char *Word, const std::vector<std::string> &V) {
  if (V.empty())
    return;
  field(Word);
  for (size_t I = 0; I < V.size(); ++I) {
    OS << (I ? "," : "");
    string(V[I]);
  }
  if (!Inline)
    OS << "\n";
}

void Printer::pairs(const char *Word, const std::vector<std::pair<size_t, unsigned>> &V) {
  if (V.empty())
    return;
  field(Word) << " [";
  for (size_t I = 0; I < V.size(); ++I)
    OS << (I ? ", " : "") << V[I].first << ":" << V[I].second;
  OS << "]";
}

void Printer::paths(const char *Word, const std::vector<std::vector<unsigned>> &V) {
  if (V.empty())
    return;
  field(Word) << " [";
  for (size_t I = 0; I < V.size(); ++I) {
    OS << (I ? ", [" : "[");
    for (size_t J = 0; J < V[I].size(); ++J)
      OS << (J ? ", " : "") << V[I][J];
    OS << "]";
  }
  OS << "]";
}

void Printer::locals(const char *Word, const std::vector<RegionExit::Local> &V) {
  for (const RegionExit::Local &L : V) {
    field(Word) << " " << quoted(L.Decl) << " (";
    localFields(*this, L);
    OS << " )";
  }
}

void Printer::names(const HostNames &V) {
  for (unsigned N = 0; N < 10000; ++N)
    if (HostNames(N)("") == V(""))
      return number("names", N, 0);
}

void Printer::place(const SourceRange &At) {
  if (!Form.Full) {
    if (At.Line)
      OS << " @" << (At.File != R.Range.File ? quoted(At.File) + ":" : "") << At.Line;
    return;
  }
  const bool None = !At.Line && !At.Column && !At.EndLine && !At.EndColumn && !At.Begin && !At.End;
  if (None && At.File.empty())
    return;
  OS << " @";
  if (At.File != R.Range.File || &At == &R.Range)
    OS << quoted(At.File) << ":";
  OS << At.Line;
  if (!At.Column && !At.EndLine && !At.EndColumn && !At.Begin && !At.End)
    return;
  OS << ":" << At.Column;
  if (At.EndLine == At.Line && At.EndColumn >= At.Column && At.End - At.Begin == At.EndColumn - At.Column)
    OS << "+" << At.EndColumn - At.Column << "#" << At.Begin;
  else
    OS << "-" << At.EndLine << ":" << At.EndColumn << "#" << At.Begin << "-" << At.End;
}

void Printer::record(const Precondition &P) {
  string(P.Text);
  preconditionFields(*this, P);
}
void Printer::record(const ArgEvidence &E) {
  OS << " " << (E.Kernel < Names.Kernels.size() ? Names.Kernels[E.Kernel] : "?") << "[" << E.Index << "]";
  evidenceFields(*this, E);
}
void Printer::record(const DistinctHint &D) {
  string(D.A);
  distinctFields(*this, D);
}
void Printer::record(const RegionExit &X) { exitFields(*this, X); }
void Printer::record(const DeferredStmt &D) { deferredFields(*this, D); }
void Printer::record(const std::pair<std::string, std::string> &L) {
  string(L.first);
  OS << ",";
  string(L.second);
}
void Printer::record(const Accessor &A) {
  string(A.Name);
  accessorFields(*this, A);
}
void Printer::record(const RegionNote &N) { noteFields(*this, N); }
void Printer::record(const Diagnostic &D) {
  OS << " " << diagCode(D.D);
  diagnosticFields(*this, D);
}

void Printer::slotText(int S, llvm::StringRef Text, uint64_t Size) {
  Told[S] = true;
  NextSlot = S + 1;
  KeyOf = region::keyOfSlot(R, R.Slots[S].Text, R.Slots[S].K);
  slotFields(*this, R.Slots[S], Text, Size);
}

void Printer::ofSlot(int S, Slot::Kind Usual, llvm::StringRef Text, uint64_t Size, bool Alone) {
  if (S < 0)
    return;
  if (size_t(S) >= R.Slots.size() || Told[S] || !Alone) {
    OS << " = slot " << S;
    return;
  }
  OS << " = host";
  const size_t Begin = this->Text.size();
  if (S != NextSlot && Numbered)
    OS << " " << S;
  if (R.Slots[S].K != Usual)
    OS << " " << SlotKinds[R.Slots[S].K];
  slotText(S, Text, Size);
  if (this->Text.size() > Begin) {
    this->Text[Begin] = '(';
    OS << ")";
  }
}

/// Those that are told with nothing else.
void Printer::slots() {
  std::set<int> Others;
  for (const KernelUse &K : R.Kernels)
    Others.insert(int(K.Slot));
  for (const HandleVariable &H : R.Handles)
    if (!H.IsArray && H.Count == 1)
      Others.insert(H.Slot);
  for (const Variable &V : R.Vars)
    Others.insert(V.Slot);
  for (size_t I = 0; I < R.Slots.size(); ++I) {
    if (Others.count(I))
      continue;
    line() << "slot";
    if (int(I) != NextSlot && Numbered)
      OS << " " << I;
    OS << " " << SlotKinds[R.Slots[I].K];
    KernelOf = "";
    slotText(I, "", 0);
    OS << "\n";
  }
}

void Printer::kernel(unsigned I) {
  const KernelUse &K = R.Kernels[I];
  Id = Names.Kernels[I];
  line() << "kernel " << Id;
  kernelFields(*this, K);
  KernelOf = K.Name;
  ofSlot(K.Slot, Slot::Kernel, Id, 0, true);
  KernelOf = "";
  OS << "\n";
}

void Printer::handle(unsigned I) {
  const HandleVariable &H = R.Handles[I];
  Id = Names.Handles[I];
  line() << "handle %" << Id;
  if (H.IsArray)
    OS << "[" << H.Count << "]";
  handleFields(*this, H);
  ofSlot(H.Slot, H.Mirror ? Slot::Mirror : Slot::Buffer, Id, 0, !H.IsArray && H.Count == 1);
  OS << "\n";
}

void Printer::variable(unsigned I) {
  const Variable &V = R.Vars[I];
  Id = Names.Vars[I];
  const char *Type = typeText(V.T);
  line() << "var %" << Id << " : " << (Type ? Type : "?");
  if (V.IsArray)
    OS << "[" << V.Count << "]";
  variableFields(*this, V);
  ofSlot(V.Slot, V.IsArray ? Slot::Blob : Slot::Scalar, Id, V.Count * V.T.bytes(), true);
  OS << "\n";
}

bool Printer::namesSlots() const {
  std::set<int> Once;
  auto Again = [&](int S) { return S >= 0 && !Once.insert(S).second; };
  for (const KernelUse &K : R.Kernels)
    if (Again(int(K.Slot)))
      return true;
  for (const HandleVariable &H : R.Handles)
    if (Again(H.Slot) || (H.Slot >= 0 && (H.IsArray || H.Count != 1)))
      return true;
  for (const Variable &V : R.Vars)
    if (Again(V.Slot))
      return true;
  for (const Slot &S : R.Slots)
    if (S.OneOf >= 0 || S.SizeSlot >= 0)
      return true;
  for (const RegionExit &X : R.Exits)
    if (!X.Locals.empty())
      return true;
  return false;
}

void Printer::declarations() {
  Told.resize(R.Slots.size());
  Numbered = Form.Full || namesSlots();
  Inline = true;
  slots();
  for (unsigned I = 0; I < R.Kernels.size(); ++I)
    kernel(I);
  for (unsigned I = 0; I < R.Handles.size(); ++I)
    handle(I);
  for (unsigned I = 0; I < R.Vars.size(); ++I)
    variable(I);
  Inline = false;
}

/// Whether a region can be called so without quotes.
static bool isWord(llvm::StringRef S) {
  return !S.empty() && !llvm::isDigit(S[0]) && llvm::all_of(S, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

std::string Printer::run() {
  OS << "region " << (isWord(R.Function) ? R.Function : quoted(R.Function));
  place(R.Range);
  OS << " {\n";
  Depth = 1;
  declarations();
  regionFields(*this, R);
  for (const std::string &L : Form.Head)
    line() << "// " << L << "\n";
  line() << "body";
  block(R.Body);
  OS << "\n}\n";
  return Text;
}

} // namespace persistify::region

using namespace persistify;

std::string persistify::regionText(const Region &R, const RegionTextForm &Form) {
  return region::Printer(R, Form).run();
}

std::string persistify::exprText(const Region &R, const ExprP &E) {
  const region::TextNames Names(R);
  return region::ExprPrinter(Names).text(E);
}
