// What format.h says, written and counted.
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/size/text.h"
#include "tile/program.h"
#include "tile/text/format.h"
#include "tile/text/text_lines.h"

namespace tilewright::tile {
namespace {

class LineWriter {
 public:
  LineWriter(std::string* out, ir::SizePrinter* sizes) : out_(*out), sizes_(*sizes) {}

  LineWriter& Text(absl::string_view text) { return Append(text); }
  bool Has(absl::string_view text, bool present) {
    if (present) Append(text);
    return present;
  }
  bool Begins(absl::string_view, bool present) { return present; }
  LineWriter& Flag(absl::string_view text, bool set) {
    Has(text, set);
    return *this;
  }
  LineWriter& FlagUnless(absl::string_view text, bool set) { return Flag(text, !set); }
  LineWriter& Number(int64_t number) { return Append(number); }
  LineWriter& Number(const ir::Size& size) { return Append(Size(size)); }
  LineWriter& Positive(absl::string_view text, int64_t number) {
    return number > 0 ? Append(text, number) : *this;
  }
  LineWriter& Facts(const ir::SymbolList&) { return Append(sizes_.Facts()); }
  LineWriter& Ref(RefId ref) { return Append("r", ref); }
  LineWriter& Ids(absl::Span<const int32_t> ids) {
    return Append("(", absl::StrJoin(ids, ", "), ")");
  }
  LineWriter& MaybeIds(absl::string_view text, absl::Span<const int32_t> ids) {
    return ids.empty() ? *this : Append(text).Ids(ids);
  }
  LineWriter& List(absl::string_view label, const ir::Dims& dims) {
    return dims.empty() ? *this : Append(" ", label, "=[", ir::Join(dims), "]");
  }
  LineWriter& List(absl::string_view label, const ir::Shape& shape) {
    if (shape.is_static()) return List(label, shape.numbers());
    Append(" ", label, "=[");
    for (int d = 0; d < shape.rank(); ++d) Append(d == 0 ? "" : ", ", Size(shape[d]));
    return Append("]");
  }
  template <typename... Integers>
  LineWriter& Numbers(absl::string_view label, Integers... numbers) {
    return List(label, ir::Dims{static_cast<int64_t>(numbers)...});
  }
  LineWriter& Op(ir::OpKind op) { return Append(ir::Name(op)); }
  LineWriter& Element(ir::ElementType element) { return Append(ir::Name(element)); }
  LineWriter& Type(const ir::TensorType& type) {
    return Append(
        ir::ToString(type, [this](const ir::Size& size) { return Size(size); }));
  }
  LineWriter& Splat(const ir::Literal& splat, const ir::TensorType& type) {
    const absl::Span<const uint8_t> bytes = splat.bytes();
    return Append("0x",
                  absl::BytesToHexString(absl::string_view(
                      reinterpret_cast<const char*>(bytes.data()), bytes.size())),
                  " : ")
        .Type(type);
  }
  template <typename T>
  LineWriter& OneOf(absl::Span<const absl::string_view> names, const T& x) {
    return Append(names[static_cast<size_t>(x)]);
  }
  template <typename... Kinds>
  LineWriter& OneOf(absl::Span<const absl::string_view> names,
                    const std::variant<Kinds...>& x) {
    return Append(names[x.index()]);
  }
  template <typename T, typename Each>
  void Separated(const std::vector<T>& all, const Each& each) {
    for (size_t i = 0; i < all.size(); ++i) {
      Text(i == 0 ? "" : ", ");
      each(all[i], i);
    }
  }
  // For what reads only.
  template <typename Field, typename T>
  LineWriter& Set(const Field&, const T&) {
    return *this;
  }
  template <typename Field, typename T>
  void Add(const Field&, const T&) {}
  template <typename... Fields>
  void Make(const Fields&...) {}

 private:
  template <typename... Parts>
  LineWriter& Append(const Parts&... parts) {
    absl::StrAppend(&out_, parts...);
    return *this;
  }

  std::string Size(const ir::Size& size) {
    return size.is_number() ? absl::StrCat(size.number())
                            : absl::StrCat("(", sizes_.Text(size), ")");
  }

  std::string& out_;
  ir::SizePrinter& sizes_;
};

// What goes over the lines of a program that there is. `Derived` has Line.
template <typename Derived>
class Walker {
 public:
  template <typename Parts, typename Walk>
  void Each(const Parts& parts, absl::string_view, const Walk& walk) {
    for (const auto& part : parts) walk(part);
  }
  void Statements(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) Walk(derived(), s);
  }
  bool Maybe(absl::string_view word, bool present) {
    if (present) derived().Word(word);
    return present;
  }
  bool Begins(absl::string_view, bool present) { return present; }
  template <typename Walk>
  void Inside(const Walk& walk) {
    indent_ += 2;
    walk();
    indent_ -= 2;
  }

 protected:
  int indent() const { return indent_; }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }

  int indent_ = 0;
};

class Writer : public Walker<Writer> {
 public:
  explicit Writer(const Program& program) : sizes_(&program.symbols) {}

  template <typename Part, typename SpellIt>
  void Line(const Part&, const SpellIt& spell) {
    out_.append(indent(), ' ');
    LineWriter line(&out_, &sizes_);
    spell(line);
    out_.push_back('\n');
  }
  void Word(absl::string_view word) {
    Line(word, [word](LineWriter& line) { line.Text(word); });
  }
  template <typename Parts>
  void Numbered(absl::string_view prefix, const Parts& parts, absl::string_view suffix) {
    for (size_t i = 0; i < parts.size(); ++i) {
      absl::StrAppend(&out_, prefix, i, suffix);
      WalkLine(*this, parts[i]);
    }
  }

  const std::vector<ir::SymbolId>& symbols() const { return sizes_.order(); }
  std::string Done() && { return std::move(out_); }

 private:
  std::string out_;
  ir::SizePrinter sizes_;
};

}  // namespace

class TextLines::Counter : public Walker<Counter> {
 public:
  explicit Counter(TextLines* lines) : lines_(*lines) {}

  template <typename Part, typename SpellIt>
  void Line(const Part& part, const SpellIt&) {
    lines_.lines_[&part] = ++line_;
  }
  void Word(absl::string_view) { ++line_; }
  // Expressions are the last parts that are numbered.
  template <typename Parts>
  void Numbered(absl::string_view, const Parts& parts, absl::string_view) {
    lines_.first_expr_ = line_ + 1;
    line_ += static_cast<int>(parts.size());
  }

 private:
  TextLines& lines_;
  int line_ = 0;
};

std::string Print(const Program& program) {
  Writer writer(program);
  Walk(writer, program);
  return std::move(writer).Done();
}

std::vector<ir::SymbolId> SymbolsInOrder(const Program& program) {
  if (program.symbols.count() == 0) return {};
  Writer writer(program);
  Walk(writer, program);
  return writer.symbols();
}

TextLines::TextLines(const Program& program) {
  Counter counter(this);
  Walk(counter, program);
}

ir::Size Program::grid_steps() const {
  if (!parallel) return 1;
  ir::Size steps = 0;
  for (const Statement& s : statements) steps = steps + s.grid_steps;
  return steps;
}

std::vector<RefId> Program::Parameters() const {
  std::vector<RefId> parameters;
  for (size_t r = 0; r < refs.size(); ++r) {
    if (refs[r].memory == Memory::kHbm) parameters.push_back(static_cast<RefId>(r));
  }
  return parameters;
}

}  // namespace tilewright::tile
