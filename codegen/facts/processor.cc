#include "codegen/facts/processor.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tilewright::codegen {
namespace {

constexpr int64_t kKiB = 1 << 10, kMiB = 1 << 20;

// Figures of uops.info's measurements and of the makers' optimisation guides (Intel's
// 248966, AMD's 56665 and 57647, Arm's of the Neoverse cores); Apple's of Dougall
// Johnson's measurements; Sapphire Rapids' were measured on an Emerald Rapids. Caches are
// those of the common models. Intel's servers have a last cache beside their second ones,
// not above them: on Emerald Rapids (260 MiB) what two cores write past it takes 0.6 of
// the time, who reads it next included, as soon as it is four times as much as their
// second caches hold. What underflows their microcode finishes: 88 ns there.
constexpr ProcessorClass kClasses[] = {
    {"zen3", "znver1 znver2 znver3", true, 0, 2, 0, 4, 0, 2, 6, 32, 0, 32 * kKiB,
     512 * kKiB},
    {"zen4", "znver4", true, 1, 2, 2, 5, 2, 2, 6, 32, 0, 32 * kKiB, 1 * kMiB},
    {"zen5", "znver5", true, 2, 2, 4, 4, 2, 2, 8, 32, 0, 48 * kKiB, 1 * kMiB},
    {"client",
     "haswell broadwell skylake alderlake raptorlake meteorlake arrowlake "
     "arrowlake-s lunarlake pantherlake",
     true, 0, 2, 0, 4, 0, 2, 4, 32, 0, 32 * kKiB, 1 * kMiB},
    {"skylake-server", "skylake-avx512 cascadelake cooperlake cannonlake", true, 2, 2, 2,
     4, 2, 2, 4, 0, 1, 32 * kKiB, 1 * kMiB},
    {"icelake", "icelake-server icelake-client tigerlake rocketlake", true, 2, 2, 0, 4, 2,
     2, 5, 32, 1, 48 * kKiB, 5 * kMiB / 4},
    {"sapphire-rapids", "sapphirerapids emeraldrapids graniterapids graniterapids-d",
     true, 2, 2, 1, 4, 2, 3, 6, 0, 1, 48 * kKiB, 2 * kMiB},
    {"neoverse-n1", "neoverse-n1 cortex-a76 generic", false, 0, 2, 0, 4, 0, 2, 4, 32, 0,
     64 * kKiB, 1 * kMiB},
    {"neoverse-v1", "neoverse-v1 neoverse-512tvb", false, 0, 4, 0, 4, 0, 3, 8, 32, 0,
     64 * kKiB, 1 * kMiB},
    {"neoverse-v2", "neoverse-v2 neoverse-n2 neoverse-v3 grace", false, 0, 4, 0, 4, 0, 3,
     8, 32, 0, 64 * kKiB, 2 * kMiB},
    {"apple", "apple-m1 apple-m2 apple-m3 apple-m4", false, 0, 4, 0, 4, 0, 3, 8, 32, 0,
     128 * kKiB, 4 * kMiB},
};

struct Field {
  absl::string_view name;
  int Processor::* value;
};
constexpr Field kFields[] = {
    {"multiply_adds", &Processor::multiply_adds},
    {"pair_products", &Processor::pair_products},
    {"latency", &Processor::latency},
    {"loads", &Processor::loads},
    {"decoded", &Processor::decoded},
    {"last_cache", &Processor::last_cache},
    {"slow_underflow", &Processor::slow_underflow},
};

bool Reports(const std::vector<std::string>& features, absl::string_view feature) {
  return std::binary_search(features.begin(), features.end(), std::string(feature));
}

}  // namespace

std::string Processor::Text() const {
  std::string text;
  for (const Field& field : kFields) {
    absl::StrAppend(&text, text.empty() ? "" : " ", field.name, "=", this->*field.value);
  }
  return text;
}

absl::StatusOr<Processor> Processor::Parse(absl::string_view text) {
  Processor processor;
  const std::vector<absl::string_view> words = absl::StrSplit(text, ' ');
  bool sound = words.size() == std::size(kFields);
  for (size_t i = 0; sound && i < words.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(words[i], absl::MaxSplits('=', 1));
    int* const value = &(processor.*kFields[i].value);
    sound = parts.first == kFields[i].name && absl::SimpleAtoi(parts.second, value) &&
            *value >= 0 && *value <= 64;
  }
  if (!sound) {
    return absl::DataLossError(absl::StrCat(
        "\"", text, "\" describes no processor; one is \"", Processor().Text(), "\""));
  }
  return processor;
}

Processor ProcessorClass::WithVectors(int bits) const {
  const bool widest = bits == 512;
  return {.multiply_adds = std::max(widest ? multiply_adds_512 : multiply_adds, 1),
          .pair_products = pair_products > 0 ? pair_products : Processor().pair_products,
          .latency = latency,
          .loads = std::max(widest ? loads_512 : loads, 1),
          .decoded = decoded,
          .last_cache = last_cache,
          .slow_underflow = slow_underflow};
}

bool ProcessorClass::Has(absl::string_view cpu) const {
  const std::vector<absl::string_view> members = absl::StrSplit(cpus, ' ');
  return std::find(members.begin(), members.end(), cpu) != members.end();
}

bool ProcessorClass::Fits(bool of_x86, int vector_bits, bool pairs) const {
  return x86 == of_x86 && (vector_bits < 512 || multiply_adds_512 > 0) &&
         (!pairs || pair_products > 0);
}

absl::Span<const ProcessorClass> ProcessorClasses() { return kClasses; }

const ProcessorClass* FindProcessorClass(absl::string_view name) {
  for (const ProcessorClass& row : kClasses) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

const ProcessorClass& ClassOfCpu(absl::string_view cpu, bool x86,
                                 const std::vector<std::string>& features) {
  for (const ProcessorClass& row : kClasses) {
    if (row.x86 == x86 && row.Has(cpu)) return row;
  }
  // What came with which generation.
  struct Newest {
    bool x86;
    absl::string_view feature, name;
  };
  constexpr Newest kNewest[] = {
      {true, "+avx512fp16", "sapphire-rapids"},
      {true, "+avx512bf16", "zen4"},
      {true, "+avx512vbmi2", "icelake"},
      {true, "+avx512f", "skylake-server"},
      {true, "", "client"},
      {false, "+sve2", "neoverse-v2"},
      {false, "+bf16", "neoverse-v1"},
      {false, "", "neoverse-n1"},
  };
  for (const Newest& row : kNewest) {
    if (row.x86 == x86 && (row.feature.empty() || Reports(features, row.feature))) {
      return *FindProcessorClass(row.name);
    }
  }
  return kClasses[0];
}

}  // namespace tilewright::codegen
