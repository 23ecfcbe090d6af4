# One library per room of lib/: persistify_room(host DEPS opencl report).
# All rooms share one precompiled header of Clang's heavy includes.
function(persistify_compile_options target)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_include_directories(${target} SYSTEM PUBLIC $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}> $<BUILD_INTERFACE:${CLANG_INCLUDE_DIRS}>)
  target_compile_definitions(${target} PRIVATE ${LLVM_DEFINITIONS_LIST})
  # GCC 12 takes std::optional for uninitialised.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter -Werror=switch
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
                         $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti -fno-exceptions>)
  persistify_instrument(${target})
endfunction()

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND ${LLVM_DEFINITIONS})

# Many sources as one: the first build takes half of the time, later ones more. For who builds once.
option(PERSISTIFY_UNITY "Compile several sources of lib/ and tool/ together" OFF)
function(persistify_join_sources target)
  if(PERSISTIFY_UNITY)
    # Every source that reads a room's headers makes the same instances of templates once more: all of a room is one source,
    # or two, as two cores shall have work.
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 40)
  endif()
endfunction()

function(persistify_room name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp
       ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.cpp)
  add_library(persistify_${name} STATIC ${sources})
  persistify_compile_options(persistify_${name})
  persistify_join_sources(persistify_${name})
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(persistify_${name} PUBLIC persistify_${dep})
  endforeach()
  target_link_libraries(persistify_${name} PUBLIC persistify_clang)
  if(TARGET persistify_pch)
    target_precompile_headers(persistify_${name} REUSE_FROM persistify_pch)
  else()
    add_library(persistify_pch STATIC ${PROJECT_SOURCE_DIR}/cmake/pch.cpp)
    persistify_compile_options(persistify_pch)
    target_precompile_headers(persistify_pch PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h)
    target_precompile_headers(persistify_${name} REUSE_FROM persistify_pch)
  endif()
endfunction()
