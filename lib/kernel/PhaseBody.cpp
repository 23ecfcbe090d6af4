//===- lib/kernel/PhaseBody.cpp - edits inside a copied body ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Elements.h"
#include "LoopBounds.h"
#include "Macros.h"
#include "PhaseCopy.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// Everything of a body that may need an edit; sizeof operands and array bounds included.
struct BodyIndex : AstVisitor {
  std::map<const VarDecl *, std::vector<const DeclRefExpr *>> Refs;
  std::map<const VarDecl *, unsigned> Decays;
  std::vector<const DeclStmt *> Decls;
  std::vector<const CallExpr *> Calls;

  explicit BodyIndex(const FunctionDecl *F) { TraverseStmt(F->getBody()); }

  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      Refs[V].push_back(R);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *K) override {
    if (K->getCastKind() == CK_ArrayToPointerDecay)
      if (const auto *R = dyn_cast<DeclRefExpr>(K->getSubExpr()->IgnoreParens()))
        if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
          ++Decays[V];
    return true;
  }
  bool VisitDeclStmt(DeclStmt *D) override {
    Decls.push_back(D);
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    Calls.push_back(C);
    return true;
  }
};

} // namespace

LocalForm localForm(const FunctionDecl *Kernel, const VarDecl *V) {
  ASTContext &Ctx = Kernel->getASTContext();
  BodyIndex Index(Kernel);
  // A use that does not decay (sizeof, &t) must see the whole array.
  if (V->getType()->isArrayType() && Index.Decays[V] == Index.Refs[V].size())
    return {true, Ctx.getArrayDecayedType(V->getType())};
  return {false, Ctx.getPointerType(V->getType())};
}

bool PhaseWriter::allEditable(const Copy &C, const VarDecl *V) const {
  BodyIndex Index(C.S.F);
  unsigned B, E;
  return llvm::all_of(Index.Refs[V], [&](const DeclRefExpr *R) { return C.Edits.offsets(R->getSourceRange(), B, E); });
}

/// Whether every token \p Name of the copy and of the macros it uses stands at
/// one of \p Spellings: then a macro of that name reaches nothing else.
static bool onlyAt(const ParsedSource &P, clang::SourceRange Range, llvm::StringRef Name,
                   const std::set<SourceLocation> &Spellings) {
  if (macroAtEnd(P, Name) || macroAt(P, Name, Range.getBegin()))
    return false;
  bool Only = true;
  forEachIdentifier(P, Range, [&](llvm::StringRef Token, SourceLocation L) {
    if (Token == Name && !Spellings.count(L))
      Only = false;
  });
  return Only;
}

/// Writes every use of \p V as \p Use.
void PhaseWriter::editUses(Copy &C, const VarDecl *V, const std::string &Use) {
  const SourceManager &SM = P.sources();
  BodyIndex Index(C.S.F);
  // What stands in a declaration that went away goes with it.
  auto Gone = [&](const DeclRefExpr *R) {
    unsigned B, E, At, To;
    return C.Edits.offsets(R->getSourceRange(), At, To) && llvm::any_of(C.Removed, [&](const Stmt *S) {
             return C.Edits.offsets(S->getSourceRange(), B, E) && B <= At && To <= E;
           });
  };
  if (allEditable(C, V)) {
    for (const DeclRefExpr *R : Index.Refs[V])
      if (!Gone(R) && !C.Edits.replace(R->getSourceRange(), Use))
        macroProblem(R->getSourceRange(), V->getName());
    return;
  }
  std::set<SourceLocation> Spellings = {SM.getSpellingLoc(V->getLocation())};
  for (const DeclRefExpr *R : Index.Refs[V])
    Spellings.insert(SM.getSpellingLoc(R->getLocation()));
  std::string Name = V->getName().str();
  if (!onlyAt(P, C.Range, Name, Spellings)) {
    macroProblem(V->getLocation(), Name);
    return;
  }
  C.Defines[Name] = P.names().theirs(Name) + " " + Use;
}

void PhaseWriter::editLocals(Copy &C) {
  if (C.Locals.empty())
    return;
  BodyIndex Index(C.S.F);
  for (const DeclStmt *D : Index.Decls) {
    unsigned Hits = 0, All = 0;
    for (const Decl *One : D->decls()) {
      ++All;
      Hits += llvm::any_of(C.Locals, [&](const Copy::Local &L) { return L.V == One; });
    }
    if (!Hits)
      continue;
    unsigned B, E;
    if (Hits != All) {
      problem(Diag::KernelUnsupported, D->getSourceRange(),
              {llvm::any_of(D->decls(), [](const Decl *One) { return isa<TagDecl>(One); })
                   ? "a type that is defined in the declaration of a __local variable"
                   : "a declaration of __local variables together with others"});
      continue;
    }
    if (!C.Edits.offsets(D->getSourceRange(), B, E)) {
      macroProblem(D->getSourceRange(), cast<VarDecl>(*D->decl_begin())->getName());
      continue;
    }
    // What it was stays readable; a comment cannot hold a comment.
    llvm::StringRef Text = C.Edits.original(B, E);
    bool Nested = Text.contains("*/") || Text.contains("//") || Text.contains("/*") || Text.contains('\n');
    if (!C.Edits.replaceOffsets(
            B, E, Nested ? std::string("/* __local: passed in */;") : "/* " + P.names().theirs(Text) + " */"))
      macroProblem(D->getSourceRange(), cast<VarDecl>(*D->decl_begin())->getName());
    C.Removed.insert(D);
  }
  for (const Copy::Local &L : C.Locals)
    if (!L.Form.Decayed)
      editUses(C, L.V, "(*" + P.names().theirs(L.ParamName) + ")");
}

/// A __constant variable of a kernel's scope cannot stand in a plain function:
/// it moves in front of the copy.
void PhaseWriter::hoistConstants(Copy &C) {
  const FunctionFacts &Facts = Tree.facts(C.S.F);
  if (Facts.ConstantVars.empty())
    return;
  BodyIndex Index(C.S.F);
  for (const DeclStmt *D : Index.Decls) {
    std::vector<const VarDecl *> Vars;
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && llvm::is_contained(Facts.ConstantVars, V))
        Vars.push_back(V);
    if (Vars.empty())
      continue;
    unsigned B, E;
    if (!D->getBeginLoc().isFileID() || !D->getEndLoc().isFileID() || !C.Edits.offsets(D->getSourceRange(), B, E)) {
      macroProblem(D->getSourceRange(), Vars.front()->getName());
      continue;
    }
    TextEdits Moved(P, D->getBeginLoc(), D->getEndLoc());
    for (const VarDecl *V : Vars) {
      std::string NewName = C.Name + "_" + V->getName().str();
      if (P.pp().getIdentifierTable().find(NewName) != P.pp().getIdentifierTable().end())
        problem(Diag::KernelReservedName, V->getSourceRange(), {NewName});
      if (!Moved.replace(clang::SourceRange(V->getLocation()), NewName))
        macroProblem(V->getLocation(), V->getName());
      editUses(C, V, NewName);
    }
    C.Hoisted.push_back(Moved.result());
    if (!C.Edits.replaceOffsets(B, E, "/* __constant: see above */;"))
      macroProblem(D->getSourceRange(), Vars.front()->getName());
    C.Removed.insert(D);
  }
}

void PhaseWriter::editCall(Copy &C, const CallExpr *Call, const Signature &To) {
  const SourceManager &SM = P.sources();
  std::string New = cloneName(To), Close;
  bool Ids = needsIds(To.F);
  if (To.Arrival) {
    New = (FewerGroups ? "P_MEET_FEWER(p_v, " : "P_MEET(p_v, ") + New;
    Close = ")";
  }
  clang::SourceRange NameRange = Call->getCallee()->IgnoreParenImpCasts()->getSourceRange();
  unsigned NB, NE, PB, PE;
  if (C.Edits.offsets(NameRange, NB, NE) && C.Edits.offsets(clang::SourceRange(Call->getRParenLoc()), PB, PE) &&
      PB >= NE && C.Edits.original(PB, PE) == ")") {
    bool Ok = C.Edits.replaceOffsets(NB, NE, New);
    if (Ids)
      Ok &= C.Edits.insertBefore(Call->getRParenLoc(), Call->getNumArgs() ? ", p_v" : "p_v");
    if (!Close.empty())
      Ok &= C.Edits.insertAfter(Call->getRParenLoc(), Close);
    if (!Ok)
      macroProblem(Call->getSourceRange(), To.F->getName());
    return;
  }
  // The call stands in a macro's body: a macro of the helper's name redirects
  // it, if it can meet nothing but calls that become this copy.
  std::string Name = To.F->getName().str();
  std::set<SourceLocation> Spellings;
  bool Same = true;
  BodyIndex Index(C.S.F);
  for (const CallExpr *Other : Index.Calls) {
    auto It = C.Constants.Calls.find(Other);
    if (It == C.Constants.Calls.end() || It->second.F->getName() != Name)
      continue;
    Same &= target(Other, It->second) == To;
    Spellings.insert(SM.getSpellingLoc(Other->getCallee()->IgnoreParenImpCasts()->getBeginLoc()));
  }
  if (!Same || !onlyAt(P, C.Range, Name, Spellings)) {
    macroProblem(Call->getSourceRange(), Name);
    return;
  }
  std::string Params, Args;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    std::string A = "p_a" + std::to_string(I);
    Params += (I ? ", " : "") + A;
    Args += (I ? ", " : "") + A;
  }
  if (Ids)
    Args += Args.empty() ? "p_v" : ", p_v";
  C.Defines[Name] = P.names().theirs(Name) + "(" + Params + ") " + New + "(" + Args + ")" + Close;
}

void PhaseWriter::editConstantTypes(Copy &C) {
  llvm::SetVector<const VarDecl *> Left = C.Constants.Vars;
  BodyIndex Index(C.S.F);
  for (const DeclStmt *D : Index.Decls) {
    unsigned Hits = 0, All = 0;
    for (const Decl *One : D->decls()) {
      ++All;
      if (const auto *V = dyn_cast<VarDecl>(One); V && C.Constants.Vars.count(V)) {
        ++Hits;
        Left.remove(V);
      }
    }
    if (!Hits)
      continue;
    const auto *First = cast<VarDecl>(*D->decl_begin());
    // Only the specifiers: an initialiser may hold casts of its own.
    if (Hits != All || !constantToGlobal(C, clang::SourceRange(First->getBeginLoc(), First->getLocation())))
      isa<TypedefType>(First->getType()) && First->getBeginLoc().isFileID()
          ? problem(Diag::KernelUnsupported, D->getSourceRange(), {"a typedef of a __constant pointer"})
          : macroProblem(D->getSourceRange(), First->getName());
  }
  for (const ExplicitCastExpr *K : C.Constants.Casts) {
    const auto *Written = dyn_cast<CStyleCastExpr>(K);
    if (!Written || !constantToGlobal(C, clang::SourceRange(Written->getLParenLoc(), Written->getRParenLoc())))
      macroProblem(K->getSourceRange(), "a cast to __constant");
  }
  for (const VarDecl *V : Left)
    macroProblem(V->getLocation(), V->getName());
}

namespace {

/// The returns of a function, in two kinds: those that a collective call may follow, and the last ones.
struct Returns : AstVisitor {
  const CallTree &Tree;
  std::vector<const ReturnStmt *> Early, Last;
  std::set<const ReturnStmt *> Behind; ///< early ones that may follow a collective call
  unsigned InLoop = 0;
  bool Seen = false; ///< a collective call

  explicit Returns(const CallTree &Tree) : Tree(Tree) {}

  bool dataTraverseStmtPre(Stmt *S) override {
    if (isa<ForStmt, WhileStmt, DoStmt>(S) && (InLoop || Tree.hasCollective(S)))
      ++InLoop;
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      (InLoop ? Early : Last).push_back(R);
    if (const auto *R = dyn_cast<ReturnStmt>(S); R && (Seen || InLoop))
      Behind.insert(R);
    if (Tree.isCollectiveCall(S)) {
      Seen = true;
      Early.insert(Early.end(), Last.begin(), Last.end());
      Last.clear();
    }
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) override {
    if (InLoop && isa<ForStmt, WhileStmt, DoStmt>(S))
      --InLoop;
    return true;
  }
};

} // namespace

/// PoCL 3.1 loses branches of single work-items behind the last barrier when the way round the barriers (an early
/// return of the whole group) joins in front of the next one. So the end of the phase gets a barrier of its own.
void PhaseWriter::closeTail(Copy &C) {
  if (!C.S.F->getReturnType()->isVoidType() || !Tree.has(C.S.F, isCollective))
    return;
  Returns Found(Tree);
  Found.TraverseStmt(C.S.F->getBody());
  if (Found.Early.empty())
    return;
  for (const ReturnStmt *R : Found.Last)
    if (!C.Edits.replace(R->getSourceRange(), "goto p_tail"))
      macroProblem(R->getSourceRange(), "return");
  bool Jumps = !Found.Last.empty();
  for (const ReturnStmt *R : Found.Early) // its way around comes by barriers itself
    if (Found.Behind.count(R) && C.Edits.replace(R->getSourceRange(), "do { P_PATH_END(); goto p_tail; } while (0)"))
      Jumps = true;
  if (!C.Edits.insertBefore(C.S.F->getBody()->getEndLoc(),
                            !Jumps ? "  P_PHASE_END();\n" : "p_tail:\n  P_PHASE_END();\n"))
    macroProblem(C.S.F->getLocation(), C.S.F->getName());
}

namespace {

/// Statements of a kernel that store a constant where all work-items store:
/// `*flag = 1;`, by a parameter that is never changed.
struct FlagStores : AstVisitor {
  struct Found {
    const BinaryOperator *Store;
    const ParmVarDecl *Flag;
    bool First; ///< the element that it points to
  };
  ASTContext &Ctx;
  std::vector<Found> All;
  std::map<const VarDecl *, unsigned> Names; ///< how often each variable is named
  explicit FlagStores(ASTContext &Ctx) : Ctx(Ctx) {}

  bool dataTraverseStmtPre(Stmt *S) override {
    if (isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, LabelStmt, CaseStmt, DefaultStmt>(S))
      for (const Stmt *Sub : S->children())
        if (const auto *B = dyn_cast_or_null<BinaryOperator>(Sub); B && !isCondition(S, Sub))
          store(B);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      ++Names[V];
    return true;
  }

private:
  static bool isCondition(const Stmt *Of, const Stmt *S) {
    if (const auto *F = dyn_cast<ForStmt>(Of))
      return S != F->getBody();
    return S == conditionOf(Of);
  }

  void store(const BinaryOperator *B) {
    QualType T = B->getLHS()->getType();
    const Expr *To = B->getLHS()->IgnoreParens(), *Base = nullptr;
    bool First = true;
    if (const auto *U = dyn_cast<UnaryOperator>(To); U && U->getOpcode() == UO_Deref) {
      Base = U->getSubExpr();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(To)) {
      if (std::optional<llvm::APSInt> I = A->getIdx()->getIntegerConstantExpr(Ctx)) {
        Base = A->getBase();
        First = *I == 0;
      }
    }
    const auto *R = Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
    const auto *P = R ? dyn_cast<ParmVarDecl>(R->getDecl()) : nullptr;
    if (B->getOpcode() == BO_Assign && P && T->isIntegerType() && !T.isVolatileQualified() && !T->isAtomicType() &&
        T.getAddressSpace() == LangAS::opencl_global && B->getRHS()->isIntegerConstantExpr(Ctx))
      All.push_back({B, P, First});
  }
};

} // namespace

/// Thousands of stores to one address stand in a queue. Who sees the value that
/// it would store is as if it had stored then: all that happens to the place in
/// the phase is such a store, or unordered with it. And if it is all that the kernel
/// does with the buffer, the groups may as well say so to each other (P_RAISE).
void PhaseWriter::editFlagStores(Copy &C) {
  if (!Form.FlagStores || !C.S.F->hasAttr<OpenCLKernelAttr>())
    return;
  // Groups that order their accesses among themselves may see an older value than
  // the one they would have stored over.
  const bool Ordered = Tree.has(C.S.F, [](Builtin B) { return B == Builtin::Fence || isAtomic(B); }) ||
                       llvm::any_of(Tree.below(C.S.F), [&](const FunctionDecl *F) { return Tree.facts(F).Volatile; });
  ASTContext &Ctx = C.S.F->getASTContext();
  FlagStores Flags(Ctx);
  Flags.TraverseStmt(C.S.F->getBody());
  const std::set<const VarDecl *> Changed = changedVariables(C.S.F);
  llvm::erase_if(Flags.All, [&](const FlagStores::Found &S) {
    unsigned Begin, End; // a macro's stay as they are
    return Changed.count(S.Flag) || !S.Store->getOperatorLoc().isFileID() ||
           !C.Edits.offsets(S.Store->getSourceRange(), Begin, End) ||
           !C.Edits.offsets(clang::SourceRange(S.Store->getOperatorLoc()), Begin, End);
  });
  std::map<const ParmVarDecl *, std::set<uint64_t>> Values;
  for (const FlagStores::Found &S : Flags.All) {
    --Flags.Names[S.Flag];
    const uint64_t Value = S.Store->getRHS()->EvaluateKnownConstInt(Ctx).getZExtValue();
    if (S.First)
      Values[S.Flag].insert(Value);
    else
      ++Flags.Names[S.Flag];
  }
  for (const auto &[P, Stored] : Values)
    if (Stored.size() == 1 && Flags.Names[P] == 0)
      Raised[P] = *Stored.begin();
  for (const FlagStores::Found &S : Flags.All) {
    const bool Raises = Raised.count(S.Flag);
    if (Ordered && !Raises)
      continue;
    NumFlagStores += !Ordered;
    if (!C.Edits.insertAround(S.Store->getSourceRange(),
                              !Raises   ? "P_STORE_NEW("
                              : Ordered ? "P_RAISE("
                                        : "P_RAISE_NEW(",
                              Raises ? ", p_v)" : ")") ||
        !C.Edits.replace(clang::SourceRange(S.Store->getOperatorLoc()), ","))
      macroProblem(S.Store->getSourceRange(), S.Flag->getName());
  }
}

/// What the condition of a loop reads in each trip of buffers that nothing writes meanwhile is read once, in front.
void PhaseWriter::editLoopBounds(Copy &C) {
  // Where items meet in barriers there may be some that must not read; and what other kernels give to a kernel
  // that they call is not looked at.
  if (C.S.F != Kernel || Tree.has(C.S.F, isCollective) || llvm::any_of(P.functions(), [&](const FunctionDecl *F) {
        return F != C.S.F && llvm::is_contained(Tree.below(F), C.S.F);
      }))
    return;
  const SourceManager &SM = P.sources();
  AccessAnalysis Accesses;
  const Stmt *Open = nullptr;
  std::string Front, Indent;
  auto Close = [&] {
    if (Open &&
        !C.Edits.insertAround(clang::SourceRange(Open->getBeginLoc(), P.lastToken(Open)), "{" + Front + Indent, " }"))
      macroProblem(Open->getSourceRange(), "a loop");
    Open = nullptr;
    Front.clear();
  };
  unsigned Names = 0;
  for (const LoopBound &B : findLoopBounds(C.S.F, Accesses)) {
    if (Form.Steady &&
        llvm::any_of(B.Params, [&](unsigned I) { return !Form.Steady->count({C.S.F->getName().str(), I}); }))
      continue;
    // All that is read, and nothing else, and in text that is used once.
    clang::SourceRange Load = B.Load->getSourceRange();
    unsigned LoopBegin, Begin, End;
    if (!C.Edits.offsets(clang::SourceRange(P.lastToken(B.Loop)), Begin, End) ||
        !C.Edits.offsets(clang::SourceRange(B.Loop->getBeginLoc()), LoopBegin, End) ||
        SM.isMacroArgExpansion(Load.getBegin()) || SM.isMacroArgExpansion(Load.getEnd()) ||
        !C.Edits.offsets(Load, Begin, End))
      continue;
    // A #pragma says something of the loop behind it.
    llvm::StringRef Before = C.Edits.original(C.Edits.begin(), LoopBegin);
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    Before.substr(Before.find_last_of(";{}") + 1).split(Lines, '\n');
    if (llvm::any_of(Lines, [](llvm::StringRef Line) { return Line.ltrim().starts_with("#"); }))
      continue;
    std::string Name;
    do
      Name = "p_once_" + std::to_string(++Names);
    while (P.pp().getIdentifierTable().find(Name) != P.pp().getIdentifierTable().end());
    if (!C.Edits.replaceOffsets(Begin, End, Name))
      continue;
    if (Open != B.Loop)
      Close();
    Open = B.Loop;
    llvm::StringRef Line = Before.rsplit('\n').second;
    Indent = Line.trim().empty() ? "\n" + Line.str() : " ";
    QualType T = B.Load->getType().getCanonicalType().getUnqualifiedType();
    if (const auto *E = T->getAs<EnumType>()) // which may have no name
      T = E->getDecl()->getIntegerType();
    Front += " " + P.names().theirs(printType(P.ast(), T.withConst(), P.names().ours(Name))) + " = " +
             P.names().theirs(C.Edits.original(Begin, End)) + ";";
    for (unsigned I : B.Params)
      LoopBounds.try_emplace(C.S.F->getParamDecl(I), "loop at " + P.where(B.Loop->getBeginLoc()));
  }
  Close();
}

void PhaseWriter::editBody(Copy &C) {
  if (editBarriers(C))
    return;
  dropRestrict(C);
  editLocals(C);
  hoistConstants(C);
  editConstantTypes(C);
  closeJoins(C);
  if (Surplus && C.Ids)
    editSurplus(C);
  for (const auto &[Call, To] : C.Constants.Calls)
    if (needsClone(To))
      editCall(C, Call, target(Call, To));
  editFlagStores(C);
  editLoopBounds(C);
  closeTail(C);
}

} // namespace persistify::kernel
