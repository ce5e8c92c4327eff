# The one library that users link: a shared object that exports the public API only,
# its modules beside it, and what `cmake --install` puts where.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(tilewright SHARED $<TARGET_OBJECTS:tw_api> $<TARGET_OBJECTS:tw_frontend_pjrt>
  $<TARGET_OBJECTS:tw_frontend_torch>)
add_library(tilewright::tilewright ALIAS tilewright)
# The dynamic loader would look up every symbol of LLVM and LAPACK in every library
# of the process, which took longer than to load a program's kernels.
# What is built searches the folders that what is installed does: a path that CMake means
# to replace later ends with a colon, which is the folder that a user stands in.
set_target_properties(tilewright PROPERTIES TILEWRIGHT_SELF_CONTAINED ON
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION}  # before 1.0 each is its own
  INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
target_include_directories(tilewright PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(tilewright PUBLIC cxx_std_20)
target_link_libraries(tilewright
  PRIVATE tw_runtime tw_frontend
  # Before abseil's two dozen libraries: the dynamic loader looks every name up in the
  # order in which a program names its libraries, and most are these.
  INTERFACE stdc++ m gcc_s c
  PUBLIC absl::status absl::statusor absl::span)
# What static libraries bring stays inside. A host that closes the library finds it mapped
# all the same: its threads may be anywhere in it, and cannot be waited for under the
# loader's lock.
set(inside -Wl,--exclude-libs,ALL -Wl,--as-needed -Wl,--gc-sections -Wl,-z,nodelete)
target_link_options(tilewright PRIVATE ${inside})

# tilewright_module(name SOURCE LIBS...): a part that is loaded when it is first wanted
# (support/module.h). SOURCE defines the function that it exports.
function(tilewright_module name source)
  set(module tilewright_module_${name})
  add_library(${module} SHARED ${PROJECT_SOURCE_DIR}/${source})
  set_target_properties(${module} PROPERTIES
    OUTPUT_NAME tilewright-${name} SUFFIX .so.${PROJECT_VERSION} NO_SONAME ON
    BUILD_WITH_INSTALL_RPATH ON)
  target_link_libraries(${module} PRIVATE ${ARGN})
  target_link_options(${module} PRIVATE ${inside})
  # Whoever builds the library has what it loads.
  add_dependencies(tilewright ${module})
  install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
tilewright_module(codegen jit/generator/code_generator.cc tw_jit)
tilewright_module(routines runtime/routines/routine_table.cc tw_runtime)
set_target_properties(tilewright_module_codegen tilewright_module_routines PROPERTIES
  TILEWRIGHT_SELF_CONTAINED ON)
target_link_options(tilewright_module_routines PRIVATE
  LINKER:--wrap=getenv)  # runtime/routines/openblas_core.cc
# Its libraries share OpenSSL, which is to be there once.
tilewright_module(remote cache/remote/open_remote.cc tw_cache_remote)

# The plugin that JAX and other users of PJRT load: a door to the library.
add_library(tilewright_pjrt SHARED ${PROJECT_SOURCE_DIR}/frontend/pjrt/plugin/get_api.cc)
set_target_properties(tilewright_pjrt PROPERTIES OUTPUT_NAME tilewright-pjrt NO_SONAME ON
  INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
target_link_libraries(tilewright_pjrt PRIVATE tw_flags tilewright)
target_link_options(tilewright_pjrt PRIVATE -Wl,-z,nodelete)
install(TARGETS tilewright_pjrt LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

install(TARGETS tilewright EXPORT tilewright_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tilewright
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tilewright)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tilewright)
install(EXPORT tilewright_targets NAMESPACE tilewright:: DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tilewrightConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
file(WRITE ${PROJECT_BINARY_DIR}/tilewrightConfig.cmake
"include(CMakeFindDependencyMacro)
find_dependency(absl)
include(\${CMAKE_CURRENT_LIST_DIR}/tilewright_targets.cmake)
")
install(FILES ${PROJECT_BINARY_DIR}/tilewrightConfig.cmake
  ${PROJECT_BINARY_DIR}/tilewrightConfigVersion.cmake DESTINATION ${package_dir})
