//===- FileTransaction.cpp - several files written at once, or none --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FileTransaction.h"
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;

namespace persistify {

void setTime(StringRef Path, sys::TimePoint<> T) {
  int FD;
  if (sys::fs::openFileForWrite(Path, FD, sys::fs::CD_OpenExisting, sys::fs::OF_Append))
    return;
  (void)sys::fs::setLastAccessAndModificationTime(FD, T);
  (void)sys::Process::SafelyCloseFileDescriptor(FD);
}

FileTransaction::FileTransaction(StringRef Root, DiagnosticSink &Sink)
    : Sink(Sink), Root(Root.size() > 1 ? Root.rtrim('/') : Root) {
  SmallString<256> Absolute(Root);
  (void)sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  if (!makeDirectories(sys::path::parent_path(Absolute)))
    return;
  SmallString<256> Path;
  std::error_code EC = std::make_error_code(std::errc::file_exists);
  for (int Try = 0; Try != 16 && EC == std::errc::file_exists; ++Try) {
    sys::fs::createUniquePath(Absolute + ".tmp-%%%%%%%%", Path, /*MakeAbsolute=*/false);
    EC = sys::fs::create_directory(Path, /*IgnoreExisting=*/false, sys::fs::all_all);
  }
  if (EC)
    failed(Root, EC);
  else
    Staging = Path.str().str();
}

FileTransaction::~FileTransaction() {
  if (!Staging.empty())
    (void)sys::fs::remove_directories(Staging);
  // Empty unless the transaction did not come to its end.
  for (const std::string &Directory : reverse(NewDirectories))
    (void)sys::fs::remove(Directory);
}

bool FileTransaction::failed(StringRef Path, std::error_code EC) {
  Sink.report(Diag::OutputUnwritable, {}, {Path.str(), EC.message()});
  return false;
}

bool FileTransaction::makeDirectories(StringRef Directory) {
  if (Directory.empty() || sys::fs::is_directory(Directory))
    return true;
  if (sys::fs::exists(Directory))
    return failed(Directory, std::make_error_code(std::errc::not_a_directory));
  if (!makeDirectories(sys::path::parent_path(Directory)))
    return false;
  if (std::error_code EC = sys::fs::create_directory(Directory, /*IgnoreExisting=*/false, sys::fs::all_all))
    return failed(Directory, EC);
  NewDirectories.push_back(Directory.str());
  return true;
}

std::string FileTransaction::stagedName() { return Staging + "/" + std::to_string(NextName++); }

bool FileTransaction::add(StringRef Target, StringRef Text) {
  if (Staging.empty())
    return false;
  if (sys::fs::is_directory(Target))
    return failed(Target, std::make_error_code(std::errc::is_a_directory));
  if (auto Former = MemoryBuffer::getFile(Target, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false))
    if ((*Former)->getBuffer() == Text)
      return true;
  Step S{Target.str(), stagedName(), ""};
  std::error_code EC;
  raw_fd_ostream Out(S.New, EC);
  if (!EC) {
    Out << Text;
    Out.close();
    EC = Out.error();
    Out.clear_error();
  }
  if (EC)
    return failed(Target, EC);
  if (Time)
    persistify::setTime(S.New, *Time);
  if (auto Permissions = sys::fs::getPermissions(Target))
    (void)sys::fs::setPermissions(S.New, *Permissions);
  Steps.push_back(std::move(S));
  return true;
}

void FileTransaction::remove(StringRef Target) {
  if (!Staging.empty() && sys::fs::exists(Target))
    Steps.push_back({Target.str(), "", ""});
}

bool FileTransaction::apply(Step &S) {
  if (sys::fs::exists(S.Target)) {
    std::string Old = stagedName();
    if (std::error_code EC = sys::fs::rename(S.Target, Old))
      return failed(S.Target, EC);
    S.Old = Old;
  }
  if (!S.New.empty()) {
    if (!makeDirectories(sys::path::parent_path(S.Target)))
      return false;
    if (std::error_code EC = sys::fs::rename(S.New, S.Target))
      return failed(S.Target, EC);
  }
  S.Done = true;
  return true;
}

void FileTransaction::undo() {
  for (Step &S : reverse(Steps)) {
    if (S.Done && !S.New.empty())
      (void)sys::fs::remove(S.Target);
    if (!S.Old.empty())
      (void)sys::fs::rename(S.Old, S.Target);
  }
}

bool FileTransaction::makesNewFolder() const {
  return !sys::fs::exists(Root) &&
         all_of(Steps, [&](const Step &S) { return !S.New.empty() && StringRef(S.Target).starts_with(Root + "/"); });
}

bool FileTransaction::commitNewFolder() {
  std::string Tree = stagedName();
  for (const Step &S : Steps) {
    std::string Place = Tree + S.Target.substr(Root.size());
    if (!makeDirectories(sys::path::parent_path(Place)))
      return false;
    if (std::error_code EC = sys::fs::rename(S.New, Place))
      return failed(S.Target, EC);
  }
  if (std::error_code EC = sys::fs::rename(Tree, Root))
    return failed(Root, EC);
  NewDirectories.clear();
  return true;
}

bool FileTransaction::commit() {
  if (Staging.empty())
    return false;
  if (makesNewFolder())
    return commitNewFolder();
  for (Step &S : Steps) {
    if (!apply(S)) {
      undo();
      return false;
    }
    if (planted("killed-while-writing"))
      _exit(137);
  }
  NewDirectories.clear();
  return true;
}

} // namespace persistify
