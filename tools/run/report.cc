#include "tools/run/report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/run/misses.h"
#include "tools/run/steps.h"

namespace tilewright::tools {
namespace {

using Json = nlohmann::ordered_json;

struct Mxu {
  double passes = 0;
  double multiplies = 0;
  double slots = 0;
};

struct Totals {
  double flops = 0;
  double bytes_read = 0;
  double bytes_written = 0;
  std::map<std::string, Mxu> mxu;  // by type
  double vpu = 0;
  double eup = 0;
  double xlu = 0;
  double dmas = 0;
  double dma_bytes = 0;
};

Totals Sum(const std::vector<StepReport>& steps) {
  Totals totals;
  for (const StepReport& step : steps) {
    double calls = static_cast<double>(step.calls);
    totals.flops += calls * static_cast<double>(step.flops);
    totals.bytes_read += calls * static_cast<double>(step.bytes_read);
    totals.bytes_written += calls * static_cast<double>(step.bytes_written);
    for (const MxuReport& unit : step.mxu) {
      Mxu& sum = totals.mxu[unit.type];
      sum.passes += calls * static_cast<double>(unit.passes);
      sum.multiplies += calls * static_cast<double>(unit.multiplies);
      sum.slots += calls * static_cast<double>(unit.slots);
    }
    totals.vpu += calls * static_cast<double>(step.vpu);
    totals.eup += calls * static_cast<double>(step.eup);
    totals.xlu += calls * static_cast<double>(step.xlu);
    totals.dmas += calls * static_cast<double>(step.dmas);
    totals.dma_bytes += calls * static_cast<double>(step.dma_bytes);
  }
  return totals;
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// What was made of sizes that the program leaves open; nothing for others.
std::string SizesLines(const CompileReport& c) {
  if (c.sizes.empty() && c.all_sized_because.empty()) return "";
  std::string text = "sizes    ";
  for (const auto& [name, value] : c.sizes) absl::StrAppend(&text, " ", name, "=", value);
  if (!c.all_sized_because.empty()) {
    return absl::StrCat(text, " in all kernels, because of ", c.all_sized_because, "\n");
  }
  absl::StrAppend(&text, ": ", c.kernels_open, " kernels take them when they run\n");
  for (const std::string& step : c.sized_steps) {
    absl::StrAppend(&text, "           for these alone: ", step, "\n");
  }
  return text;
}

// What the chip's units would have to do.
std::string UnitLine(const std::string& chip, const Totals& totals) {
  std::string text = absl::StrFormat("on %-6s", chip);
  for (const auto& [type, unit] : totals.mxu) {
    absl::StrAppendFormat(&text, " MXU %.4g %s passes (%.0f%% useful),", unit.passes,
                          type, unit.slots > 0 ? 100 * unit.multiplies / unit.slots : 0);
  }
  absl::StrAppendFormat(&text, " VPU %.4g, EUP %.4g, XLU %.4g, %.4g DMAs of %s\n",
                        totals.vpu, totals.eup, totals.xlu, totals.dmas,
                        BytesText(static_cast<int64_t>(totals.dma_bytes)));
  return text;
}

// What the runs took. The first finds caches cold and pages untouched: it is told by
// itself, and the others are judged without it.
struct RunTimes {
  double first = 0;
  double best = 0;
  double median = 0;
  size_t others = 0;
};

RunTimes TimesOf(const std::vector<double>& run_ms) {
  RunTimes times;
  times.first = times.best = times.median = run_ms[0];
  const std::vector<double> others(run_ms.begin() + 1, run_ms.end());
  if (others.empty()) return times;
  times.others = others.size();
  times.best = *std::min_element(others.begin(), others.end());
  times.median = Median(others);
  return times;
}

std::string RunLine(const RunTimes& times, double start_ms) {
  std::string text = absl::StrFormat("run       first %.3f ms", times.first);
  if (times.others > 0) {
    absl::StrAppendFormat(&text, "; then best %.3f ms, median %.3f ms of %d", times.best,
                          times.median, times.others);
  }
  return absl::StrFormat("%s; first kernel %.1f ms after the start\n", text, start_ms);
}

// Lines of a report, what does not fit `width` below what is said.
std::string Fitting(const std::string& lines, int width) {
  constexpr int kIndent = 10;
  std::string text;
  for (absl::string_view line : absl::StrSplit(lines, '\n', absl::SkipEmpty())) {
    absl::StrAppend(
        &text, line.substr(0, kIndent),
        Wrapped(std::string(line.substr(std::min<size_t>(kIndent, line.size()))), kIndent,
                width),
        "\n");
  }
  return text;
}

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json FailureJson(const RunFailure& failure) {
  Json json = {{"kind", kExitCodes[failure.code].name},
               {"exit_code", static_cast<int>(failure.code)},
               {"message", failure.message}};
  if (!failure.refusals.empty()) json["not_supported"] = failure.refusals;
  if (!failure.mismatches.empty()) {
    Json mismatches = Json::array();
    for (const OutputMismatch& output : failure.mismatches) {
      const Mismatch& what = output.what;
      Json one = {{"output", output.output}};
      if (!what.types.empty()) {
        one["types"] = what.types;
      } else {
        one.update({{"differing", what.differing},
                    {"elements", what.elements},
                    {"index", what.index},
                    {"got", what.got},
                    {"expected", what.expected}});
      }
      mismatches.push_back(std::move(one));
    }
    json["mismatches"] = std::move(mismatches);
  }
  return json;
}

std::string ReportTable(const RunFacts& facts, int width) {
  const CompileReport& c = facts.compile;
  Totals totals = Sum(facts.steps);
  std::string text =
      absl::StrFormat("program   %s (%s), %d inputs, %d outputs\n", facts.program,
                      BaseName(facts.file), facts.inputs, facts.outputs);
  absl::StrAppendFormat(&text, "device    chip %s, numerics %s, target %s, %d threads\n",
                        facts.chip, facts.numerics, facts.target, facts.threads);
  absl::StrAppendFormat(
      &text, "kernels   %d in %d clusters: %d planned, %d emitted, %d compiled\n",
      c.kernels, c.clusters, c.kernels_planned, c.kernels_emitted, c.kernels_compiled);
  text += SizesLines(c);
  absl::StrAppendFormat(&text, "cache     %d hits, %d misses%s\n", c.cache_hits,
                        c.cache_misses, c.plan_from_cache ? ", plan found" : "");
  text += MissesText(c);
  absl::StrAppendFormat(&text,
                        "compile   %.2f ms (parse %.2f; plan %.2f, emit %.2f, code %.2f, "
                        "load %.2f, summed over threads)\n",
                        c.compile_ms, facts.parse_ms, c.plan_ms, c.emit_ms, c.codegen_ms,
                        c.load_ms);
  absl::StrAppendFormat(&text, "memory    peak %s of %s (temporary %s, constants %s)\n",
                        BytesText(facts.peak_bytes), BytesText(facts.hbm_bytes),
                        BytesText(c.arena_bytes), BytesText(c.constant_bytes));
  if (facts.run_ms.empty()) return Fitting(text, width);
  const RunTimes times = TimesOf(facts.run_ms);
  text += RunLine(times, facts.start_ms);
  absl::StrAppendFormat(&text, "work      %.4g GFLOP, %s read, %s written: %s GFLOP/s\n",
                        totals.flops / 1e9,
                        BytesText(static_cast<int64_t>(totals.bytes_read)),
                        BytesText(static_cast<int64_t>(totals.bytes_written)),
                        Rate(totals.flops, times.best));
  text += UnitLine(facts.chip, totals);
  return Fitting(text, width) + StepTable(facts.steps, width);
}

std::string ReportJson(const RunFacts& facts, const RunFailure* failure) {
  const CompileReport& c = facts.compile;
  if (facts.run_ms.empty() && failure != nullptr) {
    // Nothing ran: nothing is known but this.
    return Dump({{"file", facts.file}, {"error", FailureJson(*failure)}});
  }
  Totals totals = Sum(facts.steps);
  const RunTimes times = TimesOf(facts.run_ms);
  Json json = {{"file", facts.file},
               {"program", facts.program},
               {"chip", facts.chip},
               {"numerics", facts.numerics},
               {"target", facts.target},
               {"threads", facts.threads},
               {"clusters", c.clusters},
               {"kernels", c.kernels},
               {"kernels_planned", c.kernels_planned},
               {"kernels_emitted", c.kernels_emitted},
               {"kernels_compiled", c.kernels_compiled},
               {"cache_hits", c.cache_hits},
               {"cache_misses", c.cache_misses},
               {"plan_from_cache", c.plan_from_cache},
               {"misses", MissesJson(c)},
               {"cache_troubles", c.cache_troubles},
               {"parse_ms", facts.parse_ms},
               {"compile_ms", c.compile_ms},
               {"plan_ms", c.plan_ms},
               {"emit_ms", c.emit_ms},
               {"codegen_ms", c.codegen_ms},
               {"load_ms", c.load_ms},
               {"inputs_ms", facts.inputs_ms},
               {"start_ms", facts.start_ms},
               {"run_ms", facts.run_ms},
               {"first_run_ms", times.first},
               {"best_run_ms", times.best},
               {"median_run_ms", times.median},
               {"peak_bytes", facts.peak_bytes},
               {"hbm_bytes", facts.hbm_bytes},
               {"arena_bytes", c.arena_bytes},
               {"constant_bytes", c.constant_bytes},
               {"flops", totals.flops},
               {"bytes_read", totals.bytes_read},
               {"bytes_written", totals.bytes_written}};
  if (!c.sizes.empty() || !c.all_sized_because.empty()) {
    Json sizes = Json::object();
    for (const auto& [name, value] : c.sizes) sizes[name] = value;
    json["sizes"] = std::move(sizes);
    json["kernels_open"] = c.kernels_open;
    json["all_sized_because"] = c.all_sized_because;
    json["sized_steps"] = c.sized_steps;
  }
  Json mxu = Json::object();
  for (const auto& [type, unit] : totals.mxu) mxu[type] = MxuJson(unit);
  AppendUnits(totals, std::move(mxu), &json);
  json["steps"] = StepsJson(facts.steps);
  if (failure != nullptr) json["error"] = FailureJson(*failure);
  return Dump(json);
}

}  // namespace tilewright::tools
