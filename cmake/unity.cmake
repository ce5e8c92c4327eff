# Unity builds: the sources of a folder are compiled eight at a time, so that what they
# include is read, and what they instantiate is made, once. Halves the time of a build from
# nothing; -DTILEWRIGHT_UNITY=OFF compiles each file by itself, as the preset debug does.
#
# Law: names in the unnamed namespaces of one folder differ.
option(TILEWRIGHT_UNITY "Compile the sources of a folder eight at a time" ON)
set(tw_unit_files 8)

# tilewright_unite(target [apart]): sources that match the regular expression `apart` stay
# by themselves: those that must be members of an archive of their own, since not everything
# that links the archive may have them (support/module.h).
function(tilewright_unite target)
  if(NOT TILEWRIGHT_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  foreach(source ${sources})
    if(ARGN AND source MATCHES "${ARGN}")
      continue()
    endif()
    # A folder's own sources come in parts where it has folders inside.
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${folder})
    string(REPLACE "/" "_" name ${name})
    if(NOT DEFINED count_${name})
      set(count_${name} 0)
    endif()
    math(EXPR unit "${count_${name}} / ${tw_unit_files}")
    math(EXPR count_${name} "${count_${name}} + 1")
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${name}_${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
