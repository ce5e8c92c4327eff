// What the page of `cache report` is made of: text, charts and tables as HTML.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tilewright::tools {

std::string Escaped(const std::string& text);

// One column of a bar chart: two amounts on top of each other.
struct Bar {
  std::string label;
  std::string title;  // what hovering tells
  double low = 0;
  double high = 0;
};
// As wide as there is room; its text stays as large as it is. `largest` says what the
// highest bar is; the classes are of the page's colours.
std::string BarChart(const std::vector<Bar>& bars, const std::string& low_class,
                     const std::string& high_class, const std::string& largest);

// A table, which a narrow page moves sideways where it has to. Columns whose title begins
// with "#" are numbers, with "~" before that they are left out of a narrow page.
class HtmlTable {
 public:
  explicit HtmlTable(std::vector<std::string> titles) : titles_(std::move(titles)) {}
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string Html() const;

 private:
  std::vector<std::string> titles_;
  std::vector<std::vector<std::string>> rows_;
};

// A part of the page under a title.
std::string PagePart(const std::string& title, const std::string& html);

}  // namespace tilewright::tools
