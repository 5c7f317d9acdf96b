// The search for the settings with the highest throughput (topology thesis §6.1: "the peak of bandwidth is most likely reached at a
// specific constellation of threads and thread blocks"). This is the search alone, without a device: it calls a function.
//
//   const auto found = search_throughput({.bytes = {32 << 20}, .widths = {16, 8, 4}, .shapes = {{264, 512}}}, ask);
//   if (found.best) report(found.rate, found.best->access_bytes);
//
// All combinations would take seconds a level. So one setting is varied after the other, each with the best values of the others so
// far: array, width, then blocks and threads. At the end the best one is measured again. As a maximum over few attempts the result
// is a rate that was reached; more may be possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace chasescope::inference {

struct ThroughputSetting {
  std::uint64_t bytes = 0;               ///< the array
  unsigned access_bytes = 0;             ///< of one load or store
  std::optional<std::uint64_t> blocks;   ///< unset: as the device thinks best
  std::optional<std::uint64_t> threads;  ///< per block; unset: as the device thinks best
  friend bool operator==(const ThroughputSetting&, const ThroughputSetting&) = default;
};

struct BlockShape {
  std::uint64_t blocks = 0, threads = 0;
};

struct ThroughputSpace {
  std::vector<std::uint64_t> bytes;  ///< in the order in which they are tried, until one is slower than the one before
  std::vector<unsigned> widths;      ///< the first one serves to choose the array
  std::vector<BlockShape> shapes;    ///< besides the device's own choice
};

/// Measures the throughput of one setting, in any unit. No value if it can't be measured.
using AskThroughput = std::function<std::optional<double>(const ThroughputSetting&)>;

struct ThroughputSearch {
  std::optional<ThroughputSetting> best;  ///< empty if no setting could be asked
  double rate = 0;                        ///< rate of the best setting: the mean of its two measurements
  double low = 0, high = 0;               ///< the two measurements
  std::size_t settings = 0;               ///< settings that were measured
};

ThroughputSearch search_throughput(const ThroughputSpace& space, const AskThroughput& ask);

}  // namespace chasescope::inference
