// That operations are written against sizes that need be no numbers.
#include "frontend/torch/lower/operations.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/check/checked_builder.h"
#include "ir/check/verify.h"

namespace tilewright::torch_lower {
namespace {

using ir::ElementType;
using ir::Shape;
using ir::Size;
using ir::TensorType;

// A program of one operation; "b" is a symbol in all types.
class OpenProgram {
 public:
  OpenProgram() : b_(*builder_.AddSymbol("b", {.at_least = 2})) {}

  Size b() const { return b_; }
  void In(ElementType element, std::vector<Size> sizes) {
    operands_.push_back(*builder_.AddInput({element, Shape(std::move(sizes))}));
  }
  void Out(ElementType element, std::vector<Size> sizes) {
    results_.push_back({element, Shape(std::move(sizes))});
  }
  absl::Status Lower(eager::LowerFunction* lower, std::vector<int64_t> attributes = {}) {
    eager::Lowering call;
    call.builder = &builder_;
    call.operands = operands_;
    call.attributes = attributes;
    call.results = results_;
    auto values = lower(call);
    if (!values.ok()) return values.status();
    auto program = std::move(builder_).Finish(*values);
    if (!program.ok()) return program.status();
    for (size_t i = 0; i < results_.size(); ++i) {
      if (program->OutputTypes()[i] != results_[i]) return absl::InternalError("type");
    }
    return absl::OkStatus();
  }

 private:
  ir::CheckedBuilder builder_;
  Size b_;
  std::vector<ir::ValueId> operands_;
  std::vector<TensorType> results_;
};

constexpr ElementType kF32 = ElementType::kF32;

TEST(Lowering, ElementwiseOperationsTakeOpenSizes) {
  OpenProgram p;
  p.In(kF32, {p.b(), 8});
  p.In(kF32, {8});
  p.Out(kF32, {p.b(), 8});
  EXPECT_EQ(p.Lower(lowerings::add, {static_cast<int64_t>(kF32), -1}), absl::OkStatus());
}

TEST(Lowering, MeansDivideByOpenSizes) {
  OpenProgram p;
  p.In(kF32, {p.b(), 8});
  p.Out(kF32, {8});
  EXPECT_EQ(p.Lower(lowerings::mean, {0, 0}), absl::OkStatus());
}

TEST(Lowering, ProductsTakeOpenSizes) {
  OpenProgram p;
  p.In(kF32, {p.b(), 8});
  p.In(kF32, {8, 4});
  p.Out(kF32, {p.b(), 4});
  EXPECT_EQ(p.Lower(lowerings::mm), absl::OkStatus());
}

TEST(Lowering, SoftmaxAndLossesTakeOpenSizes) {
  OpenProgram p;
  p.In(kF32, {p.b(), p.b() + 1});
  p.Out(kF32, {p.b(), p.b() + 1});
  EXPECT_EQ(p.Lower(lowerings::log_softmax, {1}), absl::OkStatus());
  OpenProgram q;
  q.In(kF32, {q.b(), 5});
  q.In(kF32, {q.b(), 5});
  q.Out(kF32, {});
  EXPECT_EQ(q.Lower(lowerings::mse_loss, {1}), absl::OkStatus());
}

TEST(Lowering, RandomNumbersTakeOpenSizes) {
  OpenProgram p;
  for (const ElementType type :
       {ElementType::kU64, ElementType::kU64, ElementType::kF64, ElementType::kF64}) {
    p.In(type, {});
  }
  p.Out(kF32, {p.b(), 3});
  EXPECT_EQ(p.Lower(lowerings::normal), absl::OkStatus());
}

TEST(Lowering, TheTableIsInTheOrderOfTheEnumeration) {
  const eager::Operation* const table = OperationTable();
#define TW_EXPECT(row) EXPECT_EQ(table[static_cast<size_t>(Op::row)].name, #row);
  TW_TORCH_OPERATIONS(TW_EXPECT)
#undef TW_EXPECT
}

}  // namespace
}  // namespace tilewright::torch_lower
