#include "tilewright/package.h"

#include <sys/stat.h>

#include <cctype>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "api/package/package_sizes.h"
#include "support/files.h"
#include "support/hash.h"
#include "support/status_macros.h"
#include "tilewright/npy.h"

namespace tilewright {
namespace {

using Json = nlohmann::json;

constexpr char kDescription[] = "package.json";
constexpr char kFormat[] = "tilewright.package";
constexpr int64_t kVersion = 2;  // with symbols; without, 1
// What a check's output is where there is nothing wrong.
constexpr int64_t kHolds = std::numeric_limits<int64_t>::min();
constexpr int64_t kMaxDescriptionBytes = int64_t{1} << 26;

// A file of a package, by its name in there.
struct File {
  std::string name;
  std::string sha256;
};

// "" where there is none.
std::string TextAt(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

// Packages come from others: a name leads nowhere else.
bool IsNameInPackage(absl::string_view name) {
  const size_t slash = name.rfind('/');
  if (slash != absl::string_view::npos) {
    if (name.substr(0, slash) != "weights") return false;
    name.remove_prefix(slash + 1);
  }
  if (name.empty() || name[0] == '.') return false;
  for (const char c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_')
      return false;
  }
  return true;
}

}  // namespace

struct Package::Impl {
  explicit Impl(std::string where) : folder(std::move(where)) {}

  std::string Path(absl::string_view name) const {
    return absl::StrCat(folder, "/", name);
  }
  absl::Status Damaged(absl::string_view what) const {
    return absl::DataLossError(absl::StrCat("package ", folder, ": ", what));
  }

  // What is wrong with the description.
  absl::Status Described(const absl::Status& status) const {
    if (status.ok()) return status;
    return Damaged(absl::StrCat(kDescription, ": ", status.message()));
  }

  absl::StatusOr<File> FileOf(const Json& json, absl::string_view whose) const {
    File file = {TextAt(json, "file"), TextAt(json, "sha256")};
    if (IsNameInPackage(file.name) && !file.sha256.empty()) return file;
    return Damaged(absl::StrCat(kDescription, " names no file for ", whose));
  }

  absl::StatusOr<std::string> Read(const File& file) const {
    TW_ASSIGN_OR_RETURN(std::string bytes, ReadFile(Path(file.name)));
    if (const std::string have = Sha256Hex(bytes); have != file.sha256) {
      return Damaged(absl::StrCat(file.name,
                                  " is not the file that was saved: its SHA-256 is ",
                                  have, ", not ", file.sha256));
    }
    return bytes;
  }

  // Whether `list` describes values of these types, one after the other.
  absl::Status CheckTypes(const Json& list, const std::vector<TensorType>& types,
                          const char* what) const {
    if (!list.is_array() || list.size() != types.size()) {
      return Damaged(absl::StrCat(kDescription, " does not say what the program's ",
                                  types.size(), " ", what, " are"));
    }
    for (size_t i = 0; i < types.size(); ++i) {
      const std::string type = list[i].is_object() ? TextAt(list[i], "type") : "";
      if (type == types[i].ToString()) continue;
      return Damaged(absl::StrCat(kDescription, " has ", type.empty() ? "nothing" : type,
                                  " where the program has ", types[i].ToString(),
                                  " among its ", what));
    }
    return absl::OkStatus();
  }

  absl::Status ReadInputs(const Json& list) {
    const std::vector<TensorType>& types = program->inputs();
    TW_RETURN_IF_ERROR(CheckTypes(list, types, "inputs"));
    for (size_t i = 0; i < types.size(); ++i) {
      PackageValue value = {TextAt(list[i], "name"), types[i], {}};
      if (TextAt(list[i], "kind") == "input") {
        TW_RETURN_IF_ERROR(Described(sizes.ReadInput(list[i], &value)));
        inputs.push_back(std::move(value));
        continue;
      }
      if (!inputs.empty()) return Damaged("a weight comes behind an input");
      if (types[i].has_open_size()) {
        return Damaged(absl::StrCat("sizes of ", value.name, " are open"));
      }
      TW_ASSIGN_OR_RETURN(File file, FileOf(list[i], value.name));
      files.push_back(std::move(file));
      weights.push_back(std::move(value));
    }
    return absl::OkStatus();
  }

  absl::Status ReadOutputs(const Json& list) {
    const std::vector<TensorType>& types = program->outputs();
    TW_RETURN_IF_ERROR(CheckTypes(list, types, "outputs"));
    int* const counts[] = {&results, &buffers, &checks};
    int last = 0;
    for (size_t i = 0; i < types.size(); ++i) {
      const std::string kind = TextAt(list[i], "kind");
      const int place = kind == "check" ? 2 : kind == "buffer" ? 1 : 0;
      if (place < last) {
        return Damaged(absl::StrCat(kDescription, ": output ", i, " is a '", kind,
                                    "' behind others"));
      }
      if (place == 2 && types[i] != TensorType{ElementType::kI64, {}}) {
        return Damaged(absl::StrCat(kDescription, ": output ", i, " is no check"));
      }
      last = place;
      ++*counts[place];
      PackageValue value = {TextAt(list[i], "name"), types[i], {}};
      TW_RETURN_IF_ERROR(Described(sizes.ReadOutput(list[i], &value)));
      outputs.push_back(std::move(value));
    }
    return absl::OkStatus();
  }

  absl::Status Read() {
    TW_ASSIGN_OR_RETURN(const std::string text,
                        ReadFile(Path(kDescription), kMaxDescriptionBytes));
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || TextAt(json, "format") != kFormat) {
      return Damaged(absl::StrCat(kDescription, " is no description of a package"));
    }
    const auto version = json.find("version");
    if (version == json.end() || !version->is_number_integer() ||
        version->get<int64_t>() < 1) {
      return Damaged(absl::StrCat(kDescription, " has no version"));
    }
    if (const auto number = version->get<int64_t>(); number > kVersion) {
      return absl::UnimplementedError(
          absl::StrCat("package ", folder, " is of version ", number,
                       "; this library reads version ", kVersion));
    }
    numerics = TextAt(json, "numerics");
    if (numerics != "tpu" && numerics != "ieee") {
      return Damaged(absl::StrCat(kDescription, " has numerics '", numerics, "'"));
    }
    const Json described = json.value("program", Json());
    TW_ASSIGN_OR_RETURN(const File file, FileOf(described, "the program"));
    TW_ASSIGN_OR_RETURN(const std::string code, Read(file));
    ParseOptions options;
    options.file_name = Path(file.name);
    TW_ASSIGN_OR_RETURN(program, Program::Parse(code, options));
    TW_RETURN_IF_ERROR(Described(sizes.ReadSymbols(json.value("symbols", Json()))));
    TW_RETURN_IF_ERROR(ReadInputs(json.value("inputs", Json())));
    TW_RETURN_IF_ERROR(Described(sizes.Finish()));
    return ReadOutputs(json.value("outputs", Json()));
  }

  std::string folder;
  std::optional<Program> program;
  std::string numerics;
  api::PackageSizes sizes;
  std::vector<PackageValue> weights, inputs, outputs;
  std::vector<File> files;                   // of weights
  int results = 0, buffers = 0, checks = 0;  // among the outputs, in this order
};

bool Package::IsPackage(const std::string& path) {
  struct stat found = {};
  return ::stat(absl::StrCat(path, "/", kDescription).c_str(), &found) == 0;
}

absl::StatusOr<Package> Package::Open(const std::string& folder) {
  auto impl = std::make_shared<Impl>(folder);
  TW_RETURN_IF_ERROR(impl->Read());
  return Package(std::shared_ptr<const Impl>(std::move(impl)));
}

const Program& Package::program() const { return *impl_->program; }
const std::string& Package::numerics() const { return impl_->numerics; }
const std::vector<PackageValue>& Package::weights() const { return impl_->weights; }
const std::vector<PackageValue>& Package::inputs() const { return impl_->inputs; }
const std::vector<PackageValue>& Package::outputs() const { return impl_->outputs; }
const std::vector<PackageSymbol>& Package::symbols() const {
  return impl_->sizes.symbols();
}
int Package::num_results() const { return impl_->results; }
int Package::num_buffers() const { return impl_->buffers; }

absl::StatusOr<std::vector<TensorType>> Package::ProgramTypes(
    absl::Span<const TensorType> inputs) const {
  TW_RETURN_IF_ERROR(impl_->sizes.Check(inputs));
  std::vector<TensorType> types;
  for (const PackageValue& weight : impl_->weights) types.push_back(weight.type);
  types.insert(types.end(), inputs.begin(), inputs.end());
  return types;
}

absl::StatusOr<std::vector<TensorType>> Package::InputTypes(
    absl::Span<const int64_t> symbols) const {
  return impl_->sizes.At(symbols);
}

absl::Status Package::CheckOutputs(absl::Span<const Buffer> outputs) const {
  if (outputs.size() != impl_->outputs.size()) {
    return absl::InvalidArgumentError(absl::StrCat("a run gives ", impl_->outputs.size(),
                                                   " outputs, not ", outputs.size()));
  }
  for (size_t i = outputs.size() - impl_->checks; i < outputs.size(); ++i) {
    int64_t found = kHolds;
    TW_RETURN_IF_ERROR(
        outputs[i].CopyToHost({reinterpret_cast<uint8_t*>(&found), sizeof found}));
    if (found == kHolds) continue;
    return absl::OutOfRangeError(
        absl::StrReplaceAll(impl_->outputs[i].name, {{"$0", absl::StrCat(found)}}));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Buffer>> Package::LoadWeights(const Device& device) const {
  std::vector<Buffer> buffers;
  for (size_t i = 0; i < impl_->files.size(); ++i) {
    const File& file = impl_->files[i];
    TW_ASSIGN_OR_RETURN(const std::string bytes, impl_->Read(file));
    TW_ASSIGN_OR_RETURN(
        Array array,
        ParseNpy({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()},
                 impl_->Path(file.name)));
    const TensorType& type = impl_->weights[i].type;
    absl::StatusOr<std::vector<uint8_t>> elements = ElementsAs(type, std::move(array));
    if (!elements.ok()) {
      return impl_->Damaged(absl::StrCat(file.name, ": ", elements.status().message()));
    }
    TW_ASSIGN_OR_RETURN(Buffer buffer, Buffer::FromHost(device, type, *elements));
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

}  // namespace tilewright
