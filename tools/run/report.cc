#include "tools/run/report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

struct Mxu {
  double passes = 0;
  double multiplies = 0;
  double slots = 0;
};

struct Totals {
  double flops = 0;
  double bytes_read = 0;
  double bytes_written = 0;
  double ms = 0;
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
    totals.ms += step.ms;
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

// Per second, in units of 10^9, of `amount` in `ms`.
std::string Rate(double amount, double ms) {
  if (amount <= 0 || ms <= 0) return "-";
  return absl::StrFormat("%.1f", amount / ms / 1e6);
}

constexpr size_t kShownSteps = 20;

std::string StepTable(const std::vector<StepReport>& steps) {
  std::vector<const StepReport*> order;
  for (const StepReport& step : steps) order.push_back(&step);
  std::sort(order.begin(), order.end(), [](const StepReport* a, const StepReport* b) {
    return a->ms != b->ms ? a->ms > b->ms : a < b;  // one array: ties in its order
  });
  Totals totals = Sum(steps);
  std::string text =
      absl::StrFormat("\n%10s %6s %8s %10s %8s  %-8s %-20s %s\n", "ms", "%", "calls",
                      "GFLOP/s", "GB/s", "kind", "operation", "place");
  double shown_ms = 0;
  for (size_t i = 0; i < std::min(order.size(), kShownSteps); ++i) {
    const StepReport& step = *order[i];
    double calls = static_cast<double>(step.calls);
    double bytes = static_cast<double>(step.bytes_read + step.bytes_written);
    shown_ms += step.ms;
    absl::StrAppendFormat(&text, "%10.3f %6.1f %8d %10s %8s  %-8s %-20s %s\n", step.ms,
                          totals.ms > 0 ? 100 * step.ms / totals.ms : 0, step.calls,
                          Rate(calls * static_cast<double>(step.flops), step.ms),
                          Rate(calls * bytes, step.ms), step.kind, step.name,
                          BaseName(step.place));
  }
  if (order.size() > kShownSteps) {
    absl::StrAppendFormat(&text, "%10.3f %6.1f %8s %10s %8s  %d more steps\n",
                          totals.ms - shown_ms,
                          totals.ms > 0 ? 100 * (1 - shown_ms / totals.ms) : 0, "", "",
                          "", order.size() - kShownSteps);
  }
  return text;
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

using Json = nlohmann::ordered_json;

// A step's or a run's figures of units, appended to its object.
template <typename Figures>
void AppendUnits(const Figures& figures, Json mxu, Json* json) {
  json->update({{"mxu", std::move(mxu)},
                {"vpu", figures.vpu},
                {"eup", figures.eup},
                {"xlu", figures.xlu},
                {"dmas", figures.dmas},
                {"dma_bytes", figures.dma_bytes}});
}

template <typename Unit>
Json MxuJson(const Unit& unit) {
  return {
      {"passes", unit.passes}, {"multiplies", unit.multiplies}, {"slots", unit.slots}};
}

Json StepJson(const StepReport& step) {
  Json json = {{"name", step.name},
               {"place", step.place},
               {"kind", step.kind},
               {"calls", step.calls},
               {"ms", step.ms},
               {"flops", step.flops},
               {"bytes_read", step.bytes_read},
               {"bytes_written", step.bytes_written}};
  Json mxu = Json::object();
  for (const MxuReport& unit : step.mxu) mxu[unit.type] = MxuJson(unit);
  AppendUnits(step, std::move(mxu), &json);
  return json;
}

}  // namespace

std::string ReportTable(const RunFacts& facts) {
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
  absl::StrAppendFormat(&text,
                        "compile   %.2f ms (parse %.2f; plan %.2f, emit %.2f, code %.2f, "
                        "load %.2f, summed over threads)\n",
                        c.compile_ms, facts.parse_ms, c.plan_ms, c.emit_ms, c.codegen_ms,
                        c.load_ms);
  absl::StrAppendFormat(&text, "memory    peak %s of %s (temporary %s, constants %s)\n",
                        BytesText(facts.peak_bytes), BytesText(facts.hbm_bytes),
                        BytesText(c.arena_bytes), BytesText(c.constant_bytes));
  if (facts.run_ms.empty()) return text;
  double best = *std::min_element(facts.run_ms.begin(), facts.run_ms.end());
  absl::StrAppendFormat(&text,
                        "run       best %.3f ms, median %.3f ms of %d; first kernel "
                        "%.1f ms after the start\n",
                        best, Median(facts.run_ms), facts.run_ms.size(), facts.start_ms);
  absl::StrAppendFormat(
      &text, "work      %.4g GFLOP, %s read, %s written: %s GFLOP/s\n",
      totals.flops / 1e9, BytesText(static_cast<int64_t>(totals.bytes_read)),
      BytesText(static_cast<int64_t>(totals.bytes_written)), Rate(totals.flops, best));
  return text + UnitLine(facts.chip, totals) + StepTable(facts.steps);
}

std::string ReportJson(const RunFacts& facts) {
  const CompileReport& c = facts.compile;
  Totals totals = Sum(facts.steps);
  Json steps = Json::array();
  for (const StepReport& step : facts.steps) steps.push_back(StepJson(step));
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
               {"parse_ms", facts.parse_ms},
               {"compile_ms", c.compile_ms},
               {"plan_ms", c.plan_ms},
               {"emit_ms", c.emit_ms},
               {"codegen_ms", c.codegen_ms},
               {"load_ms", c.load_ms},
               {"inputs_ms", facts.inputs_ms},
               {"start_ms", facts.start_ms},
               {"run_ms", facts.run_ms},
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
  json["steps"] = std::move(steps);
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tilewright::tools
