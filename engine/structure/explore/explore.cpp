#include "engine/structure/explore/explore.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "engine/experiment/shared_work.h"
#include "engine/structure/levels/level_latency.h"
#include "engine/structure/shape/borne_out.h"
#include "engine/structure/shape/global_caches.h"
#include "engine/structure/shape/known_shapes.h"
#include "engine/structure/shape/known_spaces.h"
#include "engine/structure/shape/policy_look.h"
#include "engine/structure/shape/shape_by_trials.h"
#include "engine/structure/shape/shape_look.h"
#include "engine/structure/translation/translation_penalties.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr Most kForManner{.accesses = 250'000'000, .cycles = 4e8};  // for one way of asking questions
constexpr Most kForAllManners{.accesses = 1'200'000'000, .cycles = Budget::kNoEnd};

// The structure of all caches in front of one; empty if one of them is not known well enough.
std::vector<FrontSets> fronts_of(std::size_t level, const std::vector<CacheReport>& nearer) {
  std::vector<FrontSets> fronts;
  for (std::size_t i = 0; i < level && i < nearer.size(); ++i) {
    const CacheShape& shape = nearer[i].shape;
    if (!shape.index || shape.ways.empty()) return {};
    fronts.push_back({*shape.index, shape.ways, shape.line_bytes});
  }
  return fronts.size() == level ? fronts : std::vector<FrontSets>{};
}

// A way of asking questions about one cache.
struct Manner {
  bool apart = false;         // split each latency into that of a level and that of a TLB miss
  bool empties_sets = false;  // flush only those sets of the caches in front that the lines in question go to
};

// Finds sets with several ways of asking. The first way avoids TLB misses, which needs no assumption on what TLB misses add. If it
// does not find the sets, latencies are split. The caches in front are flushed as a whole, which needs no knowledge of them, unless
// they are large. If that does not find the sets, only those sets in front are flushed that the lines in question go to.
class Looker {
 public:
  Looker(Lab& lab, Survey& survey, Depth depth, bool& learnt, const std::vector<CacheReport>& nearer, CacheReport& report)
      : lab_(lab), survey_(survey), depth_(depth), learnt_(learnt), fronts_(fronts_of(report.level, nearer)), report_(report) {}

  void run() {
    std::vector<Manner> manners{{false, false}, {true, false}};
    if (!fronts_.empty() && !lab_.keeps_state())
      manners = survey_.noise.exact() && in_front_is_large()
                    ? std::vector<Manner>{{false, true}, {false, false}, {true, true}, {true, false}}
                    : std::vector<Manner>{{false, false}, {false, true}, {true, false}, {true, true}};
    const auto [best, manner] = best_of(manners);
    if (best) hold_against_evidence(*best, manner);
    withhold_the_end_of_two_levels();
  }

 private:
  void hold_against_evidence(DataTester& tester, Manner manner) {
    policy(tester, manner);
    try {
      if (!lab_.keeps(report_.subject)) withhold_what_chases_deny(tester);
      // On a card, trials would cost too much time for each cache. The discovery of a card makes them once, for the largest array.
      if (!lab_.keeps_state()) try_trials_where_walks_tell_nothing(tester);
    } catch (const Unanswered&) {
      // The device sometimes gives no answer. The result then rests on the evidence so far.
    }
    withhold_what_sets_deny(report_, tester.unit_bytes());
  }

  // Withholds the footprint if the latencies spread wider than those of one level do in this noise. They may be two levels, and the
  // footprint may be the end of the second. Sets and ways that were found exclude this.
  void withhold_the_end_of_two_levels() {
    const bool told_by_sets = report_.shape.index && !report_.shape.ways.empty();
    if (survey_.noise.exact() || lab_.keeps_state() || told_by_sets || !latency_of(survey_, report_.level).blurred) return;
    report_.contiguous_undecided =
        "The latencies of this level spread wider than one level's do in this noise. The footprint may end with another level "
        "behind it.";
    report_.outgrown.reset();
  }

  // Tries one way of asking after the other until the sets are found. Keeps the report with the most results, and returns its
  // tester and its way of asking.
  std::pair<std::unique_ptr<DataTester>, Manner> best_of(const std::vector<Manner>& manners) {
    Most most = kForAllManners;
    if (const SharedWork* shared = lab_.shared()) most.accesses = std::min(most.accesses, shared->most_for_a_cache);
    const Allowance in_all(lab_, most);
    const CacheReport blank = report_;
    std::unique_ptr<DataTester> best;
    Manner manner;
    for (std::size_t i = 0; i < manners.size(); ++i) {
      CacheReport report = blank;
      try {
        std::unique_ptr<DataTester> tester = in_manner(manners[i]);
        {
          const Allowance allowance(lab_, manners[i].empties_sets ? kForManner : kForCache);
          look_for_shape(lab_, survey_, *tester, report);
        }
        const bool whole = !report.shape.ways.empty(), done = whole || tester->is_blurred();
        // The largest footprint does not depend on the manner.
        if (!report.outgrown) report.outgrown = report_.outgrown;
        const bool plainest = !manners[i].apart && !manners[i].empties_sets;
        if (!best || whole || (plainest && known_of(report) > known_of(report_))) {
          report_ = std::move(report);
          best = std::move(tester);
          manner = manners[i];
        }
        if (done) break;
      } catch (const Undecided&) {
      }
    }
    return {std::move(best), manner};
  }

  // Withholds the structure if it does not predict chases that it was not inferred from.
  void withhold_what_chases_deny(DataTester& tester) {
    TestOutcome outcome;
    if (is_borne_out(lab_, survey_, report_, outcome)) return;
    CacheReport denied = report_;
    take_back(denied, outcome);
    // Walks can be wrong if lines that are read together evict lines of other sets. Trials are not affected by that.
    if (report_.level == 0 && report_.shape.by_trials.empty() && is_told_by_trials(tester, denied)) return;
    report_ = std::move(denied);
  }

  // Tries trials if walks found no sets. Walks fill sets one by one, and fail if a data store is smaller than the tags, or if the
  // index has no simple form.
  void try_trials_where_walks_tell_nothing(DataTester& tester) {
    const bool one_set = report_.shape.index && report_.shape.index->kind == inference::SetIndex::Kind::one_set;
    if (report_.level > 0 || one_set || (report_.shape.index && !report_.shape.ways.empty()) || !report_.shape.by_trials.empty())
      return;
    CacheReport blank = report_;
    blank.shape = {};
    blank.policy.reset();
    is_told_by_trials(tester, blank);
  }

  // Finds the sets by trials that vary only the low address bits, because fewer bits need fewer trials. Chases must then confirm
  // that the other bits don't choose the set. If they do, trials vary all bits.
  bool is_told_by_trials(DataTester& tester, const CacheReport& blank) {
    if (is_told_by_trials(tester, blank, kArrayBoundary)) return true;
    return !lab_.keeps_state() && lab_.limit_bytes() > kArrayBoundary &&
           is_told_by_trials(tester, blank, std::min(lab_.limit_bytes(), 16 * kArrayBoundary));
  }

  bool is_told_by_trials(DataTester& tester, const CacheReport& blank, std::uint64_t range) {
    CacheReport report = blank;
    report.undecided.clear();
    try {
      shape_by_trials(lab_, survey_, tester, report.subject, range, report.shape);
    } catch (const Undecided&) {
      return false;
    }
    if (depth_ >= Depth::policy) look_for_policy(lab_, survey_, tester, report);
    TestOutcome outcome;
    CacheReport everywhere = report;
    if (!lab_.keeps_state()) {
      everywhere.shape.examined_bytes = lab_.limit_bytes();
      // So that the test is made again: the earlier chases did not know how many lines stay, and read fewer lines.
      everywhere.shape.by_trials.clear();
    }
    if (!is_borne_out(lab_, survey_, everywhere, outcome)) return false;
    report.policy = std::move(everywhere.policy);
    report.policy_undecided = std::move(everywhere.policy_undecided);
    report_ = std::move(report);
    return true;
  }

  // How many parts of a cache's structure are known.
  static int known_of(const CacheReport& report) { return (report.shape.line_bytes != 0 ? 1 : 0) + (report.shape.index ? 1 : 0); }

  // Whether a cache in front is so large that questions would cost more accesses than the budget has.
  bool in_front_is_large() const {
    constexpr std::size_t kMany = 1024;
    try {
      return DataTester(lab_, survey_, report_.level).company().size() > kMany;
    } catch (const Undecided&) {
      return true;
    }
  }

  std::unique_ptr<DataTester> in_manner(const Manner& manner) {
    if (manner.apart && !learnt_) {
      survey_.translation = translation_penalties(lab_, survey_);
      learnt_ = true;
    }
    auto tester = std::make_unique<DataTester>(lab_, survey_, report_.level, manner.apart);
    if (manner.empties_sets) tester->empty_sets_of(fronts_);
    if (!fronts_.empty()) {
      const FrontSets& front = fronts_.back();
      tester->front_has_lines_of(front.line_bytes);
      tester->front_holds(std::accumulate(front.ways.begin(), front.ways.end(), std::uint64_t{0}) * front.line_bytes);
    }
    return tester;
  }

  void policy(DataTester& tester, Manner manner) {
    if (depth_ < Depth::policy || !report_.undecided.empty()) return;
    look_for_policy(lab_, survey_, tester, report_);
    std::vector<Manner> others;
    if (manner.empties_sets && !report_.shape.overflowing.empty()) others.push_back({manner.apart, false});
    if (!manner.apart) others.push_back({true, manner.empties_sets});
    for (const Manner& other : others) {
      if (report_.policy_undecided.empty()) return;
      try {
        const auto asker = in_manner(other);
        asker->keep_clear_of(report_.shape.overflowing);
        asker->suppose(report_.shape.index);
        if (!fronts_.empty() && !report_.shape.overflowing.empty()) asker->choose_primer(report_.shape.overflowing);
        look_for_policy(lab_, survey_, *asker, report_);
      } catch (const Undecided&) {
      }
    }
  }

  Lab& lab_;
  Survey& survey_;
  Depth depth_;
  bool& learnt_;
  std::vector<FrontSets> fronts_;
  CacheReport& report_;
};

}  // namespace

SpaceReport explore_space(Lab& lab, Depth depth, std::size_t caches_of_global_ca, const std::vector<std::string>& skip,
                          std::size_t most_caches) {
  SpaceReport report;
  report.setting = lab.setting();
  try {
    const MemorySpace space = lab.setting().space;
    if (space == MemorySpace::texture || space == MemorySpace::readonly) most_caches = std::min<std::size_t>(most_caches, 1);
    if (space == MemorySpace::constant) most_caches = std::min<std::size_t>(most_caches, 2);
    report.survey = survey_levels(lab, most_caches);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
    return report;
  }
  bool learnt = false;  // whether the penalties of TLB misses are known
  const bool all = report.survey.memory_seen || report.survey.caches() >= most_caches;
  const std::size_t caches = report.survey.caches() + (all ? 0 : 1);
  // If one level answers every access, it may be any of several, unless global.ca has shown more of them.
  const MemorySpace space = lab.setting().space;
  const bool is_global = space == MemorySpace::global_ca || space == MemorySpace::global_cg;
  const bool is_nameless =
      (is_global || space == MemorySpace::local) && !all && report.survey.caches() == 0 && caches_of_global_ca <= 1;
  for (const std::string& subject :
       is_nameless ? std::vector<std::string>{"device"} : subjects_of(lab.description(), space, caches, caches_of_global_ca)) {
    CacheReport cache;
    cache.subject = subject;
    cache.level = report.caches.size();
    if (cache.level >= report.survey.caches()) {
      if (report.survey.noise.exact()) cache.holds_at_least = report.survey.held_until;
      cache.undecided = report.survey.why_no_end();
    } else if (depth >= Depth::sets && std::find(skip.begin(), skip.end(), subject) == skip.end()) {
      Looker(lab, report.survey, depth, learnt, report.caches, cache).run();
    }
    report.caches.push_back(std::move(cache));
  }
  if (SharedWork* shared = lab.shared(); shared != nullptr && depth >= Depth::sets) {
    const bool is_nearest_skipped =
        !report.caches.empty() && std::find(skip.begin(), skip.end(), report.caches.front().subject) != skip.end();
    if (!is_nearest_skipped) shared->of<KnownSpaces>().remember_nearest(report);
    if (!report.caches.empty() && !report.caches.front().shape.ways.empty())
      shared->of<KnownShapes>().remember(report.setting, report.caches.front().shape);
  }
  return report;
}

SpaceReport explore_caches(Lab& lab, Depth depth, const std::vector<std::string>& subjects) {
  SpaceReport report;
  report.setting = lab.setting();
  try {
    report.survey = survey_levels(lab, subjects.size());
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
    return report;
  }
  bool learnt = false;  // whether the penalties of TLB misses are known
  for (const std::string& subject : subjects) {
    CacheReport cache;
    cache.subject = subject;
    cache.level = report.caches.size();
    if (cache.level >= report.survey.caches()) break;
    Looker(lab, report.survey, depth, learnt, report.caches, cache).run();
    report.caches.push_back(std::move(cache));
  }
  return report;
}

}  // namespace chasescope::structure
