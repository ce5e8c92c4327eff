// Values and quantities as text for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tilewright/compile.h"
#include "tilewright/types.h"

namespace tilewright::tools {

// One element: "-3", "true", "0.125", "(1, -2)"; enough digits to tell values
// of its type apart.
std::string ValueText(ElementType type, const uint8_t* bytes);
// Row-major position as an index: "[1, 2]".
std::string IndexText(const std::vector<int64_t>& dims, int64_t position);
// The first elements of a tensor: "[0.1, 0.2, ...]".
std::string Preview(const TensorType& type, absl::Span<const uint8_t> bytes,
                    int64_t max_elements);
// What a terminal would take for a command is shown as "\\x1b"; line ends and tabs stay.
std::string Printable(const std::string& text);
// "1.50 MB"; units of 1000.
std::string BytesText(int64_t bytes);
// "3 entries could not be stored in the cache", and who knows why.
std::string NotStoredText(const CompileReport& report);
// "1 entry", "2 entries".
std::string CountText(int64_t count, const std::string& one, const std::string& many);
// The file that `path` would be called: its last part.
std::string BaseName(const std::string& path);

}  // namespace tilewright::tools
