#include <bit>
#include <cmath>

#include "engine/session/document/document_writer.h"

namespace chasescope {
namespace {

/// Appends the first byte of an item and its number, in as few bytes as possible.
void append_head(std::string& out, unsigned major, std::uint64_t argument) {
  const unsigned size = argument < 24 ? 0 : argument <= 0xFF ? 1 : argument <= 0xFFFF ? 2 : argument <= 0xFFFF'FFFF ? 4 : 8;
  const unsigned info = size == 0 ? static_cast<unsigned>(argument) : 24U + static_cast<unsigned>(std::countr_zero(size));
  out += static_cast<char>(major << 5U | info);
  for (unsigned byte = size; byte > 0; --byte) out += static_cast<char>(argument >> (8 * (byte - 1)) & 0xFFU);
}

void append_cycles_item(std::string& out, float cycles) {
  if (cycles == std::floor(cycles)) {
    append_head(out, 0, static_cast<std::uint64_t>(cycles));
    return;
  }
  const auto bits = std::bit_cast<std::uint32_t>(cycles);
  out += '\xFA';
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(bits >> shift & 0xFFU);
}

std::string text_item(std::string_view text) {
  std::string item;
  append_head(item, 3, text.size());
  return item.append(text);
}

}  // namespace

std::unique_ptr<DocumentWriter> CborWriter::elements(ByteSink& sink, bool) const { return std::make_unique<CborWriter>(sink); }

void CborWriter::append(std::string_view elements) { put(elements); }

void CborWriter::head(unsigned major, std::uint64_t argument) {
  std::string out;
  append_head(out, major, argument);
  put(out);
}

void CborWriter::key(std::string_view name) { put(text_item(name)); }

void CborWriter::value(const nlohmann::ordered_json& value) {
  const std::vector<std::uint8_t> bytes = nlohmann::ordered_json::to_cbor(tidied(value));
  put({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void CborWriter::cycles(const LatencyTrace& trace) {
  head(4, trace.size());
  std::string out;
  for (const TraceChunk& chunk : trace.chunks()) {
    out.clear();
    for (const float value : *chunk) append_cycles_item(out, value);
    put(out);
  }
}

void CborWriter::served_by(const ServedBy& served_by) {
  head(4, served_by.index.size());
  std::vector<std::string> names;
  for (const std::string& name : served_by.names) names.push_back(text_item(tidied(name).get<std::string>()));
  for (const std::uint8_t index : served_by.index) put(names[index]);
}

}  // namespace chasescope
