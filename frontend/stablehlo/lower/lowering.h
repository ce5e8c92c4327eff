// A syntax tree to an ir program.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "frontend/stablehlo/lower/parsed_program.h"
#include "frontend/stablehlo/lower/vector_elements.h"
#include "frontend/stablehlo/syntax/parse_options.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"
#include "ir/fold.h"
#include "ir/program.h"
#include "support/refusals.h"

namespace tilewright::stablehlo {

// Equal, or equal where both sizes are known.
bool Compatible(const ir::TensorType& a, const ir::TensorType& b);

// chlo.broadcast_*: operands of different shapes.
bool IsBroadcasting(absl::string_view name);

// The line of a message that says where a text was made from.
std::string NoteOf(const ir::FileTable& files, ir::Location told);

// Lowers one entry function: calls inlined, tuples flattened, deprecated
// operations rewritten, `?` sizes replaced by those of the inputs at hand.
// Single use.
class Lowering {
 public:
  // Where operations say that they come from: the places that the text tells (`loc`),
  // or where they stand in the text itself.
  enum class LocationSource { kTold, kInText };

  Lowering(const Module& module, const Source& source, const ParseOptions& options,
           LocationSource places = LocationSource::kTold);

  // Whether sizes that are left open, and are equal for the inputs at hand, are one
  // symbol or, of one input, several.
  enum class EqualSizes : uint8_t { kAreOne, kStayApart };

  // The program is not verified yet.
  absl::StatusOr<ParsedProgram> Run(const Function& entry,
                                    EqualSizes equal = EqualSizes::kAreOne);
  // Whether there were such sizes of one input, and they are several symbols.
  bool keeps_apart() const { return keeps_apart_; }
  absl::StatusOr<Signature> SignatureOf(const Function& entry) const;
  // The operation, or else the function, that an error was about.
  absl::string_view refused() const { return refused_; }

 private:
  using Values = std::vector<ir::ValueId>;

  // What a name stands for: one value, or the flattened elements of a tuple.
  struct Bound {
    Values ids;
    const Type* type = nullptr;  // as declared; in the syntax tree
  };

  // The names of a function. Regions see the names around them; what they add
  // is forgotten when they end.
  class Scope {
   public:
    bool Define(absl::string_view name, std::vector<Bound>&& results);
    const std::vector<Bound>* Find(absl::string_view name) const;
    size_t mark() const { return names_.size(); }
    void Forget(size_t mark);

   private:
    absl::flat_hash_map<absl::string_view, std::vector<Bound>> values_;
    std::vector<absl::string_view> names_;
  };

  // Where operations go.
  struct Context {
    Scope* scope;
    ir::Region* region;
    bool nested;  // within a region of an operation
  };

  // What a probe has recorded so far: the first iterations' values, stacked,
  // and how often it was reached.
  struct Recording {
    ir::ValueId buffer = -1;
    ir::ValueId count = -1;
  };

  using Handler = absl::Status (Lowering::*)(const Op& op, Context& context);
  static Handler FindHandler(absl::string_view name);

  // lowering.cc: functions, regions, names
  absl::Status LowerEntry(const Function& entry);
  absl::Status AddDonations(const Function& entry, const std::vector<Bound>& arguments,
                            const std::vector<Bound>& results);
  void AddDonors(const Function& entry, const std::vector<Bound>& arguments);
  absl::StatusOr<std::vector<Bound>> Inline(const Function& function,
                                            std::vector<Bound> arguments, Offset at,
                                            ir::Region* region, bool nested);
  // Lowers to the terminator and returns what it yields.
  absl::StatusOr<std::vector<Bound>> LowerOps(const SyntaxRegion& syntax,
                                              Context& context);
  absl::Status LowerOp(const Op& op, Context& context);
  // After `status`: where it refuses the operation, that is noted and values of the
  // declared types stand for its results, so that all that a program needs is told at
  // once.
  absl::Status GoOnWithout(const Op& op, const absl::Status& status, Context& context);
  absl::Status Dispatch(const Op& op, Context& context);
  // Where the operation at hand was written; `at` is where it stands in the text.
  ir::Location LocationOf(Offset at) const;
  absl::Status LowerDefault(const Op& op, Context& context);
  const SyntaxRegion* ChosenBranch(const Op& op, const ir::Operation& operation) const;
  absl::Status LowerBranch(const Op& op, const SyntaxRegion& branch, Context& context);
  // `argument_types`: of the values at hand where they may be more exact than
  // the declared ones; empty to take the declared ones.
  absl::Status LowerRegion(const SyntaxRegion& syntax, Context& outer,
                           absl::Span<const ir::TensorType> argument_types,
                           ir::Region* region);
  absl::StatusOr<std::vector<Bound>> BindArguments(
      const std::vector<Argument>& arguments,
      absl::Span<const ir::TensorType> argument_types, ir::Region* region);
  absl::StatusOr<const Function*> Callee(const Op& op, const Attribute* symbol) const;
  absl::Status Spend(int64_t cost, Offset at);

  // lower_values.cc: names and types
  absl::Status Define(const std::vector<ValueDef>& defs, std::vector<Bound> results,
                      Offset at, Context& context);
  absl::StatusOr<Bound> Use(const ValueUse& use, const Context& context) const;
  // The flattened operands, their types checked against those written.
  absl::StatusOr<Values> Operands(const Op& op, const Context& context);
  absl::Status CheckDeclared(const Type& declared, const Values& ids, Offset at,
                             absl::string_view what) const;
  // The flattened types; Unimplemented for types that are not supported.
  absl::Status Flatten(const Type& type, Offset at,
                       std::vector<ir::TensorType>* flat) const;
  absl::StatusOr<std::vector<ir::TensorType>> FlattenAll(const std::vector<Type>& types,
                                                         Offset at) const;

  // lower_values.cc: emission
  absl::StatusOr<Values> Append(ir::Operation operation,
                                std::vector<ir::TensorType> declared, Offset at,
                                Context& context);
  absl::StatusOr<ir::ValueId> Emit(ir::OpKind kind, Values operands,
                                   ir::Attributes attributes, ir::TensorType type,
                                   Offset at, Context& context);
  absl::StatusOr<ir::ValueId> EmitConstant(ir::Literal literal, Offset at,
                                           Context& context);
  // Appends `operation` and binds its results to the names of `op`.
  absl::Status AppendAndDefine(const Op& op, ir::Operation operation, Context& context);
  absl::Status DefineValues(const Op& op, const Values& values, Context& context);
  // One operation on two scalars as a region.
  ir::Region ScalarRegion(ir::OpKind kind, ir::ElementType element);

  // lower_attributes.cc
  absl::Status AddAttributes(const Op& op, ir::OpKind kind, ir::Attributes* attributes);
  absl::Status AddAttribute(const NamedAttribute& attribute, ir::OpKind kind,
                            ir::Attributes* attributes);
  absl::Status AddCustomCallAttributes(const Op& op, ir::Attributes* attributes);
  absl::Status AddConfig(const Attribute& value, ir::Config* config);
  absl::Status AddMeshGroups(const Attribute& groups, ir::Attributes* attributes);
  absl::StatusOr<ir::Dims> Layouts(const Attribute& value);
  absl::StatusOr<const Attribute*> Resolve(const Attribute& attribute) const;
  absl::StatusOr<ir::Dims> Integers(const Attribute& attribute) const;
  absl::StatusOr<ir::Literal> LiteralOf(const Attribute& attribute) const;

  // lower_ops.cc: operations with rules of their own
  absl::Status LowerCall(const Op& op, Context& context);
  absl::Status LowerComposite(const Op& op, Context& context);
  absl::Status LowerConstant(const Op& op, Context& context);
  absl::Status LowerTuple(const Op& op, Context& context);
  absl::Status LowerGetTupleElement(const Op& op, Context& context);
  absl::Status LowerCreateToken(const Op& op, Context& context);
  absl::Status LowerScalarOperands(const Op& op, Context& context);
  absl::Status LowerContraction(const Op& op, Context& context);
  absl::Status LowerCustomCall(const Op& op, Context& context);
  absl::Status LowerShapeAssertion(const Op& op, const Values& operands);
  absl::Status LowerIdentity(const Op& op, Context& context);
  absl::Status LowerManualComputation(const Op& op, Context& context);
  absl::Status LowerNothing(const Op& op, Context& context);
  absl::Status Refuse(const Op& op, Context& context);
  absl::Status RefuseDevices(const Op& op, Context& context);

  // lower_chlo.cc
  absl::Status LowerBroadcasting(const Op& op, Context& context);
  absl::Status LowerConstantLike(const Op& op, Context& context);
  absl::Status LowerIsInfinite(const Op& op, Context& context);
  absl::Status LowerScan(const Op& op, Context& context);

  // lower_deprecated.cc
  absl::Status LowerDot(const Op& op, Context& context);
  absl::Status LowerBroadcast(const Op& op, Context& context);
  absl::Status LowerEinsum(const Op& op, Context& context);
  absl::Status LowerTorchIndexSelect(const Op& op, Context& context);
  absl::Status LowerCrossReplicaSum(const Op& op, Context& context);

  // lower_checks.cc
  absl::Status LowerCheck(const Op& op, Context& context);
  absl::Status LowerCheckCall(const Op& op, absl::string_view target,
                              const Values& operands, Context& context);
  absl::Status AddExpectation(const Op& op, absl::string_view name, ir::ValueId actual,
                              ir::ValueId expected, const Context& context);
  absl::Status LowerSerializedCheck(const Op& op, ir::ValueId actual, Context& context);
  absl::Status LowerProbe(const Op& op, Context& context);
  absl::Status LowerWhile(const Op& op, Context& context);
  absl::StatusOr<Recording> StartRecording(const std::string& id,
                                           const ir::TensorType& type, Offset at,
                                           Context& context);
  // How many iterations of each probe are asked for anywhere in the module.
  void CountWantedIterations(const SyntaxRegion& region, int depth);
  void CollectProbes(const SyntaxRegion& region, std::map<std::string, const Op*>* probes,
                     int depth) const;

  // lower_transfers.cc
  absl::StatusOr<int64_t> HostChannel(const Op& op);
  absl::Status LowerHostTransfer(const Op& op, Context& context);

  // lower_dynamic.cc: programs with `?` sizes
  absl::Status Specialise(ir::Operation* operation, std::vector<ir::TensorType>* types,
                          Offset at, Context& context);
  absl::Status MakeStatic(ir::Operation* operation, std::vector<ir::TensorType>* types,
                          Offset at, Context& context);
  absl::Status MakeDynamicSlice(ir::Operation* operation,
                                std::vector<ir::TensorType>* types, Offset at,
                                Context& context);
  // Notes the operation's value where it follows from known ones.
  void FoldIfSound(const ir::Operation& operation);
  absl::Status MakeStaticCall(ir::Operation* operation);
  absl::Status TakeShapeOperands(const Op& op, ir::Operation* operation,
                                 std::vector<ir::TensorType>* types);
  const ir::Literal* KnownOperand(const ir::Operation& operation, int index) const;

  // lower_open.cc: programs whose sizes stay open
  bool is_open() const { return program_.symbols.count() > 0; }
  // `inputs` with a symbol for each size that `declared` leaves open.
  std::vector<ir::TensorType> OpenTypes(const std::vector<ir::TensorType>& declared,
                                        std::vector<ir::TensorType> inputs);
  // Operations that are made by hand know numbers alone, but for some.
  static bool TakesSymbols(Handler handler);
  absl::Status CheckNumbers(const Op& op, const Values& operands) const;
  // What an operand says about sizes; nullopt where that does not follow.
  std::optional<std::vector<ir::Size>> KnownSizes(const ir::Operation& operation,
                                                  int index) const;
  // Takes a shape assertion, which holds for the sizes at hand, as a fact.
  absl::Status AssumeShape(const Op& op, const Values& operands);
  void Learn(const SizeComparison& comparison);

  // lower_open_shapes.cc
  // The result's type of operations with entries that follow from it: nothing is done
  // where all of `sizes` are numbers.
  absl::Status ShapeOpenPad(const ir::Operation& operation,
                            const std::vector<ir::Size>& high,
                            std::vector<ir::TensorType>* types) const;
  absl::Status ShapeOpenSlice(const ir::Operation& operation,
                              const std::vector<ir::Size>& limits,
                              std::vector<ir::TensorType>* types) const;
  absl::Status ShapeOpenGather(const ir::Operation& operation,
                               const std::vector<ir::Size>& slice_sizes,
                               std::vector<ir::TensorType>* types) const;
  // Of a slice whose bounds are operands: whether clamping its start changes nothing.
  bool MayBeDynamicSlice(const ir::Operation& operation) const;

  const Module& module_;
  const Source& source_;
  const ParseOptions& options_;
  const LocationSource location_source_;
  ParsedProgram parsed_;
  ir::Program& program_;
  ir::FileId text_file_;
  EqualSizes equal_sizes_ = EqualSizes::kAreOne;
  bool keeps_apart_ = false;
  ir::Location told_;    // by the operation that is being lowered
  std::string refused_;  // see refused()
  Refusals refusals_;    // of operations that others were lowered after
  std::vector<absl::Status> unknown_calls_;  // which planning would refuse
  bool has_note_ = false;                // the error on its way says where it comes from
  std::vector<const Function*> active_;  // being inlined, outermost first
  int depth_ = 0;
  int64_t operations_ = 0;
  int64_t spent_ = 0;
  std::deque<Op> made_;  // operations that are not in the tree
  Values extra_outputs_;
  bool dynamic_;
  ir::KnownConstants known_;
  VectorElements elements_;
  std::map<std::string, int64_t> wanted_iterations_;
  std::map<std::string, Recording> recordings_;  // carried by the region at hand
};

}  // namespace tilewright::stablehlo
