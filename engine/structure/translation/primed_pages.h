// Walks over pages on a card, where the way through the chip gives each line a latency of its own, and caches keep what earlier
// chases left. No two lines have the same latency, but each line has the same one again. So the latency of each line with a TLB hit
// is measured first, right after another line of the same page was read, and is subtracted. The rest is translation.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

class PrimedPages final : public PageWalk {
 public:
  /// Data come from the last cache of the survey, whose structure need not be known. Throws Undecided if there is none, or if the
  /// latencies of its lines change when they are measured again.
  PrimedPages(Lab& lab, const Survey& survey);

  const inference::LatencyNoise& noise() const override { return noise_; }
  const inference::Band& data_band() const override { return band_; }
  RunPtr data_shown_by() const override { return shown_by_; }
  std::size_t most_pages() const override { return most_pages_; }
  std::size_t most_neighbours() const override { return std::min<std::size_t>(most_pages_, 512); }
  std::uint64_t passes_to_survey() const override { return 2; }
  std::string data_level() const override { return data_level_; }
  std::string how() const override;
  bool leaves_translation_alone() const override { return true; }
  bool walks_are_means() const override { return true; }
  std::vector<float> as_they_came(const Walk& walk) const override { return walk.cycles; }

 private:
  /// Every pass of the walk is the mean of the passes of one run, and each run has another order. The latency of each line is
  /// shifted as if it were that of the median line. The run of the walk is the first of these runs.
  Walk raw_walk(const Addresses& pages, Passes passes, const std::string& label) override;
  Addresses lines_of(const Addresses& pages) const;
  void measure(const Addresses& lines);
  /// Reads each line right after another line of its page.
  Walk primed_walk(const Addresses& lines, std::uint64_t timed_passes, const std::string& label);
  std::vector<float> one_order(const Addresses& lines, std::uint64_t order, RunPtr* run);
  std::vector<float> own_time(const Addresses& lines);
  void measure_noise();
  /// Reads the last element of the array now and then, so that the lab keeps the array. The lines keep their places only as long as
  /// the array exists.
  void hold_array();

  std::unordered_map<std::uint64_t, float> primed_;  // cycles, by line
  inference::LatencyNoise noise_;
  inference::Band band_;
  RunPtr shown_by_;
  std::string data_level_;
  std::size_t most_pages_ = 0;
  std::uint64_t top_ = 0;  // the last line of the array
  std::uint64_t chases_ = 0;
};

}  // namespace chasescope::structure
