#include "runtime/kernel_report.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "support/abi.h"

namespace tilewright::runtime {
namespace {

std::string Finding(int64_t check, absl::Span<const int64_t> figures) {
  switch (check) {
    case TW_CHECK_WINDOW:
      return absl::StrCat("its window leaves the array in dimension ", figures[0],
                          ": a block of ", figures[2], " begins at ", figures[1],
                          ", the array has ", figures[3]);
    case TW_CHECK_UNWRITTEN:
      return "is read where it was not written since the grid step began";
    case TW_CHECK_NO_COPY:
      return absl::StrCat("a copy of ", figures[0], " bytes is awaited on semaphore ",
                          figures[2], ", on which ", figures[1], " are on their way");
    case TW_CHECK_NOT_AWAITED:
      return absl::StrCat(figures[0], " bytes of copies on semaphore ", figures[1],
                          " are not awaited before the grid step ends");
    case TW_CHECK_PART:
      return absl::StrCat("a part of ", figures[2], " begins at ", figures[1],
                          " in dimension ", figures[0], ", which is ", figures[3]);
    case TW_CHECK_NO_SIGNAL:
      return absl::StrCat("semaphore ", figures[2], " is waited for by ", figures[0],
                          " and was signalled by ", figures[1]);
    default:
      return absl::StrCat("check ", check, " failed");
  }
}

}  // namespace

absl::Status KernelReport(const plan::Kernel& kernel, absl::Span<const int64_t> report) {
  if (report[0] == TW_CHECK_NONE) return absl::OkStatus();
  const int64_t room = TW_REPORT_WORDS - TW_REPORT_POINT - 1;
  const int64_t rank = std::clamp<int64_t>(report[TW_REPORT_POINT], 0, room);
  const absl::Span<const int64_t> point = report.subspan(TW_REPORT_POINT + 1, rank);
  const bool known =
      report[1] >= 0 && report[1] < static_cast<int64_t>(kernel.ref_names.size());
  // What is not named by the author is a value that was computed on the way.
  const std::string ref = known ? kernel.ref_names[report[1]] : "?";
  return absl::FailedPreconditionError(absl::StrCat(
      "kernel '", kernel.name, "' at grid point (", absl::StrJoin(point, ", "), "): '",
      ref, "': ", Finding(report[0], report.subspan(TW_REPORT_FIGURES))));
}

}  // namespace tilewright::runtime
