//===- OutputTree.cpp - which files the output's files include ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The output has copies of headers, and the originals are still there: where the build
// has folders for headers, a file may come to an original whose copy is meant, to both,
// or to a copy that another file is to have. So each file is read where it will lie,
// with its flags, and must come to the files that it comes to now. What stands in
// between is left out: a changed header stays what it was, an unchanged one is not
// copied where all find it without. Else the program's loops are refused.
//
//===----------------------------------------------------------------------===//
#include "OutputTree.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace persistify::driver {
namespace {

/// The output as it would be, and what is wrong with it.
class Tree {
public:
  using Fault = OutputFault;

  Tree(const OutputPlan &Of, const std::set<std::string> &Uncopied) : Of(Of) {
    const std::string Base = normalPath(Of.Out);
    for (unsigned N = 0; Folder.empty() || llvm::sys::fs::exists(Folder); ++N)
      Folder = Base + ".tree" + std::to_string(N); // beside it: .. leads where it will lead
    for (size_t I = 0; I < Of.Kernels.size(); ++I)
      add(Of.Kernels[I].Path, Of.OutPaths[I], Of.Kernels[I].Text);
    for (size_t I = 0; I < Of.Hosts.size(); ++I)
      add(Of.Hosts[I].Path, Of.OutPaths[Of.Kernels.size() + I], textOf(I));
    for (auto &[Path, Place] : Of.companions())
      if (!Uncopied.count(realPath(Path)))
        if (auto Text = llvm::MemoryBuffer::getFile(Path))
          add(Path, Place, (*Text)->getBuffer().str());
  }

  /// What is wrong with host file number \p H, whose unit this is.
  Fault faultOf(size_t H, const SourceManager &SM) const {
    if (isPlain(SM))
      return {};
    DiagnosticSink Errors;
    const std::string Main = place(Of.OutPaths[Of.Kernels.size() + H]);
    std::vector<ReachedFile> Now = filesReached(SM),
                             There = filesReached(Main, textOf(H), Of.Hosts[H].Flags, Errors, Texts);
    Fault F;
    auto Before = Now.begin();
    auto Wrong = [&](const std::string &What) {
      if (F.What.empty())
        F.What = llvm::sys::path::filename(Of.Hosts[H].Path).str() + " would include " + What;
    };
    for (const ReachedFile &R : There) {
      const std::string Meant = Before == Now.end() ? "" : realPath(Before->Path);
      auto Copy = Originals.find(R.Path);
      const std::string Is = Copy != Originals.end() ? Copy->second : realPath(R.Path);
      const bool Original = Copy == Originals.end() && Copied.count(Is);
      if (Original && R.Counts) {
        // A changed header must be reached as what it is now. Of others copy and original are the same, if only one is read.
        F.Files.insert(Is);
        if (isChanged(Is, H))
          Wrong("the original of " + shown(Is));
      }
      if (Is == Meant) {
        ++Before;
        continue;
      }
      if (!R.Counts) // once more, and skipped
        continue;
      F.Files.insert(Is);
      Wrong(shown(Is) +
            (llvm::is_contained(llvm::map_range(Now, [](auto &N) { return realPath(N.Path); }), Is) ? " twice" : "") +
            (Meant.empty() ? "" : " where it includes " + shown(Meant)));
      break;
    }
    if (F.What.empty() && Before != Now.end())
      Wrong(Errors.all().empty() ? "no " + shown(realPath(Before->Path))
                                 : "something else: " + Errors.all().front().message());
    if (F.What.empty() || planted("any-layout"))
      return {};
    return F;
  }

private:
  std::string place(llvm::StringRef Place) const { return normalPath((Folder + "/" + Place).str()); }

  void add(llvm::StringRef Path, llvm::StringRef Place, std::string Text) {
    const std::string To = place(Place), From = realPath(Path);
    if (!Originals.try_emplace(To, From).second)
      return;
    Copied.insert(From);
    Texts.push_back({To, std::move(Text)});
  }

  /// With other names of headers where these need them.
  std::string textOf(size_t H) const {
    std::string Text = Of.Hosts[H].Text;
    std::vector<std::tuple<unsigned, unsigned, std::string>> Edits;
    for (const HostFile &Header : Of.Hosts)
      if (Header.Within == H && Header.Named)
        Edits.push_back(*Header.Named);
    llvm::sort(Edits, std::greater<>());
    for (auto &[At, Length, Name] : Edits)
      Text.replace(At, Length, Name);
    return Text;
  }

  bool isChanged(const std::string &Real, size_t H) const {
    return llvm::any_of(Of.Hosts,
                        [&](const HostFile &Header) { return Header.Within == H && realPath(Header.Path) == Real; });
  }

  /// Whether the program's own texts of a unit name each other from beside themselves, and all are copied: then
  /// there is no other way.
  bool isPlain(const SourceManager &SM) const {
    if (llvm::any_of(Of.Hosts, [](const HostFile &F) { return F.Within.has_value(); }))
      return false;
    std::map<FileID, std::string> Paths;
    bool Plain = true;
    eachFile(SM, [&](FileID File, llvm::StringRef Name) {
      if (!Plain || SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
        return;
      const std::string Path = Paths[File] = normalPath(Name);
      Plain = Copied.count(realPath(Path));
      const SourceLocation From = SM.getIncludeLoc(File);
      if (!Plain || From.isInvalid())
        return;
      auto Includer = Paths.find(SM.getFileID(From));
      Plain = Includer != Paths.end() &&
              llvm::any_of(mentionedFiles(SM.getBufferData(Includer->first)), [&](const std::string &Other) {
                return normalPath(beside(Includer->second, Other)) == Path;
              });
    });
    return Plain;
  }

  std::string shown(llvm::StringRef Path) const {
    llvm::StringRef Short = Path;
    return "'" + (Short.consume_front(Of.Root) ? Short.ltrim('/') : Path).str() + "'";
  }

  const OutputPlan &Of;
  std::string Folder;
  FileTexts Texts;
  std::map<std::string, std::string> Originals; ///< by place
  std::set<std::string> Copied; ///< originals
};

} // namespace

std::vector<std::pair<std::string, std::string>> OutputPlan::companions() const {
  FileTexts Read;
  for (const KernelSource &K : Kernels)
    Read.push_back({K.Path, K.Text});
  for (const HostFile &H : Hosts)
    Read.push_back({H.Path, H.Text});
  auto Out = driver::companions(Read, AllInputs, Root);
  llvm::erase_if(Out, [&](const auto &C) { return Uncopied.count(realPath(C.first)) != 0; });
  return Out;
}

OutputFault OutputPlan::settle(llvm::ArrayRef<std::unique_ptr<ASTUnit>> Units) {
  std::set<std::string> ForKernels; // are found when the program runs
  FileTexts Sources;
  for (const KernelSource &K : Kernels)
    Sources.push_back({K.Path, K.Text});
  for (auto &[Path, Place] : driver::companions(Sources, AllInputs, Root))
    ForKernels.insert(realPath(Path));
  auto Look = [&](const std::set<std::string> &Without) {
    std::vector<OutputFault> Faults;
    const Tree There(*this, Without);
    for (size_t H = 0; H < Units.size(); ++H)
      Faults.push_back(There.faultOf(H, Units[H]->getSourceManager()));
    return Faults;
  };
  std::set<std::string> InVain;
  for (std::vector<OutputFault> Faults = Look(Uncopied);;) {
    std::set<std::string> Between;
    for (const OutputFault &F : Faults)
      Between.insert(F.Files.begin(), F.Files.end());
    const size_t Before = Hosts.size();
    for (size_t H = Before; H-- > Units.size();)
      if (Between.count(realPath(Hosts[H].Path))) {
        Hosts.erase(Hosts.begin() + H);
        OutPaths.erase(OutPaths.begin() + Kernels.size() + H);
      }
    if (Hosts.size() != Before) {
      Faults = Look(Uncopied);
      continue;
    }
    std::set<std::string> Without = Uncopied;
    for (const std::string &F : Between)
      if (!InVain.count(F) && !ForKernels.count(F) &&
          llvm::none_of(AllInputs, [&](auto &I) { return realPath(I) == F; }))
        Without.insert(F);
    if (Without.size() == Uncopied.size()) {
      auto Bad = llvm::find_if(Faults, [](const OutputFault &F) { return !F.What.empty(); });
      return Bad == Faults.end() ? OutputFault() : *Bad;
    }
    std::vector<OutputFault> Next = Look(Without);
    if (llvm::any_of(llvm::zip(Faults, Next),
                     [](auto P) { return std::get<0>(P).What.empty() && !std::get<1>(P).What.empty(); })) {
      InVain.insert(Without.begin(), Without.end());
      continue;
    }
    Uncopied = std::move(Without);
    Faults = std::move(Next);
  }
}

} // namespace persistify::driver
