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

// What holds up a device's queue until its caller says more.
TEST_F(PromisedTest, ArraysThatWaitForTheirCallerAreRefusedByName) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto donate = Fresh<PJRT_Buffer_DonateWithControlDependency_Args>();
  donate.buffer = buffer;
  auto create = Fresh<PJRT_Client_CreateAliasBuffer_Args>();
  create.client = client_;
  auto fulfil = Fresh<PJRT_Client_FulfillAliasBuffer_Args>();
  fulfil.client = client_;
  for (const absl::Status& status : {TW_CALL(Buffer_DonateWithControlDependency, donate),
                                     TW_CALL(Client_CreateAliasBuffer, create),
                                     TW_CALL(Client_FulfillAliasBuffer, fulfil)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
    EXPECT_NE(status.message().find("PJRT_"), std::string::npos);
  }
  EXPECT_EQ(*ToHost(buffer), (std::vector<float>{1, 2}));
  DestroyBuffer(buffer);
}

}  // namespace
}  // namespace tilewright::pjrt
