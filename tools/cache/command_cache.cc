// tilewright cache: what is in the compilation cache, and its upkeep.
#include <memory>
#include <utility>
#include <vector>

#include "tools/cache/verbs.h"
#include "tools/cli/commands.h"

namespace tilewright::tools {
namespace {

constexpr char kCacheExamples[] =
    "Examples:\n"
    "  tilewright cache stats                      # hit rate, time saved\n"
    "  tilewright cache ls --sort=size --limit=20\n"
    "  tilewright cache explain model.mlir         # why would it miss?\n"
    "  tilewright cache gc --max-bytes=500M --dry-run\n"
    "A KEY may be shortened while it is unique. `tilewright cache VERB --help` has\n"
    "more examples.\n"
    "Exit codes: 0 fine, 1 a problem was found, 2 usage, 3 input or output, 4 a program\n"
    "is refused. `tilewright --help` says more.";

}  // namespace

Command AddCache(CLI::App* app) {
  app->footer(kCacheExamples);
  app->require_subcommand(1);
  auto verbs = std::make_shared<std::vector<std::pair<CLI::App*, Command>>>();
  const auto add = [&](const char* name, const char* what, auto bind) {
    CLI::App* const verb = app->add_subcommand(name, what);
    verbs->emplace_back(verb, bind(verb));
  };
  add("info", "Where the cache is, its size, limits and this machine", AddCacheInfo);
  add("ls", "List entries", AddCacheList);
  add("show", "One entry: facts, sections, symbols", AddCacheShow);
  add("asm", "A kernel's code", AddCacheAssembly);
  add("explain", "Why a program, or an entry, hits or misses", AddCacheExplain);
  add("verify", "Check entries, and set bad ones aside", AddCacheVerify);
  add("stats", "Hit rate, time saved, refusals", AddCacheStats);
  add("gc", "Remove entries beyond the limits", AddCacheCollect);
  add("rm", "Remove entries", AddCacheRemove);
  add("warm", "Compile programs into the cache", AddCacheWarm);
  add("export", "Write entries to one file", AddCacheExport);
  add("import", "Take entries from such a file", AddCacheImport);
  add("doctor", "Look for trouble: permissions, clock, leftovers, space", AddCacheDoctor);
  add("config", "Settings: what they are, and who says so", AddCacheConfig);
  add("report", "A page with a picture of the cache", AddCacheReport);
  return [verbs] {
    for (const auto& [verb, run] : *verbs) {
      if (verb->parsed()) return run();
    }
    return kUsage;
  };
}

}  // namespace tilewright::tools
