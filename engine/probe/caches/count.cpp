// Probe `count`: how many arrays of each cache an SM has.
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/inference/sharing/array_count.h"
#include "engine/probe/caches/agent_findings.h"
#include "engine/structure/sharing/pair_bench.h"

namespace chasescope {
namespace {

using inference::EvictionVerdict;
using structure::EvictionResult;
using structure::NearestCache;
using structure::Undecided;

constexpr const char* kCountReference = "topology thesis §4.6";
constexpr unsigned kWarp = 32;            // threads of a warp, if the device does not report them
constexpr unsigned kSingleThreads = 128;  // threads tested one by one, if the threads of a warp use different arrays
constexpr unsigned kSpotDistance = 37;    // distance between the threads beyond these that are tested

/// Which positions of a block use the array of thread 0.
class Positions {
 public:
  Positions(structure::PairBench& bench, Recorder& recorder, const NearestCache& cache, unsigned warp)
      : bench_(bench), recorder_(recorder), cache_(cache), warp_(warp), pairing_(bench.reference(cache).pairing) {
    const EvictionResult& same = bench.reference(cache).same;
    runs_ = {same.idle, same.run};
  }

  inference::ArrayCount count() {
    const bool by_warp = warps_are_one();
    const unsigned threads = bench_.threads();
    std::vector<bool> shares{true};
    if (by_warp) {
      // A different lane of each warp is tested: if the threads of a warp share an array, any lane will do.
      for (unsigned warp = 1; warp * warp_ + warp_ <= threads; ++warp) shares.push_back(shared(warp * warp_ + 7 * warp % warp_));
      return inference::count_arrays(shares);
    }
    for (unsigned thread = 1; thread < std::min(threads, kSingleThreads); ++thread) shares.push_back(shared(thread));
    inference::ArrayCount count = inference::count_arrays(shares);
    if (count.arrays == 0) return count;
    bool as_expected = threads <= kSingleThreads || count.period < shares.size();
    for (unsigned thread = kSingleThreads; thread < threads && as_expected; thread += kSpotDistance)
      as_expected = shared(thread) == shares[thread % count.period];
    if (!as_expected) return {.undecided = "The pattern of the first threads does not continue."};
    return count;
  }

  const std::vector<RunPtr>& runs() const { return runs_; }
  /// The result of the comparison, in words.
  std::string in_words(const inference::ArrayCount& count) const {
    const std::string unit = by_warp_ ? "warps" : "threads";
    if (count.period == 1) return "All " + unit + " of a block use the array of thread 0.";
    return std::to_string(count.sharing) + " of " + std::to_string(count.period) + " " + unit + " use the array of thread 0" +
           ", over and over; each array is taken to serve as many.";
  }

 private:
  bool warps_are_one() {
    by_warp_ = true;
    for (const unsigned lane : {1U, 2U, 3U, 5U, 8U, 13U, 21U, 31U})
      if (by_warp_ && lane < std::min(warp_, bench_.threads())) by_warp_ = shared(lane);
    return by_warp_;
  }

  bool shared(unsigned thread) {
    recorder_.progress(cache_.subject + ": threads 0 and " + std::to_string(thread));
    const EvictionResult result = bench_.evicts(cache_, cache_, {thread, pairing_.factor});
    if (result.verdict == EvictionVerdict::unclear)
      throw Undecided("Threads 0 and " + std::to_string(thread) + ": " + result.why_unclear);
    runs_.push_back(result.run);
    return result.verdict == EvictionVerdict::evicted;
  }

  structure::PairBench& bench_;
  Recorder& recorder_;
  const NearestCache& cache_;
  unsigned warp_;
  structure::Pairing pairing_;
  bool by_warp_ = true;
  std::vector<RunPtr> runs_;
};

Finding count_of(structure::PairBench& bench, Recorder& recorder, const NearestCache& cache, unsigned warp) {
  Finding finding = structure::blank_agent_finding(
      cache, quantity::count_per_sm,
      "Agent A, thread 0 of a block, fills the cache. Then another thread reads several times as much through the same space. Then "
      "A's accesses are timed. Threads that use the same array evict each other's lines.",
      kCountReference);
  if (!cache.usable()) {
    finding.reason = cache.undecided;
    structure::cite_runs(recorder, finding, {cache.survey.reference});
    return finding;
  }
  try {
    Positions positions(bench, recorder, cache, warp);
    const inference::ArrayCount count = positions.count();
    structure::cite_runs(recorder, finding, positions.runs());
    if (count.arrays == 0) {
      finding.reason = count.undecided;
    } else {
      structure::set_measured(finding, count.arrays);
      finding.reason = positions.in_words(count);
    }
  } catch (const Undecided& undecided) {
    finding.reason = undecided.what();
    structure::cite_runs(recorder, finding, {cache.survey.reference});
  }
  return finding;
}

class CountProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "count",
        .title = "Caches per SM",
        .group = "Caches",
        .summary =
            "How many L1, texture, read-only and constant caches an SM has, by which of its threads evict each other's lines.",
        .reference = kCountReference,
        .parameters = structure::agent_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    const auto stated = device.description().properties.warp_size.value_or(kWarp);
    const auto warp = static_cast<unsigned>(std::clamp<std::uint64_t>(stated, 1, 1024));
    return structure::run_agent_probe(
        info(), device, values, control, quantity::count_per_sm,
        [warp](structure::PairBench& bench, Recorder& recorder, const structure::NearestCaches& nearest) {
          std::vector<Finding> findings;
          // The L2 is the last cache before memory and belongs to all SMs.
          for (const NearestCache& cache : nearest.caches)
            if (!cache.absent && cache.subject != subject::l2) findings.push_back(count_of(bench, recorder, cache, warp));
          return findings;
        });
  }
};

}  // namespace

std::unique_ptr<Probe> make_count_probe() { return std::make_unique<CountProbe>(); }

}  // namespace chasescope
