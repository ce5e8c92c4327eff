// Which places beyond the local directory are looked into, as users say it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/remote/remote.h"

namespace tilewright::cache {

// A directory or an address, in the order in which they are looked into.
struct OuterPlace {
  std::string where;
  bool writable = true;
};

struct TierOptions {
  std::vector<OuterPlace> shared;
  std::vector<OuterPlace> remotes;  // looked into after `shared`
  std::vector<std::string> headers;
  RemoteLimits limits;
  int close_ms = 2000;  // how long a process that ends waits for its writes
  // How long a process waits for remote stores with nothing else to do, in all; what
  // their entries spare it is added.
  int wait_ms = 250;
  // How long it waits for one answer though the work that this would spare is done, and
  // twice that for the answers to many at once: places that are near answer within it.
  int near_ms = 10;

  bool empty() const { return shared.empty() && remotes.empty(); }
};

//   places := place ((";" | ",") place)*
//   place  := ["ro:" | "rw:"] (directory | address)       without a prefix: rw
// "" is none. InvalidArgument for a directory that is not absolute.
absl::StatusOr<std::vector<OuterPlace>> ParseSharedPlaces(absl::string_view text);
// InvalidArgument for what is no address; it gives no credentials away.
absl::StatusOr<std::vector<OuterPlace>> ParseRemotePlaces(absl::string_view text);

// "connect=100,answer=500,total=2000,put=10000,close=2000,wait=250,near=10":
// milliseconds, each optional, from 1 to 600000. InvalidArgument otherwise.
absl::Status ParseTimeouts(absl::string_view text, TierOptions* options);

// Lines "Name: value" of a file that only its owner, the user, can read; empty ones and
// those that begin with # do not count. FailedPrecondition, with the command that
// mends it, for another file; InvalidArgument for other lines.
absl::StatusOr<std::vector<std::string>> ReadHeaderFile(const std::string& path);

// From the texts for the places, and the settings remote-timeouts and remote-headers (a
// file's name). Errors name who set what.
absl::StatusOr<TierOptions> MakeTierOptions(absl::string_view shared,
                                            absl::string_view remote);

}  // namespace tilewright::cache
