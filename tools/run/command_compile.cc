// tilewright compile and tilewright print.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "tilewright/compile.h"
#include "tools/cli/commands.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"
#include "tools/data/load.h"
#include "tools/run/report.h"

namespace tilewright::tools {
namespace {

constexpr char kPrograms[] =
    "StableHLO text, MLIR bytecode (a portable artifact), a file of jax.export or a "
    "package (a folder); - is standard input";
constexpr char kCompileExamples[] =
    "Examples:\n"
    "  tilewright compile *.mlir\n"
    "  tilewright compile model.mlir --target=x86-64-v4 --size 8";
constexpr char kPrintExamples[] =
    "Examples:\n"
    "  tilewright print model.mlir\n"
    "  tilewright print model.mlir --stage=asm -o model.s\n"
    "  tilewright print --targets";

struct CompileArguments {
  std::vector<std::string> files;
  std::string entry;
  std::string stage = "ir";
  std::string output = "-";
  bool quiet = false;
  bool json = false;
  std::vector<int64_t> sizes;
  Settings settings;
};

// What `compile` is for does not happen in two modes, which is as the user wants it.
void TellThatNothingIsKept(const CompileOptions& options) {
  if (options.cache_mode != "off" && options.cache_mode != "ro") return;
  Report({kFine, absl::StrCat("TILEWRIGHT_CACHE is ", options.cache_mode,
                              ": nothing is stored")});
}

// Compiles files one after the other, and tells of each.
class Compiler {
 public:
  explicit Compiler(const CompileArguments& arguments) : arguments_(arguments) {}

  void Compile(const std::string& file) {
    const std::optional<Failure> failure = Try(file);
    if (!failure.has_value()) return;
    worst_ = std::max(worst_, Report(*failure));
    results_.push_back({{"file", ProgramName(file)}, {"error", FailureJson(*failure)}});
  }

  ExitCode Finish() const {
    if (!arguments_.json) return worst_;
    return std::max(
        worst_,
        PrintBytes(results_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  }

 private:
  using Json = nlohmann::ordered_json;

  std::optional<Failure> Try(const std::string& file) {
    std::optional<Program> program;
    std::optional<Package> package;
    if (std::optional<Failure> failure = LoadProgram(
            file, arguments_.entry, {{}, arguments_.sizes}, &program, &package)) {
      return failure;
    }
    const absl::StatusOr<CompileReport> report = [&] {
      const Ticker ticker("compiling " + BaseName(file));
      return CompileOnly(*program,
                         arguments_.settings.ToCompileOptions(NumericsOf(package), file));
    }();
    if (!report.ok()) {
      Failure failure = FailureOf(report.status());
      failure.message = absl::StrCat(ProgramName(file), ": ", failure.message);
      return failure;
    }
    Tell(file, *report);
    if (report->not_stored == 0) return std::nullopt;
    return Failure{kInputOutput, absl::StrCat(file, ": ", NotStoredText(*report))};
  }

  void Tell(const std::string& file, const CompileReport& report) {
    if (arguments_.json) {
      results_.push_back({{"file", ProgramName(file)},
                          {"kernels", report.kernels},
                          {"kernels_compiled", report.kernels_compiled},
                          {"cache_hits", report.cache_hits},
                          {"not_stored", report.not_stored},
                          {"compile_ms", report.compile_ms}});
    } else if (!arguments_.quiet) {
      const ExitCode printed = PrintText(absl::StrFormat(
          "%s: %s, %d compiled, %s, %s\n", ProgramName(file),
          CountText(report.kernels, "kernel", "kernels"), report.kernels_compiled,
          CountText(report.cache_hits, "cache hit", "cache hits"),
          DurationText(report.compile_ms)));
      worst_ = std::max(worst_, printed);
    }
  }

  const CompileArguments& arguments_;
  Json results_ = Json::array();
  ExitCode worst_ = kFine;
};

ExitCode Print(const CompileArguments& arguments) {
  std::optional<Program> program;
  std::optional<Package> package;
  if (std::optional<Failure> failure =
          LoadProgram(arguments.files[0], arguments.entry, {{}, arguments.sizes},
                      &program, &package)) {
    return Report(*failure);
  }
  absl::StatusOr<std::string> text =
      arguments.stage == "ir" || arguments.stage == "stablehlo"
          ? program->Text()
          : PrintStage(*program, arguments.settings.ToCompileOptions(NumericsOf(package)),
                       arguments.stage);
  if (!text.ok()) {
    return Report({CodeOf(text.status()), absl::StrCat(ProgramName(arguments.files[0]),
                                                       ": ", Describe(text.status()))});
  }
  return arguments.output == "-" ? PrintText(*text)
                                 : WriteResult(arguments.output, *text);
}

// The targets, what each is tuned for, and whether this machine runs it.
ExitCode PrintTargets() {
  Table table({{.title = "target"},
               {.title = "processor", .elastic = true},
               {.title = "vectors"},
               {.title = "L1", .optional = true},
               {.title = "L2", .optional = true},
               {.title = "a cycle (pairs: two)", .elastic = true, .optional = true},
               {.title = "here", .elastic = true}});
  const int width = TerminalWidth();
  std::string classes;
  for (const std::string& name : TargetNames()) {
    const absl::StatusOr<TargetFacts> facts = DescribeTarget(name);
    if (!facts.ok()) {
      table.Add({name, "", "", "", "", "", std::string(facts.status().message())});
      continue;
    }
    table.Add({name,
               absl::StrCat(facts->nearest ? "nearest: " : "", facts->tuned_for, " (",
                            facts->cpu, ")"),
               absl::StrCat(facts->vector_bits, " bits"),
               absl::StrCat(facts->l1_bytes >> 10, " KiB"),
               absl::StrCat(facts->l2_bytes >> 10, " KiB"), facts->processor,
               facts->runnable.ok() ? "runs" : std::string(facts->runnable.message())});
    if (name == "native") continue;
    const auto fitting = ProcessorClasses(name);
    absl::StrAppend(
        &classes, "  ",
        Wrapped(
            absl::StrCat(name, ": ", fitting.ok() ? absl::StrJoin(*fitting, ", ") : ""),
            6, width),
        "\n");
  }
  return PrintText(absl::StrCat(
      table.Text(width), "\n",
      Wrapped("A target can be tuned for another processor that has its features, "
              "TARGET:PROCESSOR:",
              0, width),
      "\n", classes));
}

}  // namespace

Command AddCompile(CLI::App* app) {
  auto arguments = std::make_shared<CompileArguments>();
  app->add_option("FILE", arguments->files, kPrograms)->required();
  app->add_option("--entry", arguments->entry, "the function to compile (default main)");
  AddSizeOption(app, &arguments->sizes);
  arguments->settings.AddTo(app);
  arguments->settings.AddCacheDirTo(app);
  app->add_flag("--json", arguments->json, "one JSON array instead of text");
  app->add_flag("--quiet,-q", arguments->quiet, "say nothing but errors");
  app->footer(kCompileExamples);
  return [arguments] {
    TellThatNothingIsKept(arguments->settings.ToCompileOptions());
    Compiler compiler(*arguments);
    for (const std::string& file : arguments->files) compiler.Compile(file);
    return compiler.Finish();
  };
}

Command AddPrint(CLI::App* app) {
  auto arguments = std::make_shared<CompileArguments>();
  app->add_flag_callback(
         "--targets",
         [] {
           // main prints what the parser has to say, which is nothing then.
           if (PrintTargets() == kFine) throw CLI::Success();
           throw CLI::RuntimeError(kInputOutput);
         },
         "list what code can be made for, and what this machine is taken for")
      ->trigger_on_parse();
  app->add_option("FILE", arguments->files, kPrograms)->required()->expected(1);
  app->add_option("--stage", arguments->stage,
                  "ir or stablehlo (StableHLO text of the program as it was read; the "
                  "default), clusters, tile, llvm or asm")
      ->check(OneOf({"ir", "stablehlo", "clusters", "tile", "llvm", "asm"}));
  app->add_option("--entry", arguments->entry, "the function to print (default main)");
  AddSizeOption(app, &arguments->sizes);
  arguments->settings.AddTo(app);
  app->add_option("--output,-o", arguments->output,
                  "the file to write (default: standard output)")
      ->type_name("FILE");
  app->footer(kPrintExamples);
  return [arguments] { return Print(*arguments); };
}

}  // namespace tilewright::tools
