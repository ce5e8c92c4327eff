// Groups of devices that are said by axes of a mesh are those that a table says.

#include "absl/strings/str_cat.h"
#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::HasSubstr;

std::string AllReduce(absl::string_view groups, absl::string_view before = "") {
  return absl::StrCat(
      before, R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = )",
      groups, R"(, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})");
}

std::string OverMesh(absl::string_view mesh, absl::string_view axes) {
  std::string list;
  for (char axis : axes) {
    absl::StrAppend(&list, list.empty() ? "" : ", ", "#stablehlo.axis_ref<name = \"",
                    absl::string_view(&axis, 1), "\">");
  }
  return absl::StrCat("#stablehlo.replica_group_mesh_axes<mesh = ", mesh, ", axes = [",
                      list, "]>");
}

constexpr char kMesh[] =
    "#stablehlo.mesh<axes=[<name = \"x\", size = 2>, <name = \"y\", size = 3>]>";

TEST(MeshGroups, DevicesThatDifferAlongTheAxesAreOneGroup) {
  struct Row {
    const char* axes;
    const char* table;
  };
  for (const Row& row :
       {Row{"x", "dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>"},
        Row{"y", "dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>"},
        Row{"xy", "dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>"},
        Row{"yx", "dense<[[0, 3, 1, 4, 2, 5]]> : tensor<1x6xi64>"},
        Row{"", "dense<[[0], [1], [2], [3], [4], [5]]> : tensor<6x1xi64>"}}) {
    ExpectSameProgram(AllReduce(row.table), AllReduce(OverMesh(kMesh, row.axes)));
  }
}

TEST(MeshGroups, AMeshMayBeASymbolAndNumberItsDevices) {
  const std::string table = AllReduce("dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>");
  const std::string groups = OverMesh("@m", "y");
  ExpectSameProgram(
      table,
      AllReduce(groups, "sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 2, 0]>"));
  ExpectSameProgram(
      table,
      AllReduce(OverMesh("#stablehlo.mesh<axes=[<name = \"x\", size = 2>, <name = \"y\", "
                         "size = 2>], device_ids=dense<[3, 1, 2, 0]> : tensor<4xi64>>",
                         "y")));
}

TEST(MeshGroups, WhatIsNoMeshOrNoAxisOfItIsAnErrorThatSaysSo) {
  EXPECT_THAT(ErrorOf(AllReduce(OverMesh("@m", "x"))),
              HasSubstr("the mesh '@m' is not defined"));
  EXPECT_THAT(ErrorOf(AllReduce(OverMesh(kMesh, "z"))),
              HasSubstr("the axis \"z\" is none of the mesh's"));
  EXPECT_THAT(ErrorOf(AllReduce(OverMesh(kMesh, "xx"))),
              HasSubstr("the axis \"x\" is listed twice"));
  EXPECT_THAT(ErrorOf(AllReduce(OverMesh("@m", "x"),
                                "sdy.mesh @m = <[\"x\"=2], device_ids=[0]>")),
              HasSubstr("a mesh of 2 devices has 1 'device_ids'"));
  EXPECT_THAT(ErrorOf(AllReduce(OverMesh("@m", "x"), "sdy.mesh @m = <[\"x\"=0]>")),
              HasSubstr("a mesh has from 1 to 65536 devices"));
  EXPECT_THAT(
      ErrorOf(AllReduce(OverMesh(
          "#stablehlo.mesh<axes=[<name = \"x\", size = 65536>, <name = \"y\", size = "
          "65536>]>",
          "x"))),
      HasSubstr("a mesh has from 1 to 65536 devices"));
  EXPECT_THAT(
      ErrorOf(AllReduce(absl::StrCat(
          "#stablehlo.replica_group_mesh_axes<mesh = ", kMesh,
          ", axes = [#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)3>]>"))),
      HasSubstr("a part of the axis \"y\" in 'replica_groups' is not supported"));
  EXPECT_THAT(ErrorOf(AllReduce(absl::StrCat(
                  "#stablehlo.replica_group_mesh_axes<mesh = ", kMesh, ">"))),
              HasSubstr("say 'mesh' and 'axes'"));
}

}  // namespace
}  // namespace tilewright::stablehlo
