#include "tools/cli/help.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/cli/table.h"
#include "tools/cli/words.h"

namespace tilewright::tools {
namespace {

constexpr int kUsualWidth = 80;
constexpr int kWidest = 100;  // longer lines are hard to read

struct Row {
  std::string name;
  std::string what;
};

// What stands for an option's value, and the words that it can be: the type's name is
// "NAME:{a,b}".
std::pair<std::string, std::string> ValueOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t colon = type.find(':');
  std::string choices;
  if (colon != std::string::npos && type.find('{', colon) != std::string::npos) {
    choices =
        absl::StrReplaceAll(type.substr(colon + 1), {{"{", ""}, {"}", ""}, {",", ", "}});
  }
  const std::string name = type.substr(0, colon);
  if (name == "INT" || name == "UINT") return {"N", choices};
  if (name == "FLOAT") return {"NUMBER", choices};
  if (name == "TEXT" && !choices.empty()) return {"NAME", choices};
  return {name, choices};
}

std::string Described(const CLI::Option& option) {
  const std::string choices = ValueOf(option).second;
  const std::string what = option.get_description();
  // One that lists them in its own words need not do it twice.
  const bool told =
      choices.empty() || absl::StrContains(what, choices.substr(0, choices.find(',')));
  return told ? what : absl::StrCat(what, ": ", choices);
}

Row ArgumentRow(const CLI::Option& option) {
  return {option.get_name(), Described(option)};
}

Row OptionRow(const CLI::Option& option) {
  std::string name;
  for (const std::string& letter : option.get_snames()) {
    absl::StrAppend(&name, name.empty() ? "" : ", ", "-", letter);
  }
  for (const std::string& word : option.get_lnames()) {
    absl::StrAppend(&name, name.empty() ? "" : ", ", "--", word);
  }
  if (option.get_items_expected_max() == 0) return {name, option.get_description()};
  const std::string value = ValueOf(option).first;
  const bool optional = !option.get_default_str().empty();
  absl::StrAppend(&name, optional ? "[=" : " ", value, optional ? "]" : "");
  return {name, Described(option)};
}

std::string Section(const std::string& title, const std::vector<Row>& rows, int width) {
  if (rows.empty()) return "";
  size_t widest = 0;
  for (const Row& row : rows) {
    // A long name has its line, and what it is comes below.
    if (row.name.size() <= 24) widest = std::max(widest, row.name.size());
  }
  const int column = static_cast<int>(std::max<size_t>(widest, 8)) + 4;
  std::string text = absl::StrCat("\n", title, ":\n");
  for (const Row& row : rows) {
    const std::string line = absl::StrCat("  ", row.name);
    const bool fits = line.size() + 2 <= static_cast<size_t>(column);
    absl::StrAppend(&text, line, fits ? "" : "\n",
                    std::string(fits ? column - line.size() : column, ' '),
                    Wrapped(row.what, column, width), "\n");
  }
  return text;
}

// What is to be typed stays as it is: lines behind spaces. The rest is prose.
std::string Reflowed(const std::string& text, int width) {
  std::string result, prose;
  const auto flush = [&] {
    if (!prose.empty()) absl::StrAppend(&result, Wrapped(prose, 0, width), "\n");
    prose.clear();
  };
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool kept = line.empty() || line[0] == ' ' || absl::EndsWith(line, ":");
    if (kept) {
      flush();
      absl::StrAppend(&result, line, "\n");
    } else {
      absl::StrAppend(&prose, prose.empty() ? "" : " ", line);
    }
  }
  flush();
  return result;
}

}  // namespace

int HelpWidth(int width) { return width <= 0 ? kUsualWidth : std::min(width, kWidest); }

std::string HelpText(const CLI::App& app, int width) {
  width = HelpWidth(width);
  std::vector<Row> arguments, options, verbs;
  std::string usage = absl::StrCat("Usage: ", PathOf(app));
  for (const CLI::App* verb : app.get_subcommands({})) {
    verbs.push_back({verb->get_name(), verb->get_description()});
  }
  absl::StrAppend(&usage, verbs.empty() ? "" : " COMMAND", " [OPTIONS]");
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) {
      options.push_back(OptionRow(*option));
      continue;
    }
    arguments.push_back(ArgumentRow(*option));
    const bool many = option->get_items_expected_max() > 1;
    const std::string name = absl::StrCat(option->get_name(), many ? "..." : "");
    absl::StrAppend(&usage, " ",
                    option->get_required() ? name : absl::StrCat("[", name, "]"));
  }
  return absl::StrCat(
      Wrapped(app.get_description(), 0, width), "\n\n", usage, "\n",
      Section("Commands", verbs, width), Section("Arguments", arguments, width),
      Section("Options", options, width), "\n", Reflowed(app.get_footer(), width));
}

}  // namespace tilewright::tools
