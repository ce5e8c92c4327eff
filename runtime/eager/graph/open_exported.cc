#include <cctype>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "ir/open/open_program.h"
#include "ir/open/size_fit.h"
#include "ir/print.h"
#include "ir/size/text.h"
#include "runtime/eager/graph/exported.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using Exported = Capture::Exported;

absl::StatusOr<ir::Size> SizeOf(const std::string& text, const ir::SymbolList& symbols) {
  return ir::ParseSize(text, [&](absl::string_view name) -> absl::StatusOr<ir::SymbolId> {
    const ir::SymbolId symbol = symbols.Find(name);
    if (symbol >= 0) return symbol;
    return absl::InvalidArgumentError(absl::StrCat("there is no symbol ", name));
  });
}

// A text up to a number, and the number.
struct Piece {
  std::string words;
  std::string digits;
};

std::vector<Piece> PiecesOf(absl::string_view text) {
  std::vector<Piece> pieces(1);
  for (const char c : text) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      pieces.back().digits.push_back(c);
    } else {
      if (!pieces.back().digits.empty()) pieces.emplace_back();
      pieces.back().words.push_back(c);
    }
  }
  return pieces;
}

// What is said of all sizes: a number that depends on them is their expression.
absl::StatusOr<std::string> OpenText(const std::vector<std::string>& texts,
                                     ir::SizeFit* fit) {
  std::vector<std::vector<Piece>> all;
  for (const std::string& text : texts) all.push_back(PiecesOf(text));
  std::string made;
  for (size_t i = 0; i < all[0].size(); ++i) {
    ir::Dims numbers;
    bool is_one = true;
    for (const std::vector<Piece>& pieces : all) {
      int64_t number = 0;
      if (pieces.size() != all[0].size() || pieces[i].words != all[0][i].words) {
        return absl::UnimplementedError(absl::StrCat(
            "a check says '", texts[0], "' and, for other sizes, something else"));
      }
      is_one = is_one && pieces[i].digits == all[0][i].digits;
      if (absl::SimpleAtoi(pieces[i].digits, &number)) numbers.push_back(number);
    }
    absl::StrAppend(&made, all[0][i].words);
    const std::optional<ir::Size> size =
        is_one || numbers.size() < all.size() ? std::nullopt : fit->Find(numbers);
    absl::StrAppend(&made,
                    size ? ir::NamedText(*size, fit->symbols()) : all[0][i].digits);
  }
  return made;
}

}  // namespace

absl::StatusOr<Exported> OpenExported(const std::vector<Exported>& programs,
                                      const Capturer::OpenSizes& sizes,
                                      int64_t* captured) {
  *captured = -1;
  ir::SymbolList symbols;
  for (const Capturer::OpenSizes::Symbol& symbol : sizes.symbols) {
    symbols.Add(symbol.name, {.at_least = symbol.at_least, .at_most = symbol.at_most});
  }
  ir::SizeFit fit(&symbols, sizes.points);
  for (const std::string& text : sizes.factors) {
    TW_ASSIGN_OR_RETURN(const ir::Size factor, SizeOf(text, symbols));
    fit.AddFactor(factor);
  }
  for (const std::vector<std::string>& steps : sizes.floats) {
    TW_ASSIGN_OR_RETURN(ir::SizeFormula formula,
                        ir::SizeFormula::Parse(steps, [&](absl::string_view text) {
                          return SizeOf(std::string(text), symbols);
                        }));
    fit.AddFormula(std::move(formula));
  }
  std::vector<ir::OpenInput> inputs;
  for (size_t i = 0; i < sizes.inputs.size(); ++i) {
    ir::OpenInput& input = inputs.emplace_back();
    if (i < sizes.names.size()) input.name = sizes.names[i];
    for (const std::string& text : sizes.inputs[i]) {
      TW_ASSIGN_OR_RETURN(const ir::Size size, SizeOf(text, symbols));
      input.shape.Append(size);
    }
  }
  std::vector<ir::Program> numbers;
  for (const Exported& program : programs) {
    numbers.push_back(*program.program);
    if (program.checks.size() == programs[0].checks.size()) continue;
    return absl::UnimplementedError("other things are checked for other sizes");
  }
  size_t operation = 0;
  absl::StatusOr<ir::Program> program =
      ir::OpenProgram(numbers, inputs, &fit, &operation);
  if (!program.ok()) {
    const std::vector<int64_t>& by = programs[0].captured_by;
    if (operation < by.size()) *captured = by[operation];
    return program.status();
  }
  Exported opened;
  opened.text = ir::Print(*program);
  opened.program = std::make_shared<const ir::Program>(*std::move(program));
  for (size_t c = 0; c < programs[0].checks.size(); ++c) {
    std::vector<std::string> texts;
    for (const Exported& one : programs) texts.push_back(one.checks[c]);
    TW_ASSIGN_OR_RETURN(std::string text, OpenText(texts, &fit));
    opened.checks.push_back(std::move(text));
  }
  return opened;
}

}  // namespace tilewright::eager
