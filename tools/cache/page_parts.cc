#include "tools/cache/page_parts.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace tilewright::tools {
namespace {

constexpr double kHeight = 150;  // pixels
constexpr double kFoot = 20;     // for labels
constexpr double kHead = 16;     // for the largest value

// How many bars share one label, where it takes so many pixels of so many.
size_t BarsPerLabel(size_t bars, double pixels) {
  constexpr double kLabelPixels = 76;
  const double step = pixels / static_cast<double>(std::max<size_t>(bars, 1));
  return static_cast<size_t>(std::max(1.0, std::ceil(kLabelPixels / step)));
}

std::string Rect(const std::string& of, double x, double y, double width, double height) {
  return absl::StrFormat(
      "<rect class=\"%s\" x=\"%.2f%%\" y=\"%.1f\" width=\"%.2f%%\" height=\"%.1f\"/>", of,
      x, y, width, height);
}

}  // namespace

std::string Escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

std::string BarChart(const std::vector<Bar>& bars, const std::string& low_class,
                     const std::string& high_class, const std::string& largest) {
  double top = 0;
  for (const Bar& bar : bars) top = std::max(top, bar.low + bar.high);
  const double room = kHeight - kFoot - kHead;
  const double ground = kHead + room;
  // Across in hundredths of the whole, so that it fits any page.
  const double step = 100 / static_cast<double>(std::max<size_t>(bars.size(), 1));
  const double width = std::min(step * 0.8, 9.0);
  const size_t wide = BarsPerLabel(bars.size(), 620);
  // Of those that a wide page has, so that none overlap.
  const size_t narrow = (BarsPerLabel(bars.size(), 340) + wide - 1) / wide * wide;
  std::string svg = absl::StrFormat("<svg height=\"%g\" role=\"img\">\n", kHeight);
  absl::StrAppendFormat(&svg, "<text x=\"0\" y=\"11\">%s</text>\n", Escaped(largest));
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double middle = step * (static_cast<double>(i) + 0.5);
    const double low = top > 0 ? room * bar.low / top : 0;
    const double high = top > 0 ? room * bar.high / top : 0;
    absl::StrAppend(
        &svg, "<g><title>", Escaped(bar.title), "</title>",
        Rect(low_class, middle - width / 2, ground - low, width, low),
        Rect(high_class, middle - width / 2, ground - low - high, width, high), "</g>\n");
    if (i % wide != 0) continue;
    // The first begins where its bar does, or it would be cut.
    absl::StrAppendFormat(
        &svg, "<text%s x=\"%.2f%%\" y=\"%g\" text-anchor=\"%s\">%s</text>\n",
        i % narrow == 0 ? "" : " class=\"wide\"", i == 0 ? middle - width / 2 : middle,
        kHeight - 5, i == 0 ? "start" : "middle", Escaped(bar.label));
  }
  absl::StrAppendFormat(
      &svg, "<line class=\"axis\" x1=\"0\" x2=\"100%%\" y1=\"%g\" y2=\"%g\"/>\n</svg>\n",
      ground, ground);
  return svg;
}

std::string HtmlTable::Html() const {
  std::vector<std::string> classes;
  std::vector<std::string> titles;
  for (absl::string_view title : titles_) {
    std::vector<absl::string_view> of;
    if (absl::ConsumePrefix(&title, "~")) of.push_back("wide");
    if (absl::ConsumePrefix(&title, "#")) of.push_back("n");
    classes.push_back(
        of.empty() ? "" : absl::StrCat(" class=\"", absl::StrJoin(of, " "), "\""));
    titles.emplace_back(title);
  }
  std::string html = "<div class=\"table\"><table>\n";
  const auto add = [&](const char* tag, const std::vector<std::string>& cells) {
    html += "<tr>";
    for (size_t c = 0; c < cells.size(); ++c) {
      absl::StrAppend(&html, "<", tag, classes[c], ">", Escaped(cells[c]), "</", tag,
                      ">");
    }
    html += "</tr>\n";
  };
  add("th", titles);
  for (const std::vector<std::string>& row : rows_) add("td", row);
  return html + "</table></div>\n";
}

std::string PagePart(const std::string& title, const std::string& html) {
  return absl::StrCat("<section><h2>", Escaped(title), "</h2>\n", html, "</section>\n");
}

}  // namespace tilewright::tools
