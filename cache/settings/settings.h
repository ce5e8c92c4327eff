// What users choose about the cache: from the environment, else from their file of
// settings, else by default. Everybody who wants to know asks here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// In the order in which they are shown.
enum class SettingId : size_t {
  kDirectory,
  kMode,
  kMaxSize,
  kMaxAge,
  kMaxEntries,
  kPolicy,
  kKeyFile,
  kShared,
  kRemote,
  kRemoteHeaders,
  kRemoteTimeouts,
  kLog,
  kLabel,
};

struct SettingRow {
  SettingId id;
  const char* name;       // in the file, and for people: "max-size"
  const char* variable;   // "TILEWRIGHT_CACHE_MAX_BYTES"
  const char* otherwise;  // what it is by default, in words
  const char* what;
};

// One for each SettingId, in their order.
const std::vector<SettingRow>& SettingRows();
const SettingRow& RowOf(SettingId id);
// By its name, or its variable's. Null for what there is not.
const SettingRow* FindSettingRow(absl::string_view name);

enum class SettingSource { kDefault, kFile, kEnvironment };

struct Setting {
  std::string value;  // "": by default
  SettingSource source = SettingSource::kDefault;
};

Setting FindSetting(SettingId id);
// The same; `otherwise` for one that is not set.
std::string SettingOr(SettingId id, std::string otherwise);
// Who said so, for messages: "TILEWRIGHT_CACHE", "mode (/home/me/.config/...)".
std::string WhoSet(SettingId id);

// TILEWRIGHT_CACHE_CONFIG, else $XDG_CONFIG_HOME/tilewright/cache.conf, else
// $HOME/.config/tilewright/cache.conf; "" when none of them is set.
std::string SettingsPath();
// What is wrong with the file: that others may write to it, which is why nothing of it
// counts, or lines that say nothing.
std::vector<std::string> SettingsFileProblems();
// Keeps a setting in the file, which is made where it is absent; "" takes it out. Other
// lines stay as they are. Whether the value means something is the caller's to see.
absl::Status KeepSetting(SettingId id, absl::string_view value);

}  // namespace tilewright::cache
