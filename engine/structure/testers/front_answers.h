// What the caches in front answered of a walk over lines that are asked about.
#pragma once

#include <vector>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

class FrontAnswers {
 public:
  FrontAnswers() = default;
  /// What takes no longer than `cut` cycles is theirs.
  explicit FrontAnswers(double cut) : cut_(cut) {}
  /// What takes as long as one of `bands` is, with what TLB misses add.
  explicit FrontAnswers(std::vector<inference::Band> bands) : bands_(std::move(bands)), by_bands_(true) {}

  bool holds(double cycles) const;
  const std::vector<inference::Band>& bands() const { return bands_; }

  /// Whether they answer for all of a unit (bytes) in every pass, so that the cache behind is never asked for it. `offsets` are
  /// those of one pass; `asked`: by offset, whether the question names it.
  bool keep_a_unit(const Walk& walk, const Addresses& offsets, const std::vector<bool>& asked, std::uint64_t unit) const;
  /// Whether what they hold for some passes they give up in others.
  bool come_by_chance(const Walk& walk, const std::vector<bool>& asked) const;
  /// Whether they leave it to the cache behind to answer: a pass in which one of the lines is left out may well fit where all of
  /// them do not.
  bool leave_all(const Walk& walk, const std::vector<bool>& asked) const;
  /// The share of what is asked for that they answer, all passes together.
  double share(const Walk& walk, const std::vector<bool>& asked) const;
  /// Passes in which they answer for none of `elements` of a pass: one line too many for a set shows in each of these, and may fit
  /// in others.
  std::size_t complete_passes(const Walk& walk, const std::vector<std::size_t>& elements) const;

 private:
  std::size_t answered(const Walk& walk, std::size_t element) const;

  double cut_ = 0;
  std::vector<inference::Band> bands_;
  bool by_bands_ = false;
};

}  // namespace chasescope::structure
