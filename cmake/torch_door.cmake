# What libtilewright.so and the extension for PyTorch have in common, as a hash: abstract
# classes and plain data of these headers, whose two sides must have been compiled from
# equal text. It is compared when the extension is loaded.
#
# Included by the project, this makes tw_torch_door, whose users include
# "torch_door_version.h", made again whenever one of the headers changes. Run as a script
# (with ROOT and OUTPUT), it writes that header.

# CONFIGURE_DEPENDS is for `depends`, nothing in a script.
function(tilewright_door_headers root depends result)
  file(GLOB headers ${depends} ${root}/runtime/eager/*.h
       ${root}/runtime/eager/memory/buffer.h ${root}/runtime/eager/graph/graph.h
    ${root}/frontend/torch/door/*.h)
  list(APPEND headers ${root}/frontend/torch/lower/operations.h
    ${root}/ir/element_type.h ${root}/support/numerics.h)
  list(SORT headers)
  set(${result} ${headers} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  tilewright_door_headers(${ROOT} "" headers)
  set(all "")
  foreach(header ${headers})
    file(SHA256 ${header} hash)
    string(APPEND all "${hash}\n")
  endforeach()
  string(SHA256 id "${all}")
  string(SUBSTRING ${id} 0 16 id)
  file(WRITE ${OUTPUT} "// Made by cmake/torch_door.cmake.
#pragma once

#define TILEWRIGHT_TORCH_DOOR \"${id}\"
")
  return()
endif()

get_filename_component(tw_root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
tilewright_door_headers(${tw_root} CONFIGURE_DEPENDS tw_door_headers)
set(tw_door_folder ${CMAKE_BINARY_DIR}/generated/torch_door)
add_custom_command(
  OUTPUT ${tw_door_folder}/torch_door_version.h
  COMMAND ${CMAKE_COMMAND} -DROOT=${tw_root} -DOUTPUT=${tw_door_folder}/torch_door_version.h
          -P ${tw_root}/cmake/torch_door.cmake
  DEPENDS ${tw_door_headers} ${tw_root}/cmake/torch_door.cmake
  COMMENT "Hashing the door to PyTorch's device"
  VERBATIM)
add_custom_target(tw_torch_door_version DEPENDS ${tw_door_folder}/torch_door_version.h)
add_library(tw_torch_door INTERFACE)
target_include_directories(tw_torch_door INTERFACE ${tw_door_folder})
add_dependencies(tw_torch_door tw_torch_door_version)
