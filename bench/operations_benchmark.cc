// What our own parts cost: operations, programs, compilation, dispatch.
//
//   tilewright_benchmarks [--benchmark_filter=REGEX]
//
// bench/README.md lists the names.
#include <benchmark/benchmark.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "bench/loaded.h"
#include "tilewright/builder.h"
#include "tilewright/tilewright.h"

namespace tilewright::bench {
namespace {

absl::StatusOr<Program> Matmul(ElementType type, int64_t n) {
  ProgramBuilder b;
  TensorType square{type, {n, n}};
  ProgramBuilder::Value x = b.Input(square), y = b.Input(square);
  return b.Build({b.Append("stablehlo.dot_general", {x, y}, square,
                           "dot_dimension_numbers = #stablehlo.dot<"
                           "lhs_contracting_dimensions = [1], "
                           "rhs_contracting_dimensions = [0]>")});
}

absl::StatusOr<Program> File(const std::string& name) {
  return Program::ParseFile(
      absl::StrCat(TILEWRIGHT_SOURCE_DIR, "/examples/programs/", name));
}

void Run(benchmark::State& state, const absl::StatusOr<Program>& program) {
  absl::StatusOr<Loaded> loaded = Load(program);
  if (Failed(state, loaded)) return;
  for (auto _ : state) {
    absl::Status ran =
        ExecuteInto(loaded->executable, loaded->device, loaded->inputs, loaded->outputs);
    if (!ran.ok()) return state.SkipWithError(ran.ToString().c_str());
  }
}

// The loop alone: what Debian's library adds to each figure (nothing, it is inline).
void BM_EmptyLoop(benchmark::State& state) {
  for (auto _ : state) {
  }
}
BENCHMARK(BM_EmptyLoop);

void BM_Elementwise(benchmark::State& state, const char* name) {
  Run(state, Elementwise(name, state.range(0)));
  state.SetBytesProcessed(state.iterations() * state.range(0) * 8);
}
BENCHMARK_CAPTURE(BM_Elementwise, abs, "stablehlo.abs")
    ->Arg(1 << 12)
    ->Arg(1 << 22)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Elementwise, exponential, "stablehlo.exponential")
    ->Arg(1 << 12)
    ->Arg(1 << 22)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Elementwise, tanh, "stablehlo.tanh")
    ->Arg(1 << 12)
    ->Arg(1 << 22)
    ->UseRealTime();

void BM_Matmul(benchmark::State& state, ElementType type) {
  int64_t n = state.range(0);
  Run(state, Matmul(type, n));
  state.counters["FLOP/s"] =
      benchmark::Counter(2.0 * n * n * n, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(BM_Matmul, bf16, ElementType::kBF16)->Arg(64)->Arg(512)->UseRealTime();
BENCHMARK_CAPTURE(BM_Matmul, f32, ElementType::kF32)->Arg(64)->Arg(512)->UseRealTime();

void BM_Program(benchmark::State& state, const char* name) { Run(state, File(name)); }
BENCHMARK_CAPTURE(BM_Program, decoder, "decoder.mlir")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Program, gpt2_block, "gpt2_block.mlir")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void BM_Parse(benchmark::State& state, const char* name) {
  for (auto _ : state) {
    if (Failed(state, File(name))) return;
  }
}
BENCHMARK_CAPTURE(BM_Parse, decoder, "decoder.mlir")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Parse, gpt2_block, "gpt2_block.mlir")->Unit(benchmark::kMillisecond);

// cold: without a cache; warm: everything is in it.
void BM_Compile(benchmark::State& state, const char* name, const char* cache_mode) {
  absl::StatusOr<Program> program = File(name);
  if (Failed(state, program)) return;
  if (Failed(state, Executable::Compile(*program, Options(cache_mode)))) return;
  for (auto _ : state) {
    if (Failed(state, Executable::Compile(*program, Options(cache_mode)))) return;
  }
}
BENCHMARK_CAPTURE(BM_Compile, decoder_cold, "decoder.mlir", "off")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Compile, decoder_warm, "decoder.mlir", "rw")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Compile, gpt2_block_cold, "gpt2_block.mlir", "off")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Compile, gpt2_block_warm, "gpt2_block.mlir", "rw")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace tilewright::bench
