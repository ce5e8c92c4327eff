# PyTorch's device: a Python extension that is built against one PyTorch, the one that
# TILEWRIGHT_TORCH_PYTHON imports. All else of it is in libtilewright.so.
#
# Included by the project, and by python/torch/CMakeLists.txt, which builds the extension on
# a library that is installed. Both have targets `tw_flags` and `tw_torch_door`, and say
# what to link by TILEWRIGHT_LIBRARY.
option(TILEWRIGHT_TORCH "Build the device for PyTorch" OFF)
if(NOT TILEWRIGHT_TORCH)
  return()
endif()
set(TILEWRIGHT_TORCH_PYTHON python3 CACHE FILEPATH "A Python that has PyTorch")
# -P: what lies in the current folder is not to be imported.
execute_process(
  COMMAND ${TILEWRIGHT_TORCH_PYTHON} -P -c
    "import os; os.environ['TORCH_DEVICE_BACKEND_AUTOLOAD'] = '0'
import sysconfig, torch
print(os.path.dirname(torch.__file__), sysconfig.get_paths()['include'],
      sysconfig.get_config_var('EXT_SUFFIX'), torch.__version__.partition('+')[0], sep=';')"
  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
list(GET found 0 torch_dir)
list(GET found 1 python_include)
list(GET found 2 extension_suffix)
list(GET found 3 torch_version)

# Not by find_package(Torch), which defines macros of its own for all that links it and
# puts folders of other machines into the run path.
add_library(tw_torch INTERFACE)
target_include_directories(tw_torch SYSTEM INTERFACE
  ${torch_dir}/include ${torch_dir}/include/torch/csrc/api/include ${python_include})
foreach(part c10 torch_cpu torch torch_python)
  find_library(TORCH_LIBRARY_${part} ${part} PATHS ${torch_dir}/lib NO_DEFAULT_PATH REQUIRED)
  target_link_libraries(tw_torch INTERFACE ${TORCH_LIBRARY_${part}})
endforeach()

set(torch_sources)
foreach(folder device kernels kernels/foreach kernels/layers kernels/routines
    kernels/statistics module)
  file(GLOB in_folder CONFIGURE_DEPENDS ${tw_root}/frontend/torch/${folder}/*.cc)
  list(APPEND torch_sources ${in_folder})
endforeach()
add_library(tilewright_torch MODULE ${torch_sources})
target_link_libraries(tilewright_torch PRIVATE tw_flags tw_torch tw_torch_door
  ${TILEWRIGHT_LIBRARY} absl::status absl::statusor absl::cord absl::strings)
tilewright_precompile(tilewright_torch torch)
# Python finds PyTorch's libraries by importing it; ours lies beside the package.
set(torch_output ${CMAKE_BINARY_DIR}/torch)
set_target_properties(tilewright_torch PROPERTIES PREFIX "" OUTPUT_NAME _device
  SUFFIX ${extension_suffix} LIBRARY_OUTPUT_DIRECTORY ${torch_output}
  BUILD_RPATH "${CMAKE_BINARY_DIR}" INSTALL_RPATH "$ORIGIN/../lib")
target_link_options(tilewright_torch PRIVATE -Wl,-z,nodelete -Wl,--as-needed
  -Wl,--gc-sections)
# libtorch exports its registrations, which are of default visibility.
target_compile_options(tilewright_torch PRIVATE -Wno-deprecated-declarations)

# The package looks at it before it loads the extension, which another PyTorch may crash.
file(CONFIGURE OUTPUT ${torch_output}/built_for.txt CONTENT "${torch_version}\n")
install(TARGETS tilewright_torch COMPONENT torch EXCLUDE_FROM_ALL
  LIBRARY DESTINATION tilewright/torch)
install(FILES ${torch_output}/built_for.txt COMPONENT torch EXCLUDE_FROM_ALL
  DESTINATION tilewright/torch)
