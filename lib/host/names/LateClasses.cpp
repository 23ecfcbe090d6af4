//===- LateClasses.cpp - members of classes that are defined behind the loop ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   struct Solver { virtual void step() = 0; void run() { for (...) step(); } };
//   struct Jacobi : Solver { void step() override { launch(kernel_); } ... };
//
// Where the loop stands, Jacobi can only be declared. A template in front of the loop's function
// gives the member at its offset in the Jacobi that the object is: compilers look at the
// template's body at the end of the file, where the class is known.
//
// Steps of a place's path: "{!class}" the object as one of such a class, ".name{@function}" a
// member of it.
//
//===----------------------------------------------------------------------===//
#include "library/Containers.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::host {

/// "struct C;" in its namespaces, as the whole file can have it in front; empty if there is no such line.
static std::string forwardDeclaration(const CXXRecordDecl *C) {
  if (isa<ClassTemplateSpecializationDecl>(C) || !C->getIdentifier() || C->isUnion())
    return "";
  std::string Text = (C->getKindName() + " " + C->getName() + ";").str();
  for (const DeclContext *In = C->getDeclContext(); !In->isTranslationUnit(); In = In->getParent()) {
    auto *N = dyn_cast<NamespaceDecl>(In);
    if (!N && !isa<LinkageSpecDecl>(In))
      return "";
    if (N)
      Text = (N->isInline() ? "inline " : "") + std::string("namespace ") +
             (N->isAnonymousNamespace() ? "" : N->getNameAsString() + " ") + "{ " + Text + " }";
  }
  return Text + "\n";
}

/// What stands in front of all members of a late class's object in \p Path: the class; empty if it is none.
static llvm::StringRef lateStep(llvm::StringRef Path) {
  if (!Path.consume_back("}"))
    return {};
  const size_t At = Path.rfind('{');
  Path = At == llvm::StringRef::npos ? llvm::StringRef() : Path.drop_front(At + 1);
  return Path.consume_front("!") ? Path : llvm::StringRef();
}

bool NamesAtLoop::isLate(const Place &P) { return !lateStep(P.Path).empty(); }

bool NamesAtLoop::asLateClass(Place &This, const CXXRecordDecl *Is, const std::string &Class) {
  const auto At = frontOfFunction();
  Accessor New;
  New.Declares = forwardDeclaration(Is);
  if (!At || !This.Path.empty() || This.Or || This.Hidden || This.BaseAt || Is->getNumVBases() ||
      New.Declares.empty() || Options.Names("at").empty())
    return false;
  const HostNames &N = Options.Names;
  const std::string Size = std::to_string(Ctx.getASTRecordLayout(Is).getSize().getQuantity());
  New.At = *At;
  New.Space = frontSpace();
  New.Name = frontName("is") + Is->getNameAsString() + digest(Class);
  New.Text = "// For the loop below: whether an object is a " + Class +
             ", which is defined behind it.\n"
             "template <typename " +
             N("D") + ", typename " + N("B") + "> bool " + New.Name + "(const " + N("B") + " &" + N("in") +
             ") {\n"
             "  return sizeof(" +
             N("D") + ") == " + Size + " && typeid(" + N("in") + ") == typeid(" + N("D") + ");\n}\n";
  const std::string T = places().textOf(This);
  containers().requireOf(This, New.Name + "<" + Class + ">(" + T + ")", "'" + T + "' is no " + Class);
  R.NeedsTypeInfo = true;
  declareAccessor(std::move(New));
  This.Path += "{!" + Class + "}";
  This.T = Ctx.getQualifiedType(Ctx.getRecordType(Is), This.T.getLocalQualifiers());
  return true;
}

std::string NamesAtLoop::lateMember(const Place &Of, const FieldDecl *F) {
  const std::string Class = lateStep(Of.Path).str();
  const CXXRecordDecl *Is = Of.T->getAsCXXRecordDecl();
  auto *Parent = dyn_cast<CXXRecordDecl>(F->getParent());
  const auto At = frontOfFunction();
  std::string Include;
  const bool Own = Is && Parent && Is->getCanonicalDecl() == Parent->getCanonicalDecl();
  const QualType T = F->getType().getNonReferenceType();
  if (!At || !Is || !Parent || !(Own || Is->isDerivedFrom(Parent)) || F->isBitField() || !F->getIdentifier() ||
      F->getType()->isReferenceType() || !knownAtLoop(T, Include) || !Include.empty())
    return "";
  const HostNames &N = Options.Names;
  const uint64_t Offset = places().baseOffset(Is, Parent) +
                          Ctx.getASTRecordLayout(Parent).getFieldOffset(F->getFieldIndex()) / 8 +
                          (planted("late-offset") ? 8 : 0);
  Accessor New;
  New.At = *At;
  New.Space = frontSpace();
  New.Name = frontName("late") + Is->getNameAsString() + "_" + F->getNameAsString() +
             digest(Class + "::" + Parent->getNameAsString() + "::" + F->getNameAsString());
  const std::string To = typeText(Ctx.getLValueReferenceType(T.getUnqualifiedType()), "");
  const std::string Declared =
      typeText(Ctx.getLValueReferenceType(T.getUnqualifiedType()), New.Name + "(" + N("B") + " &" + N("in") + ")");
  if (To.empty() || Declared.empty())
    return "";
  New.Text = "// For the loop below: the member " + F->getNameAsString() + " of " + Class +
             ", which is defined behind it.\n"
             "template <typename " +
             N("D") + ", typename " + N("B") + "> " + Declared +
             " {\n"
             "  " +
             N("D") + " &" + N("object") + " = const_cast<" + N("D") + " &>(static_cast<const " + N("D") + " &>(" +
             N("in") +
             "));\n"
             "  return reinterpret_cast<" +
             To + ">((&reinterpret_cast<char &>(" + N("object") + "))[" + std::to_string(Offset) + "]);\n}\n";
  const std::string Step = "{@" + New.Name + "<" + Class + ">}";
  LateMembers[llvm::StringRef(Step).drop_front(2).drop_back().str() + "("] = F->getNameAsString();
  declareAccessor(std::move(New));
  return Step;
}

std::string NamesAtLoop::withLateMembers(std::string Text) const {
  for (auto &[Call, Member] : LateMembers)
    for (size_t At; (At = Text.find(Call)) != std::string::npos;) {
      size_t End = At + Call.size(), Depth = 1;
      for (; End < Text.size() && Depth; ++End)
        Depth += Text[End] == '(' ? 1 : Text[End] == ')' ? -1 : 0;
      const std::string Of = Text.substr(At + Call.size(), End - At - Call.size() - 1);
      Text.replace(At, End - At, withSteps(Of, "." + Member));
    }
  return Text;
}

void NamesAtLoop::refuseLate(const Place &Of, clang::SourceRange Rg) {
  const FunctionDecl *In = nullptr;
  for (const Frame &F : llvm::reverse(Frames))
    if (auto *M = dyn_cast_or_null<CXXMethodDecl>(F.F); M && M->isVirtual() && !In)
      In = M;
  refuse(Diag::HostLateClass, Rg, {In ? In->getNameAsString() : "", lateStep(Of.Path).str()});
}

} // namespace persistify::host
