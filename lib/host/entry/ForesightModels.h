//===- ForesightModels.h - what libraries do in a walk --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_FORESIGHTMODELS_H
#define PERSISTIFY_LIB_HOST_FORESIGHTMODELS_H

#include "entry/Foresight.h"
#include "entry/ForesightMemory.h"
#include "library/ContainerKinds.h"
#include "persistify/Library.h"

namespace persistify::host::foresight {

class Walk;
struct Arrivals;
using Args = llvm::ArrayRef<const clang::Expr *>;
using library::Does;

/// Texts of a walk: literals, std::string, arrays of characters and streams (ForesightText.cpp). A number in one that is
/// not known is a Blank where the function's name says so.
class TextModel {
public:
  TextModel(Walk &W, Memory &M, clang::ASTContext *Ctx) : W(W), M(M), Ctx(Ctx) {}
  std::optional<std::string> text(const clang::Expr *X);
  std::optional<std::string> text(const Datum &D) const;
  /// The same, but a number in it that is not known may stand as a Blank.
  std::optional<std::string> textWithBlanks(const clang::Expr *X);
  std::optional<std::string> textWithBlanks(const Datum &D) const;
  /// The kernel that the string X names, or the kernels that it may name, as Datum::S.
  std::string names(const clang::Expr *X);
  /// What printf's like make of a format and its arguments.
  std::optional<std::string> format(Args A);
  /// What a std::string is made of by these arguments.
  std::optional<std::string> stringOf(Args A);
  /// What a char pointer points to, with the null character behind it.
  std::optional<std::string> bytes(const Datum &D) const;
  void copyBytes(const clang::Expr *To, const clang::Expr *From, const Datum &Count);
  std::optional<Datum> streamMethod(const Spot &At, Does What, Args A);
  /// \p X goes into a stream, which is the result.
  Datum put(const Spot &Stream, const clang::Expr *X);
  /// sprintf, strcpy and the like.
  Datum writeText(Does What, Args A);
  /// strlen, strcmp, atoi and the like.
  std::optional<Datum> textFunction(Does What, Args A);

private:
  std::optional<double> constantFloat(const clang::Expr *X) const;

  Walk &W;
  Memory &M;
  clang::ASTContext *Ctx;
};

/// The functions and classes of the C and C++ libraries in a walk (ForesightLibrary.cpp, ForesightMethods.cpp). What has no
/// model gives nothing.
class LibraryModel {
public:
  LibraryModel(Walk &W, Memory &M, clang::ASTContext *Ctx) : W(W), M(M), Ctx(Ctx) {}
  std::optional<Datum> call(const clang::CallExpr *C, const clang::FunctionDecl *F);
  std::optional<Datum> method(const clang::CallExpr *C, const clang::CXXMethodDecl *M);
  void changedByLibrary(const clang::CallExpr *C, const clang::CXXMethodDecl *M);
  /// Initialises an object of a library's class; false if it has no model.
  bool initialize(const Spot &At, clang::QualType T, Args A);
  std::optional<int64_t> size(const Spot &At, clang::QualType T) const;
  void fill(const Spot &At, int64_t From, int64_t To, const clang::Expr *X, clang::QualType T);

private:
  std::optional<Datum> function(Does What, const clang::CallExpr *C, const clang::FunctionDecl *F);
  std::optional<Datum> operatorCall(const clang::CallExpr *C, const clang::FunctionDecl *F);
  std::optional<Datum> iteratorMethod(const Spot &At, Does What, Args A);
  std::optional<Datum> assignTuple(const Spot &At, Container K, Args A);
  std::optional<Datum> endsOf(Does What, const clang::Expr *X);
  std::optional<Datum> elementOf(const clang::FunctionDecl *F, const clang::Expr *Tuple);
  Datum object(const clang::Expr *X);
  Datum textResult(const std::optional<std::string> &S);
  std::optional<Datum> memoryFunction(Does What, Args A);
  std::optional<Datum> sequence(const Spot &At, clang::QualType T, Does What, Args A);
  std::optional<Datum> changeSequence(const Spot &At, clang::QualType T, Does What, Args A);
  std::optional<Datum> insertOne(const Spot &At, clang::QualType T, Does What, Args A);
  std::optional<Datum> eraseSome(const Spot &At, clang::QualType T, Does What, Args A);
  Datum resized(const Spot &At, std::optional<int64_t> Size);
  Datum iteratorAt(const Spot &At, std::optional<int64_t> I);
  std::optional<Datum> mapMethod(const Spot &At, clang::QualType T, Does What, Args A);
  std::optional<Datum> owner(const Spot &At, clang::QualType T, Does What, Args A);
  std::optional<Datum> stringMethod(const Spot &At, Does What, Args A, bool Const = false);
  bool copy(const Spot &At, clang::QualType T, const clang::Expr *X);
  void initializeStream(const Spot &At, Args A);
  /// An object of the OpenCL wrapper.
  void initializeApiObject(const Spot &At, clang::QualType T, Args A);
  void initializeSequence(const Spot &At, clang::QualType T, Args A);
  void initializeMap(const Spot &At, clang::QualType T, Args A);
  void movedFrom(const Spot &From, clang::QualType T, const clang::Expr *X);
  bool emptyElements(const Spot &At, clang::QualType T);
  Spot entry(const Spot &Map, const clang::Expr *Key, bool Create);

  Walk &W;
  Memory &M;
  clang::ASTContext *Ctx;
};

/// What programs of the device are built with, as a walk meets it (ForesightProgram.cpp).
class BuildWatch {
public:
  BuildWatch(Walk &W, Memory &M, Arrivals &To) : W(W), M(M), To(To) {}
  /// Options: the first text among \p A. None at all is no option.
  void seeOptions(Args A);
  /// Options in a variable that a function of another file is given, which may build programs with them.
  void seeGiven(const clang::CallExpr *C, const clang::FunctionDecl *F);
  /// The source made of \p Count texts, or of the text or texts that an object is.
  void seeSource(const clang::Expr *Texts, const clang::Expr *Count, clang::SourceRange Rg);

private:
  Walk &W;
  Memory &M;
  Arrivals &To;
};

} // namespace persistify::host::foresight

#endif // PERSISTIFY_LIB_HOST_FORESIGHTMODELS_H
