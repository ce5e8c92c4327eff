#include "codegen/facts/target.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace tilewright::codegen {

std::string Target::FeatureText() const { return absl::StrJoin(features, ","); }

std::vector<std::pair<std::string, std::string>> Target::Fields() const {
  // A member that is added has to be told apart here, or this does not compile.
  const auto& [own_name, own_triple, own_cpu, own_features, own_vector, own_processor,
               own_class, own_nearest, l1, l2] = *this;
  return {
      {"triple", own_triple},
      {"cpu", own_cpu},
      {"features", FeatureText()},
      {"vector_bits", absl::StrCat(own_vector.vector_bits)},
      {"processor", own_processor.Text()},
      {"l1", absl::StrCat(l1)},
      {"l2", absl::StrCat(l2)},
  };
}

std::string Target::Key() const {
  std::string key;
  for (const auto& [field, value] : Fields()) {
    absl::StrAppend(&key, field, "=", value, "\n");
  }
  return key;
}

}  // namespace tilewright::codegen
