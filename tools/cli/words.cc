#include "tools/cli/words.h"

#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cli/nearest.h"

namespace tilewright::tools {
namespace {

// What an option without its value means is kept where the parser keeps the value of one
// that is not given, which nothing else uses.
bool MayLeaveOutValue(const CLI::Option& option) {
  return !option.get_default_str().empty();
}

bool IsFlag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

bool MayBeRepeated(const CLI::Option& option) {
  return option.get_items_expected_max() > 1 ||
         option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

std::vector<std::string> VerbsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

// Of a program or a verb, with dashes.
std::vector<std::string> OptionsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

class Reader {
 public:
  explicit Reader(const CLI::App& app) : app_(&app) {}

  absl::StatusOr<Words> Read(const std::vector<std::string>& arguments) {
    bool options_ended = false;
    for (size_t i = 0; i < arguments.size() && words_.help == nullptr; ++i) {
      const std::string& word = arguments[i];
      absl::Status status;
      if (!options_ended && word == "--") {
        options_ended = true;
      } else if (!options_ended && absl::StartsWith(word, "--")) {
        status = Long(word, arguments, &i);
      } else if (!options_ended && word.size() > 1 && word[0] == '-') {
        status = Short(word, arguments, &i);
      } else if (!app_->get_subcommands({}).empty() || asks_for_help_) {
        status = Verb(word);
      } else {
        arguments_.push_back(word);
      }
      if (!status.ok()) return status;
    }
    if (asks_for_help_) words_.help = app_;
    if (words_.help != nullptr) return std::move(words_);
    if (absl::Status status = CheckArguments(); !status.ok()) return status;
    for (std::vector<std::string>* part : {&arguments_, &options_}) {
      for (std::string& word : *part) words_.words.push_back(std::move(word));
    }
    return std::move(words_);
  }

 private:
  absl::Status Wrong(const std::string& what) const {
    return absl::InvalidArgumentError(absl::StrCat(
        what, absl::EndsWith(what, "?") ? "" : ".", " See ", PathOf(*app_), " --help"));
  }

  absl::Status Verb(const std::string& word) {
    const auto found = app_->get_subcommands(
        [&](const CLI::App* verb) { return verb->get_name() == word; });
    if (found.empty()) {
      if (app_->get_subcommands({}).empty()) {
        return Wrong(absl::StrCat(PathOf(*app_), " has no commands of its own"));
      }
      // `tilewright model.mlir`.
      std::error_code error;
      if (app_->get_parent() == nullptr && std::filesystem::exists(word, error)) {
        return Wrong(absl::StrCat("'", word,
                                  "' is no command, but a file; did you mean '",
                                  PathOf(*app_), " run ", word, "'?"));
      }
      // `tilewright version` is an option's name.
      const std::string option = "--" + word;
      const bool is_option = app_->get_option_no_throw(option) != nullptr;
      return Wrong(absl::StrCat(
          "'", word, "' is no command of ", PathOf(*app_),
          is_option ? DidYouMean(option, {option}) : DidYouMean(word, VerbsOf(*app_))));
    }
    if (word == "help") {
      asks_for_help_ = true;
      return absl::OkStatus();
    }
    app_ = found[0];
    words_.words.push_back(word);
    return absl::OkStatus();
  }

  // An option's name in whole, with dashes.
  absl::StatusOr<const CLI::Option*> Find(const std::string& name) const {
    if (const CLI::Option* exact = app_->get_option_no_throw(name)) return exact;
    const std::vector<std::string> names = OptionsOf(*app_);
    std::map<const CLI::Option*, std::string> begun;
    for (const std::string& whole : names) {
      if (name.size() > 2 && absl::StartsWith(whole, name)) {
        begun.emplace(app_->get_option_no_throw(whole), whole);
      }
    }
    if (begun.size() == 1) return begun.begin()->first;
    if (begun.size() > 1) {
      return Wrong(absl::StrCat(
          name, " may be ",
          absl::StrJoin(begun, " or ", [](std::string* out, const auto& option) {
            absl::StrAppend(out, option.second);
          })));
    }
    return Wrong(absl::StrCat("'", name, "' is no option of ", PathOf(*app_),
                              DidYouMean(name, names)));
  }

  // What takes a value has it in `value` or in the next word.
  absl::Status Take(const CLI::Option& option, const std::string& as_typed,
                    const std::string* value, const std::vector<std::string>& arguments,
                    size_t* i) {
    const std::string name = "--" + option.get_lnames().front();
    if (&option == app_->get_help_ptr()) {
      words_.help = app_;
      return absl::OkStatus();
    }
    if (!given_.insert(&option).second && !MayBeRepeated(option) && !IsFlag(option)) {
      return Wrong(absl::StrCat(name, " is given twice"));
    }
    if (IsFlag(option)) {
      if (value != nullptr) return Wrong(absl::StrCat(name, " takes no value"));
      options_.push_back(name);
      return absl::OkStatus();
    }
    const std::string left_out = option.get_default_str();
    if (value == nullptr && MayLeaveOutValue(option)) value = &left_out;
    // What looks like the next option is one: of a value that begins so, `=` tells.
    if (value == nullptr && *i + 1 < arguments.size() &&
        !absl::StartsWith(arguments[*i + 1], "--")) {
      value = &arguments[++*i];
    }
    if (value == nullptr || value->empty()) {
      return Wrong(absl::StrCat(as_typed, " wants a value",
                                value == nullptr ? "" : ", which is empty"));
    }
    options_.push_back(absl::StrCat(name, "=", *value));
    return absl::OkStatus();
  }

  absl::Status Long(const std::string& word, const std::vector<std::string>& arguments,
                    size_t* i) {
    const size_t sign = word.find('=');
    const std::string name = word.substr(0, sign);
    absl::StatusOr<const CLI::Option*> option = Find(name);
    if (!option.ok()) return option.status();
    if (sign == std::string::npos) return Take(**option, name, nullptr, arguments, i);
    const std::string value = word.substr(sign + 1);
    return Take(**option, name, &value, arguments, i);
  }

  // "-q", "-ofile", "-o=file", "-o file", "-qofile".
  absl::Status Short(const std::string& word, const std::vector<std::string>& arguments,
                     size_t* i) {
    for (size_t at = 1; at < word.size() && words_.help == nullptr; ++at) {
      const std::string name = {'-', word[at]};
      const CLI::Option* const option = app_->get_option_no_throw(name);
      if (option == nullptr) {
        const std::string whole = at == 1 ? word : name;
        return Wrong(absl::StrCat("'", whole, "' is no option of ", PathOf(*app_),
                                  DidYouMean(whole, OptionsOf(*app_))));
      }
      std::string rest = word.substr(at + 1);
      const bool has_value = !IsFlag(*option) && !rest.empty();
      if (has_value && rest[0] == '=') rest.erase(0, 1);
      absl::Status status =
          Take(*option, name, has_value ? &rest : nullptr, arguments, i);
      if (!status.ok() || has_value) return status;
    }
    return absl::OkStatus();
  }

  absl::Status CheckArguments() {
    if (!app_->get_subcommands({}).empty()) {
      for (const std::string& option : options_) {
        if (option == "--version") return absl::OkStatus();
      }
      return Wrong(
          absl::StrCat("a command is missing: ", absl::StrJoin(VerbsOf(*app_), ", ")));
    }
    size_t taken = 0;
    for (const CLI::Option* option : app_->get_options()) {
      if (!option->get_positional()) continue;
      const size_t left = arguments_.size() - taken;
      // `print --targets` wants no file.
      if (left == 0 && option->get_required() && !listed_instead()) {
        return Wrong(absl::StrCat(option->get_name(), " is missing"));
      }
      taken += std::min(left, static_cast<size_t>(option->get_items_expected_max()));
    }
    if (taken < arguments_.size()) {
      const std::string& argument = arguments_[taken];
      const bool is_input = absl::EndsWith(argument, ".npy") &&
                            app_->get_option_no_throw("--input") != nullptr;
      return Wrong(absl::StrCat("'", argument, "' is an argument too many",
                                is_input ? "; did you mean '--input " : "",
                                is_input ? argument : "", is_input ? "'?" : ""));
    }
    for (std::string& argument : arguments_) {
      if (argument.empty()) return Wrong("an argument is empty");
      // A file's name, whatever it looks like.
      if ((argument.size() > 1 && argument[0] == '-') || argument == "++") {
        argument = "./" + argument;
      }
    }
    return absl::OkStatus();
  }

  // An option that says something and ends.
  bool listed_instead() const {
    for (const CLI::Option* option : given_) {
      if (option->get_trigger_on_parse()) return true;
    }
    return false;
  }

  const CLI::App* app_;
  Words words_;
  std::vector<std::string> arguments_;
  std::vector<std::string> options_;
  std::set<const CLI::Option*> given_;
  bool asks_for_help_ = false;
};

}  // namespace

absl::StatusOr<Words> ReadWords(const CLI::App& app,
                                const std::vector<std::string>& arguments) {
  return Reader(app).Read(arguments);
}

std::string PathOf(const CLI::App& app) {
  const CLI::App* const parent = app.get_parent();
  return parent == nullptr ? app.get_name()
                           : absl::StrCat(PathOf(*parent), " ", app.get_name());
}

void LetValueBeLeftOut(CLI::Option* option, const std::string& value) {
  option->default_str(value);
}

}  // namespace tilewright::tools
