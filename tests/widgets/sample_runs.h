// Synthetic runs for the tests and the gallery of the widgets. Small caches are simulated right here, so that no device is needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/findings/run.h"
#include "engine/session/document/session.h"

namespace chasescope::sample {

/// A cache of equal sets in front of a memory with two latencies.
struct Cache {
  std::uint64_t sets = 32, ways = 4, line = 128;
  bool lru = true;  ///< otherwise the victim is random, the second way three times as often as the others
  float hit = 116, near = 404, far = 655;
  double farShare = 0.02;
  double jitter = 2;  ///< cycles
};

/// Follows `bytes` by `stride` for `accesses` timed accesses after `warmup` untimed ones.
RunPtr chase(const std::string& id, const Cache& cache, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warmup,
             std::uint64_t accesses, std::uint64_t seed = 1);

/// The run without its result, as it is when it starts.
RunPtr started(const Run& run);

/// A trace of the given cycles over `period` lines of 128 bytes.
RunPtr fromCycles(const std::string& id, std::vector<float> cycles, std::uint64_t period, std::uint64_t warmup = 0);

/// The miss rate that a probe finds when it compares the run with its reference: the share of accesses above so many cycles.
Finding missRate(const Run& run, float above);

/// The textbook cache of the 2014 paper (three sets, two ways, two words of 4 bytes) chased with N = 10 … 18 words: figure 3.
std::vector<RunPtr> textbookSweep();

/// The runs of an L2 map: SMs with even numbers are near to the first half of the lines.
inline constexpr std::size_t kMapSms = 12, kMapLines = 16;
std::vector<RunPtr> mapRuns();

/// Bank requests by the rule of the 2014 paper (gcd(stride, 32) rows of 37.4 cycles), strides 0 to 64.
std::vector<RunPtr> bankRuns(unsigned bank_bytes = 4);

/// Thread-latency curves of one and two loads, unique blocks and pairs, that leap after 128 requests, as in the study's figures 3 to 5.
std::vector<RunPtr> burstRuns();

/// The findings that these curves show: an MSHR of 128 entries that merges 8.
std::vector<Finding> tableFindings();

/// Copies of which up to 768 KiB gain from the L2.
std::vector<RunPtr> copyRuns();

/// Reads of the L2 with words of 16 and 4 bytes, and reads and writes of memory, at a clock of `hertz`; 0: a device without a
/// clock.
std::vector<RunPtr> bandwidthRuns(double hertz = 1e9);

/// The L1 of the GTX 560 Ti as the 2014 paper found it: 32 sets of 4 ways of 128 bytes, the likeliest way replaced every second time, and its
/// miss rates from 16 to 24 KiB (figures 8 and 9). A texture cache chosen by bits 7 and 8 (figure 12), and a TLB of 17 and 6 × 8 pages
/// (figure 10).
std::vector<Finding> setFindings();
/// Of threads 1 to 7, the odd ones disturb thread 0 by 80 cycles. If that is not certain, no finding tells which threads disturb.
std::vector<Finding> disturbances(const char* subject, bool is_certain = true);

/// A device, runs and findings of every status.
Session session();

}  // namespace chasescope::sample
