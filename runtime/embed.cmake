# Writes OUTPUT, a C file with the device library and the probes as strings.
#   cmake -DOUTPUT=... -DHOST=runtime/host -DDEVICE=runtime/device -P embed.cmake
# The order of the parts is the library's; scripts that build without CMake
# read it from here.
set(PARTS prelude backend_c11 backend_ptx backend_cl1 wait timeline barrier_counter barrier_striped barrier_xf barrier_sense barrier_tree barrier gather discovery_free discovery_lock discovery semaphore memory ids meet copies)

function(quote out file)
  file(READ "${file}" text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n\"" text "${text}")
  set(${out} "\"${text}\"\n" PARENT_SCOPE)
endfunction()

quote(control "${HOST}/control.h")
set(content "// Generated from runtime/device by embed.cmake. Do not edit.
extern const char persistify_device_text[];
extern const char persistify_probe_text[];
const char persistify_device_text[] =
${control}")
foreach(part IN LISTS PARTS)
  quote(text "${DEVICE}/${part}.cl")
  string(APPEND content "${text}")
endforeach()
quote(probe "${DEVICE}/probe.cl")
string(APPEND content ";\nconst char persistify_probe_text[] =\n${probe};\n")
file(WRITE "${OUTPUT}" "${content}")
