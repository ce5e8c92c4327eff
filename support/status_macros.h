// Propagation of absl::Status, until the base library brings macros itself.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define TW_CONCAT_INNER_(a, b) a##b
#define TW_CONCAT_(a, b) TW_CONCAT_INNER_(a, b)

// Returns from the enclosing function when `expr` is a status that is not OK.
#define TW_RETURN_IF_ERROR(expr)             \
  do {                                       \
    absl::Status tw_status_ = (expr);        \
    if (!tw_status_.ok()) return tw_status_; \
  } while (false)

// Declares or assigns `lhs` from a StatusOr, or returns its status.
#define TW_ASSIGN_OR_RETURN(lhs, expr) \
  TW_ASSIGN_OR_RETURN_IMPL_(TW_CONCAT_(tw_statusor_, __LINE__), lhs, expr)
#define TW_ASSIGN_OR_RETURN_IMPL_(var, lhs, expr) \
  auto var = (expr);                              \
  if (!var.ok()) return std::move(var).status();  \
  lhs = std::move(var).value()
