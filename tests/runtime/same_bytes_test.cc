// Equal bytes, whatever decides how a program is run but not what it means.
#include "tests/runtime/program_table.h"

namespace tilewright::runtime {
namespace {

class SameBytes : public ::testing::TestWithParam<std::tuple<TableProgram, Numerics>> {
 protected:
  void SetUp() override {
    how_.numerics = std::get<1>(GetParam());
    how_.threads = 1;
    auto compiled = Compiled::Make(program().text, how_);
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    inputs_ = InputsOf(program(), *compiled);
    auto outputs = compiled->Run(inputs_);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    expected_ = *std::move(outputs);
    compiled_.emplace_back(*std::move(compiled));
  }
  const TableProgram& program() const { return std::get<0>(GetParam()); }

  void Expect(const absl::StatusOr<std::vector<Array>>& outputs,
              const std::string& what) {
    ASSERT_TRUE(outputs.ok()) << what << ": " << outputs.status();
    ASSERT_EQ(outputs->size(), expected_.size());
    for (size_t o = 0; o < expected_.size(); ++o) {
      if ((*outputs)[o] == expected_[o]) continue;
      for (int64_t i = 0; i < expected_[o].size(); ++i) {
        ASSERT_EQ((*outputs)[o].Bits(i), expected_[o].Bits(i))
            << what << ", output " << o << ", element " << i << " of "
            << ir::ToString(expected_[o].type);
      }
    }
  }
  void ExpectAs(const How& how, const std::string& what) {
    auto compiled = Compiled::Make(program().text, how);
    ASSERT_TRUE(compiled.ok()) << what << ": " << compiled.status();
    Expect(compiled->Run(inputs_), what);
  }

  How how_;
  std::vector<Compiled> compiled_;
  std::vector<Array> inputs_, expected_;
};

TEST_P(SameBytes, ForAnyNumberOfThreads) {
  for (int threads : {2, 3, 7}) {
    for (int repeat = 0; repeat < 2; ++repeat) {
      Expect(compiled_[0].Run(inputs_, threads), absl::StrCat(threads, " threads"));
    }
  }
}

TEST_P(SameBytes, WithoutClusters) {
  How how = how_;
  how.cluster = false;
  how.threads = 3;
  ExpectAs(how, "without clusters");
}

TEST_P(SameBytes, InGuardedMemory) {
  How how = how_;
  how.guard = true;
  ExpectAs(how, "guarded");
  how.cluster = false;
  ExpectAs(how, "guarded, without clusters");
}

TEST_P(SameBytes, WhenDonatedInputsAreTheOutputs) {
  if (compiled_[0].executable().plan().donations.empty()) return;
  for (bool cluster : {true, false}) {
    How how = how_;
    how.donate = true;
    how.cluster = cluster;
    how.guard = !cluster;
    ExpectAs(how, "donated");
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SameBytes,
                         ::testing::Combine(::testing::ValuesIn(TablePrograms()),
                                            ::testing::Values(Numerics::kTpu,
                                                              Numerics::kIeee)),
                         [](const auto& info) {
                           return std::get<0>(info.param).name + "_" +
                                  std::string(Name(std::get<1>(info.param)));
                         });

}  // namespace
}  // namespace tilewright::runtime
