#include "frontend/stablehlo/lower/mesh_groups.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using ir::Dims;

constexpr int64_t kMaxDevices = int64_t{1} << 16;

struct Mesh {
  std::vector<std::string> names;
  Dims sizes;
  int64_t devices = 1;
};

// A list of dictionaries; one without elements looks like a list of integers.
bool IsList(const Attribute* list) {
  return list != nullptr &&
         (list->kind == Attribute::Kind::kArray ||
          (list->kind == Attribute::Kind::kIntegers && list->integers.empty()));
}

absl::StatusOr<Mesh> MeshOf(const Source& source, const Attribute& attribute) {
  Mesh mesh;
  const Attribute* const axes = attribute.Find("axes");
  if (!IsList(axes)) return source.Invalid(attribute.at, "a mesh lists its 'axes'");
  for (const Attribute& axis : axes->elements) {
    const Attribute* const name = axis.Find("name");
    const Attribute* const size = axis.Find("size");
    if (name == nullptr || name->kind != Attribute::Kind::kString || size == nullptr ||
        size->kind != Attribute::Kind::kInteger) {
      return source.Invalid(axis.at, "an axis has a 'name' and a 'size'");
    }
    if (size->integer < 1 || size->integer > kMaxDevices / mesh.devices) {
      return source.Invalid(
          axis.at, absl::StrCat("a mesh has from 1 to ", kMaxDevices, " devices"));
    }
    mesh.names.push_back(name->text);
    mesh.sizes.push_back(size->integer);
    mesh.devices *= size->integer;
  }
  return mesh;
}

// The numbers of the mesh's axes, as listed.
absl::StatusOr<std::vector<size_t>> AxesOf(const Source& source, const Mesh& mesh,
                                           const Attribute& axes) {
  if (!IsList(&axes)) return source.Invalid(axes.at, "a list of axes is expected");
  std::vector<size_t> chosen;
  for (const Attribute& axis : axes.elements) {
    const Attribute* const name = axis.Find("name");
    if (name == nullptr || name->kind != Attribute::Kind::kString) {
      return source.Invalid(axis.at, "an axis has a 'name'");
    }
    if (axis.Find("sub_axis_info") != nullptr) {
      return source.Unsupported(axis.at,
                                absl::StrCat("a part of the axis \"", name->text,
                                             "\" in 'replica_groups' is not supported"));
    }
    const auto at = std::find(mesh.names.begin(), mesh.names.end(), name->text);
    const size_t number = static_cast<size_t>(at - mesh.names.begin());
    const bool twice = std::find(chosen.begin(), chosen.end(), number) != chosen.end();
    if (at == mesh.names.end() || twice) {
      return source.Invalid(axis.at,
                            absl::StrCat("the axis \"", name->text, "\" is ",
                                         twice ? "listed twice" : "none of the mesh's"));
    }
    chosen.push_back(number);
  }
  return chosen;
}

// The offsets of all places along `axes`, the last one fastest.
Dims Offsets(const Mesh& mesh, const std::vector<size_t>& axes) {
  Dims offsets = {0};
  for (size_t axis : axes) {
    const int64_t stride = std::accumulate(
        mesh.sizes.begin() + static_cast<int64_t>(axis) + 1, mesh.sizes.end(), int64_t{1},
        [](int64_t x, int64_t y) { return x * y; });
    Dims next;
    for (int64_t offset : offsets) {
      for (int64_t i = 0; i < mesh.sizes[axis]; ++i) next.push_back(offset + i * stride);
    }
    offsets = std::move(next);
  }
  return offsets;
}

}  // namespace

absl::StatusOr<DeviceGroups> GroupsOf(
    const Source& source, const Attribute& mesh_attribute, const Attribute& axes,
    const std::function<absl::StatusOr<Dims>(const Attribute&)>& integers) {
  TW_ASSIGN_OR_RETURN(const Mesh mesh, MeshOf(source, mesh_attribute));
  TW_ASSIGN_OR_RETURN(const std::vector<size_t> inside, AxesOf(source, mesh, axes));
  Dims ids(mesh.devices);
  std::iota(ids.begin(), ids.end(), 0);
  if (const Attribute* const given = mesh_attribute.Find("device_ids")) {
    TW_ASSIGN_OR_RETURN(ids, integers(*given));
    if (static_cast<int64_t>(ids.size()) != mesh.devices) {
      return source.Invalid(
          given->at, absl::StrCat("a mesh of ", mesh.devices, " devices has ", ids.size(),
                                  " 'device_ids'"));
    }
  }
  std::vector<size_t> outside;
  for (size_t axis = 0; axis < mesh.sizes.size(); ++axis) {
    if (std::find(inside.begin(), inside.end(), axis) == inside.end()) {
      outside.push_back(axis);
    }
  }
  DeviceGroups groups;
  const Dims members = Offsets(mesh, inside);
  groups.size = static_cast<int64_t>(members.size());
  for (int64_t group : Offsets(mesh, outside)) {
    for (int64_t member : members) groups.devices.push_back(ids[group + member]);
  }
  return groups;
}

}  // namespace tilewright::stablehlo
