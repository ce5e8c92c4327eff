// A kernel of open sizes, run by itself.
#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "jit/llvm/target.h"
#include "runtime/memory/block.h"
#include "runtime/run/open_kernel.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {

inline CompileOptions OptionsFor(std::vector<int64_t> sizes, Numerics numerics,
                                 const std::string& target = "native") {
  CompileOptions options;
  options.sizes = std::move(sizes);
  options.facts.kernel.numerics = numerics;
  options.facts.kernel.target = *jit::FindTarget(target);
  options.facts.chip = "v5e";
  options.cache_mode = "off";
  return options;
}

// Runs it on memory between unreadable pages, of exactly the program's bytes. The first
// output lies over input `over`, unless that is negative.
inline std::vector<Array> RunOn(const OpenKernel& kernel, const ir::Program& sized,
                                const std::vector<int64_t>& sizes,
                                const std::vector<Array>& inputs, int threads,
                                int over = -1) {
  std::vector<Block> blocks;
  std::vector<void*> arguments;
  const auto add = [&](int64_t bytes) {
    blocks.push_back(*Block::Allocate(bytes, "an array", Block::Kind::kGuarded));
    arguments.push_back(blocks.back().data());
  };
  for (const Array& input : inputs) {
    add(static_cast<int64_t>(input.bytes.size()));
    std::memcpy(arguments.back(), input.bytes.data(), input.bytes.size());
  }
  for (const TensorType& type : sized.OutputTypes()) {
    const bool lies_over = over >= 0 && arguments.size() == inputs.size();
    lies_over ? arguments.push_back(arguments[over]) : add(type.byte_size());
  }
  const OpenKernel::Sized at = kernel.At(sizes).value();
  const int64_t scratch_bytes = at.scratch_bytes;
  std::vector<char> scratch(scratch_bytes * threads + 64);
  Crew crew;
  crew.pool = &ThreadPool::Process();
  crew.threads = threads;
  crew.scratch = scratch.data() + 64 - reinterpret_cast<uintptr_t>(scratch.data()) % 64;
  crew.scratch_bytes = scratch_bytes;
  const Block temporary =
      *Block::Allocate(at.temporary_bytes, "temporaries", Block::Kind::kPlain);
  const absl::Status ran = kernel.Run(at, arguments, crew, temporary.data());
  EXPECT_TRUE(ran.ok()) << ran;
  std::vector<Array> outputs;
  for (const TensorType& type : sized.OutputTypes()) {
    Array& output = outputs.emplace_back(type);
    std::memcpy(output.bytes.data(), arguments[inputs.size() + outputs.size() - 1],
                output.bytes.size());
  }
  return outputs;
}

}  // namespace tilewright::runtime
