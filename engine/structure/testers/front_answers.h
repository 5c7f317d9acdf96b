// Which accesses to the lines of a question hit a cache in front, and so never reached the cache in question.
#pragma once

#include <vector>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

class FrontAnswers {
 public:
  FrontAnswers() = default;
  /// A latency up to `cut` (cycles) is a hit in front.
  explicit FrontAnswers(double cut) : cut_(cut) {}
  /// A latency in one of `bands` is a hit in front. The bands include what TLB misses add.
  explicit FrontAnswers(std::vector<inference::Band> bands) : bands_(std::move(bands)), by_bands_(true) {}

  bool holds(double cycles) const;
  const std::vector<inference::Band>& bands() const { return bands_; }

  /// Whether the caches in front answer for all elements of some unit (bytes) in every pass, so that the cache behind never gets a
  /// request for it. `offsets` are those of one pass; `asked`: for each offset, whether the question names it.
  bool keep_a_unit(const Walk& walk, const Addresses& offsets, const std::vector<bool>& asked, std::uint64_t unit) const;
  /// Whether the caches in front answer for a line in some passes and not in others.
  bool come_by_chance(const Walk& walk, const std::vector<bool>& asked) const;
  /// Whether nearly all accesses reach the cache behind. If one line does not reach it in a pass, the others may fit there although
  /// all of them together would not.
  bool leave_all(const Walk& walk, const std::vector<bool>& asked) const;
  /// The share (0 to 1) of the accesses in question that hit in front, over all passes.
  double share(const Walk& walk, const std::vector<bool>& asked) const;
  /// The number of passes in which none of `elements` hits in front. If they are one line too many for a set, each of these passes
  /// has a miss; in the other passes, the lines that reach the cache behind may fit.
  std::size_t complete_passes(const Walk& walk, const std::vector<std::size_t>& elements) const;

 private:
  std::size_t answered(const Walk& walk, std::size_t element) const;

  double cut_ = 0;
  std::vector<inference::Band> bands_;
  bool by_bands_ = false;
};

}  // namespace chasescope::structure
