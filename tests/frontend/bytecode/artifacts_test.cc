// What jaxlib wrote (artifacts/; make_artifacts.py made them).
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "support/files.h"
#include "tests/frontend/bytecode/bytes.h"

namespace tilewright::bytecode {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string Contents(const std::string& name) {
  const auto bytes =
      ReadFile(absl::StrCat(TILEWRIGHT_TESTS_DIR "/frontend/bytecode/artifacts/", name));
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return bytes.ok() ? *bytes : "";
}

stablehlo::ParseOptions With(std::vector<ir::TensorType> types) {
  stablehlo::ParseOptions options;
  options.input_types = std::move(types);
  return options;
}

// Names of the artifacts, and what each is to be read as.
std::map<std::string, std::string> Artifacts() {
  std::map<std::string, std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(
           TILEWRIGHT_TESTS_DIR "/frontend/bytecode/artifacts")) {
    const std::string name = entry.path().filename();
    if (entry.path().extension() != ".mlirbc") continue;
    found[name] = name.substr(0, name.find('.')) + ".mlir";
  }
  return found;
}

TEST(Artifacts, OfEveryVersionAreTheProgramsThatTheirTextsAre) {
  const std::map<std::string, std::string> artifacts = Artifacts();
  EXPECT_GE(artifacts.size(), 38u);
  for (const auto& [name, text] : artifacts) {
    // One program has sizes that are not known.
    const bool dynamic = name.substr(0, 7) == "dynamic";
    const auto options =
        dynamic ? With({{ir::ElementType::kF32, {5, 8}}}) : stablehlo::ParseOptions();
    const auto read = frontend::ReadProgram(Contents(name), options);
    const auto parsed = frontend::ReadProgram(Contents(text), options);
    ASSERT_TRUE(read.ok()) << name << read.status();
    ASSERT_TRUE(parsed.ok()) << text << parsed.status();
    EXPECT_EQ(ir::CanonicalText(read->program), ir::CanonicalText(parsed->program))
        << name;
  }
}

TEST(Artifacts, FilesOfJaxExportAreThePortableArtifactsInside) {
  EXPECT_FALSE(frontend::IsText(Contents("model.jax_export")));
  EXPECT_TRUE(frontend::IsText(Contents("reduce.mlir")));
  EXPECT_THAT(Read(Contents("model.jax_export")),
              AllOf(HasSubstr("stablehlo.tanh"), HasSubstr("chlo.erf"),
                    HasSubstr("(%arg0: tensor<4x4xf32>)")));
}

TEST(Artifacts, OperationsComeFromTheUsersOwnLines) {
  const auto read = frontend::ReadProgram(Contents("model.jax_export"));
  ASSERT_TRUE(read.ok()) << read.status();
  std::vector<std::string> places;
  for (const ir::Operation& operation : read->program.body.operations) {
    places.push_back(ir::LocationText(read->program.files, operation.location));
  }
  EXPECT_THAT(places, ::testing::ElementsAre("model.py:5:11", "model.py:5:11",
                                             "model.py:8:21", "model.py:8:11"));
}

TEST(Artifacts, SizesThatAreNotKnownAreThoseOfTheInputsAtHand) {
  const std::string bytes = Contents("any_size.jax_export");
  EXPECT_THAT(Read(bytes), HasSubstr("sizes that are not known ('?')"));
  EXPECT_THAT(Read(bytes, With({{ir::ElementType::kF32, {3, 3}}})),
              HasSubstr("(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>)"));
  // What the exporter states of the sizes is held against them.
  EXPECT_THAT(
      Read(bytes, With({{ir::ElementType::kF32, {3, 4}}})),
      HasSubstr("Found inconsistency between dimension size args[0].shape[1] (= 4)"
                " and the specification 'n' (= 3)"));
}

TEST(Artifacts, CutOffAnywhereAreErrorsWithAPlace) {
  for (const auto& [name, text] : Artifacts()) {
    const std::string bytes = Contents(name);
    for (size_t size = 4; size < bytes.size(); ++size) {
      const auto read = frontend::ReadProgram(absl::string_view(bytes).substr(0, size));
      ASSERT_FALSE(read.ok()) << name << " " << size;
      ASSERT_THAT(std::string(read.status().message()), HasSubstr("byte "));
    }
  }
  const std::string exported = Contents("model.jax_export");
  for (size_t size = 0; size < exported.size() / 2; ++size) {
    EXPECT_FALSE(frontend::ReadProgram(exported.substr(0, size)).ok()) << size;
  }
}

// Sanitizers see what goes wrong without an answer that is wrong.
TEST(Artifacts, WithAnyByteChangedAreReadOrRefused) {
  for (const char* name : {"reduce.1.17.0.mlirbc", "literals.0.9.0.mlirbc",
                           "dynamic.0.14.0.mlirbc", "model.jax_export"}) {
    const std::string bytes = Contents(name);
    for (size_t i = 0; i < bytes.size(); ++i) {
      for (int change : {1, 2, 4, 16, 64, 128, 255}) {
        std::string other = bytes;
        other[i] = static_cast<char>(other[i] ^ change);
        const auto read = frontend::ReadProgram(other);
        if (!read.ok()) EXPECT_FALSE(read.status().message().empty());
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::bytecode
