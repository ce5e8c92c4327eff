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

// Times once(loaded, launch) of the program with `inputs` arguments, which gives a
// status.
template <typename Once>
void Measure(benchmark::State& state, int64_t inputs, const Once& once) {
  const absl::StatusOr<Loaded> loaded = Load(Tiny(inputs));
  if (Failed(state, loaded)) return;
  const absl::StatusOr<Launch> launch =
      Launch::Bind(loaded->executable, loaded->device, loaded->inputs, loaded->outputs);
  if (Failed(state, launch)) return;
  for (auto _ : state) {
    if (Failed(state, once(*loaded, *launch))) return;
  }
  if (Failed(state, loaded->device.Synchronize()) || inputs == 1) return;
  state.counters["per argument"] = benchmark::Counter(
      static_cast<double>(inputs),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

absl::StatusOr<Execution> Queue(const Loaded& loaded) {
  return ExecuteAsync(loaded.executable, loaded.device, loaded.inputs, loaded.outputs);
}

// On the calling thread, with arguments that are bound.
void BM_LaunchDirect(benchmark::State& state) {
  Measure(state, state.range(0),
          [](const Loaded&, const Launch& launch) { return launch.Run(); });
}
BENCHMARK(BM_LaunchDirect)->Arg(1)->Arg(1000)->UseRealTime();

void BM_ExecuteInto(benchmark::State& state) {
  Measure(state, state.range(0), [](const Loaded& loaded, const Launch&) {
    return ExecuteInto(loaded.executable, loaded.device, loaded.inputs, loaded.outputs);
  });
}
BENCHMARK(BM_ExecuteInto)->Arg(1)->Arg(1000)->UseRealTime();

void BM_Execute(benchmark::State& state) {
  Measure(state, state.range(0), [](const Loaded& loaded, const Launch&) {
    return Execute(loaded.executable, loaded.device, loaded.inputs).status();
  });
}
BENCHMARK(BM_Execute)->Arg(1)->Arg(1000)->UseRealTime();

// Handed to the queue as fast as it takes them.
void BM_LaunchQueued(benchmark::State& state) {
  Measure(state, state.range(0),
          [](const Loaded&, const Launch& launch) { return launch.Submit(); });
}
BENCHMARK(BM_LaunchQueued)->Arg(1)->Arg(1000)->UseRealTime();

void BM_ExecuteAsyncQueued(benchmark::State& state) {
  Measure(state, state.range(0),
          [](const Loaded& loaded, const Launch&) { return Queue(loaded).status(); });
}
BENCHMARK(BM_ExecuteAsyncQueued)->Arg(1)->Arg(1000)->UseRealTime();

// Submission alone: the queue is empty before each.
void BM_LaunchSubmit(benchmark::State& state) {
  Measure(state, 1, [&state](const Loaded& loaded, const Launch& launch) {
    absl::Status submitted = launch.Submit();
    state.PauseTiming();
    submitted.Update(loaded.device.Synchronize());
    state.ResumeTiming();
    return submitted;
  });
}
BENCHMARK(BM_LaunchSubmit)->UseRealTime();

// From the call until the result is there.
void BM_LaunchToReady(benchmark::State& state) {
  Measure(state, 1, [](const Loaded& loaded, const Launch& launch) {
    absl::Status submitted = launch.Submit();
    submitted.Update(loaded.outputs[0].Wait());
    return submitted;
  });
}
BENCHMARK(BM_LaunchToReady)->UseRealTime();

void BM_ExecuteAsyncToReady(benchmark::State& state) {
  Measure(state, 1, [](const Loaded& loaded, const Launch&) {
    const absl::StatusOr<Execution> execution = Queue(loaded);
    return execution.ok() ? execution->Wait() : execution.status();
  });
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
