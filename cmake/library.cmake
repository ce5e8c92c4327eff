# The one library that users link: everything in a shared object that exports
# the public API only, and what `cmake --install` puts where.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(tilewright SHARED $<TARGET_OBJECTS:tw_api>)
add_library(tilewright::tilewright ALIAS tilewright)
# The dynamic loader would look up every symbol of LLVM and LAPACK in every library
# of the process, which took longer than to load a program's kernels.
set_target_properties(tilewright PROPERTIES TILEWRIGHT_SELF_CONTAINED ON
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  INSTALL_RPATH "$ORIGIN")
target_include_directories(tilewright PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(tilewright PUBLIC cxx_std_20)
target_link_libraries(tilewright
  PUBLIC absl::status absl::statusor absl::span
  PRIVATE tw_runtime tw_frontend_stablehlo)
# What static libraries bring stays inside.
target_link_options(tilewright PRIVATE
  -Wl,--exclude-libs,ALL -Wl,--as-needed -Wl,--gc-sections)

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
