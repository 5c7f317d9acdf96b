#include "engine/probe/structure/structure_probe.h"

#include <algorithm>
#include <cmath>

#include "engine/device/validate.h"
#include "engine/probe/chase_parameters.h"
#include "engine/probe/parameters.h"
#include "engine/probe/shared_work.h"
#include "engine/probe/structure/findings.h"
#include "engine/probe/structure/global_caches.h"
#include "engine/probe/structure/many_sms.h"
#include "engine/probe/structure/wandering_clock.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

// The spaces that caches lie behind, in the order of settings. (They are looked at with global.cg first: run_structure_probe.)
constexpr MemorySpace kCachedSpaces[] = {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::readonly,
                                         MemorySpace::texture, MemorySpace::constant};

// What global.cg does not tell of a large cache is seldom to be had with one more cache in front.
constexpr std::uint64_t kDear = 30'000'000;  // accesses
constexpr const char* kNotAgain =
    "Through global.cg, where no L1 is in front, many accesses did not tell it; they are not made again through this space.";

bool is_global(MemorySpace space) { return space == MemorySpace::global_ca || space == MemorySpace::global_cg; }

// What the global spaces showed of the cache that all spaces share.
struct L2Seen {
  double hit_cycles = 0;
  double memory_cycles = 0;  ///< 0: memory was not seen
  std::uint64_t fits = 0;    ///< bytes; 0 if a cache in front may have answered for most of them
  bool starts_empty = true;  ///< what untouched memory takes is what lies between memory and whoever asks
};

void remember_l2(const SpaceReport& report, bool starts_empty, std::optional<L2Seen>& l2) {
  // So many times what is in front holds, and most of a walk goes past it.
  constexpr std::uint64_t kPastTheFront = 4;
  const Survey& survey = report.survey;
  for (const CacheReport& cache : report.caches) {
    if (cache.subject != "l2" || l2) continue;
    l2 = L2Seen{survey.levels[cache.level].latency.median, survey.memory_seen ? survey.levels.back().latency.median : 0, 0,
                starts_empty};
    if (cache.level >= survey.caches()) continue;
    const std::uint64_t fits = survey.boundaries[cache.level].fits;
    if (cache.level == 0 || fits >= kPastTheFront * survey.boundaries[cache.level - 1].fits) l2->fits = fits;
  }
}

// By how much distances to memory may differ without saying anything.
double margin_of(const Survey& survey) {
  constexpr double kFarther = 6, kFartherInNoise = 0.04;
  return survey.noise.exact() ? kFarther : kFartherInNoise * survey.cold_cycles;
}

// Whether a level of another space lies nearer to memory than the l2 that all spaces share: then it is not what lies in front of
// that.
bool is_nearer_to_memory(const Survey& survey, std::size_t level, const std::optional<L2Seen>& l2) {
  if (!l2 || !l2->starts_empty || l2->memory_cycles <= 0 || survey.cold_cycles <= 0 || level >= survey.levels.size()) return false;
  return survey.cold_cycles - survey.levels[level].latency.median < l2->memory_cycles - l2->hit_cycles - margin_of(survey);
}

// The second cache behind the constant space may be the l2 that all spaces share. It is another one if it is much faster, or
// outgrown much sooner, or if more caches are seen than there would be, and this one lies farther from memory than the l2 does.
// Where global loads show no cache, there is no l2. `shared`: caches that all spaces share.
std::optional<std::string> doubt_of_constant_l1_5(const SpaceReport& report, const CacheReport& cache,
                                                  const std::optional<L2Seen>& l2, std::size_t shared, bool is_global_uncached) {
  constexpr double kMuchFaster = 0.75;
  constexpr std::uint64_t kMuchSmaller = 4;
  if (cache.subject != "constant_l1_5" || is_global_uncached) return std::nullopt;
  const Survey& survey = report.survey;
  const double hit = survey.levels[cache.level].latency.median;
  if (l2 && hit < kMuchFaster * l2->hit_cycles) return std::nullopt;
  const bool outgrown = cache.level < survey.caches() && survey.boundaries[cache.level].known();
  if (outgrown && l2 && kMuchSmaller * survey.boundaries[cache.level].fits <= l2->fits) return std::nullopt;
  const std::size_t caches = survey.caches() + (survey.memory_seen ? 0 : 1);
  if (l2 && l2->memory_cycles > 0 && survey.cold_cycles > 0 && shared > 0 && caches > shared + 1) {
    if (survey.cold_cycles - hit > l2->memory_cycles - l2->hit_cycles + margin_of(survey)) return std::nullopt;
  }
  return "What answers when the constant L1 misses may be a cache of its own or the L2: it is not much faster than the L2, and "
         "does not end elsewhere within what "
         "this space can hold.";
}

// What global loads show, for spaces that lie in front of the same caches.
struct GlobalSeen {
  std::size_t shared = 0;      ///< caches that other spaces lie in front of, if they have one of their own
  std::size_t all = 0;         ///< caches; with one of its own, if there is no way past it
  std::vector<double> levels;  ///< cycles, nearest first; empty if not all can be told apart through global.ca
  std::uint64_t fits = 0;      ///< bytes, in the nearest
  double second = 0;           ///< cycles: what answers behind the nearest cache that global.cg shows; 0 if that is not known
  bool uncached = false;       ///< memory answers all of them
};

// Whether a space has no cache of its own: it shows what global loads show, if at another distance.
bool is_same(const Survey& survey, const GlobalSeen& global) {
  constexpr double kAlike = 0.1, kEqual = 2, kEqualInNoise = 0.03;
  if (global.levels.empty() || survey.boundaries.front().fits != global.fits) return false;
  const double own = survey.levels.front().latency.median, nearest = global.levels.front();
  if (std::abs(own - nearest) <= kAlike * nearest) return true;
  if (survey.levels.size() != global.levels.size()) return false;
  for (std::size_t i = 1; i < global.levels.size(); ++i) {
    const double behind = survey.levels[i].latency.median;
    const double margin = survey.noise.exact() ? kEqual : kEqualInNoise * behind;
    if (std::abs((behind - own) - (global.levels[i] - nearest)) > margin) return false;
  }
  return true;
}

// A space with a cache of its own lies in front of those that global loads show. If fewer of them can be seen through it, what
// answers when its own cache misses is not known.
bool hides_levels(const SpaceReport& report, const CacheReport& cache, const GlobalSeen& global, const std::optional<L2Seen>& l2) {
  constexpr double kAlike = 0.1;
  const MemorySpace space = report.setting.space;
  // It has two caches of its own, then.
  if (cache.subject == "constant_l1_5")
    return (report.survey.memory_seen && report.survey.caches() < global.all + 2) ||
           is_nearer_to_memory(report.survey, cache.level + 1, l2);
  if (space != MemorySpace::texture && space != MemorySpace::readonly && space != MemorySpace::constant) return false;
  if (report.survey.boundaries.empty()) return false;
  if (is_same(report.survey, global)) return report.survey.memory_seen && report.survey.levels.size() < global.levels.size();
  if (is_nearer_to_memory(report.survey, cache.level + 1, l2)) return true;
  // Neighbouring lines may outgrow the cache behind at once, and what answers then is what lies behind that.
  if (global.second > 0 && report.survey.levels.size() > 1 &&
      report.survey.levels[1].latency.median >= (1 - kAlike) * global.second)
    return true;
  return report.survey.memory_seen && report.survey.caches() < global.shared + 1;
}

void withdraw_penalty(Finding& finding, const GlobalSeen& global) {
  finding.status = FindingStatus::not_measurable;
  finding.value = nullptr;
  finding.low.reset();
  finding.high.reset();
  finding.reason = "Global loads show " + std::to_string(global.all) + (global.all == 1 ? " cache" : " caches") +
                   " that may lie between this one and memory, and fewer can be told apart behind it: what answers when it misses "
                   "is not known.";
}

}  // namespace

std::vector<Parameter> structure_parameters() {
  Parameter space = space_parameter();
  space.default_text.clear();
  space.optional = true;
  space.unset_text = "all with caches";
  space.choices.clear();
  for (const MemorySpace cached : kCachedSpaces) space.choices.emplace_back(to_string(cached));
  return {space,
          carveout_parameter(),
          l1_kib_parameter(),
          sm_parameter(),
          {.key = "budget",
           .label = "Budget (accesses)",
           .kind = ParameterKind::count,
           .default_text = std::to_string(kUsualBudget),
           .help = "How many accesses the probe may spend. What would take more is left undecided, and says so. A larger budget "
                   "also gives each step of the probe more, on a card more time."}};
}

std::vector<MemorySpace> spaces_to_look_at(const ProbeInfo& info, const Description& device, const ParameterValues& values) {
  const std::string named = ParameterReader(info, values).text("space");
  std::vector<MemorySpace> spaces;
  for (const MemorySpace space : kCachedSpaces)
    if (named.empty() ? device.serves(space) : to_string(space) == named) spaces.push_back(space);
  return spaces;
}

Setting setting_from(const ProbeInfo& info, const ParameterValues& values) {
  const ChaseRequest request = request_from(info, values);
  return {request.space, request.carveout_percent, request.l1_kib, request.sm};
}

Budget budget_from(const ProbeInfo& info, const ParameterValues& values) { return {ParameterReader(info, values).count("budget")}; }

Outcome<ProbeReport> run_structure_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                         const ProbeControl& control, Depth depth, const FindingsOfCache& findings_of,
                                         Latencies latencies) {
  if (auto error = check_parameters(info, values)) return *error;
  const std::vector<MemorySpace> spaces = spaces_to_look_at(info, device.description(), values);
  if (!device.description().serves("chase")) return not_served("chase", device.description());
  SharedWork own;
  ProbeControl whole = control;
  if (whole.shared == nullptr) {
    own.next_run = control.first_run;
    whole.shared = &own;
  }
  Recorder recorder(info, device, whole);
  Setting setting = setting_from(info, values);
  for (const MemorySpace space : spaces) {
    ChaseRequest smallest;
    smallest.space = space;
    smallest.pattern = OffsetsPattern{{0}};
    smallest.accesses = 1;
    smallest.carveout_percent = setting.carveout_percent;
    smallest.l1_kib = setting.l1_kib;
    smallest.sm = setting.sm;
    if (auto error = check(smallest, device.description())) return *error;
  }
  Budget budget = budget_from(info, values);
  recorder.progress("may take up to " + format_count(budget.accesses) + " accesses");
  try {
    // How many caches each global space has says which of them global.cg skips.
    std::size_t caches_of_ca = 0;
    GlobalSeen global;
    std::vector<std::string> shown, dear;  // subjects that need not be looked at again: shown, or not to be shown at a fair price
    std::optional<L2Seen> l2;
    const auto caches_behind = [&](MemorySpace space) -> Behind {
      setting.space = space;
      Lab lab(device, recorder, setting, budget);
      const SpaceReport report = explore_space(lab, Depth::levels, 0, {});
      if (!report.undecided.empty()) return {};
      Behind behind{report.survey.caches() + (report.survey.memory_seen ? 0 : 1),
                    report.survey.levels.front().latency.median,
                    report.survey.caches() > 0 ? report.survey.boundaries.front().fits : 0,
                    report.survey.levels.size() > 1 ? report.survey.levels[1].latency.median : 0,
                    {}};
      for (const DataLevel& level : report.survey.levels) behind.levels.push_back(level.latency.median);
      return behind;
    };
    GlobalCaches count;
    if (device.description().serves(MemorySpace::global_ca) && device.description().serves(MemorySpace::global_cg) &&
        std::any_of(spaces.begin(), spaces.end(), [](MemorySpace space) { return space != MemorySpace::constant; })) {
      const Behind cg = caches_behind(MemorySpace::global_cg), ca = caches_behind(MemorySpace::global_ca);
      count = count_global_caches(ca, cg);
      caches_of_ca = count.of_ca;
      const std::size_t shared = count.of_cg != 0 ? count.of_cg : count.of_ca;
      global = {shared,
                shared,
                count.told_apart ? ca.levels : std::vector<double>{},
                ca.fits,
                count.of_cg != 0 ? cg.second : 0,
                ca.is_uncached() && cg.is_uncached()};
    } else if (spaces.size() > 1 && device.description().serves(MemorySpace::global_ca)) {
      const Behind ca = caches_behind(MemorySpace::global_ca);
      // At least the last of them is shared.
      const std::size_t shared = ca.caches == 0 ? 0 : std::max<std::size_t>(1, ca.caches - 1);
      global = {shared, ca.caches, ca.levels, ca.fits, 0, ca.is_uncached()};
    }
    // global.cg before global.ca.
    std::vector<MemorySpace> order = spaces;
    std::stable_partition(order.begin(), order.end(), [](MemorySpace space) { return space == MemorySpace::global_cg; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      setting.space = order[i];
      Lab lab(device, recorder, setting, budget);
      const std::uint64_t spent = lab.spent();
      // Several probes of one whole tell different things of the same caches: these are explored once.
      const SharedWork::Question question{setting, depth, caches_of_ca, dear};
      const SpaceReport* known = depth >= Depth::sets ? whole.shared->explored(question) : nullptr;
      SpaceReport report = known != nullptr ? *known : explore_space(lab, depth, caches_of_ca, dear);
      if (known == nullptr && depth >= Depth::sets) whole.shared->remember(question, report);
      if (latencies == Latencies::of_many_sms && report.undecided.empty()) see_levels_from_many_sms(lab, report.survey);
      recorder.progress(info.title, static_cast<double>(i + 1) / static_cast<double>(order.size()));
      if (!report.undecided.empty()) {
        Finding finding = blank_finding("device", "levels", "1", setting);
        finding.reason = report.undecided;
        recorder.add(finding);
        continue;
      }
      if (report.caches.empty()) {
        Finding finding = blank_finding("device", "capacity_bytes", "bytes", setting);
        finding.reason = structure::of_no_level(report.survey);
        if (finding.reason.empty()) {
          finding.status = FindingStatus::absent;
          finding.reason =
              "The first access to untouched memory takes no longer than the thousandth to one element: no cache is in the way.";
        }
        finding.method = "One element over and over, beside a walk over untouched memory.";
        finding.evidence = {lab.cite(report.survey.reference), lab.cite(report.survey.cold)};
        const bool is_uncached = finding.status == FindingStatus::absent;
        recorder.add(finding);
        if (is_uncached && latencies == Latencies::of_many_sms && is_global(order[i])) recorder.add(memory_finding(lab, report));
      }
      const bool is_cg = order[i] == MemorySpace::global_cg;
      if (is_cg ? !count.cg_told_apart : order[i] == MemorySpace::global_ca && !count.told_apart) {
        Finding finding = blank_finding("device", "hit_latency_cycles", "cycles", setting);
        finding.reason = std::string(is_cg ? "global.ca" : "global.cg") +
                         " shows more caches behind the nearest that it has than " + std::string(to_string(order[i])) +
                         ", which shows " + std::to_string(report.caches.size()) +
                         " in all: some of them can't be told apart through this space.";
        finding.evidence = {lab.cite(report.survey.reference)};
        recorder.add(finding);
        // The nearest is the one that answers for a single element, whatever lies behind it.
        if (is_cg || report.caches.empty() || report.caches.front().subject != "l1_data") continue;
        report.caches.resize(1);
      }
      if (is_global(order[i])) remember_l2(report, !lab.keeps_state(), l2);
      for (CacheReport& cache : report.caches) {
        const bool shown_before = std::find(shown.begin(), shown.end(), cache.subject) != shown.end();
        if (!shown_before && std::find(dear.begin(), dear.end(), cache.subject) != dear.end()) cache.undecided = kNotAgain;
        if (const auto doubt = doubt_of_constant_l1_5(report, cache, l2, global.shared, global.uncached)) {
          Finding finding = blank_finding(cache.subject, "hit_latency_cycles", "cycles", setting);
          finding.reason = *doubt;
          finding.evidence = {lab.cite(report.survey.levels[cache.level].shown_by)};
          recorder.add(finding);
          continue;
        }
        if (shown_before) continue;
        for (Finding& finding : findings_of(lab, report, cache)) {
          const bool hidden = hides_levels(report, cache, global, l2) || (order[i] == MemorySpace::global_ca && !count.told_apart);
          if (finding.quantity == "miss_penalty_cycles" && hidden) withdraw_penalty(finding, global);
          recorder.add(std::move(finding));
        }
      }
      if (order[i] == MemorySpace::global_cg)
        for (const CacheReport& cache : report.caches)
          if (cache.subject != "l1_data") {
            // Where the ways of all sets are known, so is the rest; to ask again with one more cache in front is of no use.
            const bool is_shown = cache.outgrown || !cache.shape.ways.empty();
            if (is_shown) shown.push_back(cache.subject);
            // On a card, keeping one more cache in front empty takes longer than all that was asked without it.
            const bool is_dear = lab.keeps_state() || lab.spent() - spent > kDear;
            if (is_shown || (whole.shared->in_a_hurry() && is_dear)) dear.push_back(cache.subject);
          }
    }
  } catch (const DeviceFailure& failure) {
    return failure.error;
  }
  return recorder.take_report();
}

}  // namespace chasescope::structure
