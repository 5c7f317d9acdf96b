// Splits bytes into lines, with a bound on memory: a line that is too long is reported once, and its bytes are not kept.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace chasescope {

/// The protocol's bound on one line, in bytes, without the line end.
inline constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

class LineSplitter {
 public:
  struct Line {
    std::string text;  ///< the line without "\n"; only its beginning if it was too long
    bool too_long = false;
  };

  explicit LineSplitter(std::size_t max_bytes = kMaxLineBytes) : max_bytes_(max_bytes) {}

  void feed(std::string_view bytes);
  /// Tells that the input has ended: the bytes after the last line end are a line, too.
  void end();
  /// The next whole line, if there is one.
  std::optional<Line> next();

  /// The beginning of the line that is being skipped because it is too long, even before its end has come. Empty if no line is
  /// skipped.
  std::optional<std::string> overflow() const { return skipping_ ? std::optional(open_) : std::nullopt; }

  /// How many bytes of a too long line are kept for messages.
  static constexpr std::size_t kKept = 64;

 private:
  void append(std::string_view bytes);

  std::size_t max_bytes_;
  std::string open_;
  bool skipping_ = false;
  std::deque<Line> lines_;
};

}  // namespace chasescope
