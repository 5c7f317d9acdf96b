// Chases on an opened mystery card: what a good experiment shows on it, and what a question on paper prints. For who knows the
// card.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/mystery/hidden_card.h"

namespace chasescope::mystery {

/// What one load met.
struct Met {
  bool missed = false;  ///< the cache
  bool walked = false;  ///< the page was not in the TLB
};

class CardBench {
 public:
  explicit CardBench(const HiddenCard& card);

  /// The timed loads of a chase, from a cold card. \pre the pattern fits into the card's memory
  std::vector<Met> chase(const Pattern& pattern, std::uint64_t warmup, std::uint64_t accesses);

  /// Offsets, in rising order, at which a load missed at some time in so many passes after the first two.
  std::vector<std::uint64_t> ever_missing(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes);
  /// The same for pages that were not in the TLB.
  std::vector<std::uint64_t> ever_walked(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes);

  /// Accesses, timed and warm-up, of all chases so far.
  std::uint64_t accesses() const { return accesses_; }

 private:
  std::vector<std::uint64_t> ever(bool Met::*what, std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes);

  HiddenCard card_;
  std::unique_ptr<Device> device_;
  std::uint64_t accesses_ = 0;
};

/// The set of an address.
std::uint64_t set_of(const HiddenCard& card, std::uint64_t address);

/// The first `count` addresses of lines of set 0, in rising order.
std::vector<std::uint64_t> lines_of_one_set(const HiddenCard& card, std::size_t count);

/// What tells policies apart (2014 paper, §4.2): the lines of a set in order, the oldest once more, one line more, then each of
/// them again, the oldest first. The first that then misses is the one that went. \return its place (0: the oldest); the number of
/// ways where none misses
std::size_t line_that_goes(CardBench& bench, const HiddenCard& card);

}  // namespace chasescope::mystery
