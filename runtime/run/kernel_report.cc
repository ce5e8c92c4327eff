#include "runtime/run/kernel_report.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "support/abi.h"

namespace tilewright::runtime {
namespace {

using Words = absl::Span<const int64_t>;

// The point that begins at a word: "(1, *)", where '*' is any index.
std::string PointAt(Words report, int64_t word) {
  const int64_t rank = std::clamp<int64_t>(report[word], 0, TW_REPORT_MOST_INDICES);
  const auto index = [](std::string* out, int64_t i) {
    i < 0 ? absl::StrAppend(out, "*") : absl::StrAppend(out, i);
  };
  return absl::StrCat("(", absl::StrJoin(report.subspan(word + 1, rank), ", ", index),
                      ")");
}

std::string PlaceOf(const plan::Kernel& kernel, int64_t statement) {
  const bool known =
      statement > 0 && statement <= static_cast<int64_t>(kernel.places.size());
  return known ? kernel.places[statement - 1] : "";
}

// Of a copy: where, or nothing.
std::string StartedAt(const plan::Kernel& kernel, Words report) {
  const std::string start = PlaceOf(kernel, report[TW_REPORT_OTHER_STATEMENT]);
  return start.empty() ? "" : absl::StrCat(" that is started at ", start);
}

std::string OnItsWay(int64_t how, absl::string_view started) {
  const absl::string_view copy = started.empty() ? "a copy" : "the copy";
  switch (how) {
    case TW_READ_TARGET:
      return absl::StrCat("is read while ", copy, " to it", started, " is on its way");
    case TW_WRITE_TARGET:
      return absl::StrCat("is written while ", copy, " to it", started, " is on its way");
    case TW_WRITE_SOURCE:
      return absl::StrCat("is written while ", copy, " from it", started,
                          " is on its way");
    default:
      return absl::StrCat("its window moves while ", copy, " from or to it", started,
                          " is on its way");
  }
}

std::string Finding(const plan::Kernel& kernel, Words report) {
  const Words figures = report.subspan(TW_REPORT_FIGURES);
  switch (report[0]) {
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
      return absl::StrCat("the copy of ", figures[0], " bytes", StartedAt(kernel, report),
                          " on semaphore ", figures[1],
                          " is not awaited before the grid step ends");
    case TW_CHECK_NOT_WAITED_FOR:
      return absl::StrCat("semaphore ", figures[1], " is left at ", figures[0],
                          " when the grid step ends: signals that nobody waits for");
    case TW_CHECK_PART:
      return absl::StrCat("a part of ", figures[2], " begins at ", figures[1],
                          " in dimension ", figures[0], ", which is ", figures[3]);
    case TW_CHECK_SLOT:
      return absl::StrCat("there is no semaphore ", figures[0], ", there are ",
                          figures[1]);
    case TW_CHECK_OTHER_COPY:
      return absl::StrCat("a copy to it is awaited on semaphore ", figures[0],
                          ", and none to this part of it was started there");
    case TW_CHECK_IN_FLIGHT:
      return OnItsWay(figures[0], StartedAt(kernel, report));
    case TW_CHECK_MANY_COPIES:
      return absl::StrCat("more than ", figures[0],
                          " copies are on their way, as many as are checked");
    case TW_CHECK_TWO_WRITERS:
      return absl::StrCat("its element ", figures[0], " is written, and grid point ",
                          PointAt(report, TW_REPORT_OTHER_POINT),
                          ", which runs beside this one, writes it, too");
    case TW_CHECK_NOT_STORED:
      return absl::StrCat("no grid point stores its block ",
                          PointAt(report, TW_REPORT_OTHER_POINT));
    case TW_CHECK_ELEMENT_NOT_STORED:
      return absl::StrCat("no grid point stores its element ",
                          PointAt(report, TW_REPORT_OTHER_POINT));
    case TW_CHECK_NO_SIGNAL:
      return absl::StrCat("semaphore ", figures[2], " is waited for by ", figures[0],
                          " and was signalled by ", figures[1]);
    default:
      return absl::StrCat("check ", report[0], " failed");
  }
}

}  // namespace

absl::Status KernelReport(const plan::Kernel& kernel, absl::Span<const int64_t> report) {
  if (report[0] == TW_CHECK_NONE) return absl::OkStatus();
  const int64_t number = report[TW_REPORT_REF];
  const bool known =
      number >= 0 && number < static_cast<int64_t>(kernel.ref_names.size());
  // What is not named by the author is a value that was computed on the way.
  const std::string ref = known ? kernel.ref_names[number] : "?";
  std::string where;
  if (report[0] != TW_CHECK_NOT_STORED && report[0] != TW_CHECK_ELEMENT_NOT_STORED) {
    where = absl::StrCat(" at grid point ", PointAt(report, TW_REPORT_POINT));
  }
  const std::string place = PlaceOf(kernel, report[TW_REPORT_STATEMENT]);
  if (!place.empty()) absl::StrAppend(&where, ", ", place);
  return absl::FailedPreconditionError(absl::StrCat(
      "kernel '", kernel.name, "'", where, ": '", ref, "': ", Finding(kernel, report)));
}

}  // namespace tilewright::runtime
