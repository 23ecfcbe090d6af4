//===- Reach.cpp - members that the loop's function may not name ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of an explicit instantiation may name private members. One that
// gives the address of such a member to a friend function, in front of the
// function with the loop, makes the member reachable there by `object.*pointer`.
// No pointer to a member leads to a reference: its address is read where the
// layout has it, if the class has the size that it has here.
//
// Steps of a place's path: ".name{pointer}" such a member, ".name{&function,type,
// offset}" such a reference, "{=class}" an object of a base class as what it is.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace persistify::host {

static bool nameable(const Decl *D) {
  auto *N = dyn_cast<NamedDecl>(D);
  if (auto *Tag = dyn_cast<TagDecl>(D); Tag && Tag->getTypedefNameForAnonDecl() && !planted("nameless-tags"))
    N = Tag->getTypedefNameForAnonDecl(); // typedef struct { ... } name;
  if (!N || !N->getIdentifier() || D->getAccess() == AS_private || D->getAccess() == AS_protected)
    return false;
  for (const DeclContext *C = D->getDeclContext(); C && !C->isTranslationUnit(); C = C->getParent()) {
    if (C->isFunctionOrMethod())
      return false;
    if (auto *R = dyn_cast<CXXRecordDecl>(C))
      return nameable(R);
  }
  return true;
}

static bool nameable(QualType T) {
  T = T.getCanonicalType();
  if (T->isPointerType() || T->isReferenceType())
    return nameable(T->getPointeeType());
  if (auto *M = T->getAs<MemberPointerType>())
    return nameable(M->getPointeeType()) && nameable(QualType(M->getClass(), 0));
  if (auto *A = dyn_cast<ArrayType>(T.getTypePtr()))
    return isa<ConstantArrayType>(A) && nameable(A->getElementType());
  if (auto *F = T->getAs<FunctionProtoType>())
    return nameable(F->getReturnType()) && llvm::all_of(F->param_types(), [](QualType P) { return nameable(P); });
  if (auto *TT = T->getAs<TagType>()) {
    if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(TT->getDecl()))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type && !nameable(A.getAsType()))
          return false;
    return nameable(TT->getDecl());
  }
  return T->isBuiltinType();
}

std::string NamesAtLoop::typeText(QualType T, std::string Name, bool C) const {
  if (!nameable(T))
    return "";
  PrintingPolicy Policy(C ? LangOptions() : Ctx.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  Policy.SuppressTagKeyword = !C;
  T.getCanonicalType().getAsStringInternal(Name, Policy);
  means(T);
  return Name;
}

void NamesAtLoop::means(QualType T) const {
  if (T.isNull())
    return;
  QualType Written = T;
  while (Written->isPointerType())
    Written = Written->getPointeeType();
  while (auto *Alias = Written->getAs<TypedefType>()) {
    means(Alias->getDecl());
    Written = Alias->desugar();
  }
  T = T.getCanonicalType();
  while (true)
    if (auto *A = T->getAsArrayTypeUnsafe())
      T = A->getElementType();
    else if (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    else
      break;
  if (const TagDecl *D = T->getAsTagDecl()) {
    means(D);
    if (const TypedefNameDecl *Name = D->getTypedefNameForAnonDecl())
      means(Name);
    if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type)
          means(A.getAsType());
  } else if (auto *F = T->getAs<FunctionProtoType>()) {
    means(F->getReturnType());
    for (QualType P : F->param_types())
      means(P);
  }
}

std::optional<unsigned> NamesAtLoop::frontOfFunction() const {
  // What a template was made into has no text of its own.
  auto Pattern = [](const Decl *D) -> const Decl * {
    if (auto *F = dyn_cast<FunctionDecl>(D))
      return F->getTemplateInstantiationPattern() ? F->getTemplateInstantiationPattern() : F;
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D);
    return S && !S->isExplicitSpecialization() ? S->getSpecializedTemplate()->getTemplatedDecl() : D;
  };
  const Decl *D = Pattern(Frames.front().F);
  for (const DeclContext *C = D->getLexicalDeclContext(); C && !C->isFileContext();
       C = Pattern(llvm::cast<Decl>(C))->getLexicalDeclContext())
    D = Pattern(llvm::cast<Decl>(C));
  // Templates have C++ linkage.
  for (const DeclContext *C = D->getLexicalDeclContext(); C; C = C->getLexicalParent())
    if (auto *L = dyn_cast<LinkageSpecDecl>(C))
      D = L;
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation At = D->getBeginLoc();
  if (auto *F = dyn_cast<FunctionDecl>(D); F && F->getDescribedFunctionTemplate())
    At = F->getDescribedFunctionTemplate()->getBeginLoc();
  else if (auto *R = dyn_cast<CXXRecordDecl>(D); R && R->getDescribedClassTemplate())
    At = R->getDescribedClassTemplate()->getBeginLoc();
  if (SourceLocation Use; At.isMacroID() && Lexer::isAtStartOfMacroExpansion(At, SM, Ctx.getLangOpts(), &Use))
    At = Use; // EXPORT int run(void)
  if (At.isInvalid() || At.isMacroID() || !inEdited(SM, At))
    return std::nullopt;
  return SM.getFileOffset(At);
}

std::string digest(llvm::StringRef Of) {
  return planted("one-accessor") ? "" : "_" + llvm::utohexstr(llvm::xxh3_64bits(Of) & 0xffffff, true);
}

std::string NamesAtLoop::frontSpace() const {
  std::string Spaces;
  for (const DeclContext *C = Frames.front().F->getLexicalDeclContext(); C; C = C->getLexicalParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C); N && !N->isAnonymousNamespace() && !N->isInline())
      Spaces += (Spaces.empty() ? "" : "::") + N->getNameAsString();
  return Spaces;
}

std::string NamesAtLoop::frontName(llvm::StringRef What) const {
  const std::string Spaces = frontSpace();
  std::string P;
  for (llvm::StringRef Rest = Spaces, Name; !Rest.empty();) {
    std::tie(Name, Rest) = Rest.split("::");
    P += (Name + "_").str();
  }
  if (!llvm::all_of(Spaces, llvm::isAlnum)) // a::b and a_b
    P += llvm::StringRef(digest(Spaces)).ltrim('_').str() + "_";
  return Options.Names(What + "_") + P;
}

void NamesAtLoop::declareAccessor(Accessor New) const {
  if (llvm::none_of(Accessors, [&](const Accessor &A) { return A.Name == New.Name; }))
    Accessors.push_back(std::move(New));
}

std::string NamesAtLoop::reach(const FieldDecl *F) {
  auto *RD = dyn_cast<CXXRecordDecl>(F->getParent());
  auto At = Scanning || !RD || F->isBitField() || !F->getIdentifier() ? std::nullopt : frontOfFunction();
  if (!At)
    return "";
  const SourceManager &SM = Ctx.getSourceManager();
  const HostNames &N = Options.Names;
  SourceLocation Front = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(*At);
  std::string Class = typeText(Ctx.getRecordType(RD), "");
  if (Class.empty() || !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(RD->getEndLoc()), Front))
    return "";
  if (F->getType()->isReferenceType()) {
    std::string To = typeText(F->getType()->getPointeeType(), "");
    if (To.empty() || Ctx.getTargetInfo().getPointerWidth(LangAS::Default) != 64)
      return "";
    std::string Name = frontName("referred");
    declareAccessor({Name, *At,
                     "// What the reference at an offset in an object is bound to.\n"
                     "template <typename " +
                         N("T") + ", typename " + N("O") + ">\n" + N("T") + " &" + Name + "(const " + N("O") + " &" +
                         N("in") + ", unsigned long " + N("at") +
                         ") {\n"
                         "  " +
                         N("T") + " *" + N("to") +
                         ";\n"
                         "  const char *" +
                         N("from") + " = &reinterpret_cast<const char &>(" + N("in") + ") + " + N("at") +
                         ";\n"
                         "  for (unsigned long " +
                         N("i") + " = 0; " + N("i") + " < sizeof " + N("to") + "; ++" + N("i") +
                         ")\n"
                         "    reinterpret_cast<char *>(&" +
                         N("to") + ")[" + N("i") + "] = " + N("from") + "[" + N("i") +
                         "];\n"
                         "  return *" +
                         N("to") +
                         ";\n"
                         "}\n"});
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(RD);
    std::string Size = std::to_string(Layout.getSize().getQuantity());
    require("sizeof(" + Class + ") == " + Size, "a " + Class + " has not " + Size + " bytes");
    return "{&" + Name + "," + To + "," + std::to_string(Layout.getFieldOffset(F->getFieldIndex()) / 8) + "}";
  }
  std::string Name =
      hiddenMember(F, Ctx.getMemberPointerType(F->getType(), Ctx.getRecordType(RD).getTypePtr()), Class, *At);
  if (Name.empty())
    return "";
  Reached[Name] = F->getNameAsString();
  return "{" + Name + "}";
}

std::string NamesAtLoop::hiddenMember(const NamedDecl *F, QualType Pointer, const std::string &Class, unsigned At) {
  const HostNames &N = Options.Names;
  std::string Of;
  for (char C : Class + "_" + F->getNameAsString())
    if (llvm::isAlnum(C) || C == '_')
      Of += C;
    else if (!llvm::StringRef(Of).ends_with("_"))
      Of += '_';
  if (!llvm::all_of(Class + F->getNameAsString(), llvm::isAlnum) && !planted("alike-members")) // A::B and A_B
    Of += digest(Class + "::" + F->getNameAsString());
  std::string Name = frontName("get") + Of, Giver = frontName("give") + Of, Member = N("member"), Is = N("type");
  std::string Type = typeText(Pointer, Is);
  if (Type.empty())
    return "";
  declareAccessor({Name, At,
                   "// For the loop below: the member " + F->getNameAsString() + " of " + Class +
                       ", which is not public.\n"
                       "struct " +
                       Name +
                       " {\n"
                       "  typedef " +
                       Type +
                       ";\n"
                       "  friend " +
                       Is + " " + Member + "(" + Name +
                       ");\n"
                       "};\n"
                       "template <" +
                       Name + "::" + Is + " " + N("M") + "> struct " + Giver +
                       " {\n"
                       "  friend " +
                       Name + "::" + Is + " " + Member + "(" + Name + ") { return " + N("M") +
                       "; }\n"
                       "};\n"
                       "template struct " +
                       Giver + "<&" + Class + "::" + F->getNameAsString() + ">;\n"});
  return Name;
}

std::string NamesAtLoop::hiddenCall(const FunctionDecl *F) {
  auto *M = dyn_cast<CXXMethodDecl>(F);
  auto At = Scanning || !M || !M->isStatic() || !F->getIdentifier() || F->getTemplateSpecializationArgs()
                ? std::nullopt
                : frontOfFunction();
  if (!At || !M->getParent()->lookup(F->getDeclName()).isSingleResult()) // not overloaded
    return "";
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Front = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(*At);
  std::string Class = typeText(Ctx.getRecordType(M->getParent()), "");
  if (Class.empty() || !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(M->getParent()->getEndLoc()), Front))
    return "";
  std::string Name = hiddenMember(F, Ctx.getPointerType(F->getType()), Class, *At);
  if (Name.empty())
    return "";
  Reached[Name] = Class + "::" + F->getNameAsString();
  return "(*" + Options.Names("member") + "(" + Name + "()))()";
}

std::string NamesAtLoop::shown(std::string Text) const {
  Text = withLateMembers(std::move(Text));
  const std::string Member = ".*" + Options.Names("member") + "(", Behind = "()))";
  const std::string Static = "(*" + Options.Names("member") + "("; // of a method
  for (size_t At = 0; (At = Text.find(Static, At)) != std::string::npos; ++At) {
    const size_t Name = At + Static.size(), End = Text.find(Behind, Name);
    if (auto It = Reached.find(Text.substr(Name, End == std::string::npos ? 0 : End - Name)); It != Reached.end())
      Text.replace(At, End + Behind.size() - At, It->second);
  }
  for (size_t At; (At = Text.find(Member)) != std::string::npos;) {
    const size_t Name = At + Member.size(), End = Text.find(Behind, Name);
    auto It = End == std::string::npos ? Reached.end() : Reached.find(Text.substr(Name, End - Name));
    size_t Open = At;
    for (int Depth = 0; Open > 0;)
      if (char C = Text[--Open]; C == ')')
        ++Depth;
      else if (C == '(' && Depth-- == 0)
        break;
    if (It == Reached.end() || Text[Open] != '(')
      break;
    Text = Text.substr(0, Open) + Text.substr(Open + 1, At - Open - 1) + "." + It->second +
           Text.substr(End + Behind.size());
  }
  return Text;
}

std::string NamesAtLoop::reached(const std::string &T, llvm::StringRef Step) const {
  if (Step.consume_front("!"))
    return T;
  if (Step.consume_front("@"))
    return Step.str() + "(" + T + ")";
  if (Step.consume_front("="))
    return "static_cast<" + Step.str() + " &>(" + T + ")";
  if (!Step.consume_front("&"))
    return "(" + T + ".*" + Options.Names("member") + "(" + Step.str() + "()))";
  auto [Function, Rest] = Step.split(',');
  auto [Type, Offset] = Rest.rsplit(',');
  return Function.str() + "<" + Type.str() + ">(" + T + ", " + Offset.str() + ")";
}

// ---- what is called ---------------------------------------------------------------

const CXXMethodDecl *NamesAtLoop::overrider(const CXXMethodDecl *M, Place &This, clang::SourceRange Rg) {
  auto N = Sight && !Scanning && Ctx.getLangOpts().RTTI ? places().seen(This) : std::nullopt;
  const CXXRecordDecl *Is = N ? Sight->dynamicClass(LoopStmt, *N) : nullptr;
  const CXXRecordDecl *As = This.T->getAsCXXRecordDecl();
  if (!Is || !As || !(Is = Is->getDefinition()))
    return nullptr;
  auto *Over = const_cast<CXXMethodDecl *>(M)->getCorrespondingMethodInClass(Is, true);
  std::string Class = typeText(Ctx.getRecordType(Is), "");
  const FunctionDecl *Def = definitionThatRuns(Over);
  if (!Def || Class.empty())
    return nullptr;
  bool Same = Is->getCanonicalDecl() == As->getCanonicalDecl();
  if (!Same && (!Is->isDerivedFrom(As) || Is->isVirtuallyDerivedFrom(As)))
    return nullptr;
  if (!inFrontOfLoop(Is->getEndLoc())) {
    if (!Same && asLateClass(This, Is, Class))
      return llvm::cast<CXXMethodDecl>(Def);
    refuse(Diag::HostLateClass, Rg, {M->getNameAsString(), Is->getNameAsString()});
    return nullptr;
  }
  std::string T = places().textOf(This);
  containers().requireOf(This, "typeid(" + T + ") == typeid(" + Class + ")", "'" + T + "' is no " + Class);
  R.NeedsTypeInfo = true;
  if (!Same)
    This = places().asClass(std::move(This), Is, Class);
  return llvm::cast<CXXMethodDecl>(Def);
}

bool NamesAtLoop::declaredInFront(const FunctionDecl *F) {
  const FunctionDecl *First = F->getFirstDecl();
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Loc = First->getLocation();
  auto *T = F->getType()->getAs<FunctionProtoType>();
  auto At = frontOfFunction();
  const bool Here = At && Loc.isValid() && !Loc.isMacroID() && inEdited(SM, Loc);
  if (Scanning || !Here || !T || T->isVariadic() || llvm::isa<CXXMethodDecl>(F) || First->hasAttrs() ||
      First->isInlineSpecified() || First->isConstexpr() || T->hasTrailingReturn())
    return false;
  for (const FunctionDecl *D : F->redecls())
    if (D->hasAttrs() || D->isInlineSpecified() || D->isConstexpr())
      return false;
  for (const DeclContext *C = First->getDeclContext(); C;
       C = C->getParent()) // and the loop's function is in the same one
    if (!C->isTranslationUnit() && !llvm::isa<LinkageSpecDecl>(C))
      return false;
  for (const DeclContext *C = Frames.front().F->getLexicalDeclContext(); C; C = C->getLexicalParent())
    if (llvm::isa<NamespaceDecl>(C))
      return false;
  const SourceLocation Front = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(*At);
  auto Known = [&](QualType X) {
    X = X.getCanonicalType();
    while (X->isPointerType() || X->isReferenceType())
      X = X->getPointeeType();
    const TagDecl *D = X->getAsTagDecl();
    if (!D)
      return X->isBuiltinType();
    const NamedDecl *Name = D->getTypedefNameForAnonDecl();
    Name = Name ? Name : D->getCanonicalDecl();
    return Name->getIdentifier() && !llvm::isa<ClassTemplateSpecializationDecl>(D) &&
           SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Name->getEndLoc()), Front);
  };
  if (!Known(T->getReturnType()) || !llvm::all_of(T->param_types(), Known))
    return false;
  const bool C = !Ctx.getLangOpts().CPlusPlus;
  const std::string Text = typeText(F->getType(), F->getNameAsString(), C);
  if (Text.empty())
    return false;
  Accessor New;
  New.Name = F->getNameAsString();
  New.At = *At;
  New.Text = std::string(F->getStorageClass() == SC_Static || !F->isExternallyVisible() ? "static " : "") +
             (!C && F->isExternC() ? "extern \"C\" " : "") + Text + "; // defined behind the loop\n";
  declareAccessor(std::move(New));
  return true;
}

std::optional<std::string> NamesAtLoop::functionText(const FunctionDecl *F) {
  if (!F->getIdentifier() || F->getTemplateSpecializationArgs() || !nameable(F))
    return std::nullopt;
  findVisible();
  if (Visible.count(F->getNameAsString()) || (!inFrontOfLoop(F->getFirstDecl()->getLocation()) && !declaredInFront(F)))
    return std::nullopt;
  means(F);
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  F->printQualifiedName(OS, Policy);
  return Name;
}

const FunctionDecl *NamesAtLoop::pointedFunction(const Place &P) {
  auto N = Sight && !Scanning ? places().seen(P) : std::nullopt;
  const FunctionDecl *F = N && Objects[P.Obj].External ? Sight->target(LoopStmt, *N) : nullptr;
  auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  auto Text = F && !(M && !M->isStatic()) ? functionText(F) : std::nullopt;
  if (!Text) {
    NotNamed = F;
    return nullptr;
  }
  const std::string &Name = *Text;
  std::string T = places().textOf(P);
  if (P.T->isFunctionPointerType()) {
    // Where the loop looks whether there is one, none is called.
    const std::string None = AskedPointers.count(places().key(P)) ? T + " == 0 || " : "";
    containers().requireOf(P, None + T + " == &" + Name, "'" + T + "' is not " + Name);
    return F;
  }
  // std::function: a pointer to function inside.
  std::string Type = typeText(Ctx.getPointerType(F->getType()), "");
  if (containerOf(P.T) != Container::Function || Type.empty() || !Ctx.getLangOpts().RTTI)
    return nullptr;
  std::string In = T + ".target<" + Type + ">()";
  containers().requireOf(P, In + " && *" + In + " == &" + Name, "'" + T + "' is not " + Name);
  return F;
}

} // namespace persistify::host
