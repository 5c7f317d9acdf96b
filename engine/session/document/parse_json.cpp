// JSON text, through nlohmann's SAX parser. The cycles of a run are read by the code here, which is several times as fast.
#include <iterator>
#include <span>

#include "engine/device/codec/codec_cursor.h"
#include "engine/device/codec/codec_number.h"
#include "engine/session/document/parse_document.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string place_in(std::string_view text, const char* at) {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(at - text.data()));
  std::size_t lines = 1;
  for (const char c : before) lines += c == '\n' ? 1 : 0;
  const std::size_t line_start = before.rfind('\n');
  const std::size_t column = line_start == std::string_view::npos ? before.size() + 1 : before.size() - line_start;
  return "line " + format_count(lines) + ", column " + format_count(column);
}

[[noreturn]] void fail(std::string_view text, const char* at, const std::string& reason) {
  if (at >= text.data() + text.size())
    throw SyntaxError(place_in(text, text.data() + text.size()) + ": the document ends too early (it may be cut short)");
  throw SyntaxError(place_in(text, at) + ": " + reason);
}

/// The position in the text. The parser and read_cycles() take turns to advance it: when nlohmann's parser reports an array, it has
/// read exactly up to and including "[".
struct Reading {
  std::string_view text;
  const char* at = text.data();
  const char* end = text.data() + text.size();
  bool saw_end = false;  // whether a reader reached the end and wanted more
};

/// An iterator with as much as nlohmann's parser needs.
class ReadingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit ReadingIterator(Reading& reading) : reading_(&reading) {}
  reference operator*() const { return *reading_->at; }
  ReadingIterator& operator++() {
    ++reading_->at;
    return *this;
  }
  // The parser only ever compares with the end.
  friend bool operator==(const ReadingIterator& a, const ReadingIterator&) {
    if (a.reading_->at != a.reading_->end) return false;
    return a.reading_->saw_end = true;
  }

 private:
  Reading* reading_;
};

/// Reads one number in JSON's grammar, and moves `at` past it. \return false if there is none.
bool read_number(const char*& at, const char* end, double& value) {
  const char* p = at;
  // Most numbers are short integers.
  std::uint32_t whole = 0;
  while (p != end && is_digit(*p) && p - at < 9) whole = whole * 10 + static_cast<std::uint32_t>(*p++ - '0');
  const bool plain = p != at && (*at != '0' || p == at + 1);
  if (plain && p != end && (*p == ',' || *p == ']' || is_space(*p))) {
    value = whole;
    at = p;
    return true;
  }
  p = at;
  const auto digits = [&] {
    const char* const first = p;
    while (p != end && is_digit(*p)) ++p;
    return p - first;
  };
  if (p != end && *p == '-') ++p;
  const char* const integer = p;
  const auto count = digits();
  if (count == 0 || (count > 1 && *integer == '0')) return false;
  if (p != end && *p == '.') {
    ++p;
    if (digits() == 0) return false;
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    if (digits() == 0) return false;
  }
  parse_cycles(at, p, value);
  at = p;
  return true;
}

/// Reads whole cycles below a million, each directly followed by a comma and a digit, as this program writes them. Stops at
/// anything else.
void read_clocks(const char*& at, const char* end, DocumentBuilder& builder) {
  constexpr std::ptrdiff_t kDigits = 6;
  for (bool more = true; more;) {
    const std::span<float> room = builder.room();
    std::size_t count = 0;
    for (; count < room.size() && end - at > kDigits + 1; ++count) {
      unsigned value = 0;
      const char* p = at;
      for (; is_digit(*p) && p - at < kDigits; ++p) value = value * 10 + static_cast<unsigned>(*p - '0');
      if (p == at || *p != ',' || !is_digit(p[1]) || (*at == '0' && p - at > 1)) break;
      room[count] = static_cast<float>(value);
      at = p + 1;
    }
    builder.landed(count);
    more = count == room.size();
  }
}

/// Reads a run's cycles from after "[" up to, and without, "]". Stops early at a value that is no number: the parser then reads
/// this value, and the builder refuses it with its place.
void read_cycles(Reading& reading, DocumentBuilder& builder) {
  const char*& at = reading.at;
  const char* const end = reading.end;
  const auto skip_spaces = [&] {
    while (at != end && is_space(*at)) ++at;
  };
  double value = 0;
  skip_spaces();
  read_clocks(at, end, builder);
  while (at != end && read_number(at, end, value)) {
    builder.add_cycles(value);
    skip_spaces();
    if (at == end || *at == ']') return;
    if (*at != ',') fail(reading.text, at, "a comma or ] is missing in an array");
    ++at;
    skip_spaces();
    if (at != end && *at == ']') fail(reading.text, at, "a number is missing after a comma");
    read_clocks(at, end, builder);
  }
}

/// The receiver of the parser's events.
class TextBuilder : public DocumentBuilder {
 public:
  TextBuilder(Reading& reading, RunReader reader) : DocumentBuilder(std::move(reader)), reading_(reading) {}

  bool start_array(std::size_t elements) {
    DocumentBuilder::start_array(elements);
    if (in_cycles()) read_cycles(reading_, *this);
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& token, const nlohmann::json::exception& error) {
    if (dynamic_cast<const nlohmann::json::out_of_range*>(&error) != nullptr)
      throw CodecError(pointer(), "is the number " + token.substr(0, 40) + ", which is too large");
    const std::string what = error.what();
    const bool too_long = what.find("; expected end of input") != std::string::npos;
    if (reading_.saw_end && !too_long) fail(reading_.text, reading_.end, {});
    const std::size_t detail = what.find(" - ");
    fail(reading_.text, reading_.at - 1,
         "this is no JSON (" + (detail == std::string::npos ? what : what.substr(detail + 3)) + ")");
  }

 private:
  Reading& reading_;
};

}  // namespace

ParsedDocument parse_json_document(std::string_view text, RunReader reader) {
  Reading reading{text};
  TextBuilder builder(reading, std::move(reader));
  nlohmann::json::sax_parse(ReadingIterator(reading), ReadingIterator(reading), &builder);
  return builder.take();
}

}  // namespace chasescope
