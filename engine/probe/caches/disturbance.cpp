// Probe `disturbance`: how much each thread of a block disturbs thread 0, thread by thread.
#include <algorithm>
#include <numeric>

#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/agent_findings.h"
#include "engine/probe/parameters.h"
#include "engine/structure/sharing/pair_bench.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::EvictionVerdict;
using structure::EvictionResult;
using structure::NearestCache;
using structure::Undecided;

constexpr const char* kDisturbanceReference = "topology thesis §4.6, figures 4.21 to 4.26";

/// The mean latency of agent A's accesses.
double mean_cycles(const RunPtr& run) {
  const std::vector<float> cycles = run->as<PairedChaseRequest>()->result.a.cycles.copy();
  return cycles.empty() ? 0 : std::accumulate(cycles.begin(), cycles.end(), 0.0) / static_cast<double>(cycles.size());
}

struct Asked {
  std::uint64_t step = 1;                  ///< distance between the threads that are tested
  std::uint64_t most = ~std::uint64_t{0};  ///< only threads below this number are tested
};

/// The findings about one cache: the cycles that each thread adds, and which threads evict lines.
std::vector<Finding> findings_of(structure::PairBench& bench, Recorder& recorder, const NearestCache& cache, const Asked& asked) {
  const auto blank = [&](const char* quantity) {
    Finding finding = structure::blank_agent_finding(
        cache, quantity,
        "Thread 0 of a block fills the cache. Then another thread reads several times as much through the same space. Then thread "
        "0's accesses are timed. This is done for each other thread. The value is the mean of these accesses, less their mean "
        "beside a thread that reads a single line.",
        kDisturbanceReference);
    finding.unit = find_quantity(quantity)->unit;
    return finding;
  };
  Finding cycles = blank(quantity::disturbance_cycles), threads = blank(quantity::disturbing_threads);
  const auto undecided = [&](const std::string& why) {
    cycles.reason = threads.reason = why;
    structure::cite_runs(recorder, cycles, {cache.survey.reference});
    structure::cite_runs(recorder, threads, {cache.survey.reference});
    return std::vector<Finding>{cycles, threads};
  };
  if (!cache.usable()) return undecided(cache.undecided);
  try {
    const structure::Pairing pairing = bench.reference(cache).pairing;
    const std::uint64_t end = std::min<std::uint64_t>(bench.threads(), asked.most);
    nlohmann::json extra = nlohmann::json::array(), disturbing = nlohmann::json::array();
    std::vector<RunPtr> shown;
    std::size_t unclear = 0;
    for (std::uint64_t thread = asked.step; thread < end; thread += asked.step) {
      recorder.progress(cache.subject + ": thread " + std::to_string(thread) + " of " + std::to_string(end));
      const EvictionResult result = bench.evicts(cache, cache, {static_cast<unsigned>(thread), pairing.factor});
      if (!result.run) throw Undecided("Threads 0 and " + std::to_string(thread) + ": " + result.why_unclear);
      if (shown.empty()) shown = {result.idle, result.run};
      extra.push_back(mean_cycles(result.run) - mean_cycles(result.idle));
      if (result.verdict == EvictionVerdict::evicted) disturbing.push_back(thread);
      if (result.verdict == EvictionVerdict::unclear) ++unclear;
    }
    if (extra.empty()) return undecided("The block has no other thread to ask.");
    const std::size_t others = extra.size(), sharing = disturbing.size();
    for (Finding* finding : {&cycles, &threads}) {
      finding->conditions["step_threads"] = asked.step;
      finding->conditions["threads"] = end;
      structure::cite_runs(recorder, *finding, shown);
      finding->reason = std::to_string(sharing) + " of " + std::to_string(others) + " threads evict lines of thread 0.";
    }
    cycles.status = FindingStatus::measured;
    cycles.value = std::move(extra);
    if (unclear == 0) {
      threads.status = FindingStatus::measured;
      threads.value = std::move(disturbing);
    } else {
      threads.reason =
          "Of " + std::to_string(unclear) +
          " threads it is uncertain: more of thread 0's accesses missed than by chance, and fewer than a shared array would lose.";
    }
    return {cycles, threads};
  } catch (const Undecided& why) {
    return undecided(why.what());
  }
}

class DisturbanceProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = [] {
      ProbeInfo made{
          .name = "disturbance",
          .title = "Disturbance by thread",
          .group = "Caches",
          .summary =
              "How much each thread of a block disturbs thread 0 in each cache of the SM: threads whose warps use another cache "
              "evict none of its lines.",
          .reference = kDisturbanceReference,
          .parameters = structure::agent_parameters(),
      };
      made.parameters.push_back(
          {.key = "step",
           .label = "Every so many threads",
           .kind = ParameterKind::count,
           .default_text = "1",
           .help = "1 measures every thread of the block; 32 measures one of each warp, in a thirty-second of the time."});
      made.parameters.push_back({.key = "threads",
                                 .label = "Threads",
                                 .kind = ParameterKind::count,
                                 .default_text = "1024",
                                 .help = "How many threads of the block are measured, at most as many as it can have."});
      return made;
    }();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const Asked asked{read.count("step"), read.count("threads")};
    if (asked.step == 0)
      return DeviceError{ErrorCode::invalid_request, "step: 0 would ask thread 0 of itself; 1 asks every thread."};
    if (asked.most <= asked.step)
      return DeviceError{ErrorCode::invalid_request, "threads: " + std::to_string(asked.most) +
                                                         " has no other thread to ask at a step of " + std::to_string(asked.step) +
                                                         "; it takes " + std::to_string(asked.step + 1) + " or more."};
    return structure::run_agent_probe(
        info(), device, values, control, quantity::disturbance_cycles,
        [&asked](structure::PairBench& bench, Recorder& recorder, const structure::NearestCaches& nearest) {
          std::vector<Finding> findings;
          // The L2 is the last cache before memory and belongs to all SMs.
          for (const NearestCache& cache : nearest.caches)
            if (!cache.absent && cache.subject != subject::l2)
              for (Finding& finding : findings_of(bench, recorder, cache, asked)) findings.push_back(std::move(finding));
          return findings;
        });
  }
};

}  // namespace

std::unique_ptr<Probe> make_disturbance_probe() { return std::make_unique<DisturbanceProbe>(); }

}  // namespace chasescope
