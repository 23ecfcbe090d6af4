//===- Check.cpp - the generated text is parsed and compared -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Stages.h"
#include "persistify/Emit.h"
#include "persistify/OwnNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace persistify;
using namespace persistify::driver;

namespace persistify::driver {

/// Whether \p Name is a word of the device library.
static bool namesLibrary(llvm::StringRef Name) {
  llvm::StringRef Text = persistify_device_text;
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1))
    if (!(At > 0 && inName(Text[At - 1])) && !(At + Name.size() < Text.size() && inName(Text[At + Name.size()])))
      return true;
  return false;
}

/// The device library as it is built in front of a source with these flags (runtime/host/build.c).
static std::string afterLibrary(llvm::ArrayRef<std::string> Flags, const OwnNames &Names) {
  std::string Hide, Show;
  for (size_t I = 0; I < Flags.size(); ++I) {
    llvm::StringRef Macro = Flags[I];
    if (Macro.consume_front("-D")) {
      if (Macro.empty() && I + 1 < Flags.size())
        Macro = Flags[++I];
      std::string Name = Macro.take_while(inName).str();
      if (Name.empty() || !namesLibrary(Name))
        continue;
      Hide += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
      Show += "\n#pragma pop_macro(\"" + Name + "\")";
    }
  }
  return Hide + Names.settle(std::string("#define P_BACKEND_CL1\n") + persistify_device_text) + Show + "\n";
}

/// Of the errors in a generated host file, those that are the program's
/// visibility rules and not our mistake.
static bool cannotName(llvm::StringRef Error) {
  for (const char *Text : {"undeclared identifier", "private member", "protected member", "private base",
                           "protected base", "no member named"})
    if (Error.contains(Text))
      return true;
  return false;
}

} // namespace persistify::driver

void Pipeline::readMacros() {
  std::vector<HostMacros> Of(Hosts.size());
  const bool Any = !Done.empty();
  forEachHost(
      [&](size_t I) {
        if (!Any || planted("host-macros-unchecked"))
          return;
        Of[I] = Hosts[I].Within ? hostMacros(Hosts[unitOf(Hosts, I)], Hosts[I].Path) : std::move(MacrosOf[I]);
        Of[I].name(HostOpts.Names);
      },
      0, Hosts.size());
  std::vector<HostMacros> OfContext;
  for (const HostFile &H : Options.Context)
    if (Any && Read.count(&H) && !planted("host-macros-unchecked"))
      OfContext.emplace_back(hostMacros(H)).name(HostOpts.Names);
  for (const Transformed &T : Done) {
    auto [It, New] = Macros.try_emplace(T.Host, Of[T.Host]);
    for (size_t I = 0; New && I < OfContext.size(); ++I)
      It->second.add(OfContext[I]);
    for (size_t I = 0; New && I < Hosts.size(); ++I)
      if (I != T.Host)
        It->second.add(Of[I]);
  }
}

void Pipeline::check() {
  for (unsigned S = 0; S < Sources.size(); ++S)
    check([&](const Transformed &T) { return T.Source == S; },
          [&](llvm::ArrayRef<const Transformed *> Rs) { return deviceFault(S, Rs); });
  for (unsigned H = 0; H < Hosts.size(); ++H)
    if (!Hosts[H].Within) // what is in headers concerns these
      check([&](const Transformed &T) { return concerns(T, Hosts, H); },
            [&](llvm::ArrayRef<const Transformed *> Rs) { return hostFault(H, Rs); });
  llvm::erase_if(Done, [](const Transformed &T) { return !T.P; });
}

void Pipeline::check(llvm::function_ref<bool(const Transformed &)> Of, Check Faulty) {
  auto Wrong = [&](llvm::ArrayRef<const Transformed *> Rs) {
    std::optional<Fault> F;
    if (Ended E = contained([&] { F = Faulty(Rs); }); !E) {
      new (&F) std::optional<Fault>();
      F = Fault{Diag::LoopCrashed, "wrote its code", {}, E.How};
    }
    return F;
  };
  auto Rs = regions(Of);
  if (Rs.empty() || !Wrong(Rs))
    return;
  for (const Transformed *T : Rs) {
    std::vector<const Transformed *> With; // all that the loop's text names
    for (const Transformed *Other : Rs)
      if (Other->P && Other->Report == T->Report)
        With.push_back(Other);
    if (With.empty() || With.front() != T)
      continue;
    if (auto F = Wrong(With))
      withdraw(*T, *F);
  }
  for (Rs = regions(Of); !Rs.empty(); Rs = regions(Of)) {
    auto F = Wrong(Rs);
    if (!F)
      return;
    withdraw(*Rs.back(), *F);
  }
}

/// The first message, with the generated line that it is about, if that stands in the text of this file.
static std::string withLine(const DiagnosticSink &Of, llvm::StringRef File, llvm::StringRef Text) {
  const Diagnostic &First = Of.all().front();
  if (First.Range.File != File || !First.Range.Line)
    return First.message();
  for (unsigned Line = 1; Line < First.Range.Line && !Text.empty(); ++Line)
    Text = Text.split('\n').second;
  Text = Text.split('\n').first.trim();
  return First.message() + (Text.empty() ? "" : " (in '" + Text.str() + "')");
}

std::optional<Pipeline::Fault> Pipeline::deviceFault(unsigned S, llvm::ArrayRef<const Transformed *> Rs) {
  KernelSource Whole = Sources[S].Text;
  // The last version counts, and the runtime builds for 1.2 at least.
  auto IsVersion = [](llvm::StringRef F) { return F.starts_with("-cl-std="); };
  std::string Version;
  for (const std::string &F : Whole.Flags)
    if (IsVersion(F))
      Version = F;
  llvm::erase_if(Whole.Flags, IsVersion);
  if (!Version.empty() && Version != "-cl-std=CL1.0" && Version != "-cl-std=CL1.1")
    Whole.Flags.push_back(Version);
  // Beside the kernel, so that its quoted includes are found.
  Whole.Path = joinPath(llvm::sys::path::parent_path(Sources[S].Literal ? llvm::StringRef(Sources[S].OutPath)
                                                                        : llvm::StringRef(Sources[S].Text.Path)),
                        Sources[S].Stem + ".persist.cl");
  Whole.Text = afterLibrary(Whole.Flags, OwnNames(Rs.front()->P->Kernels.front()->Names)) + Sources[S].Text.Text +
               "\n" + deviceFile(Sources[S], Rs);
  for (const Transformed *T : Rs)
    if (planted("in-writing") && T->Entry == "persistify_region_2")
      failIfPlanted();
  for (const Transformed *T : Rs)
    if (std::string Name = Sources[S].Model->hidden(emitRegionKernel(*T->P, layoutState(*T->P), T->Entry));
        !Name.empty() && !planted("hidden-builtins"))
      return Fault{Diag::KernelReservedName, Name, {}, T->P->Kernels.front()->Name};
  DiagnosticSink Own;
  if (KernelModel::parses(Whole, Own))
    return std::nullopt;
  return Fault{Diag::GeneratedInvalid, withLine(Own, Whole.Path, Whole.Text)};
}

std::optional<Pipeline::Fault> Pipeline::hostFault(unsigned H, llvm::ArrayRef<const Transformed *> Rs) {
  std::string Text = editHost(Hosts, H, Rs, Sources, Macros);
  // The generated headers, in place of their #include lines.
  std::map<unsigned, std::vector<const Transformed *>> Used; // by source
  for (const Transformed *T : Rs)
    if (unitOf(Hosts, T->Host) == H)
      Used[T->Source].push_back(T);
  FileTexts Headers;
  for (unsigned I = 0; I < Hosts.size(); ++I)
    if (Hosts[I].Within == H)
      Headers.push_back({Hosts[I].Path, editHost(Hosts, I, Rs, Sources, Macros)});
  for (size_t I = 0, N = Headers.size(); I < N; ++I) // however it is found
    if (std::string Full = normalPath(Headers[I].first); Full != Headers[I].first)
      Headers.push_back({Full, Headers[I].second});
  for (auto &[S, Of] : Used) {
    std::string Line = "#include \"" + Sources[S].Stem + ".persist.h\"\n";
    size_t At = Text.find(Line);
    if (At != std::string::npos)
      Text.replace(At, Line.size(), headerFile(Sources[S], Of, "", Macros, Hosts));
  }
  // Only what is called from a body of a library's template needs that body to be found.
  std::optional<Fault> F = outputFault(H, Text, Headers, Rs, Bodies::Own);
  return F ? outputFault(H, Text, Headers, Rs, Bodies::All) : F;
}

std::optional<Pipeline::Fault> Pipeline::outputFault(unsigned H, const std::string &Text, const FileTexts &Headers,
                                                     llvm::ArrayRef<const Transformed *> Rs, Bodies Which) {
  DiagnosticSink Own;
  std::optional<Fault> Found;
  auto Compare = [&](clang::ASTContext &Output) {
    const OutputCode Code(Output);
    for (const Transformed *T : Rs)
      if (auto Other =
              !Found && !T->Follows && unitOf(Hosts, T->Host) == H ? Code.otherMeaning(*T->R, T->Entry) : std::nullopt)
        Found = Fault{Diag::HostOtherMeaning, Other->What, Other->At};
  };
  if (!parseOutput(Hosts[H].Path, Text, Hosts[H].Flags, Own, Headers, Which, Compare)) {
    std::string Why = Own.all().front().message();
    if (cannotName(Why))
      return Fault{Diag::HostNotNameable, Why};
    return Fault{Diag::GeneratedInvalid, withLine(Own, Hosts[H].Path, Text)};
  }
  return Found;
}

void Pipeline::withdraw(const Transformed &Of, const Fault &F) {
  for (Transformed &T : Done)
    if (&T == &Of || (T.Report == Of.Report && !Of.Follows))
      T.P.reset();
  if (Of.Follows) // the loop still has the others
    return;
  LoopReport &L = Result.Loops[Of.Report];
  L.S = LoopReport::Status::Refused;
  L.Region.clear();
  std::vector<std::string> Words = {F.Why};
  if (!F.How.empty())
    Words.insert(Words.begin(), F.How);
  L.Diagnostics = {{F.Code, F.At.valid() ? F.At : L.Range, Words}};
}
