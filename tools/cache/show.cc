// tilewright cache show and asm.
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kShowExamples[] =
    "Examples:\n"
    "  tilewright cache show 3fa2c1\n"
    "  tilewright cache show 3fa2c1 --section=graph          # what it was made from\n"
    "  tilewright cache show 3fa2c1 --section=object -o kernel.o";
constexpr char kAssemblyExamples[] =
    "Examples:\n"
    "  tilewright cache asm 3fa2c1\n"
    "  tilewright cache asm 3fa2c1 -o kernel.s";

struct ShowArguments : CacheArguments {
  std::string key;
  std::string section;
  std::string output;
};

ExitCode Write(const ShowArguments& arguments, const absl::StatusOr<std::string>& bytes) {
  if (!bytes.ok()) return ReportStatus(bytes.status());
  if (!arguments.output.empty()) return WriteResult(arguments.output, *bytes);
  // Of a section somebody wants the bytes, and JSON has escaped what there was.
  return arguments.section.empty() && !arguments.json ? PrintText(*bytes)
                                                      : PrintBytes(*bytes);
}

Json DetailsJson(const CacheDetails& details) {
  Json json = JsonOf(details.entry);
  json["signature"] = details.signature;
  json["refusal"] = details.refusal;
  json["sections"] = Json::array();
  for (const CacheSection& section : details.sections) {
    json["sections"].push_back({{"name", section.name}, {"bytes", section.bytes}});
  }
  json["symbols"] = Json::array();
  for (const CacheSymbol& symbol : details.symbols) {
    json["symbols"].push_back({{"name", symbol.name},
                               {"section", symbol.section},
                               {"bytes", symbol.bytes},
                               {"exported", symbol.exported}});
  }
  return json;
}

std::string DetailsText(const CacheDetails& details) {
  const CacheEntry& entry = details.entry;
  const int width = TerminalWidth();
  std::string text = absl::StrCat("key         ", entry.key, "\n");
  absl::StrAppendFormat(&text, "%-10s  %s\n", entry.kind, entry.name);
  if (!entry.labels.empty()) {
    absl::StrAppendFormat(&text, "label       %s\n", absl::StrJoin(entry.labels, ", "));
  }
  absl::StrAppendFormat(&text, "target      %s\n", entry.target);
  absl::StrAppendFormat(&text, "size        %s\n", BytesText(entry.bytes));
  if (entry.created > 0) {
    absl::StrAppendFormat(
        &text, "made        %s UTC%s\n", TimeText(entry.created),
        entry.compile_ms > 0 ? absl::StrFormat(", in %.1f ms", entry.compile_ms) : "");
  }
  absl::StrAppendFormat(&text, "last used   %s UTC\n", TimeText(entry.last_used));
  absl::StrAppendFormat(&text, "signature   %s\n", details.signature);
  absl::StrAppendFormat(
      &text, "here        %s\n",
      details.refusal.empty() ? "usable" : Wrapped(details.refusal, 12, width));
  absl::StrAppend(&text, "manifest\n");
  for (const auto& [field, value] : entry.manifest) {
    absl::StrAppendFormat(&text, "  %-14s%s\n", field, Wrapped(value, 16, width));
  }
  absl::StrAppend(&text, "sections\n");
  for (const CacheSection& section : details.sections) {
    absl::StrAppendFormat(&text, "  %-14s%s\n", section.name, BytesText(section.bytes));
  }
  if (details.symbols.empty()) return text;
  absl::StrAppend(&text, "symbols\n");
  Table table({{"", false, false}, {"", false, true}, {""}, {"", true}});
  for (const CacheSymbol& symbol : details.symbols) {
    table.Add({symbol.section.empty() ? "  imports"
               : symbol.exported      ? "  exports"
                                      : "  has",
               symbol.name, symbol.section,
               symbol.section.empty() ? "" : BytesText(symbol.bytes)});
  }
  return text + table.Text(width);
}

ExitCode Show(const ShowArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<std::vector<std::string>> keys = FindKeys(*cache, {arguments.key});
  if (!keys.ok()) return ReportStatus(keys.status());
  if (!arguments.section.empty()) {
    return Write(arguments, cache->Section(keys->front(), arguments.section));
  }
  absl::StatusOr<CacheDetails> details = cache->Show(keys->front());
  if (!details.ok()) return ReportStatus(details.status());
  if (arguments.quiet) return PrintText(details->entry.key + "\n");
  return Write(arguments, arguments.json
                              ? DetailsJson(*details).dump(
                                    2, ' ', false, Json::error_handler_t::replace) +
                                    "\n"
                              : DetailsText(*details));
}

ExitCode Assembly(const ShowArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<std::vector<std::string>> keys = FindKeys(*cache, {arguments.key});
  if (!keys.ok()) return ReportStatus(keys.status());
  absl::StatusOr<std::string> text = cache->Assembly(keys->front());
  if (text.ok() && arguments.json) {
    return PrintJson({{"key", keys->front()}, {"assembly", *text}});
  }
  return Write(arguments, text);
}

}  // namespace

Command AddCacheShow(CLI::App* verb) {
  auto arguments = std::make_shared<ShowArguments>();
  verb->add_option("KEY", arguments->key, "an entry's key, or how it begins")->required();
  verb->add_option("--section", arguments->section, "only these bytes of it")
      ->check(OneOf({"object", "graph", "profile", "manifest", "plan", "source", "launch",
                     "entry"}));
  verb->add_option("--output,-o", arguments->output, "a file instead of standard output");
  arguments->AddTo(verb, kShowExamples);
  return [arguments] { return Show(*arguments); };
}

Command AddCacheAssembly(CLI::App* verb) {
  auto arguments = std::make_shared<ShowArguments>();
  verb->add_option("KEY", arguments->key, "a kernel's key, or how it begins")->required();
  verb->add_option("--output,-o", arguments->output, "a file instead of standard output");
  arguments->AddTo(verb, kAssemblyExamples);
  return [arguments] { return Assembly(*arguments); };
}

}  // namespace tilewright::tools
