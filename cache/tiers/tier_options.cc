#include "cache/tiers/tier_options.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cache/format/private_file.h"
#include "cache/remote/url.h"
#include "cache/settings/settings.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr size_t kMaxHeaderFile = 64 << 10;
constexpr int kLongestMs = 600000;

absl::Status In(absl::string_view variable, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(variable, ": ", status.message()));
}

std::vector<OuterPlace> SplitPlaces(absl::string_view text) {
  std::vector<OuterPlace> places;
  for (absl::string_view item : absl::StrSplit(text, absl::ByAnyChar(";,"))) {
    item = absl::StripAsciiWhitespace(item);
    if (item.empty()) continue;
    OuterPlace place;
    if (absl::ConsumePrefix(&item, "ro:")) {
      place.writable = false;
    } else {
      absl::ConsumePrefix(&item, "rw:");
    }
    place.where = std::string(item);
    places.push_back(std::move(place));
  }
  return places;
}

bool IsHeaderName(absl::string_view name) {
  if (name.empty()) return false;
  for (char c : name) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '_') return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<std::vector<OuterPlace>> ParseSharedPlaces(absl::string_view text) {
  std::vector<OuterPlace> places = SplitPlaces(text);
  for (const OuterPlace& place : places) {
    if (place.where.empty() || place.where[0] != '/') {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", place.where, "' is not an absolute path; expected ro:/PATH or rw:/PATH"));
    }
  }
  return places;
}

absl::StatusOr<std::vector<OuterPlace>> ParseRemotePlaces(absl::string_view text) {
  std::vector<OuterPlace> places = SplitPlaces(text);
  for (const OuterPlace& place : places) {
    TW_RETURN_IF_ERROR(OpenRemote(place.where, {}, {}).status());
  }
  return places;
}

absl::Status ParseTimeouts(absl::string_view text, TierOptions* options) {
  const std::pair<absl::string_view, int*> rows[] = {
      {"connect", &options->limits.connect_ms},
      {"answer", &options->limits.answer_ms},
      {"total", &options->limits.total_ms},
      {"put", &options->limits.put_ms},
      {"close", &options->close_ms},
      {"wait", &options->wait_ms},
      {"near", &options->near_ms},
  };
  for (absl::string_view item : absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    item = absl::StripAsciiWhitespace(item);
    const std::pair<absl::string_view, absl::string_view> split =
        absl::StrSplit(item, absl::MaxSplits('=', 1));
    int* field = nullptr;
    for (const auto& [name, place] : rows) {
      if (name == split.first) field = place;
    }
    int ms = 0;
    if (field == nullptr || !absl::SimpleAtoi(split.second, &ms) || ms < 1 ||
        ms > kLongestMs) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", item,
          "' is not one of connect, answer, total, put, close, wait and near with = and ",
          "milliseconds from 1 to ", kLongestMs));
    }
    *field = ms;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadHeaderFile(const std::string& path) {
  std::string text;
  TW_ASSIGN_OR_RETURN(text, ReadPrivateFile("header file", path, kMaxHeaderFile));
  std::vector<std::string> headers;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(':');
    bool fine = colon != absl::string_view::npos && IsHeaderName(line.substr(0, colon));
    for (char c : line) fine = fine && (absl::ascii_isprint(c) || c == '\t');
    if (!fine) {
      // The line itself may be a secret.
      return absl::InvalidArgumentError(absl::StrCat("header file ", path, ", line ",
                                                     number, ": expected Name: value"));
    }
    headers.emplace_back(line);
  }
  return headers;
}

absl::StatusOr<TierOptions> MakeTierOptions(absl::string_view shared,
                                            absl::string_view remote) {
  TierOptions options;
  absl::StatusOr<std::vector<OuterPlace>> places = ParseSharedPlaces(shared);
  if (!places.ok()) return In(WhoSet(SettingId::kShared), places.status());
  options.shared = *std::move(places);
  places = ParseRemotePlaces(remote);
  if (!places.ok()) return In(WhoSet(SettingId::kRemote), places.status());
  options.remotes = *std::move(places);
  if (options.remotes.empty()) return options;
  const absl::Status timeouts =
      ParseTimeouts(FindSetting(SettingId::kRemoteTimeouts).value, &options);
  if (!timeouts.ok()) return In(WhoSet(SettingId::kRemoteTimeouts), timeouts);
  const std::string headers = FindSetting(SettingId::kRemoteHeaders).value;
  if (!headers.empty()) {
    TW_ASSIGN_OR_RETURN(options.headers, ReadHeaderFile(headers));
  }
  return options;
}

}  // namespace tilewright::cache
