// Parses a program, compiles it, and executes it: on buffers of the device, on
// memory of its own, and asynchronously. Builds it without text, too.
#include <cstdio>
#include <cstring>
#include <vector>

#include "tilewright/tilewright.h"

namespace {

using tilewright::Buffer;
using tilewright::TensorType;

constexpr char kProgram[] = R"(
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %sum = stablehlo.add %x, %y : tensor<4xf32>
  %result = stablehlo.multiply %sum, %x : tensor<4xf32>
  return %result : tensor<4xf32>
}
)";

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}

absl::Span<const uint8_t> BytesOf(const std::vector<float>& values) {
  return {reinterpret_cast<const uint8_t*>(values.data()), 4 * values.size()};
}

bool IsExpected(const float* result) {
  const float expected[] = {11, 44, 99, 176};  // (x + y) * x
  return std::memcmp(result, expected, sizeof expected) == 0;
}

int Run() {
  absl::StatusOr<tilewright::Program> program = tilewright::Program::Parse(kProgram);
  if (!program.ok()) return Fail(program.status());
  absl::StatusOr<tilewright::Device> device = tilewright::Device::Create();
  if (!device.ok()) return Fail(device.status());
  absl::StatusOr<tilewright::Executable> executable = tilewright::Executable::Compile(
      *program, tilewright::CompileOptionsFromEnvironment());
  if (!executable.ok()) return Fail(executable.status());

  // 1. Buffers of the device.
  TensorType type{tilewright::ElementType::kF32, {4}};
  std::vector<float> x = {1, 2, 3, 4}, y = {10, 20, 30, 40};
  absl::StatusOr<Buffer> device_x = Buffer::FromHost(*device, type, BytesOf(x));
  if (!device_x.ok()) return Fail(device_x.status());
  absl::StatusOr<Buffer> device_y = Buffer::FromHost(*device, type, BytesOf(y));
  if (!device_y.ok()) return Fail(device_y.status());
  std::vector<Buffer> inputs = {*device_x, *device_y};
  absl::StatusOr<std::vector<Buffer>> outputs = Execute(*executable, *device, inputs);
  if (!outputs.ok()) return Fail(outputs.status());
  if (!IsExpected(reinterpret_cast<const float*>((*outputs)[0].data()))) {
    std::fprintf(stderr, "device buffers: wrong result\n");
    return 1;
  }

  // 2. Memory of our own, and a run that we wait for.
  std::vector<float> result(4);
  absl::StatusOr<Buffer> own = Buffer::Wrap(*device, type, result.data());
  if (!own.ok()) return Fail(own.status());
  absl::StatusOr<tilewright::Execution> execution =
      ExecuteAsync(*executable, *device, inputs, {*own});
  if (!execution.ok()) return Fail(execution.status());
  absl::Status ended = execution->Wait();
  if (!ended.ok()) return Fail(ended);
  if (!IsExpected(result.data())) {
    std::fprintf(stderr, "own memory: wrong result\n");
    return 1;
  }

  // 3. The same program, built operation by operation.
  tilewright::ProgramBuilder builder;
  tilewright::ProgramBuilder::Value a = builder.Input(type), b = builder.Input(type);
  tilewright::ProgramBuilder::Value sum = builder.Elementwise("stablehlo.add", {a, b});
  absl::StatusOr<tilewright::Program> built =
      builder.Build({builder.Elementwise("stablehlo.multiply", {sum, a})});
  if (!built.ok()) return Fail(built.status());
  if (built->Text() != program->Text()) {
    std::fprintf(stderr, "the built program is another one\n");
    return 1;
  }
  std::printf("embed: fine, %d kernels on a %s\n", executable->report().kernels,
              device->chip().c_str());
  return 0;
}

}  // namespace

int main() { return Run(); }
