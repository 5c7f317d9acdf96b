// The latency of an access from the parts that it touched: which data part answered, and how its address was translated.
//
// An outcome is one number for the pair, small enough for a byte; the table turns it into cycles and into a name. Where a path has
// a partitioned cache, every outcome exists a second time, for addresses in the far partition; where a cache has slices at
// different distances, every outcome exists once for each slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// A cache whose slices have different latencies, and the extra cycles of each slice.
struct SliceLatency {
  std::string cache;
  std::vector<double> cycles;
};
/// The slice latencies of a path; empty if it has no such cache.
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
  /// The difference between an outcome's number for far and for near addresses; 0 without partitions.
  std::size_t far_offset() const { return far_offset_; }
  /// The difference between an outcome's numbers for neighbouring slices.
  std::size_t slice_offset() const { return slice_offset_; }

  /// SM cycles by outcome.
  const std::vector<float>& cycles() const { return cycles_; }
  /// Ground truth by outcome: "l1", or "l1+l2_tlb" where the path translates (data part that answered + TLB that translated).
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::size_t translations_ = 1;
  void add_slices(const PathSpec& path, const SliceLatency& slices);

  std::size_t far_offset_ = 0;
  std::size_t slice_offset_ = 0;
  std::vector<float> cycles_;
  std::vector<std::string> names_;
};

/// The parts that can answer a load on a path, in order: its caches, then the memory behind them.
std::vector<std::string> data_parts(const PathSpec& path);
/// How an address can be translated, in order: each TLB, the walk, and the window switch if the card has one. Empty without TLBs.
std::vector<std::string> translation_parts(const PathSpec& path, bool has_window);

}  // namespace chasescope::model
