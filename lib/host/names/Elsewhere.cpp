//===- Elsewhere.cpp - variables that only another file of the program sees ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that keeps its queue and kernels as static variables of one file and
// has its loop in another: a function behind the text of the one gives the address
// of the variable, or of the part of it whose type the loop's file knows. Members of a
// struct that the loop's file only declares are reached in the same way: the function
// is given the pointer that the loop's file has.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "entry/EntryValues.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "persistify/Join.h"
#include "persistify/OutputLayout.h"
#include "persistify/OwnNames.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace persistify::host {

bool NamesAtLoop::isElsewhere(const VarDecl *D) const {
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation At = SM.getExpansionLoc(D->getFirstDecl()->getLocation());
  SourceLocation From = SM.getIncludeLoc(SM.getFileID(At));
  return !Scanning && D->isFileVarDecl() && From.isValid() && SM.isInMainFile(From) && !inFrontOfLoop(From) &&
         frontOfFunction();
}

/// Header of a library type with a model.
static std::string headerOf(const NamedDecl *D, Container C) {
  switch (C) {
  case Container::None: return "";
  case Container::Smart: return "memory";
  case Container::Pair: return "utility";
  case Container::String:
    return isStringView(D->getASTContext().getTypeDeclType(llvm::cast<TypeDecl>(D))) ? "string_view" : "string";
  case Container::Function: return "functional";
  default: return D->getNameAsString(); // is called like its class
  }
}

bool NamesAtLoop::knownAtLoop(QualType T, std::string &Include) const {
  if (typeText(T, "").empty())
    return false;
  while (auto *A = Ctx.getAsArrayType(T))
    T = A->getElementType();
  bool Behind = T->isPointerType();
  while (T->isPointerType())
    T = T->getPointeeType();
  auto *TD = T->getAsTagDecl();
  if (!TD || (!Behind && !(TD = TD->getDefinition())))
    return T->isBuiltinType();
  auto *S = dyn_cast<ClassTemplateSpecializationDecl>(TD);
  if (!S) {
    // A pointer to a struct that nothing here defines needs no declaration: `struct tag *` is one. So are OpenCL's handles.
    const bool Defined =
        TD->getDefinition() && (inFrontOfLoop(TD->getDefinition()->getLocation()) || planted("defined-elsewhere"));
    const bool Opaque = Behind && isa<RecordDecl>(TD) && !Defined && TD->getIdentifier() &&
                        TD->getDeclContext()->getRedeclContext()->isTranslationUnit() && !planted("declared-handles");
    return Opaque || inFrontOfLoop((Behind ? TD->getFirstDecl() : TD)->getLocation());
  }
  bool Known =
      inFrontOfLoop(S->getSpecializedTemplate()->getLocation()) || !(Include = headerOf(S, containerOf(T))).empty();
  std::string Inner;
  for (const TemplateArgument &A : S->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Type && !A.getAsType()->getAsCXXRecordDecl())
      Known &= knownAtLoop(A.getAsType(), Inner);
    else if (A.getKind() == TemplateArgument::Type && !TD->isInStdNamespace())
      Known &= knownAtLoop(A.getAsType(), Inner) && Inner.empty();
  return Known;
}

std::string NamesAtLoop::undeclared(QualType T) const {
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType() ? T->getPointeeType() : Ctx.getAsArrayType(T)->getElementType();
  const RecordDecl *R = T->getAsRecordDecl();
  const bool Known = !R || inFrontOfLoop(R->getFirstDecl()->getLocation());
  return Known || !Ctx.getLangOpts().CPlusPlus || planted("undeclared-in-cpp")
             ? ""
             : (R->getKindName() + " " + R->getName() + ";\n").str();
}

/// How long the index in brackets is that \p Path begins with; 0 if there is none.
static size_t indexLength(llvm::StringRef Path) {
  int Depth = 0;
  for (size_t I = 0; I < Path.size() && Path.starts_with("["); ++I)
    if ((Depth += Path[I] == '[' ? 1 : Path[I] == ']' ? -1 : 0) == 0)
      return I + 1;
  return 0;
}

/// The type of T's part that the first step of Path designates; Path loses it.
static QualType part(ASTContext &Ctx, QualType T, llvm::StringRef &Path) {
  if (Path.consume_front(".")) {
    llvm::StringRef Name = Path.take_until([](char C) { return !llvm::isAlnum(C) && C != '_'; });
    Path = Path.drop_front(Name.size());
    if (auto *R = T->getAsRecordDecl())
      for (const FieldDecl *F : R->fields())
        if (F->getName() == Name && F->getAccess() != AS_private && F->getAccess() != AS_protected)
          return F->getType();
    return {};
  }
  auto *A = Ctx.getAsConstantArrayType(T);
  const size_t Length = indexLength(Path);
  if (!A || !Length)
    return {};
  Path = Path.drop_front(Length);
  return A->getElementType();
}

/// \p Steps with names in place of the indices that only the loop's file can compute, which \p Indices gets.
static std::string withIndices(llvm::StringRef Steps, const std::string &Name, std::vector<std::string> &Indices) {
  std::string Out;
  while (!Steps.empty()) {
    const size_t Length = std::max<size_t>(indexLength(Steps), 1);
    llvm::StringRef Inner = Length > 1 ? Steps.slice(1, Length - 1) : llvm::StringRef();
    if (uint64_t I; Length == 1 || !Inner.getAsInteger(10, I)) {
      Out += Steps.take_front(Length);
    } else {
      Indices.push_back(Inner.str());
      Out += "[" + Name + std::to_string(Indices.size()) + "]";
    }
    Steps = Steps.drop_front(Length);
  }
  return Out;
}

SourceLocation NamesAtLoop::unitOf(SourceLocation At) const {
  const SourceManager &SM = Ctx.getSourceManager();
  At = SM.getExpansionLoc(At);
  while (At.isValid()) {
    SourceLocation From = SM.getIncludeLoc(SM.getFileID(At));
    if (From.isInvalid() || (SM.isInMainFile(From) && inFrontOfLoop(From)))
      return {};
    if (SM.isInMainFile(From))
      return SM.getLocForStartOfFile(SM.getFileID(At));
    At = From;
  }
  return {};
}

bool NamesAtLoop::reachedElsewhere(const Place &Ptr, QualType To) const {
  const RecordDecl *R = To->getAsRecordDecl();
  auto At = Scanning || !R || Ptr.Hidden ? std::nullopt : frontOfFunction();
  if (!At || Ptr.Wrapped || !Ptr.T->isPointerType() || !Ctx.hasSameUnqualifiedType(Ptr.T->getPointeeType(), To) ||
      To.isVolatileQualified() || unitOf(R->getDefinition()->getLocation()).isInvalid())
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Front = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(*At);
  const Decl *First = R->getFirstDecl();
  return First->getDeclContext()->getRedeclContext()->isFileContext() &&
         !typeText(Ptr.T.getUnqualifiedType(), "").empty() &&
         SM.isBeforeInTranslationUnit(SM.getExpansionLoc(First->getLocation()), Front);
}

/// Whether a line of \p Text defines a macro \p Name.
static bool definesMacro(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = 0; (At = Text.find(Name, At)) != llvm::StringRef::npos; At += Name.size()) {
    llvm::StringRef Front = Text.take_front(At), Behind = Text.drop_front(At + Name.size());
    llvm::StringRef Word = Front.rtrim(" \t\\\r\n");
    if (Word.size() < Front.size() && (Behind.empty() || !inName(Behind.front())) && Word.consume_back("define") &&
        Word.rtrim(" \t").ends_with("#"))
      return true;
  }
  return false;
}

std::vector<std::string> NamesAtLoop::macrosAmong(llvm::ArrayRef<std::string> Names) const {
  std::vector<std::string> Found;
  const SourceManager &SM = Ctx.getSourceManager();
  for (const std::string &Name : Names)
    if (llvm::any_of(llvm::make_range(SM.fileinfo_begin(), SM.fileinfo_end()), [&](const auto &File) {
          auto Text = File.second ? File.second->getBufferDataIfLoaded() : std::nullopt;
          return Text && definesMacro(*Text, Name);
        }))
      Found.push_back(Name);
  return Found;
}

/// The identifiers of a text.
static std::vector<std::string> identifiers(llvm::StringRef Text) {
  std::vector<std::string> Found;
  while (!(Text = Text.drop_until([](char C) { return llvm::isAlpha(C) || C == '_'; })).empty()) {
    llvm::StringRef Name = Text.take_while(inName);
    Found.push_back(Name.str());
    Text = Text.drop_front(Name.size());
  }
  return Found;
}

std::string NamesAtLoop::elsewhere(const Object &O, llvm::StringRef &Path) const {
  llvm::StringRef Rest = Path;
  QualType T = O.T;
  std::string Include;
  const bool Behind = !O.Root.isNull();
  while (!T.isNull() && ((Behind && Rest.size() == Path.size()) || !knownAtLoop(T, Include)))
    T = Rest.empty() ? QualType() : part(Ctx, T, Rest);
  if (T.isNull())
    return Options.Names("unknown_type"); // is not declared: the region will be refused
  if (Behind && O.T.isConstQualified())
    T.addConst();
  std::vector<std::string> Indices;
  const std::string At = Options.Names("at");
  const std::string Steps = withIndices(Path.drop_back(Rest.size()), At, Indices);
  const std::string Of = Options.Names("of");
  Path = Rest;

  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Unit =
      Behind ? unitOf(O.T->getAsRecordDecl()->getDefinition()->getLocation()) : O.D->getLocation();
  std::string Whole = ownFile(SM.getFilename(SM.getExpansionLoc(Unit)));
  llvm::StringRef File = llvm::sys::path::filename(Whole);
  bool C = Options.InC.count(normalPath(Whole)) || planted("by-extension"), HereC = !Ctx.getLangOpts().CPlusPlus;
  const bool Untyped = Behind && O.Root->isVoidPointerType();
  const std::string Pointer = Untyped ? "((" + typeText(Ctx.getPointerType(O.T), "", C) + ")" + Of + ")" : Of;
  const std::string There = plainNames(Behind ? withSteps("(*" + Pointer + ")", Steps) : O.Text + Steps);
  llvm::StringRef Bare = llvm::StringRef(There).ltrim(':');
  const std::string Struct = Behind ? O.T->getAsRecordDecl()->getNameAsString() : "";
  const std::string Shown = Behind ? plainNames(Struct + Steps) : There;
  std::string Name = Options.Names("of_");
  for (char X : File.str() + "_" + llvm::StringRef(Shown).ltrim(':').str())
    Name += llvm::isAlnum(X) ? X : '_';
  // Told apart are two texts that make one name, and two files of one name, in one program or in two that are linked.
  const std::string Main = normalPath(SM.getFilename(SM.getLocForStartOfFile(SM.getMainFileID())).str());
  llvm::StringRef From = Whole; // from the folder that both are in
  for (llvm::StringRef Folder = llvm::sys::path::parent_path(Main); !Folder.empty();
       Folder = llvm::sys::path::parent_path(Folder))
    if (From.consume_front((Folder + "/").str()) || Folder == llvm::sys::path::parent_path(Folder))
      break;
  bool Invalid = false;
  const llvm::StringRef Text = SM.getBufferData(SM.getFileID(SM.getExpansionLoc(Unit)), &Invalid);
  auto Given = [&](bool InC) {
    std::string Text = Behind ? typeText(O.Root, Of, InC) : "";
    for (size_t I = 0; I < Indices.size(); ++I)
      Text += (Text.empty() ? "unsigned long long " : ", unsigned long long ") + At + std::to_string(I + 1);
    return Text.empty() ? std::string("void") : Text;
  };
  Name += digest(
      (From + "\n" + There + "\n" + (Behind ? Given(false) + "\n" : "") + (Invalid ? llvm::StringRef() : Text)).str());
  auto Declared = [&](bool InC) { return typeText(Ctx.getPointerType(T), Name + "(" + Given(InC) + ")", InC); };
  Accessor New;
  New.Name = Name;
  New.At = *frontOfFunction();
  New.Text = llvm::formatv("/* {0} of {1}, defined there. */\n{2}{3};\n", Shown, File, HereC ? "" : "extern \"C\" ",
                           Declared(HereC));
  New.Variable = Behind ? plainNames(Struct) : plainNames(O.D->getNameAsString());
  if (Behind && llvm::none_of(Accessors, [&](const Accessor &A) { return A.Name == Name; }) &&
      !planted("member-macros"))
    New.Macros = macrosAmong(identifiers(There));
  New.File = Whole;
  New.Definition = llvm::formatv(
      "\n/* For a loop in another file that persistify moved to the device. */\n{0}{1};\n{0}{1} {{ return &{2}; }\n",
      C ? "" : "extern \"C\" ", Declared(C), C ? Bare : llvm::StringRef(There));
  New.Include = Include;
  New.Declares = undeclared(T);
  if (!planted("one-namespace"))
    New.Space = frontSpace();
  declareAccessor(std::move(New));
  std::string Arguments = Behind ? llvm::StringRef(O.Text).drop_front(2).drop_back().str() : "";
  for (const std::string &I : Indices)
    Arguments += (Arguments.empty() ? "(unsigned long long)(" : ", (unsigned long long)(") +
                 llvm::StringRef(entry().withSteadySteps("[" + I + "]")).drop_front().drop_back().str() + ")";
  return Name + "(" + Arguments + ")[0]";
}

} // namespace persistify::host
