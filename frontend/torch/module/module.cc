// What Python is told of the device: tilewright.torch._device.
#include <torch/csrc/Generator.h>
#include <torch/csrc/utils/pybind.h>

#include <map>
#include <string>

#include "frontend/torch/device/generator.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/recording.h"
#include "frontend/torch/device/types.h"

namespace py = pybind11;

namespace tilewright::torch_device {
namespace {

void Synchronize() {
  const py::gil_scoped_release without;
  ThrowIfError(TheRecorder().Synchronize());
}

std::map<std::string, int64_t> CountersNow() {
  std::map<std::string, int64_t> counters;
  for (const auto& [name, value] : TheRecorder().counters()) counters[name] = value;
  return counters;
}

void Configure(const std::string& chip, const std::string& numerics, int threads) {
  const std::optional<Numerics> found = FindNumerics(numerics);
  TORCH_CHECK_VALUE(found.has_value(), "numerics: 'tpu' or 'ieee', not '", numerics, "'");
  eager::Recorder::Options options;
  options.chip = chip;
  options.numerics = *found;
  options.threads = threads;
  ThrowIfError(TheRecorder().Configure(options));
}

}  // namespace

PYBIND11_MODULE(_device, m) {
  m.def("synchronize", &Synchronize);
  m.def("started", [] { return TheRecorder().started(); });
  m.def("counters", &CountersNow);
  m.def("reset_counters", [] { TheRecorder().ResetCounters(); });
  m.def("configure", &Configure);
  m.def("chip", [] { return TheRecorder().options().chip; });
  m.def("numerics", [] {
    const absl::string_view name = Name(TheRecorder().options().numerics);
    return std::string(name.data(), name.size());
  });
  m.def("total_memory", [] { return TheRecorder().memory().capacity; });
  m.def("set_precision", [](int precision) { ProductPrecision() = precision; });
  m.def("precision", [] { return ProductPrecision(); });
  m.def("manual_seed", [](uint64_t seed) {
    at::Generator generator = DefaultGenerator();
    generator.set_current_seed(seed);
  });
  m.def("default_generator", [] {
    return py::reinterpret_steal<py::object>(
        THPGenerator_initDefaultGenerator(DefaultGenerator()));
  });
}

}  // namespace tilewright::torch_device
