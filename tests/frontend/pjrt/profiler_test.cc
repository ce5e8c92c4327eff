// What the profiler's extension tells of runs.
#include "frontend/pjrt/abi/profiler.h"

#include "frontend/pjrt/data/wire.h"
#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

const PLUGIN_Profiler_Api* ProfilerApi() {
  for (const PJRT_Extension_Base* extension = Api()->extension_start;
       extension != nullptr; extension = extension->next) {
    if (extension->type != PJRT_Extension_Type_Profiler) continue;
    return reinterpret_cast<const PJRT_Profiler_Extension*>(extension)->profiler_api;
  }
  return nullptr;
}

absl::Status Done(PLUGIN_Profiler_Error* error) {
  if (error == nullptr) return absl::OkStatus();
  PLUGIN_Profiler_Error_Message_Args message = {sizeof(message), nullptr, error, nullptr,
                                                0};
  ProfilerApi()->error_message(&message);
  const absl::Status status =
      absl::UnknownError(absl::string_view(message.message, message.message_size));
  PLUGIN_Profiler_Error_Destroy_Args destroy = {sizeof(destroy), nullptr, error};
  ProfilerApi()->error_destroy(&destroy);
  return status;
}

// All messages of one field, one after the other.
std::vector<std::string> Fields(absl::string_view message, uint32_t number) {
  std::vector<std::string> found;
  EXPECT_TRUE(ReadMessage(message, [&](const WireField& field) {
                if (field.number == number && field.is_bytes) {
                  found.emplace_back(field.bytes);
                }
                return absl::OkStatus();
              }).ok());
  return found;
}

class ProfilerTest : public ClientTest {
 protected:
  void SetUp() override {
    ClientTest::SetUp();
    PLUGIN_Profiler_Create_Args create = {sizeof(create), nullptr, 0, nullptr};
    ASSERT_TRUE(Done(ProfilerApi()->create(&create)).ok());
    profiler_ = create.profiler;
  }
  void TearDown() override {
    PLUGIN_Profiler_Destroy_Args destroy = {sizeof(destroy), profiler_};
    EXPECT_TRUE(Done(ProfilerApi()->destroy(&destroy)).ok());
    ClientTest::TearDown();
  }
  absl::Status Start() {
    PLUGIN_Profiler_Start_Args args = {sizeof(args), profiler_};
    return Done(ProfilerApi()->start(&args));
  }
  absl::Status Stop() {
    PLUGIN_Profiler_Stop_Args args = {sizeof(args), profiler_};
    return Done(ProfilerApi()->stop(&args));
  }
  absl::StatusOr<std::string> Collect() {
    PLUGIN_Profiler_CollectData_Args args = {sizeof(args), profiler_, nullptr, 0};
    const absl::Status status = Done(ProfilerApi()->collect_data(&args));
    if (!status.ok()) return status;
    return std::string(reinterpret_cast<const char*>(args.buffer),
                       args.buffer_size_in_bytes);
  }
  void RunOnce(const std::string& name) {
    const auto executable = Compile("module @" + name + R"( {
func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
} })");
    ASSERT_TRUE(executable.ok()) << executable.status();
    PJRT_Buffer* const input = FromHost({1, 2});
    const auto output = Run(*executable, {input});
    ASSERT_TRUE(output.ok()) << output.status();
    EXPECT_TRUE(ToHost(*output).ok());
    DestroyBuffer(*output);
    DestroyBuffer(input);
    DestroyExecutable(*executable);
  }

  PLUGIN_Profiler* profiler_ = nullptr;
};

TEST_F(ProfilerTest, RunsBetweenStartAndStopAreEventsOfTheirDevicesLine) {
  RunOnce("before");
  ASSERT_TRUE(Start().ok());
  RunOnce("during");
  RunOnce("during");
  ASSERT_TRUE(Stop().ok());
  RunOnce("after");
  const auto space = Collect();
  ASSERT_TRUE(space.ok()) << space.status();
  const std::vector<std::string> planes = Fields(*space, 1);
  ASSERT_EQ(planes.size(), 1);
  EXPECT_EQ(Fields(planes[0], 2), (std::vector<std::string>{"/device:TPU:0"}));
  const std::vector<std::string> lines = Fields(planes[0], 3);
  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(Fields(lines[0], 4).size(), 2);  // events
  const std::vector<std::string> names = Fields(planes[0], 4);
  ASSERT_EQ(names.size(), 1);
  EXPECT_NE(names[0].find("during"), std::string::npos);
}

TEST_F(ProfilerTest, ATraceWithoutRunsIsEmpty) {
  EXPECT_EQ(*Collect(), "");
  ASSERT_TRUE(Start().ok());
  EXPECT_FALSE(Start().ok());
  EXPECT_FALSE(Collect().ok());
  ASSERT_TRUE(Stop().ok());
  EXPECT_EQ(*Collect(), "");
}

TEST_F(ProfilerTest, CallsWithoutAProfilerAreErrors) {
  PLUGIN_Profiler_Start_Args start = {sizeof(start), nullptr};
  EXPECT_FALSE(Done(ProfilerApi()->start(&start)).ok());
  PLUGIN_Profiler_CollectData_Args collect = {sizeof(collect), nullptr, nullptr, 0};
  EXPECT_FALSE(Done(ProfilerApi()->collect_data(&collect)).ok());
  EXPECT_FALSE(Done(ProfilerApi()->create(nullptr)).ok());
}

}  // namespace
}  // namespace tilewright::pjrt
