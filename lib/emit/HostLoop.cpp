//===- HostLoop.cpp - the loop in the transformed host file ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in place of the program's loop: bindings, the call of the runtime, the original loop with its questions
// between trips, and statements that leave it.
//
//===----------------------------------------------------------------------===//
#include "persistify/Planted.h"
#include "persistify/Emit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace persistify;
using llvm::formatv;

/// Clocks whose first reading stands in front of a launch.
static void readFirst(llvm::raw_ostream &OS, const Region &R, llvm::StringRef In) {
  for (const DeferredStmt &D : R.Deferred)
    if (!D.Before.empty())
      OS << In << D.Before << " /* line " << D.Range.Line << " */\n";
}

/// What the host does in front of a region that logs.
static void beforeRegion(llvm::raw_ostream &OS, const Region &R, llvm::StringRef In) {
  OS << In << "persistify_later " << R.Names("log") << " = PERSISTIFY_NOTHING_LATER;\n";
  if (!R.Deferred.empty())
    OS << In << "persistify_u32 " << R.Names("site") << ";\n";
  for (auto &[Name, Declaration] : R.HostLocals)
    OS << In << Declaration << "\n";
  readFirst(OS, R, In);
}

/// The statements that the region logged, in their order.
static void behindRegion(llvm::raw_ostream &OS, const Region &R, llvm::StringRef In) {
  if (R.Deferred.empty())
    return;
  const std::string Site = R.Names("site");
  OS << In << "while ((" << Site << " = persistify_next(&" << R.Names("log") << ")) != 0)\n"
     << In << "  switch (" << Site << ") {\n";
  for (size_t I = 0; I < R.Deferred.size(); ++I) {
    const DeferredStmt &D = R.Deferred[I];
    OS << In << formatv("  case {0}: /* line {1} */\n", I + 1, D.Range.Line);
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    llvm::StringRef(D.Text).split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      OS << In << "    " << Line << "\n";
    OS << In << "    break;\n";
  }
  OS << In << "  default:\n" << In << "    break;\n";
  OS << In << "  }\n";
}

/// What the host does when trips of the region have run, of its own objects.
static void commit(llvm::raw_ostream &OS, const Region &R, llvm::StringRef In) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  for (const std::string *Text : {&R.Commit, &R.CommitTexts})
    if (!Text->empty())
      llvm::StringRef(*Text).split(Lines, '\n');
  if (Lines.empty())
    return;
  OS << In << "if (" << R.Names("exit") << " != PERSISTIFY_ORIGINAL) {\n";
  for (llvm::StringRef Line : Lines)
    OS << In << "  " << Line << "\n";
  OS << In << "}\n";
}

/// Whether a statement under \p L leaves a loop (\p Label null), or the block \p Label.
static bool leaves(const StmtList &L, const unsigned *Label) {
  return llvm::any_of(L, [&](const Stmt &S) {
    if (Label ? S.K == Stmt::Leave && S.Label == *Label : S.K == Stmt::Break)
      return true;
    if (!Label && S.K == Stmt::Loop)
      return false;
    return leaves(S.Before, Label) || leaves(S.Next, Label) || leaves(S.Body, Label) || leaves(S.Else, Label);
  });
}

/// Whether the last of the statements may be followed by something.
static bool mayEnd(const StmtList &L) {
  return llvm::all_of(L, [](const Stmt &S) {
    switch (S.K) {
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit: return false;
    case Stmt::Bail: return S.E != nullptr;
    case Stmt::If: return mayEnd(S.Body) || mayEnd(S.Else);
    case Stmt::Loop:
      return (S.E && !(S.E->O == Expr::Const && S.E->Bits)) || leaves(S.Body, nullptr) || leaves(S.Next, nullptr) ||
             leaves(S.Before, nullptr);
    case Stmt::Block: return mayEnd(S.Body) || leaves(S.Body, &S.Label);
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
    case Stmt::Solo:
    case Stmt::Log: return true;
    }
  });
}

/// Text with the numbers that its lines have in the host file.
static std::string numbered(llvm::StringRef Text, llvm::ArrayRef<std::pair<size_t, unsigned>> Lines) {
  std::string Out;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const size_t End = I + 1 < Lines.size() ? Lines[I + 1].first : Text.size();
    Out += formatv("\n#line {0}\n{1}", Lines[I].second, Text.slice(Lines[I].first, End).rtrim("\n"));
  }
  return Out;
}

static std::string bound(const Slot &S) {
  return S.Text.empty() ? "PERSISTIFY_NULL" : "PERSISTIFY_BIND(" + S.Text + ")";
}

/// A question between two trips. All that a region is entered with is looked up once more where it may be elsewhere then, or
/// no longer hold.
static std::string question(const Plan &P, llvm::StringRef Entry) {
  const Region &R = *P.R;
  std::string Out =
      (P.Boundary.InBody ? "persistify_at_later(" : "persistify_at(") + Entry.str() + ", " + R.Names("bind");
  if (P.Boundary.InBody)
    Out += ", &" + R.Names("log");
  for (unsigned V : P.Boundary.Carried)
    Out += ", PERSISTIFY_BIND(" + R.Vars[V].Here + ")";
  Out += ", PERSISTIFY_END)";
  if (!P.Boundary.Anew || planted("looked-up-once"))
    return Out;
  std::string Before, Holds;
  for (const Slot &S : R.Slots)
    if (!S.Init.empty())
      Before += S.Text + " = " + S.Init + ", ";
  for (size_t I = 0; I < R.Slots.size(); ++I)
    Before += formatv("{0}[{1}] = {2}, ", R.Names("bind"), I, bound(R.Slots[I]));
  for (const Precondition &C : R.Preconditions)
    Holds += (Holds.empty() ? "(" : " && (") + C.Text + ")";
  Out = "(" + Before + Out + ")";
  return Holds.empty() ? Out : "(" + Holds + " ? " + Out + " : PERSISTIFY_ORIGINAL)";
}

/// The loop whose body begins with a question, and with what the region left to the host until there; the body stands at
/// \p At in its text, and the condition at \p TestAt. With \p Line, the loop's, the body keeps its number.
static std::string performingLoop(const Plan &P, llvm::StringRef Entry, llvm::StringRef Text, size_t At, size_t TestAt,
                                  llvm::StringRef In, unsigned Line) {
  const Region &R = *P.R;
  const std::string Exit = R.Names("exit");
  const size_t End = At + (R.BodyEnd - R.BodyBegin);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  const std::string Deeper = (In + "  ").str();
  OS << Text.take_front(At) << "{\n" << In << "do {\n";
  if (!planted("clock-once"))
    readFirst(OS, R, Deeper);
  OS << Deeper << Exit << " = " << question(P, Entry) << ";\n";
  behindRegion(OS, R, Deeper);
  commit(OS, R, Deeper);
  OS << In << "} while (" << Exit << " == PERSISTIFY_BETWEEN";
  if (!P.Boundary.Loop->TestLast && !R.NoTest)
    OS << " && (" << Text.substr(TestAt, R.TestEnd - R.TestBegin) << ")";
  OS << ");\n";
  if (!P.Boundary.Loop->TestLast && !R.NoTest)
    OS << In
       << formatv("if ({0} == PERSISTIFY_BETWEEN) {{\n{1}  {0} = PERSISTIFY_ORIGINAL;\n{1}  break;\n{1}}\n", Exit, In);
  OS << In << formatv("if ({0} != PERSISTIFY_ORIGINAL)\n{1}  break;\n", Exit, In);
  if (Line)
    OS << "#line " << Line + Text.take_front(At).count('\n') << "\n";
  OS << In << Text.slice(At, End) << "\n" << In.drop_back(2) << "}";
  if (Line)
    OS << "\n#line " << Line + Text.take_front(End).count('\n') << "\n";
  OS << Text.drop_front(End);
  return Out;
}

/// The loop with a question between two trips: in front of its condition, which stands at \p At in its text, or behind
/// that of do { } while.
static std::string askingLoop(const Plan &P, llvm::StringRef Entry, llvm::StringRef Text, size_t At) {
  const Region &R = *P.R;
  const size_t Length = R.TestEnd - R.TestBegin;
  const std::string Ask = "(" + R.Names("exit") + " = " + question(P, Entry) + ") == PERSISTIFY_ORIGINAL";
  if (R.NoTest)
    return (Text.take_front(At) + " " + Ask + Text.drop_front(At)).str();
  const std::string Test = ("(" + Text.substr(At, Length) + ")").str();
  return (Text.take_front(At) + (P.Boundary.Loop->TestLast ? Test + " && " + Ask : Ask + " && " + Test) +
          Text.drop_front(At + Length))
      .str();
}

/// Of several regions, that of the kernel source of which the program is. \p Declared: the variable, further up.
static std::string chooseRegion(llvm::ArrayRef<HostEntry> Entries, llvm::StringRef Which, llvm::StringRef Bind,
                                bool Declared) {
  std::string Out =
      (Declared ? "" : "const persistify_region *const ") + Which.str() + " = persistify_of_source(" + Bind.str();
  if (planted("first-region"))
    Entries = Entries.take_front(1);
  for (const HostEntry &E : Entries)
    Out += ", &" + E.Name;
  return Out + ", PERSISTIFY_END);";
}

/// The array of all addresses.
static void bindAll(llvm::raw_ostream &OS, const Region &R, llvm::StringRef At) {
  const std::string Bind = R.Names("bind");
  // Addresses of automatic variables are no constants, which C90 asks for.
  const llvm::StringRef Extension = R.C90 ? "__extension__ " : "";
  OS << At << Extension << "void *const " << Bind << "[] = {";
  size_t Col = At.size() + Extension.size() + Bind.size() + 22;
  for (size_t I = 0; I < R.Slots.size(); ++I) {
    const std::string B = bound(R.Slots[I]);
    if (I)
      OS << ",";
    if (I && Col + B.size() > 98) {
      OS << "\n" << At << "    ";
      Col = At.size() + 4;
    } else if (I) {
      OS << " ";
    }
    OS << B;
    Col += B.size() + 2;
  }
  OS << "};\n";
}

/// What a variable of the generated code is before it gets its value.
static const char *nothing(const Slot &S) {
  return S.K == Slot::Queue || S.K == Slot::Kernel || S.K == Slot::Buffer || S.K == Slot::Context
             ? " = PERSISTIFY_NULL;\n"
             : " = 0;\n";
}

/// Slots of which a value that the host computes on entry gets a result.
static std::set<const Slot *> resultsOfInits(const Region &R) {
  std::set<const Slot *> Results;
  for (const HandleVariable &H : R.Handles)
    for (uint64_t I = 0; H.Assigned && H.Slot >= 0 && I < H.Count; ++I)
      if (!R.Slots[H.Slot + I].Init.empty())
        Results.insert(&R.Slots[H.Slot + I]);
  for (const Variable &V : R.Vars)
    if (V.Assigned && V.Slot >= 0 && !R.Slots[V.Slot].Init.empty())
      Results.insert(&R.Slots[V.Slot]);
  return Results;
}

/// What the host does behind the loop by the exit that it came to.
static void performExits(llvm::raw_ostream &OS, const Region &R, bool Asks, llvm::StringRef In, unsigned Line) {
  const std::string Exit = R.Names("exit");
  // A loop without an end of its own has none here, either, so that compilers see that nothing follows it. But one in
  // which the host asks comes to its end behind a break, too, with all done.
  const bool Endless = !planted("loop-end") && !mayEnd(R.Body) && llvm::none_of(R.Exits, [&](const RegionExit &X) {
    return X.Text.empty() || (Asks && X.Breaks && !planted("ends-twice"));
  });
  bool Any = false;
  for (size_t K = 0; K < R.Exits.size(); ++K) {
    const RegionExit &X = R.Exits[K];
    if (X.Text.empty())
      continue;
    // Whoever asks in the loop may have come to an exit there.
    const bool First = Asks && !std::exchange(Any, true);
    OS << (First ? "\n" + In.str() : " else ");
    if (Endless && K + 1 == R.Exits.size())
      OS << formatv("{{ /* line {0} */\n", X.Range.Line);
    else
      OS << formatv("if ({0} == {1}) {{ /* line {2} */\n", Exit, K + 1, X.Range.Line);
    if (!X.Types.empty())
      OS << In << "  " << (Line ? numbered(X.Types, X.TypeLines) : X.Types) << "\n";
    for (const RegionExit::Local &Loc : X.Locals)
      OS << In << "  " << Loc.Decl << " = " << (Loc.Host.empty() ? R.Slots[Loc.Slot].Text : Loc.Host) << ";\n";
    const bool Nested = X.Nested && !X.Locals.empty();
    OS << In << (Nested ? "  {\n" : "") << (Nested ? In : "") << "  " << (Line ? numbered(X.Text, X.Lines) : X.Text)
       << "\n"
       << In << (Nested ? "  }\n" : "") << (Nested ? In : "") << "}";
  }
}

std::string persistify::emitHostLoop(const Plan &P, llvm::ArrayRef<HostEntry> Entries, llvm::StringRef LoopText,
                                     size_t TestAt, llvm::StringRef Indent, unsigned Line) {
  const Region &R = *P.R;
  const std::string Exit = R.Names("exit"), Bind = R.Names("bind"), Which = R.Names("which");
  const bool Several = Entries.size() > 1, Early = Several && !R.Preconditions.empty();
  const std::string Entry = Several ? Which : "&" + Entries.front().Name;
  // Not in the conditions that OpenMP wants.
  const bool Asks =
      P.Boundary.Loop && !LoopText.ltrim().starts_with("#") && !(P.Boundary.InBody && Line && LoopText.contains("\n#"));
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << "{ /* persistify: this loop also exists as the kernel";
  for (const HostEntry &E : Entries)
    OS << (&E == &Entries.front() ? " " : " or ") << E.Name << " (" << E.DeviceFile << ")";
  OS << " */\n";
  std::string In = (Indent + "  ").str();
  const std::set<const Slot *> Results = resultsOfInits(R);
  for (const Slot &S : R.Slots)
    if (!S.entering() || Results.count(&S))
      OS << In << S.LocalType << " " << S.Text << (Results.count(&S) ? nothing(S) : ";\n");
  for (const std::string &Spare : R.Spares)
    OS << In << Spare << "\n";
  const bool Anew = Asks && P.Boundary.Anew, Later = !R.Deferred.empty() || (Asks && P.Boundary.InBody);
  for (const Slot &S : R.Slots)
    if (Anew && !S.Init.empty() && !Results.count(&S))
      OS << In << S.LocalType << " " << S.Text << nothing(S);
  if (Anew)
    OS << In << "void *" << Bind << "[" << R.Slots.size() << "] = {PERSISTIFY_NULL};\n";
  if (Early)
    OS << In << "const persistify_region *" << Which << " = &" << Entries.front().Name << ";\n";
  if (Later)
    beforeRegion(OS, R, In);
  // Objects that exist only under a condition are bound behind its test.
  std::string At = In;
  // C89 has no declaration behind a statement, and some projects want none.
  const bool First =
      !R.Preconditions.empty() || ((Anew || Several || !Results.empty()) && !planted("late-declaration"));
  if (First)
    OS << In << "int " << Exit << ";\n";
  if (!R.Preconditions.empty()) {
    OS << In;
    for (const Precondition &C : R.Preconditions)
      OS << formatv("if (!({0}))\n{1}  {2} = persistify_decline({3}, {4});\n{1}else ", C.Text, In, Exit, Entry,
                    quotedText(C.Reason));
    OS << "{\n";
    At += "  ";
  }
  for (const Slot &S : R.Slots)
    if (!S.Init.empty())
      OS << At << (Anew || Results.count(&S) ? "" : "const " + S.LocalType + " ") << S.Text << " = " << S.Init << ";\n";
  if (Anew)
    for (size_t I = 0; I < R.Slots.size(); ++I)
      OS << At << formatv("{0}[{1}] = {2};\n", Bind, I, bound(R.Slots[I]));
  else
    bindAll(OS, R, At);
  if (Several)
    OS << At << chooseRegion(Entries, Which, Bind, Early) << "\n";
  OS << At << (First ? "" : Asks ? "int " : "const int ") << Exit;
  if (!Later) {
    OS << formatv(" = persistify_run({0}, {1});\n", Entry, Bind);
  } else {
    OS << formatv(" = persistify_run_later({0}, {1}, &{2});\n", Entry, Bind, R.Names("log"));
  }
  if (!R.Preconditions.empty())
    OS << In << "}\n";
  behindRegion(OS, R, In);
  commit(OS, R, In);
  // The runtime takes the loop's time; PERSISTIFY=verify runs it once more.
  OS << In << "if (" << Exit << " == PERSISTIFY_ORIGINAL) do {\n";
  if (Line)
    OS << "#line " << Line << "\n";
  OS << Indent
     << (!Asks               ? LoopText.str()
         : P.Boundary.InBody ? performingLoop(P, Entry, LoopText, TestAt + R.BodyBegin - R.TestBegin, TestAt, In, Line)
                             : askingLoop(P, Entry, LoopText, TestAt))
     << "\n"
     << In << "} while (persistify_again(" << Entry << "));";
  performExits(OS, R, Asks, In, Line);
  OS << "\n" << Indent << "}";
  return Out;
}
