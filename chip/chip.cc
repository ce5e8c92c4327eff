#include "chip/chip.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "chip/embedded_data.h"
#include "support/check.h"

namespace tilewright::chip {
namespace {

using Json = nlohmann::json;

constexpr absl::string_view kStatusNames[] = {"published", "derived", "inferred"};

// Generations in the order in which they came; others follow by name.
constexpr absl::string_view kOrder[] = {"v2",  "v3",  "v4i", "v4", "v5e",
                                        "v5p", "v6e", "v7x", "8t", "8i"};

Status StatusNamed(const std::string& name) {
  for (size_t i = 0; i < std::size(kStatusNames); ++i) {
    if (name == kStatusNames[i]) return static_cast<Status>(i);
  }
  // The data is part of the program: a wrong word is a mistake of ours.
  TW_CHECK(false && "a figure's status is unknown");
}

Figure ParseFigure(const std::string& name, const Json& json) {
  Figure figure;
  figure.name = name;
  const Json& value = json.at("value");
  if (value.is_array()) {
    figure.values = value.get<std::vector<double>>();
  } else {
    figure.values = {value.get<double>()};
  }
  figure.unit = json.at("unit").get<std::string>();
  figure.status = StatusNamed(json.at("status").get<std::string>());
  figure.source = json.at("source").get<std::string>();
  return figure;
}

// Overwrites `field` where the figure is known.
template <typename T>
void Take(const Chip& chip, absl::string_view name, T* field) {
  const Figure* figure = chip.FindFigure(name);
  if (figure != nullptr) *field = static_cast<T>(figure->values[0]);
}

Chip ParseChip(absl::string_view text) {
  const Json json = Json::parse(text.begin(), text.end(), /*cb=*/nullptr,
                                /*allow_exceptions=*/false);
  TW_CHECK(json.is_object());
  Chip chip;
  chip.name = json.at("name").get<std::string>();
  chip.notes = json.at("notes").get<std::string>();
  for (const auto& [name, figure] : json.at("figures").items()) {
    chip.figures.push_back(ParseFigure(name, figure));
  }
  std::sort(chip.figures.begin(), chip.figures.end(),
            [](const Figure& x, const Figure& y) { return x.name < y.name; });
  Take(chip, "hbm_bytes", &chip.hbm_bytes);
  Take(chip, "hbm_bandwidth", &chip.hbm_bandwidth);
  Take(chip, "vmem_bytes", &chip.vmem_bytes);
  Take(chip, "vmem_bandwidth", &chip.vmem_bandwidth);
  Take(chip, "smem_bytes", &chip.smem_bytes);
  Take(chip, "cmem_bytes", &chip.cmem_bytes);
  Take(chip, "cores", &chip.cores);
  Take(chip, "mxus_per_core", &chip.mxus_per_core);
  Take(chip, "mxu_dim", &chip.mxu_dim);
  Take(chip, "mxu_rows_per_cycle", &chip.mxu_rows_per_cycle);
  Take(chip, "clock_hz", &chip.clock_hz);
  Take(chip, "peak_bf16", &chip.peak_bf16);
  Take(chip, "peak_int8", &chip.peak_int8);
  Take(chip, "peak_fp8", &chip.peak_fp8);
  Take(chip, "peak_int4", &chip.peak_int4);
  Take(chip, "lanes", &chip.lanes);
  Take(chip, "sublanes", &chip.sublanes);
  Take(chip, "vreg_bytes", &chip.vreg_bytes);
  return chip;
}

// In the order in which they came out.
const std::vector<EmbeddedChip>& Embedded() {
  static const std::vector<EmbeddedChip>* const kEmbedded = [] {
    const auto data = EmbeddedData();
    auto* chips = new std::vector<EmbeddedChip>(data.begin(), data.end());
    const auto place = [](const EmbeddedChip& chip) {
      return std::find(std::begin(kOrder), std::end(kOrder), chip.name) -
             std::begin(kOrder);
    };
    std::sort(
        chips->begin(), chips->end(), [&](const EmbeddedChip& x, const EmbeddedChip& y) {
          return std::make_pair(place(x), x.name) < std::make_pair(place(y), y.name);
        });
    return chips;
  }();
  return *kEmbedded;
}

// Parsed when it is first asked for: most processes want one.
const Chip& Parsed(const EmbeddedChip& chip) {
  struct Chips {
    std::mutex mutex;
    std::map<absl::string_view, Chip> by_name;  // never erased
  };
  static Chips* const kChips = new Chips();
  const std::lock_guard<std::mutex> lock(kChips->mutex);
  auto found = kChips->by_name.find(chip.name);
  if (found == kChips->by_name.end()) {
    found = kChips->by_name.emplace(chip.name, ParseChip(chip.text)).first;
    TW_CHECK(found->second.name == chip.name);
  }
  return found->second;
}

}  // namespace

absl::string_view Name(Status status) { return kStatusNames[static_cast<int>(status)]; }

const Figure* Chip::FindFigure(absl::string_view figure) const {
  const auto it = std::lower_bound(
      figures.begin(), figures.end(), figure,
      [](const Figure& f, absl::string_view n) { return absl::string_view(f.name) < n; });
  return it != figures.end() && it->name == figure ? &*it : nullptr;
}

int Chip::TileRows(int element_bits) const {
  TW_CHECK(element_bits >= 1 && element_bits <= 128);
  // Narrow elements are packed into 32-bit words along the rows.
  return element_bits >= 32 ? sublanes : sublanes * (32 / element_bits);
}

absl::StatusOr<const Chip*> FindChip(absl::string_view name) {
  for (const EmbeddedChip& chip : Embedded()) {
    if (chip.name == name) return &Parsed(chip);
  }
  return absl::NotFoundError(absl::StrCat("no TPU generation is called '", name,
                                          "'; there are ",
                                          absl::StrJoin(ChipNames(), ", ")));
}

std::vector<std::string> ChipNames() {
  std::vector<std::string> names;
  for (const EmbeddedChip& chip : Embedded()) names.emplace_back(chip.name);
  return names;
}

}  // namespace tilewright::chip
