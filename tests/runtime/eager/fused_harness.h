// Operations of a recorder in fused mode.
#pragma once

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/eager/recorder.h"

namespace tilewright::eager {

using Sizes = std::vector<int64_t>;

inline Recorder& TheRecorder() {
  static Recorder& recorder = [&]() -> Recorder& {
    setenv("TILEWRIGHT_CACHE", "off", 1);
    EXPECT_TRUE(ProcessRecorder().Configure({.numerics = Numerics::kIeee}).ok());
    return ProcessRecorder();
  }();
  return recorder;
}

inline absl::StatusOr<std::vector<ir::ValueId>> Sum(const Lowering& call) {
  auto sum = call.builder->AppendOne(
      {.kind = ir::OpKind::kAdd, .operands = {call.operands[0], call.operands[1]}});
  if (!sum.ok()) return sum.status();
  return std::vector<ir::ValueId>{*sum};
}
inline absl::StatusOr<std::vector<ir::ValueId>> Same(const Lowering& call) {
  return std::vector<ir::ValueId>{call.operands[0]};
}
inline constexpr Operation kSum = {"sum of two", Sum};
inline constexpr Operation kSame = {"same", Same};

inline int64_t CountOf(const std::string& name) {
  for (const auto& [counter, value] : TheRecorder().counters()) {
    if (counter == name) return value;
  }
  return -1;
}

inline void AwaitCompiler() {
  for (int i = 0; i < 10000; ++i) {
    bool compiling = false;
    for (const SegmentReport& segment : TheRecorder().segments()) {
      compiling |= segment.state == "compiling";
    }
    if (!compiling) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  FAIL() << "the compiler has no end";
}

struct View {
  int buffer = 0;
  int64_t offset = 0;
  Sizes sizes, strides;
};

// One operation of a program: what it reads, and where it writes.
struct Step {
  const Operation* operation;
  std::vector<View> operands;
  View result;
};

inline Operand OperandOf(const View& view, const std::vector<BufferRef>& buffers) {
  Operand operand;
  operand.kind = Operand::Kind::kArray;
  operand.buffer = buffers[view.buffer].get();
  operand.offset = view.offset;
  operand.sizes = view.sizes;
  operand.strides = view.strides;
  return operand;
}

inline absl::Status RecordStep(const Step& step, const std::vector<BufferRef>& buffers) {
  std::vector<Operand> operands;
  for (const View& view : step.operands) operands.push_back(OperandOf(view, buffers));
  const Operand result = OperandOf(step.result, buffers);
  Call call;
  call.operation = step.operation;
  call.operands = operands;
  call.results = {&result, 1};
  return TheRecorder().Record(call).status();
}

}  // namespace tilewright::eager
