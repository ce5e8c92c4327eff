#include "jit/llvm/host_features.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "jit/llvm/auxiliary_vector.h"
#include "jit/llvm/llvm_status.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

namespace tilewright::jit {
namespace {

// Features that LLVM takes from a processor's name.
std::vector<std::string> ImpliedBy(absl::string_view cpu) {
  const llvm::StringRef name(cpu.data(), cpu.size());
  if (llvm::X86::parseArchX86(name) == llvm::X86::CK_None) return {};
  llvm::SmallVector<llvm::StringRef, 64> features;
  llvm::X86::getFeaturesForCPU(name, features);
  return std::vector<std::string>(features.begin(), features.end());
}

}  // namespace

ReportedFeatures ReportThisMachine() {
  ReportedFeatures reported;
  for (const auto& entry : llvm::sys::getHostCPUFeatures()) {
    const absl::string_view name = ToView(entry.first());
    reported[std::string(name)] = entry.second && !absl::StartsWith(name, "amx-");
  }
  for (const auto& [name, present] : FeaturesFromAuxiliaryVector()) {
    reported[std::string(name)] = present;
  }
  return reported;
}

std::vector<std::string> UsableFeatures(const ReportedFeatures& reported,
                                        absl::string_view cpu, bool x86) {
  std::vector<std::string> features;
  for (const auto& [name, present] : reported) {
    // What aarch64's processors have is known of few features, and all of those are
    // named.
    if (present || !x86) features.push_back(absl::StrCat(present ? "+" : "-", name));
  }
  if (x86) {
    for (const std::string& name : ImpliedBy(cpu)) {
      const auto found = reported.find(name);
      if (found != reported.end() && !found->second) {
        features.push_back(absl::StrCat("-", name));
      }
    }
  }
  std::sort(features.begin(), features.end());
  return features;
}

}  // namespace tilewright::jit
