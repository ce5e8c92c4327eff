# Precompiled headers: the standard library's, abseil's, LLVM's and PyTorch's, which every
# file reads and nobody here changes. Headers of the project are not among them, so that a
# change compiles what includes it and nothing else: but for what most tests of a folder
# include.

# A file's time in the header would make each build's differ, and ccache miss.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang$<SEMICOLON>-fno-pch-timestamp>)

set(tw_common_headers <algorithm> <cstdint> <cstring> <functional> <map> <memory> <optional>
  <set> <string> <utility> <vector> <absl/container/flat_hash_map.h>
  <absl/status/status.h> <absl/status/statusor.h> <absl/strings/str_cat.h>
  <absl/strings/str_join.h> <absl/strings/str_split.h> <absl/types/span.h>)
set(tw_llvm_headers ${tw_common_headers} <llvm/IR/Constants.h> <llvm/IR/DerivedTypes.h>
  <llvm/IR/IRBuilder.h> <llvm/IR/Intrinsics.h> <llvm/IR/Module.h>)
set(tw_test_headers ${tw_common_headers} <cmath> <filesystem> <fstream> <random>
  <gmock/gmock.h> <gtest/gtest.h>)
set(tw_test_llvm_headers ${tw_test_headers} <llvm/ExecutionEngine/Orc/LLJIT.h>
  <llvm/IR/IRBuilder.h> <llvm/IR/Module.h>)
set(tests ${PROJECT_SOURCE_DIR}/tests)
set(tw_test_ir_headers ${tw_test_headers} ${tests}/ir/check/harness.h)
set(tw_test_runtime_headers ${tw_test_headers} ${tests}/runtime/program_harness.h)
set(tw_test_api_headers ${tw_test_headers} ${tests}/api/kernel_harness.h)
set(tw_torch_headers ${tw_common_headers} <cmath> <ATen/core/Tensor.h> <ATen/ExpandUtils.h>
  <ATen/WrapDimUtils.h> <ATen/native/Resize.h> <ATen/native/TypeProperties.h>
  <torch/library.h>)
set(tw_tool_headers ${tw_common_headers} <CLI/CLI.hpp> <nlohmann/json.hpp>)

# tilewright_precompile(target kind): the first target of a kind makes them, others use
# them. Kinds: common, llvm, tool, torch, test; test_llvm, test_ir, test_runtime, test_api.
function(tilewright_precompile target kind)
  get_property(maker GLOBAL PROPERTY tw_precompiled_${kind})
  if(maker)
    target_precompile_headers(${target} REUSE_FROM ${maker})
  else()
    target_precompile_headers(${target} PRIVATE ${tw_${kind}_headers})
    set_property(GLOBAL PROPERTY tw_precompiled_${kind} ${target})
  endif()
endfunction()
