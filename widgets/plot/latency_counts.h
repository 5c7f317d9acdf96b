// Counts how often each latency occurs while a trace lands. The share of a level is thus exact at any moment, at the cost of one
// increment per access and at most 512 KiB per run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chasescope {

class LatencyCounts {
 public:
  static constexpr std::size_t kLimit = 65536;  ///< latencies from here on share the last counter

  void append(std::span<const float> cycles) {
    for (const float c : cycles) {
      const auto bin = static_cast<std::size_t>(std::clamp(c, 0.0F, static_cast<float>(kLimit - 1)));
      if (bin >= counts_.size()) counts_.resize(std::min(kLimit, std::max(bin + 1, counts_.size() * 3 / 2)));
      ++counts_[bin];
    }
    total_ += cycles.size();
  }

  std::uint64_t total() const { return total_; }
  /// Accesses of at most `cycles` cycles, cut at whole cycles.
  std::uint64_t upTo(float cycles) const {
    if (cycles >= static_cast<float>(kLimit)) return total_;
    std::uint64_t sum = 0;
    const std::size_t end = std::min(counts_.size(), cycles < 0 ? 0 : static_cast<std::size_t>(cycles) + 1);
    for (std::size_t i = 0; i < end; ++i) sum += counts_[i];
    return sum;
  }
  /// Entry c counts the accesses of c to c + 1 cycles.
  std::span<const std::uint64_t> counts() const { return counts_; }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

}  // namespace chasescope
