# One static library a folder (codegen/ has two); what a folder may link is what it may include
# (docs/design.md; tools/check_includes.py holds the table against the code).

include(cmake/precompiled.cmake)
include(cmake/unity.cmake)

add_library(tw_flags INTERFACE)
target_include_directories(tw_flags INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
# Without contraction, sums of our own (a cost model's, whose near ties choose tiles) are the
# same on every machine.
target_compile_options(tw_flags INTERFACE -Wall -Wextra -Werror -ffp-contract=off
  -Wno-unused-parameter -Wno-missing-field-initializers)
if(TILEWRIGHT_SANITIZE)
  target_compile_options(tw_flags INTERFACE -fsanitize=${TILEWRIGHT_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(tw_flags INTERFACE -fsanitize=${TILEWRIGHT_SANITIZE})
endif()

# tilewright_library(name FOLDER folder [WITHOUT sub-folders...] LIBS libraries...
# [PRECOMPILED kind] [APART regex]): every .cc of the folder and its sub-folders, but for
# those that are libraries of their own.
function(tilewright_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILED;APART" "FOLDER;WITHOUT;LIBS")
  set(sources)
  foreach(folder ${arg_FOLDER})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cc)
    foreach(sub ${arg_WITHOUT})
      list(FILTER found EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${folder}/${sub}/")
    endforeach()
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC tw_flags ${arg_LIBS})
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED common)
  endif()
  tilewright_precompile(${name} ${arg_PRECOMPILED})
  tilewright_unite(${name} ${arg_APART})
endfunction()

# A target with the property TILEWRIGHT_SELF_CONTAINED (the library that users link, its
# modules) has what it calls of LLVM, LAPACK and hashes inside; tests, of which there are
# many, share one of each.
set(self_contained "$<BOOL:$<TARGET_PROPERTY:TILEWRIGHT_SELF_CONTAINED>>")

add_library(tw_hashes INTERFACE)
target_link_libraries(tw_hashes INTERFACE
  "$<IF:${self_contained},${CRYPTO_ARCHIVE};${XXHASH_ARCHIVE},OpenSSL::Crypto;${XXHASH_LIBRARY}>")

# tilewright_linked_module(folder function): programs that link the folder's archive have
# in themselves what libtilewright.so has in a module (support/module.h): its function
# is wanted, although nothing but weak references asks for it.
function(tilewright_linked_module folder function)
  target_link_options(${folder} INTERFACE
    "$<$<NOT:${self_contained}>:LINKER:--undefined=${function}>")
endfunction()

# LLVM's headers are third-party: no warnings from them. Its archives name the shared
# libraries of the compressions that they know; ours come before.
set(llvm_parts LLVMOrcJIT LLVMPasses)
foreach(target X86 AArch64)
  foreach(part CodeGen AsmParser Desc Disassembler Info)
    list(APPEND llvm_parts LLVM${target}${part})
  endforeach()
endforeach()
add_library(tw_llvm INTERFACE)
target_include_directories(tw_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(tw_llvm INTERFACE
  "$<IF:${self_contained},${Z_ARCHIVE};${ZSTD_ARCHIVE};${llvm_parts},LLVM>")
target_link_directories(tw_llvm INTERFACE ${LLVM_LIBRARY_DIRS})

tilewright_library(tw_support FOLDER support LIBS absl::status absl::statusor absl::strings absl::span
  absl::flat_hash_map tw_hashes Threads::Threads ${CMAKE_DL_LIBS})
set_property(SOURCE ${PROJECT_SOURCE_DIR}/support/module.cc APPEND PROPERTY
  COMPILE_DEFINITIONS TILEWRIGHT_VERSION="${PROJECT_VERSION}")
tilewright_library(tw_ir FOLDER ir LIBS tw_support)
tilewright_library(tw_chip FOLDER chip LIBS tw_support nlohmann_json::nlohmann_json)
# chip/data/*.json, embedded so that an installed program needs no data files.
file(GLOB chip_data CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/chip/data/*.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${chip_data})
set(TILEWRIGHT_CHIP_TEXTS "")
foreach(file ${chip_data})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND TILEWRIGHT_CHIP_TEXTS "{\"${name}\", R\"json(${text})json\"},\n")
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/chip/embedded_data.cc.in
  ${PROJECT_BINARY_DIR}/chip/embedded_data.cc @ONLY)
target_sources(tw_chip PRIVATE ${PROJECT_BINARY_DIR}/chip/embedded_data.cc)
tilewright_library(tw_tile FOLDER tile LIBS tw_ir tw_chip)
tilewright_library(tw_plan FOLDER plan LIBS tw_ir)
# Planning knows no LLVM; emission is the rest.
set(emission math scalar eval emit)
tilewright_library(tw_codegen FOLDER codegen WITHOUT ${emission} LIBS tw_tile tw_plan
  APART "/facts/|/print_plan")
list(TRANSFORM emission PREPEND codegen/)
tilewright_library(tw_codegen_emit FOLDER ${emission} LIBS tw_codegen tw_llvm
  PRECOMPILED llvm)
tilewright_library(tw_cache_remote FOLDER cache/remote
  LIBS tw_support CURL::libcurl ${HIREDIS_LIBRARY} APART "/remote/")
tilewright_linked_module(tw_cache_remote tilewright_remote)
tilewright_library(tw_cache FOLDER cache WITHOUT remote LIBS tw_support tw_cache_remote)
tilewright_library(tw_jit FOLDER jit LIBS tw_codegen_emit tw_cache tw_llvm
  PRECOMPILED llvm APART "/jit/")
tilewright_linked_module(tw_jit tilewright_code_generator)
if(TARGET tw_jit)
  include(cmake/emitter_id.cmake)
endif()
tilewright_library(tw_runtime FOLDER runtime LIBS tw_jit tw_chip absl::cord
  "$<IF:${self_contained},${LAPACK_ARCHIVE};${FORTRAN_LIBRARY},${LAPACK_LIBRARY}>" APART "/runtime/")
tilewright_linked_module(tw_runtime tilewright_routines)
tilewright_library(tw_frontend_stablehlo FOLDER frontend/stablehlo LIBS tw_ir)
tilewright_library(tw_frontend_bytecode FOLDER frontend/bytecode LIBS tw_frontend_stablehlo)
tilewright_library(tw_frontend FOLDER frontend WITHOUT stablehlo bytecode pjrt torch
  LIBS tw_frontend_stablehlo tw_frontend_bytecode)
# The PJRT C API, and beside it the plugin (cmake/library.cmake) that hands it out.
tilewright_library(tw_frontend_pjrt FOLDER frontend/pjrt WITHOUT plugin
  LIBS tw_runtime tw_frontend)
# PyTorch's operations in ir, and the door through which the library that is built against
# PyTorch (cmake/torch.cmake) comes to them and to the eager device.
include(cmake/torch_door.cmake)
tilewright_library(tw_frontend_torch FOLDER frontend/torch WITHOUT device kernels module
  LIBS tw_runtime tw_torch_door)
tilewright_library(tw_api FOLDER api LIBS tw_runtime tw_frontend nlohmann_json::nlohmann_json)
if(TARGET tw_api)
  # examples/pack/*.mlir, embedded for the same reason as the chips.
  file(GLOB pack_templates CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/pack/*.mlir)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pack_templates})
  set(TILEWRIGHT_PACK_TEXTS "")
  foreach(file ${pack_templates})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND TILEWRIGHT_PACK_TEXTS "{\"${name}\", R\"mlir(${text})mlir\"},\n")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/api/pack_templates.cc.in
    ${PROJECT_BINARY_DIR}/api/pack_templates.cc @ONLY)
  target_sources(tw_api PRIVATE ${PROJECT_BINARY_DIR}/api/pack_templates.cc)
  target_compile_definitions(tw_api PRIVATE
    TILEWRIGHT_VERSION="${PROJECT_VERSION}" TILEWRIGHT_LLVM_VERSION="${LLVM_PACKAGE_VERSION}")
  include(cmake/library.cmake)
  set(TILEWRIGHT_LIBRARY $<TARGET_FILE:tilewright>)
  include(cmake/torch.cmake)
  if(TARGET tilewright_torch)
    add_dependencies(tilewright_torch tilewright)
  endif()
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/tools/CMakeLists.txt)
  add_subdirectory(tools)
endif()
if(TILEWRIGHT_TESTS AND EXISTS ${PROJECT_SOURCE_DIR}/tests/CMakeLists.txt)
  enable_testing()
  add_subdirectory(tests)
endif()
