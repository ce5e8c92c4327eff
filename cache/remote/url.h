// Addresses of remote stores.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

//   scheme "://" [user [":" password] "@"] host [":" port] ["/" path]
struct Url {
  std::string scheme;         // http, https, redis, rediss; what it means is below
  std::string user;           // decoded, as the next
  std::string password;       // never to be shown
  std::string host;           // an IPv6 address is in brackets
  int port = 0;               // the scheme's own where none is given
  std::string path;           // "" or "/...", without a slash at its end
  bool is_redis = false;      // Redis is spoken there, not HTTP
  bool is_encrypted = false;  // by TLS
  int database = 0;           // of Redis: the path, which is a number

  // Without user and password.
  std::string Shown() const;
};

// InvalidArgument, in words that give no credentials away.
absl::StatusOr<Url> ParseUrl(absl::string_view text);

}  // namespace tilewright::cache
