//===- ForesightProgram.cpp - of what a program is probably built -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// snprintf(options, sizeof options, "-DN=%d", n); source = header + body;
//
// The texts that the walk from main() sees at the calls that make and build programs.
// They are guesses like all that it sees: the runtime compares source and macros.
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "entry/Foresight.h"
#include "entry/ForesightWalk.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {
namespace foresight {

/// Numbers that only the run knows, such as what a device says: the kernels are read with some number for each, as with
/// those of the command line. One may have a name only where it is a macro's whole value.
static std::string filled(llvm::StringRef Options) {
  std::string Out;
  while (!Options.empty())
    if (Options.consume_front(FloatBlank)) {
      Out += "64.0";
    } else {
      Out += Options.front() == Blank ? "64" : std::string(1, Options.front());
      Options = Options.drop_front();
    }
  return Out;
}

/// What a program is built with: the first text among A. None at all is no option.
void BuildWatch::seeOptions(Args A) {
  for (const clang::Expr *X : A) {
    QualType T = X->getType().getNonReferenceType();
    if (isa<CXXDefaultArgExpr>(X) || (!isText(T) && !(T->isPointerType() && T->getPointeeType()->isCharType())))
      continue;
    Datum D = isLeaf(T) ? W.value(X) : M.read(W.place(X));
    if (D.K == Datum::Null)
      return;
    if (auto S = W.texts().textWithBlanks(D); S && S->find(Rest) == std::string::npos) {
      if (To.Program.Options.insert(filled(*S)).second)
        To.Program.Blanks += llvm::count(*S, Blank);
    } else {
      To.Program.Unknown = true;
    }
    return;
  }
}

/// Options in a variable that a function of another file is given, which may build programs with them.
void BuildWatch::seeGiven(const clang::CallExpr *C, const FunctionDecl *F) {
  for (unsigned I = 0; I < C->getNumArgs(); ++I) {
    const clang::Expr *X = C->getArg(I);
    const QualType T = X->getType();
    if (!T->isPointerType() || !T->getPointeeType()->isCharType() || !isa<DeclRefExpr>(X->IgnoreParenCasts()))
      continue;
    if (auto S = W.texts().textWithBlanks(W.value(X));
        S && llvm::StringRef(*S).contains("-D") && !llvm::StringRef(*S).contains(Rest))
      To.Program.Given.push_back({{F->getQualifiedNameAsString(), I}, filled(*S)});
  }
}

/// Text that only defines macros, as options that do. Empty if there are none, or if it does something else.
static std::string macrosOf(llvm::StringRef Text) {
  std::string Out;
  for (llvm::StringRef Line; !Text.empty();) {
    const bool Whole = Text.contains('\n');
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("#pragma") || Line.starts_with("//"))
      continue;
    if (!Whole || !Line.consume_front("#define ") || Line.contains_insensitive("/*") ||
        Line.find_first_of("'\\") != llvm::StringRef::npos)
      return "";
    Line = Line.ltrim();
    size_t End = Line.find_if([](char C) { return !llvm::isAlnum(C) && C != '_'; });
    if (End < Line.size() && Line[End] == '(')
      End = Line.find(')') == llvm::StringRef::npos ? End : Line.find(')') + 1;
    Out +=
        (Out.empty() ? "" : " ") +
        ("'-D" + Line.take_front(End) + "=" + filled(Line.drop_front(std::min(End, Line.size())).trim()) + "'").str();
  }
  return Out;
}

/// The source made of Count texts, or of the text or texts that an object is.
void BuildWatch::seeSource(const clang::Expr *Texts, const clang::Expr *Count, clang::SourceRange Rg) {
  QualType T = Texts->getType().getNonReferenceType();
  std::vector<Datum> Pieces;
  if (Count) {
    Datum N = W.value(Count), At = W.value(Texts);
    if (N.K != Datum::Int || At.K != Datum::Address || N.I < 1 || N.I > 64)
      return;
    for (int64_t I = 0; I < N.I; ++I)
      Pieces.push_back(M.read(W.follow(moved(At.S, I))));
  } else if (isText(T) || T->isPointerType()) {
    Pieces.push_back(isLeaf(T) ? W.value(Texts) : M.read(W.place(Texts)));
  } else {
    Spot At = W.place(Texts);
    auto N = W.libraries().size(At, T);
    for (int64_t I = 0; N && I < std::min<int64_t>(*N, 64); ++I) {
      Spot Piece = At + "[" + std::to_string(I) + "]";
      Pieces.push_back(M.read(containerOf(elementType(T)) == Container::Pair ? Piece + ".first" : Piece));
    }
  }
  std::string All;
  for (const Datum &D : Pieces)
    All = joined(All, W.texts().textWithBlanks(D));
  if (All.find(Blank) != std::string::npos) {
    if (const size_t End = All.find(Rest); End != std::string::npos && !planted("no-fronts"))
      if (std::string Front = macrosOf(llvm::StringRef(All).take_front(End)); !Front.empty())
        To.Program.Fronts.insert(std::move(Front));
    To.Program.Filled |= All.find(Blank) < All.find(Rest);
    return;
  }
  auto Known = [&](auto &S) { return S.second == All; };
  if (llvm::StringRef(All).contains('(') && llvm::none_of(To.Program.Sources, Known)) // not the name of a file
    To.Program.Sources.push_back({Rg, All});
}

} // namespace foresight

namespace {
/// The functions of the program that build programs, and those that put options together.
struct Builders : AstVisitor {
  llvm::SetVector<const FunctionDecl *> Found, Spelling;
  const FunctionDecl *In = nullptr;
  bool TraverseDecl(Decl *D) override {
    auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D);
    llvm::SaveAndRestore Now(In, F && !F->isDependentContext() ? F : In);
    return AstVisitor::TraverseDecl(D);
  }
  bool VisitCallExpr(clang::CallExpr *C) override {
    if (const ApiCall A = In ? apiCall(C) : ApiCall(); A.Row && A.Row->has(ApiArg::Options) && !A.Wrapper)
      Found.insert(In);
    return true;
  }
  bool VisitStringLiteral(clang::StringLiteral *L) override {
    if (In && L->isOrdinary() && L->getString().contains("-D") && L->getString().contains('%'))
      Spelling.insert(In);
    return true;
  }
};
} // namespace

std::vector<ProgramTexts::GivenText> Foresight::given() const {
  std::vector<ProgramTexts::GivenText> Out;
  Builders B;
  B.TraverseDecl(Ctx.getTranslationUnitDecl());
  for (const FunctionDecl *F : B.Spelling) {
    foresight::Arrivals Seen;
    walk(F, Seen);
    llvm::append_range(Out, Seen.Program.Given);
  }
  return Out;
}

/// Walks once as the program runs, and once as it does without arguments, where only that tells.
ProgramTexts Foresight::program() const {
  ProgramTexts Out;
  const FunctionDecl *Main = nullptr;
  for (const Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (auto *F = dyn_cast<FunctionDecl>(D); F && F->isMain() && F->doesThisDeclarationHaveABody())
      Main = F;
  // Another file has it: what builds programs here.
  Builders B;
  if (!Main)
    B.TraverseDecl(Ctx.getTranslationUnitDecl());
  for (const FunctionDecl *F : B.Found) {
    foresight::Arrivals Seen;
    walk(F, Seen);
    Out.Fronts.insert(Seen.Program.Fronts.begin(), Seen.Program.Fronts.end());
    if (!Seen.Program.Unknown)
      Out.Options.insert(Seen.Program.Options.begin(), Seen.Program.Options.end());
  }
  for (bool NoArguments : {false, true}) {
    if (!Main || (!Out.Options.empty() && !Out.Filled && !Out.Blanks))
      break;
    foresight::Arrivals Seen;
    walk(Main, Seen, NoArguments);
    const bool Known = Seen.Program.Options.size() >= Out.Options.size() && Seen.Program.Blanks < Out.Blanks;
    if (!Seen.Program.Unknown && (Out.Options.empty() || (Known && !planted("first-numbers")))) {
      Out.Options = Seen.Program.Options;
      Out.Blanks = Seen.Program.Blanks;
    }
    if (Out.Fronts.empty() || (Out.Filled && !Seen.Program.Filled && !Seen.Program.Fronts.empty()))
      Out.Fronts = Seen.Program.Fronts;
    Out.Filled = Seen.Program.Filled;
    if (Out.Sources.empty())
      Out.Sources = Seen.Program.Sources;
    if (!Seen.Program.Unknown && !Out.Filled && !Out.Blanks)
      break;
  }
  return Out;
}

} // namespace persistify::host
