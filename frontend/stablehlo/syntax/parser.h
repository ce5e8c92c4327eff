// MLIR text to a syntax tree.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/syntax/lexer.h"
#include "frontend/stablehlo/syntax/parse_options.h"
#include "frontend/stablehlo/syntax/pretty_formats.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::stablehlo {

// Recursive descent with one token of lookahead. Every recursion counts
// against limits.max_nesting. The tree refers to the source's text.
class Parser {
 public:
  Parser(const Source& source, const ParseLimits& limits);

  absl::StatusOr<Module> ParseModule();

 private:
  // What follows the operands of an operation: `: types`.
  struct TypeClause {
    bool has_arrow = false;
    std::vector<Type> inputs;  // all types when there is no arrow
    std::vector<Type> outputs;
  };

  // Counts a level of nesting for as long as it lives.
  class Level {
   public:
    explicit Level(Parser* parser) : parser_(parser) { ++parser_->depth_; }
    ~Level() { --parser_->depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser* parser_;
  };

  // parser.cc: tokens
  void Advance();
  void MoveTo(Offset offset);
  bool Eat(char punctuation);
  bool EatWord(absl::string_view word);
  absl::Status Expect(char punctuation);
  absl::Status ExpectWord(absl::string_view word);
  absl::Status ExpectArrow();
  // "what is expected, found ...", pointing at the current token.
  absl::Status Expected(absl::string_view what) const;
  absl::Status CheckDepth() const;
  absl::Status CountNodes(int64_t count);
  absl::StatusOr<int64_t> ParseInteger();
  // Skips to the end of the bracket that is the current token.
  absl::StatusOr<absl::string_view> SkipBalanced();
  absl::Status SkipLocation();  // `loc(...)`, where there is one
  // The same, noted: its number in Module::locations, -1 where there is none.
  absl::StatusOr<int32_t> ParseLocation();

  // parser.cc: operations
  absl::StatusOr<Op> ParseOp();
  absl::Status ParseOpBody(Op* op);
  absl::Status ParseGenericOp(Op* op);
  absl::Status CheckResultCount(const Op& op) const;
  absl::Status ParseRegion(SyntaxRegion* region);
  absl::Status ParseOpsUntilBrace(SyntaxRegion* region);
  absl::Status ParseArguments(std::vector<Argument>* arguments);
  absl::StatusOr<ValueUse> ParseUse();
  // `%a, %b`, possibly none; stops before a comma that no value follows.
  absl::Status ParseUses(std::vector<ValueUse>* uses);

  // parser_module.cc
  absl::Status ParseTopLevel(Module* module, bool braced);
  absl::Status ParseTopLevelOp(Module* module);
  absl::Status ParseFunction(Module* module);
  absl::Status ParseFunctionArguments(Function* function);
  absl::Status ParseFunctionResults(Function* function);
  // parser_mesh.cc
  absl::Status ParseMesh(Module* module);
  absl::StatusOr<Attribute> ParseMeshBody();
  absl::StatusOr<Attribute> ParseMeshAxis();

  absl::Status ParseAttributeAlias(Module* module);
  absl::Status ParseTypeAlias();
  absl::Status ParseTrailer(Module* module);

  // parser_types.cc
  absl::StatusOr<Type> ParseType();
  absl::StatusOr<Type> ParseNamedType();
  absl::StatusOr<Type> ParseTensorType();
  absl::StatusOr<Type> ParseComplexType();
  absl::StatusOr<Type> ParseTupleType();
  absl::StatusOr<Type> ParseFunctionType();
  absl::StatusOr<Type> ParseDialectType();
  absl::Status ParseTypeList(std::vector<Type>* types);  // in parentheses
  absl::Status ParseResultTypes(std::vector<Type>* types);
  absl::StatusOr<TypeClause> ParseTypeClause();
  absl::Status ApplyTypeClause(TypeForm form, Offset at, TypeClause clause, Op* op);

  // parser_attributes.cc
  absl::StatusOr<Attribute> ParseAttribute();
  absl::StatusOr<Attribute> ParseNumber(bool typed);
  absl::StatusOr<Attribute> ParseList(bool typed);
  absl::StatusOr<Attribute> ParseWordAttribute();
  absl::StatusOr<Attribute> ParseDenseAttribute();
  absl::StatusOr<Attribute> ParseResourceAttribute();
  absl::StatusOr<Attribute> ParseArrayAttribute();
  absl::StatusOr<Attribute> ParseHashAttribute();
  absl::StatusOr<Attribute> ParseSymbol();
  // `<a = 1, b = [2]>` as a dictionary.
  absl::StatusOr<Attribute> ParseStruct();
  // `(1)2`, a part of an axis of a mesh.
  absl::StatusOr<Attribute> ParseSubAxis();
  // As pretty forms have it: numbers without types, keywords for themselves.
  absl::StatusOr<Attribute> ParseBareValue();
  absl::Status ParseDict(std::vector<NamedAttribute>* fields);
  absl::Status ParseOptionalDict(std::vector<NamedAttribute>* fields);

  // parser_pretty.cc
  absl::Status ParsePrettyOp(Op* op);
  absl::Status ParseFormat(absl::string_view format, Op* op);
  absl::Status ParseFormatItem(absl::string_view item, Op* op);
  absl::Status ParseCustomItem(absl::string_view item, Op* op);
  absl::Status ParseConstant(Op* op);
  absl::Status ParseWhile(Op* op);
  absl::Status ParseReduce(Op* op);
  absl::Status ParseReducer(Op* op);
  absl::Status ParseScan(Op* op);
  absl::Status ParseCheck(Op* op);
  absl::Status ParseManualComputation(Op* op);

  // parser_windows.cc: the pretty forms of dimension numbers and windows
  absl::Status ParseSliceRanges(Op* op);
  absl::Status ParseDotDimensions(Op* op);
  absl::StatusOr<Attribute> ParseConvDimensions();
  absl::StatusOr<Attribute> ParseRawConvDimensions();
  absl::Status ParseConvSide(absl::string_view side, Attribute* numbers);
  absl::Status ParseWindow(Op* op);

  const Source& source_;
  const ParseLimits& limits_;
  Lexer lexer_;
  Token token_;
  int depth_ = 0;
  int64_t nodes_ = 0;
  int64_t ops_ = 0;
  bool has_dynamic_sizes_ = false;
  bool has_expectations_ = false;
  absl::flat_hash_map<std::string, Type> type_aliases_;
  std::vector<Offset> locations_;  // read at the end: aliases may follow their uses
};

}  // namespace tilewright::stablehlo
