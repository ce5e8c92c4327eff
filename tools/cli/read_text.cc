#include "tools/cli/read_text.h"

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"

namespace tilewright::tools {

absl::StatusOr<std::string> ReadText(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return absl::NotFoundError(absl::StrCat("cannot open ", path));
  std::ostringstream text;
  // An empty file sets the fail bit of the copy, which is no error.
  if (stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (stream.bad() || text.fail()) {
    return absl::UnavailableError(absl::StrCat("cannot read ", path));
  }
  return text.str();
}

}  // namespace tilewright::tools
