// The plugin's one symbol. What it does is in libtilewright.so, which all front ends of a
// process share: its cache, its loaded kernels.
extern "C" const void* tilewright_pjrt_api();

extern "C" __attribute__((visibility("default"))) const void* GetPjrtApi() {
  return tilewright_pjrt_api();
}
