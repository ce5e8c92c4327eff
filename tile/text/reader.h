// What format.h says, read. Foreign input: the first thing that is not as said
// ends it all, with its place; nothing is taken on trust, and no more memory than what
// is read makes parts of.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tile/program.h"
#include "tile/text/format.h"

namespace tilewright::tile {

// Words and numbers of a line, with any spaces between them. Once something was
// missing, nothing is there any more.
class LineReader {
 public:
  explicit LineReader(absl::string_view text) : text_(text) {}

  // The line from `begin` to `end`, which are in the text.
  void Begin(size_t begin, size_t end);
  // Nothing is left of the line.
  void End();

  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  // Something is wrong with what comes next: "expected WHAT, there is ...".
  void Expected(absl::string_view what);

  LineReader& Text(absl::string_view text);
  bool Has(absl::string_view text, bool = false);
  bool Begins(absl::string_view text, bool = false);
  LineReader& Flag(absl::string_view text, bool& set);
  LineReader& FlagUnless(absl::string_view text, bool& set);
  LineReader& Positive(absl::string_view text, int64_t& number);
  LineReader& Ref(RefId& ref);
  LineReader& Ids(std::vector<int32_t>& ids);
  LineReader& MaybeIds(absl::string_view text, std::vector<int32_t>& ids);
  LineReader& List(absl::string_view label, ir::Dims& dims);
  LineReader& List(absl::string_view label, ir::Shape& shape);
  LineReader& Number(ir::Size& size);
  // Gives `symbols` as many as the sizes that were read are of.
  LineReader& Facts(ir::SymbolList& symbols);
  LineReader& Op(ir::OpKind& op);
  LineReader& Element(ir::ElementType& element);
  LineReader& Type(ir::TensorType& type);
  LineReader& Splat(ir::Literal& splat, ir::TensorType& type);

  template <typename Integer>
  LineReader& Number(Integer& number) {
    number = static_cast<Integer>(NumberUpTo(std::numeric_limits<Integer>::max()));
    return *this;
  }
  template <typename First, typename... Rest>
  LineReader& Numbers(absl::string_view label, First& first, Rest&... rest) {
    Text(absl::StrCat(label, "=[")).Number(first);
    (Text(",").Number(rest), ...);
    return Text("]");
  }
  // The number `wanted`.
  LineReader& Exactly(int64_t wanted);
  template <typename T>
  LineReader& OneOf(absl::Span<const absl::string_view> names, T& x) {
    x = static_cast<T>(IndexAmong(names));
    return *this;
  }
  template <typename... Kinds>
  LineReader& OneOf(absl::Span<const absl::string_view> names,
                    std::variant<Kinds...>& x) {
    using Make = void (*)(std::variant<Kinds...>&);
    constexpr Make kMake[] = {[](auto& made) { made.template emplace<Kinds>(); }...};
    kMake[IndexAmong(names)](x);
    return *this;
  }
  template <typename T, typename Each>
  void Separated(std::vector<T>& all, const Each& each) {
    if (Begins("]")) return;
    do {
      const size_t number = all.size();
      each(all.emplace_back(), number);
    } while (Has(","));
  }
  template <typename Field, typename T>
  LineReader& Set(Field& field, const T& value) {
    field = value;
    return *this;
  }
  template <typename Field, typename T>
  void Add(Field& field, const T& value) {
    field.push_back(value);
  }
  void Make(std::optional<Window>& window) { window.emplace(); }
  void Make(std::vector<ExprId>& one) { one.emplace_back(); }
  void Make(decltype(Scalar::parameters)& parameters, ir::OpKind op) {
    if (op == ir::OpKind::kCompare) parameters = Comparison();
    if (op == ir::OpKind::kReducePrecision) parameters = Precision();
  }

 private:
  void SkipSpaces();
  absl::string_view Rest() const { return text_.substr(at_, end_ - at_); }
  // Letters, digits, '_' and '.', from here on; may be empty.
  absl::string_view Identifier() const;
  int64_t NumberUpTo(int64_t most);
  size_t IndexAmong(absl::Span<const absl::string_view> names);
  ir::SymbolFacts FactsOfOne();

  absl::string_view text_;
  size_t at_ = 0, end_ = 0;
  int symbols_ = 0;  // that sizes are of: s0, s1, ...
  absl::Status status_;
};

// The lines of a text. Blank ones and those that begin with // are passed over.
class TextReader {
 public:
  explicit TextReader(absl::string_view text);

  absl::Status Done();

  template <typename Part, typename SpellIt>
  void Line(Part&, const SpellIt& spell) {
    if (!Expect("a line of the program")) return;
    line_.Begin(begin_, end_);
    spell(line_);
    line_.End();
    Next();
  }
  template <typename T>
  void Numbered(absl::string_view prefix, std::vector<T>& parts,
                absl::string_view suffix) {
    while (IsNumbered(prefix)) {
      Line(parts, [&](LineReader& line) {
        line.Begin(begin_ + prefix.size(), end_);
        line.Exactly(static_cast<int64_t>(parts.size())).Text(suffix);
        if (line.ok()) Spell(line, parts.emplace_back());
      });
    }
  }
  template <typename T, typename WalkIt>
  void Each(std::vector<T>& parts, absl::string_view word, const WalkIt& walk) {
    while (IsHere() && FirstWord() == word) walk(parts.emplace_back());
  }
  bool Begins(absl::string_view word, bool) const {
    return IsHere() && FirstWord() == word;
  }
  void Statements(std::vector<Statement>& statements);
  void Word(absl::string_view word);
  bool Maybe(absl::string_view word, bool);
  template <typename WalkIt>
  void Inside(const WalkIt& walk) {
    if (!Enter()) return;
    walk();
    Leave();
  }

 private:
  // Whether there is a line that is as far in as the parts that are read now.
  bool IsHere() const;
  bool IsNumbered(absl::string_view prefix) const;
  absl::string_view FirstWord() const;
  bool Expect(absl::string_view what);
  bool Enter();
  void Leave() { indent_ -= 2; }
  // Goes to the next line with something on it.
  void Next();

  absl::string_view text_;
  LineReader line_;
  size_t next_ = 0;             // where the next line begins
  size_t begin_ = 0, end_ = 0;  // the line at hand, without its indentation
  size_t at_indent_ = 0;        // its indentation
  bool has_line_ = false;
  size_t indent_ = 0;  // of the parts that are read now
};

}  // namespace tilewright::tile
