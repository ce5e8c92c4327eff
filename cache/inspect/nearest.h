// The entry that is most like one that is not there: what explains a miss.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "cache/format/manifest.h"

namespace tilewright::cache {

// Something that was asked for, and what it was to be made from.
struct Missing {
  std::string name;  // for people: "dot_general.3"
  Manifest manifest;
  std::string text;
};

// Sees every entry once, keeps few, and reads still fewer. The nearest entry is of
// the same kind and, when there is any, of the same program, with the fewest
// differing fields; otherwise the one whose text has most in common with ours, of
// those that have a name of the same operation or a text about as long.
class NearestEntries {
 public:
  explicit NearestEntries(std::vector<Missing> missing);

  // `key` and what is known of it without reading its text.
  void Add(const std::string& key, const Manifest& manifest, absl::string_view name,
           int64_t last_used);

  struct Nearest {
    std::string key;  // "": there is no entry of the kind
    Manifest manifest;
    std::string text;     // as `read` gave it
    double likeness = 0;  // of the two texts: text_difference.h's Similarity
  };
  // Of each missing thing, in order. `read` gives an entry's text, "" if it cannot.
  std::vector<Nearest> Find(const std::function<std::string(const std::string&)>& read);

 private:
  struct Candidate {
    std::string key;
    Manifest manifest;
    int64_t last_used = 0;
    size_t differences = 0;  // fields
    int64_t distance = 0;    // of names and lengths
  };
  struct Wanted {
    Missing missing;
    std::string operation;  // the name without its number
    int64_t length = 0;     // of the text
    // Of the same program: the best one. Of others: the kMaxRead closest, first
    // the closest.
    std::vector<Candidate> same;
    std::vector<Candidate> others;
  };

  std::vector<Wanted> wanted_;
};

// The fields in which two manifests differ, with both values; "" for a field that
// is not there. Of lists ("+avx,+avx2") only what the other one lacks.
struct FieldDifference {
  std::string field;
  std::string theirs;
  std::string ours;
};
std::vector<FieldDifference> CompareFields(const Manifest& theirs, const Manifest& ours);

}  // namespace tilewright::cache
