#include "cache/at_exit.h"

#include <openssl/crypto.h>

#include <cstdlib>

namespace tilewright::cache {

void AtExit(void (*work)()) {
  // What is registered later is done earlier, and OpenSSL registers at its first
  // initialisation that asks for anything.
  OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS, nullptr);
  std::atexit(work);
}

}  // namespace tilewright::cache
