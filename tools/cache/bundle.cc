// tilewright cache export and import.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

constexpr char kExportExamples[] =
    "Signed when TILEWRIGHT_CACHE_KEY_FILE names a key.\n"
    "Examples:\n"
    "  tilewright cache export -o pack.twb\n"
    "  tilewright cache export -o gpt2.twb --label gpt2\n"
    "  tilewright cache export -o v3.twb --where target=x86-64-v3";
constexpr char kImportExamples[] =
    "Every entry is checked as the loader would. Code comes with it: import what you\n"
    "would run.\n"
    "Examples:\n"
    "  tilewright cache import pack.twb\n"
    "  TILEWRIGHT_CACHE_POLICY=mac-required TILEWRIGHT_CACHE_KEY_FILE=key \\\n"
    "    tilewright cache import pack.twb --dir=/srv/cache";

struct BundleArguments : CacheArguments {
  std::string file;
  std::vector<std::string> where;
  std::string label;
};

// Export and import tell what was done alike.
ExitCode TellTransfer(const BundleArguments& arguments, const char* verb,
                      const absl::StatusOr<CacheTransfer>& done) {
  if (!done.ok()) return ReportStatus(done.status());
  for (const auto* problems : {&done->refused, &done->incomplete}) {
    for (const CacheProblem& problem : *problems) {
      Report({kFailed, absl::StrCat("entry ", problem.key, ": ", problem.what)});
    }
  }
  ExitCode printed = kFine;
  if (IsStandardOutput(arguments.file)) {
    // The bundle is there: nothing else may be.
  } else if (arguments.json) {
    printed = PrintJson({{"file", arguments.file},
                         {"entries", done->entries},
                         {"bytes", done->bytes},
                         {"refused", ProblemsJson(done->refused)},
                         {"incomplete", ProblemsJson(done->incomplete)}});
  } else if (!arguments.quiet) {
    printed = PrintText(absl::StrFormat("%s %s, %s; %d refused\n", verb,
                                        CountText(done->entries, "entry", "entries"),
                                        BytesText(done->bytes), done->refused.size()));
  }
  if (printed != kFine) return printed;
  // Half of a program is no program: whoever ships it has to know.
  if (!done->incomplete.empty()) return kInputOutput;
  return done->refused.empty() ? kFine : kFailed;
}

ExitCode Export(const BundleArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  CacheQuery query;
  query.where = SplitConditions(arguments.where);
  query.label = arguments.label;
  // Equal caches give equal bundles.
  query.sort = "name";
  absl::StatusOr<CacheTransfer> done =
      cache->Export(arguments.file == "-" ? "/dev/stdout" : arguments.file, query,
                    ProgressLine("exporting", arguments.quiet));
  if (IsFileError(done.status())) return ReportOpening(done.status());
  return TellTransfer(arguments, "exported", done);
}

ExitCode Import(const BundleArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.OpenToWrite(/*create=*/true);
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<CacheTransfer> done =
      cache->Import(arguments.file, ProgressLine("importing", arguments.quiet));
  // A file that is not there is no problem found in it.
  if (absl::IsNotFound(done.status()) || absl::IsUnavailable(done.status()) ||
      absl::IsInvalidArgument(done.status())) {
    return ReportOpening(done.status());
  }
  return TellTransfer(arguments, "imported", done);
}

}  // namespace

Command AddCacheExport(CLI::App* verb) {
  auto arguments = std::make_shared<BundleArguments>();
  verb->add_option("--output,-o", arguments->file,
                   "the file to write; - for standard output")
      ->required();
  AddWhere(verb, &arguments->where);
  AddLabel(verb, &arguments->label);
  arguments->AddTo(verb, kExportExamples);
  return [arguments] { return Export(*arguments); };
}

Command AddCacheImport(CLI::App* verb) {
  auto arguments = std::make_shared<BundleArguments>();
  verb->add_option("FILE", arguments->file, "what `cache export` wrote")->required();
  arguments->AddTo(verb, kImportExamples);
  return [arguments] { return Import(*arguments); };
}

}  // namespace tilewright::tools
