#include "jit/llvm/target.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "jit/llvm/host_caches.h"
#include "jit/llvm/host_features.h"
#include "jit/llvm/llvm_status.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

// The psABI's levels, spelled out: what an entry needs is in its manifest.
constexpr char kV3[] =
    "+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,"
    "+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+xsave";
constexpr char kV4[] = "+avx512bw,+avx512cd,+avx512dq,+avx512f,+avx512vl,+evex512";

// Armv8.0; what servers and laptops have had since Neoverse N1 and Apple's M1; since
// Neoverse V1 and Apple's M2.
constexpr char kAdvSimd[] = "+fp-armv8,+neon";
constexpr char kArmV82[] = "+crc,+dotprod,+lse";
constexpr char kArmV86[] = "+bf16,+i8mm";

constexpr codegen::VectorTarget kV3Vector = {.vector_bits = 256,
                                             .fma = true,
                                             .f16c = true,
                                             .avx512 = false,
                                             .avx512_bf16 = false,
                                             .x86 = true};
constexpr codegen::VectorTarget kV4Vector = {.vector_bits = 512,
                                             .fma = true,
                                             .f16c = true,
                                             .avx512 = true,
                                             .avx512_bf16 = false,
                                             .x86 = true};
constexpr codegen::VectorTarget kBf16Vector = {.vector_bits = 512,
                                               .fma = true,
                                               .f16c = true,
                                               .avx512 = true,
                                               .avx512_bf16 = true,
                                               .x86 = true};
constexpr codegen::VectorTarget kAarch64Vector = {.vector_bits = 128,
                                                  .fma = true,
                                                  .f16c = true,
                                                  .avx512 = false,
                                                  .avx512_bf16 = false,
                                                  .x86 = false};

constexpr codegen::VectorTarget kArmV82Vector = {.vector_bits = 128,
                                                 .fma = true,
                                                 .f16c = true,
                                                 .avx512 = false,
                                                 .avx512_bf16 = false,
                                                 .neon_dotprod = true,
                                                 .x86 = false};
constexpr codegen::VectorTarget kArmV86Vector = {.vector_bits = 128,
                                                 .fma = true,
                                                 .f16c = true,
                                                 .avx512 = false,
                                                 .avx512_bf16 = false,
                                                 .neon_bf16 = true,
                                                 .neon_dotprod = true,
                                                 .x86 = false};

constexpr char kX86Triple[] = "x86_64-unknown-linux-gnu";
constexpr char kAarch64Triple[] = "aarch64-unknown-linux-gnu";

struct NamedTarget {
  absl::string_view name;
  absl::string_view triple;
  absl::string_view cpu;
  absl::string_view features;
  absl::string_view more_features;
  absl::string_view still_more_features;
  codegen::VectorTarget vector;
  absl::string_view processor;  // the class that it is tuned for, if none is named
};

constexpr NamedTarget kNamedTargets[] = {
    {"x86-64-v3", kX86Triple, "x86-64-v3", kV3, "", "", kV3Vector, "client"},
    {"x86-64-v4", kX86Triple, "x86-64-v4", kV3, kV4, "", kV4Vector, "skylake-server"},
    {"x86-64-v4-bf16", kX86Triple, "x86-64-v4", kV3, kV4, "+avx512bf16", kBf16Vector,
     "zen4"},
    {"aarch64", kAarch64Triple, "generic", kAdvSimd, "", "", kAarch64Vector,
     "neoverse-n1"},
    {"aarch64-v8.2", kAarch64Triple, "generic", kAdvSimd, kArmV82, "", kArmV82Vector,
     "neoverse-n1"},
    {"aarch64-v8.6", kAarch64Triple, "generic", kAdvSimd, kArmV82, kArmV86, kArmV86Vector,
     "neoverse-v1"},
};

// Tunes `target` for a class of processors.
void TuneFor(const codegen::ProcessorClass& of, Target* target) {
  target->processor = of.WithVectors(target->vector.vector_bits);
  target->processor_class = std::string(of.name);
}

std::vector<std::string> Features(const NamedTarget& row) {
  std::vector<std::string> features;
  for (absl::string_view list :
       {row.features, row.more_features, row.still_more_features}) {
    for (absl::string_view feature : absl::StrSplit(list, ',', absl::SkipEmpty())) {
      features.emplace_back(feature);
    }
  }
  std::sort(features.begin(), features.end());
  return features;
}

// LLVM's features that only steer its choices and that no CPU reports.
bool IsNotReportedByCpus(absl::string_view feature) { return feature == "evex512"; }

// Asked for once: each question to the CPU may trap into a hypervisor.
const ReportedFeatures& HostReport() {
  static const ReportedFeatures* const kReport =
      new ReportedFeatures(ReportThisMachine());
  return *kReport;
}

// The features, as "+avx2", that code may use and that a machine does not report.
std::vector<std::string> Missing(const std::vector<std::string>& features,
                                 const ReportedFeatures& reported) {
  std::vector<std::string> missing;
  for (absl::string_view feature : features) {
    if (!absl::ConsumePrefix(&feature, "+") || IsNotReportedByCpus(feature)) continue;
    const auto found = reported.find(std::string(feature));
    if (found == reported.end() || !found->second) missing.emplace_back(feature);
  }
  return missing;
}

std::string HostTriple() {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  switch (triple.getArch()) {
    case llvm::Triple::x86_64:
      return kX86Triple;
    case llvm::Triple::aarch64:
      return kAarch64Triple;
    default:
      return triple.str();
  }
}

absl::StatusOr<Target> DescribeHost() {
  const std::string triple = HostTriple();
  if (triple != kX86Triple && triple != kAarch64Triple) {
    return absl::FailedPreconditionError(
        absl::StrCat("target native: this machine is ", triple,
                     "; code is made for x86_64 and aarch64 on Linux only"));
  }
  return DescribeMachine(ToView(llvm::sys::getHostCPUName()), triple == kX86Triple,
                         HostReport(), ReadHostCaches());
}

absl::Status Lacks(const Target& target, absl::string_view cpu,
                   const std::vector<std::string>& missing) {
  return absl::FailedPreconditionError(absl::StrCat("target ", target.name,
                                                    ": this CPU (", cpu, ") lacks ",
                                                    absl::StrJoin(missing, ", ")));
}

bool FitsInto(const codegen::ProcessorClass& of, const Target& target) {
  const codegen::VectorTarget& vector = target.vector;
  return of.Fits(vector.x86, vector.vector_bits, vector.avx512_bf16);
}

absl::Status TuneForNamed(absl::string_view name, Target* target) {
  const codegen::ProcessorClass* const of = codegen::FindProcessorClass(name);
  if (of == nullptr || !FitsInto(*of, *target)) {
    return absl::InvalidArgumentError(
        absl::StrCat("target \"", target->name, "\": ",
                     of == nullptr ? "no such class of processors"
                                   : "such processors lack its features",
                     "; there are ", absl::StrJoin(ProcessorClassesFor(*target), ", ")));
  }
  TuneFor(*of, target);
  target->l1_bytes = of->l1_bytes;
  target->l2_bytes = of->l2_bytes;
  return absl::OkStatus();
}

}  // namespace

std::vector<std::string> ProcessorClassesFor(const Target& target) {
  std::vector<std::string> names;
  for (const codegen::ProcessorClass& row : codegen::ProcessorClasses()) {
    if (FitsInto(row, target)) names.emplace_back(row.name);
  }
  return names;
}

uint16_t ElfMachine(const Target& target) {
  return llvm::Triple(target.triple).isAArch64() ? llvm::ELF::EM_AARCH64
                                                 : llvm::ELF::EM_X86_64;
}

std::vector<std::string> TargetNames() {
  std::vector<std::string> names = {"native"};
  for (const NamedTarget& row : kNamedTargets) names.emplace_back(row.name);
  return names;
}

absl::StatusOr<Target> DescribeMachine(absl::string_view cpu, bool x86,
                                       const ReportedFeatures& reported,
                                       const HostCaches& caches) {
  const auto has = [&](const std::vector<std::string>& features) {
    return Missing(features, reported).empty();
  };
  Target target;
  target.name = "native";
  target.triple = x86 ? kX86Triple : kAarch64Triple;
  target.cpu = std::string(cpu);
  target.features = UsableFeatures(reported, cpu, x86);
  if (x86) {
    const std::vector<std::string> missing = Missing(absl::StrSplit(kV3, ','), reported);
    if (!missing.empty()) return Lacks(target, cpu, missing);
    const bool avx512 = has(absl::StrSplit(kV4, ','));
    target.vector = avx512 ? kV4Vector : kV3Vector;
    target.vector.avx512_bf16 = avx512 && has({"+avx512bf16"});
  } else {
    target.vector = kAarch64Vector;
    target.vector.neon_bf16 = has({"+bf16"});
    target.vector.neon_dotprod = has({"+dotprod"});
  }
  const codegen::ProcessorClass& of = codegen::ClassOfCpu(cpu, x86, target.features);
  TuneFor(of, &target);
  target.nearest_class = !of.Has(cpu);
  target.l1_bytes = caches.l1_bytes;
  target.l2_bytes = caches.l2_bytes;
  return target;
}

absl::StatusOr<Target> FindTarget(absl::string_view name) {
  if (name == "native") {
    static const absl::StatusOr<Target>* const kHost =
        new absl::StatusOr<Target>(DescribeHost());
    return *kHost;
  }
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(name, absl::MaxSplits(':', 1));
  for (const NamedTarget& row : kNamedTargets) {
    if (row.name != parts.first) continue;
    Target target;
    target.name = std::string(name);
    target.triple = std::string(row.triple);
    target.cpu = std::string(row.cpu);
    target.features = Features(row);
    target.vector = row.vector;
    TuneFor(*codegen::FindProcessorClass(row.processor), &target);
    if (parts.first.size() == name.size()) return target;
    TW_RETURN_IF_ERROR(TuneForNamed(parts.second, &target));
    return target;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "target \"", name, "\" is not known; known are ",
      absl::StrJoin(TargetNames(), ", "),
      ", and a named one with a class of processors, such as x86-64-v3:zen3"));
}

absl::Status CheckRunnable(const Target& target) {
  const std::string host_triple = HostTriple();
  if (llvm::Triple(target.triple).getArch() != llvm::Triple(host_triple).getArch()) {
    return absl::FailedPreconditionError(absl::StrCat("target ", target.name,
                                                      ": made for ", target.triple,
                                                      ", this machine is ", host_triple));
  }
  const std::vector<std::string> missing = Missing(target.features, HostReport());
  if (missing.empty()) return absl::OkStatus();
  return Lacks(target, ToView(llvm::sys::getHostCPUName()), missing);
}

}  // namespace tilewright::jit
