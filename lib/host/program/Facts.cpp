//===- Facts.cpp - what a host file says about its device code ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/OptionExamples.h"
#include "entry/Foresight.h"
#include "effects/HostCalls.h"
#include "library/Literals.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/Host.h"
#include "persistify/Kernel.h"
#include "clang/Frontend/ASTUnit.h"
#include <map>
#include <set>

using namespace clang;

namespace persistify {
namespace {

using host::peel;
using host::textOperand;

/// Calls of the program's functions, which say what their parameters are given.
struct CallFinder : AstVisitor {
  std::map<const FunctionDecl *, std::vector<const clang::CallExpr *>> Calls;
  bool VisitCallExpr(clang::CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee(); F && !isa<CXXOperatorCallExpr>(C))
      Calls[F->getCanonicalDecl()].push_back(C);
    return true;
  }
};

/// Objects of the library that a method or operator changes somewhere.
struct GrowthFinder : AstVisitor {
  std::set<const ValueDecl *> Found;
  void add(const clang::Expr *Object, const FunctionDecl *F) {
    auto *D = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
    auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    const bool Later = !F && !planted("only-plain-builds"); // in a template: known once it has its arguments
    if (D && (Later || (M && M->getParent()->isInStdNamespace() && !M->isConst())))
      Found.insert(cast<ValueDecl>(D->getDecl()->getCanonicalDecl()));
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    if (!library::is(C->getMethodDecl(), library::Still))
      add(C->getImplicitObjectArgument(), C->getMethodDecl());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) override {
    if (C->getNumArgs() && C->getOperator() != OO_Subscript)
      add(C->getArg(0), C->getDirectCallee());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) override {
    if (B->isAssignmentOp() && B->isTypeDependent())
      add(B->getLHS(), nullptr);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *C) override {
    auto *M = dyn_cast<UnresolvedMemberExpr>(C->getCallee()->IgnoreParens());
    if (M && !M->isImplicitAccess())
      add(M->getBase(), nullptr);
    return true;
  }
};

/// Whether \p M gives the address of what its object holds: c_str(), data().
bool givesText(const CXXMethodDecl *M) {
  const library::Does What = library::whatDoes(M);
  return What == library::Does::Data || What == library::Does::CText;
}

struct FactFinder : AstVisitor {
  ASTContext &Ctx;
  HostFacts &Facts;
  std::optional<CallFinder> Found; ///< filled when it is asked
  std::optional<std::set<const ValueDecl *>> Growing; ///< filled when it is asked
  bool OtherOptions = false, OtherSources = false; ///< of the program, that are no literals
  bool Spelled = false; ///< options of the program that are
  bool Gives = false;   ///< a variable with text to a function of another file
  bool Wrapper = false; ///< within the wrapper's own functions
  FactFinder(ASTContext &C, HostFacts &F) : Ctx(C), Facts(F) {}

  bool TraverseDecl(Decl *D) override {
    // The standard library, most of what a C++ file includes, has no facts.
    auto *N = dyn_cast_or_null<NamespaceDecl>(D);
    if (N && N->isStdNamespace() && Ctx.getSourceManager().isInSystemHeader(N->getLocation()))
      return true;
    const bool Saved = Wrapper;
    Wrapper |= D && inWrapper(D);
    const bool Ok = AstVisitor::TraverseDecl(D);
    Wrapper = Saved;
    return Ok;
  }
  bool TraverseFunctionDecl(FunctionDecl *F) override {
    if (Ctx.getSourceManager().isInSystemHeader(F->getLocation()) || inWrapper(F))
      return true;
    return AstVisitor::TraverseFunctionDecl(F);
  }

  /// Whether an object's text is not only what it begins with: source += more, sources.push_back(more).
  bool grows(const VarDecl *V) {
    if (!V->getType()->isRecordType() || V->getType().isConstQualified() || planted("first-pieces"))
      return false;
    if (!Growing) {
      GrowthFinder Finder;
      Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
      Growing = std::move(Finder.Found);
    }
    return Growing->count(V->getCanonicalDecl());
  }

  /// The text in an array of bytes, {0x2f, 0x2a, ...}: up to a null, behind which only nulls may follow.
  bool bytes(const InitListExpr *I, std::string &Out) const {
    if (Ctx.getTypeSize(Ctx.getBaseElementType(I->getType())) != 8 || I->getNumInits() == 0)
      return false;
    std::string Text;
    for (const clang::Expr *X : I->inits()) {
      clang::Expr::EvalResult V;
      if (X->isValueDependent() || !X->getType()->isIntegerType() || !X->EvaluateAsInt(V, Ctx))
        return false;
      Text += char(V.Val.getInt().getExtValue());
    }
    while (!Text.empty() && Text.back() == 0)
      Text.pop_back();
    if (Text.empty() || Text.find('\0') != std::string::npos)
      return false;
    Out += Text;
    return true;
  }

  /// The text an expression stands for: literals, variables initialised with
  /// them, arrays of them (joined, as the API joins them), addresses of those.
  bool literal(const clang::Expr *E, std::string &Out, unsigned Depth = 0) {
    if (!E || Depth > 6)
      return false;
    E = peel(E);
    // std::string and containers of it, and the address in them
    if (auto *C = dyn_cast<CXXConstructExpr>(E))
      if (const clang::Expr *X = textOperand(C))
        return literal(X, Out, Depth + 1);
    if (auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
      return literal(L->getSubExpr(), Out, Depth + 1);
    if (auto *M = dyn_cast<CXXMemberCallExpr>(E);
        M && M->getMethodDecl() && M->getMethodDecl()->getParent()->isInStdNamespace()) {
      return givesText(M->getMethodDecl()) && literal(M->getImplicitObjectArgument(), Out, Depth + 1);
    }
    if (auto *L = dyn_cast<StringLiteral>(E)) {
      Out += L->getString();
      return true;
    }
    if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return literal(U->getSubExpr(), Out, Depth + 1);
    if (auto *I = dyn_cast<InitListExpr>(E);
        I && I->getType()->isArrayType() && Ctx.getBaseElementType(I->getType())->isAnyCharacterType())
      return bytes(I, Out);
    if (auto *I = dyn_cast<InitListExpr>(E)) {
      for (const clang::Expr *X : I->inits())
        if (!literal(X, Out, Depth + 1))
          return false;
      return I->getNumInits() > 0;
    }
    if (auto *L = dyn_cast<UserDefinedLiteral>(E)) { // "text"s, "text"sv
      const FunctionDecl *F = L->getDirectCallee();
      return F && F->isInStdNamespace() && L->getNumArgs() == 2 && literal(L->getArg(0), Out, Depth + 1);
    }
    if (auto *D = dyn_cast<DeclRefExpr>(E))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()); V && !grows(V))
        return literal(V->getAnyInitializer(), Out, Depth + 1);
    if (auto *C = dyn_cast<CompoundLiteralExpr>(E))
      return literal(C->getInitializer(), Out, Depth + 1);
    if (auto *A = dyn_cast<ArraySubscriptExpr>(E)) { // one text of a table
      auto *D = dyn_cast<DeclRefExpr>(peel(A->getBase()));
      auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
      auto *Table = V && V->getAnyInitializer() ? dyn_cast<InitListExpr>(peel(V->getAnyInitializer())) : nullptr;
      auto Index = A->getIdx()->getIntegerConstantExpr(Ctx);
      return Table && Index && *Index < Table->getNumInits() &&
             literal(Table->getInit(Index->getZExtValue()), Out, Depth + 1);
    }
    return false;
  }

  /// A parameter that an expression stands for, by way of variables and lists.
  const ParmVarDecl *parameter(const clang::Expr *E, unsigned Depth = 0) {
    if (!E || Depth > 6)
      return nullptr;
    E = peel(E);
    if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return parameter(U->getSubExpr(), Depth + 1);
    if (auto *I = dyn_cast<InitListExpr>(E))
      return I->getNumInits() == 1 ? parameter(I->getInit(0), Depth + 1) : nullptr;
    if (auto *C = dyn_cast<CompoundLiteralExpr>(E))
      return parameter(C->getInitializer(), Depth + 1);
    if (auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
      return givesText(M->getMethodDecl()) ? parameter(M->getImplicitObjectArgument(), Depth + 1) : nullptr;
    }
    auto *D = dyn_cast<DeclRefExpr>(E);
    if (auto *P = D ? dyn_cast<ParmVarDecl>(D->getDecl()) : nullptr)
      return P;
    auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return V ? parameter(V->getAnyInitializer(), Depth + 1) : nullptr;
  }

  /// All texts that an expression may stand for: its own, or those that the function's parameter is given.
  void literals(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *, const std::string &)> Each,
                unsigned Depth = 0) {
    if (std::string Text; literal(E, Text)) {
      if (!Text.empty())
        Each(E, Text);
      return;
    }
    const ParmVarDecl *P = Depth < 4 ? parameter(E) : nullptr;
    auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
    if (!F)
      return;
    if (!Found)
      Found.emplace().TraverseDecl(Ctx.getTranslationUnitDecl());
    for (const clang::CallExpr *C : Found->Calls[F->getCanonicalDecl()])
      if (P->getFunctionScopeIndex() < C->getNumArgs())
        literals(C->getArg(P->getFunctionScopeIndex()), Each, Depth + 1);
  }

  /// Whether texts of E are new sources, of the call At.
  bool sourceOf(const clang::Expr *At, const clang::Expr *E) {
    const size_t Before = Facts.LiteralSources.size();
    literals(E, [&](const clang::Expr *Of, const std::string &Text) {
      if (Of != E && llvm::any_of(Facts.LiteralSources, [&](auto &S) { return S.second == Text; }))
        return; // given twice
      const clang::SourceRange Rg = Of == E ? At->getSourceRange() : Of->getSourceRange();
      Facts.LiteralSources.push_back({host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), Rg), Text});
    });
    return Facts.LiteralSources.size() > Before;
  }

  bool VisitStringLiteral(clang::StringLiteral *L) override {
    const bool Long = L->isOrdinary() && L->getLength() > 20 && L->getString().contains("kernel") && !Wrapper;
    if (std::string Text = Long ? L->getString().str() : ""; !kernelsIn(Text).empty())
      Facts.KernelTexts.push_back(
          {host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), L->getSourceRange()), std::move(Text)});
    return true;
  }

  /// cl::Program(context, source), cl::Program(source)
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    if (objectType(C->getType()) != ApiType::Program || C->getConstructor()->isCopyOrMoveConstructor())
      return true;
    bool Literal = false;
    for (unsigned I = 0; I < std::min(C->getNumArgs(), 2u) && !Literal; ++I)
      Literal = sourceOf(C, C->getArg(I));
    OtherSources |= !Literal && !Wrapper;
    for (unsigned I = 0; I < std::min(C->getNumArgs(), 2u); ++I)
      asks(C->getArg(I), Facts.SourceParameters);
    return true;
  }

  /// program.build("-D...") and program.build(devices, "-D...")
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    if (const ApiCall A = apiCall(C); !A.Wrapper || !A.Row->has(ApiArg::Options))
      return true;
    for (unsigned I = 0; I < std::min(C->getNumArgs(), 2u); ++I)
      if (std::string Text; literal(C->getArg(I), Text) && !Text.empty()) {
        Facts.BuildOptions.push_back(Text);
        Spelled |= !Wrapper;
      } else if (Text.empty() && !isa<CXXDefaultArgExpr>(C->getArg(I))) {
        OtherOptions |= !Wrapper;
        asks(C->getArg(I), Facts.OptionParameters);
      }
    return true;
  }

  /// Of a function that other files may call.
  void asks(const clang::Expr *E, std::set<HostFacts::Parameter> &Which) {
    const ParmVarDecl *P = Wrapper ? nullptr : parameter(E);
    auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
    if (F && F->isExternallyVisible())
      Which.insert({F->getQualifiedNameAsString(), P->getFunctionScopeIndex()});
  }

  /// What a function of another file is given.
  void gives(const clang::CallExpr *C, const FunctionDecl *F) {
    const SourceManager &SM = Ctx.getSourceManager();
    if (Wrapper || F->hasBody() || !F->isExternallyVisible() ||
        SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())))
      return;
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const QualType T = C->getArg(I)->getType();
      Gives |=
          T->isPointerType() && T->getPointeeType()->isCharType() && isa<DeclRefExpr>(C->getArg(I)->IgnoreParenCasts());
      literals(C->getArg(I), [&](const clang::Expr *Of, const std::string &Text) {
        Facts.Texts.push_back(
            {{F->getQualifiedNameAsString(), I}, host::toRange(SM, Ctx.getLangOpts(), Of->getSourceRange()), Text});
      });
    }
  }

  bool VisitCallExpr(clang::CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    auto *Later =
        F || planted("only-plain-builds") ? nullptr : dyn_cast<UnresolvedLookupExpr>(C->getCallee()->IgnoreParens());
    if (Later) { // in a template
      const ApiRow *Row = apiRow(Later->getName().getAsString());
      OtherOptions |= Row && Row->has(ApiArg::Options) && C->getNumArgs() == Row->arity() && !Wrapper;
      OtherSources |= Row && Row->has(ApiArg::Texts) && !Wrapper;
    }
    // program.build(("-DREAL=" + name<T>()).c_str()) there
    auto *Method = dyn_cast<UnresolvedMemberExpr>(C->getCallee()->IgnoreParens());
    if (Method && C->getNumArgs() && !planted("only-plain-builds"))
      OtherOptions |= !Wrapper && objectType(Method->isArrow() ? Method->getBaseType()->getPointeeType()
                                                               : Method->getBaseType()) == ApiType::Program;
    if (!F || !F->getIdentifier())
      return true;
    gives(C, F);
    const ApiCall A = apiCall(C);
    if (const clang::Expr *Of = A.arg(ApiArg::Texts)) {
      OtherSources |= !sourceOf(C, Of) && !Wrapper;
      asks(Of, Facts.SourceParameters);
    } else if (const clang::Expr *Of = A.Wrapper ? nullptr : A.arg(ApiArg::Options)) {
      std::set<std::string> Texts; // those of several programs are not taken for one's
      literals(Of, [&](const clang::Expr *, const std::string &Text) { Texts.insert(Text); });
      if (Texts.size() == 1)
        Facts.BuildOptions.push_back(*Texts.begin());
      else
        llvm::append_range(Facts.OtherOptions, Texts);
      Spelled |= Texts.size() == 1 && !Wrapper;
      asks(Of, Facts.OptionParameters);
      if (Texts.empty() && !Wrapper)
        OtherOptions |= !Of->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull);
    }
    return true;
  }
};

} // namespace

void joinFacts(std::vector<HostFacts> &Facts) {
  for (HostFacts &F : Facts) {
    std::set<std::string> Options, Likely; // those of several programs are not taken for one's
    for (const HostFacts &Other : Facts)
      for (const HostFacts::Given &G : Other.Texts) {
        if (F.OptionParameters.count(G.To))
          (G.Likely ? Likely : Options).insert(G.Text);
        if (!G.Likely && F.SourceParameters.count(G.To) &&
            llvm::none_of(F.LiteralSources, [&](auto &S) { return S.second == G.Text; }))
          F.LiteralSources.push_back({G.Range, G.Text});
      }
    if (Options.size() == 1)
      F.BuildOptions.push_back(*Options.begin());
    if (Options.empty() && Likely.size() == 1)
      F.LikelyOptions.push_back(*Likely.begin());
    llvm::append_range(F.OtherOptions, Options);
    llvm::append_range(F.OtherOptions, Likely);
  }
}

void addKernelTexts(std::vector<HostFacts> &Facts, llvm::ArrayRef<KernelSource> Files) {
  if (llvm::none_of(Facts, [](const HostFacts &F) { return F.OtherSources; }) || planted("no-kernel-texts"))
    return;
  std::set<std::string> Has, Seen;
  for (const KernelSource &K : Files)
    Has.merge(kernelsIn(K.Text));
  for (const HostFacts &F : Facts)
    for (const auto &[Range, Text] : F.LiteralSources)
      Has.merge(kernelsIn(Text));
  for (HostFacts &F : Facts)
    for (auto &[Range, Text] : F.KernelTexts)
      if (llvm::any_of(kernelsIn(Text), [&](const std::string &Name) { return !Has.count(Name); }) &&
          Seen.insert(Text).second)
        F.LiteralSources.push_back({Range, Text});
}

HostFacts hostFacts(ASTUnit &Unit) {
  HostFacts F;
  ASTContext &Ctx = Unit.getASTContext();
  FactFinder Finder(Ctx, F);
  Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
  const bool Options = Finder.OtherOptions && !Finder.Spelled;
  const bool Sources = Finder.OtherSources;
  F.OtherSources = Sources;
  // What makes options may stand in another file than what builds with them: `clutil.cpp` has the build.
  auto Examples = [&] {
    if (!planted("no-option-examples"))
      llvm::append_range(F.OtherOptions, host::optionExamples(Ctx));
  };
  if (!Options && !planted("options-elsewhere"))
    Examples();
  if (!Options && !Sources && !Finder.Gives)
    return F;
  const host::ProgramIndex Index(Ctx);
  const host::Foresight Sight(Ctx, Index);
  if (Finder.Gives)
    for (const auto &[Parameter, Text] : Sight.given())
      F.Texts.push_back({Parameter, {}, Text, true});
  if (!Options && !Sources)
    return F;
  const host::ProgramTexts Seen = Sight.program();
  if (Options && Seen.Options.size() == 1 &&
      !Seen.Options.begin()->empty()) // those of several programs are not taken for one's
    F.LikelyOptions.push_back(*Seen.Options.begin());
  else if (Options)
    llvm::append_range(F.OtherOptions, Seen.Options);
  if (Options)
    Examples();
  F.Fronts.assign(Seen.Fronts.begin(), Seen.Fronts.end());
  for (auto &[Range, Text] : Seen.Sources)
    if (Sources && llvm::none_of(F.LiteralSources, [&, &Text = Text](auto &S) { return S.second == Text; }))
      F.LiteralSources.push_back({host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), Range), Text});
  return F;
}

} // namespace persistify
