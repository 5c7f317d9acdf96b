// Writes a document piece by piece. Long traces go from their chunks to the file, without a JSON value in between.
//
//   writer.open_object(2);
//   writer.key("id"); writer.value("run-1");
//   writer.key("cycles"); writer.cycles(trace);
//   writer.close();
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "engine/device/chase.h"
#include "engine/output/byte_sink.h"

namespace chasescope {

class DocumentWriter {
 public:
  explicit DocumentWriter(ByteSink& sink) : sink_(sink) {}
  DocumentWriter(const DocumentWriter&) = delete;
  DocumentWriter& operator=(const DocumentWriter&) = delete;
  virtual ~DocumentWriter() = default;

  /// Opens an object of exactly `members` members, or an array of exactly `elements` elements. close() ends the innermost one.
  virtual void open_object(std::size_t members) = 0;
  virtual void open_array(std::size_t elements) = 0;
  virtual void close() = 0;
  virtual void key(std::string_view name) = 0;
  /// Writes any JSON value. Integral numbers are written as integers; bytes of a text that are no UTF-8 become U+FFFD.
  virtual void value(const nlohmann::ordered_json& value) = 0;
  /// \pre each entry is finite, and its magnitude is below 1e15.
  virtual void cycles(const LatencyTrace& trace) = 0;
  virtual void served_by(const ServedBy& served_by) = 0;
  /// A writer to another sink, for further elements of the array that is open here. Several threads can each write some elements,
  /// and append() puts these in order. `are_first`: whether they are the first elements of the array.
  virtual std::unique_ptr<DocumentWriter> elements(ByteSink& sink, bool are_first) const = 0;
  /// Appends one or more elements that such a writer wrote.
  virtual void append(std::string_view elements) = 0;

 protected:
  void put(std::string_view bytes) { sink_.put(bytes); }

 private:
  ByteSink& sink_;
};

/// Readable JSON: indented by two spaces for each level; arrays of plain values fill their lines.
class JsonWriter final : public DocumentWriter {
 public:
  using DocumentWriter::DocumentWriter;
  void open_object(std::size_t members) override { open('}', members == 0 ? "{}" : "{"); }
  void open_array(std::size_t elements) override { open(']', elements == 0 ? "[]" : "["); }
  void close() override;
  void key(std::string_view name) override;
  void value(const nlohmann::ordered_json& value) override;
  void cycles(const LatencyTrace& trace) override;
  void served_by(const ServedBy& served_by) override;
  std::unique_ptr<DocumentWriter> elements(ByteSink& sink, bool are_first) const override;
  void append(std::string_view elements) override;

 private:
  struct Level {
    char end;
    bool empty = true;
  };
  void open(char end, std::string_view text);
  void start_item();
  void new_line();
  void filled_line(const nlohmann::ordered_json& array);
  void tidy_value(const nlohmann::ordered_json& value);

  std::vector<Level> levels_;
  bool after_key_ = false;
};

/// CBOR (RFC 8949) with definite lengths, as nlohmann's to_cbor() writes it; fractional cycles take 5 bytes, whole ones 1 to 5.
class CborWriter final : public DocumentWriter {
 public:
  using DocumentWriter::DocumentWriter;
  void open_object(std::size_t members) override { head(5, members); }
  void open_array(std::size_t elements) override { head(4, elements); }
  void close() override {}
  void key(std::string_view name) override;
  void value(const nlohmann::ordered_json& value) override;
  void cycles(const LatencyTrace& trace) override;
  void served_by(const ServedBy& served_by) override;
  std::unique_ptr<DocumentWriter> elements(ByteSink& sink, bool are_first) const override;
  void append(std::string_view elements) override;

 private:
  void head(unsigned major, std::uint64_t argument);
};

/// The value with integral numbers as integers (35, not 35.0) and with texts in valid UTF-8.
nlohmann::ordered_json tidied(const nlohmann::ordered_json& value);

}  // namespace chasescope
