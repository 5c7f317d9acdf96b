// The latency of an access from the parts that it touched: which data part answered, and how its address was translated.
//
// An outcome is one number for the pair, small enough for a byte; the table turns it into cycles and into a name. Where a path has
// a partitioned cache, all outcomes come a second time, for addresses that are far; where it has a cache in slices that are not
// equally near, they come once for each slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// A cache in slices that answer sooner and later, and what each adds, in cycles.
struct SliceLatency {
  std::string cache;
  std::vector<double> cycles;
};
/// Of a path; nothing if it has no such cache.
std::optional<SliceLatency> slice_latency(const Card& card, const PathSpec& path);

class LatencyTable {
 public:
  /// \pre the path has passed the loader's checks.
  LatencyTable(const PathSpec& path, bool has_window, const std::optional<SliceLatency>& slices = std::nullopt);

  std::size_t outcomes() const { return cycles_.size(); }
  std::uint8_t outcome(std::size_t data, std::size_t translation) const {
    return static_cast<std::uint8_t>(data * translations_ + translation);
  }
  std::size_t translations() const { return translations_; }
  /// What being far adds to an outcome; 0 where nothing is partitioned.
  std::size_t far_offset() const { return far_offset_; }
  /// What each slice adds to an outcome, times its number.
  std::size_t slice_offset() const { return slice_offset_; }

  /// SM cycles by outcome.
  const std::vector<float>& cycles() const { return cycles_; }
  /// Ground truth by outcome: "l1", or "l1+l2_tlb" where the path translates (what answered + what translated).
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::size_t translations_ = 1;
  void add_slices(const PathSpec& path, const SliceLatency& slices);

  std::size_t far_offset_ = 0;
  std::size_t slice_offset_ = 0;
  std::vector<float> cycles_;
  std::vector<std::string> names_;
};

/// What answers the data part of a path, in order: its caches, then what backs them.
std::vector<std::string> data_parts(const PathSpec& path);
/// How an address can be translated, in order: each TLB, the walk, and the window switch if the card has one. Empty without TLBs.
std::vector<std::string> translation_parts(const PathSpec& path, bool has_window);

}  // namespace chasescope::model
