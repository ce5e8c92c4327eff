// tilewright cache explain.
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/cache/explain_text.h"
#include "tools/cache/verbs.h"
#include "tools/cli/progress.h"
#include "tools/cli/settings.h"
#include "tools/data/inputs.h"
#include "tools/data/load.h"
#include "tools/data/program_files.h"

namespace tilewright::tools {
namespace {

constexpr char kExplainExamples[] =
    "Examples:\n"
    "  tilewright cache explain model.mlir                    # as `run` would compile "
    "it\n"
    "  tilewright cache explain model.mlir --numerics=ieee --target=x86-64-v3\n"
    "  tilewright cache explain models/                       # all, by cause\n"
    "  tilewright cache explain 3fa2c1                        # would it be used here?\n"
    "Exit code 1 when anything misses or is refused.";

struct ExplainArguments : CacheArguments {
  std::string what;
  std::string entry;
  std::string inputs;
  std::vector<int64_t> sizes;
  Settings settings;
};

bool IsThere(const std::string& path) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0;
}

// The types of in0.npy, in1.npy, ..., where a folder of them is given.
std::optional<Failure> ReadTypes(const std::string& folder,
                                 std::vector<TensorType>* types) {
  if (folder.empty()) return std::nullopt;
  absl::StatusOr<std::vector<std::string>> paths = NumberedFiles(folder, "in");
  if (!paths.ok()) return InputFailure(paths.status());
  absl::StatusOr<std::vector<Array>> arrays = ReadArrays(*paths);
  if (!arrays.ok()) return InputFailure(arrays.status());
  for (const Array& array : *arrays) types->push_back(array.type);
  return std::nullopt;
}

std::optional<Failure> ExplainFile(const ExplainArguments& arguments, const Cache& cache,
                                   const std::string& file,
                                   const std::vector<TensorType>& types,
                                   CacheExplanation* explanation) {
  std::optional<Program> program;
  std::optional<Package> package;
  if (std::optional<Failure> failure = LoadProgram(
          file, arguments.entry, {types, arguments.sizes}, &program, &package)) {
    return failure;
  }
  const Ticker ticker("explaining");
  absl::StatusOr<CacheExplanation> explained =
      cache.Explain(*program, arguments.settings.ToCompileOptions(NumericsOf(package)));
  if (!explained.ok()) return FailureOf(explained.status());
  *explanation = *std::move(explained);
  return std::nullopt;
}

Json ExplanationJson(const CacheExplanation& explanation) {
  Json verdicts = Json::array();
  for (const CacheVerdict& verdict : explanation.verdicts) {
    verdicts.push_back(VerdictJson(verdict));
  }
  return {{"host", explanation.host}, {"verdicts", std::move(verdicts)}};
}

ExitCode Tell(const ExplainArguments& arguments, const CacheExplanation& explanation) {
  const ExitCode printed = arguments.json
                               ? PrintJson(ExplanationJson(explanation))
                               : PrintText(ExplanationText(explanation, arguments.quiet));
  return printed != kFine ? printed : AllHit(explanation) ? kFine : kFailed;
}

ExitCode TellAll(const ExplainArguments& arguments,
                 const std::vector<ExplainedProgram>& programs, ExitCode worst) {
  Json json = Json::array();
  for (const ExplainedProgram& program : programs) {
    Json one = {{"file", program.file}};
    one.update(program.failure.empty() ? ExplanationJson(program.explanation)
                                       : Json{{"error", program.failure}});
    json.push_back(std::move(one));
  }
  const ExitCode printed =
      arguments.json ? PrintJson(json) : PrintText(CausesText(programs));
  return std::max(printed, worst);
}

// Every program under a folder.
ExitCode ExplainAll(const ExplainArguments& arguments, const Cache& cache,
                    const std::vector<std::string>& files,
                    const std::vector<TensorType>& types) {
  std::vector<ExplainedProgram> programs;
  ExitCode worst = kFine;
  for (const std::string& file : files) {
    ExplainedProgram program = {file, {}, ""};
    const std::optional<Failure> failure =
        ExplainFile(arguments, cache, file, types, &program.explanation);
    if (failure.has_value()) {
      program.failure = failure->message;
      worst = std::max(worst, failure->code);
    } else if (!AllHit(program.explanation)) {
      worst = std::max(worst, kFailed);
    }
    programs.push_back(std::move(program));
  }
  return TellAll(arguments, programs, worst);
}

ExitCode ExplainKey(const ExplainArguments& arguments, const Cache& cache) {
  absl::StatusOr<std::vector<std::string>> keys = FindKeys(cache, {arguments.what});
  if (!keys.ok()) {
    return Report({absl::IsInvalidArgument(keys.status()) ? kUsage : kFailed,
                   absl::StrCat(arguments.what, ": no such file, and as a key: ",
                                keys.status().message())});
  }
  absl::StatusOr<CacheExplanation> explanation = cache.ExplainEntry(keys->front());
  if (!explanation.ok()) return ReportStatus(explanation.status());
  return Tell(arguments, *explanation);
}

ExitCode Explain(const ExplainArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  if (!IsThere(arguments.what) && !IsStandardInput(arguments.what)) {
    return ExplainKey(arguments, *cache);
  }
  std::vector<TensorType> types;
  if (std::optional<Failure> failure = ReadTypes(arguments.inputs, &types)) {
    return Report(*failure);
  }
  absl::StatusOr<std::vector<std::string>> files = ProgramFiles(arguments.what);
  if (!files.ok()) return ReportOpening(files.status());
  if (files->empty()) {
    return Report({kInputOutput, absl::StrCat(arguments.what, ": no programs in it")});
  }
  if (files->front() != arguments.what) {
    return ExplainAll(arguments, *cache, *files, types);
  }
  CacheExplanation explanation;
  if (std::optional<Failure> failure =
          ExplainFile(arguments, *cache, arguments.what, types, &explanation)) {
    return Report(*failure);
  }
  return Tell(arguments, explanation);
}

}  // namespace

Command AddCacheExplain(CLI::App* verb) {
  auto arguments = std::make_shared<ExplainArguments>();
  verb->add_option("WHAT", arguments->what,
                   "a program or package, a folder of them, or an entry's key")
      ->required();
  verb->add_option("--entry", arguments->entry, "the program's function (default main)");
  verb->add_option("--inputs", arguments->inputs,
                   "folder with in0.npy, ...: what '?' sizes are");
  AddSizeOption(verb, &arguments->sizes);
  arguments->settings.AddTo(verb);
  arguments->AddTo(verb, kExplainExamples);
  return [arguments] { return Explain(*arguments); };
}

}  // namespace tilewright::tools
