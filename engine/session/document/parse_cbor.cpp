// Parses CBOR (RFC 8949), and calls a DocumentBuilder as nlohmann's parsers do.
#include <QtCore/QUtf8StringView>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "engine/device/codec/codec_cursor.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/document/parse_document.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

enum Major : unsigned { kUnsigned, kNegative, kBytes, kText, kArray, kMap, kTag, kSimple };
constexpr std::uint8_t kBreak = 0xFF;
constexpr std::uint64_t kSelfDescribedTag = 55'799;

/// The first byte of an item, and the number that follows it. `argument` is empty for an indefinite length.
struct Head {
  unsigned major = 0;
  unsigned info = 0;  // the low five bits
  std::optional<std::uint64_t> argument;
};

/// An array or map whose end has not come yet.
struct Open {
  bool map = false;
  std::optional<std::uint64_t> left;  // the items (keys count) still to come; empty if a break byte ends it
  bool at_key = false;
};

class CborParser {
 public:
  CborParser(std::string_view bytes, RunReader reader) : bytes_(bytes), builder_(std::move(reader)) {}

  ParsedDocument parse() {
    do {
      if (!open_.empty() && close_if_done()) continue;
      item();
    } while (!open_.empty());
    if (at_ != bytes_.size()) fail("the document is over, but more bytes follow");
    return builder_.take();
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    const std::string place = shortened(builder_.pointer());
    throw SyntaxError("byte " + format_count(at_) + (place.empty() ? "" : ", at " + place) + ": " + reason);
  }

  std::uint8_t byte() {
    if (at_ >= bytes_.size()) fail("the document ends too early (it may be cut short)");
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }

  std::uint64_t big_endian(unsigned size) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) value = value << 8 | byte();
    return value;
  }

  Head head() {
    const std::uint8_t first = byte();
    Head head{static_cast<unsigned>(first) >> 5U, first & 31U, {}};
    if (head.info < 24) {
      head.argument = head.info;
    } else if (head.info < 28) {
      head.argument = big_endian(1U << (head.info - 24));
    } else if (head.info < 31) {
      fail("a byte that CBOR reserves");
    }
    return head;
  }

  /// Ends the innermost array or map if it is complete.
  bool close_if_done() {
    Open& open = open_.back();
    if (open.left) {
      if (*open.left > 0) return false;
    } else {
      if (at_ >= bytes_.size() || static_cast<std::uint8_t>(bytes_[at_]) != kBreak) return false;
      if (open.map && !open.at_key) fail("a member without a value");
      ++at_;
    }
    if (open.map) {
      builder_.end_object();
    } else {
      builder_.end_array();
    }
    open_.pop_back();
    return true;
  }

  void item() {
    bool is_key = false;
    if (!open_.empty()) {
      Open& open = open_.back();
      is_key = open.map && open.at_key;
      if (open.map) open.at_key = !open.at_key;
      if (open.left) --*open.left;
    }
    Head next = head();
    while (next.major == kTag && next.argument == kSelfDescribedTag && open_.empty() && at_ == 3) next = head();
    if (is_key && next.major != kText) fail("the name of a member must be a text");
    value(next, is_key);
  }

  void value(const Head& head, bool is_key) {
    switch (head.major) {
      case kUnsigned: builder_.number_unsigned(number_of(head)); return;
      case kNegative: negative(number_of(head)); return;
      case kBytes: fail("a byte string, which a session has no place for");
      case kText: {
        std::string text = text_of(head);
        if (is_key) {
          builder_.key(text);
        } else {
          builder_.string(text);
        }
        return;
      }
      case kArray: {
        builder_.start_array(std::numeric_limits<std::size_t>::max());
        open_.push_back({false, head.argument, false});
        numbers();
        return;
      }
      case kMap: map(head); return;
      case kTag: fail("a tag, which a session has no use for");
      default: simple(head); return;
    }
  }

  static bool is_number(std::uint8_t first) {
    const unsigned major = first >> 5U, info = first & 31U;
    return (major == kUnsigned && info < 28) || (major == kSimple && info >= 25 && info < 28);
  }
  /// The number of bytes that follow the first byte of a number.
  static unsigned size_behind(std::uint8_t first) {
    const unsigned info = first & 31U;
    return info < 24 ? 0 : 1U << (info - 24);
  }

  /// Reads the numbers at the beginning of an array in a fast loop, as files with long traces consist mostly of them. item()
  /// handles anything else, and numbers that are cut short.
  void numbers() {
    Open& open = open_.back();
    if (builder_.in_cycles()) clocks(open.left);
    const std::uint64_t most = open.left.value_or(std::numeric_limits<std::uint64_t>::max());
    std::uint64_t count = 0;
    std::size_t end = at_;
    while (count < most && end < bytes_.size()) {
      const auto first = static_cast<std::uint8_t>(bytes_[end]);
      if (!is_number(first) || bytes_.size() - end - 1 < size_behind(first)) break;
      end += 1 + size_behind(first);
      ++count;
    }
    if (open.left) *open.left -= count;
    builder_.numbers(count, [this] { return number(); });
  }

  /// Reads typical cycles in a faster loop: whole numbers below 65,536, and fractions. Other numbers, and the last bytes of the
  /// document, are left to the caller.
  void clocks(std::optional<std::uint64_t>& left) {
    constexpr std::uint8_t kOneByte = 24, kTwoBytes = 25, kFloat = kSimple << 5U | 26U;
    constexpr std::size_t kLongest = 5;
    const auto byte_at = [this](std::size_t at) { return static_cast<std::uint8_t>(bytes_[at]); };
    std::size_t at = at_;
    for (bool more = true; more && left != 0U;) {
      const std::span<float> room = builder_.room();
      const std::size_t most = std::min<std::uint64_t>(room.size(), left.value_or(room.size()));
      std::size_t count = 0;
      for (; count < most && at + kLongest <= bytes_.size(); ++count) {
        const std::uint8_t first = byte_at(at);
        if (first == kOneByte) {
          room[count] = byte_at(at + 1);
          at += 2;
        } else if (first == kTwoBytes) {
          room[count] = static_cast<float>(byte_at(at + 1) << 8 | byte_at(at + 2));
          at += 3;
        } else if (first < kOneByte) {
          room[count] = first;
          at += 1;
        } else if (first == kFloat) {
          std::uint32_t bits = 0;
          for (std::size_t i = 1; i < kLongest; ++i) bits = bits << 8U | byte_at(at + i);
          const auto cycles = std::bit_cast<float>(bits);
          if (!(cycles >= 0 && cycles < 65'536)) break;
          room[count] = cycles;
          at += kLongest;
        } else {
          break;
        }
      }
      more = count == room.size();
      builder_.landed(count);
      at_ = at;
      if (left) *left -= count;
    }
  }

  std::variant<std::uint64_t, double> number() {
    const auto first = static_cast<std::uint8_t>(bytes_[at_]);
    const unsigned size = size_behind(first);
    std::uint64_t value = size == 0 ? first & 31U : 0;
    for (unsigned i = 1; i <= size; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes_[at_ + i]);
    at_ += 1 + size;
    if (first >> 5U == kUnsigned) return value;
    return float_of(first & 31U, value);
  }

  /// A float of the size that `info` gives.
  static double float_of(unsigned info, std::uint64_t bits) {
    if (info == 25) return half(static_cast<std::uint16_t>(bits));
    return info == 26 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))) : std::bit_cast<double>(bits);
  }

  std::uint64_t number_of(const Head& head) const {
    if (!head.argument) fail("a number without a length");
    return *head.argument;
  }

  void negative(std::uint64_t argument) {
    if (argument > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      throw CodecError(builder_.pointer(), "is a negative number that is too large");
    builder_.number_integer(-1 - static_cast<std::int64_t>(argument));
  }

  void map(const Head& head) {
    builder_.start_object(std::numeric_limits<std::size_t>::max());
    std::optional<std::uint64_t> left = head.argument;
    if (left) {
      if (*left > bytes_.size()) fail("a map with more members than the document has bytes");
      *left *= 2;
    }
    open_.push_back({true, left, true});
  }

  std::string text_of(const Head& first) {
    std::string text;
    if (first.argument) {
      append(text, *first.argument);
    } else {
      while (at_ >= bytes_.size() || static_cast<std::uint8_t>(bytes_[at_]) != kBreak) {
        const Head part = head();
        if (part.major != kText || !part.argument) fail("a text in parts must hold parts of text");
        append(text, *part.argument);
      }
      ++at_;
    }
    if (!QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8()) fail("a text that is no UTF-8");
    return text;
  }

  void append(std::string& text, std::uint64_t size) {
    if (size > bytes_.size() - at_) {
      at_ = bytes_.size();
      byte();  // throws: the document ends too early
    }
    text.append(bytes_.substr(at_, size));
    at_ += size;
  }

  void simple(const Head& head) {
    switch (head.info) {
      case 20: builder_.boolean(false); return;
      case 21: builder_.boolean(true); return;
      case 22: builder_.null(); return;
      case 25:
      case 26:
      case 27: builder_.number_float(float_of(head.info, *head.argument), {}); return;
      case 31: fail("an end mark where nothing ends");
      default: fail("a simple value that JSON does not know");
    }
  }

  static double half(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int mantissa = bits & 1023;
    double value = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
    if (exponent == 31) value = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return (bits & 0x8000) != 0 ? -value : value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  DocumentBuilder builder_;
};

}  // namespace

ParsedDocument parse_cbor_document(std::string_view bytes, RunReader reader) {
  return CborParser(bytes, std::move(reader)).parse();
}

bool looks_like_cbor(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xD9\xD9\xF7") return true;
  return !bytes.empty() && static_cast<std::uint8_t>(bytes[0]) >> 5U == kMap;
}

}  // namespace chasescope
