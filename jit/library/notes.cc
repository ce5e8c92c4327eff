// KernelLibrary: what front ends tell later processes, in the local directory alone.
#include <ctime>
#include <optional>

#include "cache/format/profile.h"
#include "jit/library/kernel_library.h"
#include "jit/library/keys.h"

namespace tilewright::jit {

std::string KernelLibrary::FindNotes(absl::string_view name,
                                     const codegen::CodeFacts& facts) {
  if (store() == nullptr) return "";
  const std::optional<cache::Entry> entry = store()->Find(NotesManifest(name, facts));
  if (!entry.has_value()) return "";
  return std::string(entry->section(cache::SectionKind::kNotes));
}

void KernelLibrary::KeepNotes(absl::string_view name, absl::string_view bytes,
                              const codegen::CodeFacts& facts) {
  if (store() == nullptr) return;
  const std::string profile = cache::FormatProfile(
      {.name = std::string(name), .created = static_cast<int64_t>(std::time(nullptr))});
  store()->Publish(NotesManifest(name, facts),
                   {{cache::SectionKind::kProfile, profile},
                    {cache::SectionKind::kNotes, std::string(bytes)}});
}

}  // namespace tilewright::jit
