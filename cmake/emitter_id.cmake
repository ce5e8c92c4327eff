# The emitter's identity: a hash over every source that decides what plans and
# objects are made of a program. Part of every cache key, so that a changed
# compiler never finds a former one's entries.
#
# Included by the project, this makes the library tw_emitter_id of a generated
# source, which is made again whenever one of the sources changes. Run as a script (with ROOT,
# SOURCES and OUTPUT), it writes that source.

if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "|" ";" SOURCES "${SOURCES}")
  set(all "")
  foreach(source ${SOURCES})
    file(SHA256 ${ROOT}/${source} hash)
    string(APPEND all "${source} ${hash}\n")
  endforeach()
  string(SHA256 id "${all}")
  file(WRITE ${OUTPUT} "// Made by cmake/emitter_id.cmake.
#include \"jit/emitter_id.h\"

namespace tilewright::jit {

absl::string_view EmitterId() { return \"${id}\"; }

}  // namespace tilewright::jit
")
  return()
endif()

set(tw_emitter_globs)
foreach(folder support ir chip chip/data tile codegen plan jit)
  foreach(ending h cc json inc)
    list(APPEND tw_emitter_globs ${PROJECT_SOURCE_DIR}/${folder}/*.${ending})
  endforeach()
endforeach()
file(GLOB tw_emitter_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${tw_emitter_globs})
list(SORT tw_emitter_sources)
string(REPLACE ";" "|" tw_emitter_list "${tw_emitter_sources}")
set(tw_emitter_files ${tw_emitter_sources})
list(TRANSFORM tw_emitter_files PREPEND ${PROJECT_SOURCE_DIR}/)
set(tw_emitter_output ${CMAKE_CURRENT_BINARY_DIR}/generated/emitter_id.cc)
add_custom_command(
  OUTPUT ${tw_emitter_output}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DSOURCES=${tw_emitter_list}"
          -DOUTPUT=${tw_emitter_output} -P ${PROJECT_SOURCE_DIR}/cmake/emitter_id.cmake
  DEPENDS ${tw_emitter_files} ${PROJECT_SOURCE_DIR}/cmake/emitter_id.cmake
  COMMENT "Hashing the emitter's sources"
  VERBATIM)
add_library(tw_emitter_id STATIC ${tw_emitter_output})
target_link_libraries(tw_emitter_id PUBLIC tw_flags absl::strings)
target_link_libraries(tw_jit PUBLIC tw_emitter_id)
