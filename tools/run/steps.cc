#include "tools/run/steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kShownSteps = 20;

// The list's places by the place of the step that they are part of; -1: of none.
using Children = std::map<int, std::vector<size_t>>;

Children ChildrenOf(const std::vector<StepReport>& steps) {
  Children children;
  for (size_t i = 0; i < steps.size(); ++i) children[steps[i].parent].push_back(i);
  return children;
}

bool IsSlower(const std::vector<StepReport>& steps, size_t a, size_t b) {
  return steps[a].ms != steps[b].ms ? steps[a].ms > steps[b].ms : a < b;
}

// A loop has taken as long as what is part of it, and comes first in the list: where it
// is not among the slowest, neither is any part of it.
std::set<size_t> Slowest(const std::vector<StepReport>& steps) {
  std::vector<size_t> order;
  for (size_t i = 0; i < steps.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return IsSlower(steps, a, b); });
  order.resize(std::min(order.size(), kShownSteps));
  return {order.begin(), order.end()};
}

class TableOfSteps {
 public:
  explicit TableOfSteps(const std::vector<StepReport>& steps)
      : steps_(steps), children_(ChildrenOf(steps)), shown_(Slowest(steps)) {
    for (const size_t i : children_[-1]) total_ms_ += steps[i].ms;
  }

  std::string Text(int width) {
    AddPartsOf(-1, 0);
    double left_ms = 0;
    for (const size_t i : children_[-1]) {
      if (shown_.count(i) == 0) left_ms += steps_[i].ms;
    }
    if (steps_.size() > shown_.size()) {
      table_.Add({Milliseconds(left_ms), Share(left_ms), "", "", "", "",
                  absl::StrCat(steps_.size() - shown_.size(), " more steps"), ""});
    }
    return "\n" + table_.Text(width);
  }

 private:
  static std::string Milliseconds(double ms) { return absl::StrFormat("%.3f", ms); }
  std::string Share(double ms) const {
    return absl::StrFormat("%.1f", total_ms_ > 0 ? 100 * ms / total_ms_ : 0);
  }

  void AddPartsOf(int parent, int depth) {
    std::vector<size_t> parts = children_[parent];
    std::sort(parts.begin(), parts.end(),
              [&](size_t a, size_t b) { return IsSlower(steps_, a, b); });
    for (const size_t i : parts) {
      if (shown_.count(i) == 0) continue;
      const StepReport& step = steps_[i];
      const double calls = static_cast<double>(step.calls);
      const double bytes = static_cast<double>(step.bytes_read + step.bytes_written);
      table_.Add({Milliseconds(step.ms), Share(step.ms), absl::StrCat(step.calls),
                  Rate(calls * static_cast<double>(step.flops), step.ms),
                  Rate(calls * bytes, step.ms), step.kind,
                  std::string(2 * static_cast<size_t>(depth), ' ') + step.name,
                  BaseName(step.place)});
      AddPartsOf(static_cast<int>(i), depth + 1);
    }
  }

  const std::vector<StepReport>& steps_;
  Children children_;
  const std::set<size_t> shown_;
  double total_ms_ = 0;
  Table table_{{{.title = "ms", .right = true},
                {.title = "%", .right = true},
                {.title = "calls", .right = true},
                {.title = "GFLOP/s", .right = true, .optional = true},
                {.title = "GB/s", .right = true, .optional = true},
                {.title = "kind"},
                {.title = "operation", .elastic = true},
                {.title = "place", .elastic = true}}};
};

Json StepJson(const StepReport& step, const std::string& path) {
  Json json = {{"name", step.name},
               {"path", path},
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

Json PartsJson(const std::vector<StepReport>& steps,
               const std::vector<std::string>& names, const Children& children,
               int parent) {
  Json parts = Json::array();
  const auto found = children.find(parent);
  if (found == children.end()) return parts;
  for (const size_t i : found->second) {
    Json step = StepJson(steps[i], names[i]);
    Json own = PartsJson(steps, names, children, static_cast<int>(i));
    if (!own.empty()) step["steps"] = std::move(own);
    parts.push_back(std::move(step));
  }
  return parts;
}

}  // namespace

std::vector<std::string> StepNames(const std::vector<StepReport>& steps) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const StepReport& step : steps) {
    const std::string own = step.name.empty() ? step.kind : step.name;
    const std::string name =
        step.parent < 0 ? own : absl::StrCat(names[step.parent], "/", own);
    std::string unique = name;
    for (int i = 2; !taken.insert(unique).second; ++i) {
      unique = absl::StrCat(name, "#", i);
    }
    names.push_back(std::move(unique));
  }
  return names;
}

std::string StepTable(const std::vector<StepReport>& steps, int width) {
  return TableOfSteps(steps).Text(width);
}

Json StepsJson(const std::vector<StepReport>& steps) {
  return PartsJson(steps, StepNames(steps), ChildrenOf(steps), -1);
}

std::string Rate(double amount, double ms) {
  if (amount <= 0 || ms <= 0) return "-";
  return absl::StrFormat("%.1f", amount / ms / 1e6);
}

}  // namespace tilewright::tools
