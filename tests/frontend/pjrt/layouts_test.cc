// Arrays that do not lie row by row, and programs that take and give them.
#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

class LayoutsTest : public ClientTest {
 protected:
  // A matrix of 2x3 whose columns lie one after the other.
  PJRT_Buffer* Columns(const float* values) {
    const std::vector<int64_t> dims = {2, 3};
    auto args = HostArgs(values, dims, PJRT_Buffer_Type_F32);
    PJRT_Buffer_MemoryLayout layout = ColumnLayout();
    args.device_layout = &layout;
    const absl::Status status = TW_CALL(Client_BufferFromHostBuffer, args);
    EXPECT_TRUE(status.ok()) << status;
    DestroyEvent(args.done_with_host_buffer);
    return args.buffer;
  }
  static PJRT_Buffer_MemoryLayout ColumnLayout() {
    static const int64_t kOrder[] = {0, 1};
    PJRT_Buffer_MemoryLayout layout = {};
    layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
    layout.tiled.minor_to_major = kOrder;
    layout.tiled.minor_to_major_size = 2;
    return layout;
  }
  static std::vector<int64_t> OrderOfBuffer(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_GetMemoryLayout_Args>();
    args.buffer = buffer;
    EXPECT_TRUE(TW_CALL(Buffer_GetMemoryLayout, args).ok());
    const auto& tiled = args.layout.tiled;
    return {tiled.minor_to_major, tiled.minor_to_major + tiled.minor_to_major_size};
  }
  static const float* Memory(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_UnsafePointer_Args>();
    args.buffer = buffer;
    EXPECT_TRUE(TW_CALL(Buffer_UnsafePointer, args).ok());
    return reinterpret_cast<const float*>(args.buffer_pointer);
  }

  const std::vector<float> values_ = {1, 2, 3, 4, 5, 6};
  const std::vector<float> columns_ = {1, 4, 2, 5, 3, 6};
};

TEST_F(LayoutsTest, AnArrayKeepsTheLayoutThatItWasMadeWith) {
  PJRT_Buffer* const buffer = Columns(values_.data());
  EXPECT_EQ(OrderOfBuffer(buffer), (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(std::vector<float>(Memory(buffer), Memory(buffer) + 6), columns_);
  EXPECT_EQ(*ToHost(buffer), values_);
  auto dims = Fresh<PJRT_Buffer_Dimensions_Args>();
  dims.buffer = buffer;
  ASSERT_TRUE(TW_CALL(Buffer_Dimensions, dims).ok());
  EXPECT_EQ(std::vector<int64_t>(dims.dims, dims.dims + 2), (std::vector<int64_t>{2, 3}));
  DestroyBuffer(buffer);
}

TEST_F(LayoutsTest, ACopyHasTheLayoutOfItsOriginal) {
  PJRT_Buffer* const buffer = Columns(values_.data());
  for (PJRT_Memory* const memory : Memories()) {
    auto copy = Fresh<PJRT_Buffer_CopyToMemory_Args>();
    copy.buffer = buffer;
    copy.dst_memory = memory;
    ASSERT_TRUE(TW_CALL(Buffer_CopyToMemory, copy).ok());
    EXPECT_EQ(OrderOfBuffer(copy.dst_buffer), (std::vector<int64_t>{0, 1}));
    EXPECT_EQ(*ToHost(copy.dst_buffer), values_);
    EXPECT_NE(Memory(copy.dst_buffer), Memory(buffer));
    DestroyBuffer(copy.dst_buffer);
  }
  DestroyBuffer(buffer);
}

constexpr char kTwice[] = R"(
func.func @main(%a: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"})
    -> (tensor<2x3xf32> {mhlo.layout_mode = "RESULT"}) {
  %0 = stablehlo.add %a, %a : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
})";

TEST_F(LayoutsTest, ProgramsTakeAndGiveArraysInTheLayoutsThatTheyName) {
  for (const char* const layout : {"{0,1}", "{1,0}", "default"}) {
    std::string text = kTwice;
    text.replace(text.find("RESULT"), 6, layout);
    const auto executable = Compile(text);
    ASSERT_TRUE(executable.ok()) << executable.status();
    PJRT_Buffer* const input = Columns(values_.data());
    const auto output = Run(*executable, {input});
    ASSERT_TRUE(output.ok()) << output.status();
    const bool columns = std::string(layout) == "{0,1}";
    EXPECT_EQ(OrderOfBuffer(*output),
              columns ? (std::vector<int64_t>{0, 1}) : (std::vector<int64_t>{1, 0}));
    EXPECT_EQ(*ToHost(*output), (std::vector<float>{2, 4, 6, 8, 10, 12}));
    DestroyBuffer(*output);
    DestroyBuffer(input);
    DestroyExecutable(*executable);
  }
}

TEST_F(LayoutsTest, AnArgumentOfAnotherLayoutIsAnErrorThatNamesBoth) {
  std::string text = kTwice;
  text.replace(text.find("RESULT"), 6, "default");
  const auto executable = Compile(text);
  ASSERT_TRUE(executable.ok()) << executable.status();
  const std::vector<int64_t> dims = {2, 3};
  auto args = HostArgs(values_.data(), dims, PJRT_Buffer_Type_F32);
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, args).ok());
  DestroyEvent(args.done_with_host_buffer);
  const absl::Status status = Run(*executable, {args.buffer}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_NE(status.message().find("{1,0}"), absl::string_view::npos) << status;
  EXPECT_NE(status.message().find("{0,1}"), absl::string_view::npos) << status;
  DestroyBuffer(args.buffer);
  DestroyExecutable(*executable);
}

TEST_F(LayoutsTest, ADonatedArrayOfTheSameLayoutGivesItsMemory) {
  const auto executable = Compile(R"(
func.func @main(%a: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}",
                                     tf.aliasing_output = 0 : i32})
    -> (tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}) {
  %0 = stablehlo.add %a, %a : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
})");
  ASSERT_TRUE(executable.ok()) << executable.status();
  PJRT_Buffer* const input = Columns(values_.data());
  const float* const memory = Memory(input);
  const auto output = Run(*executable, {input});
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_TRUE(IsDeleted(input));
  EXPECT_EQ(Memory(*output), memory);
  EXPECT_EQ(*ToHost(*output), (std::vector<float>{2, 4, 6, 8, 10, 12}));
  DestroyBuffer(*output);
  DestroyBuffer(input);
  DestroyExecutable(*executable);
}

TEST_F(LayoutsTest, ALayoutThatIsNoneIsAnErrorOfTheArgument) {
  for (const char* const layout : {"{0,0}", "{0}", "columns"}) {
    std::string text = kTwice;
    text.replace(text.find("{0,1}"), 5, layout);
    const absl::Status status = Compile(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << layout;
    EXPECT_NE(status.message().find("argument 0"), absl::string_view::npos) << status;
  }
}

}  // namespace
}  // namespace tilewright::pjrt
