#include "engine/structure/explore/tlb_explore.h"

#include <algorithm>
#include <optional>

#include "engine/experiment/shared_work.h"
#include "engine/statistics/tails.h"
#include "engine/structure/explore/combined_translation.h"
#include "engine/structure/explore/explore.h"
#include "engine/structure/explore/filled_translation.h"
#include "engine/structure/sets/shape_prediction.h"
#include "engine/structure/shape/known_spaces.h"
#include "engine/structure/shape/policy_look.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/structure/translation/primed_pages.h"
#include "engine/structure/translation/shape_behind.h"
#include "engine/structure/translation/switched_window.h"
#include "engine/structure/translation/tlb_tester.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLargestPage = std::uint64_t{4} << 30;
constexpr double kParts = 2;  // times the differences of the data; noise leaves as much room
constexpr std::size_t kMostWalked = 3;
// Page tables may be active for a window of memory at a time. The one that was published has 512 MiB (2014 paper §4.2); windows
// down to an eighth of that are reckoned with.
constexpr std::uint64_t kSmallestWindow = std::uint64_t{64} << 20;
constexpr double kLittle = 0.1;                                  // share of the penalty: data may differ by so much
constexpr double kFewMistaken = 0.01;                            // share of the accesses; a rate is reported in per cent
constexpr double kSpreadOfRates = 0.5;                           // share of the penalty
constexpr Most kForTlb{.accesses = 400'000'000, .cycles = 2e9};  // for one TLB
constexpr Most kForTlbSoon{.accesses = 100'000'000, .cycles = 2e9};
// On a card, behind other TLBs. Thousands of pages at a time take long, and more of them don't help if the first steps fail.
constexpr Most kForTlbBehind{.accesses = 30'000'000, .cycles = 1e8};
constexpr Most kForPolicy{.accesses = 60'000'000, .cycles = 5e8};
constexpr Most kForNeighbours{.accesses = 10'000'000, .cycles = 2e9};

CacheShape shape_of_nearest(PageWalk& pages, const TlbSurvey& survey) {
  TlbTester tester(pages, survey, 0);
  std::vector<RunPtr> runs;
  // One page of each block is enough, because no page is smaller than a block.
  Addresses shown;
  for (const std::uint64_t page : survey.levels[1].shown_at)
    if (shown.empty() || shown.back() / pages.block_bytes() != page / pages.block_bytes())
      shown.push_back(page / pages.block_bytes() * pages.block_bytes());
  const Addresses overflowing = minimal_overflow(tester, shown, runs);
  if (overflowing.size() < 2) throw Undecided("A page alone does not stay.");
  CacheShape shape = solve_cache(tester, overflowing, kLargestPage);
  shape.set_runs = runs;
  if (!shape.ways.empty())
    if (const std::string wrong = contradicted(tester, shape, pages.block_bytes()); !wrong.empty()) throw Undecided(wrong);
  return shape;
}

// Whether noise confuses more than a few single accesses: hits with the farthest data and misses with the nearest, around the cut.
bool does_noise_hide_misses(const PageWalk& pages, const TlbSurvey& survey, const TlbReport& report) {
  const double sigma = pages.noise().sigma, parts_apart = survey.data_parts.back();
  if (sigma == 0 || pages.walks_are_means()) return false;
  const inference::Band &hit = report.hit.latency, &miss = report.miss.latency;
  const double cut = inference::cut_between(hit, miss, pages.noise()),
               adds = report.penalty ? report.penalty->cycles : miss.median - hit.median;
  const double margin = parts_apart > 0 ? (adds - parts_apart) / 2 : std::min(cut - hit.median, miss.median - cut);
  return statistics::normal_tail(margin / sigma) > kFewMistaken;
}

// Whether single accesses separate hits of the TLB from its misses, and from hits of the TLB in front.
bool do_single_accesses_tell(const PageWalk& pages, const TlbSurvey& survey, std::size_t level) {
  if (pages.walks_are_means()) return true;
  for (std::size_t i = level == 0 ? 1 : level; i <= level + 1; ++i)
    if (survey.levels[i].latency.median - survey.levels[i - 1].latency.median < kSigmasApart * pages.noise().sigma) return false;
  return true;
}

// Whether a miss with near data takes no longer than a hit with far data.
bool do_far_lines_hide_misses(const PageWalk& pages, const TlbSurvey& survey, const TlbReport& report) {
  const inference::Band &data = survey.levels.front().latency, &hit = report.hit.latency;
  const double spread = std::max(data.high - data.low, hit.high - hit.low);
  return pages.noise().exact() && spread > kSpreadOfRates * (report.miss.latency.median - hit.median);
}

void look_at(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
             TlbReport& report) {
  try {
    const SharedWork* shared = pages.lab().shared();
    const Most most = shared != nullptr && shared->in_a_hurry() ? kForTlbSoon : kForTlb;
    const Allowance allowance(pages.lab(), level > 0 && pages.walks_are_means() ? kForTlbBehind : most);
    report.shape = level == 0 ? shape_of_nearest(pages, survey) : shape_behind(pages, survey, level, fronts, kLargestPage);
    if (!report.decided()) return;
    TlbTester tester(pages, survey, level);
    report.rates = miss_rates_over_pages(tester, report.shape, pages.data_level());
    if (does_noise_hide_misses(pages, survey, report))
      report.rates.undecided =
          "In this noise some misses are as fast as hits, or some hits as slow as misses. The number of misses is not known.";
    if (do_far_lines_hide_misses(pages, survey, report))
      report.rates.undecided = "Lines differ in latency by more cycles than a TLB miss adds. The number of misses is not known.";
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
}

// The replacement policy, from pages of the largest set, one more than it holds, in several orders.
void look_for_policy(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
                     TlbReport& report) {
  if (!report.decided()) return;
  try {
    if (pages.lab().keeps_state())
      throw Undecided(
          "The device keeps translations from one chase to the next, so no chase begins with an empty set. A device that begins "
          "each chase with empty TLBs would show the policy.");
    if (survey.data_parts.back() > 0 && does_noise_hide_misses(pages, survey, report))
      throw Undecided("The data of some pages are farther away than those of others, so noise hides which pages miss.");
    if (do_far_lines_hide_misses(pages, survey, report))
      throw Undecided("Lines differ in latency by more cycles than a TLB miss adds. Which pages miss is not known.");
    if (!do_single_accesses_tell(pages, survey, level))
      throw Undecided(
          "A policy shows in single accesses, and the noise of a single access is wider than the difference between a hit and a "
          "miss.");
    const Allowance allowance(pages.lab(), kForPolicy);
    pages.lab().tell("replacement in " + report.subject);
    TlbTester tester(pages, survey, level);
    tester.follow_through(report.shape, fronts);
    PolicyFound found = solve_policy(tester, lines_of_largest_set(report.shape, tester.limit_bytes()));
    report.policy_undecided = found.replacement.policy.empty() ? found.replacement.undecided : doubt_of_policy(found, report.shape);
    if (found.replacement.policy == "other" && level > 0)
      report.policy_undecided =
          "The evicted pages are those of no known policy. But the TLB in front may have answered some of the visits.";
    if (!report.policy_undecided.empty() && !found.replacement.policy.empty()) {
      found.replacement.policy.clear();
      found.machine.reset();
    }
    report.policy = std::move(found);
  } catch (const Undecided& undecided) {
    report.policy_undecided = undecided.what();
  }
}

// In noise, if two levels are no farther apart than the data of two pages, one of them may be a level of the data and none of
// translation. It is then unknown which level behind it belongs to which TLB, unless whole pages showed it.
void withhold_what_may_be_data(TranslationReport& report) {
  bool may_be_data = false;
  for (TlbReport& tlb : report.tlbs) {
    may_be_data = may_be_data || (!tlb.decided() && tlb.miss.latency.median - tlb.hit.latency.median <=
                                                        kParts * report.translation.data_parts.back());
    if (may_be_data && !tlb.decided() && tlb.penalty_undecided.empty())
      tlb.penalty_undecided =
          "The data of some pages are farther away than those of others. The difference is about what one level adds, whose pages "
          "were not found. Whether that level is a TLB, and which TLB this one is, is not known.";
  }
}

void look_at_all(PageWalk& pages, TranslationReport& report) {
  pages.lab().tell("levels of translation");
  report.translation = survey_translation(pages);
  const std::vector<TranslationLevel>& levels = report.translation.levels;
  report.tlbs.reserve(kMostWalked);
  std::vector<const CacheShape*> fronts;
  for (std::size_t level = 0; level + 1 < levels.size() && level < kMostWalked; ++level) {
    TlbReport tlb;
    tlb.subject = "l" + std::to_string(level + 1) + "_tlb";
    tlb.data_level = pages.data_level();
    tlb.how = pages.how();
    tlb.hit = levels[level];
    tlb.miss = levels[level + 1];
    pages.lab().tell("pages and sets of " + tlb.subject);
    if (!pages.noise().exact() && !is_translation(pages, tlb.hit, tlb.miss))
      throw Undecided(
          "Lines of some pages stay slow although their translation was looked up just before. So the cause of a slow access is "
          "not known.");
    const bool parts_may_tell = report.translation.data_parts.back() > kLittle * (tlb.miss.latency.median - tlb.hit.latency.median);
    if (!pages.noise().exact() || parts_may_tell) try {
        tlb.penalty = parts_may_tell ? measure_penalty_of_pages(pages, report.translation, level)
                                     : measure_penalty(pages, report.translation, level);
      } catch (const Undecided& undecided) {
        tlb.penalty_undecided = undecided.what();
      }
    look_at(pages, report.translation, level, fronts, tlb);
    // The nearest TLB is the first one that is seen. If its pages are unknown as well, nothing excludes another TLB in front of it.
    if (level == 0 && !tlb.decided() && tlb.penalty && pages.noise().tick > 0 && !pages.noise().is_of_the_tick()) {
      tlb.penalty.reset();
      tlb.penalty_undecided =
          "The clock ticks by " + number_text(pages.noise().tick) +
          " cycles, and there is noise: a TLB whose misses take hardly longer than a tick would not be seen. So it is "
          "not known which TLB's misses these are.";
    }
    if (!tlb.decided() && level + 2 == levels.size() && report.translation.last_is_of_the_order)
      tlb.penalty_undecided =
          "How often it is seen depends on the order of the pages. It may come from page tables, and not from a TLB.";
    else if (level + 2 == levels.size() && report.translation.walks_apart >= kSmallestWindow)
      tlb.penalty_undecided = "Each miss that was seen followed a miss " + format_bytes(report.translation.walks_apart) +
                              " away or farther. Page tables may be active for less memory than that, and a miss may then take "
                              "longer than it does after a near one.";
    if (!tlb.decided() && pages.walks_are_means() && !fronts.empty() && fronts.back()->line_bytes != 0) try {
        const CacheShape& front = *fronts.back();
        const Allowance allowance(pages.lab(), kForNeighbours);
        tlb.neighbours = outgrown_pages(pages, report.translation, level, front.line_bytes, 2 * front.entries());
      } catch (const Undecided& undecided) {
        tlb.undecided += std::string(" ") + undecided.what();
      }
    look_for_policy(pages, report.translation, level, fronts, tlb);
    if (tlb.shape.line_bytes != 0 && level == 0) pages.set_block_bytes(tlb.shape.line_bytes);
    report.tlbs.push_back(std::move(tlb));
    fronts.push_back(&report.tlbs.back().shape);
  }
  if (!pages.noise().exact()) withhold_what_may_be_data(report);
}

TranslationReport held_against_itself(Lab& lab) {
  TranslationReport report;
  report.setting = lab.setting();
  try {
    report.survey = survey_levels(lab);
    PrimedPages pages(lab, report.survey);
    report.in_noise = true;
    look_at_all(pages, report);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  return report;
}

/// The window whose change costs every access that leaves it. Once it is found, the lab stays within one window, where the TLBs
/// show without changes of the window.
using WindowSeen = std::optional<ActivationWindow>;

void stay_in_window(PageWalk& pages, WindowSeen& window) {
  if (window) return;
  window = find_switched_window(pages);
  if (window) pages.lab().stay_below(window->bytes);
}

// Where the budget ended the search for the cache's structure, the budget is the whole reason: what was seen of the cache until
// then says nothing.
std::string why_cache_is_in_the_way(const Lab& lab, const CacheReport& cache) {
  if (!lab.budget_refusal().empty()) return lab.budget_refusal();
  return "The structure of the nearest cache is not known, so that its misses can't be kept out of a walk over pages. " +
         cache.undecided;
}

TranslationReport through_nearest_cache(Lab& lab, WindowSeen& window) {
  TranslationReport report;
  report.setting = lab.setting();
  try {
    const SpaceReport* known = lab.shared() != nullptr ? lab.shared()->of<KnownSpaces>().nearest(lab.setting()) : nullptr;
    const SpaceReport space = known != nullptr ? *known : explore_space(lab, Depth::sets, 0, {}, 1);
    report.survey = space.survey;
    if (!space.undecided.empty()) throw Undecided(space.undecided);
    if (space.caches.empty()) throw Undecided("There is no data cache.");
    const CacheReport& cache = space.caches.front();
    if (!cache.undecided.empty()) throw Undecided(why_cache_is_in_the_way(lab, cache));
    CachedPages pages(lab, report.survey, cache);
    if (!lab.keeps_state()) stay_in_window(pages, window);
    report.in_noise = !pages.noise().exact();
    look_at_all(pages, report);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  return report;
}

TranslationReport past_all_caches(Lab& lab, WindowSeen& window) {
  TranslationReport report;
  report.setting = lab.setting();
  try {
    if (lab.keeps_state()) throw Undecided(kMayHoldLines);
    report.survey = survey_levels(lab);
    UncachedPages pages(lab, report.survey);
    stay_in_window(pages, window);
    report.in_noise = !pages.noise().exact();
    look_at_all(pages, report);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  return report;
}

}  // namespace

namespace {

TranslationReport explore_by_walks(Lab& lab) {
  WindowSeen window;
  if (lab.keeps_state()) {
    TranslationReport report = held_against_itself(lab);
    if (report.undecided.empty() || !report.tlbs.empty()) return report;
    TranslationReport other = through_nearest_cache(lab, window);
    if (other.tlbs.empty()) other.undecided = report.undecided + " " + other.undecided;
    return other;
  }
  TranslationReport cached = through_nearest_cache(lab, window);
  TranslationReport report = combined(std::move(cached), past_all_caches(lab, window));
  if (window) report.translation.window = window;
  return report;
}

bool is_told(const TranslationReport& report) {
  return !report.tlbs.empty() && std::all_of(report.tlbs.begin(), report.tlbs.end(), [](const TlbReport& tlb) {
    return tlb.decided() && tlb.policy && !tlb.policy->replacement.policy.empty();
  });
}

/// Explores a device that can map one piece of memory at many addresses. No value if no TLB is found that way.
std::optional<TranslationReport> explore_by_filling(Lab& lab, const Survey* survey) {
  if (!can_fill(lab.description())) return {};
  try {
    return filled_translation(lab, survey != nullptr ? *survey : survey_levels(lab));
  } catch (const Unanswered&) {
    // If walks have found TLBs before, their result stays. Otherwise stops: a device that gives no answer would let each further
    // question wait, too.
    if (survey == nullptr) throw;
    return {};
  } catch (const Undecided&) {
    return {};
  }
}

}  // namespace

TranslationReport explore_translation(Lab& lab) {
  // On a card, walks take longer and show less.
  std::optional<TranslationReport> filled;
  if (lab.keeps_state()) {
    filled = explore_by_filling(lab, nullptr);
    if (filled && filled->undecided.empty()) return *std::move(filled);
  }
  TranslationReport report = explore_by_walks(lab);
  if (report.tlbs.empty() || report.translation.window || is_told(report)) return report;
  if (!lab.keeps_state()) filled = explore_by_filling(lab, &report.survey);
  if (filled) complete(report, *filled);
  if (filled && !filled->undecided.empty())
    for (TlbReport& tlb : report.tlbs)
      if (!tlb.decided() && !tlb.contested) tlb.undecided += " Trials over one piece of memory: " + filled->undecided;
  return report;
}

}  // namespace chasescope::structure
