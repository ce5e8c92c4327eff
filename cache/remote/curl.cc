#include "cache/remote/curl.h"

#include <openssl/crypto.h>

#include "absl/strings/str_cat.h"

namespace tilewright::cache {

CurlEasy NewCurlEasy() {
  // Once a process, before its first handle; never undone. Nor does OpenSSL, which this
  // sets up, take itself down at exit: what is to be written then may still be on its
  // way.
  static const CURLcode kInitialised = [] {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    return curl_global_init(CURL_GLOBAL_DEFAULT);
  }();
  return CurlEasy(kInitialised == CURLE_OK ? curl_easy_init() : nullptr);
}

absl::Status CurlStatus(absl::string_view name, CURLcode code) {
  if (code == CURLE_OK) return absl::OkStatus();
  const std::string text = absl::StrCat(name, ": ", curl_easy_strerror(code));
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return absl::DeadlineExceededError(text);
    case CURLE_FILESIZE_EXCEEDED:
    case CURLE_OUT_OF_MEMORY:
      return absl::ResourceExhaustedError(text);
    default:
      return absl::UnavailableError(text);
  }
}

}  // namespace tilewright::cache
