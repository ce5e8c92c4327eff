// What Python is told of the device: tilewright.torch._device.
#include <torch/csrc/Generator.h>
#include <torch/csrc/utils/pybind.h>

#include <string>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/fallback.h"
#include "frontend/torch/device/generator.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/memory_share.h"
#include "frontend/torch/device/place.h"
#include "frontend/torch/device/precision.h"
#include "frontend/torch/device/types.h"
#include "frontend/torch/device/waiting.h"
#include "frontend/torch/module/graphs.h"

namespace py = pybind11;

namespace tilewright::torch_device {
namespace {

py::dict CountersNow() {
  py::dict counters;
  for (const auto& [name, value] : TheRecorder().counters())
    counters[name.c_str()] = value;
  py::dict launches;
  for (const auto& [name, count] : TheRecorder().launches()) {
    launches[name.c_str()] = count;
  }
  counters["launches"] = launches;
  counters["syncs"] = py::cast(WaitsSoFar());
  counters["fallbacks"] = py::cast(CpuFallback().SoFar());
  return counters;
}

void ResetCounters() {
  TheRecorder().ResetCounters();
  ForgetWaits();
  CpuFallback().Forget();
}

void Configure(const std::string& chip, const std::string& numerics, int threads,
               bool open_sizes, int devices) {
  const std::optional<Numerics> found = FindNumerics(numerics);
  TORCH_CHECK_VALUE(found.has_value(), "numerics: 'tpu' or 'ieee', not '", numerics, "'");
  eager::Recorder::Options options;
  options.chip = chip;
  options.numerics = *found;
  options.threads = threads;
  options.open_sizes = open_sizes;
  options.devices = devices;
  ThrowIfError(TheRecorder().Configure(options));
  SetDeviceCount(devices);
}

// 0 strict, 1 debug, 2 fused.
void SetMode(int mode) {
  TORCH_CHECK_VALUE(mode >= 0 && mode <= 2, "mode: 0, 1 or 2, not ", mode);
  const py::gil_scoped_release without;
  ThrowIfError(TheRecorder().SetMode(static_cast<eager::Mode>(mode)));
}

py::list CompilationsNow() {
  py::list list;
  for (const eager::Compilation& each : TheRecorder().compilations()) {
    py::dict row;
    row["code"] = each.code;
    row["cause"] = each.cause;
    row["line"] = PlaceText(each.place);
    row["count"] = each.count;
    list.append(std::move(row));
  }
  return list;
}

py::list CodeUses() {
  py::list list;
  for (const auto& use : TheRecorder().code_uses()) {
    py::dict row;
    row["code"] = use->code;
    row["compile_ms"] = use->compile_ms;
    row["runs"] = use->runs.load();
    row["last_ns"] = use->last_ns.load();
    list.append(std::move(row));
  }
  return list;
}

py::list Segments() {
  std::vector<eager::SegmentReport> segments;
  {
    const py::gil_scoped_release without;
    segments = TheRecorder().segments();
  }
  py::list list;
  for (const eager::SegmentReport& segment : segments) {
    py::dict row;
    row["operations"] = segment.operations;
    row["first"] = segment.first;
    row["last"] = segment.last;
    row["cut"] = segment.cut;
    row["line"] = PlaceText(segment.place);
    row["state"] = segment.state;
    row["seen"] = segment.seen;
    row["runs"] = segment.runs;
    row["kernels"] = segment.kernels;
    row["never_stored"] = segment.never_stored;
    row["build_ms"] = segment.build_ms;
    row["compile_ms"] = segment.compile_ms;
    row["run_ms"] = segment.run_ms;
    list.append(std::move(row));
  }
  return list;
}

void DefineChoices(py::module& m) {
  m.def("precision", &ProductPrecision);
  m.def("default_precision", [] { return DefaultPrecision().load(); });
  m.def("set_default_precision", [](int precision) { DefaultPrecision() = precision; });
  m.def("block_precision", &BlockPrecision);
  m.def("set_block_precision", &SetBlockPrecision);
  m.def("excess_precision", [] { return ExcessPrecision().load(); });
  m.def("set_excess_precision", [](bool allowed) { ExcessPrecision() = allowed; });
  m.def("cpu_fallback", [] { return CpuFallback().allowed(); });
  m.def("set_cpu_fallback", [](bool allowed) { CpuFallback().Allow(allowed); });
}

void DefineDevice(py::module& m) {
  m.def("set_mode", &SetMode);
  m.def("mode", [] { return static_cast<int>(TheRecorder().mode()); });
  m.def("segments", &Segments);
  m.def("compilations", &CompilationsNow);
  m.def("code_uses", &CodeUses);
  m.def("configure", &Configure, py::arg("chip"), py::arg("numerics"), py::arg("threads"),
        py::arg("open_sizes") = true, py::arg("devices") = 1);
  m.def("device_count", &DeviceCount);
  m.def("current_device", &CurrentDevice);
  m.def("exchange_device", &ExchangeDevice);
  m.def("compiled_for_one_size", [] {
    py::dict causes;
    for (const auto& [cause, count] : TheRecorder().compiled_for_one_size()) {
      causes[cause.c_str()] = count;
    }
    return causes;
  });
  m.def("started", [] { return TheRecorder().started(); });
  m.def("chip", [] { return TheRecorder().options().chip; });
  m.def("numerics", [] {
    const absl::string_view name = Name(TheRecorder().options().numerics);
    return std::string(name.data(), name.size());
  });
  m.def("total_memory", [] { return TheRecorder().memory().capacity; });
  m.def("memory_share", [] { return MemoryShare().load(); });
  m.def("set_memory_share", [](double share) { MemoryShare() = share; });
  m.def("synchronize", [] { WaitForAll("synchronize"); });
  m.def("is_ready", [](const at::Tensor& tensor) {
    TORCH_CHECK_VALUE(tensor.device().type() == kTpu,
                      "a tensor of tpu is wanted, not of ", tensor.device());
    const eager::Buffer* const buffer = FindBuffer(tensor.storage());
    return buffer == nullptr || TheRecorder().Passed(buffer->written());
  });
  m.def("end_recording", &EndRecording, py::call_guard<py::gil_scoped_release>());
  // Of what has failed and was not told yet: the first; empty where there is none.
  m.def(
      "next_error",
      [] {
        const absl::Status status = TheRecorder().Synchronize();
        return status.ok() ? std::string() : TextOf(status);
      },
      py::call_guard<py::gil_scoped_release>());
}

}  // namespace

PYBIND11_MODULE(_device, m) {
  TheDoor();  // both libraries are of one build, or the import fails
  DefineDevice(m);
  DefineChoices(m);
  DefineGraphs(m);
  m.def("counters", &CountersNow);
  m.def("reset_counters", &ResetCounters);
  m.def("manual_seed", [](c10::DeviceIndex device, uint64_t seed) {
    at::Generator generator = DefaultGenerator(device);
    generator.set_current_seed(seed);
  });
  m.def("default_generator", [](c10::DeviceIndex device) {
    return py::reinterpret_steal<py::object>(
        THPGenerator_initDefaultGenerator(DefaultGenerator(device)));
  });
}

}  // namespace tilewright::torch_device
