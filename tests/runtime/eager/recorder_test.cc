#include "runtime/eager/recorder.h"

#include <unistd.h>

#include <numeric>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/eager/arrays/layout.h"

namespace tilewright::eager {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Sizes = std::vector<int64_t>;

// The one of the process, for all tests.
Recorder& TheRecorder() {
  static Recorder& recorder = [&]() -> Recorder& {
    setenv("TILEWRIGHT_CACHE", "off", 1);
    EXPECT_TRUE(ProcessRecorder().Configure({.numerics = Numerics::kIeee}).ok());
    return ProcessRecorder();
  }();
  return recorder;
}

absl::StatusOr<std::vector<ir::ValueId>> Sum(const Lowering& call) {
  auto sum = call.builder->AppendOne(
      {.kind = ir::OpKind::kAdd, .operands = {call.operands[0], call.operands[1]}});
  if (!sum.ok()) return sum.status();
  return std::vector<ir::ValueId>{*sum};
}
absl::StatusOr<std::vector<ir::ValueId>> Same(const Lowering& call) {
  return std::vector<ir::ValueId>{call.operands[0]};
}
absl::StatusOr<std::vector<ir::ValueId>> Refused(const Lowering& call) {
  return absl::UnimplementedError("nobody knows how");
}
constexpr Operation kSum = {"sum of two", Sum};
constexpr Operation kSame = {"same", Same};
constexpr Operation kRefused = {"refused", Refused};
// As one whose code is being made when the process ends.
absl::Status EndProcess(const NodeView&, const RunContext&) {
  TheRecorder().Abandon();
  return absl::CancelledError("it is given up");
}
constexpr Operation kEnd = {"end", nullptr, Operation::Sizes::kNumbers, &EndProcess};

// A tensor, as a front end would have it.
struct Tensor {
  BufferRef buffer;
  Sizes sizes, strides;
  int64_t offset = 0;

  static Tensor Of(const std::vector<float>& values, Sizes sizes) {
    Tensor tensor = Empty(std::move(sizes));
    EXPECT_TRUE(TheRecorder()
                    .CopyFromHost(values.data(), values.size() * sizeof(float),
                                  tensor.buffer.get(), 0)
                    .ok());
    return tensor;
  }
  static Tensor Empty(Sizes sizes) {
    Tensor tensor;
    int64_t count = 1;
    tensor.strides.resize(sizes.size());
    for (size_t d = sizes.size(); d-- > 0; count *= sizes[d]) tensor.strides[d] = count;
    tensor.sizes = std::move(sizes);
    tensor.buffer = *TheRecorder().Allocate(count * sizeof(float));
    return tensor;
  }
  Tensor View(Sizes sizes, Sizes strides, int64_t offset) const {
    return {buffer, std::move(sizes), std::move(strides), offset};
  }
  Operand operand() const {
    Operand operand;
    operand.kind = Operand::Kind::kArray;
    operand.buffer = buffer.get();
    operand.offset = offset;
    operand.sizes = sizes;
    operand.strides = strides;
    return operand;
  }
  absl::StatusOr<std::vector<float>> Read() const {
    std::vector<float> values(buffer->bytes() / sizeof(float));
    const absl::Status status =
        TheRecorder().CopyToHost(buffer.get(), 0, buffer->bytes(), values.data());
    if (!status.ok()) return status;
    return values;
  }
};

void RecordOne(const Operation& operation, const std::vector<Tensor>& operands,
               const Tensor& result) {
  std::vector<Operand> in;
  for (const Tensor& tensor : operands) in.push_back(tensor.operand());
  const Operand out = result.operand();
  Call call;
  call.operation = &operation;
  call.operands = in;
  call.results = {&out, 1};
  EXPECT_TRUE(TheRecorder().Record(call).ok());
}

std::vector<float> UpTo(int64_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

TEST(Recorder, OperationsRunInTheOrderInWhichTheyAreRecorded) {
  const Tensor x = Tensor::Of({1, 2, 3}, {3});
  for (int i = 0; i < 10; ++i) RecordOne(kSum, {x, x}, x);
  EXPECT_THAT(*x.Read(), ElementsAre(1024, 2048, 3072));
}

TEST(Recorder, ManyOperationsWaitForRoomInTheQueue) {
  const Tensor x = Tensor::Of({1}, {1});
  const Tensor one = Tensor::Of({1}, {1});
  for (int i = 0; i < 20000; ++i) RecordOne(kSum, {x, one}, x);
  EXPECT_THAT(*x.Read(), ElementsAre(20001));
}

TEST(Recorder, WhatAFailedOperationShouldHaveWrittenGivesItsError) {
  const Tensor x = Tensor::Of({1}, {1});
  const Tensor bad = Tensor::Empty({1});
  const Tensor worse = Tensor::Empty({1});
  RecordOne(kRefused, {x}, bad);
  RecordOne(kSum, {x, bad}, worse);
  EXPECT_THAT(worse.Read().status().message(), HasSubstr("refused: nobody knows how"));
  EXPECT_THAT(bad.Read().status().message(), HasSubstr("nobody knows how"));
  EXPECT_TRUE(x.Read().ok());
  EXPECT_FALSE(TheRecorder().Synchronize().ok());  // each error once
  EXPECT_TRUE(TheRecorder().Synchronize().ok());
}

// The program's only owner, as a front end's storage is.
Operand Whole(Buffer* buffer, const Sizes& sizes, const Sizes& strides) {
  Operand operand;
  operand.kind = Operand::Kind::kArray;
  operand.buffer = buffer;
  operand.sizes = sizes;
  operand.strides = strides;
  return operand;
}

TEST(Recorder, MemoryIsHandedOnToWhatIsRecordedNext) {
  const Sizes sizes = {64, 1024}, strides = {1024, 1};
  const int64_t bytes = 64 * 1024 * sizeof(float);
  const Tensor x = Tensor::Of(UpTo(64 * 1024), sizes);
  const auto record = [&](const Operation& operation, Buffer* result) {
    const Operand in[] = {x.operand(), x.operand()};
    const Operand out = Whole(result, sizes, strides);
    Call call;
    call.operation = &operation;
    call.operands = {in, static_cast<size_t>(&operation == &kSum ? 2 : 1)};
    call.results = {&out, 1};
    ASSERT_TRUE(TheRecorder().Record(call).ok());
  };
  Buffer* first = TheRecorder().AllocateInOrder(bytes)->release();
  const uint8_t* const memory = first->data();
  record(kSum, first);
  record(kRefused, first);
  TheRecorder().LetGo(first);
  Buffer* second = TheRecorder().AllocateInOrder(bytes)->release();
  EXPECT_EQ(second->data(), memory);
  record(kSum, second);
  TheRecorder().LetGo(second);
  // It is written from the host, in order, and the failure is not its own.
  const BufferRef third = *TheRecorder().AllocateInOrder(bytes);
  std::vector<float> ones(64 * 1024, 1.0f), read(64 * 1024);
  ASSERT_TRUE(TheRecorder().CopyFromHost(ones.data(), bytes, third.get(), 0).ok());
  ASSERT_TRUE(TheRecorder().CopyToHost(third.get(), 0, bytes, read.data()).ok());
  EXPECT_EQ(read, ones);
  EXPECT_FALSE(TheRecorder().Synchronize().ok());
  EXPECT_TRUE(TheRecorder().Synchronize().ok());
}

TEST(Recorder, MemoryThatSomebodyElseHoldsIsNotHandedOn) {
  const int64_t bytes = 1 << 20;
  Buffer* const held = TheRecorder().AllocateInOrder(bytes)->release();
  const BufferRef other = BufferRef::Share(held);
  const Sizes sizes = {bytes / 4}, strides = {1};
  const Operand out = Whole(held, sizes, strides);
  const Operand in[] = {out, out};
  Call call;
  call.operation = &kSum;
  call.operands = in;
  call.results = {&out, 1};
  ASSERT_TRUE(TheRecorder().Record(call).ok());
  TheRecorder().LetGo(held);
  const BufferRef next = *TheRecorder().AllocateInOrder(bytes);
  EXPECT_NE(next->data(), other->data());
}

TEST(Recorder, AResultOverAnOperandReadsWhatWasThereBefore) {
  const Tensor x = Tensor::Of(UpTo(5), {5});
  RecordOne(kSame, {x.View({4}, {1}, 0)}, x.View({4}, {1}, 1));
  EXPECT_THAT(*x.Read(), ElementsAre(0, 0, 1, 2, 3));
}

TEST(RecorderDeathTest, WhatIsGivenUpAtTheEndIsNoErrorOfTheProgram) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto end = [] {
    const Tensor x = Tensor::Of({1}, {1}), y = Tensor::Empty({1});
    RecordOne(kEnd, {x}, y);
    const bool tells = !TheRecorder().Synchronize().ok();
    _exit(absl::IsCancelled(y.Read().status()) && !tells ? 0 : 1);
  };
  EXPECT_EXIT(end(), ::testing::ExitedWithCode(0), "");
}

// Arrays of every kind, read and written: the definition is in two loops.
class Strided : public ::testing::TestWithParam<std::pair<Sizes, Sizes>> {};

std::vector<int64_t> Places(const Sizes& sizes, const Sizes& strides) {
  std::vector<int64_t> places = {0};
  for (size_t d = 0; d < sizes.size(); ++d) {
    std::vector<int64_t> next;
    for (const int64_t place : places) {
      for (int64_t i = 0; i < sizes[d]; ++i) next.push_back(place + i * strides[d]);
    }
    places = std::move(next);
  }
  return places;
}

TEST_P(Strided, IsReadAtItsPlaces) {
  const auto& [sizes, strides] = GetParam();
  const Tensor whole = Tensor::Of(UpTo(64), {64});
  const Tensor result = Tensor::Empty(sizes);
  RecordOne(kSame, {whole.View(sizes, strides, 3)}, result);
  const std::vector<float> got = *result.Read();
  const std::vector<int64_t> places = Places(sizes, strides);
  ASSERT_EQ(got.size(), places.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], 3 + places[i]) << i;
}

TEST_P(Strided, IsWrittenAtItsPlacesAndNowhereElse) {
  const auto& [sizes, strides] = GetParam();
  const std::vector<int64_t> places = Places(sizes, strides);
  if (std::set<int64_t>(places.begin(), places.end()).size() < places.size()) {
    GTEST_SKIP() << "elements share a place";
  }
  const Tensor whole = Tensor::Of(std::vector<float>(64, -1), {64});
  const Tensor value = Tensor::Of(UpTo(places.size()), sizes);
  RecordOne(kSame, {value}, whole.View(sizes, strides, 2));
  std::vector<float> expected(64, -1);
  for (size_t i = 0; i < places.size(); ++i) expected[2 + places[i]] = i;
  EXPECT_EQ(*whole.Read(), expected);
}

INSTANTIATE_TEST_SUITE_P(Layouts, Strided,
                         ::testing::Values(std::pair(Sizes{6}, Sizes{1}),
                                           std::pair(Sizes{4, 5}, Sizes{1, 4}),
                                           std::pair(Sizes{2, 3, 4}, Sizes{1, 8, 2}),
                                           std::pair(Sizes{5}, Sizes{3}),
                                           std::pair(Sizes{3, 2}, Sizes{10, 2}),
                                           std::pair(Sizes{2, 3}, Sizes{2, 10}),
                                           std::pair(Sizes{3, 4}, Sizes{0, 1}),
                                           std::pair(Sizes{3, 4}, Sizes{2, 1}),
                                           std::pair(Sizes{2, 2}, Sizes{7, 5}),
                                           std::pair(Sizes{3, 1, 2}, Sizes{5, 9, 1}),
                                           std::pair(Sizes{3, 3}, Sizes{8, 0})));

}  // namespace
}  // namespace tilewright::eager
