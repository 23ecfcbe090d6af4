# What makes an installed persistify usable by other builds: the CMake package
# and the pkg-config file. Both find the rest relative to themselves, so that an
# installed tree may be moved.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Persistify)
set(package_in ${PROJECT_SOURCE_DIR}/cmake/package)
set(package_out ${PROJECT_BINARY_DIR}/package)

configure_package_config_file(${package_in}/PersistifyConfig.cmake.in
  ${package_out}/PersistifyConfig.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${package_out}/PersistifyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${package_out}/PersistifyConfig.cmake ${package_out}/PersistifyConfigVersion.cmake
  ${package_in}/PersistifyTarget.cmake ${package_in}/PersistifyRun.cmake
  DESTINATION ${package_dir})
install(EXPORT PersistifyTargets NAMESPACE Persistify:: DESTINATION ${package_dir})

set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${pc_dir}
  OUTPUT_VARIABLE prefix_from_pc)
configure_file(${package_in}/persistify.pc.in ${package_out}/persistify.pc @ONLY)
install(FILES ${package_out}/persistify.pc DESTINATION ${pc_dir})

# ---- packages: cpack in the build folder, or scripts/package ----------------
if(NOT persistify_on_its_own)
  return() # another project has packages of its own
endif()
set(CPACK_PACKAGE_NAME persistify)
set(CPACK_PACKAGE_VENDOR persistify)
set(PERSISTIFY_PACKAGE_CONTACT "persistify developers <persistify@example.org>" CACHE STRING
    "Name <address> of who makes the packages")
set(CPACK_PACKAGE_CONTACT "${PERSISTIFY_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "source-to-source tool that makes OpenCL host loops persistent kernels")
set(CPACK_PACKAGE_DESCRIPTION "persistify takes an OpenCL program whose host loop launches kernels again
and again and makes the whole loop run inside one persistent kernel, with
the same results.
.
The package has the tool, the runtime library that transformed programs
link, persistify-bench, which measures a program before and after, and
persistify-probe, which says what a device is good for.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
find_program(PERSISTIFY_DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(PERSISTIFY_FILE file) # which dpkg-shlibdeps is asked about
if(PERSISTIFY_DPKG_SHLIBDEPS AND PERSISTIFY_FILE)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_THREADS 0)

set(CPACK_SYSTEM_NAME ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PERSISTIFY_FAULTS ${PERSISTIFY_BUILD_TESTS}) # for debian.cmake

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# By the libraries: Clang, the OpenCL loader. Beside them: Clang's own headers, with which sources are read; what the
# headers of the runtime include and its library links; persistify-bench is written in Python.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libclang-common-${LLVM_VERSION_MAJOR}-dev, opencl-c-headers | opencl-headers, ocl-icd-opencl-dev | opencl-dev, python3:any")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | c++-compiler")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, pkg-config, opencl-clhpp-headers, pocl-opencl-icd | opencl-icd")

# What Debian wants of every package: copyright, changelog, compressed pages.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package/debian.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package/generators.cmake)

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/build[^/]*/;/[.]git/;/[.]cache/;__pycache__;~$;[.]swp$")
include(CPack)
