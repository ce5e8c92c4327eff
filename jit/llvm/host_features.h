// Features of the machine at hand, as code for it may use them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace tilewright::jit {

// What a machine says of its features: by LLVM's name whether there is one. What is not
// in it is not known.
using ReportedFeatures = std::map<std::string, bool>;

// What this machine says. A feature whose registers the operating system does not keep
// (AVX-512 switched off, say) is not there, whatever the processor itself has: LLVM asks
// XGETBV, and on aarch64 the kernel tells. AMX is never there: its registers are a
// process's only after it has asked the kernel for them, which nothing here does.
ReportedFeatures ReportThisMachine();

// In LLVM's form, sorted: "+avx2" for each that is there, "-avx512fp16" for each that is
// not although LLVM holds that every processor named `cpu` has it.
std::vector<std::string> UsableFeatures(const ReportedFeatures& reported,
                                        absl::string_view cpu, bool x86);

}  // namespace tilewright::jit
