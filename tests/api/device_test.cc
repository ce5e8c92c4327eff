#include "tilewright/device.h"

#include <cstring>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tilewright/buffer.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

Device MakeDevice() {
  absl::StatusOr<Device> device = Device::Create();
  EXPECT_TRUE(device.ok()) << device.status();
  return *device;
}

TEST(Device, UnknownChipsAreErrorsThatNameTheKnownOnes) {
  absl::Status status = Device::Create({"v99", 0}).status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("v99"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("v5e"));
  EXPECT_THAT(ChipNames(), ::testing::Contains("v5e"));
}

TEST(Device, NegativeThreadsAreAnError) {
  EXPECT_TRUE(absl::IsInvalidArgument(Device::Create({"v5e", -1}).status()));
}

TEST(Buffer, TheDevicesMemoryIsCountedWhileItLives) {
  Device device = MakeDevice();
  EXPECT_EQ(device.used_bytes(), 0);
  {
    absl::StatusOr<Buffer> buffer = Buffer::Allocate(device, {ElementType::kF32, {1000}});
    ASSERT_TRUE(buffer.ok()) << buffer.status();
    EXPECT_TRUE(buffer->device_owned());
    EXPECT_GE(device.used_bytes(), 4000);
    Buffer copy = *buffer;
    EXPECT_EQ(copy.data(), buffer->data());
  }
  EXPECT_EQ(device.used_bytes(), 0);
  EXPECT_GE(device.peak_bytes(), 4000);
  device.ResetPeak();
  EXPECT_EQ(device.peak_bytes(), 0);
}

TEST(Buffer, MoreThanTheChipHasIsExhausted) {
  Device device = MakeDevice();
  absl::Status status =
      Buffer::Allocate(device, {ElementType::kI8, {device.hbm_bytes() + 1}}).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_EQ(device.used_bytes(), 0);
}

TEST(Buffer, SizesThatOverflowAreErrors) {
  Device device = MakeDevice();
  int64_t huge = int64_t{1} << 62;
  EXPECT_FALSE(Buffer::Allocate(device, {ElementType::kF64, {huge, huge}}).ok());
  EXPECT_FALSE(Buffer::Allocate(device, {ElementType::kF64, {-1}}).ok());
}

TEST(Buffer, TakesExactlyItsBytesFromTheHost) {
  Device device = MakeDevice();
  TensorType type{ElementType::kI16, {2}};
  std::vector<uint8_t> bytes = {1, 2, 3, 4};
  absl::StatusOr<Buffer> buffer = Buffer::FromHost(device, type, bytes);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  EXPECT_EQ(std::memcmp(buffer->data(), bytes.data(), 4), 0);
  bytes.push_back(5);
  EXPECT_FALSE(Buffer::FromHost(device, type, bytes).ok());
}

TEST(Buffer, ValuesThatTheTypeDoesNotHaveAreRefused) {
  Device device = MakeDevice();
  std::vector<uint8_t> two = {2};
  EXPECT_FALSE(Buffer::FromHost(device, {ElementType::kI1, {1}}, two).ok());
  EXPECT_FALSE(Buffer::FromHost(device, {ElementType::kI2, {1}}, two).ok());
  EXPECT_TRUE(Buffer::FromHost(device, {ElementType::kU2, {1}}, two).ok());
}

TEST(Buffer, TheCallersMemoryIsUsedInPlaceAndNotCounted) {
  Device device = MakeDevice();
  float values[4] = {};
  absl::StatusOr<Buffer> buffer = Buffer::Wrap(device, {ElementType::kF32, {4}}, values);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  EXPECT_EQ(static_cast<void*>(buffer->data()), static_cast<void*>(values));
  EXPECT_FALSE(buffer->device_owned());
  EXPECT_EQ(device.used_bytes(), 0);
  EXPECT_FALSE(Buffer::Wrap(device, {ElementType::kF32, {4}}, nullptr).ok());
  EXPECT_TRUE(Buffer::Wrap(device, {ElementType::kF32, {0}}, nullptr).ok());
}

}  // namespace
}  // namespace tilewright
