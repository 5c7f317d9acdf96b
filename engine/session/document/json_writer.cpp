#include <algorithm>
#include <array>

#include "engine/device/codec/codec_number.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/document/document_writer.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLineColumns = 120;
/// The accesses in one line of a trace. Ten million accesses are then ten thousand lines, and an editor can still show a line.
constexpr std::size_t kAccessesPerLine = 1'000;

std::string text_of(const ordered_json& scalar) {
  // Most values of a session are whole numbers, so these are converted directly.
  if (scalar.is_number_unsigned()) return std::to_string(scalar.get<std::uint64_t>());
  if (scalar.is_number_integer()) return std::to_string(scalar.get<std::int64_t>());
  std::string text = scalar.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  return scalar.is_string() ? json_without_controls(text) : text;
}

/// Whether a text can stand in JSON without escapes.
bool needs_no_escape(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

bool is_plain(const ordered_json& value) { return !value.is_structured(); }

}  // namespace

void JsonWriter::new_line() { put("\n" + std::string(2 * levels_.size(), ' ')); }

void JsonWriter::start_item() {
  if (after_key_ || levels_.empty()) {
    after_key_ = false;
    return;
  }
  if (!levels_.back().empty) put(",");
  levels_.back().empty = false;
  new_line();
}

void JsonWriter::open(char end, std::string_view text) {
  start_item();
  put(text);
  levels_.push_back({end});
}

void JsonWriter::close() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty) {
    new_line();
    put(std::string_view(&level.end, 1));
  }
  if (levels_.empty()) put("\n");
}

std::unique_ptr<DocumentWriter> JsonWriter::elements(ByteSink& sink, bool are_first) const {
  auto writer = std::make_unique<JsonWriter>(sink);
  writer->levels_ = levels_;
  writer->levels_.back().empty = are_first;
  return writer;
}

void JsonWriter::append(std::string_view elements) {
  put(elements);
  levels_.back().empty = false;
}

void JsonWriter::key(std::string_view name) {
  start_item();
  if (needs_no_escape(name)) {
    put("\"");
    put(name);
    put("\": ");
  } else {
    put(text_of(std::string(name)) + ": ");
  }
  after_key_ = true;
}

void JsonWriter::value(const ordered_json& untidy) { tidy_value(tidied(untidy)); }

void JsonWriter::tidy_value(const ordered_json& value) {
  if (value.is_object()) {
    open_object(value.size());
    for (const auto& [name, member] : value.items()) {
      key(name);
      tidy_value(member);
    }
    close();
  } else if (value.is_array() && !std::all_of(value.begin(), value.end(), is_plain)) {
    open_array(value.size());
    for (const ordered_json& element : value) tidy_value(element);
    close();
  } else if (value.is_array()) {
    start_item();
    filled_line(value);
  } else {
    start_item();
    put(text_of(value));
  }
}

void JsonWriter::filled_line(const ordered_json& array) {
  std::string line = "[";
  bool first = true;
  for (const ordered_json& element : array) {
    const std::string text = text_of(element);
    if (!first) line += ", ";
    if (line.size() + text.size() > kLineColumns) {
      if (!first) line.pop_back();  // the space after a comma
      put(line);
      levels_.push_back({']'});
      new_line();
      levels_.pop_back();
      line.clear();
    }
    line += text;
    first = false;
  }
  put(line + "]");
}

void JsonWriter::cycles(const LatencyTrace& trace) {
  start_item();
  put("[");
  const std::string line_break = "\n" + std::string(2 * levels_.size() + 2, ' ');
  std::array<char, 1 << 14> buffer{};
  char* end = buffer.data();
  std::size_t index = 0;
  for (const TraceChunk& chunk : trace.chunks()) {
    for (const float value : *chunk) {
      if (index != 0) *end++ = ',';
      if (index % kAccessesPerLine == 0 && trace.size() > kAccessesPerLine)
        end = std::copy(line_break.begin(), line_break.end(), end);
      ++index;
      end = write_cycles(end, value);
      if (end + kCyclesTextRoom + line_break.size() + 1 > buffer.data() + buffer.size()) {
        put(std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())));
        end = buffer.data();
      }
    }
  }
  put(std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())));
  put("]");
}

void JsonWriter::served_by(const ServedBy& served_by) {
  std::vector<std::string> names;
  for (const std::string& name : served_by.names) names.push_back(text_of(tidied(name)));
  start_item();
  put("[");
  const std::string line_break = "\n" + std::string(2 * levels_.size() + 2, ' ');
  for (std::size_t i = 0; i < served_by.index.size(); ++i) {
    if (i != 0) put(",");
    if (i % kAccessesPerLine == 0 && served_by.index.size() > kAccessesPerLine) put(line_break);
    put(names[served_by.index[i]]);
  }
  put("]");
}

}  // namespace chasescope
