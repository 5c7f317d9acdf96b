#include "engine/model/throughput.h"

#include <algorithm>

#include "engine/model/warp.h"

namespace chasescope::model {

double bytes_per_cycle(const BandwidthSpec& level, Flow flow, std::uint64_t sms, std::uint64_t threads, unsigned access_bytes) {
  const double read = level.read_bytes_per_cycle;
  const double write = level.write_bytes_per_cycle;
  const double best = flow == Flow::read ? read : flow == Flow::write ? write : 2 / (1 / read + 1 / write);
  const double given = level.per_sm ? std::min(best, double{kWarp} * access_bytes) * static_cast<double>(sms) : best;
  return std::min(given, static_cast<double>(threads) * access_bytes / level.latency_cycles);
}

double copy_cycles(const SmSpec& sm, std::uint64_t bytes, std::uint64_t l2_bytes, bool flushed) {
  const BandwidthSpec& l2 = sm.bandwidth.at("l2");
  const BandwidthSpec& dram = sm.bandwidth.at("dram");
  const auto cached = static_cast<double>(flushed ? 0 : std::min(bytes, l2_bytes));
  const auto all = static_cast<double>(bytes);
  return *sm.copy_startup_cycles + cached / l2.read_bytes_per_cycle + (all - cached) / dram.read_bytes_per_cycle +
         all / dram.write_bytes_per_cycle;
}

}  // namespace chasescope::model
