//===- Headers.cpp - headers with loops, changed as part of a host file --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header means what it means in a file that includes it. So its loops are found in
// that file's unit, and what replaces them is for that file only: in others the macro
// is not defined that says so, and the loop is what it was. The output must find the
// changed header in place of the original.
//
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace clang;

namespace persistify::driver {

namespace {
/// A file's text as a unit has it.
struct Text {
  std::string Path; ///< normal
  FileID In, From;  ///< and the text that includes it
};
} // namespace

static std::vector<Text> textsOf(const SourceManager &SM) {
  std::vector<Text> Out;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &E = SM.getLocalSLocEntry(I);
    const auto File = E.isFile() ? E.getFile().getContentCache().OrigEntry : std::nullopt;
    if (!File)
      continue;
    const SourceLocation From = E.getFile().getIncludeLoc();
    const FileID In = SM.getFileID(SourceLocation::getFromRawEncoding(E.getOffset()));
    Out.push_back({normalPath(File->getName()), In, From.isValid() ? SM.getFileID(From) : FileID()});
  }
  return Out;
}

/// Whether what \p Header finds beside itself under \p Name is what folders of -I lead to as well.
static bool foundByFlags(llvm::StringRef Header, llvm::StringRef Name, llvm::ArrayRef<std::string> Flags) {
  auto IsQuote = [](llvm::StringRef F) { return F.starts_with("-iquote"); }; // which is looked at before these
  if (llvm::any_of(Flags, IsQuote) || planted("beside-only"))
    return false;
  for (size_t I = 0; I < Flags.size(); ++I) {
    llvm::StringRef Folder = Flags[I];
    if (!Folder.consume_front("-I"))
      continue;
    if (Folder.empty() && ++I < Flags.size())
      Folder = Flags[I];
    llvm::SmallString<256> Path(Folder), Read, Meant;
    llvm::sys::path::append(Path, Name);
    if (llvm::sys::fs::exists(Path)) // the first one counts
      return !llvm::sys::fs::real_path(Path, Read) && !llvm::sys::fs::real_path(beside(Header, Name), Meant) &&
             Read == Meant;
  }
  return false;
}

/// Whether a directive with \p Name may come to the file \p Place, from some folder.
static bool mayName(llvm::StringRef Name, llvm::StringRef Place) {
  namespace path = llvm::sys::path;
  const llvm::SmallVector<llvm::StringRef, 8> Steps(path::begin(Name), path::end(Name)),
      To(path::begin(Place), path::end(Place));
  const auto *Own = llvm::find_if(Steps, [](llvm::StringRef S) { return S != "." && S != ".."; });
  if (std::find(Own, Steps.end(), "..") != Steps.end() || std::find(Own, Steps.end(), ".") != Steps.end())
    return path::filename(Name) == path::filename(Place);
  const size_t N = Steps.end() - Own;
  return N <= To.size() && std::equal(Own, Steps.end(), To.end() - N);
}

/// Where the output has the header, which this file names, if it can lie where no include path leads: nothing is
/// looked for beside it, but what -I leads to as well, and no other text includes it.
static std::optional<std::string> newPlace(const SourceManager &SM, llvm::ArrayRef<Text> Texts, const Text &Header,
                                           const IncludeDirective &Named, llvm::StringRef HostOut,
                                           llvm::ArrayRef<std::string> Flags) {
  namespace path = llvm::sys::path;
  if (path::is_absolute(Named.Name) ||
      llvm::is_contained(llvm::make_range(path::begin(Named.Name), path::end(Named.Name)), ".."))
    return std::nullopt;
  for (const IncludeDirective &D : includeDirectives(SM.getBufferData(Header.In)))
    if (!D.Angled && llvm::sys::fs::exists(beside(Header.Path, D.Name)) && !foundByFlags(Header.Path, D.Name, Flags))
      return std::nullopt;
  const std::string Place = beside(HostOut, Named.Name);
  for (const Text &T : Texts)
    if (!SM.isInSystemHeader(SM.getLocForStartOfFile(T.In)))
      for (const IncludeDirective &D : includeDirectives(SM.getBufferData(T.In)))
        if ((mayName(D.Name, Place) || mayName(D.Name, Header.Path)) && !(T.In == Header.From && D.At == Named.At))
          return std::nullopt;
  return Place;
}

void addChangedHeaders(std::vector<HostFile> &Hosts, llvm::ArrayRef<std::unique_ptr<ASTUnit>> Units,
                       llvm::ArrayRef<std::vector<SourceRange>> InHeaders, llvm::ArrayRef<std::string> AllInputs,
                       const std::string &Root, std::vector<std::string> &OutPaths, size_t FirstHost) {
  const size_t Given = Hosts.size();
  if (llvm::all_of(InHeaders, [](auto &Loops) { return Loops.empty(); }))
    return;
  std::vector<std::pair<std::string, std::string>> Read;
  for (const HostFile &H : Hosts)
    Read.push_back({H.Path, H.Text});
  std::map<std::string, std::string> Places; // of those that the files find without an include path
  for (auto &[Path, Place] : companions(Read, AllInputs, Root))
    Places[Path] = Place;
  for (size_t I = 0; I < Given; ++I) {
    const SourceManager &SM = Units[I]->getSourceManager();
    std::vector<Text> Texts;
    for (const SourceRange &At : InHeaders[I]) {
      const std::string Path = normalPath(At.File);
      if (llvm::any_of(Hosts, [&](const HostFile &H) { return normalPath(H.Path) == Path; }))
        continue;
      if (Texts.empty())
        Texts = textsOf(SM);
      auto Of = llvm::make_filter_range(Texts, [&](const Text &T) { return T.Path == Path; });
      if (std::distance(Of.begin(), Of.end()) != 1) // loops of one text
        continue;
      const Text &Header = *Of.begin();
      HostFile New{At.File, SM.getBufferData(Header.In).str(), Hosts[I].Flags, I};
      std::string Place = Places[Path];
      if (Place.empty() && Header.From == SM.getMainFileID())
        for (const IncludeDirective &D : includeDirectives(Hosts[I].Text))
          if (llvm::sys::path::filename(D.Name) == llvm::sys::path::filename(Path))
            if (auto P = newPlace(SM, Texts, Header, D, OutPaths[FirstHost + I], Hosts[I].Flags)) {
              Place = *P;
              if (D.Angled)
                New.Named = {D.At, D.Length, "\"" + D.Name + "\""};
            }
      if (Place.empty() || llvm::is_contained(OutPaths, Place) ||
          llvm::any_of(Places, [&](const auto &P) { return P.second == Place && P.first != Path; }))
        continue;
      Hosts.push_back(std::move(New));
      OutPaths.push_back(Place);
    }
  }
}

} // namespace persistify::driver
