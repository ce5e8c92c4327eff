// libcurl, as far as remote stores need it.
#pragma once

#include <curl/curl.h>

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// libcurl's handles are all void*: a deleter each.
struct CurlEasyDelete {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct CurlMultiDelete {
  void operator()(CURLM* handle) const { curl_multi_cleanup(handle); }
};
struct CurlListDelete {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using CurlEasy = std::unique_ptr<CURL, CurlEasyDelete>;
using CurlMulti = std::unique_ptr<CURLM, CurlMultiDelete>;
using CurlList = std::unique_ptr<curl_slist, CurlListDelete>;

// Null when memory is short.
CurlEasy NewCurlEasy();

// OK for CURLE_OK, otherwise as cache/remote/remote.h says. The text is libcurl's own
// and holds no address.
absl::Status CurlStatus(absl::string_view name, CURLcode code);

}  // namespace tilewright::cache
