// Three marks of each step in each part, a bit each. A step takes three bytes, so that the next miss among a million steps is found
// at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace chasescope::step {

class Marks {
 public:
  /// More parts than this can't be marked.
  static constexpr std::size_t kMostParts = 8;

  struct Step {
    std::uint8_t missed = 0;   ///< the part was asked, and the line, page or sector was not there
    std::uint8_t filled = 0;   ///< a new line or page was brought in
    std::uint8_t evicted = 0;  ///< a line or page was evicted for the new one
  };

  void append(const Step& step) { steps_.push_back(step); }
  std::uint64_t size() const { return steps_.size(); }
  bool missed(std::uint64_t at, std::size_t part) const { return bit(steps_[at].missed, part); }
  bool filled(std::uint64_t at, std::size_t part) const { return bit(steps_[at].filled, part); }
  bool evicted(std::uint64_t at, std::size_t part) const { return bit(steps_[at].evicted, part); }

  static constexpr std::uint8_t bit_of(std::size_t part) { return static_cast<std::uint8_t>(1U << part); }

 private:
  static bool bit(std::uint8_t bits, std::size_t part) { return (bits & bit_of(part)) != 0; }
  std::vector<Step> steps_;
};

}  // namespace chasescope::step
