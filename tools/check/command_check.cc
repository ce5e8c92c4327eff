// tilewright check: golden cases and check-style files.
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "tilewright/device.h"
#include "tools/check/case_runner.h"
#include "tools/check/cases.h"
#include "tools/check/skips.h"
#include "tools/check/workers.h"
#include "tools/cli/commands.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/cli/read_text.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  tilewright check cases/ --jobs 4\n"
    "  tilewright check cases/softmax --numerics=ieee --rtol=1e-6\n"
    "Exit code 1 when a case fails.";

struct CheckArguments {
  std::vector<std::string> paths;
  double rtol = -1;
  double atol = -1;
  int jobs = 0;
  double timeout = 300;
  bool list_failures = false;
  bool json = false;
  bool quiet = false;
  bool list_skips = false;
  std::string skips_file;
  std::string digests_file;
  Settings settings;
};

// What came out, and how it is told.
class Tally {
 public:
  Tally(size_t cases, const CheckArguments& arguments,
        std::optional<AllowedSkips> allowed)
      : cases_(cases), arguments_(arguments), allowed_(std::move(allowed)) {}

  void Add(const CaseResult& result) {
    if (arguments_.json) results_.push_back(ResultJson(result));
    if (!result.digest.empty()) {
      digests_.push_back(absl::StrCat(result.name, " ", result.digest));
    }
    switch (result.outcome) {
      case Outcome::kPassed:
        ++passed_;
        break;
      case Outcome::kFailed:
        ++failed_;
        failures_.push_back(result.name);
        Say(absl::StrCat("FAILED ", result.name, ": ", result.reason));
        break;
      case Outcome::kSkipped:
        ++skipped_;
        ++reasons_[result.reason];
        if (arguments_.list_skips) {
          Say(absl::StrCat("SKIP ", result.name, " | ", result.reason));
        }
        if (allowed_.has_value() && !allowed_->Allows(result)) {
          ++new_skips_;
          Say(absl::StrCat("NEW SKIP ", result.name, " | ", result.reason));
        }
        break;
    }
    Clock::time_point now = Clock::now();
    if (now - start_ > std::chrono::seconds(1) &&
        now - shown_ > std::chrono::milliseconds(200)) {
      shown_ = now;
      ShowLine(absl::StrCat(passed_ + failed_ + skipped_, " results of ", cases_,
                            " cases or files, ", failed_, " failed"));
    }
  }

  // The summary; the last line is the verdict.
  ExitCode Finish() {
    ShowLine("");
    const ExitCode found = failed_ > 0 || new_skips_ > 0 ? kFailed : kFine;
    return std::max(found, PrintText(arguments_.json ? Json() : Summary()));
  }

  std::string Digests() {
    std::sort(digests_.begin(), digests_.end());
    std::string text;
    for (const std::string& line : digests_) absl::StrAppend(&text, line, "\n");
    return text;
  }

 private:
  using JsonValue = nlohmann::ordered_json;

  static JsonValue ResultJson(const CaseResult& result) {
    const char* const outcome = result.outcome == Outcome::kPassed   ? "passed"
                                : result.outcome == Outcome::kFailed ? "failed"
                                                                     : "skipped";
    return {{"name", result.name},
            {"outcome", outcome},
            {"reason", result.reason},
            {"digest", result.digest}};
  }

  std::string Json() const {
    const JsonValue json = {{"passed", passed_},
                            {"failed", failed_},
                            {"skipped", skipped_},
                            {"skipped_unlisted", new_skips_},
                            {"results", results_}};
    return json.dump(2, ' ', true, JsonValue::error_handler_t::replace) + "\n";
  }

  std::string Summary() {
    std::string text;
    if (arguments_.list_failures) {
      std::sort(failures_.begin(), failures_.end());
      for (const std::string& name : failures_) absl::StrAppend(&text, name, "\n");
    }
    if (arguments_.quiet) return text;
    for (const auto& [reason, count] : reasons_) {
      absl::StrAppend(&text, "skipped ", count, ": ", reason, "\n");
    }
    if (new_skips_ > 0) {
      absl::StrAppend(&text, new_skips_, " skipped that ", arguments_.skips_file,
                      " does not list\n");
    }
    absl::StrAppend(&text, passed_, " passed, ", failed_, " failed, ", skipped_,
                    " skipped\n");
    return text;
  }

  void Say(const std::string& line) {
    if (arguments_.json) return;
    ShowLine("");
    PrintText(line + "\n");  // Finish fails, too, where this does
  }

  const size_t cases_;
  const CheckArguments& arguments_;
  const std::optional<AllowedSkips> allowed_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  int passed_ = 0;
  int failed_ = 0;
  int skipped_ = 0;
  int new_skips_ = 0;
  std::map<std::string, int> reasons_;
  std::vector<std::string> failures_;
  std::vector<std::string> digests_;
  JsonValue results_ = JsonValue::array();
};

// Every result fails with `status`: the device could not be made.
CaseFunction Unusable(const absl::Status& status) {
  std::string reason(status.message());
  return
      [reason](const Case& the_case, const std::function<void(const CaseResult&)>& done) {
        done({the_case.path, Outcome::kFailed, reason, ""});
      };
}

ExitCode Check(const CheckArguments& arguments) {
  std::optional<AllowedSkips> allowed;
  if (!arguments.skips_file.empty()) {
    absl::StatusOr<std::string> text = ReadText(arguments.skips_file);
    if (!text.ok()) return Report({kInputOutput, std::string(text.status().message())});
    absl::StatusOr<AllowedSkips> skips = AllowedSkips::Parse(*text);
    if (!skips.ok()) {
      return Report({kInputOutput,
                     absl::StrCat(arguments.skips_file, ": ", skips.status().message())});
    }
    allowed = *std::move(skips);
  }
  std::vector<Case> cases;
  for (const std::string& path : arguments.paths) {
    absl::StatusOr<std::vector<Case>> found = FindCases(path);
    if (!found.ok()) return Report({kInputOutput, std::string(found.status().message())});
    cases.insert(cases.end(), found->begin(), found->end());
  }
  if (cases.empty()) {
    return Report({kInputOutput,
                   absl::StrCat("no cases in ", absl::StrJoin(arguments.paths, ", "))});
  }

  int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  WorkerOptions workers;
  workers.jobs = arguments.jobs > 0 ? arguments.jobs : cores;
  workers.timeout_seconds = arguments.timeout;
  Settings settings = arguments.settings;
  if (settings.threads == 0) settings.threads = std::max(1, cores / workers.jobs);
  CheckOptions options{settings.ToCompileOptions(), arguments.rtol, arguments.atol};

  Tally tally(cases.size(), arguments, std::move(allowed));
  absl::Status ran = RunCases(
      cases, workers,
      [&]() -> CaseFunction {
        absl::StatusOr<Device> device = Device::Create({settings.chip, settings.threads});
        if (!device.ok()) return Unusable(device.status());
        return [options, device = *device](
                   const Case& the_case,
                   const std::function<void(const CaseResult&)>& done) {
          RunCase(the_case, options, device, done);
        };
      },
      [&](const CaseResult& result) { tally.Add(result); });
  if (!ran.ok()) return Report({kFailed, std::string(ran.message())});
  ExitCode code = tally.Finish();
  if (!arguments.digests_file.empty()) {
    code = std::max(code, WriteResult(arguments.digests_file, tally.Digests()));
  }
  return code;
}

}  // namespace

Command AddCheck(CLI::App* app) {
  auto arguments = std::make_shared<CheckArguments>();
  app->add_option("PATH", arguments->paths, "cases, or folders to walk")->required();
  app->add_option(
         "--rtol", arguments->rtol,
         "tolerance relative to the largest value (default: the manifest's, or by type)")
      ->check(NotNegative());
  app->add_option("--atol", arguments->atol, "what values may be off besides (default 0)")
      ->check(NotNegative());
  app->add_option("--jobs", arguments->jobs, "cases at once (default: all cores)")
      ->check(WholeNumber(1, 1024));
  app->add_option("--timeout", arguments->timeout, "seconds for one result (default 300)")
      ->type_name("SECONDS")
      ->check(Duration());
  app->add_flag("--list-failures", arguments->list_failures,
                "name the failures once more at the end, sorted");
  app->add_flag("--list-skips", arguments->list_skips,
                "a line for every skipped case, as --skips reads it");
  app->add_option("--skips", arguments->skips_file,
                  "the cases that may be skipped; any other fails")
      ->type_name("FILE");
  app->add_option("--digests", arguments->digests_file,
                  "file to write a hash of each case's outputs to")
      ->type_name("FILE");
  arguments->settings.AddTo(app);
  arguments->settings.AddCacheDirTo(app);
  app->add_flag("--json", arguments->json, "one JSON object instead of text");
  app->add_flag("--quiet,-q", arguments->quiet, "name failures, and nothing else");
  app->footer(kExamples);
  return [arguments] { return Check(*arguments); };
}

}  // namespace tilewright::tools
