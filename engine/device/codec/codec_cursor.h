// A place in a JSON document, for readers that check all that they read. It knows its JSON pointer, so every refusal says where the
// fault is.
//
//   const JsonCursor pattern = request.at("pattern");
//   const std::uint64_t stride = pattern.at("stride").count();   // throws CodecError: "/pattern/stride", "must be a whole …"
//
// CodecError is thrown inside codecs only; the functions of codec.h and engine/session/session_file.h catch it before they return.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

/// A value that can't be accepted: its place (a JSON pointer, empty for the whole value) and the reason (the end of a sentence).
class CodecError : public std::runtime_error {
 public:
  /// Shortens both if they are longer than a sentence should be.
  CodecError(const std::string& pointer, const std::string& reason);
  const std::string& pointer() const { return pointer_; }
  const std::string& reason() const { return reason_; }

 private:
  struct Shown {
    std::string pointer, reason;
  };
  explicit CodecError(Shown shown);

  std::string pointer_;
  std::string reason_;
};

/// The largest size, offset or count that a document may hold.
inline constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 63;

/// Cycles of one access from this value on are taken as an error: 1e12 cycles are about a quarter of an hour.
inline constexpr double kMaxCycles = 1e12;

/// One step of a JSON pointer: "/" and the member's name, escaped (RFC 6901).
std::string pointer_step(std::string_view member);

/// Words for a value, for messages: `the number 3.5`, `the text "wide"`, `an array`, …
std::string kind_of(const nlohmann::json& value);

class JsonCursor {
 public:
  /// `value` must outlive the cursor.
  explicit JsonCursor(const nlohmann::json& value, std::string pointer = {}) : value_(&value), pointer_(std::move(pointer)) {}

  const nlohmann::json& value() const { return *value_; }
  const std::string& pointer() const { return pointer_; }

  /// Throws CodecError for this place.
  [[noreturn]] void refuse(const std::string& reason) const;

  /// A member that must be there. Refuses if this value is no object, or if the member is missing or null.
  JsonCursor at(std::string_view member) const;
  /// A member that may be missing or null. Refuses if this value is no object.
  std::optional<JsonCursor> find(std::string_view member) const;
  /// All elements. Refuses if this value is no array.
  std::vector<JsonCursor> elements() const;

  std::string text() const;
  bool truth() const;
  /// A finite number.
  double number() const;
  /// A whole number from 0 to `limit`; 128.0 is taken as 128.
  std::uint64_t count(std::uint64_t limit = kMaxCount) const;
  /// A whole number from 0 to the largest `unsigned`.
  unsigned small_count() const;
  /// A time in cycles: finite, from 0 to below kMaxCycles.
  double cycles() const;

  std::vector<std::string> texts() const;
  /// An array of whole numbers from 0 to `limit`. Makes no cursor for each element, so that long arrays are read fast.
  std::vector<std::uint64_t> counts(std::uint64_t limit = kMaxCount) const;

 private:
  const nlohmann::json* value_;
  std::string pointer_;
};

}  // namespace chasescope
