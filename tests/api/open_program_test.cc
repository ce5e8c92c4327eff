// Programs that leave sizes of their inputs open, from text to results.
#include <cstring>
#include <numeric>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/api/open_sizes_fixture.h"
#include "tilewright/cache.h"
#include "tilewright/execute.h"
#include "tilewright/kernel.h"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// Each row less its mean: the length is data, too.
constexpr char kCentred[] = R"(
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %r1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %r1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %count = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %counts = stablehlo.dynamic_broadcast_in_dim %count, %r1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %mean = stablehlo.divide %sum, %counts : tensor<?xf32>
  %means = stablehlo.dynamic_broadcast_in_dim %mean, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %y = stablehlo.subtract %x, %means : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
})";
constexpr char kSum[] = R"(
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.add %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
})";
constexpr char kPooled[] = R"(
func.func @main(%x: tensor<?x8xf32>) -> tensor<?x7xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>} : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x7xf32>
  return %y : tensor<?x7xf32>
})";
// The order of elements is of one size, what is done to them is of any.
constexpr char kSorted[] = R"(
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %y = stablehlo.exponential %s : tensor<?xf32>
  return %y : tensor<?xf32>
})";

class OpenProgramTest : public OpenSizesFixture {
 protected:
  static Program Parse(const char* text) {
    absl::StatusOr<Program> program = Program::Parse(text);
    EXPECT_TRUE(program.ok()) << program.status();
    return *program;
  }
  std::string Run(const Executable& executable, const std::vector<Buffer>& inputs) {
    absl::StatusOr<std::vector<Buffer>> outputs = Execute(executable, *device_, inputs);
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    return outputs.ok() ? BytesOf(outputs->front()) : "";
  }
};

TEST_F(OpenProgramTest, SaysWhatItTakes) {
  const Program program = Parse(kCentred);
  EXPECT_TRUE(program.open());
  EXPECT_EQ(program.inputs()[0].ToString(), "tensor<?x?xf32>");
  EXPECT_TRUE(program.inputs()[0].has_open_size());
  EXPECT_EQ(program.outputs()[0].dims, (std::vector<int64_t>{kOpenSize, kOpenSize}));
  EXPECT_EQ(program.num_results(), 1);
  EXPECT_THAT(program.ElementTypes(), ElementsAre(ElementType::kF32));
  const absl::StatusOr<Program> sized = program.At({Floats({3, 5})});
  ASSERT_TRUE(sized.ok()) << sized.status();
  EXPECT_FALSE(sized->open());
  EXPECT_EQ(sized->outputs()[0], Floats({3, 5}));
  const absl::StatusOr<Program> same = sized->At({Floats({3, 5})});
  EXPECT_TRUE(same.ok());
  EXPECT_THAT(sized->At({Floats({3, 6})}).status().message(),
              HasSubstr("takes (tensor<3x5xf32>), not (tensor<3x6xf32>)"));
}

TEST_F(OpenProgramTest, RunsAtAnySizesWithTheBytesOfThePrograms) {
  const Program program = Parse(kCentred);
  const Executable executable = Compile(program);
  EXPECT_TRUE(executable.open());
  for (const auto& dims : std::vector<std::vector<int64_t>>{
           {3, 5}, {1, 5}, {3, 1}, {0, 4}, {4, 4}, {2, 1000}, {129, 17}, {7, 333}}) {
    const Buffer input = Counted(Floats(dims));
    // With numbers for all sizes from the text on.
    const Executable sized = Compile(Parse(program.At({Floats(dims)})->Text().c_str()));
    EXPECT_EQ(Run(executable, {input}), Run(sized, {input})) << Floats(dims).ToString();
  }
}

TEST_F(OpenProgramTest, FurtherSizesCompileNothing) {
  const Executable executable = Compile(Parse(kCentred));
  const absl::StatusOr<Executable> first = executable.At({Floats({3, 5})});
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_GT(first->report().kernels_compiled, 0);
  EXPECT_GT(first->report().kernels_open, 0);
  EXPECT_THAT(first->report().sizes, ElementsAre(Pair("s0", 3), Pair("s1", 5)));
  EXPECT_THAT(first->report().sized_steps, IsEmpty());
  const absl::StatusOr<Executable> second = executable.At({Floats({40, 50})});
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->report().kernels_compiled, 0);
  EXPECT_EQ(second->report().kernels, first->report().kernels);
}

TEST_F(OpenProgramTest, SaysWhatHasToKnowItsSizes) {
  const absl::StatusOr<Executable> pooled = Compile(Parse(kPooled)).At({Floats({4, 8})});
  ASSERT_TRUE(pooled.ok()) << pooled.status();
  EXPECT_THAT(pooled->report().all_sized_because, HasSubstr("stablehlo.reduce_window"));
  EXPECT_EQ(pooled->report().kernels_open, 0);
  const absl::StatusOr<Executable> sorted = Compile(Parse(kSorted)).At({Floats({9})});
  ASSERT_TRUE(sorted.ok()) << sorted.status();
  EXPECT_EQ(sorted->report().kernels_open, 1);
  EXPECT_THAT(sorted->report().sized_steps, ElementsAre(HasSubstr("sort.")));
}

TEST_F(OpenProgramTest, SizesThatDoNotFitAreSaidAndNothingRuns) {
  const Executable executable = Compile(Parse(kSum));
  const auto message = [&](const std::vector<Buffer>& inputs) {
    return std::string(Execute(executable, *device_, inputs).status().message());
  };
  EXPECT_THAT(message({Counted(Floats({3})), Counted(Floats({4}))}),
              HasSubstr("tensor<3xf32> and tensor<4xf32>"));
  EXPECT_THAT(message({Counted(Floats({3}))}), HasSubstr("takes 2 inputs, not 1"));
  EXPECT_THAT(message({}), HasSubstr("leaves sizes open"));
  EXPECT_THAT(
      std::string(executable.At({Floats({3}), Floats({kOpenSize})}).status().message()),
      HasSubstr("input 1 is tensor<?xf32>: its sizes have to be known"));
  EXPECT_THAT(message({Counted(Floats({3})), Counted(Floats({3, 1}))}),
              HasSubstr("input 1 of '@main' is tensor<?xf32>, not tensor<3x1xf32>"));
}

TEST_F(OpenProgramTest, KeepsTheKernelsThatItCalls) {
  constexpr char kCall[] = R"(
func.func @main(%x: tensor<?xf32>, %w: tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  %y = stablehlo.negate %x : tensor<?xf32>
  %v = stablehlo.custom_call @tilewright_kernel(%w) {backend_config = "twice"} : (tensor<4xf32>) -> tensor<4xf32>
  return %y, %v : tensor<?xf32>, tensor<4xf32>
})";
  KernelBuilder builder = KernelBuilder::OverArrays("twice");
  const TileRef w = builder.Input("w", Floats({4}));
  const TileRef v = builder.Output("v", Floats({4}));
  v.Store(w.Load() + w.Load());
  const absl::StatusOr<Kernel> twice = builder.Build();
  ASSERT_TRUE(twice.ok()) << twice.status();
  const Program program = BindKernels(Parse(kCall), {*twice});
  ASSERT_TRUE(program.open());
  const Executable executable = Compile(program);
  for (const int64_t size : {1, 5, 9}) {
    const absl::StatusOr<std::vector<Buffer>> outputs =
        Execute(executable, *device_, {Counted(Floats({size})), Counted(Floats({4}))});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    float last = 0;
    std::memcpy(&last, BytesOf((*outputs)[1]).data() + 12, sizeof(last));
    EXPECT_EQ(last, 6);
  }
}

TEST_F(OpenProgramTest, EveryWayToRunTakesIt) {
  const Executable executable = Compile(Parse(kSum));
  const Buffer x = Counted(Floats({5})), y = Counted(Floats({5}));
  const std::string want = Run(executable, {x, y});
  const auto output = [&] { return *Buffer::Allocate(*device_, Floats({5})); };

  const Buffer into = output();
  ASSERT_TRUE(ExecuteInto(executable, *device_, {x, y}, {into}).ok());
  EXPECT_EQ(BytesOf(into), want);

  const Buffer later = output();
  absl::StatusOr<Execution> execution =
      ExecuteAsync(executable, *device_, {x, y}, {later});
  ASSERT_TRUE(execution.ok() && execution->Wait().ok());
  EXPECT_EQ(BytesOf(later), want);

  const Buffer bound = output();
  absl::StatusOr<Launch> launch = Launch::Bind(executable, *device_, {x, y}, {bound});
  ASSERT_TRUE(launch.ok() && launch->Run().ok());
  EXPECT_EQ(BytesOf(bound), want);
}

TEST_F(OpenProgramTest, ThreadsWithManySizesShareIt) {
  const Executable executable = Compile(Parse(kSum));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      // More sizes than are kept.
      for (int n = 1; n < 80; ++n) {
        const Buffer x = Counted(Floats({(n + 20 * t) % 80}));
        const std::string sum = Run(executable, {x, x});
        for (size_t i = 0; i < sum.size() / sizeof(float); ++i) {
          float value = 0;
          std::memcpy(&value, sum.data() + i * sizeof(float), sizeof(float));
          ASSERT_EQ(value, 2 * static_cast<float>(i % 7));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(OpenProgramTest, WithoutSizesThereIsNothingToCompile) {
  const Program program = Parse(kSum);
  const absl::Status compiled = CompileOnly(program, options_).status();
  EXPECT_EQ(compiled.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(compiled.message()),
              HasSubstr("@main takes (tensor<?xf32>, tensor<?xf32>) and leaves sizes "
                        "open: types of inputs are needed"));
  EXPECT_EQ(PrintStage(program, options_, "tile").status(), compiled);
  absl::StatusOr<Cache> cache = Cache::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(cache.ok()) << cache.status();
  EXPECT_EQ(cache->Explain(program, options_).status(), compiled);
  CompileOptions wrong = options_;
  wrong.target = "z80";
  EXPECT_FALSE(Executable::Compile(program, wrong).ok());
}

TEST_F(OpenProgramTest, TheCacheExplainsWhatSizesNeed) {
  const Program program = Parse(kSum);
  ASSERT_TRUE(Compile(program).At({Floats({5}), Floats({5})}).ok());
  const Program other = *program.At({Floats({6}), Floats({6})});
  absl::StatusOr<Cache> cache = Cache::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(cache.ok()) << cache.status();
  const absl::StatusOr<CacheExplanation> explained = cache->Explain(other, options_);
  ASSERT_TRUE(explained.ok()) << explained.status();
  // The plan is of other sizes, the kernel is the same.
  ASSERT_EQ(explained->verdicts.size(), 2u);
  EXPECT_NE(explained->verdicts[0].outcome, CacheVerdict::Outcome::kHit);
  EXPECT_EQ(explained->verdicts[1].outcome, CacheVerdict::Outcome::kHit);
  // What is there can be made again, but for plans, whose programs are not read back.
  CacheVerifyOptions verify;
  verify.level = CacheVerifyOptions::Level::kRecompile;
  const absl::StatusOr<CacheVerification> verified = cache->Verify(verify);
  ASSERT_TRUE(verified.ok()) << verified.status();
  EXPECT_THAT(verified->problems, IsEmpty());
  EXPECT_EQ(verified->recompiled, 1);
  ASSERT_EQ(verified->skipped.size(), 1u);
  EXPECT_THAT(verified->skipped[0].what, HasSubstr("leaves sizes open"));
}

}  // namespace
}  // namespace tilewright
