#include "frontend/pjrt/topology.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runtime/run/compile_options.h"
#include "support/environment.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

constexpr int kMaxDevices = 256;

struct KindRow {
  absl::string_view chip;
  absl::string_view kind;
};
constexpr KindRow kKinds[] = {
    {"v2", "TPU v2"},  {"v3", "TPU v3"},       {"v4i", "TPU v4 lite"}, {"v4", "TPU v4"},
    {"v5p", "TPU v5"}, {"v5e", "TPU v5 lite"}, {"v6e", "TPU v6 lite"}, {"v7x", "TPU7x"},
    {"8i", "TPU8i"},   {"8t", "TPU8t"},
};

absl::Status SetDevices(absl::string_view text, Setting* setting) {
  int count = 0;
  if (!absl::SimpleAtoi(text, &count) || count < 1 || count > kMaxDevices) {
    return absl::InvalidArgumentError(absl::StrCat("TILEWRIGHT_DEVICES is \"", text,
                                                   "\", not a number of devices in 1..",
                                                   kMaxDevices));
  }
  setting->devices = count;
  return absl::OkStatus();
}

absl::Status SetNumerics(absl::string_view text, Setting* setting) {
  const std::optional<Numerics> numerics = FindNumerics(text);
  if (!numerics.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("TILEWRIGHT_NUMERICS is \"", text, "\", neither tpu nor ieee"));
  }
  setting->numerics = *numerics;
  return absl::OkStatus();
}

// Place of a device on the torus: the first side varies fastest. JAX expects three.
std::vector<int64_t> CoordinatesOf(int id, const std::vector<int64_t>& torus) {
  std::vector<int64_t> coordinates(3, 0);
  int64_t rest = id;
  for (size_t i = 0; i < torus.size(); ++i) {
    coordinates[i] = rest % torus[i];
    rest /= torus[i];
  }
  return coordinates;
}

}  // namespace

absl::StatusOr<Setting> Setting::Of(const std::vector<Option>& options) {
  Setting setting;
  const absl::string_view chip = Environment("TILEWRIGHT_CHIP");
  if (!chip.empty()) setting.chip = std::string(chip);
  const absl::string_view devices = Environment("TILEWRIGHT_DEVICES");
  if (!devices.empty()) TW_RETURN_IF_ERROR(SetDevices(devices, &setting));
  const absl::string_view numerics = Environment("TILEWRIGHT_NUMERICS");
  if (!numerics.empty()) TW_RETURN_IF_ERROR(SetNumerics(numerics, &setting));
  for (const Option& option : options) {
    const std::string text = option.is_string ? option.text : absl::StrCat(option.number);
    if (option.name == "chip") setting.chip = text;
    if (option.name == "devices") TW_RETURN_IF_ERROR(SetDevices(text, &setting));
    if (option.name == "numerics") TW_RETURN_IF_ERROR(SetNumerics(text, &setting));
  }
  return setting;
}

absl::Status Setting::Read(absl::string_view topology_name) {
  const std::vector<absl::string_view> parts = absl::StrSplit(topology_name, ':');
  if (parts.size() > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", topology_name, "\" is no topology: \"v5e:2x2\" is one"));
  }
  if (!parts[0].empty()) chip = std::string(parts[0]);
  if (parts.size() == 1) return absl::OkStatus();
  int64_t count = 1;
  for (const absl::string_view side : absl::StrSplit(parts[1], 'x')) {
    int length = 0;
    if (!absl::SimpleAtoi(side, &length) || length < 1 || length > kMaxDevices) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", topology_name, "\" has a side of \"", side, "\" devices"));
    }
    count = std::min<int64_t>(count * length, kMaxDevices + 1);
  }
  return SetDevices(absl::StrCat(count), this);
}

std::string DeviceKind(const chip::Chip& chip) {
  for (const KindRow& row : kKinds) {
    if (row.chip == chip.name) return std::string(row.kind);
  }
  return absl::StrCat("TPU ", chip.name);
}

std::vector<int64_t> TorusOf(const chip::Chip& chip, int devices) {
  const chip::Figure* const figure = chip.FindFigure("torus_dims");
  const int sides = figure == nullptr ? 2 : static_cast<int>(figure->values[0]);
  std::vector<int64_t> torus;
  int64_t rest = devices;
  for (int left = std::min(std::max(sides, 1), 3); left > 1; --left) {
    // The largest divisor that leaves the others no smaller.
    int64_t side = 1;
    for (int64_t divisor = 1; divisor <= rest; ++divisor) {
      int64_t power = 1;
      for (int i = 0; i < left; ++i) power *= divisor;
      if (power > rest) break;
      if (rest % divisor == 0) side = divisor;
    }
    torus.push_back(side);
    rest /= side;
  }
  torus.push_back(rest);
  return torus;
}

absl::StatusOr<std::unique_ptr<PJRT_TopologyDescription>> PJRT_TopologyDescription::Make(
    const Setting& setting) {
  auto topology = std::make_unique<PJRT_TopologyDescription>();
  TW_ASSIGN_OR_RETURN(topology->chip, chip::FindChip(setting.chip));
  topology->setting = setting;
  const chip::Chip& chip = *topology->chip;
  TW_ASSIGN_OR_RETURN(const runtime::CompileOptions options,
                      runtime::CompileOptionsFor(setting.chip, setting.numerics));
  topology->platform_version = runtime::DescribeCompiler(options);
  const std::vector<int64_t> torus = TorusOf(chip, setting.devices);
  const chip::Figure* const megacore = chip.FindFigure("megacore");
  const bool one_device_a_chip = megacore != nullptr && megacore->values[0] != 0;
  for (int id = 0; id < setting.devices; ++id) {
    auto device = std::make_unique<PJRT_DeviceDescription>();
    const std::vector<int64_t> at = CoordinatesOf(id, torus);
    const std::string place = absl::StrJoin(at, ",");
    device->id = id;
    device->kind = DeviceKind(chip);
    device->debug_string = absl::StrCat("TPU_", id, "(process=0,(", place, ",0))");
    device->text = absl::StrCat("TpuDevice(id=", id, ", process_index=0, coords=(", place,
                                "), core_on_chip=0)");
    device->attributes.Add("coords", at);
    device->attributes.Add("core_on_chip", int64_t{0});
    device->attributes.Add("num_cores", int64_t{one_device_a_chip ? chip.cores : 1});
    device->attributes.Add("slice_index", int64_t{0});
    device->attributes.Add("chip", chip.name);
    device->attributes.Add("numerics", Name(setting.numerics));
    topology->pointers.push_back(device.get());
    topology->devices.push_back(std::move(device));
  }
  topology->attributes.Add("torus", torus);
  topology->attributes.Add("chip", chip.name);
  topology->attributes.Add("numerics", Name(setting.numerics));
  return topology;
}

std::string PJRT_TopologyDescription::Serialize() const {
  return absl::StrCat("tilewright topology 1\n", setting.chip, "\n", setting.devices,
                      "\n", Name(setting.numerics), "\n", platform_version, "\n");
}

absl::StatusOr<std::unique_ptr<PJRT_TopologyDescription>>
PJRT_TopologyDescription::Deserialize(absl::string_view bytes) {
  const std::vector<absl::string_view> lines = absl::StrSplit(bytes, '\n');
  if (lines.size() != 6 || lines[0] != "tilewright topology 1") {
    return absl::InvalidArgumentError("these bytes are no serialized topology of ours");
  }
  Setting setting;
  setting.chip = std::string(lines[1]);
  TW_RETURN_IF_ERROR(SetDevices(lines[2], &setting));
  TW_RETURN_IF_ERROR(SetNumerics(lines[3], &setting));
  return Make(setting);
}

}  // namespace tilewright::pjrt
