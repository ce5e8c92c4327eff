// Calls whose caller says later how they go on.
#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

class PromisedTest : public ClientTest {
 protected:
  static PJRT_Buffer_CopyRawToHostFuture_Args LaterCopyOf(PJRT_Buffer* buffer,
                                                          int64_t offset, int64_t size) {
    auto args = Fresh<PJRT_Buffer_CopyRawToHostFuture_Args>();
    args.buffer = buffer;
    args.offset = offset;
    args.transfer_size = size;
    return args;
  }
  PJRT_Client_CreateAliasBuffer_Args AliasOf(const std::vector<int64_t>& dims) {
    auto args = Fresh<PJRT_Client_CreateAliasBuffer_Args>();
    args.client = client_;
    args.memory = Memories()[0];
    args.shape_dims = dims.data();
    args.shape_num_dims = dims.size();
    args.shape_element_type = PJRT_Buffer_Type_F32;
    return args;
  }
  static bool Ready(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_ReadyEvent_Args>();
    args.buffer = buffer;
    EXPECT_TRUE(TW_CALL(Buffer_ReadyEvent, args).ok());
    const bool ready = IsReady(args.event);
    DestroyEvent(args.event);
    return ready;
  }
};

TEST_F(PromisedTest, ACopyStartsWhenItsPlaceIsTold) {
  PJRT_Buffer* const buffer = FromHost({1, 2, 3, 4});
  auto args = LaterCopyOf(buffer, 4, 8);
  ASSERT_TRUE(TW_CALL(Buffer_CopyRawToHostFuture, args).ok());
  EXPECT_FALSE(IsReady(args.event));
  float values[2] = {};
  PJRT_Buffer_CopyRawToHostFuture_Callback_Args told = {};
  told.struct_size = sizeof(told);
  told.callback_data = args.callback_data;
  told.dst = values;
  args.future_ready_callback(&told);
  EXPECT_TRUE(Await(args.event).ok());
  EXPECT_EQ(values[0], 2);
  EXPECT_EQ(values[1], 3);
  DestroyEvent(args.event);
  DestroyBuffer(buffer);
}

TEST_F(PromisedTest, ACopyThatIsGivenUpEndsWithTheErrorThatIsTold) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto args = LaterCopyOf(buffer, 0, 8);
  ASSERT_TRUE(TW_CALL(Buffer_CopyRawToHostFuture, args).ok());
  PJRT_Buffer_CopyRawToHostFuture_Callback_Args told = {};
  told.struct_size = sizeof(told);
  told.callback_data = args.callback_data;
  told.error_code = PJRT_Error_Code_ABORTED;
  told.error_message = "no room";
  told.error_message_size = 7;
  args.future_ready_callback(&told);
  const absl::Status status = Await(args.event);
  EXPECT_TRUE(absl::IsAborted(status)) << status;
  EXPECT_EQ(status.message(), "no room");
  DestroyEvent(args.event);
  auto outside = LaterCopyOf(buffer, 4, 8);
  EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(Buffer_CopyRawToHostFuture, outside)));
  DestroyBuffer(buffer);
}

TEST_F(PromisedTest, ADonatedArrayIsThereWhenItsDependenceEnds) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto args = Fresh<PJRT_Buffer_DonateWithControlDependency_Args>();
  args.buffer = buffer;
  ASSERT_TRUE(TW_CALL(Buffer_DonateWithControlDependency, args).ok());
  EXPECT_TRUE(IsDeleted(buffer));
  EXPECT_FALSE(Ready(args.out_buffer));
  PJRT_Buffer_DonateWithControlDependency_Callback_Args told = {};
  told.struct_size = sizeof(told);
  told.callback_data = args.callback_data;
  args.dependency_ready_callback(&told);
  EXPECT_EQ(*ToHost(args.out_buffer), (std::vector<float>{1, 2}));
  DestroyBuffer(args.out_buffer);
  DestroyBuffer(buffer);
}

TEST_F(PromisedTest, AFailedDependencePoisonsTheArray) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto args = Fresh<PJRT_Buffer_DonateWithControlDependency_Args>();
  args.buffer = buffer;
  ASSERT_TRUE(TW_CALL(Buffer_DonateWithControlDependency, args).ok());
  PJRT_Buffer_DonateWithControlDependency_Callback_Args told = {};
  told.struct_size = sizeof(told);
  told.callback_data = args.callback_data;
  told.error_code = PJRT_Error_Code_CANCELLED;
  told.error_message = "not today";
  told.error_message_size = 9;
  args.dependency_ready_callback(&told);
  EXPECT_EQ(ToHost(args.out_buffer).status().message(), "not today");
  DestroyBuffer(args.out_buffer);
  DestroyBuffer(buffer);
}

TEST_F(PromisedTest, AnAliasIsTheArrayThatItIsToldToBe) {
  auto alias = AliasOf({2});
  ASSERT_TRUE(TW_CALL(Client_CreateAliasBuffer, alias).ok());
  const auto executable = Compile(R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
})");
  ASSERT_TRUE(executable.ok()) << executable.status();
  // A run may be queued before.
  const auto output = Run(*executable, {alias.alias_buffer});
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_FALSE(Ready(alias.alias_buffer));
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto fulfil = Fresh<PJRT_Client_FulfillAliasBuffer_Args>();
  fulfil.client = client_;
  fulfil.buffer = buffer;
  fulfil.fulfill_alias_buffer_cb = alias.fulfill_alias_buffer_cb;
  EXPECT_TRUE(TW_CALL(Client_FulfillAliasBuffer, fulfil).ok());
  EXPECT_EQ(*ToHost(alias.alias_buffer), (std::vector<float>{1, 2}));
  EXPECT_EQ(*ToHost(*output), (std::vector<float>{2, 4}));
  DestroyBuffer(*output);
  DestroyBuffer(buffer);
  DestroyBuffer(alias.alias_buffer);
  DestroyExecutable(*executable);
}

TEST_F(PromisedTest, AnAliasOfAnotherShapeOrOfAnErrorIsPoisoned) {
  PJRT_Buffer* const buffer = FromHost({1, 2, 3});
  for (const bool error : {false, true}) {
    auto alias = AliasOf({2});
    ASSERT_TRUE(TW_CALL(Client_CreateAliasBuffer, alias).ok());
    auto fulfil = Fresh<PJRT_Client_FulfillAliasBuffer_Args>();
    fulfil.client = client_;
    fulfil.buffer = buffer;
    fulfil.fulfill_alias_buffer_cb = alias.fulfill_alias_buffer_cb;
    if (error) fulfil.status_code = PJRT_Error_Code_INTERNAL;
    EXPECT_EQ(TW_CALL(Client_FulfillAliasBuffer, fulfil).ok(), error);
    EXPECT_FALSE(ToHost(alias.alias_buffer).ok());
    DestroyBuffer(alias.alias_buffer);
  }
  DestroyBuffer(buffer);
}

}  // namespace
}  // namespace tilewright::pjrt
