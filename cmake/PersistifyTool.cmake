# PERSISTIFY_TOOL: a persistify that is built already, of an installation or of another build folder, or one for the
# machine that builds when the program is for another machine. What it writes must fit the runtime that is built
# here, so version and sources of the runtime it came with must be these.
if(NOT EXISTS "${PERSISTIFY_TOOL}")
  message(FATAL_ERROR "PERSISTIFY_TOOL: there is no '${PERSISTIFY_TOOL}'")
endif()
execute_process(COMMAND "${PERSISTIFY_TOOL}" --version OUTPUT_VARIABLE version RESULT_VARIABLE code ERROR_VARIABLE version_error)
if(NOT code EQUAL 0 OR NOT version MATCHES "^persistify ([0-9.]+) ")
  message(FATAL_ERROR "PERSISTIFY_TOOL: '${PERSISTIFY_TOOL}' is no persistify that runs here (${code}) ${version_error}")
endif()
if(NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
  message(FATAL_ERROR "PERSISTIFY_TOOL: '${PERSISTIFY_TOOL}' is version ${CMAKE_MATCH_1}, these sources are ${PROJECT_VERSION}")
endif()

file(REAL_PATH "${PERSISTIFY_TOOL}" persistify_tool)
cmake_path(SET tool_runtime NORMALIZE "${persistify_tool}/../../share/persistify/runtime")
file(GLOB_RECURSE runtime_files RELATIVE ${PROJECT_SOURCE_DIR}/runtime CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/runtime/host/*.c ${PROJECT_SOURCE_DIR}/runtime/host/*.h ${PROJECT_SOURCE_DIR}/runtime/device/*.cl)
foreach(file IN LISTS runtime_files)
  file(SHA256 ${PROJECT_SOURCE_DIR}/runtime/${file} here)
  set(there "")
  if(EXISTS "${tool_runtime}/${file}")
    file(SHA256 "${tool_runtime}/${file}" there)
  endif()
  if(NOT here STREQUAL there)
    message(FATAL_ERROR "PERSISTIFY_TOOL: '${PERSISTIFY_TOOL}' came with another runtime than these sources have: "
      "'${tool_runtime}/${file}' differs from '${PROJECT_SOURCE_DIR}/runtime/${file}'")
  endif()
endforeach()

add_executable(Persistify::persistify IMPORTED GLOBAL)
set_target_properties(Persistify::persistify PROPERTIES IMPORTED_LOCATION "${persistify_tool}")
message(STATUS "persistify: the tool ${persistify_tool}")

# Tests run a tool that finds its runtime, which is the one that is built here, beside itself.
if(PERSISTIFY_BUILD_TESTS)
  add_custom_target(persistify ALL COMMAND ${CMAKE_COMMAND} -E copy_if_different "${persistify_tool}" ${PROJECT_BINARY_DIR}/bin/persistify)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/runtime/host/include/persistify ${PROJECT_BINARY_DIR}/include/persistify SYMBOLIC)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/persistify)
  foreach(link runtime diagnostics)
    cmake_path(SET shared NORMALIZE "${persistify_tool}/../../share/persistify/${link}")
    file(CREATE_LINK ${shared} ${PROJECT_BINARY_DIR}/share/persistify/${link} SYMBOLIC)
  endforeach()
endif()
