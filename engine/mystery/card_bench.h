// Chases on an opened mystery card. They give the numbers of a good experiment, and the tables of a question on paper. For code
// that knows the card's parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/mystery/hidden_card.h"

namespace chasescope::mystery {

/// The outcome of one load.
struct Met {
  bool missed = false;  ///< the load missed the cache
  bool walked = false;  ///< the load missed the TLB
};

class CardBench {
 public:
  explicit CardBench(const HiddenCard& card);

  /// The outcomes of the timed loads of a chase that begins with a cold card. \pre the pattern fits into the card's memory
  std::vector<Met> chase(const Pattern& pattern, std::uint64_t warmup, std::uint64_t accesses);

  /// The ascending offsets at which a load missed at least once in `passes` passes after the first two.
  std::vector<std::uint64_t> ever_missing(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes);
  /// The same for misses of the TLB.
  std::vector<std::uint64_t> ever_walked(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes);

  /// The accesses, timed and warm-up, of all chases so far.
  std::uint64_t accesses() const { return accesses_; }

 private:
  std::vector<std::uint64_t> ever(bool Met::*what, std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes);

  HiddenCard card_;
  std::unique_ptr<Device> device_;
  std::uint64_t accesses_ = 0;
};

/// The set that an address belongs to.
std::uint64_t set_of(const HiddenCard& card, std::uint64_t address);

/// The addresses of the first `count` lines of set 0, ascending.
std::vector<std::uint64_t> lines_of_one_set(const HiddenCard& card, std::size_t count);

/// The experiment that distinguishes policies (2014 paper, §4.2): read the lines of a set in order, read the oldest line once more,
/// read one line more, then read each of the first lines again, the oldest first. The first load of those that misses shows which
/// line was evicted.
/// \return the place of the evicted line (0: the oldest); the number of ways if no load misses
std::size_t line_that_goes(CardBench& bench, const HiddenCard& card);

}  // namespace chasescope::mystery
