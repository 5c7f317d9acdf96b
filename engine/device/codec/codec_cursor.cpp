#include "engine/device/codec/codec_cursor.h"

#include <cmath>
#include <limits>

#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

// A member's name may be a megabyte long, but an error must stay a sentence.
constexpr std::size_t kLongestPlace = 400;
constexpr std::size_t kLongestReason = 1'000;

std::optional<std::uint64_t> whole_number(const json& value, std::uint64_t limit) {
  std::uint64_t count = 0;
  if (value.is_number_unsigned()) {
    count = value.get<std::uint64_t>();
  } else if (value.is_number_integer()) {
    if (value.get<std::int64_t>() < 0) return std::nullopt;
    count = static_cast<std::uint64_t>(value.get<std::int64_t>());
  } else if (value.is_number_float()) {
    // Some languages write every number with a decimal point. Beyond 2^53 such a number may have lost its last digits.
    const double number = value.get<double>();
    if (!(number >= 0 && number <= 0x1p53 && number == std::floor(number))) return std::nullopt;
    count = static_cast<std::uint64_t>(number);
  } else {
    return std::nullopt;
  }
  if (count > limit) return std::nullopt;
  return count;
}

std::string count_reason(const json& value, std::uint64_t limit) {
  const std::string upper = limit == kMaxCount ? "2^63" : std::to_string(limit);
  return "must be a whole number from 0 to " + upper + ", but it is " + kind_of(value);
}

}  // namespace

CodecError::CodecError(const std::string& pointer, const std::string& reason)
    : CodecError(Shown{shortened(pointer, kLongestPlace), shortened(reason, kLongestReason)}) {}

CodecError::CodecError(Shown shown)
    : std::runtime_error((shown.pointer.empty() ? "The value " : shown.pointer + ": ") + shown.reason + "."),
      pointer_(std::move(shown.pointer)),
      reason_(std::move(shown.reason)) {}

std::string pointer_step(std::string_view member) {
  std::string step = "/";
  for (const char c : member) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

std::string kind_of(const json& value) {
  switch (value.type()) {
    case json::value_t::null: return "null";
    case json::value_t::boolean: return value.get<bool>() ? "true" : "false";
    case json::value_t::array: return "an array";
    case json::value_t::object: return "an object";
    case json::value_t::string: {
      constexpr std::size_t kShown = 40;
      const auto& text = value.get_ref<const std::string&>();
      return "the text " + json(shortened(text, kShown)).dump(-1, ' ', false, json::error_handler_t::replace);
    }
    case json::value_t::number_integer:
    case json::value_t::number_unsigned: return "the number " + value.dump();
    case json::value_t::number_float: {
      const double number = value.get<double>();
      if (std::isnan(number)) return "not a number (NaN)";
      return std::isinf(number) ? "infinite" : "the number " + value.dump();
    }
    default: return "something that JSON does not know";
  }
}

void JsonCursor::refuse(const std::string& reason) const { throw CodecError(pointer_, reason); }

std::optional<JsonCursor> JsonCursor::find(std::string_view member) const {
  if (!value_->is_object()) refuse("must be an object, but it is " + kind_of(*value_));
  const auto found = value_->find(member);
  if (found == value_->end() || found->is_null()) return std::nullopt;
  return JsonCursor(*found, pointer_ + pointer_step(member));
}

JsonCursor JsonCursor::at(std::string_view member) const {
  auto found = find(member);
  if (!found) throw CodecError(pointer_ + pointer_step(member), "is missing");
  return *std::move(found);
}

std::vector<JsonCursor> JsonCursor::elements() const {
  if (!value_->is_array()) refuse("must be an array, but it is " + kind_of(*value_));
  std::vector<JsonCursor> cursors;
  cursors.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) cursors.emplace_back((*value_)[i], pointer_ + "/" + std::to_string(i));
  return cursors;
}

std::string JsonCursor::text() const {
  if (!value_->is_string()) refuse("must be a text, but it is " + kind_of(*value_));
  return value_->get<std::string>();
}

bool JsonCursor::truth() const {
  if (!value_->is_boolean()) refuse("must be true or false, but it is " + kind_of(*value_));
  return value_->get<bool>();
}

double JsonCursor::number() const {
  if (!value_->is_number() || !std::isfinite(value_->get<double>()))
    refuse("must be a finite number, but it is " + kind_of(*value_));
  return value_->get<double>();
}

std::uint64_t JsonCursor::count(std::uint64_t limit) const {
  const auto count = whole_number(*value_, limit);
  if (!count) refuse(count_reason(*value_, limit));
  return *count;
}

unsigned JsonCursor::small_count() const { return static_cast<unsigned>(count(std::numeric_limits<unsigned>::max())); }

double JsonCursor::cycles() const {
  if (!value_->is_number()) refuse("must be a number of cycles, but it is " + kind_of(*value_));
  const double cycles = value_->get<double>();
  if (!(cycles >= 0 && cycles < kMaxCycles))
    refuse("must be a number of cycles from 0 to below 1e12, but it is " + kind_of(*value_));
  return cycles;
}

std::vector<std::string> JsonCursor::texts() const {
  std::vector<std::string> texts;
  for (const JsonCursor& element : elements()) texts.push_back(element.text());
  return texts;
}

std::vector<std::uint64_t> JsonCursor::counts(std::uint64_t limit) const {
  if (!value_->is_array()) refuse("must be an array of whole numbers, but it is " + kind_of(*value_));
  std::vector<std::uint64_t> counts;
  counts.reserve(value_->size());
  for (const json& element : *value_) {
    const auto count = whole_number(element, limit);
    if (!count) throw CodecError(pointer_ + "/" + std::to_string(counts.size()), count_reason(element, limit));
    counts.push_back(*count);
  }
  return counts;
}

}  // namespace chasescope
