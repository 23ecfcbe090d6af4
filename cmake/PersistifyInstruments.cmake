# Builds of the tool under instruments. All are off in a normal build; scripts/test --sanitize and
# test/fuzz/fuzz configure folders of their own with them.
#
#   PERSISTIFY_SANITIZE=address,undefined   sanitizers of the compiler
#   PERSISTIFY_ASSERTIONS=ON                assert(), also LLVM's in headers, and the checks of libstdc++
#   PERSISTIFY_FUZZ=ON                      targets of test/fuzz for libFuzzer; needs Clang and its runtime
#
# Instrumented are lib/, tool/ and unit tests, with a copy of the runtime of their own. Clang and LLVM, and the
# runtime that transformed programs link, stay as they are.
set(PERSISTIFY_SANITIZE "" CACHE STRING "Sanitizers for the tool and the unit tests, separated by commas")
option(PERSISTIFY_ASSERTIONS "Assertions in the tool and the unit tests" OFF)
option(PERSISTIFY_FUZZ "Targets for libFuzzer" OFF)

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
  list(APPEND persistify_instrument_links -fsanitize=${PERSISTIFY_SANITIZE})
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

function(persistify_instrument target)
  target_compile_options(${target} PRIVATE ${persistify_instrument_flags})
  target_link_options(${target} PUBLIC ${persistify_instrument_links})
endfunction()
