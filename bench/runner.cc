// Runs programs on request, so that somebody else can alternate it with others.
//
//   tilewright_bench_runner --threads N
//
// Requests and answers are JSON objects, one a line, on standard input and
// output (bench/protocol.py is the other side):
//   {"do":"load","module":PATH,"inputs":[PATH...],"numerics":"tpu"|"ieee",
//    "cache":"off"|"rw","cache_dir":PATH,"target":NAME}
//                    -> {"compile_ms","parse_ms","inputs_ms","temp_bytes","kernels",
//                        "kernels_compiled","outputs":[mean of |x| of each]}
//   {"do":"run","seconds":S,"least":N}   -> {"ms":[...]}, one time a run
//   {"do":"peak","isa":"native"|"avx512"|"avx2"}
//                    -> {"bf16_gflops","f32_gflops","copy_gbps"}
//   {"do":"targets"} -> {"targets":{NAME:the processors it is tuned for}}, those that
//                       this machine runs
//   {"do":"unload"}, {"do":"hello"}
// A failure is {"error":TEXT}; the next request is answered all the same.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bench/peak.h"
#include "nlohmann/json.hpp"
#include "tilewright/tilewright.h"

namespace tilewright::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// What a program computed, as one number that peers can be compared by.
double MeanMagnitude(const Buffer& buffer) {
  const TensorType& type = buffer.type();
  ElementClass kind = ClassOf(type.element);
  int64_t size = BytesPerElement(type.element), count = type.num_elements();
  if (size == 0 || count == 0 || kind == ElementClass::kComplex) return 0;
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint8_t* at = buffer.data() + i * size;
    if (kind == ElementClass::kFloat) {
      sum += std::fabs(DecodeFloat(type.element, at));
    } else {
      int64_t value = 0;
      std::memcpy(&value, at, size);
      int unused = static_cast<int>(64 - 8 * size);
      if (kind == ElementClass::kSigned) {
        value = static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
      }
      sum += std::fabs(static_cast<double>(value));
    }
  }
  return sum / static_cast<double>(count);
}

Json RunnableTargets() {
  Json found = Json::object();
  for (const std::string& name : TargetNames()) {
    const absl::StatusOr<TargetFacts> facts = DescribeTarget(name);
    if (facts.ok() && facts->runnable.ok()) found[name] = facts->tuned_for;
  }
  return found;
}

class Runner {
 public:
  explicit Runner(Device device) : device_(std::move(device)) {}

  absl::StatusOr<Json> Answer(const Json& request) {
    std::string what = request.value("do", "");
    if (what == "hello")
      return Json{{"version", Version()}, {"built", BuildDescription()}};
    if (what == "load") return Load(request);
    if (what == "run")
      return Run(request.value("seconds", 0.1), request.value("least", 3));
    if (what == "unload") {
      Unload();
      return Json::object();
    }
    if (what == "targets") return Json{{"targets", RunnableTargets()}};
    if (what == "peak") {
      const std::string isa = request.value("isa", "native");
      const Peak peak = MeasurePeak(device_.threads(), isa != "avx2", isa == "native");
      return Json{{"bf16_gflops", peak.bf16_gflops},
                  {"f32_gflops", peak.f32_gflops},
                  {"copy_gbps", peak.copy_gbps}};
    }
    return absl::InvalidArgumentError(absl::StrCat("no request \"", what, "\""));
  }

 private:
  void Unload() {
    executable_.reset();
    inputs_.clear();
    outputs_.clear();
  }

  absl::StatusOr<Json> Load(const Json& request) {
    Unload();
    Clock::time_point start = Clock::now();
    absl::StatusOr<Program> program = Program::ParseFile(request.value("module", ""));
    if (!program.ok()) return program.status();
    double parse_ms = MillisecondsSince(start);
    CompileOptions options = CompileOptionsFromEnvironment();
    options.numerics = request.value("numerics", "tpu") == "ieee" ? NumericMode::kIeee
                                                                  : NumericMode::kTpu;
    options.cache_mode = request.value("cache", "off");
    options.cache_dir = request.value("cache_dir", "");
    options.threads = device_.threads();
    options.target = request.value("target", options.target);
    start = Clock::now();
    absl::StatusOr<Executable> executable = Executable::Compile(*program, options);
    if (!executable.ok()) return executable.status();
    double compile_ms = MillisecondsSince(start);
    start = Clock::now();
    absl::Status read = ReadInputs(request, executable->inputs());
    if (!read.ok()) return read;
    double inputs_ms = MillisecondsSince(start);
    for (const TensorType& type : executable->outputs()) {
      absl::StatusOr<Buffer> output = Buffer::Allocate(device_, type);
      if (!output.ok()) return output.status();
      outputs_.push_back(*std::move(output));
    }
    executable_ = *std::move(executable);
    absl::StatusOr<double> first_ms = RunOnce();
    if (!first_ms.ok()) return first_ms.status();
    Json means = Json::array();
    if (request.value("means", true)) {
      for (const Buffer& output : outputs_) means.push_back(MeanMagnitude(output));
    }
    const CompileReport& report = executable_->report();
    return Json{{"compile_ms", compile_ms},
                {"parse_ms", parse_ms},
                {"inputs_ms", inputs_ms},
                {"first_ms", *first_ms},
                {"temp_bytes", report.arena_bytes},
                {"kernels", report.kernels},
                {"kernels_compiled", report.kernels_compiled},
                {"outputs", means}};
  }

  absl::Status ReadInputs(const Json& request, const std::vector<TensorType>& types) {
    const Json paths = request.value("inputs", Json::array());
    if (paths.size() != types.size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the program has ", types.size(), " inputs, was given ", paths.size()));
    }
    for (size_t i = 0; i < types.size(); ++i) {
      absl::StatusOr<Array> array = ReadNpy(paths[i].get<std::string>());
      if (!array.ok()) return array.status();
      absl::StatusOr<std::vector<uint8_t>> bytes =
          ElementsAs(types[i], *std::move(array));
      if (!bytes.ok()) return bytes.status();
      absl::StatusOr<Buffer> buffer = Buffer::FromHost(device_, types[i], *bytes);
      if (!buffer.ok()) return buffer.status();
      inputs_.push_back(*std::move(buffer));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<double> RunOnce() {
    Clock::time_point start = Clock::now();
    absl::Status ran = ExecuteInto(*executable_, device_, inputs_, outputs_);
    if (!ran.ok()) return ran;
    return MillisecondsSince(start);
  }

  absl::StatusOr<Json> Run(double seconds, int least) {
    if (!executable_.has_value()) return absl::FailedPreconditionError("nothing loaded");
    absl::StatusOr<double> warm = RunOnce();
    if (!warm.ok()) return warm.status();
    std::vector<double> times;
    Clock::time_point start = Clock::now();
    while (static_cast<int>(times.size()) < least ||
           MillisecondsSince(start) < 1e3 * seconds) {
      absl::StatusOr<double> ms = RunOnce();
      if (!ms.ok()) return ms.status();
      times.push_back(*ms);
    }
    return Json{{"ms", times}};
  }

  Device device_;
  std::optional<Executable> executable_;
  std::vector<Buffer> inputs_, outputs_;
};

int Serve(int threads) {
  Device::Options options;
  options.threads = threads;
  absl::StatusOr<Device> device = Device::Create(options);
  if (!device.ok()) {
    std::cerr << device.status() << "\n";
    return 1;
  }
  Runner runner(*std::move(device));
  for (std::string line; std::getline(std::cin, line);) {
    Json request = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    absl::StatusOr<Json> answer = absl::InvalidArgumentError("not a JSON object");
    try {
      if (request.is_object()) answer = runner.Answer(request);
    } catch (const Json::exception& exception) {  // a field of another type
      answer = absl::InvalidArgumentError(exception.what());
    }
    Json reply = answer.ok() ? *answer : Json{{"error", answer.status().ToString()}};
    std::cout << reply.dump() << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace tilewright::bench

int main(int argc, char** argv) {
  int threads = 0;
  if (argc == 3 && std::strcmp(argv[1], "--threads") == 0) threads = std::atoi(argv[2]);
  if (argc != 1 && threads <= 0) {
    std::cerr << "usage: tilewright_bench_runner [--threads N]\n";
    return 2;
  }
  return tilewright::bench::Serve(threads);
}
