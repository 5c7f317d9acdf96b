// Hears a document being parsed (nlohmann's SAX events) and keeps its long arrays out of the DOM.
//
// A DOM spends 16 bytes and more on each number. The two arrays of a chase that grow with the accesses, /runs/*/trace/cycles and
// /runs/*/trace/served_by, are therefore diverted as they come: into chunks of a LatencyTrace (4 bytes per access) and into
// one byte per access. Everything else becomes an ordinary JSON value. Members that appear twice, nesting deeper than
// kMaxDepth and wrong entries of the diverted arrays are refused by CodecError; nothing is allocated on a count's word alone.
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

/// How deep a document may nest. Sessions need 8 levels; the limit protects the stack of everyone who walks the DOM.
inline constexpr std::size_t kMaxDepth = 64;

/// Accesses per chunk of a trace that is read from a file.
inline constexpr std::size_t kChunkAccesses = 65'536;

/// A document whose long arrays are left empty, and those arrays by the index of their run (`cycles` and `served_by`).
struct ParsedDocument {
  nlohmann::json rest;
  std::map<std::size_t, ChaseResult> landed;
};

/// Takes a run as soon as it is complete, with what landed of it, so that documents of thousands of runs are never a DOM as a
/// whole. `rest`: the document so far. Answers false where the run can't be read yet, and is to stay.
using RunReader =
    std::function<bool(const nlohmann::json& rest, std::size_t index, const nlohmann::json& run, ChaseResult& landed)>;

class DocumentBuilder {
 public:
  explicit DocumentBuilder(RunReader reader = {}) : reader_(std::move(reader)) {}

  // nlohmann's SAX interface. All return true; what can't go on throws.
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
  /// Room for more of them, of at least one, to be filled from its begin. \pre in_cycles().
  std::span<float> room();
  /// So many have been put there. \pre each is from 0 to below 1e12.
  void landed(std::size_t count);

  /// Hears so many numbers, the next of the array that was started: `next` gives one after another, unsigned or not. \pre they are
  /// in the document: nothing is allocated on its word alone.
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

  /// What was heard. \pre the document is complete.
  ParsedDocument take() { return std::move(document_); }

 private:
  enum class Diversion { none, cycles, served_by };
  struct Frame {
    nlohmann::json* node;
    std::string key;        // the member that comes next or is under way, for objects
    std::size_t index = 0;  // the element that is under way, for arrays
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
  std::size_t in_chunk_ = 0;    // what has landed in it
};

}  // namespace chasescope
