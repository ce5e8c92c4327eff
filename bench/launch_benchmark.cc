// What a launch costs beside its kernel, and memory beside its use.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/loaded.h"
#include "runtime/memory/allocator.h"

namespace tilewright::bench {
namespace {

// One kernel of four elements, of one of `inputs` arguments.
absl::StatusOr<Program> Tiny(int64_t inputs) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({4}));
  for (int64_t i = 1; i < inputs; ++i) b.Input(F32({4}));
  return b.Build({b.Elementwise("stablehlo.abs", {x})});
}

void PerArgument(benchmark::State& state) {
  if (state.range(0) == 1) return;
  state.counters["per argument"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

absl::StatusOr<Launch> Bound(const Loaded& loaded) {
  return Launch::Bind(loaded.executable, loaded.device, loaded.inputs, loaded.outputs);
}

// On the calling thread, with arguments that are bound.
void BM_LaunchDirect(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(state.range(0)));
  if (Failed(state, loaded)) return;
  const absl::StatusOr<Launch> launch = Bound(*loaded);
  if (Failed(state, launch)) return;
  for (auto _ : state) {
    if (Failed(state, launch->Run())) return;
  }
  PerArgument(state);
}
BENCHMARK(BM_LaunchDirect)->Arg(1)->Arg(1000)->UseRealTime();

void BM_ExecuteInto(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(state.range(0)));
  if (Failed(state, loaded)) return;
  for (auto _ : state) {
    const absl::Status ran =
        ExecuteInto(loaded->executable, loaded->device, loaded->inputs, loaded->outputs);
    if (Failed(state, ran)) return;
  }
  PerArgument(state);
}
BENCHMARK(BM_ExecuteInto)->Arg(1)->Arg(1000)->UseRealTime();

void BM_Execute(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(state.range(0)));
  if (Failed(state, loaded)) return;
  for (auto _ : state) {
    if (Failed(state, Execute(loaded->executable, loaded->device, loaded->inputs)))
      return;
  }
  PerArgument(state);
}
BENCHMARK(BM_Execute)->Arg(1)->Arg(1000)->UseRealTime();

// Handed to the queue as fast as it takes them.
void BM_LaunchQueued(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(state.range(0)));
  if (Failed(state, loaded)) return;
  const absl::StatusOr<Launch> launch = Bound(*loaded);
  if (Failed(state, launch)) return;
  for (auto _ : state) {
    if (Failed(state, launch->Submit())) return;
  }
  if (Failed(state, loaded->device.Synchronize())) return;
  PerArgument(state);
}
BENCHMARK(BM_LaunchQueued)->Arg(1)->Arg(1000)->UseRealTime();

void BM_ExecuteAsyncQueued(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(state.range(0)));
  if (Failed(state, loaded)) return;
  for (auto _ : state) {
    const auto execution =
        ExecuteAsync(loaded->executable, loaded->device, loaded->inputs, loaded->outputs);
    if (Failed(state, execution)) return;
  }
  if (Failed(state, loaded->device.Synchronize())) return;
  PerArgument(state);
}
BENCHMARK(BM_ExecuteAsyncQueued)->Arg(1)->Arg(1000)->UseRealTime();

// Submission alone: the queue is empty before each.
void BM_LaunchSubmit(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(1));
  if (Failed(state, loaded)) return;
  const absl::StatusOr<Launch> launch = Bound(*loaded);
  if (Failed(state, launch)) return;
  for (auto _ : state) {
    if (Failed(state, launch->Submit())) return;
    state.PauseTiming();
    if (Failed(state, loaded->device.Synchronize())) return;
    state.ResumeTiming();
  }
}
BENCHMARK(BM_LaunchSubmit)->UseRealTime();

// From the call until the result is there.
void BM_LaunchToReady(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(1));
  if (Failed(state, loaded)) return;
  const absl::StatusOr<Launch> launch = Bound(*loaded);
  if (Failed(state, launch)) return;
  for (auto _ : state) {
    if (Failed(state, launch->Submit())) return;
    if (Failed(state, loaded->outputs[0].Wait())) return;
  }
}
BENCHMARK(BM_LaunchToReady)->UseRealTime();

void BM_ExecuteAsyncToReady(benchmark::State& state) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(1));
  if (Failed(state, loaded)) return;
  for (auto _ : state) {
    const auto execution =
        ExecuteAsync(loaded->executable, loaded->device, loaded->inputs, loaded->outputs);
    if (Failed(state, execution)) return;
    if (Failed(state, execution->Wait())) return;
  }
}
BENCHMARK(BM_ExecuteAsyncToReady)->UseRealTime();

void Touch(void* memory, int64_t bytes) {
  std::memset(memory, 1, static_cast<size_t>(bytes));
  benchmark::DoNotOptimize(memory);
}

// Taken, written, and given back.
void BM_Allocator(benchmark::State& state) {
  static runtime::Allocator& allocator =
      *new runtime::Allocator({.name = "the benchmark", .capacity = int64_t{1} << 40});
  for (auto _ : state) {
    absl::StatusOr<runtime::Block> block =
        allocator.Allocate(state.range(0), [] { return std::string("a block"); });
    if (Failed(state, block)) return;
    Touch(block->data(), state.range(0));
  }
}
BENCHMARK(BM_Allocator)
    ->Arg(64)
    ->Arg(64 << 10)
    ->Arg(4 << 20)
    ->Threads(1)
    ->Threads(8)
    ->UseRealTime();

void BM_Malloc(benchmark::State& state) {
  for (auto _ : state) {
    void* const block = std::malloc(static_cast<size_t>(state.range(0)));
    Touch(block, state.range(0));
    std::free(block);
  }
}
BENCHMARK(BM_Malloc)
    ->Arg(64)
    ->Arg(64 << 10)
    ->Arg(4 << 20)
    ->Threads(1)
    ->Threads(8)
    ->UseRealTime();

}  // namespace
}  // namespace tilewright::bench
