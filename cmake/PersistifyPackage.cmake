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
