// tilewright cache warm.
#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tilewright/device.h"
#include "tools/cache/verbs.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"
#include "tools/data/load.h"
#include "tools/data/program_files.h"

namespace tilewright::tools {
namespace {

constexpr char kWarmExamples[] =
    "Compiles, and runs nothing. With named targets the cache can go to other machines\n"
    "(tilewright cache export).\n"
    "Examples:\n"
    "  tilewright cache warm models/\n"
    "  tilewright cache warm --pack --target=x86-64-v3\n"
    "  tilewright cache warm a.mlir b.mlir --target=x86-64-v3 --target=x86-64-v4\n"
    "  tilewright cache warm models/ --numerics=tpu --numerics=ieee --dir=/srv/cache";

struct WarmArguments : CacheArguments {
  std::vector<std::string> paths;
  bool pack = false;
  std::vector<std::string> targets;
  std::vector<std::string> numerics;
  std::string chip = "v5e";
  std::string cluster = "on";
  std::string label;
  int threads = 0;
};

// A program that is read when its turn comes.
struct Source {
  std::string name;
  std::optional<std::string> text;  // nothing: `name` is a file
};

std::optional<Failure> Load(const Source& source, std::optional<Program>* program,
                            std::optional<Package>* package) {
  if (!source.text.has_value()) return LoadProgram(source.name, "", {}, program, package);
  absl::StatusOr<Program> parsed = Program::Parse(*source.text);
  if (!parsed.ok()) return Failure{kFailed, Describe(parsed.status())};
  *program = *std::move(parsed);
  return std::nullopt;
}

struct Totals {
  int programs = 0;
  int kernels = 0;
  int compiled = 0;
  int failed = 0;
  int not_stored = 0;  // entries
};

class Warmer {
 public:
  explicit Warmer(const WarmArguments& arguments)
      : arguments_(arguments), results_(Json::array()) {}

  ExitCode Run(const std::vector<Source>& sources) {
    const Clock::time_point start = Clock::now();
    const CacheProgress progress = ProgressLine("compiling", arguments_.quiet);
    const auto all = static_cast<int64_t>(sources.size());
    int64_t done = 0;
    for (const Source& source : sources) {
      const std::string& file = source.name;
      std::optional<Program> program;
      std::optional<Package> package;
      std::optional<Failure> failure = Load(source, &program, &package);
      if (failure.has_value()) {
        Fail(file, failure->message);
        worst_ = std::max(worst_, failure->code);
      } else {
        ++totals_.programs;
        for (const CompileOptions& options : Ways(source, NumericsOf(package))) {
          CompileOne(file, *program, options);
        }
      }
      if (progress) progress(++done, all);
    }
    return Finish(MillisecondsSince(start));
  }

 private:
  // In which a program is compiled whose own numerics are these.
  std::vector<CompileOptions> Ways(const Source& source,
                                   const std::string& own_numerics) const {
    std::vector<CompileOptions> ways;
    CompileOptions options = CompileOptionsFromEnvironment();
    if (!arguments_.dir.empty()) options.cache_dir = arguments_.dir;
    options.chip = arguments_.chip;
    options.cluster = arguments_.cluster == "on";
    options.threads = arguments_.threads;
    if (!arguments_.label.empty()) options.label = arguments_.label;
    if (options.label.empty())
      options.label = source.text.has_value() ? "pack" : LabelOfFile(source.name);
    std::vector<std::string> targets = arguments_.targets;
    if (targets.empty()) targets = {options.target};
    std::vector<std::string> numerics = arguments_.numerics;
    if (numerics.empty()) numerics = {own_numerics};
    for (const std::string& target : targets) {
      for (const std::string& mode : numerics) {
        options.target = target;
        options.numerics = mode == "tpu" ? NumericMode::kTpu : NumericMode::kIeee;
        ways.push_back(options);
      }
    }
    return ways;
  }

  void Fail(const std::string& file, const std::string& why) {
    ++totals_.failed;
    Report({kFailed, absl::StrCat(file, ": ", why)});
    results_.push_back({{"file", file}, {"error", why}});
  }

  void CompileOne(const std::string& file, const Program& program,
                  const CompileOptions& options) {
    const absl::StatusOr<CompileReport> report = CompileOnly(program, options);
    if (!report.ok()) {
      worst_ = std::max(worst_, CodeOf(report.status()));
      return Fail(file, Describe(report.status()));
    }
    totals_.kernels += report->kernels;
    totals_.compiled += report->kernels_compiled;
    if (report->not_stored > 0) {
      totals_.not_stored += report->not_stored;
      worst_ = std::max(
          worst_,
          Report({kInputOutput, absl::StrCat(file, ": ", NotStoredText(*report))}));
    }
    results_.push_back(
        {{"file", file},
         {"target", options.target},
         {"numerics", options.numerics == NumericMode::kTpu ? "tpu" : "ieee"},
         {"kernels", report->kernels},
         {"kernels_compiled", report->kernels_compiled},
         {"not_stored", report->not_stored},
         {"compile_ms", report->compile_ms}});
  }

  ExitCode Finish(double ms) {
    ExitCode printed = kFine;
    if (arguments_.json) {
      printed = PrintJson(results_);
    } else if (!arguments_.quiet) {
      const std::string text = absl::StrFormat(
          "%s, %s, %d compiled in %s; %d failed, %d not stored",
          CountText(totals_.programs, "program", "programs"),
          CountText(totals_.kernels, "kernel", "kernels"), totals_.compiled,
          DurationText(ms), totals_.failed, totals_.not_stored);
      printed = PrintText(Wrapped(text, 0, TerminalWidth()) + "\n");
    }
    return std::max(printed, worst_);
  }

  const WarmArguments& arguments_;
  Json results_;
  Totals totals_;
  ExitCode worst_ = kFine;
};

ExitCode Warm(const WarmArguments& arguments) {
  // Compilation goes on without a cache that does not open: here that is an error.
  absl::StatusOr<Cache> cache = arguments.OpenToWrite(/*create=*/true);
  if (!cache.ok()) return ReportOpening(cache.status());
  if (arguments.paths.empty() && !arguments.pack) {
    return Report({kUsage, "name files or folders, or give --pack"});
  }
  for (const CacheFinding& finding : ExamineCache({.dir = arguments.dir})) {
    if (finding.good || finding.what != "writing") continue;
    return Report(
        {kInputOutput, absl::StrCat("the cache cannot be written: ", finding.detail)});
  }
  std::vector<Source> sources;
  for (const std::string& path : arguments.paths) {
    absl::StatusOr<std::vector<std::string>> found = ProgramFiles(path);
    if (!found.ok()) return ReportStatus(found.status());
    for (std::string& file : *found) sources.push_back({std::move(file), std::nullopt});
  }
  if (arguments.pack) {
    for (PackProgram& program : PackPrograms()) {
      sources.push_back({std::move(program.name), std::move(program.text)});
    }
  }
  if (sources.empty()) {
    return Report({kInputOutput, absl::StrCat("no programs in ",
                                              absl::StrJoin(arguments.paths, ", "))});
  }
  return Warmer(arguments).Run(sources);
}

}  // namespace

Command AddCacheWarm(CLI::App* verb) {
  auto arguments = std::make_shared<WarmArguments>();
  verb->add_option("PATH", arguments->paths,
                   "StableHLO files and packages, or folders of them");
  verb->add_flag("--pack", arguments->pack, "common operations at usual sizes");
  verb->add_option("--target", arguments->targets,
                   "what to compile for; may be given several times (default: "
                   "$TILEWRIGHT_TARGET, else native)")
      ->expected(1)
      ->take_all()
      ->check(TargetName());
  verb->add_option(
          "--numerics", arguments->numerics,
          "tpu (the default) or ieee, of a package what it was saved with; may be given "
          "several times")
      ->expected(1)
      ->take_all()
      ->check(OneOf({"tpu", "ieee"}));
  verb->add_option("--chip", arguments->chip, "the TPU to be (default v5e)")
      ->check(OneOf(ChipNames()));
  verb->add_option("--threads", arguments->threads, "that compile (default: all)")
      ->check(WholeNumber(0, 4096));
  verb->add_option("--cluster", arguments->cluster,
                   "on (the default), or off: a kernel an operation")
      ->check(OneOf({"on", "off"}));
  verb->add_option("--label", arguments->label,
                   "what listings say that it is for (default: $TILEWRIGHT_LABEL, else "
                   "the file's name)")
      ->check(Label());
  arguments->AddTo(verb, kWarmExamples);
  return [arguments] { return Warm(*arguments); };
}

}  // namespace tilewright::tools
