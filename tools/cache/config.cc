// tilewright cache config.
#include "absl/strings/str_cat.h"
#include "tilewright/cache_settings.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kConfigExamples[] =
    "A variable goes before the file, the file before the default.\n"
    "Examples:\n"
    "  tilewright cache config\n"
    "  tilewright cache config get max-size\n"
    "  tilewright cache config set max-size 5G\n"
    "  tilewright cache config set remote 'ro:https://cache.example/tilewright'\n"
    "  tilewright cache config unset remote";

struct ConfigArguments : CacheArguments {
  std::string action;
  std::string name;
  std::string value;
};

// With the flag that goes before all.
std::vector<CacheSetting> SettingsFor(const CacheArguments& arguments) {
  std::vector<CacheSetting> settings = CacheSettings();
  for (CacheSetting& setting : settings) {
    if (setting.name != "dir" || arguments.dir.empty()) continue;
    setting.value = arguments.dir;
    setting.source = "flag";
    setting.problem.clear();
  }
  return settings;
}

Json SettingJson(const CacheSetting& setting) {
  return {{"name", setting.name},     {"value", setting.value},
          {"source", setting.source}, {"variable", setting.variable},
          {"what", setting.what},     {"problem", setting.problem}};
}

ExitCode ListSettings(const ConfigArguments& arguments) {
  arguments.TellSettingProblems();
  const std::vector<CacheSetting> settings = SettingsFor(arguments);
  if (arguments.json) {
    Json json = {{"file", CacheSettingsFile()}, {"settings", Json::array()}};
    for (const CacheSetting& setting : settings) {
      json["settings"].push_back(SettingJson(setting));
    }
    return PrintJson(json);
  }
  Table table({{.title = "SETTING"},
               {.title = "VALUE", .elastic = true},
               {.title = "FROM"},
               {.title = "VARIABLE", .optional = true}});
  std::string problems;
  for (const CacheSetting& setting : settings) {
    table.Add({setting.name, setting.value, setting.source, setting.variable});
    if (setting.problem.empty()) continue;
    absl::StrAppend(&problems, "BAD   ", setting.name, ": ", setting.problem, "\n");
  }
  std::string text = table.Text(TerminalWidth()) + problems;
  if (!arguments.quiet) absl::StrAppend(&text, "file      ", CacheSettingsFile(), "\n");
  return PrintText(text);
}

ExitCode GetSetting(const ConfigArguments& arguments) {
  for (const CacheSetting& setting : SettingsFor(arguments)) {
    if (setting.name != arguments.name && setting.variable != arguments.name) continue;
    if (arguments.json) return PrintJson(SettingJson(setting));
    return PrintText(setting.value + "\n");
  }
  return Report({kUsage, absl::StrCat("no setting is called ", arguments.name,
                                      "; tilewright cache config lists them")});
}

ExitCode ChangeFile(const ConfigArguments& arguments) {
  const absl::Status kept = arguments.value.empty()
                                ? ForgetCacheSetting(arguments.name)
                                : KeepCacheSetting(arguments.name, arguments.value);
  if (absl::IsInvalidArgument(kept)) return ReportStatus(kept);
  if (!kept.ok()) return ReportOpening(kept);
  for (const CacheSetting& setting : CacheSettings()) {
    if (setting.name != arguments.name && setting.variable != arguments.name) continue;
    if (setting.source != "environment") continue;
    Report({kFine, absl::StrCat("warning: ", setting.variable,
                                " is set, and goes before the file")});
  }
  return arguments.quiet ? kFine : PrintText(CacheSettingsFile() + "\n");
}

ExitCode Configure(const ConfigArguments& arguments) {
  const std::string& action = arguments.action;
  if (action.empty()) return ListSettings(arguments);
  if (arguments.name.empty()) {
    return Report({kUsage, absl::StrCat("NAME is missing: config ", action, " NAME")});
  }
  if (arguments.value.empty() != (action != "set")) {
    return Report({kUsage, action == "set" ? "VALUE is missing: config set NAME VALUE"
                                           : "VALUE is an argument too many"});
  }
  return action == "get" ? GetSetting(arguments) : ChangeFile(arguments);
}

}  // namespace

Command AddCacheConfig(CLI::App* verb) {
  auto arguments = std::make_shared<ConfigArguments>();
  std::vector<std::string> names;
  for (const CacheSetting& setting : CacheSettings()) names.push_back(setting.name);
  verb->add_option("ACTION", arguments->action,
                   "get, set or unset one; all are listed where nothing is said")
      ->check(OneOf({"get", "set", "unset"}));
  verb->add_option("NAME", arguments->name, "of the setting")->check(OneOf(names));
  verb->add_option("VALUE", arguments->value, "as the variable has it");
  arguments->AddTo(verb, kConfigExamples);
  return [arguments] { return Configure(*arguments); };
}

}  // namespace tilewright::tools
