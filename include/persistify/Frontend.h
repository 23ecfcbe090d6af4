//===- persistify/Frontend.h - parsing host files -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_FRONTEND_H
#define PERSISTIFY_FRONTEND_H

#include "persistify/Diagnostics.h"
#include "persistify/HostMacros.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace clang {
class ASTContext;
class ASTUnit;
class Expr;
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace persistify {

struct HostFile {
  std::string Path;               ///< as given on the command line
  std::string Text;               ///< contents
  std::vector<std::string> Flags; ///< compiler flags for the parse
  /// A header that is changed as part of a file that includes it: the number of that file.
  std::optional<size_t> Within = std::nullopt;
  /// What takes the place of its name there, if it must: where, how much, and the text.
  std::optional<std::tuple<unsigned, unsigned, std::string>> Named = std::nullopt;
  bool Included = false; ///< by another file that is changed, or by itself: what is in front of it there may be macros
  bool Given = false; ///< somebody says that it is of the program; other files are found
};

/// One "#pragma persistify TEXT" that the preprocessor met.
struct PragmaText {
  SourceRange Range;
  std::string Text;
};

/// What a parse of a host meets beside what it declares.
struct HostParts {
  std::vector<PragmaText> Pragmas;
  HostMacros Macros;
};

/// Absolute paths and contents.
using FileTexts = std::vector<std::pair<std::string, std::string>>;

/// Runs a part of Clang on the file \p Path. Where Clang itself crashes, which
/// files with syntax errors can make it do, the result is false and \p Diags
/// says so.
bool runClang(llvm::function_ref<void()> Part, const std::string &Path, DiagnosticSink &Diags);

/// Parses C or C++ text as the file \p Path. Errors go to \p Diags as
/// ParseError and make the result null. \p Met may be null.
/// \p Others: texts of files that are read in place of what lies on the
/// disk; they must live as long as the unit.
std::unique_ptr<clang::ASTUnit> parseHost(const std::string &Path, const std::string &Text,
                                          const std::vector<std::string> &Flags, DiagnosticSink &Diags,
                                          HostParts *Met = nullptr, const FileTexts &Others = {});

/// Of which functions a parse reads the bodies: of all, or of those outside system headers.
enum class Bodies { All, Own };

/// Parses the text of an output as parseHost does, and gives its AST to \p Use unless there are errors.
bool parseOutput(const std::string &Path, const std::string &Text, const std::vector<std::string> &Flags,
                 DiagnosticSink &Diags, const FileTexts &Others, Bodies Which,
                 llvm::function_ref<void(clang::ASTContext &)> Use);

/// What names the pointer that calls of \p F go through, where F stands for what a loader looked up; null for all other functions.
const clang::Expr *loaderPointer(const clang::FunctionDecl *F);

/// Calls \p Do for each text of a unit that is a file's, in the order in which they begin, with the file's name.
void eachFile(const clang::SourceManager &SM, llvm::function_ref<void(clang::FileID, llvm::StringRef)> Do);

/// A text that a preprocessor comes to.
struct ReachedFile {
  std::string Path; ///< normal
  bool Counts; ///< it has tokens or macros: it is not just what a guard skips
};
/// The texts of a file and what it includes, in the order in which they begin. Errors go to \p Diags.
std::vector<ReachedFile> filesReached(const std::string &Path, const std::string &Text,
                                      const std::vector<std::string> &Flags, DiagnosticSink &Diags,
                                      const FileTexts &Others);
/// The same of a unit, where all count.
std::vector<ReachedFile> filesReached(const clang::SourceManager &SM);

/// The real file system for one parse, from which addFilesRead learns where files were looked for.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesWithLog();

/// Flags with which the program's own files do not see that Clang parses them, which GCC, the
/// usual compiler here, is not, and which of old says it is GCC 4.2. Empty if they do not ask, or the flags speak of it.
/// \p Version: also what version it is; headers of the system may not bear that.
std::vector<std::string> flagsOfGcc(const clang::ASTUnit &Unit, const std::vector<std::string> &Flags, bool Version);

/// Adds the absolute paths of all files that a parse has read, and of the places at which one was looked for
/// in vain: no such path exists.
void addFilesRead(const clang::SourceManager &SM, std::set<std::string> &Paths);

/// The folder of the compiler's own headers: beside the tool when it lies in a
/// tree of Clang's shape, where Clang was when the tool was built, or beside
/// Clang's library. Empty when none of them has the headers.
const std::string &clangResourceDir();

/// Calls \p Do for every identifier that the file and what it includes have, in whatever role.
void forEachIdentifier(clang::ASTUnit &Unit, llvm::function_ref<void(llvm::StringRef)> Do);

/// Something of the program that has a name of the runtime's header.
struct RuntimeName {
  std::string Name, Where; ///< "host.h:12"
  bool External; ///< linked with all files of the program
};

/// One of them, rather an external one. Neither what the runtime's header itself declares counts, if the program includes
/// it, nor names that hide no others: labels, members in C.
std::optional<RuntimeName> runtimeName(clang::ASTUnit &Unit);

/// The number of a place's line. In what withInstances() wrote down of a template: of the template's line.
unsigned lineOf(const clang::SourceManager &SM, clang::SourceLocation At);

/// The file of a unit whose loops are changed: its main file, or while an Edited lives a header. The unit's
/// SourceManager calls it the main file.
class Edited {
public:
  /// \p Path: as the unit calls it; empty: the main file.
  Edited(clang::ASTUnit &Unit, llvm::StringRef Path);
  ~Edited();

private:
  clang::ASTUnit &Unit;
  clang::FileID Main;
};
/// Whether a place (in a macro: of its use) is in that file.
bool inEdited(const clang::SourceManager &SM, clang::SourceLocation At);

/// Where a generated #include belongs in a host file: in front of its first token, after
/// the comments that the file begins with.
unsigned firstToken(llvm::StringRef Text);
/// Where the next token of a text begins, from \p At on; its length if there is none.
size_t nextToken(llvm::StringRef Text, size_t At);

struct IncludeDirective {
  std::string Name;
  bool Angled; ///< #include <NAME>
  unsigned At, Length; ///< of the name with its quotes
};
/// The #include lines of a text that name a file.
std::vector<IncludeDirective> includeDirectives(llvm::StringRef Text);

/// Names in the #include "..." lines of a text.
std::vector<std::string> quotedIncludes(llvm::StringRef Text);
/// Those, and the names that stand for themselves in __has_include, or behind a macro that an #include names.
std::vector<std::string> mentionedFiles(llvm::StringRef Text);

/// A file that a text names, and the line.
struct NamedFile {
  std::string Name; ///< as written
  unsigned Line;
};

/// String literals that end as names of kernel files do.
/// A part that only the run knows stands in it as printf() has it: "kernels/%s.cl", also for "kernels/" + name + ".cl".
std::vector<NamedFile> namedKernelFiles(llvm::StringRef Text);

/// String literals that may be names of files, or of kernels: "inversion.txt", "inversion".
std::vector<NamedFile> namesOfFiles(llvm::StringRef Text);
std::vector<NamedFile> namesOfKernels(llvm::StringRef Text);

/// The kernels that a text of OpenCL C defines, whatever conditionals say; those in string literals and macros are none of it.
std::set<std::string> kernelsIn(llvm::StringRef Text);

/// Whether the text seems to define a function `main`.
bool definesMain(llvm::StringRef Text);

/// What a text seems to define for other files, and what of theirs it seems to use.
struct FileOutline {
  std::set<std::string> Defines; ///< functions: "f"; of a class or namespace X: "X::"
  std::set<std::string> Static; ///< functions that it has for itself
  std::set<std::string> Variables; ///< like Defines, of variables
  std::set<std::string> Uses; ///< words in bodies of functions, initializers and macros
  std::set<std::string> Calls; ///< those of them that parentheses follow, and that are no members
  std::set<std::string> Declares; ///< functions that are declared only, and the keys of Defines
  std::set<std::string> Scopes; ///< classes and namespaces that it names as such
  std::set<std::string> Externs; ///< variables that are declared `extern`
  std::set<std::string> Words; ///< all of them
};
FileOutline outlineOf(llvm::StringRef Text);

/// Which functions a text seems to call, by their names alone.
struct LoopCalls {
  std::set<std::string> InLoops; ///< in a loop, or in its condition
  std::map<std::string, std::set<std::string>> Of; ///< by the function that calls
};
LoopCalls loopCallsOf(llvm::StringRef Text);
/// Whether a loop of the texts seems to launch kernels, perhaps by functions that they define.
bool seemsToLaunchInLoop(llvm::ArrayRef<LoopCalls> Texts);

} // namespace persistify

#endif // PERSISTIFY_FRONTEND_H
