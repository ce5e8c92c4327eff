// A plugin of some host's that uses the library: its threads, its modules, its device.
#include <vector>

#include "tilewright/tilewright.h"

// 0 when a program ran, at once and in a queue.
extern "C" __attribute__((visibility("default"))) int RunProgram() {
  using namespace tilewright;  // NOLINT: the plugin is this function
  const absl::StatusOr<Program> program = Program::Parse(R"(
func.func @main(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
})");
  const absl::StatusOr<Device> device = Device::Create({.threads = 4});
  if (!program.ok() || !device.ok()) return 1;
  CompileOptions options;
  options.cache_mode = "off";
  const absl::StatusOr<Executable> executable = Executable::Compile(*program, options);
  if (!executable.ok()) return 2;
  const TensorType type = executable->inputs()[0];
  const absl::StatusOr<Buffer> x = Buffer::FromHost(
      *device, type, std::vector<uint8_t>(static_cast<size_t>(type.byte_size())));
  const absl::StatusOr<Buffer> y = Buffer::Allocate(*device, type);
  if (!x.ok() || !y.ok()) return 3;
  if (!ExecuteInto(*executable, *device, {*x}, {*y}).ok()) return 4;
  const absl::StatusOr<Execution> queued = ExecuteAsync(*executable, *device, {*x}, {*y});
  return queued.ok() && queued->Wait().ok() ? 0 : 5;
}
