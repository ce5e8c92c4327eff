#include "jit/library/manifest_facts.h"

#include <algorithm>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "jit/library/keys.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

bool Has(const Target& target, absl::string_view feature) {
  return std::binary_search(target.features.begin(), target.features.end(),
                            std::string(feature));
}

absl::string_view OrNone(absl::string_view value) {
  return value.empty() ? "none" : value;
}

// Facts of the build, as opposed to the target's and the program's.
constexpr absl::string_view kBuildFields[] = {
    "format",        "emitter", "abi",        "llvm",        "pipeline",
    "object_format", "reloc",   "code_model", "fp_contract", "llvm_options"};

}  // namespace

absl::StatusOr<Target> TargetOf(const cache::Manifest& manifest) {
  Target target;
  target.triple = manifest.Get("triple");
  target.cpu = manifest.Get("cpu");
  target.features = absl::StrSplit(manifest.Get("features"), ',', absl::SkipEmpty());
  if (target.triple.empty() || target.cpu.empty() ||
      !absl::SimpleAtoi(manifest.Get("vector_bits"), &target.vector.vector_bits) ||
      !absl::SimpleAtoi(manifest.Get("l1"), &target.l1_bytes) ||
      !absl::SimpleAtoi(manifest.Get("l2"), &target.l2_bytes) ||
      !std::is_sorted(target.features.begin(), target.features.end())) {
    return absl::DataLossError("manifest: its fields describe no target");
  }
  TW_ASSIGN_OR_RETURN(target.processor,
                      codegen::Processor::Parse(manifest.Get("processor")));
  target.vector.x86 = absl::StrContains(target.triple, "x86_64");
  target.vector.fma = !target.vector.x86 || Has(target, "+fma");
  target.vector.f16c = !target.vector.x86 || Has(target, "+f16c");
  target.vector.avx512 = target.vector.x86 && target.vector.vector_bits == 512;
  target.vector.avx512_bf16 = target.vector.avx512 && Has(target, "+avx512bf16");
  target.vector.neon_bf16 = !target.vector.x86 && Has(target, "+bf16");
  target.vector.neon_dotprod = !target.vector.x86 && Has(target, "+dotprod");
  target.name = target.cpu;
  for (const std::string& name : TargetNames()) {
    const absl::StatusOr<Target> known = FindTarget(name);
    if (known.ok() && *known == target) target.name = name;
  }
  return target;
}

absl::StatusOr<codegen::CodeFacts> FactsOf(const cache::Manifest& manifest) {
  codegen::CodeFacts facts;
  TW_ASSIGN_OR_RETURN(facts.kernel.target, TargetOf(manifest));
  facts.kernel.numerics = manifest.Get("numerics") == Name(Numerics::kIeee)
                              ? Numerics::kIeee
                              : Numerics::kTpu;
  if (manifest.Get("kind") == "executable") {
    facts.chip = manifest.Get("chip");
    facts.cluster = manifest.Get("cluster") != "off";
  }
  return facts;
}

absl::Status CheckUsable(const cache::Manifest& manifest) {
  TW_ASSIGN_OR_RETURN(const Target target, TargetOf(manifest));
  const cache::Manifest ours = KernelManifest("", {target});
  std::vector<std::string> differences;
  for (absl::string_view field : kBuildFields) {
    if (manifest.Get(field) == ours.Get(field)) continue;
    differences.push_back(absl::StrCat(field, " is ", OrNone(manifest.Get(field)),
                                       ", here ", OrNone(ours.Get(field))));
  }
  if (!differences.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("made by another build: ", absl::StrJoin(differences, "; ")));
  }
  return CheckRunnable(target);
}

}  // namespace tilewright::jit
