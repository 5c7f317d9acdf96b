#include "engine/device/protocol/message.h"

#include <charconv>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_cursor.h"
#include "engine/device/codec/codec_number.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// Builds the values of a line, but refuses a line that is made to fill the memory.
class BoundedBuilder : public nlohmann::detail::json_sax_dom_parser<json> {
 public:
  using Base = nlohmann::detail::json_sax_dom_parser<json>;
  explicit BoundedBuilder(json& target) : Base(target, false) {}
  bool start_object(std::size_t elements) { return open() && Base::start_object(elements); }
  bool end_object() { return close() && Base::end_object(); }
  bool start_array(std::size_t elements) { return open() && Base::start_array(elements); }
  bool end_array() { return close() && Base::end_array(); }
  bool null() { return count() && Base::null(); }
  bool boolean(bool value) { return count() && Base::boolean(value); }
  bool number_integer(json::number_integer_t value) { return count() && Base::number_integer(value); }
  bool number_unsigned(json::number_unsigned_t value) { return count() && Base::number_unsigned(value); }
  bool number_float(json::number_float_t value, const std::string& text) { return count() && Base::number_float(value, text); }
  bool string(std::string& value) { return count() && Base::string(value); }
  template <typename Exception>
  bool parse_error(std::size_t position, const std::string&, const Exception&) {
    fault_ = "is no JSON (from byte " + std::to_string(position) + " on)";
    return false;
  }
  const std::string& fault() const { return fault_; }

 private:
  bool open() {
    constexpr unsigned kMaxDepth = 64;
    constexpr unsigned kMaxContainers = 10'000;
    if (++depth_ <= kMaxDepth && ++containers_ <= kMaxContainers) return true;
    fault_ = depth_ > kMaxDepth ? "is nested too deeply" : "holds too many arrays and objects";
    return false;
  }
  /// Counts values: in memory each takes 16 bytes, but in the line it may be as short as "0,".
  bool count() {
    if (++values_ <= kMaxLineValues) return true;
    fault_ = "holds more than " + std::to_string(kMaxLineValues) + " values (a trace can be sent in parts)";
    return false;
  }
  bool close() {
    --depth_;
    return true;
  }

  unsigned depth_ = 0;
  unsigned containers_ = 0;
  std::size_t values_ = 0;
  std::string fault_;
};

std::string open_line(std::string_view id) { return "{\"id\":" + std::string(id); }

}  // namespace

ParsedLine parse_line(std::string_view line) {
  ParsedLine parsed;
  BoundedBuilder builder(parsed.object);
  if (!json::sax_parse(line.begin(), line.end(), &builder)) {
    parsed.object = nullptr;
    parsed.fault = builder.fault().empty() ? "is no JSON" : builder.fault();
  } else if (!parsed.object.is_object()) {
    parsed.fault = "is no JSON object but " + kind_of(parsed.object);
  }
  return parsed;
}

std::optional<FastPart> parse_part_line(std::string_view line) {
  constexpr std::string_view kOpen = "{\"id\":";
  constexpr std::string_view kCycles = ",\"cycles\":[";
  constexpr std::string_view kClose = "]}";
  if (!line.starts_with(kOpen) || !line.ends_with(kClose)) return std::nullopt;
  const char* at = line.data() + kOpen.size();
  const char* const end = line.data() + line.size() - kClose.size();
  FastPart part;
  const auto [after_id, error] = std::from_chars(at, end, part.id);
  if (error != std::errc() || !std::string_view(after_id, static_cast<std::size_t>(end - after_id)).starts_with(kCycles))
    return std::nullopt;
  if (*at == '0' && after_id - at > 1) return std::nullopt;  // JSON allows no leading zero
  part.cycles.reserve(line.size() / 4);
  for (at = after_id + kCycles.size(); at < end; ++at) {
    // Accepts only numbers that JSON and from_chars read alike: digits, a point, digits. The general parser reads all other lines.
    const char* const begin = at;
    while (at < end && ((*at >= '0' && *at <= '9') || *at == '.')) ++at;
    if (at == begin || *begin == '.' || at[-1] == '.' || (*begin == '0' && at - begin > 1 && begin[1] != '.')) return std::nullopt;
    double value = 0;
    if (parse_cycles(begin, at, value) != at || !(value < kMaxCycles)) return std::nullopt;
    part.cycles.push_back(static_cast<float>(value));
    if (at == end) break;
    if (*at != ',' || at + 1 == end) return std::nullopt;
  }
  if (part.cycles.empty()) return std::nullopt;
  return part;
}

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string shown_text(std::string_view text) {
  constexpr std::size_t kShown = 60;
  return dump(std::string(text.substr(0, kShown))) + (text.size() > kShown ? "…" : "");
}

std::string request_line(std::string_view id, std::string_view call, std::string_view params) {
  return open_line(id) + ",\"call\":" + dump(std::string(call)) + ",\"params\":" + std::string(params) + "}\n";
}

std::string result_line(std::string_view id, std::string_view result) {
  std::string line = open_line(id) + ",\"result\":";
  line.reserve(line.size() + result.size() + 2);
  line += result;
  return line += "}\n";
}

std::string error_line(std::string_view id, const DeviceError& error) {
  return open_line(id) + ",\"error\":" + dump({{"code", std::string(to_string(error.code))}, {"message", error.message}}) + "}\n";
}

std::string progress_line(std::string_view id, double fraction) {
  return open_line(id) + ",\"progress\":" + dump(json_number(fraction)) + "}\n";
}

std::string part_line(std::string_view id, std::span<const float> cycles) {
  std::string line = open_line(id) + ",\"cycles\":[";
  append_cycles(line, cycles);
  return line += "]}\n";
}

std::string chase_result_text(ChaseResult result, std::size_t first) {
  const LatencyTrace trace = std::exchange(result.cycles, {});
  json rest = to_json(result);
  if (result.mean_cycles && trace.empty()) return dump(rest);
  rest.erase("cycles");
  std::string text = "{\"cycles\":[";
  bool comma = false;
  trace.for_each_segment(first, trace.size(), [&](std::span<const float> cycles, std::size_t) {
    if (comma) text += ',';
    comma = true;
    append_cycles(text, cycles);
  });
  text += ']';
  const std::string others = dump(rest);
  if (others.size() > 2) text += ',';
  return text += others.substr(1);
}

}  // namespace chasescope
