# The emitter's identity: a hash over every source that decides what plans and
# objects are made of a program. Part of every cache key, so that a changed
# compiler never finds a former one's entries.
#
# Included by the project, this makes the library tw_emitter_id of a generated
# source, which is made again whenever one of the sources changes. Run as a script (with
# ROOT and OUTPUT), it writes that source.

# Every source of the folders and of all folders inside, relative to `root`. `depends`:
# CONFIGURE_DEPENDS where a build is configured, nothing in a script.
function(tilewright_emitter_sources root depends result)
  set(globs)
  foreach(folder support ir chip tile codegen plan jit)
    foreach(ending h cc json inc)
      list(APPEND globs ${root}/${folder}/*.${ending})
    endforeach()
  endforeach()
  file(GLOB_RECURSE sources ${depends} RELATIVE ${root} ${globs})
  list(SORT sources)
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  tilewright_emitter_sources(${ROOT} "" sources)
  set(all "")
  foreach(source ${sources})
    file(SHA256 ${ROOT}/${source} hash)
    string(APPEND all "${source} ${hash}\n")
  endforeach()
  string(SHA256 id "${all}")
  file(WRITE ${OUTPUT} "// Made by cmake/emitter_id.cmake.
#include \"jit/generator/emitter_id.h\"

namespace tilewright::jit {

absl::string_view EmitterId() { return \"${id}\"; }

}  // namespace tilewright::jit
")
  return()
endif()

tilewright_emitter_sources(${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS tw_emitter_sources)
list(TRANSFORM tw_emitter_sources PREPEND ${PROJECT_SOURCE_DIR}/)
set(tw_emitter_output ${CMAKE_CURRENT_BINARY_DIR}/generated/emitter_id.cc)
# The list itself is written where a file that goes changes it: ninja would not know.
set(tw_emitter_list ${CMAKE_CURRENT_BINARY_DIR}/generated/emitter_sources.txt)
file(CONFIGURE OUTPUT ${tw_emitter_list} CONTENT "${tw_emitter_sources}")
add_custom_command(
  OUTPUT ${tw_emitter_output}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DOUTPUT=${tw_emitter_output}
          -P ${PROJECT_SOURCE_DIR}/cmake/emitter_id.cmake
  DEPENDS ${tw_emitter_sources} ${tw_emitter_list}
          ${PROJECT_SOURCE_DIR}/cmake/emitter_id.cmake
  COMMENT "Hashing the emitter's sources"
  VERBATIM)
add_library(tw_emitter_id STATIC ${tw_emitter_output})
target_link_libraries(tw_emitter_id PUBLIC tw_flags absl::strings)
target_link_libraries(tw_jit PUBLIC tw_emitter_id)
