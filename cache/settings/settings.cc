#include "cache/settings/settings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cache/settings/settings_file.h"
#include "support/environment.h"
#include "support/status_macros.h"

namespace tilewright::cache {

const std::vector<SettingRow>& SettingRows() {
  static const std::vector<SettingRow> kRows = {
      {SettingId::kDirectory, "dir", "TILEWRIGHT_CACHE_DIR",
       "$XDG_CACHE_HOME/tilewright, else ~/.cache/tilewright", "the directory"},
      {SettingId::kMode, "mode", "TILEWRIGHT_CACHE", "rw", "off, ro, rw or verify"},
      {SettingId::kMaxSize, "max-size", "TILEWRIGHT_CACHE_MAX_BYTES", "2GiB",
       "of all entries; 0 is no limit"},
      {SettingId::kMaxAge, "max-age", "TILEWRIGHT_CACHE_MAX_AGE", "30d",
       "of an entry since its last use; 0 is no limit"},
      {SettingId::kMaxEntries, "max-entries", "TILEWRIGHT_CACHE_MAX_ENTRIES", "100k",
       "how many there may be; 0 is no limit"},
      {SettingId::kPolicy, "policy", "TILEWRIGHT_CACHE_POLICY", "owner",
       "whose entries are believed: owner or mac-required"},
      {SettingId::kKeyFile, "key-file", "TILEWRIGHT_CACHE_KEY_FILE", "none",
       "a key that entries are signed with"},
      {SettingId::kShared, "shared", "TILEWRIGHT_CACHE_SHARED", "none",
       "further directories: ro:/PATH;rw:/PATH"},
      {SettingId::kRemote, "remote", "TILEWRIGHT_CACHE_REMOTE", "none",
       "servers: ro:https://HOST/PATH;redis://HOST"},
      {SettingId::kRemoteHeaders, "remote-headers", "TILEWRIGHT_CACHE_REMOTE_HEADERS",
       "none", "a file of headers for HTTP"},
      {SettingId::kRemoteTimeouts, "remote-timeouts", "TILEWRIGHT_CACHE_REMOTE_TIMEOUTS",
       "connect=100,answer=500,total=2000,put=10000,close=2000,wait=250,near=10",
       "milliseconds that servers have"},
      {SettingId::kLog, "log", "TILEWRIGHT_CACHE_LOG", "none",
       "a file that gets a line for every look-up"},
      {SettingId::kLabel, "label", "TILEWRIGHT_LABEL", "none",
       "what programs are for, in listings"},
  };
  return kRows;
}

const SettingRow& RowOf(SettingId id) { return SettingRows()[static_cast<size_t>(id)]; }

const SettingRow* FindSettingRow(absl::string_view name) {
  for (const SettingRow& row : SettingRows()) {
    if (name == row.name || name == row.variable) return &row;
  }
  return nullptr;
}

std::string SettingsPath() {
  const absl::string_view own = Environment("TILEWRIGHT_CACHE_CONFIG");
  if (!own.empty()) return std::string(own);
  const std::string folder = UserFolder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? "" : absl::StrCat(folder, "/tilewright/cache.conf");
}

Setting FindSetting(SettingId id) {
  const SettingRow& row = RowOf(id);
  const absl::string_view variable = Environment(row.variable);
  if (!variable.empty()) return {std::string(variable), SettingSource::kEnvironment};
  const std::shared_ptr<const SettingsFile> file = SettingsFile::Read(SettingsPath());
  for (const SettingsFile::Line& line : file->lines) {
    if (line.name == row.name && !line.value.empty()) {
      return {line.value, SettingSource::kFile};
    }
  }
  return {};
}

std::string SettingOr(SettingId id, std::string otherwise) {
  Setting setting = FindSetting(id);
  return setting.value.empty() ? std::move(otherwise) : std::move(setting.value);
}

std::string WhoSet(SettingId id) {
  const SettingRow& row = RowOf(id);
  if (FindSetting(id).source != SettingSource::kFile) return row.variable;
  return absl::StrCat(row.name, " in ", SettingsPath());
}

std::vector<std::string> SettingsFileProblems() {
  const std::string path = SettingsPath();
  const std::shared_ptr<const SettingsFile> file = SettingsFile::Read(path);
  if (!file->problem.ok()) {
    return {absl::StrCat(file->problem.message(), "; nothing of it counts")};
  }
  std::vector<std::string> problems;
  for (size_t i = 0; i < file->lines.size(); ++i) {
    const SettingsFile::Line& line = file->lines[i];
    if (line.name.empty() && !line.is_said) continue;
    const SettingRow* const row = FindSettingRow(line.name);
    if (row != nullptr && line.name == row->name) continue;
    problems.push_back(absl::StrCat(
        path, ", line ", i + 1, ": ",
        line.name.empty() ? "expected NAME = VALUE"
                          : absl::StrCat("no setting is called ", line.name)));
  }
  return problems;
}

absl::Status KeepSetting(SettingId id, absl::string_view value) {
  const std::string path = SettingsPath();
  if (path.empty()) {
    return absl::UnavailableError(
        "no place for the file of settings: set TILEWRIGHT_CACHE_CONFIG, XDG_CONFIG_HOME "
        "or HOME");
  }
  const std::shared_ptr<const SettingsFile> file = SettingsFile::Read(path);
  TW_RETURN_IF_ERROR(file->problem);
  const char* const name = RowOf(id).name;
  std::vector<std::string> lines;
  bool is_there = false;
  for (const SettingsFile::Line& line : file->lines) {
    if (line.name != name) {
      lines.push_back(line.text);
    } else if (!value.empty() && !is_there) {
      lines.push_back(absl::StrCat(name, " = ", value));
      is_there = true;
    }
  }
  if (!is_there && !value.empty()) lines.push_back(absl::StrCat(name, " = ", value));
  return SettingsFile::Write(path, lines);
}

}  // namespace tilewright::cache
