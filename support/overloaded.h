// What is done with each kind of a variant: for std::visit.
//
//   std::visit(Overloaded{[&](Is<Nest> auto& nest) { ... },
//                         [](Is<Scan, Sort> auto&) {}},
//              statement.node);
//
// A kind without a case does not compile.
#pragma once

#include <type_traits>

namespace tilewright {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// One of these kinds, const or not.
template <typename T, typename... Kinds>
concept Is = (std::is_same_v<std::remove_const_t<T>, Kinds> || ...);

}  // namespace tilewright
