// Receives nlohmann's SAX events of a document and keeps its long arrays out of the DOM.
//
// A DOM spends 16 bytes and more on each number. The two arrays of a chase that grow with the accesses, /runs/*/trace/cycles and
// /runs/*/trace/served_by, are therefore diverted as they come: into chunks of a LatencyTrace (4 bytes per access) and into
// one byte per access. Everything else becomes an ordinary JSON value. Members that appear twice, nesting deeper than
// kMaxDepth and wrong entries of the diverted arrays are refused by CodecError; memory is allocated only for elements that have
// been read, never for a count that the file claims.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/device/chase.h"

namespace chasescope {

/// How deep a document may nest. Sessions need 8 levels; the limit protects the stack of recursive readers of the DOM.
inline constexpr std::size_t kMaxDepth = 64;

/// Accesses per chunk of a trace that is read from a file.
inline constexpr std::size_t kChunkAccesses = 65'536;

/// A document with its long arrays left empty, and these arrays (`cycles` and `served_by`) by the index of their run.
struct ParsedDocument {
  nlohmann::json rest;
  std::map<std::size_t, ChaseResult> landed;
};

/// Takes over a run as soon as it is complete, with its diverted arrays, so that a document of thousands of runs is never one DOM.
/// `rest`: the document so far. Returns false if the run can't be read yet; it then stays in the DOM.
using RunReader =
    std::function<bool(const nlohmann::json& rest, std::size_t index, const nlohmann::json& run, ChaseResult& landed)>;

class DocumentBuilder {
 public:
  explicit DocumentBuilder(RunReader reader = {}) : reader_(std::move(reader)) {}

  // nlohmann's SAX interface. All return true; errors throw.
  bool null() { return scalar(nullptr); }
  bool boolean(bool value) { return scalar(value); }
  bool number_integer(std::int64_t value) { return number(value); }
  bool number_unsigned(std::uint64_t value) { return number(value); }
  bool number_float(double value, const std::string& /*token*/) { return number(value); }
  bool string(std::string& value);
  bool binary(nlohmann::json::binary_t& value);
  bool start_object(std::size_t elements);
  bool key(std::string& name);
  bool end_object();
  bool start_array(std::size_t elements);
  bool end_array();

  /// True between the start and the end of a run's cycles.
  bool in_cycles() const { return diversion_ == Diversion::cycles; }
  /// One more entry of the run's cycles. \pre in_cycles().
  void add_cycles(double cycles);
  /// A buffer for the next entries, at least one, to be filled from its begin. \pre in_cycles().
  std::span<float> room();
  /// `count` entries have been written into room(). \pre each is from 0 to below 1e12.
  void landed(std::size_t count);

  /// Adds `count` numbers to the array that was started last; `next` returns one number after another. \pre the document does hold
  /// `count` numbers, since memory for all of them is allocated at once.
  template <typename Next>
  void numbers(std::size_t count, const Next& next) {
    if (diversion_ != Diversion::none || count == 0) {
      for (; count > 0; --count) std::visit([&](auto value) { number(value); }, next());
      return;
    }
    auto& array = frames_.back().node->template get_ref<nlohmann::json::array_t&>();
    array.reserve(count);
    frames_.back().index += count;
    for (; count > 0; --count) std::visit([&array](auto value) { array.emplace_back(value); }, next());
  }

  /// The JSON pointer of the value that comes next.
  std::string pointer() const;

  /// The parsed document. \pre the document is complete.
  ParsedDocument take() { return std::move(document_); }

 private:
  enum class Diversion { none, cycles, served_by };
  struct Frame {
    nlohmann::json* node;
    std::string key;        // for objects: the current or next member
    std::size_t index = 0;  // for arrays: the current element
  };

  Diversion diversion_of_next_array() const;
  void open(nlohmann::json container);
  void close();
  void take_run();
  bool scalar(nlohmann::json value);
  nlohmann::json& place(nlohmann::json value);
  [[noreturn]] void refuse(const std::string& reason) const;

  template <typename Number>
  bool number(Number value) {
    if (in_cycles()) {
      add_cycles(static_cast<double>(value));
      return true;
    }
    return scalar(value);
  }
  void add_served_by(const std::string& name);
  void flush();

  RunReader reader_;
  ParsedDocument document_;
  std::vector<Frame> frames_;
  Diversion diversion_ = Diversion::none;
  ChaseResult* run_ = nullptr;  // where the diverted array goes
  std::size_t diverted_ = 0;    // entries of the diverted array so far
  std::vector<float> chunk_;    // reused from run to run; empty, or as large as a chunk
  std::size_t in_chunk_ = 0;    // entries in chunk_ so far
};

}  // namespace chasescope
