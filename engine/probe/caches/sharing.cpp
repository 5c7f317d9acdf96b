// Probe `sharing`: which logical caches are one array.
#include <algorithm>

#include "engine/device/validate.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/sharing/shared_arrays.h"
#include "engine/probe/caches/agent_findings.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/parameters.h"
#include "engine/structure/sharing/pair_bench.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::EvictionVerdict;
using inference::Relation;
using structure::EvictionResult;
using structure::NearestCache;
using structure::Undecided;

constexpr const char* kSharingReference = "topology thesis §4.5";
constexpr const char* kMethod =
    "Agent A fills the nearest cache of this space. Then agent B, a thread of the same block, reads several times as much through "
    "another space. Then A's accesses are timed. The same is done the other way round. A shared array loses lines both ways. Two "
    "agents of this space showed how much B must read.";

/// The result for a pair of caches.
struct Pair {
  Relation relation = Relation::unknown;
  std::vector<EvictionResult> looks;
  std::string why;  ///< if unknown
};

class Comparison {
 public:
  Comparison(structure::PairBench& bench, Recorder& recorder, const structure::NearestCaches& nearest)
      : bench_(bench), recorder_(recorder), past_(nearest.past_the_nearest) {
    for (const NearestCache& cache : nearest.caches)
      if (!cache.absent) caches_.push_back(&cache);
  }

  void run() {
    const std::size_t count = caches_.size();
    pairs_.assign(count, std::vector<Pair>(count));
    controls_.assign(count, {});
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j) {
        recorder_.progress(caches_[i]->subject + " beside " + caches_[j]->subject);
        pairs_[i][j] = pairs_[j][i] = compare(*caches_[i], *caches_[j]);
      }
    for (std::size_t i = 0; i < count; ++i) control(i);
    std::vector<std::vector<Relation>> relations(count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j) relations[i].push_back(pairs_[i][j].relation);
    arrays_ = inference::find_shared_arrays(relations);
  }

  std::vector<Finding> findings() {
    std::vector<Finding> list;
    for (std::size_t i = 0; i < caches_.size(); ++i) {
      // The L2 belongs to all SMs. Its finding is worth reporting only if another logical cache turned out to be the L2.
      if (caches_[i]->subject == subject::l2 && arrays_.partners[i].empty()) continue;
      list.push_back(finding(i));
    }
    return list;
  }

 private:
  // The lines of the smaller cache come first, so that the array that is read through the other space need not be larger than
  // necessary.
  Pair compare(const NearestCache& one, const NearestCache& other) {
    Pair pair;
    for (const NearestCache* cache : {&one, &other})
      if (!cache->usable()) {
        pair.why = cache->subject + ": " + cache->undecided;
        return pair;
      }
    const bool in_order = one.outgrown() <= other.outgrown();
    const NearestCache& smaller = in_order ? one : other;
    const NearestCache& larger = in_order ? other : one;
    const EvictionResult first = look(smaller, larger, pair);
    if (first.verdict != EvictionVerdict::kept) {
      const EvictionResult second = look(larger, smaller, pair);
      pair.relation = inference::relation_of(first.verdict, second.verdict);
    } else {
      pair.relation = Relation::separate;
    }
    return pair;
  }

  EvictionResult look(const NearestCache& victim, const NearestCache& other, Pair& pair) {
    EvictionResult result;
    try {
      result = bench_.evicts(victim, other, bench_.reference(victim).pairing);
    } catch (const Undecided& undecided) {
      result.why_unclear = undecided.what();
    }
    if (result.verdict == EvictionVerdict::unclear) pair.why = result.why_unclear;
    pair.looks.push_back(result);
    return result;
  }

  // A control: loads that bypass the nearest caches must not evict their lines. If they do, a cache behind invalidates the lines of
  // the caches in front (it is inclusive), and evictions prove nothing about sharing.
  void control(std::size_t i) {
    const NearestCache& cache = *caches_[i];
    const auto shares = [](const Pair& pair) { return pair.relation == Relation::one_array; };
    if (!past_ || !past_->usable() || std::none_of(pairs_[i].begin(), pairs_[i].end(), shares)) return;
    constexpr double kMuchSlower = 1.3;
    if (past_->hit_cycles() < kMuchSlower * cache.hit_cycles()) return;
    controls_[i] = bench_.evicts(cache, *past_, bench_.reference(cache).pairing);
    if (controls_[i].verdict != EvictionVerdict::evicted) return;
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      if (!shares(pairs_[i][j])) continue;
      for (Pair* pair : {&pairs_[i][j], &pairs_[j][i]}) {
        pair->relation = Relation::unknown;
        pair->why = "Loads that skip the nearest cache evict its lines, too. So evictions do not show which spaces share it.";
      }
    }
  }

  Finding finding(std::size_t i) {
    const NearestCache& cache = *caches_[i];
    Finding finding = structure::blank_agent_finding(cache, quantity::shares_with, kMethod, kSharingReference);
    std::vector<RunPtr> runs;
    const auto cite = [&](const EvictionResult& result) {
      runs.push_back(result.idle);
      runs.push_back(result.run);
    };
    try {
      if (cache.usable()) cite(bench_.reference(cache).same);
    } catch (const Undecided&) {
      // The reason is reported with the pairs.
    }
    for (const Pair& pair : pairs_[i])
      for (const EvictionResult& result : pair.looks) cite(result);
    cite(controls_[i]);
    structure::cite_runs(recorder_, finding, runs);
    if (caches_.size() < 2) {
      finding.reason = "The device has no other space with a cache to compare it with.";
      return finding;
    }
    if (!arrays_.undecided[i].empty()) {
      finding.reason = arrays_.undecided[i];
      for (std::size_t j = 0; j < caches_.size(); ++j)
        if (i != j && pairs_[i][j].relation == Relation::unknown)
          finding.reason += " Beside " + caches_[j]->subject + ": " + pairs_[i][j].why;
      return finding;
    }
    nlohmann::json partners = nlohmann::json::array();
    for (const std::size_t j : arrays_.partners[i]) partners.push_back(caches_[j]->subject);
    structure::set_measured(finding, partners);
    finding.reason = "Compared with";
    for (std::size_t j = 0; j < caches_.size(); ++j) {
      if (i == j) continue;
      finding.reason += " " + caches_[j]->subject + told(i, j) +
                        (j + 1 == caches_.size() || (i + 1 == caches_.size() && j + 2 == caches_.size()) ? "." : ",");
    }
    return finding;
  }

  /// " (kept 384 of 384)": how many of A's lines stayed in the first comparison.
  std::string told(std::size_t i, std::size_t j) const {
    if (pairs_[i][j].looks.empty()) return "";
    std::string text;
    for (const EvictionResult& look : pairs_[i][j].looks)
      text += (text.empty() ? " (" : "; the other way ") + format_count(look.beside.slow) + " of " +
              format_count(look.beside.watched) + " accesses missed, alone " + format_count(look.alone.slow) + " of " +
              format_count(look.alone.watched);
    return text + ")";
  }

  structure::PairBench& bench_;
  Recorder& recorder_;
  const std::optional<NearestCache>& past_;
  std::vector<const NearestCache*> caches_;
  std::vector<std::vector<Pair>> pairs_;  // symmetric
  std::vector<EvictionResult> controls_;  // by cache
  inference::SharedArrays arrays_;
};

class SharingProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "sharing",
        .title = "Shared arrays",
        .group = "Caches",
        .summary =
            "Which of the L1, texture, read-only and constant caches are one array, by two agents that evict each other or do not.",
        .reference = kSharingReference,
        .parameters = structure::agent_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_agent_probe(info(), device, values, control, quantity::shares_with,
                                      [](structure::PairBench& bench, Recorder& recorder, const structure::NearestCaches& nearest) {
                                        Comparison comparison(bench, recorder, nearest);
                                        comparison.run();
                                        return comparison.findings();
                                      });
  }
};

}  // namespace

std::unique_ptr<Probe> make_sharing_probe() { return std::make_unique<SharingProbe>(); }

}  // namespace chasescope
