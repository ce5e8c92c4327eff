# Precompiled headers: the standard library's, abseil's and LLVM's, which every file reads
# and nobody here changes. Headers of the project are never among them, so that a change
# compiles what includes it and nothing else.

# A file's time in the header would make each build's differ, and ccache miss.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang$<SEMICOLON>-fno-pch-timestamp>)

set(tw_common_headers <algorithm> <cstdint> <cstring> <functional> <map> <memory> <optional>
  <set> <string> <utility> <vector> <absl/container/flat_hash_map.h>
  <absl/status/status.h> <absl/status/statusor.h> <absl/strings/str_cat.h>
  <absl/strings/str_join.h> <absl/strings/str_split.h> <absl/types/span.h>)
set(tw_llvm_headers ${tw_common_headers} <llvm/IR/Constants.h> <llvm/IR/DerivedTypes.h>
  <llvm/IR/IRBuilder.h> <llvm/IR/Intrinsics.h> <llvm/IR/Module.h>)
set(tw_test_headers ${tw_common_headers} <cmath> <fstream> <gmock/gmock.h>
  <gtest/gtest.h>)
set(tw_tool_headers ${tw_common_headers} <CLI/CLI.hpp> <nlohmann/json.hpp>)

# tilewright_precompile(target kind): the first target of a kind makes them, others use
# them. Kinds: common, llvm, test, tool.
function(tilewright_precompile target kind)
  get_property(maker GLOBAL PROPERTY tw_precompiled_${kind})
  if(maker)
    target_precompile_headers(${target} REUSE_FROM ${maker})
  else()
    target_precompile_headers(${target} PRIVATE ${tw_${kind}_headers})
    set_property(GLOBAL PROPERTY tw_precompiled_${kind} ${target})
  endif()
endfunction()
