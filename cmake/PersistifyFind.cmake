# The packages that a build needs. Each one that is missing is named as Debian and Ubuntu call it.

# persistify_missing(WHAT PACKAGES... [HINT TEXT])
function(persistify_missing what)
  cmake_parse_arguments(ARG "" "HINT" "" ${ARGN})
  list(JOIN ARG_UNPARSED_ARGUMENTS " " packages)
  string(REPLACE "\n" "\n  " hint "${ARG_HINT}")
  message(FATAL_ERROR "persistify needs ${what}.\n"
    "  Debian, Ubuntu: apt install ${packages}\n  ${hint}")
endfunction()

find_package(OpenCL QUIET)
if(NOT OpenCL_FOUND)
  set(lacks "the headers and the loader of OpenCL")
  if(OpenCL_INCLUDE_DIR)
    set(lacks "the loader of OpenCL, libOpenCL.so (its headers are there: ${OpenCL_INCLUDE_DIR})")
  elseif(OpenCL_LIBRARY)
    set(lacks "the headers of OpenCL (its loader is there: ${OpenCL_LIBRARY})")
  endif()
  persistify_missing("${lacks}" opencl-c-headers ocl-icd-opencl-dev
    HINT "elsewhere: -DOpenCL_INCLUDE_DIR=FOLDER -DOpenCL_LIBRARY=FILE")
endif()
set(THREADS_PREFER_PTHREAD_FLAG OFF)
find_package(Threads QUIET)
if(NOT Threads_FOUND)
  persistify_missing("POSIX threads" libc6-dev)
endif()

if(PERSISTIFY_TOOL AND NOT PERSISTIFY_BUILD_TESTS)
  return()
endif()

# Debian's package answers to 19.1, not to 19. What LLVM's package itself could not find, nobody misses.
set(log_level "${CMAKE_MESSAGE_LOG_LEVEL}")
set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
find_package(LLVM 19.1 QUIET CONFIG PATHS /usr/lib/llvm-19/lib/cmake/llvm)
# Debian has Clang's CMake files without its headers and libraries, too, and they stop without a word about packages.
if(LLVM_FOUND AND EXISTS ${LLVM_INSTALL_PREFIX}/include/clang/Basic/Version.h)
  find_package(Clang QUIET CONFIG PATHS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang NO_DEFAULT_PATH)
endif()
set(CMAKE_MESSAGE_LOG_LEVEL "${log_level}")
set(llvm_packages llvm-19-dev libclang-19-dev clang-19)
set(llvm_hint "elsewhere: -DLLVM_DIR=FOLDER, the one with LLVMConfig.cmake
or -DPERSISTIFY_TOOL=FILE, a persistify that is built already: then no LLVM is needed")
if(NOT LLVM_FOUND)
  set(seen "")
  foreach(file version IN ZIP_LISTS LLVM_CONSIDERED_CONFIGS LLVM_CONSIDERED_VERSIONS)
    if(version VERSION_GREATER_EQUAL 19.1 AND version VERSION_LESS 20)
      string(APPEND seen "\nfound, but it does not load: LLVM ${version}, ${file}")
      if(LLVM_NOT_FOUND_MESSAGE)
        string(APPEND seen "\n${LLVM_NOT_FOUND_MESSAGE}")
      endif()
    else()
      string(APPEND seen "\nfound, and not taken: LLVM ${version}, ${file}")
    endif()
  endforeach()
  persistify_missing("LLVM and Clang 19, with headers" ${llvm_packages} HINT "${llvm_hint}${seen}")
endif()
if(NOT Clang_FOUND)
  persistify_missing("Clang's libraries beside LLVM ${LLVM_PACKAGE_VERSION} (${LLVM_DIR})" libclang-19-dev clang-19
    HINT "${llvm_hint}")
endif()
foreach(library LLVM clang-cpp)
  if(NOT TARGET ${library})
    persistify_missing("LLVM and Clang as shared libraries; ${LLVM_DIR} has no '${library}'" ${llvm_packages}
      HINT "${llvm_hint}")
  endif()
endforeach()

# The resource directory (compiler headers) that this Clang was installed with.
find_program(PERSISTIFY_CLANG NAMES clang-19 clang HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(PERSISTIFY_CLANG)
  execute_process(COMMAND ${PERSISTIFY_CLANG} -print-resource-dir
                  OUTPUT_VARIABLE PERSISTIFY_CLANG_RESOURCE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
else()
  set(PERSISTIFY_CLANG_RESOURCE_DIR ${LLVM_INSTALL_PREFIX}/lib/clang/${LLVM_VERSION_MAJOR})
endif()
if(NOT EXISTS ${PERSISTIFY_CLANG_RESOURCE_DIR}/include/opencl-c-base.h)
  persistify_missing("Clang's own headers; there is no ${PERSISTIFY_CLANG_RESOURCE_DIR}/include/opencl-c-base.h"
    libclang-common-19-dev)
endif()
message(STATUS "persistify: LLVM ${LLVM_PACKAGE_VERSION}, ${LLVM_DIR}")
message(STATUS "persistify: Clang's headers, ${PERSISTIFY_CLANG_RESOURCE_DIR}/include")
