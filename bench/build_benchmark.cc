// How long it takes to build a program from C++, checks included.
#include <cstdint>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"
#include "ir/check/checked_builder.h"
#include "ir/check/verify.h"
#include "tilewright/builder.h"

namespace tilewright::bench {
namespace {

using enum ir::AttributeName;
using enum ir::OpKind;

constexpr int kOperations = 1000;
constexpr int64_t kRows = 128, kColumns = 256;

ir::Attributes Ints(ir::AttributeName name, ir::Dims values) {
  ir::Attributes attributes;
  attributes.Set(name, std::move(values));
  return attributes;
}

// Layers of a product, a row's mean taken away, and functions: 10 operations each.
absl::StatusOr<ir::Program> Layers() {
  const ir::TensorType whole{ir::ElementType::kF32, {kRows, kColumns}};
  const ir::TensorType weights{ir::ElementType::kF32, {kColumns, kColumns}};
  const ir::TensorType scalar{ir::ElementType::kF32, {}};
  ir::CheckedBuilder b;
  ir::ValueId x = *b.AddInput(whole);
  const ir::ValueId w = *b.AddInput(weights);
  const ir::ValueId zero = *b.AddInput(scalar);
  absl::Status status;
  const auto append = [&](ir::CheckedBuilder::New operation) -> ir::ValueId {
    const absl::StatusOr<ir::ValueId> value = b.AppendOne(std::move(operation));
    status.Update(value.status());
    return value.ok() ? *value : -1;
  };
  for (int i = 0; i < kOperations; i += 10) {
    ir::Attributes dot;
    dot.Set(kLhsContractingDimensions, ir::Dims{1});
    dot.Set(kRhsContractingDimensions, ir::Dims{0});
    const ir::ValueId product =
        append({.kind = kDotGeneral, .operands = {x, w}, .attributes = std::move(dot)});
    const absl::StatusOr<ir::RegionId> sum = b.Reducer(kAdd, ir::ElementType::kF32);
    if (!sum.ok()) return sum.status();
    const ir::ValueId row = append({.kind = kReduce,
                                    .operands = {product, zero},
                                    .attributes = Ints(kDimensions, {1}),
                                    .regions = {*sum}});
    const ir::ValueId spread = append({.kind = kBroadcastInDim,
                                       .operands = {row},
                                       .attributes = Ints(kBroadcastDimensions, {0}),
                                       .results = {whole}});
    const ir::ValueId centred =
        append({.kind = kSubtract, .operands = {product, spread}});
    const ir::ValueId square =
        append({.kind = kMultiply, .operands = {centred, centred}});
    const ir::ValueId bent = append({.kind = kTanh, .operands = {square}});
    const ir::ValueId larger = append({.kind = kMaximum, .operands = {bent, x}});
    const ir::ValueId negated = append({.kind = kNegate, .operands = {larger}});
    const ir::ValueId grown = append({.kind = kExponential, .operands = {negated}});
    x = append({.kind = kAdd, .operands = {grown, x}});
    if (!status.ok()) return status;
  }
  return std::move(b).Finish({x});
}

void BM_BuildChecked(benchmark::State& state) {
  for (auto _ : state) {
    absl::StatusOr<ir::Program> program = Layers();
    if (!program.ok()) return state.SkipWithError(program.status().ToString().c_str());
    benchmark::DoNotOptimize(program);
  }
  state.SetItemsProcessed(state.iterations() * kOperations);
}
BENCHMARK(BM_BuildChecked)->Unit(benchmark::kMillisecond);

void BM_Verify(benchmark::State& state) {
  const absl::StatusOr<ir::Program> program = Layers();
  if (!program.ok()) return state.SkipWithError(program.status().ToString().c_str());
  for (auto _ : state) benchmark::DoNotOptimize(ir::Verify(*program));
  state.SetItemsProcessed(state.iterations() * kOperations);
}
BENCHMARK(BM_Verify)->Unit(benchmark::kMillisecond);

// Through the public API, from names to a program.
void BM_BuildProgram(benchmark::State& state) {
  for (auto _ : state) {
    ProgramBuilder b;
    ProgramBuilder::Value x = b.Input({ElementType::kF32, {kRows, kColumns}});
    for (int i = 0; i < kOperations; i += 2) {
      x = b.Elementwise("stablehlo.add", {x, b.Elementwise("stablehlo.tanh", {x})});
    }
    const absl::StatusOr<Program> program = b.Build({x});
    if (!program.ok()) return state.SkipWithError(program.status().ToString().c_str());
  }
  state.SetItemsProcessed(state.iterations() * kOperations);
}
BENCHMARK(BM_BuildProgram)->Unit(benchmark::kMillisecond);

// A kernel of as many statements, one after the other, without a cache: by statement the
// time is to be the same for few and for many.
void BM_CompileUnrolled(benchmark::State& state) {
  const TensorType rows{ElementType::kF32, {8, 128}};
  KernelBuilder k("unrolled");
  const TileRef x = k.Input("x", rows), y = k.Output("y", rows);
  const TileRef sum = k.Scratch("sum", rows);
  sum.Store(x.Load());
  for (int64_t i = 0; i < state.range(0); ++i) {
    sum.Store(sum.Load() * (1.0 + static_cast<double>(i)) + x.Load());
  }
  y.Store(sum.Load());
  const absl::StatusOr<Kernel> kernel = k.Build();
  if (!kernel.ok()) return state.SkipWithError(kernel.status().ToString().c_str());
  const Program program = kernel->ToProgram().value();
  CompileOptions options;
  options.cache_mode = "off";
  for (auto _ : state) {
    const absl::StatusOr<Executable> compiled = Executable::Compile(program, options);
    if (!compiled.ok()) return state.SkipWithError(compiled.status().ToString().c_str());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_CompileUnrolled)
    ->Arg(100)
    ->Arg(400)
    ->Arg(1600)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace tilewright::bench
