// Bytecode written by hand, part by part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/read_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/print.h"

namespace tilewright::bytecode {

// The shortest form of a number.
inline std::string VarInt(uint64_t value) {
  int more = 0;
  while (more < 8 && value >> (7 * (more + 1)) != 0) ++more;
  if (more == 8) {
    std::string bytes(1, '\0');
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
    return bytes;
  }
  const uint64_t first = (value << 1 | 1) << more;
  // What the first byte has no room for follows it.
  std::string bytes(1, static_cast<char>(first));
  for (int i = 0; i < more; ++i) {
    bytes.push_back(static_cast<char>(value >> (7 - more + 8 * i)));
  }
  return bytes;
}

// Numbers one after the other.
inline std::string Numbers(const std::vector<uint64_t>& values) {
  std::string bytes;
  for (uint64_t value : values) bytes += VarInt(value);
  return bytes;
}

// An operation: the number of its name, the bits that say what it has, its location and
// what follows.
inline std::string OpBytes(uint64_t name, uint8_t parts,
                           const std::vector<uint64_t>& rest) {
  return absl::StrCat(VarInt(name), std::string(1, static_cast<char>(parts)),
                      Numbers(rest));
}

inline std::string Section(int id, const std::string& content) {
  return absl::StrCat(std::string(1, static_cast<char>(id)), VarInt(content.size()),
                      content);
}

// An attribute or a type: its dialect, and what that writes.
struct Coded {
  uint64_t dialect = 0;
  std::string bytes;
};

// A module in version 0 of the format. As it is: vhlo's @main, which returns its
// argument, a tensor<f32>.
struct Parts {
  std::vector<std::string> strings = {
      "builtin",       "vhlo",     "module",   "func_v1", "return_v1", "main",
      "function_type", "sym_name", "model.py", "foo",     "bar"};
  std::vector<uint64_t> dialects = {0, 1, 9};  // names
  // Of each dialect, the names of its operations.
  std::vector<std::vector<uint64_t>> ops = {{2}, {3, 4}, {10}};
  std::vector<Coded> attributes = {
      {0, Numbers({11, 1, 12, 3})},      // model.py:12:3, whose name is attribute 1
      {0, Numbers({2, 8})},              // "model.py"
      {0, Numbers({2, 6})},              // "function_type"
      {0, Numbers({2, 7})},              // "sym_name"
      {0, Numbers({1, 2, 2, 5, 3, 6})},  // {function_type, sym_name}
      {1, Numbers({17, 2})},
      {1, Numbers({14, 5})},
  };
  std::vector<Coded> types = {
      {1, Numbers({4})},              // f32
      {1, Numbers({20, 0, 0})},       // tensor<f32>
      {1, Numbers({8, 1, 1, 1, 1})},  // (tensor<f32>) -> tensor<f32>
  };
  std::string body = OpBytes(2, 4, {0, 1, 0});  // return of value 0
  uint64_t body_ops = 1;
  uint64_t body_values = 1;

  // A function around the body, a module around that.
  std::string Ir() const {
    const std::string block =
        absl::StrCat(Numbers({1, body_values, body_ops << 1 | 1, 1, 1, 0}), body);
    return absl::StrCat(VarInt(2), OpBytes(0, 16, {0, 3, 1, 0, 2}),
                        OpBytes(1, 17, {0, 4, 3}), block);
  }

  std::string StringSection() const {
    std::string sizes, all;
    for (const std::string& text : strings) {
      sizes = VarInt(text.size() + 1) + sizes;
      absl::StrAppend(&all, text, std::string(1, '\0'));
    }
    return absl::StrCat(VarInt(strings.size()), sizes, all);
  }

  std::string DialectSection() const {
    std::string bytes = VarInt(dialects.size()) + Numbers(dialects);
    for (size_t i = 0; i < ops.size(); ++i) {
      absl::StrAppend(&bytes, Numbers({i, ops[i].size()}), Numbers(ops[i]));
    }
    return bytes;
  }

  static void Add(const std::vector<Coded>& all, std::string* offsets,
                  std::string* content) {
    for (const Coded& coded : all) {
      absl::StrAppend(offsets, Numbers({coded.dialect, 1, coded.bytes.size() << 1 | 1}));
      content->append(coded.bytes);
    }
  }

  std::string Bytes() const { return BytesWith(Ir()); }

  std::string BytesWith(const std::string& ir) const {
    std::string offsets = Numbers({attributes.size(), types.size()});
    std::string content;
    Add(attributes, &offsets, &content);
    Add(types, &offsets, &content);
    return absl::StrCat(kMagic, VarInt(0), "by hand", std::string(1, '\0'),
                        Section(1, DialectSection()), Section(3, offsets),
                        Section(2, content), Section(4, ir), Section(0, StringSection()));
  }
};

// The program's printed form, or the error's message.
inline std::string Read(const std::string& bytes,
                        const stablehlo::ParseOptions& options = {}) {
  const auto read = frontend::ReadProgram(bytes, options);
  return read.ok() ? ir::Print(read->program) : std::string(read.status().message());
}

}  // namespace tilewright::bytecode
