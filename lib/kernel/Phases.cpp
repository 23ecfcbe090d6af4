//===- lib/kernel/Phases.cpp - copies of kernels and helpers ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Phases.h"
#include "Macros.h"
#include "PhaseCopy.h"
#include "TextEdits.h"
#include "persistify/Planted.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace persistify::kernel {

static bool isKernel(const FunctionDecl *F) { return F->hasAttr<OpenCLKernelAttr>(); }

static bool isRestrict(llvm::StringRef Token) {
  return Token == "restrict" || Token == "__restrict" || Token == "__restrict__";
}

static bool mayContract(const FPOptions &O) {
  return O.allowFPContractWithinStatement() || O.allowFPContractAcrossStatement();
}

/// A pragma at file scope holds from there on, and the copies stand at the end: where the program has such pragmas,
/// each copy says what held for the function (rule H10).
std::string PhaseWriter::contraction(const FunctionDecl *F) const {
  const FPOptions Default(P.lang());
  auto Is = [&](const FunctionDecl *G) {
    const auto *Body = dyn_cast<CompoundStmt>(G->getBody());
    return Body && Body->hasStoredFPFeatures() ? mayContract(Body->getStoredFPFeatures().applyOverrides(Default))
                                               : mayContract(Default);
  };
  if (llvm::all_of(P.functions(), [&](const FunctionDecl *G) { return Is(G) == mayContract(Default); }))
    return "";
  const char *State = Is(F) == mayContract(Default) ? "DEFAULT" : Is(F) ? "ON" : "OFF";
  return std::string("#pragma OPENCL FP_CONTRACT ") + State + "\n";
}

/// Hints in groups that were not taken, and that no check is about: where the device takes them, a loop that they would stand in
/// front of begins otherwise in the copy.
static void dropHints(const ParsedSource &P, TextEdits &Edits, FileID File) {
  const SourceManager &SM = P.sources();
  for (clang::SourceRange R : P.macros().Skipped) {
    if (SM.getFileID(R.getBegin()) != File)
      continue;
    unsigned At = std::max(SM.getFileOffset(R.getBegin()), Edits.begin());
    const unsigned End = std::min(SM.getFileOffset(R.getEnd()), Edits.end());
    for (llvm::StringRef Text = At < End ? Edits.original(At, End) : llvm::StringRef(); !Text.empty();) {
      const llvm::StringRef Line = Text.split('\n').first;
      if (isHint(Line))
        (void)Edits.replaceOffsets(At, At + Line.size(), "");
      At += Line.size() + 1;
      Text = Text.split('\n').second;
    }
  }
}

void PhaseWriter::problem(Diag D, clang::SourceRange R, std::vector<std::string> Args) {
  Args.insert(Args.begin(), Kernel->getName().str());
  Diagnostic New{D, P.range(R), std::move(Args)};
  for (const Diagnostic &Old : *Problems)
    if (Old.D == New.D && Old.Args == New.Args && Old.Range.Line == New.Range.Line)
      return;
  Problems->push_back(std::move(New));
}

void PhaseWriter::macroProblem(clang::SourceRange R, llvm::StringRef What) {
  problem(Diag::KernelMacroEdit, R, {What.str()});
}

std::string PhaseWriter::cloneName(const Signature &S) const {
  std::string Name = S.F->getName().str() + (S.Arrival ? "_arrival" : "_phase");
  if (isKernel(S.F) ? S == ConstantSpace::phase(S.F) : S.Converted.empty())
    return Name;
  Name += "_g";
  for (unsigned I : S.Converted)
    Name += std::to_string(I);
  return Name;
}

bool PhaseWriter::needsIds(const FunctionDecl *F) const {
  if (isKernel(F) || Tree.has(F, isIdQuery))
    return true;
  // A helper with a barrier runs its surplus items' stores predicated.
  return Surplus && Tree.has(F, isCollective);
}

bool PhaseWriter::needsClone(const Signature &S) const {
  if (needsIds(S.F) || !S.Converted.empty())
    return true;
  // What holds a barrier must be inlined by the front end (see P_PHASE).
  if (Tree.has(S.F, isCollective))
    return true;
  // restrict speaks of one kernel's run; it ends with fusion (rule K5).
  for (const ParmVarDecl *Q : S.F->parameters())
    if (Q->getType().isRestrictQualified() && !Q->getType()->getPointeeType().isNull() &&
        Q->getType()->getPointeeType().getAddressSpace() != LangAS::opencl_private)
      return true;
  const ConstantSpace::Result &R = Space.analyze(S);
  for (const auto &[Call, To] : R.Calls)
    if (needsClone(To))
      return true;
  return false;
}

void PhaseWriter::add(const FunctionDecl *K, std::vector<Diagnostic> &Out) {
  Kernel = K;
  Problems = &Out;
  for (const FunctionDecl *F : Tree.below(K))
    for (const FunctionFacts::BuiltinCall &B : Tree.facts(F).Builtins)
      if (isIdQuery(B.Kind)) {
        std::string Name = cast<CallExpr>(B.E)->getDirectCallee()->getName().str();
        UsedQueries.insert(Name);
        if (macroAtEnd(P, Name)) // the generated code makes one of it
          problem(Diag::KernelReservedName, B.E->getSourceRange(), {Name});
      }
  AccessAnalysis Accesses;
  Barriers = findOwnBarriers(K, Tree, Accesses);
  FewerGroups = worksWithFewerGroups(K, Barriers, Tree, Accesses);
  // A macro of the program that meets words of the generated code would rewrite it.
  static const llvm::StringRef Words[] = {"if",   "else",   "do",       "while",    "goto",         "return", "void",
                                          "int",  "const",  "__global", "__local",  "uint",         "size_t", "barrier",
                                          "enum", "sizeof", "float",    "__kernel", "__attribute__"};
  std::set<std::string> Met;
  for (const auto &[II, State] : P.pp().macros()) // in no order
    if (llvm::is_contained(Words, II->getName()) && macroAtEnd(P, II->getName()))
      Met.insert(II->getName().str());
  for (const std::string &Name : Met)
    problem(Diag::KernelReservedName, K->getLocation(), {Name});
  write(ConstantSpace::phase(K));
  Kernel = nullptr;
  Problems = nullptr;
}

Signature PhaseWriter::target(const CallExpr *Call, const Signature &To) const {
  Signature S = To;
  S.Arrival = Barriers.Calls.count(Call) != 0;
  return S;
}

/// Where the text of \p F that is copied begins: at a kernel's name, or at the body if parts of the header come from
/// macros.
SourceLocation PhaseWriter::copyBegin(const FunctionDecl *F) const {
  const SourceManager &SM = P.sources();
  SourceLocation Body = F->getBody()->getBeginLoc();
  bool NameInFile = F->getLocation().isFileID() && SM.getFileID(F->getLocation()) == SM.getFileID(Body);
  if (isKernel(F) && isa<ParenType>(F->getType()) && !planted("names-in-parentheses"))
    return Body; // void (name)(...)
  SourceLocation Begin = isKernel(F) ? F->getLocation() : SM.getExpansionLoc(F->getBeginLoc());
  return NameInFile && SM.getFileID(Begin) == SM.getFileID(Body) ? Begin : Body;
}

std::string PhaseWriter::verbatim(const FunctionDecl *F, const std::string &Name) const {
  SourceLocation Begin = copyBegin(F);
  std::string Head = isKernel(F) ? "__kernel " : "";
  TextEdits Edits(P, Begin, F->getBody()->getEndLoc());
  if (Begin == F->getBody()->getBeginLoc() || !Edits.replace(clang::SourceRange(F->getLocation()), Name)) {
    Head += P.names().theirs(printType(P.ast(), F->getReturnType())) + " " + Name + "(";
    for (const ParmVarDecl *Q : F->parameters())
      Head +=
          (Q->getFunctionScopeIndex() ? ", " : "") + P.names().theirs(printType(P.ast(), Q->getType(), Q->getName()));
    Head += ") " + TextEdits(P, F->getBody()->getBeginLoc(), F->getBody()->getEndLoc()).result();
  } else {
    Head += (isKernel(F) ? "void " : "") + Edits.result();
  }
  return P.names().settle(contraction(F) + Head + "\n");
}

void PhaseWriter::write(const Signature &S) {
  if (Done.count(S))
    return;
  std::string Name = cloneName(S);
  Done[S] = Name;
  Copied.insert(S.F);

  const ConstantSpace::Result &Constants = Space.analyze(S);
  if (Constants.Conflict)
    problem(Diag::KernelConstantMix, Constants.Conflict->getSourceRange(), {});
  for (const auto &[Call, To] : Constants.Calls)
    if (needsClone(To))
      write(target(Call, To));

  // A name of the program that equals a new one would be redefined.
  if (P.pp().getIdentifierTable().find(Name) != P.pp().getIdentifierTable().end() &&
      !llvm::any_of(Done, [&](const auto &D) { return !(D.first == S) && D.second == Name; }))
    problem(Diag::KernelReservedName, S.F->getSourceRange(), {Name});

  const SourceManager &SM = P.sources();
  const Stmt *Body = S.F->getBody();
  if (!Body->getBeginLoc().isFileID() || !Body->getEndLoc().isFileID() ||
      SM.getFileID(Body->getBeginLoc()) != SM.getFileID(Body->getEndLoc())) {
    macroProblem(S.F->getLocation(), S.F->getName());
    return;
  }
  SourceLocation Begin = copyBegin(S.F);

  std::string Unstable =
      unstableMacro(P, clang::SourceRange(SM.getExpansionLoc(S.F->getBeginLoc()), Body->getEndLoc()));
  if (!Unstable.empty())
    problem(Diag::KernelMacro, S.F->getLocation(), {Unstable});

  auto makeCopy = [&](SourceLocation From) {
    auto C = std::make_unique<Copy>(Copy{S,
                                         Name,
                                         Constants,
                                         TextEdits(P, From, Body->getEndLoc()),
                                         clang::SourceRange(From, Body->getEndLoc()),
                                         needsIds(S.F),
                                         {},
                                         {},
                                         {},
                                         {}});
    dropHints(P, C->Edits, SM.getFileID(SM.getExpansionLoc(Body->getEndLoc())));
    collectLocals(*C);
    return C;
  };
  std::unique_ptr<Copy> Made = makeCopy(Begin);
  // PoCL 3.1 needs it for every function with a barrier in it, and crashes when
  // such a function is static or inline.
  std::string Front = isKernel(S.F) || Tree.has(S.F, isCollective) ? "P_PHASE " : "";
  std::string Head = isKernel(S.F) ? "void " : "";
  if (Begin == Body->getBeginLoc() || !editHeader(*Made)) {
    // Parts of the header come from macros: write it anew.
    Made = makeCopy(Body->getBeginLoc());
    Head = newHeader(*Made) + " ";
  }
  Copy &C = *Made;
  editBody(C);

  std::string Text = "// " + P.where(S.F->getLocation()) + ": " + P.names().theirs(S.F->getName()) + "\n";
  for (const std::string &H : C.Hoisted)
    Text += H + "\n";
  for (const auto &[Macro, Definition] : C.Defines)
    Text += "#define " + Definition + "\n";
  Text += contraction(S.F) + Front + Head + C.Edits.result() + "\n";
  for (const auto &[Macro, Definition] : C.Defines)
    Text += "#undef " + P.names().theirs(Macro) + "\n";
  Texts.push_back(std::move(Text));
}

/// Decides the form of each __local variable and its parameter's name.
void PhaseWriter::collectLocals(Copy &C) {
  if (!isKernel(C.S.F))
    return;
  for (const VarDecl *V : Tree.facts(C.S.F).LocalVars) {
    LocalForm Form = localForm(C.S.F, V);
    Copy::Local L{V, Form, V->getName().str(), false};
    if (!Form.Decayed && !allEditable(C, V)) {
      L.ByMacro = true;
      L.ParamName = P.names().ours("p_l_" + L.ParamName);
    }
    C.Locals.push_back(L);
  }
}

static std::string newParams(const std::vector<std::string> &Locals, bool Ids) {
  std::string Out;
  for (const std::string &L : Locals)
    Out += (Out.empty() ? "" : ", ") + L;
  if (Ids)
    Out += std::string(Out.empty() ? "" : ", ") + "const p_ids *p_v";
  return Out;
}

std::string PhaseWriter::addedParams(const Copy &C) const {
  std::vector<std::string> Locals;
  for (const Copy::Local &L : C.Locals)
    Locals.push_back(P.names().theirs(printType(P.ast(), L.Form.Param, L.ParamName)));
  return newParams(Locals, C.Ids);
}

/// The header from the types: for functions whose header has parts in macros.
std::string PhaseWriter::newHeader(const Copy &C) {
  ASTContext &Ctx = P.ast();
  const FunctionDecl *F = C.S.F;
  QualType Return = F->getReturnType();
  if (C.Constants.ReturnConverted)
    Return = phasePointer(Ctx, Return, true);
  std::string Out = P.names().theirs(printType(Ctx, Return)) + " " + C.Name + "(";
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *Q = F->getParamDecl(I);
    QualType T = Ctx.removeAddrSpaceQualType(Q->getType());
    if (T->isPointerType())
      T = phasePointer(Ctx, T, C.S.Converted.count(I) != 0);
    Out += (I ? ", " : "") + P.names().theirs(printType(Ctx, T, Q->getName()));
  }
  std::string Added = addedParams(C);
  if (!Added.empty())
    Out += (F->getNumParams() ? ", " : "") + Added;
  return Out + ")";
}

bool PhaseWriter::editHeader(Copy &C) {
  const FunctionDecl *F = C.S.F;
  const SourceManager &SM = P.sources();
  FunctionTypeLoc Type = F->getFunctionTypeLoc();
  if (!Type || !Type.getLParenLoc().isFileID() || !Type.getRParenLoc().isFileID())
    return false;
  if (!C.Edits.replace(clang::SourceRange(F->getLocation()), C.Name))
    return false;
  for (unsigned I : C.S.Converted)
    if (!constantToGlobal(C, F->getParamDecl(I)->getSourceRange()))
      return false;
  if (C.Constants.ReturnConverted && !constantToGlobal(C, clang::SourceRange(F->getReturnTypeSourceRange())))
    return false;

  // restrict inside a typedef cannot be dropped word by word.
  for (const ParmVarDecl *Q : F->parameters()) {
    bool Word = false;
    if (!Q->getType().isRestrictQualified())
      continue;
    forEachIdentifier(P, clang::SourceRange(SM.getExpansionLoc(Q->getBeginLoc()), SM.getExpansionLoc(Q->getEndLoc())),
                      [&](llvm::StringRef Token, SourceLocation) { Word |= isRestrict(Token); });
    if (!Word && !C.Edits.replace(
                     Q->getSourceRange(),
                     P.names().theirs(printType(P.ast(), phasePointer(P.ast(), Q->getType(), false), Q->getName()))))
      return false;
  }

  if (!isKernel(F) && Tree.has(F, isCollective) && !dropInline(C))
    return false;

  std::string Added = addedParams(C);
  if (!Added.empty()) {
    unsigned Open = SM.getFileOffset(Type.getLParenLoc()) + 1, Close = SM.getFileOffset(Type.getRParenLoc());
    if (F->getNumParams()) {
      if (!C.Edits.insertBefore(Type.getRParenLoc(), ", " + Added))
        return false;
    } else if (Open == Close) {
      if (!C.Edits.insertBefore(Type.getRParenLoc(), Added))
        return false;
    } else if (!C.Edits.replaceOffsets(Open, Close, Added)) {
      return false;
    }
  }
  if (isKernel(F)) { // attributes behind the parameters speak of kernels
    unsigned From = SM.getFileOffset(Type.getRParenLoc()) + 1;
    unsigned To = SM.getFileOffset(F->getBody()->getBeginLoc());
    if (C.Edits.original(From, To).contains("__attribute__") && !C.Edits.replaceOffsets(From, To, " "))
      return false;
  }
  return true;
}

/// Takes static and inline from the words in front of a function's name.
bool PhaseWriter::dropInline(Copy &C) {
  bool Ok = true;
  forEachIdentifier(P, clang::SourceRange(C.Range.getBegin(), C.S.F->getLocation()),
                    [&](llvm::StringRef Token, SourceLocation L) {
                      if (Token != "static" && Token != "inline" && Token != "__inline" && Token != "__inline__")
                        return;
                      unsigned B, E;
                      if (!L.isFileID() || !C.Edits.offsets(clang::SourceRange(L), B, E)) {
                        Ok = false; // in a macro: the header is written anew
                        return;
                      }
                      if (C.Edits.original(E, E + 1) == " ")
                        ++E;
                      Ok &= C.Edits.replaceOffsets(B, E, "");
                    });
  return Ok;
}

/// Replaces __constant by __global const among the tokens of \p R.
bool PhaseWriter::constantToGlobal(Copy &C, clang::SourceRange R) {
  unsigned Begin, End;
  if (!C.Edits.offsets(R, Begin, End))
    return false;
  bool HasConst = false, Found = false, Ok = true;
  std::vector<unsigned> Places;
  const SourceManager &SM = P.sources();
  SourceLocation Start = SM.getLocForStartOfFile(SM.getFileID(C.Range.getBegin()));
  forEachRawToken(P, clang::SourceRange(Start.getLocWithOffset(Begin), Start.getLocWithOffset(End - 1)),
                  [&](const Token &T) {
                    if (T.isNot(tok::raw_identifier))
                      return;
                    llvm::StringRef Text = T.getRawIdentifier();
                    HasConst |= Text == "const";
                    if ((Text == "__constant" || Text == "constant") && !macroAt(P, Text, T.getLocation())) {
                      Found = true;
                      unsigned At = SM.getFileOffset(T.getLocation());
                      Ok &= C.Edits.replaceOffsets(At, At + Text.size(), HasConst ? "__global" : "__global const");
                      Places.push_back(At);
                    }
                  });
  // "const" behind the address space would stand twice, which some compilers warn of; that is all.
  return Found && Ok && Places.size() == 1;
}

void PhaseWriter::dropRestrict(Copy &C) {
  const SourceManager &SM = P.sources();
  forEachIdentifier(P, C.Range, [&](llvm::StringRef Token, SourceLocation L) {
    if (!isRestrict(Token) || macroAt(P, Token, C.Range.getBegin()))
      return;
    bool Here = SM.getFileID(L) == SM.getFileID(C.Range.getBegin()) && SM.getFileOffset(L) >= C.Edits.begin() &&
                SM.getFileOffset(L) < C.Edits.end();
    if (!Here) {
      DefineRestrict = true; // it stands in a macro's body
      return;
    }
    unsigned Begin = SM.getFileOffset(L), End = Begin + Token.size();
    // One blank goes with the word.
    if (C.Edits.original(End, End + 1) == " ")
      ++End;
    if (!C.Edits.replaceOffsets(Begin, End, ""))
      DefineRestrict = true;
  });
}

std::string PhaseWriter::text() const {
  std::string Out;
  for (const IdQuery &Q : idQueries())
    if (UsedQueries.count(Q.Name.str()))
      Out += ("#define " + Q.Name + (Q.HasDim ? "(d) v_" : "() v_") + Q.Name + (Q.HasDim ? "(p_v, d)" : "(p_v)") + "\n")
                 .str();
  static const char *const Restrict[] = {"restrict", "__restrict", "__restrict__"};
  if (DefineRestrict)
    for (const char *R : Restrict)
      if (!macroAtEnd(P, R))
        Out += std::string("#define ") + R + "\n";
  for (const std::string &T : Texts)
    Out += "\n" + T;
  Out += "\n";
  if (DefineRestrict)
    for (const char *R : Restrict)
      if (!macroAtEnd(P, R))
        Out += std::string("#undef ") + R + "\n";
  for (const IdQuery &Q : idQueries())
    if (UsedQueries.count(Q.Name.str()))
      Out += ("#undef " + Q.Name + "\n").str();
  return P.names().settle(Out);
}

} // namespace persistify::kernel
