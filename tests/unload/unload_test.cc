// A host that opens what uses the library, and closes it again.
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {

TEST(Unload, AHostMayCloseAPluginWhoseThreadsStillSleep) {
  for (int round = 0; round < 3; ++round) {
    void* const plugin = dlopen(TILEWRIGHT_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(plugin, nullptr) << dlerror();
    auto* const run = reinterpret_cast<int (*)()>(dlsym(plugin, "RunProgram"));
    ASSERT_NE(run, nullptr) << dlerror();
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(dlclose(plugin), 0);
  }
}

}  // namespace
