#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "runtime/eager/graph/captured_buffer.h"
#include "runtime/eager/graph/exported.h"
#include "runtime/eager/graph/graph.h"
#include "runtime/eager/graph/graph_code.h"
#include "runtime/eager/graph/open_family.h"
#include "runtime/eager/program.h"
#include "runtime/eager/segment_compiler.h"
#include "runtime/run/compile_options.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

// An array of bytes in a call.
struct Bytes {
  Buffer* buffer = nullptr;
  int64_t offset = 0;
  int64_t bytes = 0;
};

class CompiledGraph final : public Graph {
 public:
  // Of a node, in this order: inputs by number, constants; inputs that are written,
  // outputs by number, memory that operations read before they write it.
  struct Arrays {
    std::vector<int> inputs;
    std::vector<BufferRef> constants;
    std::vector<int> written;
    std::vector<int> outputs;
    std::vector<int64_t> scratch;
  };

  CompiledGraph(Recorder* recorder, int64_t randoms)
      : recorder_(recorder), randoms_(randoms) {}

  int64_t randoms() const override { return randoms_; }
  bool is_open() const override {
    return code_.get() != nullptr &&
           static_cast<const GraphCode&>(*code_).code.open.has_value();
  }

  absl::Status Record(const Run& run) const override {
    if (code_.get() == nullptr) return absl::OkStatus();
    std::vector<Bytes> reads = {{code_.get()}, {}, {}};
    for (const int input : arrays_.inputs) reads.push_back(InputAt(run, input));
    for (const BufferRef& constant : arrays_.constants) {
      reads.push_back({constant.get(), 0, constant->bytes()});
    }
    std::vector<Bytes> writes;
    for (const int input : arrays_.written) writes.push_back(InputAt(run, input));
    for (const int output : arrays_.outputs) {
      Buffer* const buffer = run.outputs[output];
      writes.push_back({buffer, 0, buffer->bytes()});
    }
    std::vector<BufferRef> scratch;
    for (const int64_t bytes : arrays_.scratch) {
      TW_ASSIGN_OR_RETURN(BufferRef memory, recorder_->Allocate(bytes));
      writes.push_back({memory.get(), 0, bytes});
      scratch.push_back(std::move(memory));
    }
    std::vector<Operand> operands = OperandsOf(reads);
    operands[kGraphSeed] = NumberOf(run.seed);
    operands[kGraphRandomOffset] = NumberOf(run.offset);
    const std::vector<Operand> results = OperandsOf(writes);
    Call call;
    call.operation = &kRunGraph;
    call.operands = operands;
    call.results = results;
    call.place = run.place;
    return recorder_->Record(call).status();
  }

 private:
  friend class ThreadCapture;

  static Bytes InputAt(const Run& run, int input) {
    const Input& at = run.inputs[input];
    return {at.buffer, at.offset, at.buffer->bytes() - at.offset};
  }
  static std::vector<Operand> OperandsOf(const std::vector<Bytes>& arrays) {
    std::vector<Operand> operands;
    for (const Bytes& array : arrays) {
      operands.push_back(BytesOf(array.buffer, array.offset, &array.bytes));
    }
    return operands;
  }
  static Operand NumberOf(uint64_t number) {
    Operand operand;
    operand.kind = Operand::Kind::kImmediate;
    operand.element = ir::ElementType::kU64;
    operand.bits[0] = number;
    return operand;
  }

  Recorder* const recorder_;
  const int64_t randoms_;
  BufferRef code_;  // a GraphCode; null where there is nothing to run
  Arrays arrays_;
};

class ThreadCapture final : public Capture, public Tape {
 public:
  explicit ThreadCapture(Recorder* recorder) : recorder_(recorder) {}
  ~ThreadCapture() override {
    Close();
    for (const Followed& node : nodes_) node.node.ReleaseBuffers();
  }

  BufferRef AddInput(int64_t bytes) override {
    return NewBuffer(CapturedBuffer::Kind::kInput, input_count_++, bytes);
  }
  int InputOf(const Buffer& buffer) const override {
    const CapturedBuffer* const own = Own(buffer);
    if (own == nullptr || own->kind() != CapturedBuffer::Kind::kInput) return -1;
    return own->number();
  }

  bool CanGive(const Buffer& buffer) const override {
    const CapturedBuffer* const own = Own(buffer);
    return own != nullptr && own->kind() != CapturedBuffer::Kind::kConstant;
  }

  absl::Status Open() override {
    if (open_) return absl::FailedPreconditionError("this capture is open");
    Tape* const before = recorder_->SetTape(this);
    if (before != nullptr) {
      recorder_->SetTape(before);
      return absl::FailedPreconditionError("a capture inside of another one");
    }
    open_ = true;
    return absl::OkStatus();
  }
  void Close() override {
    if (std::exchange(open_, false)) recorder_->SetTape(nullptr);
  }

  int64_t operations() const override { return static_cast<int64_t>(nodes_.size()); }

  uint64_t TakeRandom(int64_t count) override {
    return static_cast<uint64_t>(std::exchange(randoms_, randoms_ + count));
  }

  absl::StatusOr<BufferRef> Allocate(int64_t bytes) override {
    return NewBuffer(CapturedBuffer::Kind::kOwn, -1, bytes);
  }

  absl::Status Record(const Call& call) override {
    if (call.operation->lower == nullptr) {
      return absl::UnimplementedError(
          absl::StrCat(call.operation->name, " is no part of a compiled graph"));
    }
    std::vector<Operand> operands(call.operands.begin(), call.operands.end());
    for (Operand& operand : operands) {
      if (operand.kind != Operand::Kind::kArray) continue;
      TW_ASSIGN_OR_RETURN(operand.buffer, Stand(operand.buffer));
    }
    for (const Operand& result : call.results) {
      const CapturedBuffer* const own = Own(*result.buffer);
      if (own == nullptr || own->kind() == CapturedBuffer::Kind::kConstant) {
        return absl::UnimplementedError(absl::StrCat(
            call.operation->name, ": a compiled graph writes what is no input of it"));
      }
    }
    Call mine = call;
    mine.operands = operands;
    // It goes with the capture; the node owns its buffers.
    words_.push_back(std::make_unique<uint64_t[]>(NodeWordsAtMost(mine)));
    WriteNode(mine, words_.back().get());
    nodes_.push_back(
        Follow(NodeView(words_.back().get()), nodes_.size() + 1, &structures_));
    for (size_t i = 0; i < operands.size(); ++i) {
      if (operands[i].role != Operand::Role::kNumber) {
        roles_[{nodes_.size() - 1, i}] = operands[i].role;
      }
    }
    if (!nodes_.back().apart) return absl::OkStatus();
    return absl::UnimplementedError(
        absl::StrCat(call.operation->name, ": memory that is seen as two types"));
  }

  absl::Status CopyFromHost(const void* host, int64_t bytes, Buffer* buffer,
                            int64_t offset) override {
    if (bytes == 0) return absl::OkStatus();
    CapturedBuffer* const own = Own(*buffer);
    if (own == nullptr || own->kind() == CapturedBuffer::Kind::kInput ||
        own->mark.number != 0) {
      return absl::UnimplementedError(
          "a compiled graph copies from the host into memory that it uses");
    }
    // Real memory, on this side of the tape.
    recorder_->SetTape(nullptr);
    const absl::Status status = Hold(own, host, bytes, offset);
    recorder_->SetTape(this);
    return status;
  }

  absl::StatusOr<std::shared_ptr<const Graph>> Finish(absl::Span<Buffer* const> outputs,
                                                      GraphFamily* family,
                                                      bool own) override;
  absl::Status Join(absl::Span<Buffer* const> outputs, GraphFamily* family) override;
  absl::StatusOr<Exported> Export(absl::Span<const Array> inputs,
                                  absl::Span<Buffer* const> outputs,
                                  absl::Span<const Array> arrays) override;

 private:
  BufferRef NewBuffer(CapturedBuffer::Kind kind, int number, int64_t bytes) {
    return BufferRef::Take(new CapturedBuffer(this, kind, number, bytes));
  }
  CapturedBuffer* Own(Buffer& buffer) const {
    if (!buffer.captured()) return nullptr;
    auto* const captured = static_cast<CapturedBuffer*>(&buffer);
    return captured->whose() == this ? captured : nullptr;
  }
  const CapturedBuffer* Own(const Buffer& buffer) const {
    return Own(const_cast<Buffer&>(buffer));
  }

  // Memory that was there before is a constant; one of ours stands for it, which nobody
  // else marks.
  absl::StatusOr<Buffer*> Stand(Buffer* buffer) {
    if (Own(*buffer) != nullptr) return buffer;
    if (buffer->captured() || buffer->foreign()) {
      return absl::UnimplementedError("a compiled graph reads memory of somebody else's");
    }
    BufferRef& stand = stands_[buffer];
    if (stand.get() == nullptr) {
      stand = NewBuffer(CapturedBuffer::Kind::kConstant,
                        static_cast<int>(constants_.size()), buffer->bytes());
      constants_.push_back(BufferRef::Share(buffer));
    }
    return stand.get();
  }

  absl::Status Hold(CapturedBuffer* own, const void* host, int64_t bytes,
                    int64_t offset) {
    if (own->kind() == CapturedBuffer::Kind::kOwn) {
      TW_ASSIGN_OR_RETURN(BufferRef memory, recorder_->Allocate(own->bytes()));
      own->BecomeConstant(static_cast<int>(constants_.size()));
      constants_.push_back(std::move(memory));
    }
    return recorder_->CopyFromHost(host, bytes, constants_[own->number()].get(), offset);
  }

  // For these sizes, or of a family for all.
  absl::Status Compile(OpenFamily* family, bool own, SegmentCode* code);
  absl::Status Place(absl::Span<Buffer* const> outputs, const SegmentShape& shape,
                     GraphCode* code, CompiledGraph::Arrays* arrays);
  // A buffer of the shape, and where its first use is in it, in bytes.
  struct FirstUse {
    CapturedBuffer& buffer;
    int64_t begin;
  };
  FirstUse FirstUseOf(const SegmentShape& shape, size_t buffer) const;
  // What the operation was handed there.
  std::array<uint64_t, 2> NumberAt(const SegmentProgram::Place& place) const;
  void KeepNumbers(GraphCode* code) const;
  absl::StatusOr<std::vector<ExportedMemory>> MemoryFor(
      const SegmentShape& shape, absl::Span<Buffer* const> outputs) const;

  Recorder* const recorder_;
  bool open_ = false;
  int input_count_ = 0;
  int64_t randoms_ = 0;
  StructureTable structures_;
  std::vector<std::unique_ptr<uint64_t[]>> words_;
  std::vector<Followed> nodes_;
  absl::flat_hash_map<std::pair<size_t, size_t>, Operand::Role> roles_;
  std::vector<BufferRef> constants_;
  absl::flat_hash_map<Buffer*, BufferRef> stands_;
};

absl::Status ThreadCapture::Compile(OpenFamily* family, bool own, SegmentCode* code) {
  TW_ASSIGN_OR_RETURN(const RunContext context, recorder_->Context());
  TW_ASSIGN_OR_RETURN(const runtime::CompileOptions options,
                      runtime::CompileOptionsFor(recorder_->options().chip,
                                                 recorder_->options().numerics));
  bool made = true;
  std::string why = "it comes with ever new sizes";
  if (own) {
    TW_RETURN_IF_ERROR(family->Join(nodes_, structures_, *code));
  } else {
    TW_ASSIGN_OR_RETURN(const OpenFamily::Served served,
                        family->Serve(nodes_, structures_, options, code));
    own = served == OpenFamily::Served::kNot;
    made = served != OpenFamily::Served::kFound;
    if (!own) Count(context.counters->graphs_of_open_code);
  }
  if (own) {
    TW_RETURN_IF_ERROR(CompileSegment(options, code));
    why = family->may_open() ? "it is new"
                             : absl::StrCat("for these sizes, as no code is for all: ",
                                            family->why_not());
  }
  Count(context.counters->graphs);
  if (!made) return absl::OkStatus();
  const std::string name =
      absl::StrCat("a graph of torch.compile of ", nodes_.size(), " operations");
  context.counters->code_uses.Add(code->use, name, code->stats());
  CountMade(code->stats().kernels_compiled > 0, name, why, 0, context.counters);
  return absl::OkStatus();
}

absl::Status ThreadCapture::Join(absl::Span<Buffer* const> outputs, GraphFamily* family) {
  Close();
  if (nodes_.empty()) return absl::OkStatus();
  auto* const code = new GraphCode;
  const BufferRef kept = BufferRef::Take(code);
  code->code.shape = std::make_shared<const SegmentShape>(ShapeOf(nodes_, structures_));
  code->code.stored.assign(code->code.shape->buffers.size(), 0);
  CompiledGraph::Arrays arrays;
  TW_RETURN_IF_ERROR(Place(outputs, *code->code.shape, code, &arrays));
  return static_cast<OpenFamily*>(family)->Join(nodes_, structures_, code->code);
}

absl::StatusOr<std::shared_ptr<const Graph>> ThreadCapture::Finish(
    absl::Span<Buffer* const> outputs, GraphFamily* family, bool own) {
  Close();
  auto graph = std::make_shared<CompiledGraph>(recorder_, randoms_);
  if (nodes_.empty()) return graph;
  auto* const code = new GraphCode;
  graph->code_ = BufferRef::Take(code);
  const auto shape = std::make_shared<const SegmentShape>(ShapeOf(nodes_, structures_));
  code->code.shape = shape;
  code->code.stored.assign(shape->buffers.size(), 0);
  TW_RETURN_IF_ERROR(Place(outputs, *shape, code, &graph->arrays_));
  TW_RETURN_IF_ERROR(Compile(static_cast<OpenFamily*>(family), own, &code->code));
  // What is read before anybody wrote it has memory, of whatever content.
  for (const auto* list : {&code->code.inputs, &code->code.outputs}) {
    for (const SegmentProgram::Place& place : *list) {
      if (place.buffer < 0 || code->places[place.buffer].operand >= 0) continue;
      const SegmentShape::BufferUse& use = shape->buffers[place.buffer];
      const Buffer& buffer = *nodes_[use.node].node.buffer(use.operand);
      const CompiledGraph::Arrays& arrays = graph->arrays_;
      code->places[place.buffer].operand = static_cast<int32_t>(
          kFirstGraphArray + arrays.inputs.size() + arrays.constants.size() +
          arrays.written.size() + arrays.outputs.size() + arrays.scratch.size());
      graph->arrays_.scratch.push_back(buffer.bytes());
    }
  }
  KeepNumbers(code);
  return graph;
}

// Says which array of a node each buffer is.
absl::Status ThreadCapture::Place(absl::Span<Buffer* const> outputs,
                                  const SegmentShape& shape, GraphCode* code,
                                  CompiledGraph::Arrays* arrays) {
  absl::flat_hash_map<const Buffer*, int> output_of;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const CapturedBuffer* const own = Own(*outputs[i]);
    if (own == nullptr || own->kind() != CapturedBuffer::Kind::kOwn) {
      return absl::UnimplementedError("a compiled graph gives out a constant");
    }
    output_of[outputs[i]] = static_cast<int>(i);
  }
  std::vector<int32_t> given(shape.buffers.size(), -1);
  code->places.resize(shape.buffers.size());
  arrays->constants = constants_;
  for (size_t b = 0; b < shape.buffers.size(); ++b) {
    const auto& [buffer, begin] = FirstUseOf(shape, b);
    GraphCode::Place& place = code->places[b];
    place.begin = begin;
    if (buffer.kind() == CapturedBuffer::Kind::kInput) {
      place.operand = static_cast<int32_t>(kFirstGraphArray + arrays->inputs.size());
      arrays->inputs.push_back(buffer.number());
      code->code.stored[b] = shape.buffers[b].written;
      if (shape.buffers[b].written) arrays->written.push_back(buffer.number());
    } else if (const auto found = output_of.find(&buffer); found != output_of.end()) {
      given[b] = static_cast<int32_t>(arrays->outputs.size());
      arrays->outputs.push_back(found->second);
      code->code.stored[b] = 1;
    }
  }
  const auto first_constant =
      static_cast<int32_t>(kFirstGraphArray + arrays->inputs.size());
  const auto first_output = static_cast<int32_t>(
      first_constant + arrays->constants.size() + arrays->written.size());
  for (size_t b = 0; b < shape.buffers.size(); ++b) {
    const CapturedBuffer& buffer = FirstUseOf(shape, b).buffer;
    if (buffer.kind() == CapturedBuffer::Kind::kConstant) {
      code->places[b].operand = first_constant + buffer.number();
    } else if (given[b] >= 0) {
      code->places[b].operand = first_output + given[b];
    }
  }
  return absl::OkStatus();
}

ThreadCapture::FirstUse ThreadCapture::FirstUseOf(const SegmentShape& shape,
                                                  size_t buffer) const {
  const SegmentShape::BufferUse& use = shape.buffers[buffer];
  const NodeView& node = nodes_[use.node].node;
  Buffer& used = *node.buffer(use.operand);
  return {*Own(used), node.offset(use.operand)};
}

std::array<uint64_t, 2> ThreadCapture::NumberAt(
    const SegmentProgram::Place& place) const {
  std::array<uint64_t, 2> bits{};
  const NodeView& node = nodes_[place.node].node;
  std::copy_n(static_cast<const uint64_t*>(node.immediate(place.operand)), 2,
              bits.begin());
  return bits;
}

void ThreadCapture::KeepNumbers(GraphCode* code) const {
  for (const SegmentProgram::Place& place : code->code.inputs) {
    GraphCode::Number number;
    if (place.buffer < 0) {
      number.bits = NumberAt(place);
      const auto role = roles_.find({place.node, place.operand});
      if (role != roles_.end()) number.role = role->second;
    }
    code->numbers.push_back(number);
  }
}

// What each buffer is to who runs the program elsewhere.
absl::StatusOr<std::vector<ExportedMemory>> ThreadCapture::MemoryFor(
    const SegmentShape& shape, absl::Span<Buffer* const> outputs) const {
  using Kind = ExportedMemory::Kind;
  std::vector<ExportedMemory> memory(shape.buffers.size());
  for (size_t b = 0; b < memory.size(); ++b) {
    const auto& [own, begin] = FirstUseOf(shape, b);
    memory[b].begin = begin;
    memory[b].number = own.number();
    if (own.kind() == CapturedBuffer::Kind::kInput) {
      memory[b].kind = Kind::kInput;
      if (shape.buffers[b].written) return absl::UnimplementedError("it writes an input");
    } else if (own.kind() == CapturedBuffer::Kind::kConstant) {
      memory[b].kind = Kind::kConstant;
      memory[b].bytes.resize(own.bytes());
      TW_RETURN_IF_ERROR(recorder_->CopyToHost(constants_[own.number()].get(), 0,
                                               own.bytes(), memory[b].bytes.data()));
    } else if (const auto at = std::find(outputs.begin(), outputs.end(), &own);
               at != outputs.end()) {
      memory[b].kind = Kind::kOutput;
      memory[b].number = static_cast<int>(at - outputs.begin());
    }
  }
  return memory;
}

absl::StatusOr<Capture::Exported> ThreadCapture::Export(absl::Span<const Array> inputs,
                                                        absl::Span<Buffer* const> outputs,
                                                        absl::Span<const Array> arrays) {
  Close();
  if (randoms_ > 0) return absl::UnimplementedError("it takes random numbers");
  const SegmentShape shape = ShapeOf(nodes_, structures_);
  TW_ASSIGN_OR_RETURN(const std::vector<ExportedMemory> memory,
                      MemoryFor(shape, outputs));
  std::vector<char> stored;
  for (const ExportedMemory& each : memory) {
    stored.push_back(each.kind == ExportedMemory::Kind::kOutput);
  }
  TW_ASSIGN_OR_RETURN(const SegmentProgram segment, BuildSegment(shape, stored));
  ExportedNumbers numbers;
  for (const SegmentProgram::Place& place : segment.inputs) {
    numbers.push_back(place.buffer < 0 ? NumberAt(place) : std::array<uint64_t, 2>{});
  }
  const auto types = [](absl::Span<const Array> list) {
    std::vector<ir::TensorType> result;
    for (const Array& array : list) result.push_back({array.element, array.sizes});
    return result;
  };
  TW_ASSIGN_OR_RETURN(Exported exported, ExportedProgram(segment, memory, numbers,
                                                         types(inputs), types(arrays)));
  for (const SegmentProgram::NodeCheck& check : segment.checks) {
    const NodeStructure& node = shape.nodes[check.node]->structure;
    exported.checks.push_back(absl::StrCat(node.head.operation->name, ": ",
                                           FailureText(check.check, "$0", node)));
  }
  return exported;
}

class ProcessesCapturer final : public Capturer {
 public:
  std::unique_ptr<Capture> Begin() override {
    return std::make_unique<ThreadCapture>(&ProcessRecorder());
  }
  std::unique_ptr<GraphFamily> NewFamily() override {
    return std::make_unique<OpenFamily>();
  }
  absl::StatusOr<Capture::Exported> Open(const std::vector<Capture::Exported>& programs,
                                         const OpenSizes& sizes,
                                         int64_t* captured) override {
    return OpenExported(programs, sizes, captured);
  }
};

}  // namespace

Capturer& ProcessCapturer() {
  static ProcessesCapturer& capturer = *new ProcessesCapturer;
  return capturer;
}

}  // namespace tilewright::eager
