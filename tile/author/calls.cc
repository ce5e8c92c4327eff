#include "tile/author/calls.h"

#include "absl/strings/str_cat.h"

namespace tilewright::tile {

void Calls::Begin(absl::string_view what, absl::string_view subject, const char* file,
                  int32_t line) {
  const bool same =
      !places_.empty() && places_.back().file == file && places_.back().line == line;
  if (!same) places_.push_back({file, line});
  now_.what = what;
  now_.subject.assign(subject.data(), subject.size());
  now_.place = static_cast<int32_t>(places_.size()) - 1;
}

std::string Calls::PlaceText(int32_t place) const {
  if (place < 0) return "";
  return absl::StrCat(places_[place].file, ":", places_[place].line);
}

std::string Calls::Prefix() const {
  if (now_.place < 0) return "";
  const std::string subject =
      now_.subject.empty() ? "" : absl::StrCat(" '", now_.subject, "'");
  return absl::StrCat(PlaceText(now_.place), ": ", now_.what, subject, ": ");
}

std::string Calls::Of(absl::string_view ref) const {
  return now_.place >= 0 && now_.subject == ref ? "" : absl::StrCat("'", ref, "': ");
}

std::string Calls::By(absl::string_view operation) const {
  return now_.place >= 0 ? "" : absl::StrCat(operation, ": ");
}

}  // namespace tilewright::tile
