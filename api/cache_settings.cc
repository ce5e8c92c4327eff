// The cache's settings, for people.
#include "tilewright/cache_settings.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/convert.h"
#include "cache/format/label.h"
#include "cache/settings/settings.h"
#include "cache/store/store.h"
#include "cache/tiers/check_setting.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

const char* SourceName(cache::SettingSource source) {
  switch (source) {
    case cache::SettingSource::kDefault:
      return "default";
    case cache::SettingSource::kFile:
      return "file";
    case cache::SettingSource::kEnvironment:
      return "environment";
  }
  return "";
}

absl::StatusOr<cache::SettingId> IdOf(std::string_view name) {
  const cache::SettingRow* const row = cache::FindSettingRow(api::Inside(name));
  if (row != nullptr) return row->id;
  std::vector<std::string> names;
  for (const cache::SettingRow& each : cache::SettingRows())
    names.emplace_back(each.name);
  return absl::InvalidArgumentError(absl::StrCat("no setting is called ",
                                                 api::Inside(name), "; there are ",
                                                 absl::StrJoin(names, ", ")));
}

}  // namespace

std::vector<CacheSetting> CacheSettings() {
  std::vector<CacheSetting> settings;
  for (const cache::SettingRow& row : cache::SettingRows()) {
    const cache::Setting found = cache::FindSetting(row.id);
    CacheSetting setting = {
        row.name, row.variable, row.otherwise, SourceName(found.source), row.what, ""};
    if (found.source == cache::SettingSource::kDefault) {
      if (row.id == cache::SettingId::kDirectory)
        setting.value = cache::DefaultDirectory();
    } else {
      setting.value = cache::ShownSetting(row.id, found.value);
      const absl::Status status = cache::CheckSetting(row.id, found.value);
      // Where somebody stands decides about a relative directory, and he may mean that.
      const bool is_relative = row.id == cache::SettingId::kDirectory &&
                               found.source == cache::SettingSource::kEnvironment;
      if (!is_relative) setting.problem = std::string(status.message());
    }
    settings.push_back(std::move(setting));
  }
  return settings;
}

std::string CacheSettingsFile() { return cache::SettingsPath(); }

absl::Status KeepCacheSetting(std::string_view name, std::string_view value) {
  TW_ASSIGN_OR_RETURN(const cache::SettingId id, IdOf(name));
  const absl::Status status = cache::CheckSetting(id, api::Inside(value));
  if (!status.ok()) {
    // Also where the value names a file that is not fit for it.
    return absl::InvalidArgumentError(
        absl::StrCat(cache::RowOf(id).name, ": ", status.message()));
  }
  return cache::KeepSetting(id, api::Inside(value));
}

absl::Status ForgetCacheSetting(std::string_view name) {
  TW_ASSIGN_OR_RETURN(const cache::SettingId id, IdOf(name));
  return cache::KeepSetting(id, "");
}

absl::Status CheckCacheLabel(std::string_view label) {
  return cache::CheckLabel(api::Inside(label));
}

std::vector<std::string> NewCacheSettingProblems() { return cache::NewSettingProblems(); }

}  // namespace tilewright
