# Run by cpack when the files of a package lie together, before they are packed.
if(CPACK_PERSISTIFY_FAULTS)
  message(WARNING "made from a build with tests: PERSISTIFY_FAULT plants faults in this tool; scripts/package makes one for release")
endif()
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${root}/share/doc/persistify)
if(NOT EXISTS ${doc}/LICENSE OR NOT EXISTS ${doc}/CHANGELOG.md)
  message(FATAL_ERROR "debian.cmake: the package has no ${doc}/LICENSE or CHANGELOG.md")
endif()

# The Apache licence itself is on every such system.
file(READ ${doc}/LICENSE license)
if(NOT license MATCHES "\n-+ LLVM Exceptions to the Apache 2.0 License -+\n(.*)$")
  message(FATAL_ERROR "debian.cmake: ${doc}/LICENSE has no LLVM exceptions")
endif()
string(STRIP "${CMAKE_MATCH_1}" exceptions)
string(REGEX REPLACE "\n\n+" "\n.\n" exceptions "${exceptions}")
string(REPLACE "\n" "\n " exceptions "${exceptions}")
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: persistify

Files: *
Copyright: the persistify developers
License: Apache-2.0-with-LLVM-exceptions
 On Debian systems the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0. These exceptions are added to it:
 .
 ${exceptions}
")
file(REMOVE ${doc}/LICENSE)

function(compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
compress(${doc}/changelog)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog.Debian "persistify (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Package of version ${CPACK_PACKAGE_VERSION}; what changed is in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
compress(${doc}/changelog.Debian)
file(GLOB pages ${root}/share/man/man1/*.1)
foreach(page IN LISTS pages)
  compress(${page})
endforeach()
file(GLOB archives ${root}/lib/*.a ${root}/lib/*/*.a)
foreach(archive IN LISTS archives)
  execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives ${archive}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# zsh of Debian looks in vendor-completions.
file(MAKE_DIRECTORY ${root}/share/zsh/vendor-completions)
file(GLOB completions ${root}/share/zsh/site-functions/_*)
foreach(file IN LISTS completions)
  cmake_path(GET file FILENAME name)
  file(RENAME ${file} ${root}/share/zsh/vendor-completions/${name})
endforeach()
file(REMOVE_RECURSE ${root}/share/zsh/site-functions)
file(GLOB_RECURSE all ${root}/*)
foreach(file IN LISTS all)
  if(NOT IS_SYMLINK ${file})
    if(file MATCHES "/bin/[^/]*$")
      file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    else()
      file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endif()
endforeach()
