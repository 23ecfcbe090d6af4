# Builds of the tool under instruments. All are off in a normal build; scripts/test --sanitize and
# test/fuzz/fuzz configure folders of their own with them.
#
#   PERSISTIFY_SANITIZE=address,undefined   sanitizers of the compiler
#   PERSISTIFY_ASSERTIONS=ON                assert(), also LLVM's in headers, and the checks of libstdc++
#   PERSISTIFY_FUZZ=ON                      targets of test/fuzz for libFuzzer; needs Clang and its runtime
#   PERSISTIFY_COVERAGE=ON|runtime          which lines run, of lib/ too or of runtime/host alone; needs Clang and its runtime
#
# Instrumented are lib/, tool/ and unit tests, with a copy of the runtime of their own. Clang and LLVM, and the
# runtime that transformed programs link, stay as they are; for coverage that runtime is instrumented as well.
set(PERSISTIFY_SANITIZE "" CACHE STRING "Sanitizers for the tool and the unit tests, separated by commas")
option(PERSISTIFY_ASSERTIONS "Assertions in the tool and the unit tests" OFF)
option(PERSISTIFY_FUZZ "Targets for libFuzzer" OFF)
set(PERSISTIFY_COVERAGE OFF CACHE STRING "Count the lines that run: ON, or runtime for those of runtime/host alone")

set(PERSISTIFY_INSTRUMENTS OFF)
set(persistify_instrument_flags)
set(persistify_instrument_links)
if(PERSISTIFY_SANITIZE)
  set(PERSISTIFY_INSTRUMENTS ON)
  # A finding ends the program, also where the compiler would go on.
  list(APPEND persistify_instrument_flags -fsanitize=${PERSISTIFY_SANITIZE} -fno-sanitize-recover=all
       -fno-omit-frame-pointer -g1 -O1)
  # Clang is built without type information, which two of the checks ask for.
  if(PERSISTIFY_SANITIZE MATCHES "undefined")
    list(APPEND persistify_instrument_flags -fno-sanitize=vptr)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      list(APPEND persistify_instrument_flags -fno-sanitize=function)
    endif()
  endif()
  # Drivers throw exceptions while they are loaded: AddressSanitizer hands them on only where the program, also one
  # in C, begins with libstdc++.
  list(APPEND persistify_instrument_links -fsanitize=${PERSISTIFY_SANITIZE} -Wl,--push-state,--no-as-needed -lstdc++
       -Wl,--pop-state)
endif()
if(PERSISTIFY_ASSERTIONS)
  set(PERSISTIFY_INSTRUMENTS ON)
  list(APPEND persistify_instrument_flags -UNDEBUG -D_GLIBCXX_ASSERTIONS)
endif()
if(PERSISTIFY_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "PERSISTIFY_FUZZ needs Clang: -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  set(PERSISTIFY_INSTRUMENTS ON)
  list(APPEND persistify_instrument_flags -fsanitize=fuzzer-no-link -g1 -O1)
  list(APPEND persistify_instrument_links -fsanitize=fuzzer-no-link)
endif()
if(PERSISTIFY_COVERAGE AND NOT PERSISTIFY_COVERAGE STREQUAL "runtime")
  list(APPEND persistify_instrument_flags -fprofile-instr-generate -fcoverage-mapping)
  list(APPEND persistify_instrument_links -fprofile-instr-generate)
endif()

# The runtime of transformed programs, which other compilers link: its archive has Clang's counters with it, and says
# where they are kept (count-lines.c.in).
function(persistify_count_lines target)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libclang_rt.profile-x86_64.a OUTPUT_VARIABLE archive
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/profile)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${CMAKE_AR} x ${archive} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB objects ${folder}/*.o)
  list(FILTER objects EXCLUDE REGEX "InstrProfilingRuntime") # the part that count-lines.c.in stands for
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON)
  # Not compiled with the options of the archive: it has no counters of its own.
  set(counts ${PROJECT_BINARY_DIR}/test/results/coverage)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/count-lines.c.in ${CMAKE_CURRENT_BINARY_DIR}/count-lines.c @ONLY)
  add_library(persistify_count_lines OBJECT ${CMAKE_CURRENT_BINARY_DIR}/count-lines.c)
  target_sources(${target} PRIVATE ${objects} $<TARGET_OBJECTS:persistify_count_lines>)
  # What clang asks of the linker when it links.
  file(WRITE ${folder}/wanted.h "extern int __llvm_profile_runtime;\nstatic int *persistify_counts_wanted __attribute__((used)) = &__llvm_profile_runtime;\n")
  target_compile_options(${target} PRIVATE -fprofile-instr-generate -fcoverage-mapping
                         "SHELL:-mllvm -runtime-counter-relocation" -include ${folder}/wanted.h)
endfunction()

function(persistify_instrument target)
  target_compile_options(${target} PRIVATE ${persistify_instrument_flags})
  target_link_options(${target} PUBLIC ${persistify_instrument_links})
endfunction()
