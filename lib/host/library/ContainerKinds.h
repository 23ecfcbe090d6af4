//===- ContainerKinds.h - which library type a host object has -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_CONTAINERKINDS_H
#define PERSISTIFY_LIB_HOST_CONTAINERKINDS_H

#include "persistify/Api.h"
#include "persistify/Library.h"
#include "clang/AST/Type.h"
#include <cstdint>
#include <optional>

namespace clang {
class CXXConstructExpr;
class CXXRecordDecl;
class Expr;
class FunctionDecl;
class InitListExpr;
} // namespace clang

namespace persistify::host {

using library::Container;

/// The model that objects of type \p T have.
Container containerOf(clang::QualType T);
/// Whether T is a std::string_view. As a constant value it is like a string, but does not own it.
bool isStringView(clang::QualType T);
/// The template arguments of a container; of a tuple those in its pack.
llvm::ArrayRef<clang::TemplateArgument> elements(clang::QualType Container);
/// Template argument I of a container, if it is a type.
clang::QualType elementType(clang::QualType Container, unsigned I = 0);
/// Number of elements of a std::array, std::pair or std::tuple.
std::optional<uint64_t> fixedSize(clang::QualType Container);
/// The handle that a smart pointer owns, if it owns one.
ApiType ownedHandle(clang::QualType T);
/// The std::shared_ptr that Init makes a T as a copy of, else null.
const clang::Expr *sharedWith(clang::QualType T, const clang::Expr *Init);
/// Whether destroying an object does no more than give memory back.
bool ownsOnlyMemory(clang::QualType T);

/// The container of which \p X names an element, `list[i]`, or gives the data, `list.data()`; null for others, and for arrays of so few
/// events that they are told apart. \p Index: of the element, null for the data.
const clang::Expr *containerOfElement(const clang::Expr *X, const clang::Expr *&Index);

/// X without parentheses and what the compiler put around it: temporaries,
/// clean-ups, casts that keep the object.
const clang::Expr *bare(const clang::Expr *X);
/// The elements of a braced list that X is, or is constructed from.
const clang::InitListExpr *bracedElements(const clang::Expr *X);
/// The function that X makes callable: a lambda, or a function's address.
const clang::FunctionDecl *callableOf(const clang::Expr *X);
/// Arguments that are written, without default arguments.
unsigned writtenArguments(const clang::CXXConstructExpr *C);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_CONTAINERKINDS_H
