// Bytes in, lines out, with a bound on what is held: a line that is too long is reported once and skipped without being kept.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace chasescope {

/// The protocol's bound on one line, its end not counted.
inline constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

class LineSplitter {
 public:
  struct Line {
    std::string text;  ///< without "\n"; the beginning of it if it was too long
    bool too_long = false;
  };

  explicit LineSplitter(std::size_t max_bytes = kMaxLineBytes) : max_bytes_(max_bytes) {}

  void feed(std::string_view bytes);
  /// The input has ended: what came since the last line end is a line too.
  void end();
  /// The next whole line, if there is one.
  std::optional<Line> next();

  /// The beginning of the line that is being skipped, if one is: it is too long, though its end has not come.
  std::optional<std::string> overflow() const { return skipping_ ? std::optional(open_) : std::nullopt; }

  /// How much of a too long line is kept, for messages.
  static constexpr std::size_t kKept = 64;

 private:
  void append(std::string_view bytes);

  std::size_t max_bytes_;
  std::string open_;
  bool skipping_ = false;
  std::deque<Line> lines_;
};

}  // namespace chasescope
