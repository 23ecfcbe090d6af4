# persistify_clang: Clang and LLVM, as the tool's libraries, programs and unit tests link them. These are the shared
# libraries. A program whose property PERSISTIFY_STATIC_CLANG is on has them inside: it begins in a quarter of the time,
# as nothing is relocated, and does not need them where it runs.
option(PERSISTIFY_STATIC_CLANG "The tool has Clang's libraries inside (50 MB), where they can be linked so" ON)

set(persistify_static_clang)
# Instruments find more in libraries that are alone in their process.
if(PERSISTIFY_STATIC_CLANG AND NOT persistify_instrument_flags)
  set(archives)
  foreach(library IN LISTS CLANG_EXPORTED_TARGETS LLVM_AVAILABLE_LIBS)
    if(TARGET ${library})
      get_target_property(archive ${library} LOCATION)
      if(archive MATCHES "[.]a$" AND EXISTS ${archive})
        list(APPEND archives ${archive})
      endif()
    endif()
  endforeach()
  # What LLVM's support library is built with. Debian's package does not bring the second one's headers, with its link.
  find_library(PERSISTIFY_ZLIB NAMES z libz.so.1)
  find_library(PERSISTIFY_ZSTD NAMES zstd libzstd.so.1)
  mark_as_advanced(PERSISTIFY_ZLIB PERSISTIFY_ZSTD)
  # The fastest linker that there is: it reads 300 archives.
  find_program(PERSISTIFY_LINKER NAMES ld.lld ld.gold)
  mark_as_advanced(PERSISTIFY_LINKER)
  set(linker)
  if(PERSISTIFY_LINKER MATCHES "ld\\.([a-z]+)$")
    set(linker -fuse-ld=${CMAKE_MATCH_1})
  endif()
  set(persistify_static_clang -Wl,--start-group ${archives} -Wl,--end-group ${PERSISTIFY_ZLIB} ${PERSISTIFY_ZSTD}
    m rt ${CMAKE_DL_LIBS} -Wl,--gc-sections -no-pie ${linker})

  if(NOT DEFINED PERSISTIFY_STATIC_CLANG_LINKS)
    file(WRITE ${PROJECT_BINARY_DIR}/CMakeFiles/persistify-clang.cpp
      "// Needs most of Clang. Declared here, as its headers take seconds.
#include <memory>
namespace llvm { class StringRef; }
namespace clang {
class ASTUnit;
class PCHContainerOperations;
namespace tooling {
std::unique_ptr<ASTUnit> buildASTFromCode(llvm::StringRef, llvm::StringRef, std::shared_ptr<PCHContainerOperations>);
}
}
int main() {
  auto *volatile Build = &clang::tooling::buildASTFromCode;
  return Build == nullptr;
}
")
    try_compile(PERSISTIFY_STATIC_CLANG_LINKS ${PROJECT_BINARY_DIR}/CMakeFiles/persistify-clang
      ${PROJECT_BINARY_DIR}/CMakeFiles/persistify-clang.cpp
      LINK_LIBRARIES ${persistify_static_clang}
      CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
    if(NOT PERSISTIFY_STATIC_CLANG_LINKS)
      message(STATUS "persistify: Clang's libraries stay shared, as a program with them inside does not link")
    endif()
  endif()
endif()

add_library(persistify_clang INTERFACE)
set(persistify_clang_inside OFF) # the tool
if(persistify_static_clang AND PERSISTIFY_STATIC_CLANG_LINKS)
  set(persistify_clang_inside ON)
  set(inside $<BOOL:$<TARGET_PROPERTY:PERSISTIFY_STATIC_CLANG>>)
  target_link_libraries(persistify_clang INTERFACE
    "$<${inside}:${persistify_static_clang}>" "$<$<NOT:${inside}>:clang-cpp;LLVM>")
else()
  target_link_libraries(persistify_clang INTERFACE clang-cpp LLVM)
endif()
