#include "api/cache_recompile.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/facts/kernel_calls.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "jit/library/recompile.h"
#include "support/hash.h"
#include "support/on_threads.h"
#include "support/status_macros.h"

namespace tilewright::api {
namespace {

using cache::SectionKind;

// OK for an entry of this build.
absl::Status CheckOurs(const cache::Manifest& manifest) {
  std::vector<std::string> differ;
  for (const auto& [field, value] : jit::CompilerFields()) {
    if (manifest.Get(field) != value) differ.push_back(field);
  }
  if (differ.empty()) return absl::OkStatus();
  return absl::UnimplementedError(
      absl::StrCat("of another build, by its ", absl::StrJoin(differ, ", ")));
}

// The program that an executable was made from, if its entry still tells.
absl::StatusOr<ir::Program> ProgramOf(const cache::Manifest& manifest,
                                      const cache::Entry& entry) {
  absl::string_view text = entry.section(SectionKind::kSource);
  if (text.empty()) {
    text = entry.section(SectionKind::kGraph);
    if (absl::StrContains(text, "sha256:")) {
      return absl::NotFoundError(
          "of a program whose constants are too large to be kept with it");
    }
  }
  if (absl::StrContains(entry.section(SectionKind::kGraph), "\nvalues ")) {
    return absl::UnimplementedError(
        "of a program that leaves sizes open, whose text is not read again");
  }
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed, stablehlo::ParseProgram(text));
  if (ContentName(ir::CanonicalText(parsed.program)) != manifest.Get("program")) {
    return absl::DataLossError("of a program that is not the manifest's");
  }
  const std::set<std::string> called = codegen::CalledKernels(parsed.program);
  if (!called.empty()) {
    return absl::UnimplementedError(
        absl::StrCat("of a program that calls kernels of its own, which are C++ (",
                     absl::StrJoin(called, ", "), ")"));
  }
  return std::move(parsed.program);
}

// Whether an entry's plan or object is what is made now of what it was made from. An
// error says why nothing can be made of that.
absl::StatusOr<bool> IsMadeAgain(const Cache::Impl& impl, const std::string& name) {
  TW_ASSIGN_OR_RETURN(const cache::Entry entry, ReadChecked(impl, name));
  TW_ASSIGN_OR_RETURN(const cache::Manifest manifest,
                      cache::Manifest::Parse(entry.manifest()));
  TW_RETURN_IF_ERROR(CheckOurs(manifest));
  TW_ASSIGN_OR_RETURN(const codegen::CodeFacts facts, jit::FactsOf(manifest));
  if (manifest.Get("kind") == "executable") {
    TW_ASSIGN_OR_RETURN(const ir::Program program, ProgramOf(manifest, entry));
    TW_ASSIGN_OR_RETURN(const std::string plan, jit::ReplanProgram(program, facts));
    return entry.section(SectionKind::kPlan) == plan;
  }
  // A kernel is what its text says, whatever program it is of.
  const absl::string_view text = entry.section(SectionKind::kGraph);
  if (text.empty()) return absl::NotFoundError("without the text that it was made from");
  TW_ASSIGN_OR_RETURN(const std::string object, jit::RecompileKernel(text, facts.kernel));
  return entry.section(SectionKind::kObject) == object;
}

}  // namespace

absl::Status Recompile(const Cache::Impl& impl, const CacheVerifyOptions& options,
                       const std::set<std::string>& sound, CacheVerification* result) {
  const std::vector<std::string> names(sound.begin(), sound.end());
  std::vector<absl::StatusOr<bool>> same(names.size(), absl::StatusOr<bool>(true));
  std::atomic<size_t> next{0};
  std::mutex mutex;
  int64_t done = 0;
  RunOnThreads(std::min(ProcessorCount(), static_cast<int>(names.size())), [&] {
    for (size_t i = next.fetch_add(1); i < names.size(); i = next.fetch_add(1)) {
      same[i] = IsMadeAgain(impl, names[i]);
      const std::lock_guard<std::mutex> lock(mutex);
      ++done;
      if (options.progress) options.progress(done, static_cast<int64_t>(names.size()));
    }
  });
  for (size_t i = 0; i < names.size(); ++i) {
    if (!same[i].ok()) {
      result->skipped.push_back({names[i], std::string(same[i].status().message())});
      continue;
    }
    ++result->recompiled;
    if (*same[i]) continue;
    result->problems.push_back({names[i], "differs from what is compiled now"});
    if (!options.repair) continue;
    impl.directory->SetAside(names[i]);
    ++result->repaired;
  }
  return absl::OkStatus();
}

}  // namespace tilewright::api
