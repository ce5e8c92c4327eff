#include "jit/keys.h"

#include "absl/strings/str_cat.h"
#include "jit/emitter_id.h"
#include "jit/llvm_options.h"
#include "jit/object_compiler.h"
#include "llvm/Config/llvm-config.h"
#include "support/abi.h"
#include "support/hash.h"

namespace tilewright::jit {
namespace {

cache::Manifest Common(absl::string_view kind, const Target& target, Numerics numerics) {
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
  for (const auto& [field, value] : ManifestFields(target)) manifest.Set(field, value);
  return manifest;
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

cache::Manifest KernelManifest(absl::string_view identity, const Target& target,
                               Numerics numerics) {
  cache::Manifest manifest = Common("kernel", target, numerics);
  manifest.Set("program", identity);
  return manifest;
}

std::map<std::string, std::string> KernelFacts(const ir::Program& program,
                                               const codegen::KernelSet& kernels,
                                               Numerics numerics) {
  std::string texts;
  for (const std::string& name : codegen::CalledKernels(program)) {
    const auto kernel = kernels.by_name.find(name);
    if (kernel == kernels.by_name.end()) continue;
    const std::string text = tile::Print(kernel->second->For(numerics, kernels.debug));
    absl::StrAppend(&texts, ContentName(name), " ", ContentName(text), "\n");
  }
  if (texts.empty()) return {};
  return {{"kernels", ContentName(texts)}};
}

cache::Manifest PlanManifest(const PlanRequest& request, const Target& target,
                             Numerics numerics) {
  cache::Manifest manifest = Common("executable", target, numerics);
  manifest.Set("program", ContentName(request.canonical_text));
  manifest.Set("chip", request.chip);
  manifest.Set("cluster", request.cluster ? "on" : "off");
  for (const auto& [field, value] : request.options) {
    manifest.Set(absl::StrCat("option.", field), value);
  }
  return manifest;
}

}  // namespace tilewright::jit
