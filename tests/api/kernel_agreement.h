// Kernels beside the reference, which evaluates their tile programs by definition.
#pragma once

#include <vector>

#include "api/kernel_impl.h"
#include "tests/api/kernel_harness.h"
#include "tests/reference/evaluate.h"
#include "tests/reference/plan_run.h"

namespace tilewright {

// Multiples of an eighth, and indices below `limit`.
inline reference::Array Data(const tile::Operand& operand, uint32_t seed, int limit) {
  reference::Array array = {operand.type, {}};
  for (int64_t i = 0; i < operand.type.num_elements(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    const int number = static_cast<int>(seed >> 16 & 0xff);
    if (ir::IsFloat(operand.type.element)) {
      array.elements.push_back(
          {reference::Nearest(operand.type.element, (number - 128) / 8.0L), 0, 0});
    } else {
      array.elements.push_back(
          reference::FromInteger(operand.type.element, number % limit));
    }
  }
  return array;
}

// Runs the kernel in both numerics and compares each output with the reference's.
inline void ExpectAgreement(const absl::StatusOr<Kernel>& kernel, int limit = 4) {
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const tile::Kernel& inside = *kernel->impl().kernel;
  for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
    std::vector<reference::Array> arrays;
    std::vector<reference::Memory> bytes;
    std::vector<absl::Span<const uint8_t>> inputs;
    for (const tile::Operand& operand : inside.operands) {
      if (operand.before >= 0) {
        arrays.push_back(arrays[operand.before]);
        bytes.emplace_back(operand.type.byte_size());
        continue;
      }
      arrays.push_back(Data(operand, static_cast<uint32_t>(arrays.size()), limit));
      bytes.emplace_back(operand.type.byte_size());
      bytes.back().Store(0, arrays.back());
      if (!operand.is_input()) continue;
      inputs.push_back(
          {bytes.back().data(), static_cast<size_t>(operand.type.byte_size())});
    }
    CompileOptions options = Ieee();
    if (numerics == Numerics::kTpu) options.numerics = NumericMode::kTpu;
    const auto outputs = RunKernel(kernel, inputs, options);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const absl::Status evaluated = reference::Evaluate(
        inside.For(numerics, /*debug=*/false), absl::MakeSpan(arrays));
    ASSERT_TRUE(evaluated.ok()) << evaluated;
    size_t next = 0;
    for (size_t o = 0; o < arrays.size(); ++o) {
      if (!inside.operands[o].is_output) continue;
      const reference::Agreement agreement =
          reference::Compare(arrays[o], (*outputs)[next++].data());
      EXPECT_EQ(agreement.difference, "") << Name(numerics);
      EXPECT_EQ(agreement.unknown, 0);
    }
  }
}

// The same bytes with checks, which find nothing.
inline void ExpectSameWithChecks(const absl::StatusOr<Kernel>& kernel) {
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  std::vector<reference::Memory> memory;
  std::vector<absl::Span<const uint8_t>> inputs;
  for (const tile::Operand& operand : kernel->impl().kernel->operands) {
    if (!operand.is_input()) continue;
    memory.emplace_back(operand.type.byte_size());
    memory.back().Store(0, Data(operand, static_cast<uint32_t>(memory.size()), 4));
  }
  for (size_t i = 0; i < memory.size(); ++i) {
    inputs.push_back(
        {memory[i].data(), static_cast<size_t>(kernel->inputs()[i].byte_size())});
  }
  const auto plain = RunKernel(kernel, inputs);
  const auto checked = RunKernel(kernel, inputs, Checked());
  ASSERT_TRUE(plain.ok()) << plain.status();
  ASSERT_TRUE(checked.ok()) << checked.status();
  for (size_t o = 0; o < plain->size(); ++o) {
    EXPECT_TRUE((*plain)[o].bytes() == (*checked)[o].bytes()) << "output " << o;
  }
}

}  // namespace tilewright
