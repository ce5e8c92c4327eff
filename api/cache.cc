// The cache's contents: what is there, listed and shown.
#include "tilewright/cache.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "api/cache_impl.h"
#include "api/convert.h"
#include "cache/inspect/verify.h"
#include "cache/settings/settings.h"
#include "jit/generator/code_generator.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "jit/library/open_cache.h"
#include "jit/load/object_symbols.h"
#include "support/status_macros.h"

namespace tilewright {
namespace api {

absl::string_view SectionName(cache::SectionKind kind) {
  switch (kind) {
    case cache::SectionKind::kObject:
      return "object";
    case cache::SectionKind::kGraph:
      return "graph";
    case cache::SectionKind::kProfile:
      return "profile";
    case cache::SectionKind::kPlan:
      return "plan";
    case cache::SectionKind::kSource:
      return "source";
    case cache::SectionKind::kLaunch:
      return "launch";
    case cache::SectionKind::kNotes:
      return "notes";
  }
  return "";
}

absl::StatusOr<std::unique_ptr<cache::Tiers>> OpenTiers(
    const std::string& dir, std::vector<std::string>* problems) {
  jit::CachePlaces places;
  places.mode = cache::Mode::kReadOnly;
  places.dir = dir;
  return jit::OpenCache(jit::WithSettings(places), problems);
}

absl::StatusOr<cache::Entry> ReadChecked(const Cache::Impl& impl,
                                         const std::string& key) {
  TW_ASSIGN_OR_RETURN(cache::Entry entry, cache::ReadEntry(*impl.directory, key));
  TW_RETURN_IF_ERROR(
      cache::CheckPolicy(entry, impl.options.policy, impl.options.key.get()));
  return entry;
}

}  // namespace api

absl::Status Cache::Impl::CheckWritable() const {
  if (options.mode != cache::Mode::kReadOnly && options.mode != cache::Mode::kOff) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat(cache::WhoSet(cache::SettingId::kMode), " is ",
                   cache::SettingOr(cache::SettingId::kMode, "rw"),
                   ": nothing is written to cache directory ", options.dir));
}

absl::StatusOr<Cache> Cache::Open(const CacheOptions& options) {
  auto impl = std::make_shared<Impl>();
  TW_ASSIGN_OR_RETURN(impl->options, cache::ObjectStore::OptionsFromSettings());
  impl->options.mode = cache::ModeFromSettings();
  impl->options.dir = options.dir.empty() ? cache::DefaultDirectory() : options.dir;
  impl->options.current = jit::CompilerFields();
  if (options.write) TW_RETURN_IF_ERROR(impl->CheckWritable());
  if (impl->options.dir.empty()) {
    return absl::UnavailableError(
        "no cache directory: set TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME or HOME");
  }
  TW_ASSIGN_OR_RETURN(impl->directory,
                      cache::Directory::Open(cache::FileSystem::Real(), impl->options.dir,
                                             {.create = options.create}));
  return Cache(std::move(impl));
}

absl::StatusOr<CacheInfo> Cache::Info() const {
  CacheInfo info;
  const cache::Directory& directory = *impl_->directory;
  info.dir = directory.path();
  info.mode = cache::ModeName(impl_->options.mode);
  TW_RETURN_IF_ERROR(cache::ForEachEntry(directory, [&](const cache::EntryFile& file) {
    ++info.entries;
    info.bytes += file.bytes;
    return true;
  }));
  std::vector<std::string> quarantined;
  directory.files().List(directory.file(), cache::kQuarantine, 1000, &quarantined);
  info.quarantined = static_cast<int64_t>(quarantined.size());
  const cache::Limits& limits = impl_->options.limits;
  info.limits = {limits.max_bytes, limits.max_age, limits.max_entries};
  info.policy = impl_->options.policy == cache::Policy::kOwner ? "owner" : "mac-required";
  info.has_key = impl_->options.key != nullptr;
  std::vector<std::string> problems;
  const absl::StatusOr<std::unique_ptr<cache::Tiers>> tiers =
      api::OpenTiers(impl_->options.dir, &problems);
  if (!tiers.ok()) problems.emplace_back(tiers.status().message());
  if (tiers.ok()) {
    for (const std::unique_ptr<cache::Tier>& tier : (*tiers)->outer()) {
      info.tiers.push_back(
          absl::StrCat(tier->name(), tier->writable() ? "" : ", read only"));
    }
  }
  for (const std::string& problem : problems) {
    info.tiers.push_back(absl::StrCat("left out: ", problem));
  }
  info.build = jit::CompilerFields();
  const absl::StatusOr<jit::Target> native = jit::FindTarget("native");
  if (native.ok()) {
    for (const auto& [field, value] : native->Fields()) {
      info.machine[field] = value;
    }
    info.machine["tuned_for"] =
        absl::StrCat(native->processor_class,
                     native->nearest_class ? ", the nearest: no class has this CPU" : "");
  }
  return info;
}

absl::StatusOr<std::string> Cache::FindKey(std::string_view prefix) const {
  constexpr size_t kNamed = 8;
  TW_ASSIGN_OR_RETURN(
      const std::vector<std::string> names,
      cache::NamesWithPrefix(*impl_->directory, api::Inside(prefix), kNamed));
  if (names.empty()) {
    return absl::NotFoundError(
        absl::StrCat("no entry has a key that begins with ", api::Inside(prefix)));
  }
  if (names.size() == 1) return names[0];
  return absl::InvalidArgumentError(absl::StrCat(
      "key ", api::Inside(prefix), " is ambiguous: ", absl::StrJoin(names, ", "),
      names.size() == kNamed ? ", ..." : ""));
}

absl::StatusOr<CacheDetails> Cache::Show(const std::string& key) const {
  TW_ASSIGN_OR_RETURN(const cache::Entry entry, cache::ReadEntry(*impl_->directory, key));
  CacheDetails details;
  cache::EntryFile file{key, static_cast<int64_t>(entry.size()), 0};
  cache::FileInfo info;
  if (impl_->directory->files().StatAt(impl_->directory->file(), cache::EntryPath(key),
                                       &info) == 0) {
    file = {key, info.size, info.modified};
  }
  details.entry = api::EntryReader(*impl_->directory).Read(file);
  for (const cache::SectionExtent& section : entry.sections()) {
    details.sections.push_back({std::string(api::SectionName(section.kind)),
                                static_cast<int64_t>(section.length)});
  }
  const absl::string_view object = entry.section(cache::SectionKind::kObject);
  if (!object.empty()) {
    TW_ASSIGN_OR_RETURN(const std::vector<jit::ObjectSymbol> symbols,
                        jit::SymbolsOf(object));
    for (const jit::ObjectSymbol& symbol : symbols) {
      details.symbols.push_back(
          {symbol.name, symbol.section, symbol.bytes, symbol.exported});
    }
  }
  switch (entry.CheckSignature(impl_->options.key.get())) {
    case cache::Signature::kNone:
      details.signature = "none";
      break;
    case cache::Signature::kVerified:
      details.signature = "ours";
      break;
    case cache::Signature::kOtherKey:
      details.signature = "another key's";
      break;
    case cache::Signature::kForged:
      details.signature = "forged";
      break;
  }
  absl::Status usable =
      cache::CheckPolicy(entry, impl_->options.policy, impl_->options.key.get());
  if (usable.ok()) {
    TW_ASSIGN_OR_RETURN(const cache::Manifest manifest,
                        cache::Manifest::Parse(entry.manifest()));
    usable = jit::CheckUsable(manifest);
  }
  details.refusal = std::string(usable.message());
  return details;
}

absl::StatusOr<std::string> Cache::Section(const std::string& key,
                                           std::string_view section) const {
  TW_ASSIGN_OR_RETURN(const cache::Entry entry, cache::ReadEntry(*impl_->directory, key));
  if (section == "entry") return entry.bytes();
  if (section == "manifest") return std::string(entry.manifest());
  for (const cache::SectionExtent& place : entry.sections()) {
    if (api::SectionName(place.kind) == api::Inside(section)) {
      return std::string(entry.section(place.kind));
    }
  }
  return absl::NotFoundError(
      absl::StrCat("entry ", key, " has no section ", api::Inside(section)));
}

absl::StatusOr<std::string> Cache::Assembly(const std::string& key) const {
  TW_ASSIGN_OR_RETURN(const cache::Entry entry, cache::ReadEntry(*impl_->directory, key));
  const absl::string_view object = entry.section(cache::SectionKind::kObject);
  if (object.empty()) {
    return absl::NotFoundError(absl::StrCat("entry ", key, " has no object"));
  }
  TW_ASSIGN_OR_RETURN(const cache::Manifest manifest,
                      cache::Manifest::Parse(entry.manifest()));
  TW_ASSIGN_OR_RETURN(const jit::Target target, jit::TargetOf(manifest));
  TW_ASSIGN_OR_RETURN(jit::CodeGenerator* const generator, jit::FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(
      const std::string code,
      generator->Disassemble(object, target, entry.section(cache::SectionKind::kGraph)));
  const cache::Profile profile =
      cache::ParseProfile(entry.section(cache::SectionKind::kProfile));
  std::string text = absl::StrCat("# ", profile.name, ", ", target.name, "\n#\n");
  for (absl::string_view line :
       absl::StrSplit(entry.section(cache::SectionKind::kGraph), '\n')) {
    absl::StrAppend(&text, "# ", line, "\n");
  }
  return text + code;
}

}  // namespace tilewright
