// Whether what users choose means something.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cache/settings/settings.h"

namespace tilewright::cache {

// What a value of this setting has to be: the error says what is expected. A key or
// header file has to be one that would be used.
absl::Status CheckSetting(SettingId id, absl::string_view value);

// As people may see it: servers without user and password.
std::string ShownSetting(SettingId id, absl::string_view value);

// What is set and means nothing, with what happens instead, and what is wrong with the
// file of settings. What further places are wrong about is told by who opens them.
std::vector<std::string> SettingProblems();
// Those that were not told before in this process.
std::vector<std::string> NewSettingProblems();

}  // namespace tilewright::cache
