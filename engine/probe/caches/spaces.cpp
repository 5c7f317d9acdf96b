#include "engine/probe/caches/spaces.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "engine/experiment/shared_work.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/distances.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/finer_space.h"
#include "engine/structure/levels/many_sms.h"
#include "engine/structure/levels/wandering_clock.h"
#include "engine/structure/shape/global_caches.h"
#include "engine/structure/shape/known_spaces.h"

namespace chasescope::structure {
namespace {

// If so many accesses through global.cg did not decide the structure of a large cache, loads through a further cache in front will
// seldom do.
constexpr std::uint64_t kDear = 30'000'000;  // accesses
constexpr const char* kNotAgain =
    "Many accesses through global.cg, with no L1 in front, could not tell it; they are not made again through this space.";

bool is_global(MemorySpace space) { return space == MemorySpace::global_ca || space == MemorySpace::global_cg; }

// Results of the global spaces about the L2, which all spaces share.
struct L2Seen {
  double hit_cycles = 0;
  double memory_cycles = 0;  ///< 0: memory was not seen
  std::uint64_t fits = 0;    ///< bytes; 0 if a cache in front may have answered for most of them
  bool starts_empty = true;  ///< caches are cold at first, so that the latency of untouched memory is that of memory itself
};

void remember_l2(const SpaceReport& report, bool starts_empty, bool is_passed_by_none, std::optional<L2Seen>& l2) {
  // In a footprint of so many times the front cache's capacity, most accesses miss the front cache.
  constexpr std::uint64_t kPastTheFront = 4;
  const Survey& survey = report.survey;
  for (const CacheReport& cache : report.caches) {
    const bool is_only = is_passed_by_none && report.caches.size() == 1;  // the nearest cache is also the last one
    if ((cache.subject != subject::l2 && !is_only) || l2) continue;
    l2 = L2Seen{survey.levels[cache.level].latency.median, survey.memory_seen ? survey.levels.back().latency.median : 0, 0,
                starts_empty};
    if (cache.level >= survey.caches()) continue;
    const std::uint64_t fits = survey.boundaries[cache.level].fits;
    if (cache.level == 0 || fits >= kPastTheFront * survey.boundaries[cache.level - 1].fits) l2->fits = fits;
  }
}

// Whether a level of another space lies nearer to memory than the L2. If so, this level is not a cache in front of the L2.
bool is_nearer_to_memory(const Survey& survey, std::size_t level, const std::optional<L2Seen>& l2) {
  if (!l2 || !l2->starts_empty || l2->memory_cycles <= 0 || survey.cold_cycles <= 0 || level >= survey.levels.size()) return false;
  return survey.cold_cycles - survey.levels[level].latency.median < l2->memory_cycles - l2->hit_cycles - margin_of(survey);
}

// The second cache behind the constant space may be the L2. It is another cache if it is much faster than the L2 or much smaller.
// It is also another one if the space shows more caches than the L1 and the shared ones, and this cache lies farther from memory
// than the L2. If global loads show no cache, there is no L2. `shared`: the number of caches that all spaces share.
std::optional<std::string> doubt_of_constant_l1_5(const SpaceReport& report, const CacheReport& cache,
                                                  const std::optional<L2Seen>& l2, std::size_t shared, bool is_global_uncached) {
  constexpr double kMuchFaster = 0.75;
  constexpr std::uint64_t kMuchSmaller = 4;
  if (cache.subject != subject::constant_l1_5 || is_global_uncached) return std::nullopt;
  const Survey& survey = report.survey;
  const double hit = survey.levels[cache.level].latency.median;
  if (l2 && hit < kMuchFaster * l2->hit_cycles) return std::nullopt;
  const bool outgrown = cache.level < survey.caches() && survey.boundaries[cache.level].known();
  if (outgrown && l2 && kMuchSmaller * survey.boundaries[cache.level].fits <= l2->fits) return std::nullopt;
  const std::size_t caches = survey.caches() + (survey.memory_seen ? 0 : 1);
  if (l2 && l2->memory_cycles > 0 && survey.cold_cycles > 0 && shared > 0 && caches > shared + 1) {
    if (survey.cold_cycles - hit > l2->memory_cycles - l2->hit_cycles + margin_of(survey)) return std::nullopt;
  }
  return "The level behind the constant L1 may be a cache of its own or the L2. It is not much faster than the L2, and this space "
         "is too small to show that it ends elsewhere.";
}

// Results of global loads, to be compared with those of spaces whose caches lie in front of the same shared caches.
struct GlobalSeen {
  std::size_t shared = 0;      ///< caches that all spaces share, behind the nearest caches of the single spaces
  std::size_t all = 0;         ///< all caches that global loads use, the L1 included if no loads bypass it
  std::vector<double> levels;  ///< cycles, nearest first; empty if not all can be told apart through global.ca
  std::uint64_t fits = 0;      ///< bytes that fit in the nearest cache
  double second = 0;           ///< latency of the level behind the nearest cache of global.cg; 0 if not known
  bool uncached = false;       ///< global loads use no cache at all
};

// Whether the space's level of this number is as far behind its nearest cache as that of global loads is behind theirs.
bool is_as_far(const Survey& survey, const GlobalSeen& global, std::size_t level) {
  constexpr double kEqual = 2, kEqualInNoise = 0.03;
  if (level >= survey.levels.size() || level >= global.levels.size()) return false;
  const double own = survey.levels.front().latency.median, behind = survey.levels[level].latency.median;
  const double margin = survey.noise.exact() ? kEqual : kEqualInNoise * behind;
  return std::abs((behind - own) - (global.levels[level] - global.levels.front())) <= margin;
}

// Whether a space uses the caches of global loads and none of its own: it shows the same levels, perhaps with a constant added.
bool is_same(const Survey& survey, const GlobalSeen& global) {
  constexpr double kAlike = 0.1;
  if (global.levels.empty() || survey.boundaries.front().fits != global.fits) return false;
  const double own = survey.levels.front().latency.median, nearest = global.levels.front();
  if (std::abs(own - nearest) <= kAlike * nearest) return true;
  if (survey.levels.size() != global.levels.size()) return false;
  for (std::size_t i = 1; i < global.levels.size(); ++i)
    if (!is_as_far(survey, global, i)) return false;
  return true;
}

// A space with a cache of its own has that cache in front of the shared ones. If this space shows fewer of the shared caches than
// global loads do, the level that answers the misses of its own cache is not known.
bool hides_levels(const SpaceReport& report, const CacheReport& cache, const GlobalSeen& global, const std::optional<L2Seen>& l2) {
  constexpr double kAlike = 0.1;
  const MemorySpace space = report.setting.space;
  // The constant space then has two caches of its own.
  if (cache.subject == subject::constant_l1_5)
    return (report.survey.memory_seen && report.survey.caches() < global.all + 2) ||
           is_nearer_to_memory(report.survey, cache.level + 1, l2);
  if (space != MemorySpace::texture && space != MemorySpace::readonly && space != MemorySpace::constant) return false;
  if (report.survey.boundaries.empty()) return false;
  // A space of the same caches that shows fewer levels hides one of them, or did not reach memory. In the second case the level
  // behind the cache is the one that global loads show there.
  if (is_same(report.survey, global))
    return report.survey.levels.size() < global.levels.size() &&
           (report.survey.memory_seen || !is_as_far(report.survey, global, cache.level + 1));
  if (is_nearer_to_memory(report.survey, cache.level + 1, l2)) return true;
  // Walks over neighbouring lines may overflow this cache and the next one at the same footprint. Then the second level that they
  // show is the one behind the next cache.
  if (global.second > 0 && report.survey.levels.size() > 1 &&
      report.survey.levels[1].latency.median >= (1 - kAlike) * global.second)
    return true;
  return report.survey.memory_seen && report.survey.caches() < global.shared + 1;
}

// Looks for two caches that overflow between the same two footprints, if the L2 size that the vendor's interface reports lies
// between these footprints, too. The farther of the two may be a cache, or the other half of the L2 (card_levels.h). Returns the
// index of the nearer one.
std::optional<std::size_t> may_be_halves(const Description& device, const SpaceReport& report) {
  const auto whole = device.properties.l2_bytes;
  const std::vector<Boundary>& ends = report.survey.boundaries;
  for (std::size_t i = 1; whole && i < ends.size(); ++i)
    if (ends[i - 1].known() && !ends[i].known() && ends[i - 1].fits < *whole && *whole < ends[i - 1].outgrown) return i - 1;
  return std::nullopt;
}

void withdraw_penalty(Finding& finding, const GlobalSeen& global) {
  finding.status = FindingStatus::not_measurable;
  finding.value = nullptr;
  finding.low.reset();
  finding.high.reset();
  finding.reason = "Global loads show " + std::to_string(global.all) + (global.all == 1 ? " cache" : " caches") +
                   " that may lie between this one and memory, and fewer levels were found behind it. So it is not known which of "
                   "them answers its misses.";
}

class SpacesExplorer {
 public:
  SpacesExplorer(const Exploration& exploration, const FindingsOfCache& findings_of, const AfterSpace& after)
      : on_(exploration),
        findings_of_(findings_of),
        after_(after),
        order_(exploration.spaces),
        shared_work_(*exploration.recorder.shared()) {
    // global.cg comes first: its results are needed to explore the others.
    std::stable_partition(order_.begin(), order_.end(), [](MemorySpace space) { return space == MemorySpace::global_cg; });
  }

  void run() {
    look_at_global_spaces();
    if (on_.nearest_only && caches_of_ca_ > global_.shared) left_out_ = dear_ = shared_;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Setting setting = on_.setting;
      setting.space = order_[i];
      Lab lab(on_.device, on_.recorder, setting, on_.budget);
      const std::uint64_t spent = lab.spent();
      SpaceReport report = explore(lab);
      const double done = static_cast<double>(i + 1) / static_cast<double>(order_.size());
      on_.recorder.progress(on_.title, on_.from + (on_.to - on_.from) * done);
      tell(lab, report, spent);
      if (on_.depth >= Depth::sets) shared_work_.of<KnownSpaces>().remember_told(report, shared_);
      if (after_) after_(lab, report, shared_);
      asked_.push_back(std::move(report));
    }
    for (const Shown& hidden : hidden_) look_through_finer_space(hidden);
  }

 private:
  // Counts the caches of both global spaces. The difference shows which caches global.cg bypasses.
  void look_at_global_spaces() {
    const Description& device = on_.device.description();
    const bool has_ca = device.serves(MemorySpace::global_ca), has_cg = device.serves(MemorySpace::global_cg);
    if (has_ca && has_cg &&
        std::any_of(order_.begin(), order_.end(), [](MemorySpace space) { return space != MemorySpace::constant; })) {
      const Behind cg = caches_behind(MemorySpace::global_cg), ca = caches_behind(MemorySpace::global_ca);
      count_ = count_global_caches(ca, cg);
      const std::size_t shared = count_.of_cg != 0 ? count_.of_cg : count_.of_ca;
      caches_of_ca_ = count_.of_ca;
      global_ = {shared,
                 shared,
                 count_.told_apart ? ca.levels : std::vector<double>{},
                 ca.fits,
                 count_.of_cg != 0 ? cg.second : 0,
                 ca.is_uncached() && cg.is_uncached()};
    } else if (order_.size() > 1 && has_ca) {
      const Behind ca = caches_behind(MemorySpace::global_ca);
      // At least the last of these caches is shared by all spaces.
      const std::size_t shared = ca.caches == 0 ? 0 : std::max<std::size_t>(1, ca.caches - 1);
      global_ = {shared, ca.caches, ca.levels, ca.fits, 0, ca.is_uncached()};
    }
    if (!has_cg && global_.all == 1) return;  // a single cache that no loads bypass is the L1 of global loads, and no shared cache
    shared_ = subjects_of(device, MemorySpace::global_cg, global_.shared, std::max(caches_of_ca_, global_.all));
    std::erase(shared_, subject::l1_data);  // the L1 does not lie in front of other spaces' caches
  }

  Behind caches_behind(MemorySpace space) {
    Setting setting = on_.setting;
    setting.space = space;
    Lab lab(on_.device, on_.recorder, setting, on_.budget);
    const SpaceReport report = explore_space(lab, Depth::levels, 0, {});
    if (!report.undecided.empty()) return {};
    const Survey& survey = report.survey;
    Behind behind{survey.caches() + (survey.memory_seen ? 0 : 1),
                  survey.levels.front().latency.median,
                  survey.caches() > 0 ? survey.boundaries.front().fits : 0,
                  survey.levels.size() > 1 ? survey.levels[1].latency.median : 0,
                  {}};
    for (const DataLevel& level : survey.levels) behind.levels.push_back(level.latency.median);
    return behind;
  }

  // Several steps of a discovery report different findings of the same caches. Each space is explored only once for all of them.
  SpaceReport explore(Lab& lab) {
    const KnownSpaces::Question question{lab.setting(), on_.depth, caches_of_ca_, dear_};
    const bool is_shared = on_.depth >= Depth::sets;
    const SpaceReport* known = is_shared ? shared_work_.of<KnownSpaces>().explored(question) : nullptr;
    SpaceReport report = known != nullptr ? *known : explore_space(lab, on_.depth, caches_of_ca_, dear_);
    if (known == nullptr && is_shared) shared_work_.of<KnownSpaces>().remember(question, report);
    if (on_.latencies == Latencies::of_many_sms && report.undecided.empty()) see_levels_from_many_sms(lab, report.survey);
    return report;
  }

  void tell(Lab& lab, SpaceReport& report, std::uint64_t spent_before) {
    const MemorySpace space = lab.setting().space;
    if (!report.undecided.empty()) {
      Finding finding = blank_finding(subject::device, quantity::levels, "1", lab.setting());
      finding.reason = report.undecided;
      return add(std::move(finding));
    }
    if (report.caches.empty()) tell_of_no_cache(lab, report);
    const bool is_cg = space == MemorySpace::global_cg;
    if (is_cg ? !count_.cg_told_apart : space == MemorySpace::global_ca && !count_.told_apart) {
      tell_of_hidden_caches(lab, report);
      // The nearest cache is known even so: it is the one that answers a single element.
      const bool is_nearest_known = !is_cg && !report.caches.empty() && report.caches.front().subject == subject::l1_data;
      report.caches.resize(is_nearest_known ? 1 : 0);
      if (!is_nearest_known) return;
    }
    if (space == MemorySpace::local && global_.all > 0 && report.caches.size() != global_.shared + 1) {
      // Local memory has one cache of its own, or none. With any other number of caches it is not clear which one is which.
      for (CacheReport& cache : report.caches) cache.subject = subject::device;
    }
    if (const auto near = may_be_halves(on_.device.description(), report))
      for (CacheReport& cache : report.caches)
        if (cache.level == *near || cache.level == *near + 1) cache.subject = subject::device;
    if (is_global(space)) remember_l2(report, !lab.keeps_state(), !on_.device.description().serves(MemorySpace::global_cg), l2_);
    for (CacheReport& cache : report.caches) tell_of(lab, report, cache);
    if (is_cg) remember_shown(lab, report, spent_before);
  }

  void tell_of_no_cache(Lab& lab, const SpaceReport& report) {
    Finding finding = blank_finding(subject::device, quantity::capacity_bytes, "bytes", lab.setting());
    finding.reason = of_no_level(report.survey);
    if (finding.reason.empty()) {
      finding.status = FindingStatus::absent;
      finding.reason =
          "The first access to untouched memory takes no longer than the thousandth to one element: no cache is in the way.";
    }
    finding.method = "One element over and over, beside a walk over untouched memory.";
    if (findings_of_) finding.evidence = {lab.cite(report.survey.reference), lab.cite(report.survey.cold)};
    const bool is_uncached = finding.status == FindingStatus::absent;
    add(std::move(finding));
    if (is_uncached && on_.latencies == Latencies::of_many_sms && is_global(lab.setting().space)) add(memory_finding(lab, report));
  }

  void tell_of_hidden_caches(Lab& lab, const SpaceReport& report) {
    const MemorySpace space = lab.setting().space;
    Finding finding = blank_finding(subject::device, quantity::hit_latency_cycles, "cycles", lab.setting());
    finding.reason = std::string(space == MemorySpace::global_cg ? "global.ca" : "global.cg") +
                     " shows more caches behind the nearest that it has than " + std::string(to_string(space)) + ", which shows " +
                     std::to_string(report.caches.size()) + " in all: some of them can't be told apart through this space.";
    if (findings_of_) finding.evidence = {lab.cite(report.survey.reference)};
    add(std::move(finding));
  }

  void tell_of(Lab& lab, const SpaceReport& report, CacheReport& cache) {
    if (std::find(left_out_.begin(), left_out_.end(), cache.subject) != left_out_.end()) return;
    const bool is_shown = std::find(shown_.begin(), shown_.end(), cache.subject) != shown_.end();
    if (!is_shown && std::find(dear_.begin(), dear_.end(), cache.subject) != dear_.end()) cache.undecided = kNotAgain;
    if (const auto doubt = doubt_of_constant_l1_5(report, cache, l2_, global_.shared, global_.uncached)) {
      Finding finding = blank_finding(cache.subject, quantity::hit_latency_cycles, "cycles", lab.setting());
      finding.reason = *doubt;
      if (findings_of_) finding.evidence = {lab.cite(report.survey.levels[cache.level].shown_by)};
      add(std::move(finding));
      cache.subject = subject::device;
      return;
    }
    if (is_shown || !findings_of_) return;
    bool is_open = false;
    for (Finding& finding : findings_of_(lab, report, cache)) {
      const bool hidden =
          hides_levels(report, cache, global_, l2_) || (lab.setting().space == MemorySpace::global_ca && !count_.told_apart);
      if (finding.quantity == quantity::miss_penalty_cycles && hidden) withdraw_penalty(finding, global_);
      if (finding.status == FindingStatus::measured) told_.emplace(finding.subject, finding.quantity);
      is_open = is_open || finding.status == FindingStatus::not_measurable;
      add(std::move(finding));
    }
    // Loads through global.cg reach only caches that all spaces share, one element at a time: no other space asks those for less.
    if (is_open && lab.setting().space == MemorySpace::global_ca && are_hidden_in_blocks(report, cache))
      hidden_.push_back({report, cache});
  }

  // Measures a cache through a space that fetches smaller blocks, if global loads left its line size open.
  void look_through_finer_space(const Shown& hidden) {
    const std::string& subject = hidden.cache.subject;
    if (told_.contains({subject, quantity::line_bytes})) return;
    for (const SpaceReport& other : asked_) {
      // Texture and read-only loads only: the constant space is too small to fill such a cache.
      const MemorySpace space = other.setting.space;
      if ((space != MemorySpace::texture && space != MemorySpace::readonly) || !asks_for_less(other, hidden)) continue;
      Lab lab(on_.device, on_.recorder, other.setting, on_.budget);
      if (lab.keeps_state() && shared_work_.in_a_hurry()) return;
      std::vector<std::string> subjects{std::string(to_string(space))};
      subjects.insert(subjects.end(), shared_.begin(), shared_.end());
      const auto shown = through_finer_space(lab, on_.depth, subjects, hidden);
      if (!shown) continue;
      for (Finding& finding : findings_of_(lab, shown->space, shown->cache)) {
        const bool is_of_distance =
            finding.quantity == quantity::hit_latency_cycles || finding.quantity == quantity::miss_penalty_cycles;
        if (finding.status != FindingStatus::measured || finding.subject != subject || is_of_distance) continue;
        if (told_.emplace(subject, finding.quantity).second) add(std::move(finding));
      }
      if (told_.contains({subject, quantity::line_bytes})) return;
    }
  }

  void remember_shown(const Lab& lab, const SpaceReport& report, std::uint64_t spent_before) {
    for (const CacheReport& cache : report.caches) {
      if (cache.subject == subject::l1_data) continue;
      // If the ways of all sets are known, nothing is left to ask. Asking again through a space with one more cache in front would
      // not help.
      const bool is_shown = cache.outgrown || !cache.shape.ways.empty();
      if (is_shown) shown_.push_back(cache.subject);
      // On a card, flushing one more cache in front takes longer than all requests made without it.
      const bool is_dear = lab.keeps_state() || lab.spent() - spent_before > kDear;
      if (is_shown || (shared_work_.in_a_hurry() && is_dear)) dear_.push_back(cache.subject);
    }
  }

  void add(Finding finding) {
    if (findings_of_) on_.recorder.add(std::move(finding));
  }

  const Exploration& on_;
  const FindingsOfCache& findings_of_;
  const AfterSpace& after_;
  std::vector<MemorySpace> order_;
  SharedWork& shared_work_;
  GlobalCaches count_;
  std::size_t caches_of_ca_ = 0;
  GlobalSeen global_;
  std::vector<std::string> shared_;
  std::vector<std::string> left_out_;      // subjects that get no findings
  std::vector<std::string> shown_, dear_;  // caches not to be examined again: `shown_` are known, `dear_` would cost too much
  std::optional<L2Seen> l2_;
  std::vector<SpaceReport> asked_;
  std::vector<Shown> hidden_;                           // caches whose lines may be smaller than what the cache in front asks for
  std::set<std::pair<std::string, std::string>> told_;  // subject and quantity of each measured finding
};

}  // namespace

void explore_spaces(const Exploration& exploration, const FindingsOfCache& findings_of, const AfterSpace& after) {
  SpacesExplorer(exploration, findings_of, after).run();
}

}  // namespace chasescope::structure
