#include "support/refusals.h"

#include <algorithm>
#include <optional>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace tilewright {
namespace {

constexpr char kPayload[] = "tilewright/refusals";

// What is different in kind; a program with more is none of ours altogether.
constexpr size_t kMostShown = 40;

absl::string_view FirstLine(absl::string_view message) {
  return message.substr(0, message.find('\n'));
}

std::string CauseOf(absl::string_view message) {
  constexpr absl::string_view kError = "error: ";
  const absl::string_view line = FirstLine(message);
  const size_t at = line.find(kError);
  return std::string(at == absl::string_view::npos ? line
                                                   : line.substr(at + kError.size()));
}

}  // namespace

void Refusals::Add(const absl::Status& status) {
  std::string cause = CauseOf(status.message());
  const auto known = std::find_if(each_.begin(), each_.end(),
                                  [&](const Refusal& one) { return one.cause == cause; });
  if (known != each_.end()) {
    ++known->more;
  } else {
    each_.push_back({std::move(cause), std::string(status.message())});
  }
}

absl::Status Refusals::ToStatus() const {
  if (empty()) return absl::OkStatus();
  std::vector<std::string> messages;
  std::vector<std::string> lines;
  for (const Refusal& one : each_) {
    lines.emplace_back(FirstLine(one.message));
    if (messages.size() >= kMostShown) continue;
    messages.push_back(one.message);
    if (one.more > 0) {
      messages.push_back(absl::StrCat("  (the same ", one.more, " more ",
                                      one.more == 1 ? "time)" : "times)"));
    }
  }
  if (each_.size() > kMostShown) {
    messages.push_back(absl::StrCat("and ", each_.size() - kMostShown, " more"));
  }
  absl::Status status = absl::UnimplementedError(absl::StrJoin(messages, "\n"));
  const std::string all = absl::StrJoin(lines, "\n");
  status.SetPayload(kPayload, absl::Cord(absl::string_view(all)));
  return status;
}

std::vector<std::string> RefusalsIn(const absl::Status& status) {
  if (!absl::IsUnimplemented(status)) return {};
  const absl::optional<absl::Cord> payload = status.GetPayload(kPayload);
  if (!payload.has_value()) return {std::string(FirstLine(status.message()))};
  return absl::StrSplit(std::string(*payload), '\n');
}

}  // namespace tilewright
