# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   persistify_target(<target> KERNELS <file.cl>... [HOSTS <source>...]
#                     [OPTIONS <persistify option>...] [REQUIRED])
#
# Builds <target> from persistify's form of its host sources (HOSTS; all its C
# and C++ sources if not given) and links the runtime to it.
#
# * persistify sees the include folders, definitions, options and the language
#   standard of the target and of each source.
# * It runs again when a kernel, a host source, a header that one of them
#   includes, a flag or persistify itself changes, and when a file appears where
#   a header was looked for in vain.
# * The kernels, and headers that they include from beside them, are copied to
#   the folder of the executable, below it as they lie below the folder of the
#   target's CMakeLists.txt: there a program finds them that looks beside itself
#   or is started there.
# * A loop that is refused is a warning. With REQUIRED it is an error if no loop
#   could be transformed.

include_guard(GLOBAL)
# The functions below keep these policies, whatever the project asks for.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

# The deepest folder that holds all files: the output has their places below it
# (include/persistify/OutputLayout.h).
function(_persistify_common_folder result)
  set(common "")
  foreach(file IN LISTS ARGN)
    cmake_path(GET file PARENT_PATH folder)
    if(common STREQUAL "")
      set(common "${folder}")
    endif()
    while(TRUE)
      cmake_path(IS_PREFIX common "${folder}" NORMALIZE inside)
      if(inside)
        break()
      endif()
      cmake_path(GET common PARENT_PATH common)
    endwhile()
  endforeach()
  set(${result} "${common}" PARENT_SCOPE)
endfunction()

# Absolute names, as the target's sources are read.
function(_persistify_absolute result folder)
  set(files "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${folder}" NORMALIZE)
    list(APPEND files "${file}")
  endforeach()
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

function(persistify_target target)
  # Not a variable of the file: the folder that calls may be another than the one that included it.
  set(run "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/PersistifyRun.cmake")
  cmake_parse_arguments(PARSE_ARGV 1 ARG "REQUIRED" "" "KERNELS;HOSTS;OPTIONS")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "persistify_target: '${target}' is no target; call it behind add_executable(${target} ...)")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "persistify_target(${target}): unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  get_target_property(already ${target} PERSISTIFY_FOLDER)
  if(already)
    message(FATAL_ERROR "persistify_target(${target}) is called twice")
  endif()

  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(binary_dir ${target} BINARY_DIR)
  get_target_property(all_sources ${target} SOURCES)
  _persistify_absolute(kernels "${CMAKE_CURRENT_SOURCE_DIR}" ${ARG_KERNELS})
  foreach(kernel IN LISTS kernels)
    get_source_file_property(generated "${kernel}" TARGET_DIRECTORY ${target} GENERATED)
    if(NOT generated AND NOT EXISTS "${kernel}")
      message(NOTICE "persistify_target(${target}): '${kernel}' is not there (yet); unless a rule makes it, the build will stop for it")
    endif()
  endforeach()
  _persistify_absolute(hosts "${CMAKE_CURRENT_SOURCE_DIR}" ${ARG_HOSTS})
  if(NOT ARG_HOSTS)
    foreach(source IN LISTS all_sources)
      if(source MATCHES "\\.(c|cc|cpp|cxx|c\\+\\+|C)$" AND NOT source MATCHES "\\$<")
        _persistify_absolute(host "${source_dir}" "${source}")
        list(APPEND hosts "${host}")
      endif()
    endforeach()
  endif()
  if(NOT hosts)
    message(FATAL_ERROR "persistify_target(${target}): no host source")
  endif()

  set(work "${binary_dir}/persistify/${target}")
  set(out "${work}/out")
  set(stamp "${work}/stamp")   # when persistify was run
  set(shared "${work}/shared") # changes with what any host source may include
  set_target_properties(${target} PROPERTIES PERSISTIFY_FOLDER "${out}")
  set(host_files ${hosts})
  _persistify_common_folder(common ${kernels} ${hosts})

  # The transformed sources take the places of the originals.
  set(outputs "")
  set(others "")
  set(other_sources "")
  set(sources "")
  set(host_table "")
  foreach(source IN LISTS all_sources)
    _persistify_absolute(absolute "${source_dir}" "${source}")
    list(FIND hosts "${absolute}" index)
    if(index EQUAL -1)
      list(APPEND sources "${source}")
      if(source MATCHES "\\.(c|cc|cpp|cxx|c\\+\\+|C)$" AND NOT source MATCHES "\\$<")
        list(APPEND other_sources "${absolute}")
      endif()
      get_source_file_property(generated "${absolute}" TARGET_DIRECTORY ${target} GENERATED)
      if(generated)
        list(APPEND others "${absolute}") # a header, perhaps
      endif()
      continue()
    endif()
    list(REMOVE_AT hosts ${index})
    cmake_path(RELATIVE_PATH absolute BASE_DIRECTORY "${common}" OUTPUT_VARIABLE relative)
    set(output "${out}/${relative}")
    list(APPEND sources "${output}")
    list(APPEND outputs "${output}")
    cmake_path(GET absolute PARENT_PATH beside)

    get_source_file_property(language "${absolute}" TARGET_DIRECTORY ${target} LANGUAGE)
    if(NOT language)
      set(language CXX)
      if(absolute MATCHES "\\.c$")
        set(language C)
      endif()
    endif()
    set(properties "")
    foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES OBJECT_DEPENDS)
      get_source_file_property(value "${absolute}" TARGET_DIRECTORY ${target} ${property})
      if(NOT value)
        set(value "")
      endif()
      set(${property} "${value}")
      string(APPEND properties "  set(SOURCE_${property} [==[${value}]==])\n")
    endforeach()
    string(APPEND host_table
      "host([==[${absolute}]==] ${language} [===[${properties}]===])\n")
    # A header that lies outside the folders given to persistify is not copied.
    set_source_files_properties("${output}" TARGET_DIRECTORY ${target} PROPERTIES
      GENERATED TRUE
      LANGUAGE ${language}
      COMPILE_DEFINITIONS "${COMPILE_DEFINITIONS}"
      COMPILE_FLAGS "${COMPILE_FLAGS}"
      INCLUDE_DIRECTORIES "${INCLUDE_DIRECTORIES}"
      COMPILE_OPTIONS "${COMPILE_OPTIONS};-iquote${beside}"
      OBJECT_DEPENDS "${OBJECT_DEPENDS};${shared}"
      SKIP_UNITY_BUILD_INCLUSION TRUE)
  endforeach()
  if(hosts)
    message(FATAL_ERROR "persistify_target(${target}): ${hosts} is no source of the target")
  endif()
  set_property(TARGET ${target} PROPERTY SOURCES ${sources})

  # What the run needs to know, once generator expressions have their values.
  set(standards "")
  foreach(language C CXX)
    if(CMAKE_${language}_COMPILER)
      string(APPEND standards "set(${language}_STANDARD [==[$<TARGET_PROPERTY:${target},${language}_STANDARD>]==])
set(${language}_EXTENSIONS [==[$<TARGET_PROPERTY:${target},${language}_EXTENSIONS>]==])
set(${language}_DEFAULT_STANDARD [==[${CMAKE_${language}_STANDARD_DEFAULT}]==])
set(${language}_IMPLICIT_FOLDERS [==[${CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES}]==])
set(${language}_FLAGS [==[${CMAKE_${language}_FLAGS} $<$<CONFIG:Debug>:${CMAKE_${language}_FLAGS_DEBUG}>$<$<CONFIG:Release>:${CMAKE_${language}_FLAGS_RELEASE}>$<$<CONFIG:RelWithDebInfo>:${CMAKE_${language}_FLAGS_RELWITHDEBINFO}>$<$<CONFIG:MinSizeRel>:${CMAKE_${language}_FLAGS_MINSIZEREL}>]==])
")
    endif()
  endforeach()
  # Generator expressions may ask for the language: one part for each. CONTENT
  # stands before TARGET because CMake 3.25 ends with bad_alloc otherwise.
  file(GENERATE OUTPUT "${work}/flags-$<CONFIG>-$<COMPILE_LANGUAGE>.cmake" CONTENT
"set(TARGET_COMPILE_DEFINITIONS [==[$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>]==])
set(TARGET_COMPILE_OPTIONS [==[$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>]==])
set(TARGET_INCLUDE_DIRECTORIES [==[$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>]==])
set(TARGET_COMPILE_FEATURES [==[$<TARGET_PROPERTY:${target},COMPILE_FEATURES>]==])
" TARGET ${target})
  file(GENERATE OUTPUT "${work}/flags-$<CONFIG>.cmake" CONTENT
"set(TOOL [==[$<TARGET_FILE:Persistify::persistify>]==])
set(NAME [==[${target}]==])
set(KERNELS [==[${kernels}]==])
set(KERNEL_ROOT [==[${source_dir}]==])
set(ROOT [==[${common}]==])
set(PROGRAM_FOLDER [==[$<TARGET_FILE_DIR:${target}>]==])
set(OPTIONS [==[${ARG_OPTIONS}]==])
set(OTHER_SOURCES [==[${other_sources}]==])
set(REQUIRED ${ARG_REQUIRED})
set(OUT [==[${out}]==])
set(OUTPUTS [==[${outputs}]==])
set(STAMP [==[${stamp}]==])
set(SHARED [==[${shared}]==])
set(FORMER_RULE [==[${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}_persistify.dir/compiler_depend.internal]==])
set(WORK [==[${work}]==])
set(CONFIG [==[$<CONFIG>]==])
${standards}${host_table}" TARGET ${target})

  set(language_parts "")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language IN LISTS languages)
    if(language MATCHES "^(C|CXX)$")
      list(APPEND language_parts "${work}/flags-$<CONFIG>-${language}.cmake")
    endif()
  endforeach()
  # The files keep their times when they stay the same, so they are byproducts.
  # Headers among them, whose names are not known here, are what SHARED is for:
  # Ninja looks at a header before persistify has run unless it knows who makes it.
  # Run in the build's folder: what lies below it is written by the build.
  add_custom_command(OUTPUT "${stamp}"
    COMMAND ${CMAKE_COMMAND} -DARGUMENTS=${work}/flags-$<CONFIG>.cmake -P "${run}"
    BYPRODUCTS ${outputs} "${shared}"
    DEPENDS "${run}" "${work}/flags-$<CONFIG>.cmake" ${language_parts}
            "$<TARGET_FILE:Persistify::persistify>" ${kernels} ${host_files} ${others}
    DEPFILE "${work}/inputs.d"
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
    COMMENT "Making the loops of ${target} persistent"
    VERBATIM)
  add_custom_target(${target}_persistify DEPENDS "${stamp}")
  add_dependencies(${target} ${target}_persistify)
  # Those may make headers.
  get_target_property(dependencies ${target} MANUALLY_ADDED_DEPENDENCIES)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  foreach(dependency IN LISTS dependencies libraries)
    if(TARGET "${dependency}" AND NOT dependency STREQUAL "${target}_persistify")
      add_dependencies(${target}_persistify "${dependency}")
    endif()
  endforeach()
  set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${out}")
  # Not target_link_libraries: its two signatures must not be mixed.
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES Persistify::runtime)
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$") # linked with what uses it
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:Persistify::runtime>")
  endif()
endfunction()
cmake_policy(POP)
