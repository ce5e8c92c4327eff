#include "jit/library/keys.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cache/format/entry.h"
#include "ir/print.h"
#include "jit/generator/emitter_id.h"
#include "jit/llvm/llvm_options.h"
#include "jit/llvm/object_compiler.h"
#include "llvm/Config/llvm-config.h"
#include "support/abi.h"
#include "support/hash.h"

namespace tilewright::jit {
namespace {

cache::Manifest Common(absl::string_view kind, const codegen::KernelFacts& facts) {
  // A fact that is added has to be named here, or this does not compile.
  const auto& [target, numerics] = facts;
  cache::Manifest manifest;
  for (const auto& [field, value] : CompilerFields()) manifest.Set(field, value);
  manifest.Set("kind", kind);
  manifest.Set("pipeline", kPipelineName);
  if (!LlvmOptions().empty()) manifest.Set("llvm_options", LlvmOptions());
  manifest.Set("object_format", "elf");
  manifest.Set("reloc", "pic");
  manifest.Set("code_model", "small");
  manifest.Set("fp_contract", "off");
  manifest.Set("numerics", Name(numerics));
  for (const auto& [field, value] : target.Fields()) manifest.Set(field, value);
  return manifest;
}

// What a plan has of a kernel with checks besides its text.
std::string NamesIn(const tile::Kernel& kernel) {
  return ContentName(absl::StrCat(absl::StrJoin(kernel.ref_names, "\n"), "\n\n",
                                  absl::StrJoin(kernel.places, "\n")));
}

// The content of the kernels that the program calls; empty where it calls none.
std::string CalledContent(const ir::Program& program, const codegen::KernelSet& kernels,
                          Numerics numerics) {
  std::string texts;
  for (const std::string& name : codegen::CalledKernels(program)) {
    const auto kernel = kernels.by_name.find(name);
    if (kernel == kernels.by_name.end()) continue;
    absl::StrAppend(&texts, ContentName(name));
    for (const auto& each : kernel->second) {
      absl::StrAppend(&texts, " ",
                      ContentName(tile::Print(each->For(numerics, kernels.debug))));
      if (kernels.debug) absl::StrAppend(&texts, " ", NamesIn(*each));
    }
    absl::StrAppend(&texts, "\n");
  }
  return texts.empty() ? texts : ContentName(texts);
}

}  // namespace

std::map<std::string, std::string> CompilerFields() {
  return {
      {"format", absl::StrCat(cache::kEntryVersion)},
      {"emitter", std::string(EmitterId())},
      {"abi", absl::StrCat(TW_ABI_VERSION)},
      {"llvm", LLVM_VERSION_STRING},
  };
}

cache::Manifest KernelManifest(absl::string_view identity,
                               const codegen::KernelFacts& facts) {
  cache::Manifest manifest = Common("kernel", facts);
  manifest.Set("program", identity);
  return manifest;
}

cache::Manifest KernelManifestLike(const cache::Manifest& plan,
                                   absl::string_view identity) {
  const auto is_plans_own = [](absl::string_view field) {
    return field == "chip" || field == "cluster" || absl::StartsWith(field, "option.");
  };
  cache::Manifest manifest;
  for (const auto& [field, value] : plan.fields()) {
    if (!is_plans_own(field)) manifest.Set(field, value);
  }
  manifest.Set("kind", "kernel");
  manifest.Set("program", identity);
  return manifest;
}

std::string PlanText(const ir::Program& program, const std::vector<int64_t>& sizes) {
  std::string text = ir::CanonicalText(program);
  if (!sizes.empty()) absl::StrAppend(&text, "values ", ir::Join(sizes), "\n");
  return text;
}

cache::Manifest PlanManifest(const ir::Program& program, absl::string_view canonical_text,
                             const codegen::CodeFacts& facts) {
  const auto& [kernel, chip, cluster, kernels] = facts;
  cache::Manifest manifest = Common("executable", kernel);
  manifest.Set("program", ContentName(canonical_text));
  manifest.Set("chip", chip);
  manifest.Set("cluster", cluster ? "on" : "off");
  const std::string called = CalledContent(program, kernels, kernel.numerics);
  if (!called.empty()) manifest.Set("option.kernels", called);
  return manifest;
}

cache::Manifest NotesManifest(absl::string_view name, const codegen::CodeFacts& facts) {
  cache::Manifest manifest = Common("notes", facts.kernel);
  manifest.Set("program", name);
  manifest.Set("chip", facts.chip);
  manifest.Set("cluster", facts.cluster ? "on" : "off");
  return manifest;
}

}  // namespace tilewright::jit
