// The values of a tile program that the operations of a cluster are.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "codegen/lower/lower.h"
#include "tile/builder.h"

namespace tilewright::codegen {

class ExprBuilder {
 public:
  ExprBuilder(const ir::Program& program, const ir::Region& region,
              const Cluster& cluster, const std::set<ir::ValueId>& materialised,
              const FindRematerialisable& find_rematerialisable, LoweredCluster* out);

  // The expression of a value: a load where it is in memory, otherwise what the
  // cluster computes.
  tile::ExprId Of(ir::ValueId value);
  // The same in another shape with as many elements.
  tile::ExprId In(ir::ValueId value, const ir::Shape& shape) {
    return builder_.Reshape(Of(value), shape);
  }

  // The ref that a value is written to; with `dims`, seen in another shape.
  tile::RefId Output(ir::ValueId value) {
    return Output(value, program_.type(value).shape);
  }
  tile::RefId Output(ir::ValueId value, const ir::Shape& dims);
  // Elementwise computations on rank-0 values.
  tile::Region Region(const ir::Region& region);

  // Names the expression that stands for a value from now on.
  void Bind(ir::ValueId value, tile::ExprId expr) { exprs_[value] = expr; }

  const ir::Operation* Definition(ir::ValueId value) const;
  tile::Builder& builder() { return builder_; }
  const ir::Dims& dims(ir::ValueId value) const { return program_.type(value).dims(); }

  void Fail(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
  }
  const absl::Status& status() const { return status_; }

 private:
  tile::ExprId Compute(const ir::Operation& op, ir::ValueId value);
  tile::ExprId Load(ir::ValueId value);
  tile::ExprId ComputeElementwise(const ir::Operation& op,
                                  std::vector<tile::ExprId> operands,
                                  ir::TensorType type);
  tile::ExprId ComputeDataMovement(const ir::Operation& op,
                                   const std::vector<tile::ExprId>& operands,
                                   const ir::TensorType& type);

  const ir::Program& program_;
  const std::set<ir::ValueId>& materialised_;
  const FindRematerialisable& find_rematerialisable_;
  LoweredCluster* out_;
  tile::Builder builder_;
  std::map<ir::ValueId, const ir::Operation*> members_;
  std::map<ir::ValueId, tile::ExprId> exprs_;
  std::map<ir::ValueId, tile::RefId> inputs_;
  std::map<ir::ValueId, tile::RefId> outputs_;
  std::set<ir::ValueId> own_outputs_;
  absl::Status status_;
};

}  // namespace tilewright::codegen
