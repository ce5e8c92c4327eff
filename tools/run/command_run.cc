// tilewright run: a program, once or more often, on given or random inputs.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tilewright/tilewright.h"
#include "tools/cli/commands.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"
#include "tools/cli/words.h"
#include "tools/data/inputs.h"
#include "tools/data/load.h"
#include "tools/run/outputs.h"
#include "tools/run/report.h"

namespace tilewright::tools {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  tilewright run model.mlir --random-inputs --report\n"
    "  tilewright run model.mlir --inputs data/ --outputs results/\n"
    "  tilewright run model.mlir --input x.npy --input y.npy --repeat 10 --report=json\n"
    "  tilewright run model.mlir --inputs data/ --expect data/ --rtol=1e-4\n"
    "  jax-export-script | tilewright run - --random-inputs";

struct RunArguments {
  std::string file;
  std::string inputs_folder;
  std::vector<std::string> input_files;
  std::optional<uint64_t> random_seed;
  std::vector<int64_t> sizes;
  std::string outputs_folder;
  std::string expect_folder;
  std::string entry;
  std::string report;  // "", "table", "json"
  GivenTolerance tolerance;
  int repeat = 1;
  bool quiet = false;
  bool json = false;
  Settings settings;
};

std::vector<TensorType> TypesOf(const std::vector<Array>& arrays) {
  std::vector<TensorType> types;
  for (const Array& array : arrays) types.push_back(array.type);
  return types;
}

class RunCommand {
 public:
  RunCommand(const std::shared_ptr<RunArguments>& arguments, Clock::time_point start)
      : arguments_(*arguments), start_(start) {}

  ExitCode Run() {
    facts_.file = ProgramName(arguments_.file);
    const std::optional<RunFailure> failure = Work();
    const ExitCode printed = Print(failure);
    return failure.has_value() ? std::max(printed, Report(*failure)) : printed;
  }

 private:
  std::optional<RunFailure> Work() {
    std::vector<Array> arrays;
    Clock::time_point read_start = Clock::now();
    if (std::optional<Failure> failure = ReadInputs(&arrays)) return failure;
    double read_ms = MillisecondsSince(read_start);
    Clock::time_point parse_start = Clock::now();
    if (std::optional<Failure> failure =
            LoadProgram(arguments_.file, arguments_.entry,
                        {TypesOf(arrays), arguments_.sizes}, &program_, &package_)) {
      return failure;
    }
    facts_.parse_ms = MillisecondsSince(parse_start);
    const std::vector<TensorType> types = InputTypes();
    if (!types.empty() && paths_.empty() && !arguments_.inputs_folder.empty()) {
      return Failure{kInputOutput, absl::StrCat("folder ", arguments_.inputs_folder,
                                                " has no in0.npy")};
    }
    if (!types.empty() && paths_.empty() && !arguments_.random_seed) {
      return Failure{kUsage, absl::StrCat("the program has ", types.size(),
                                          " inputs: give --inputs, --input or "
                                          "--random-inputs")};
    }
    absl::StatusOr<Device> device =
        Device::Create({arguments_.settings.chip, arguments_.settings.threads});
    if (!device.ok()) return FailureOf(device.status());
    absl::StatusOr<Executable> executable = [&] {
      Ticker ticker("compiling " + BaseName(arguments_.file));
      CompileOptions options =
          arguments_.settings.ToCompileOptions(NumericsOf(package_), arguments_.file);
      options.explain_misses = !arguments_.report.empty();
      return Executable::Compile(*program_, options);
    }();
    if (!executable.ok()) return FailureOf(executable.status());
    Clock::time_point inputs_start = Clock::now();
    absl::StatusOr<std::vector<Buffer>> inputs =
        arguments_.random_seed ? RandomBuffers(*device, types, *arguments_.random_seed)
                               : BuffersFrom(*device, types, std::move(arrays), paths_);
    if (!inputs.ok()) return FailureOf(inputs.status());
    if (package_.has_value()) {
      absl::StatusOr<std::vector<Buffer>> weights = package_->LoadWeights(*device);
      if (!weights.ok()) return InputFailure(weights.status());
      inputs->insert(inputs->begin(), weights->begin(), weights->end());
    }
    facts_.inputs_ms = read_ms + MillisecondsSince(inputs_start);
    absl::StatusOr<std::vector<Buffer>> outputs = Repeat(*device, *executable, *inputs);
    if (!outputs.ok()) return FailureOf(outputs.status());
    FillFacts(*device, *executable);
    outputs_ = *std::move(outputs);
    return Judge();
  }

  std::optional<Failure> ReadInputs(std::vector<Array>* arrays) {
    paths_ = arguments_.input_files;
    if (!arguments_.inputs_folder.empty()) {
      absl::StatusOr<std::vector<std::string>> found =
          NumberedFiles(arguments_.inputs_folder, "in");
      if (!found.ok()) return InputFailure(found.status());
      paths_ = *std::move(found);
    }
    absl::StatusOr<std::vector<Array>> read = ReadArrays(paths_);
    if (!read.ok()) return InputFailure(read.status());
    *arrays = *std::move(read);
    return std::nullopt;
  }

  // Of what the user gives: a package has its weights.
  std::vector<TensorType> InputTypes() const {
    std::vector<TensorType> types = program_->inputs();
    const size_t weights = package_.has_value() ? package_->weights().size() : 0;
    types.erase(types.begin(), types.begin() + static_cast<int64_t>(weights));
    return types;
  }

  absl::StatusOr<std::vector<Buffer>> Repeat(const Device& device,
                                             const Executable& executable,
                                             const std::vector<Buffer>& inputs) {
    Ticker ticker("running " + BaseName(arguments_.file));
    std::vector<Buffer> outputs;
    for (const TensorType& type : executable.outputs()) {
      absl::StatusOr<Buffer> output = Buffer::Allocate(device, type);
      if (!output.ok()) return output.status();
      outputs.push_back(*std::move(output));
    }
    facts_.start_ms = MillisecondsSince(start_) - facts_.inputs_ms;
    for (int i = 0; i < arguments_.repeat; ++i) {
      Clock::time_point begin = Clock::now();
      absl::Status ran = ExecuteInto(executable, device, inputs, outputs);
      if (!ran.ok()) return ran;
      facts_.run_ms.push_back(MillisecondsSince(begin));
    }
    facts_.peak_bytes = device.peak_bytes();
    if (arguments_.report.empty()) return outputs;
    ExecuteOptions profiled;
    profiled.steps = &facts_.steps;
    absl::Status ran = ExecuteInto(executable, device, inputs, outputs, profiled);
    if (!ran.ok()) return ran;
    return outputs;
  }

  void FillFacts(const Device& device, const Executable& executable) {
    facts_.program = program_->name();
    facts_.chip = device.chip();
    facts_.numerics = arguments_.settings.NumericsOver(NumericsOf(package_));
    facts_.target = arguments_.settings.target;
    facts_.threads = device.threads();
    facts_.inputs = program_->inputs().size();
    facts_.outputs = static_cast<size_t>(program_->num_results());
    facts_.compile = executable.report();
    facts_.hbm_bytes = device.hbm_bytes();
  }

  int results() const {
    return package_.has_value() ? package_->num_results() : program_->num_results();
  }

  // Whether the outputs are what they should be; they are written in any case.
  std::optional<RunFailure> Judge() const {
    if (package_.has_value()) {
      const absl::Status status = package_->CheckOutputs(outputs_);
      if (!status.ok()) return FailureOf(status);
    }
    if (!arguments_.outputs_folder.empty()) {
      if (std::optional<RunFailure> failure =
              WriteOutputs(arguments_.outputs_folder, outputs_, results())) {
        return failure;
      }
    }
    if (std::optional<RunFailure> failure = CheckExpectations(*program_, outputs_)) {
      return failure;
    }
    if (arguments_.expect_folder.empty()) return std::nullopt;
    return CompareWith(arguments_.expect_folder, outputs_, results(),
                       arguments_.tolerance);
  }

  ExitCode Print(const std::optional<RunFailure>& failure) const {
    if (arguments_.report == "json") {
      return PrintBytes(
          absl::StrCat(ReportJson(facts_, failure ? &*failure : nullptr), "\n"));
    }
    if (facts_.run_ms.empty()) return kFine;  // it did not run
    if (arguments_.report == "table") {
      return PrintText(ReportTable(facts_, TerminalWidth()));
    }
    const bool elsewhere = arguments_.quiet || !arguments_.outputs_folder.empty() ||
                           !arguments_.expect_folder.empty();
    return elsewhere ? kFine
                     : PrintText(OutputsText(outputs_, results(), TerminalWidth()));
  }

  const RunArguments& arguments_;
  const Clock::time_point start_;
  RunFacts facts_;
  std::vector<std::string> paths_;  // of the inputs
  std::optional<Program> program_;
  std::optional<Package> package_;
  std::vector<Buffer> outputs_;
};

}  // namespace

Command AddRun(CLI::App* app, Clock::time_point start) {
  auto arguments = std::make_shared<RunArguments>();
  app->add_option("FILE", arguments->file,
                  "StableHLO text, MLIR bytecode, a file of jax.export or a package "
                  "(a folder); - is standard input")
      ->required();
  CLI::Option* folder = app->add_option("--inputs", arguments->inputs_folder,
                                        "folder with in0.npy, in1.npy, ...");
  CLI::Option* single =
      app->add_option("--input", arguments->input_files, "one input; repeat for more");
  CLI::Option* random = app->add_option("--random-inputs", arguments->random_seed,
                                        "inputs made from a seed (default 0)");
  folder->type_name("FOLDER")->excludes(single)->excludes(random);
  single->type_name("FILE")->allow_extra_args(false)->excludes(random);
  random->type_name("SEED")->check(WholeNumber(0, std::numeric_limits<int64_t>::max()));
  LetValueBeLeftOut(random, "0");
  app->add_option("--outputs", arguments->outputs_folder,
                  "folder to write out0.npy, ... to; it is made where it is missing")
      ->type_name("FOLDER");
  CLI::Option* const expect = app->add_option("--expect", arguments->expect_folder,
                                              "folder with out0.npy, ... to compare with")
                                  ->type_name("FOLDER");
  app->add_option("--rtol", arguments->tolerance.relative,
                  "tolerance of --expect, relative to an output's largest value "
                  "(default: by its type)")
      ->needs(expect)
      ->check(NotNegative());
  app->add_option("--atol", arguments->tolerance.absolute,
                  "what values may be off besides (default 0)")
      ->needs(expect)
      ->check(NotNegative());
  app->add_option("--repeat", arguments->repeat, "how often to run (default 1)")
      ->check(WholeNumber(1, 1000000));
  LetValueBeLeftOut(app->add_option("--report", arguments->report,
                                    "what was done, as a table (the default) or json")
                        ->check(OneOf({"table", "json"})),
                    "table");
  app->add_flag("--json", arguments->json, "the same as --report=json");
  app->add_option("--entry", arguments->entry, "the function to run (default main)")
      ->type_name("FUNCTION");
  AddSizeOption(app, &arguments->sizes);
  arguments->settings.AddTo(app);
  arguments->settings.AddCacheDirTo(app);
  app->add_flag("--quiet,-q", arguments->quiet, "say nothing but errors");
  app->footer(kExamples);
  return [arguments, start] {
    if (arguments->json) arguments->report = "json";
    return RunCommand(arguments, start).Run();
  };
}

}  // namespace tilewright::tools
