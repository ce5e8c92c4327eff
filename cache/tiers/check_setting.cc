#include "cache/tiers/check_setting.h"

#include <mutex>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cache/format/label.h"
#include "cache/format/mac.h"
#include "cache/store/limits.h"
#include "cache/store/store.h"
#include "cache/tiers/tier_options.h"

namespace tilewright::cache {
namespace {

absl::Status Expected(absl::string_view value, absl::string_view expected) {
  return absl::InvalidArgumentError(absl::StrCat("\"", value, "\": expected ", expected));
}

absl::Status CheckAbsolute(absl::string_view value) {
  return absl::StartsWith(value, "/") ? absl::OkStatus()
                                      : Expected(value, "a path that begins with /");
}

// Of settings that decide whether the cache is used at all, what is done instead.
struct Instead {
  SettingId id;
  const char* what;
};
constexpr Instead kInstead[] = {
    {SettingId::kMode, "the cache is off"},
    {SettingId::kMaxSize, "the default counts"},
    {SettingId::kMaxAge, "the default counts"},
    {SettingId::kMaxEntries, "the default counts"},
    {SettingId::kPolicy, "mac-required counts"},
    {SettingId::kLabel, "there is no label"},
};

}  // namespace

absl::Status CheckSetting(SettingId id, absl::string_view value) {
  for (const char c : value) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      return absl::InvalidArgumentError("a value with control characters");
    }
  }
  switch (id) {
    case SettingId::kDirectory:
    case SettingId::kLog:
      return CheckAbsolute(value);
    case SettingId::kMode:
      return FindMode(value).has_value() ? absl::OkStatus()
                                         : Expected(value, "off, ro, rw or verify");
    case SettingId::kMaxSize:
      return ParseBytes(value).status();
    case SettingId::kMaxAge:
      return ParseDuration(value).status();
    case SettingId::kMaxEntries:
      return ParseCount(value).status();
    case SettingId::kPolicy:
      return FindPolicy(value).has_value() ? absl::OkStatus()
                                           : Expected(value, "owner or mac-required");
    case SettingId::kKeyFile:
      return MacKey::FromFile(std::string(value)).status();
    case SettingId::kShared:
      return ParseSharedPlaces(value).status();
    case SettingId::kRemote:
      return ParseRemotePlaces(value).status();
    case SettingId::kRemoteHeaders:
      return ReadHeaderFile(std::string(value)).status();
    case SettingId::kRemoteTimeouts: {
      TierOptions options;
      return ParseTimeouts(value, &options);
    }
    case SettingId::kLabel:
      return CheckLabel(value);
  }
  return absl::OkStatus();
}

std::string ShownSetting(SettingId id, absl::string_view value) {
  if (id != SettingId::kRemote) return std::string(value);
  std::vector<std::string> shown;
  for (absl::string_view place : absl::StrSplit(value, absl::ByAnyChar(";,"))) {
    place = absl::StripAsciiWhitespace(place);
    if (place.empty()) continue;
    const bool only_read = absl::ConsumePrefix(&place, "ro:");
    if (!only_read) absl::ConsumePrefix(&place, "rw:");
    const size_t scheme = place.find("://");
    const size_t begin = scheme == absl::string_view::npos ? 0 : scheme + 3;
    const size_t at = place.rfind('@');
    const bool has_user = at != absl::string_view::npos && at >= begin;
    shown.push_back(absl::StrCat(only_read ? "ro:" : "", place.substr(0, begin),
                                 place.substr(has_user ? at + 1 : begin)));
  }
  return absl::StrJoin(shown, ";");
}

std::vector<std::string> SettingProblems() {
  std::vector<std::string> problems = SettingsFileProblems();
  for (const Instead& row : kInstead) {
    const std::string value = FindSetting(row.id).value;
    if (value.empty()) continue;
    const absl::Status status = CheckSetting(row.id, value);
    if (status.ok()) continue;
    problems.push_back(
        absl::StrCat(WhoSet(row.id), ": ", status.message(), "; ", row.what));
  }
  return problems;
}

std::vector<std::string> NewSettingProblems() {
  static std::mutex* const kMutex = new std::mutex();
  static std::set<std::string>* const kTold = new std::set<std::string>();
  std::vector<std::string> fresh;
  const std::lock_guard<std::mutex> lock(*kMutex);
  for (std::string& problem : SettingProblems()) {
    if (kTold->insert(problem).second) fresh.push_back(std::move(problem));
  }
  return fresh;
}

}  // namespace tilewright::cache
