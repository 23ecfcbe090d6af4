//===- HostFlags.cpp - how a host file is parsed ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostFlags.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;
using namespace clang::tooling;

namespace persistify {

HostFlags::HostFlags(std::vector<std::string> CommandLine, StringRef RuntimeInclude)
    : CommandLine(std::move(CommandLine)), RuntimeInclude(RuntimeInclude) {}
HostFlags::~HostFlags() = default;

std::optional<std::string> HostFlags::buildFolder(StringRef Folder) {
  for (StringRef Sub : {"", "/build"})
    if (std::string Place = (Folder + Sub).str(); sys::fs::exists(Place + "/compile_commands.json"))
      return Place;
  return std::nullopt;
}

bool HostFlags::loadDatabase(StringRef BuildDir, DiagnosticSink &Sink) {
  if (!sys::fs::is_directory(BuildDir)) {
    Sink.report(Diag::BadOption, {}, {("-p: '" + BuildDir + "' is not a folder").str()});
    return false;
  }
  std::string Message;
  Database = CompilationDatabase::loadFromDirectory(BuildDir, Message);
  if (!Database)
    Sink.report(Diag::BadOption, {},
                {("-p: no usable compile_commands.json in '" + BuildDir +
                  "': " + StringRef(Message).rtrim().rsplit('\n').second)
                     .str()});
  return Database != nullptr;
}

void HostFlags::forgetDatabase() { Database.reset(); }

void HostFlags::addFolders(ArrayRef<std::string> More) { append_range(Folders, More); }

/// Relative paths of a compile command mean the folder it ran in.
static void makePathsAbsolute(std::vector<std::string> &Flags, StringRef Directory) {
  static constexpr StringLiteral PathFlags[] = {"-iquote",  "-isystem",  "-idirafter", "-include", "-imacros",
                                                "-iprefix", "-isysroot", "--sysroot=", "-I",       "-F"};
  auto Absolute = [&](StringRef Flag, StringRef Path) {
    SmallString<256> Result(Path);
    sys::fs::make_absolute(Directory, Result);
    // These two are looked for like other headers when not in that folder.
    bool Searched = Flag == "-include" || Flag == "-imacros";
    return Searched && !sys::fs::exists(Result) ? Path.str() : Result.str().str();
  };
  for (size_t I = 0; I < Flags.size(); ++I)
    for (StringRef Flag : PathFlags) {
      if (!StringRef(Flags[I]).starts_with(Flag))
        continue;
      StringRef Rest = StringRef(Flags[I]).drop_front(Flag.size());
      if (!Rest.empty() && !Rest.starts_with("="))
        Flags[I] = Flag.str() + Absolute(Flag, Rest);
      else if (Rest.empty() && I + 1 < Flags.size())
        ++I, Flags[I] = Absolute(Flag, Flags[I]);
      break;
    }
}

std::vector<std::string> HostFlags::fromDatabase(StringRef Path) const {
  std::string Absolute = normalPath(Path);
  std::vector<CompileCommand> Commands = Database->getCompileCommands(Absolute);
  if (Commands.empty())
    return {};
  const CompileCommand &Command = Commands.front();
  std::vector<std::string> Flags = Command.CommandLine;
  const bool IsCxx = !Flags.empty() && sys::path::stem(Flags.front()).contains("++"); // whatever the file is called
  Flags = getClangStripOutputAdjuster()(Flags, Path);
  Flags = getClangStripDependencyFileAdjuster()(Flags, Path);
  if (!Flags.empty())
    Flags.erase(Flags.begin()); // the compiler
  erase_if(Flags, [&](StringRef Flag) {
    if (Flag == "-c" || Flag == "-S" || Flag == "-E" || Flag == "--" || Flag.starts_with("--driver-mode="))
      return true;
    SmallString<256> File(Flag);
    sys::fs::make_absolute(Command.Directory, File);
    return !Flag.starts_with("-") && normalPath(File) == Absolute;
  });
  makePathsAbsolute(Flags, Command.Directory);
  if (IsCxx && none_of(Flags, [](StringRef Flag) { return Flag.starts_with("-x"); }))
    Flags.insert(Flags.begin(), "-xc++");
  return Flags;
}

std::vector<std::string> HostFlags::files() const {
  std::set<std::string> Found;
  for (const std::string &Path : Database ? Database->getAllFiles() : std::vector<std::string>())
    Found.insert(normalPath(Path));
  return {Found.begin(), Found.end()};
}

/// What GCC takes, with a warning at most, and Clang takes for an error: programs that are built with GCC have it.
static ArrayRef<StringRef> onlyWarnings(bool IsC) {
  static const StringRef C[] = {"implicit-function-declaration",       "implicit-int", "int-conversion",
                                "incompatible-function-pointer-types", "return-type",  "return-mismatch"};
  static const StringRef Cxx[] = {"narrowing", "register", "reserved-user-defined-literal",
                                  "enum-constexpr-conversion"}; // of Boost before 1.81
  return IsC ? ArrayRef<StringRef>(C) : ArrayRef<StringRef>(Cxx);
}

/// Whether headers there are those of an installed library, of which loops are not transformed.
static bool isSystemFolder(StringRef Real) {
  static constexpr StringLiteral Places[] = {"/usr/include",   "/usr/local/include", "/usr/lib",
                                             "/usr/local/lib", "/usr/share",         "/opt"};
  return Real.starts_with(clangResourceDir()) || any_of(Places, [&](StringRef Place) {
           return Real == Place || (Real.starts_with(Place) && Real[Place.size()] == '/');
         });
}

/// A program may name folders of its own as a system's, to have no warnings of them: here they are its own, searched in
/// the same order. What -idirafter names keeps its place if the system has a header of the same name.
static void takeOwnFolders(std::vector<std::string> &Flags) {
  std::vector<std::string> Rest, System, After;
  auto Real = [](StringRef Folder) {
    SmallString<256> Result;
    return sys::fs::real_path(Folder, Result) ? Folder.str() : Result.str().str();
  };
  auto HidesNothing = [](const std::string &Folder) {
    std::error_code EC;
    for (sys::fs::directory_iterator It(Folder, EC), End; !EC && It != End; It.increment(EC))
      for (StringRef Place : {"/usr/include/", "/usr/local/include/"})
        if (sys::fs::exists(Place + sys::path::filename(It->path())))
          return false;
    return true;
  };
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef Folder = Flags[I];
    const bool Later = Folder.consume_front("-idirafter");
    const size_t Words = Folder.empty() ? 2 : 1;
    if (!(Later || Folder.consume_front("-isystem")) || Folder.starts_with("=") || I + Words > Flags.size()) {
      Rest.push_back(Flags[I]);
      continue;
    }
    const std::string Named = Folder.empty() ? Flags[++I] : Folder.str();
    if (isSystemFolder(Real(Named)) || (Later && !HidesNothing(Named)))
      Rest.push_back((Later ? "-idirafter" : "-isystem") + Named);
    else
      (Later ? After : System).push_back(Named);
  }
  // The compiler leaves a folder out that both -I and -isystem name, at the place of -I.
  erase_if(Rest, [&](StringRef Flag) {
    return Flag.consume_front("-I") && !Flag.empty() &&
           any_of(System, [&](StringRef Folder) { return Real(Folder) == Real(Flag); });
  });
  for (const std::vector<std::string> *More : {&System, &After})
    for (const std::string &Folder : *More)
      Rest.push_back("-I" + Folder);
  Flags = std::move(Rest);
}

std::vector<std::string> HostFlags::given(StringRef Path) const {
  std::vector<std::string> Given = Database ? fromDatabase(Path) : std::vector<std::string>();
  append_range(Given, CommandLine);
  takeOwnFolders(Given);
  return Given;
}

/// What follows \p Flag, perhaps as the next word.
static std::vector<std::string> behind(StringRef Flag, ArrayRef<std::string> Flags) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Flags.size(); ++I)
    if (StringRef Value = Flags[I]; Value.consume_front(Flag)) {
      if (Value.empty() && I + 1 < Flags.size())
        Value = Flags[++I];
      Result.push_back(Value.str());
    }
  return Result;
}

std::vector<std::string> foldersIn(ArrayRef<std::string> Flags) {
  std::vector<std::string> Result = behind("-iquote", Flags);
  append_range(Result, behind("-I", Flags));
  erase_if(Result, [](StringRef Folder) { return isSystemFolder(Folder); });
  return Result;
}

std::vector<std::string> valuesIn(ArrayRef<std::string> Flags) {
  std::vector<std::string> Result;
  for (StringRef Macro : planted("flags-name-none") ? std::vector<std::string>() : behind("-D", Flags))
    Result.push_back(Macro.split('=').second.trim("\\\"").str());
  return Result;
}

std::vector<std::string> HostFlags::of(StringRef Path) const {
  std::vector<std::string> Given = Database ? fromDatabase(Path) : std::vector<std::string>();
  const bool Known = !Given.empty();
  append_range(Given, CommandLine);
  if (!Known)
    for (const std::string &Folder : Folders)
      Given.push_back("-I" + Folder);
  takeOwnFolders(Given);

  // As GCC does, one list of flags serves both languages; and what this compiler warns of is no error of the program.
  bool IsC = sys::path::extension(Path) == ".c", HasLanguage = false;
  for (size_t I = 0; I < Given.size(); ++I)
    if (StringRef Flag = Given[I]; Flag.consume_front("-x")) {
      HasLanguage = true;
      IsC = (Flag.empty() && I + 1 < Given.size() ? StringRef(Given[I + 1]) : Flag) == "c";
    }
  erase_if(Given, [&](StringRef Flag) {
    if (Flag == "-Werror" || Flag == "-pedantic-errors")
      return true;
    StringRef Standard = Flag;
    if (!Standard.consume_front("-std=") && !Standard.consume_front("--std="))
      return false;
    return Standard.contains("++") == IsC;
  });

  std::vector<std::string> Flags;
  auto Has = [&](StringRef Prefix) { return any_of(Given, [&](StringRef Flag) { return Flag.starts_with(Prefix); }); };
  if (!HasLanguage) {
    Flags.push_back(IsC ? "-xc" : "-xc++");
    if (!Has("-std=") && !Has("--std") && !Has("-ansi"))
      Flags.push_back(IsC ? "-std=gnu11" : "-std=gnu++17");
  }
  for (StringRef Warning : onlyWarnings(IsC))
    Flags.push_back(("-Wno-error=" + Warning).str());
  if (!Has("-resource-dir"))
    Flags.push_back("-resource-dir=" + clangResourceDir());
  append_range(Flags, Given);
  if (!RuntimeInclude.empty()) // behind all others
    for (StringRef Sub : {"", "/persistify/parsing"})
      Flags.push_back("-idirafter" + RuntimeInclude + Sub.str());
  return Flags;
}

} // namespace persistify
