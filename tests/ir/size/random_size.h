// Sizes made at random, with what they are in plain arithmetic.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ir/size/size.h"

namespace tilewright::ir {

inline uint64_t RandomSeed() {
  const char* seed = std::getenv("TILEWRIGHT_SEED");
  return seed != nullptr ? std::strtoull(seed, nullptr, 10) : 1;
}

struct RandomSize {
  Size size;
  std::string text;  // as it was made: the text of a size, symbols are s0, s1, ...
  // nullopt where a divisor is not positive.
  std::function<std::optional<int64_t>(const std::vector<int64_t>&)> value;
};

inline RandomSize MakeRandomSize(std::mt19937_64* random,
                                 const std::vector<Size>& symbols, int depth = 4) {
  const auto below = [&](int limit) {
    return static_cast<int>((*random)() % static_cast<uint64_t>(limit));
  };
  if (depth == 0 || below(6) == 0) {
    if (below(3) == 0) {
      const int64_t number = below(20) - 4;
      return {Size(number), absl::StrCat("(", number, ")"),
              [number](const auto&) { return number; }};
    }
    const int symbol = below(static_cast<int>(symbols.size()));
    return {symbols[symbol], absl::StrCat("s", symbol),
            [symbol](const auto& values) { return values[symbol]; }};
  }
  const RandomSize a = MakeRandomSize(random, symbols, depth - 1);
  const RandomSize b = MakeRandomSize(random, symbols, depth - 1);
  const auto both = [&](Size size, std::string text,
                        std::function<std::optional<int64_t>(int64_t, int64_t)> apply) {
    return RandomSize{
        std::move(size), std::move(text),
        [a, b, apply = std::move(apply)](const auto& values) -> std::optional<int64_t> {
          const std::optional<int64_t> x = a.value(values);
          const std::optional<int64_t> y = b.value(values);
          return x && y ? apply(*x, *y) : std::nullopt;
        }};
  };
  const auto call = [&](absl::string_view name) {
    return absl::StrCat(name, "(", a.text, ", ", b.text, ")");
  };
  const auto infix = [&](absl::string_view name) {
    return absl::StrCat("(", a.text, name, b.text, ")");
  };
  using Wanted = std::optional<int64_t>;
  switch (below(7)) {
    case 0:
    case 1:
      return both(a.size + b.size, infix(" + "),
                  [](int64_t x, int64_t y) -> Wanted { return x + y; });
    case 2:
      return both(a.size - b.size, infix(" - "),
                  [](int64_t x, int64_t y) -> Wanted { return x - y; });
    case 3:
      return both(a.size * b.size, infix("*"),
                  [](int64_t x, int64_t y) -> Wanted { return x * y; });
    case 4:
      return both(Max({a.size, b.size}), call("max"),
                  [](int64_t x, int64_t y) -> Wanted { return x < y ? y : x; });
    case 5:
      return both(Min({a.size, b.size}), call("min"),
                  [](int64_t x, int64_t y) -> Wanted { return y < x ? y : x; });
    default:
      break;
  }
  // A number as divisor is what programs have most.
  const bool by_number = below(2) == 0;
  const bool remainder = below(2) == 0;
  const int64_t number = 1 + below(9);
  const auto divided = [remainder](int64_t x, int64_t y) -> Wanted {
    if (y <= 0) return std::nullopt;
    const int64_t quotient = x / y - static_cast<int64_t>(x % y < 0);
    return remainder ? x - quotient * y : quotient;
  };
  const Size divisor = by_number ? Size(number) : b.size;
  Size size = remainder ? Remainder(a.size, divisor) : FloorDivide(a.size, divisor);
  std::string text = absl::StrCat(remainder ? "mod(" : "floordiv(", a.text, ", ",
                                  by_number ? absl::StrCat(number) : b.text, ")");
  return both(std::move(size), std::move(text),
              [=](int64_t x, int64_t y) { return divided(x, by_number ? number : y); });
}

inline std::vector<int64_t> RandomValues(std::mt19937_64* random, int count,
                                         int64_t least = 0) {
  std::vector<int64_t> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(least + static_cast<int64_t>((*random)() % 12));
  }
  return values;
}

}  // namespace tilewright::ir
