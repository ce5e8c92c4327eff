// Programs with their buffers, for benchmarks that run them.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tilewright/builder.h"
#include "tilewright/tilewright.h"

namespace tilewright::bench {

// A folder that goes with the process.
inline const std::string& ScratchFolder() {
  struct Scratch {
    Scratch() {
      std::string pattern =
          std::filesystem::temp_directory_path() / "tilewright_bench_XXXXXX";
      if (::mkdtemp(pattern.data()) != nullptr) path = pattern;
    }
    ~Scratch() {
      if (!path.empty()) std::filesystem::remove_all(path);
    }
    std::string path;
  };
  static const Scratch scratch;
  return scratch.path;
}

inline CompileOptions Options(const std::string& cache_mode) {
  CompileOptions options = CompileOptionsFromEnvironment();
  options.cache_mode = cache_mode;
  options.cache_dir = ScratchFolder();
  return options;
}

inline TensorType F32(std::vector<int64_t> dims) {
  return {ElementType::kF32, std::move(dims)};
}

inline absl::StatusOr<Program> Elementwise(absl::string_view name, int64_t count) {
  ProgramBuilder b;
  ProgramBuilder::Value x = b.Input(F32({count}));
  return b.Build({b.Elementwise(std::string(name), {x})});
}

// Skips the benchmark, with the reason.
inline bool Failed(benchmark::State& state, const absl::Status& status) {
  if (status.ok()) return false;
  state.SkipWithError(std::string(status.message()).c_str());
  return true;
}

template <typename T>
bool Failed(benchmark::State& state, const absl::StatusOr<T>& result) {
  if (result.ok()) return false;
  state.SkipWithError(result.status().ToString().c_str());
  return true;
}

// A program with its buffers, ready to run.
struct Loaded {
  Executable executable;
  Device device;
  std::vector<Buffer> inputs, outputs;
};

inline absl::StatusOr<std::vector<Buffer>> Buffers(const Device& device,
                                                   const std::vector<TensorType>& types) {
  std::vector<Buffer> buffers;
  for (const TensorType& type : types) {
    std::vector<uint8_t> zeros(type.byte_size());
    absl::StatusOr<Buffer> buffer = Buffer::FromHost(device, type, zeros);
    if (!buffer.ok()) return buffer.status();
    buffers.push_back(*std::move(buffer));
  }
  return buffers;
}

inline absl::StatusOr<Loaded> Load(const absl::StatusOr<Program>& program) {
  if (!program.ok()) return program.status();
  absl::StatusOr<Device> device = Device::Create();
  if (!device.ok()) return device.status();
  absl::StatusOr<Executable> executable = Executable::Compile(*program, Options("off"));
  if (!executable.ok()) return executable.status();
  absl::StatusOr<std::vector<Buffer>> inputs = Buffers(*device, executable->inputs());
  if (!inputs.ok()) return inputs.status();
  absl::StatusOr<std::vector<Buffer>> outputs = Buffers(*device, executable->outputs());
  if (!outputs.ok()) return outputs.status();
  return Loaded{*std::move(executable), *std::move(device), *std::move(inputs),
                *std::move(outputs)};
}

}  // namespace tilewright::bench
