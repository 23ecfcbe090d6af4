//===- CrashBundle.cpp - what a report of an internal error needs -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CrashBundle.h"
#include "CommandText.h"
#include "Output.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/PreprocessorOutputOptions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace persistify {

static bool isInternal(const Diagnostic &D) {
  return D.D == Diag::Internal || D.D == Diag::GeneratedInvalid || D.D == Diag::LoopCrashed;
}

bool hasInternalError(const Report &R) {
  return any_of(R.Diagnostics, isInternal) ||
         any_of(R.Loops, [](const LoopReport &L) { return any_of(L.Diagnostics, isInternal); });
}

namespace {

/// Clang's own preprocessor, with the markers of lines that tell system headers apart.
class PreprocessAction : public clang::PreprocessorFrontendAction {
public:
  explicit PreprocessAction(std::string &To) : To(To) {}

protected:
  void ExecuteAction() override {
    clang::PreprocessorOutputOptions Options;
    Options.ShowCPP = 1;
    raw_string_ostream OS(To);
    clang::DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &OS, Options);
  }

private:
  std::string &To;
};

/// The text of a file after the preprocessor, or as it is if that fails.
std::string preprocessed(StringRef Path, const std::string &Text, std::vector<std::string> Flags) {
  std::string Out;
  bool Good = false;
  Ended E = contained(
      [&] {
        clang::IgnoringDiagConsumer Quiet;
        IntrusiveRefCntPtr<clang::FileManager> Files(
            new clang::FileManager(clang::FileSystemOptions(), vfs::getRealFileSystem()));
        Flags.insert(Flags.begin(), {"persistify", "-fsyntax-only"});
        Flags.push_back(Path.str());
        clang::tooling::ToolInvocation Run(clang::tooling::getClangStripDependencyFileAdjuster()(Flags, Path),
                                           std::make_unique<PreprocessAction>(Out), Files.get());
        Run.setDiagnosticConsumer(&Quiet);
        Good = Run.run();
      },
      Extent::File);
  if (!E) {
    new (&Out) std::string(); // what it held is lost
    Good = false;
  }
  return Good && !Out.empty() ? Out : Text;
}

/// Flags without those that only the preprocessor reads.
std::vector<std::string> withoutPreprocessor(ArrayRef<std::string> Flags) {
  static constexpr StringLiteral Apart[] = {"-D",       "-U",      "-I",         "-include",      "-imacros",
                                            "-isystem", "-iquote", "-idirafter", "-resource-dir", "-isysroot",
                                            "-iprefix"};
  std::vector<std::string> Left;
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef F = Flags[I];
    if (is_contained(Apart, F))
      ++I;
    else if (none_of(Apart, [&](StringRef A) { return F.starts_with(A); }) && !F.starts_with("--sysroot"))
      Left.push_back(F.str());
  }
  return Left;
}

/// The line of \p Text, which was preprocessed, that holds line \p Line of \p File.
unsigned lineIn(StringRef Text, StringRef File, unsigned Line) {
  unsigned Number = 0, At = 0, Found = Line;
  bool Here = false;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Now, Next] = Rest.split('\n');
    Rest = Next;
    ++Number;
    StringRef Marker = Now;
    unsigned Given;
    if (Marker.consume_front("# ") && !Marker.consumeInteger(10, Given) && Marker.consume_front(" \"")) {
      Here = Marker.split('"').first == File;
      At = Given;
      continue;
    }
    if (Here && At == Line)
      Found = Number;
    ++At;
  }
  return Found;
}

class Bundle {
public:
  Bundle(const ToolOptions &Options, const Inputs &In, ArrayRef<HostFile> Context)
      : Options(Options), In(In), Context(Context) {}

  std::vector<OutputEntry> entries(const Report &R) {
    for (const KernelSource &K : In.Kernels)
      kernel(K);
    for (const HostFile &H : In.Hosts)
      host(H);
    size_t Given = Databases.size();
    for (const HostFile &H : Context)
      host(H);
    bool Same = all_of(Databases, [&](const auto &D) { return D.second == Databases.front().second; });
    Words.insert(Words.begin(), "persistify");
    for (size_t I = 0; I < Given; ++I)
      Words.push_back(Databases[I].first);
    options();
    std::string Before;
    if (!Context.empty() || !Same) {
      Entries.push_back({"flags.json", database(), "", true});
      Before = "sed \"s|@DIR@|$PWD|\" flags.json > compile_commands.json\n";
      Words.insert(Words.end(), {"-p", "."});
    } else if (!Databases.empty() && !Databases.front().second.empty()) {
      Words.push_back("--");
      append_range(Words, Databases.front().second);
    }
    std::string Command;
    for (const std::string &W : Words)
      Command += (Command.empty() ? "" : " ") + shellWord(W);
    Entries.push_back({"run.sh",
                       "#!/bin/sh\n# Repeats the run on the preprocessed files.\ncd \"$(dirname \"$0\")\" || exit\n" +
                           Before + Command + "\n",
                       "", true});
    Entries.push_back({"report.txt", report(R), "", true});
    return std::move(Entries);
  }

private:
  /// A name in the bundle for a file; two may have the same in different folders.
  std::string name(StringRef Path) {
    std::string Name = sys::path::filename(Path).str();
    for (unsigned N = 2; !Names.insert(Name).second; ++N)
      Name = std::to_string(N) + "-" + sys::path::filename(Path).str();
    return Name;
  }

  void kernel(const KernelSource &K) {
    std::vector<std::string> Flags = {"-x", "cl", "--target=spir64", "-cl-no-stdinc"};
    bool HasStandard = any_of(K.Flags, [](StringRef F) { return F.starts_with("-cl-std="); });
    if (!HasStandard)
      Flags.push_back("-cl-std=CL1.2");
    Flags.push_back("-D__OPENCL_VERSION__=120");
    for (size_t I = 0; I < K.Flags.size(); ++I) {
      StringRef F = K.Flags[I];
      if (F.starts_with("-D") || F.starts_with("-U") || F.starts_with("-I") || F.starts_with("-cl-std="))
        Flags.push_back(F.str());
      if ((F == "-D" || F == "-U" || F == "-I") && I + 1 < K.Flags.size())
        Flags.push_back(K.Flags[++I]);
    }
    std::string Name = name(K.Path);
    Entries.push_back({Name, preprocessed(K.Path, K.Text, Flags), K.Path, true});
    Words.push_back(Name);
    std::string Left;
    for (const std::string &F : withoutPreprocessor(K.Flags))
      Left += (Left.empty() ? "" : " ") + F;
    if (!Left.empty())
      KernelWords.push_back("--kernel-flags=" + Name + "=" + Left);
  }

  void host(const HostFile &H) {
    std::string Name = name(H.Path), Text = preprocessed(H.Path, H.Text, H.Flags);
    for (const auto &[File, Line] : Options.Loops)
      if (isMeantBy(H.Path, File))
        LoopWords.push_back("--loop=" + Name + ":" + std::to_string(lineIn(Text, H.Path, Line)));
    for (const Hint &I : Options.Hints)
      if (!I.File.empty() && isMeantBy(H.Path, I.File))
        LoopWords.push_back((I.K == Hint::Kind::Skip ? "--skip=" : "--force-loop=") + Name + ":" +
                            std::to_string(lineIn(Text, H.Path, I.Line)));
    Entries.push_back({Name, std::move(Text), H.Path, true});
    Databases.push_back({Name, withoutPreprocessor(H.Flags)});
  }

  void options() {
    append_range(Words, KernelWords);
    append_range(Words, LoopWords);
    for (const Hint &H : Options.Hints)
      if (H.File.empty()) {
        auto [Name, Value] = StringRef(H.Text).split(' ');
        Words.push_back((Name + "=" + Value).str());
      }
    unsigned Row = 0; // those of the tool are numbered in the order of the table
    for (const OptText &O : optTable())
      if (!O.AtRunTime && !Options.Optimisations.has(Opt(Row++)))
        Words.push_back("--no-opt=" + O.Name.str());
    if (Options.HostOutput != OutputMode::Replay)
      Words.push_back(Options.HostOutput == OutputMode::Refuse ? "--output=refuse" : "--output=drop");
    if (Options.Bounds.Seconds != Limits().Seconds)
      Words.push_back("--loop-timeout=" + std::to_string(Options.Bounds.Seconds));
    if (Options.Bounds.Memory != Limits().Memory)
      Words.push_back("--memory-limit=" + std::to_string(Options.Bounds.Memory));
    Words.insert(Words.end(), {"--no-config", "--dry-run"});
  }

  std::string database() const {
    json::Array All;
    for (const auto &[Name, Flags] : Databases) {
      json::Array Command{"cc"};
      for (const std::string &F : Flags)
        Command.push_back(F);
      Command.push_back("-c");
      Command.push_back(Name);
      All.push_back(json::Object{{"directory", "@DIR@"}, {"file", Name}, {"arguments", std::move(Command)}});
    }
    return formatv("{0:2}\n", json::Value(std::move(All)));
  }

  std::string report(const Report &R) const {
    std::string Text = "persistify " + R.Version + "\n\n";
    auto Say = [&](const Diagnostic &D) {
      if (!isInternal(D))
        return;
      if (!D.Range.File.empty())
        Text += D.Range.File + ":" + std::to_string(D.Range.Line) + ": ";
      Text += D.message() + " [" + diagCode(D.D).str() + "]\n";
    };
    for (const LoopReport &L : R.Loops)
      for_each(L.Diagnostics, Say);
    for_each(R.Diagnostics, Say);
    return Text + "\nPlaces are those of the original files. run.sh repeats this on the preprocessed files beside it,\n"
                  "which hold all the headers that they included. They can be made smaller while it does:\n"
                  "C-Vise and C-Reduce take a script that runs run.sh and looks for the message in its output.\n";
  }

  const ToolOptions &Options;
  const Inputs &In;
  ArrayRef<HostFile> Context;
  StringSet<> Names;
  std::vector<OutputEntry> Entries;
  std::vector<std::string> Words, KernelWords, LoopWords;
  std::vector<std::pair<std::string, std::vector<std::string>>> Databases; ///< host files and their flags
};
} // namespace

bool writeCrashBundle(const ToolOptions &Options, const Inputs &In, ArrayRef<HostFile> Context, const Report &R,
                      DiagnosticSink &Sink) {
  std::vector<OutputEntry> Entries = Bundle(Options, In, Context).entries(R);
  for (OutputEntry &E : Entries)
    E.Input.clear(); // never taken for outputs beside them
  return writeOutput(Options.CrashBundle, Entries, Options.Force, std::chrono::system_clock::now(), Sink);
}

} // namespace persistify
