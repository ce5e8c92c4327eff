// Text tables that fit the terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::tools {

// Columns of the terminal that standard output is, or $COLUMNS where that is set;
// 0, no limit, when output goes elsewhere.
int TerminalWidth();

class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;    // aligned
    bool elastic = false;  // cut where the line would be too long
    // Left out where the line would be too long all the same; the last of them first.
    bool optional = false;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as there are columns.
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  // With titles, where any column has one. Lines have at most `width` characters
  // (0: any), unless the columns that are neither elastic nor optional need more.
  std::string Text(int width) const;

 private:
  // Of what is in each column.
  std::vector<size_t> Widths() const;
  // Those that fit, with something left of the elastic ones.
  std::vector<size_t> ShownColumns(const std::vector<size_t>& widths, size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// `text` broken after commas and spaces into lines of at most `width` characters
// (0: one line), each but the first behind `indent` spaces.
std::string Wrapped(const std::string& text, int indent, int width);

// "3 min", "5 h", "12 d": how long ago, for tables. "-" for a time that is unknown.
std::string AgeText(int64_t seconds);
// "2026-11-21 13:05" in UTC.
std::string TimeText(int64_t seconds_since_1970);
// "412 ms", "12.3 s", "4.1 min".
std::string DurationText(double ms);

}  // namespace tilewright::tools
