#include "cache/remote/url.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

struct SchemeRow {
  absl::string_view name;
  int port;
  bool is_redis;
  bool is_encrypted;
};
constexpr SchemeRow kSchemes[] = {{"http", 80, false, false},
                                  {"https", 443, false, true},
                                  {"redis", 6379, true, false},
                                  {"rediss", 6379, true, true}};
constexpr int kLargestDatabase = 1 << 20;

absl::Status Wrong(absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("address of a remote store: ", why,
                   "; expected http://HOST:PORT/PATH or redis://HOST:PORT/DATABASE"));
}

absl::StatusOr<std::string> Decoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i]);
      continue;
    }
    if (text.size() - i < 3 || !absl::ascii_isxdigit(text[i + 1]) ||
        !absl::ascii_isxdigit(text[i + 2])) {
      return Wrong("user or password has a % without two hex digits");
    }
    decoded.append(absl::HexStringToBytes(text.substr(i + 1, 2)));
    i += 2;
  }
  return decoded;
}

bool IsHostCharacter(char c) {
  return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_';
}

// Takes the host off the front of `rest`.
absl::Status TakeHost(absl::string_view* rest, std::string* host) {
  size_t end = 0;
  if (!rest->empty() && rest->front() == '[') {
    end = rest->find(']');
    if (end == absl::string_view::npos) return Wrong("a [ has no ]");
    ++end;
    for (char c : rest->substr(1, end - 2)) {
      if (!absl::ascii_isxdigit(c) && c != ':' && c != '.') {
        return Wrong("what is in brackets is no IPv6 address");
      }
    }
  } else {
    while (end < rest->size() && IsHostCharacter((*rest)[end])) ++end;
  }
  if (end == 0) return Wrong("no host");
  *host = std::string(rest->substr(0, end));
  rest->remove_prefix(end);
  return absl::OkStatus();
}

}  // namespace

std::string Url::Shown() const {
  return absl::StrCat(scheme, "://", host, ":", port, path);
}

absl::StatusOr<Url> ParseUrl(absl::string_view text) {
  for (char c : text) {
    if (!absl::ascii_isgraph(c)) return Wrong("a space or control character");
    if (c == '?' || c == '#') return Wrong("a query or fragment");
  }
  const size_t colon = text.find("://");
  if (colon == absl::string_view::npos) return Wrong("no scheme");
  Url url;
  for (const SchemeRow& row : kSchemes) {
    if (text.substr(0, colon) != row.name) continue;
    url.scheme = std::string(row.name);
    url.port = row.port;
    url.is_redis = row.is_redis;
    url.is_encrypted = row.is_encrypted;
  }
  if (url.scheme.empty()) return Wrong("a scheme that is not known");

  absl::string_view rest = text.substr(colon + 3);
  const size_t slash = rest.find('/');
  absl::string_view path;
  if (slash != absl::string_view::npos) {
    path = rest.substr(slash);
    rest = rest.substr(0, slash);
  }
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  url.path = std::string(path);
  if (url.is_redis && !path.empty() &&
      (!absl::SimpleAtoi(path.substr(1), &url.database) || url.database < 0 ||
       url.database > kLargestDatabase)) {
    return Wrong("the path is not a database's number");
  }

  const size_t at = rest.rfind('@');
  if (at != absl::string_view::npos) {
    const absl::string_view credentials = rest.substr(0, at);
    const size_t between = credentials.find(':');
    TW_ASSIGN_OR_RETURN(url.user, Decoded(credentials.substr(0, between)));
    if (between != absl::string_view::npos) {
      TW_ASSIGN_OR_RETURN(url.password, Decoded(credentials.substr(between + 1)));
    }
    rest.remove_prefix(at + 1);
  }
  TW_RETURN_IF_ERROR(TakeHost(&rest, &url.host));
  if (rest.empty()) return url;
  if (rest.front() != ':' || !absl::SimpleAtoi(rest.substr(1), &url.port) ||
      url.port < 1 || url.port > 65535) {
    return Wrong("what follows the host is no :PORT");
  }
  return url;
}

}  // namespace tilewright::cache
