#include "frontend/pjrt/data/compiler_flags.h"

#include <gtest/gtest.h>

#include "frontend/pjrt/data/options.h"
#include "frontend/pjrt/data/wire.h"

namespace tilewright::pjrt {
namespace {

TEST(CompilerFlagsTest, FlagsOfXlaAreTaken) {
  for (const CompilerFlag& flag : {
           CompilerFlag{"xla_embed_ir_in_executable", FlagKind::kBool, "True"},
           CompilerFlag{"xla_embed_ir_in_executable", FlagKind::kText, "False"},
           CompilerFlag{"xla_dump_max_hlo_modules", FlagKind::kInteger, "200"},
           CompilerFlag{"xla_dump_max_hlo_modules", FlagKind::kText, "200"},
           CompilerFlag{"exec_time_optimization_effort", FlagKind::kNumber, "0"},
           CompilerFlag{"xla_tpu_scoped_vmem_limit_kib", FlagKind::kText, "65536"},
       }) {
    EXPECT_TRUE(CheckCompilerFlag(flag).ok()) << flag.name;
  }
}

TEST(CompilerFlagsTest, OtherNamesAreErrorsInXlasWords) {
  const absl::Status status = CheckCompilerFlag({"invalid_key", FlagKind::kText, "x"});
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(status.message(), "No such compile option: 'invalid_key'");
}

TEST(CompilerFlagsTest, ValuesOfAnotherTypeAreErrorsInXlasWords) {
  EXPECT_EQ(
      CheckCompilerFlag({"xla_embed_ir_in_executable", FlagKind::kText, "maybe"})
          .message(),
      "While setting option xla_embed_ir_in_executable, 'maybe' is not a valid bool "
      "value.");
  EXPECT_FALSE(CheckCompilerFlag({"optimization_level", FlagKind::kText, "fast"}).ok());
}

TEST(CompilerFlagsTest, CompileOptionsWithAWrongFlagAreRefused) {
  std::string value, entry, options;
  AppendInteger(&value, 2, 1);
  AppendBytes(&entry, 1, "xla_embed_ir_in_executable");
  AppendBytes(&entry, 2, value);
  AppendBytes(&options, 7, entry);
  EXPECT_TRUE(ReadCompileOptions(options).ok());
  std::string wrong;
  AppendBytes(&wrong, 1, "no_flag");
  AppendBytes(&options, 7, wrong);
  EXPECT_TRUE(absl::IsInvalidArgument(ReadCompileOptions(options).status()));
}

}  // namespace
}  // namespace tilewright::pjrt
