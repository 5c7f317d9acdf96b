#include "engine/probe/structure/tlb_explore.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/probe/shared_work.h"
#include "engine/probe/structure/company.h"
#include "engine/probe/structure/primed_pages.h"
#include "engine/probe/structure/tlb_tester.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLargestPage = std::uint64_t{4} << 30;
constexpr std::uint64_t kUnknownEntries = 64;
constexpr std::size_t kMostTlbs = 3;
constexpr std::uint64_t kTriesAnywhere = 3;
constexpr Most kForTlb{.accesses = 30'000'000, .cycles = 2e9};  // for one TLB
// On a card, behind others: thousands of pages at a time take long, and what is not begun well does not end well.
constexpr Most kForTlbBehind{.accesses = 30'000'000, .cycles = 1e8};
constexpr Most kForNeighbours{.accesses = 10'000'000, .cycles = 2e9};

Addresses random_pages(Random& random, std::size_t count, std::uint64_t limit) {
  Addresses pages;
  count = std::min<std::size_t>(count, limit / kSmallestPage / 2);
  while (pages.size() < count) {
    const std::uint64_t page = random.below(limit / kSmallestPage) * kSmallestPage;
    if (std::find(pages.begin(), pages.end(), page) == pages.end()) pages.push_back(page);
  }
  return pages;
}

// A minimal overflowing set of pages for a TLB behind others. Company overflows those in front; what of it turns out to belong to
// the set becomes a member. Leaves the tester with the company that it needs.
Addresses overflow_behind(TlbTester& tester, const Addresses& shown, const std::vector<const CacheShape*>& fronts,
                          std::vector<RunPtr>& runs) {
  const std::uint64_t limit = tester.limit_bytes();
  // Neighbouring pages lie in few pages of a TLB with larger ones, but may all fall into one of its sets; pages from anywhere
  // spread over its sets.
  std::string why = "Nothing keeps the TLBs in front from answering.";
  const auto with_company = [&](Addresses company, std::uint32_t factor) -> std::optional<Addresses> {
    std::sort(company.begin(), company.end());
    company.erase(std::unique(company.begin(), company.end()), company.end());
    Addresses others;
    std::copy_if(shown.begin(), shown.end(), std::back_inserter(others),
                 [&](auto page) { return !std::binary_search(company.begin(), company.end(), page); });
    tester.keep_company(std::move(company));
    try {
      Addresses members = absorb_company(tester, minimal_overflow(tester, std::move(others), runs), runs);
      Random random(0x70b0b);
      for (const CacheShape* front : fronts) top_up_company(tester, members, *front, factor, random);
      if (tester.ask(members, "with more company").conflict) return members;
      why = "What empties the TLBs in front changes which pages evict each other.";
    } catch (const Undecided& undecided) {
      why = undecided.what();
    }
    return std::nullopt;
  };
  // Where replacement is left to chance, filling a set twice over empties it only often.
  for (const std::uint32_t factor : {2U, 6U}) {
    for (const std::uint64_t begin : {limit / 2, limit / 4, limit / 8 * 5}) {
      Addresses company;
      std::uint64_t at = begin;
      for (const CacheShape* front : fronts) {
        const Addresses more = company_for(*front, factor, at, limit);
        company.insert(company.end(), more.begin(), more.end());
        if (!more.empty()) at = (more.back() / front->line_bytes + 1) * front->line_bytes;
      }
      if (company.empty()) break;
      if (auto found = with_company(std::move(company), factor)) return *found;
    }
    for (std::uint64_t seed = 0; seed < kTriesAnywhere; ++seed) {
      Random random(mixed_seed(0xc0c0, seed));
      Addresses company;
      for (const CacheShape* front : fronts) {
        const Addresses more = company_from_anywhere(*front, factor, random, limit);
        company.insert(company.end(), more.begin(), more.end());
      }
      if (company.empty()) company = random_pages(random, factor * kUnknownEntries, limit);
      if (auto found = with_company(std::move(company), factor)) return *found;
    }
  }
  throw Undecided(why);
}

void look_at(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
             TlbReport& report) {
  try {
    TlbTester tester(pages, survey, level);
    const Allowance allowance(pages.lab(), level > 0 && pages.walks_are_means() ? kForTlbBehind : kForTlb);
    std::vector<RunPtr> runs;
    // Of several in one block one is enough; a page is no smaller.
    Addresses shown;
    for (const std::uint64_t page : survey.levels[level + 1].shown_at)
      if (shown.empty() || shown.back() / pages.block_bytes() != page / pages.block_bytes())
        shown.push_back(page / pages.block_bytes() * pages.block_bytes());
    const Addresses overflowing = level == 0 ? minimal_overflow(tester, shown, runs) : overflow_behind(tester, shown, fronts, runs);
    if (overflowing.size() < 2) throw Undecided("A page alone does not stay.");
    report.shape = solve_cache(tester, overflowing, kLargestPage);
    report.shape.set_runs = runs;
    if (report.decided()) report.rates = miss_rates_over_pages(tester, report.shape, pages.data_level());
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
}

void look_at_all(PageWalk& pages, TranslationReport& report) {
  pages.lab().tell("levels of translation");
  report.translation = survey_translation(pages);
  const std::vector<TranslationLevel>& levels = report.translation.levels;
  report.tlbs.reserve(kMostTlbs);
  std::vector<const CacheShape*> fronts;
  for (std::size_t level = 0; level + 1 < levels.size() && level < kMostTlbs; ++level) {
    TlbReport tlb;
    tlb.subject = "l" + std::to_string(level + 1) + "_tlb";
    tlb.data_level = pages.data_level();
    tlb.how = pages.how();
    tlb.hit = levels[level];
    tlb.miss = levels[level + 1];
    pages.lab().tell("pages and sets of " + tlb.subject);
    if (!pages.noise().exact() && !is_translation(pages, tlb.hit, tlb.miss))
      throw Undecided("Lines of some pages stay slow although their translation is at hand, so that it can't be said what is.");
    if (!pages.noise().exact()) try {
        tlb.penalty = measure_penalty(pages, report.translation, level);
      } catch (const Undecided& undecided) {
        tlb.penalty_undecided = undecided.what();
      }
    look_at(pages, report.translation, level, fronts, tlb);
    if (!tlb.decided() && pages.walks_are_means() && !fronts.empty() && fronts.back()->line_bytes != 0) try {
        const CacheShape& front = *fronts.back();
        const Allowance allowance(pages.lab(), kForNeighbours);
        tlb.neighbours = outgrown_pages(pages, report.translation, level, front.line_bytes, 2 * front.entries());
      } catch (const Undecided& undecided) {
        tlb.undecided += std::string(" ") + undecided.what();
      }
    if (tlb.shape.line_bytes != 0 && level == 0) pages.set_block_bytes(tlb.shape.line_bytes);
    report.tlbs.push_back(std::move(tlb));
    fronts.push_back(&report.tlbs.back().shape);
  }
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

TranslationReport through_nearest_cache(Lab& lab) {
  TranslationReport report;
  report.setting = lab.setting();
  try {
    const SpaceReport* known = lab.shared() != nullptr ? lab.shared()->space(lab.setting()) : nullptr;
    const SpaceReport space = known != nullptr ? *known : explore_space(lab, Depth::sets, 0, {}, 1);
    report.survey = space.survey;
    if (!space.undecided.empty()) throw Undecided(space.undecided);
    if (space.caches.empty()) throw Undecided("There is no data cache.");
    const CacheReport& cache = space.caches.front();
    if (!cache.undecided.empty())
      throw Undecided("The structure of " + cache.subject + " is not known, so that its misses can't be kept out of a walk over pages. " +
                      cache.undecided);
    CachedPages pages(lab, report.survey, cache);
    report.in_noise = !pages.noise().exact();
    look_at_all(pages, report);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  return report;
}

TranslationReport past_all_caches(Lab& lab) {
  TranslationReport report;
  report.setting = lab.setting();
  try {
    if (lab.keeps_state()) throw Undecided(kMayHoldLines);
    report.survey = survey_levels(lab);
    UncachedPages pages(lab, report.survey);
    report.in_noise = !pages.noise().exact();
    look_at_all(pages, report);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  return report;
}

double penalty(const TlbReport& tlb) { return tlb.miss.latency.median - tlb.hit.latency.median; }

bool same_penalty(const TlbReport& a, const TlbReport& b) {
  const double tolerance = 1 + 0.02 * std::max(a.miss.latency.median, b.miss.latency.median);
  return std::abs(penalty(a) - penalty(b)) <= tolerance;
}

bool same_shape(const CacheShape& a, const CacheShape& b) {
  if (a.line_bytes != 0 && b.line_bytes != 0 && a.line_bytes != b.line_bytes) return false;
  if (a.ways.empty() || b.ways.empty()) return true;
  auto ways = [](const CacheShape& shape) {
    std::vector<std::uint32_t> sorted = shape.ways;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  return ways(a) == ways(b);
}

const std::string& why(const TlbReport& tlb) {
  if (!tlb.undecided.empty()) return tlb.undecided;
  return tlb.shape.line_bytes == 0 ? tlb.shape.line_undecided : tlb.shape.ways_undecided;
}

void add_reason(TlbReport& tlb, const std::string& reason) {
  for (std::string* each : {&tlb.undecided, &tlb.shape.line_undecided, &tlb.shape.index_undecided, &tlb.shape.ways_undecided})
    if (!each->empty()) *each += " " + reason;
}

// Each TLB from whichever walk decided it. Where both decided they must say the same, and no TLB behind one that they differ on is
// told: they may not count alike.
TranslationReport combined(TranslationReport cached, TranslationReport uncached) {
  const auto decided = [](const TranslationReport& report) {
    return std::count_if(report.tlbs.begin(), report.tlbs.end(), [](const TlbReport& tlb) { return tlb.decided(); });
  };
  if (cached.tlbs.empty()) return uncached.tlbs.empty() ? cached : uncached;
  if (uncached.tlbs.empty()) {
    for (TlbReport& tlb : cached.tlbs)
      if (!tlb.decided() && !uncached.undecided.empty()) add_reason(tlb, "With data from memory: " + uncached.undecided);
    return cached;
  }
  const bool cached_first = decided(cached) >= decided(uncached);
  TranslationReport& main = cached_first ? cached : uncached;
  const TranslationReport& other = cached_first ? uncached : cached;
  // A page walk may take longer while data come from memory too. But if one walk saw more levels than the other, equal penalties
  // are what tells which is which.
  const bool as_many = cached.tlbs.size() == uncached.tlbs.size();
  std::string contested;
  for (std::size_t i = 0; i < main.tlbs.size(); ++i) {
    TlbReport& tlb = main.tlbs[i];
    if (contested.empty() && i < other.tlbs.size()) {
      const TlbReport& second = other.tlbs[i];
      if (!same_shape(tlb.shape, second.shape) || (!as_many && !same_penalty(tlb, second)))
        contested = "Walks with data from " + tlb.data_level + " and from " + second.data_level + " do not show the same " +
                    tlb.subject + ".";
      else if (!tlb.decided() && second.decided())
        tlb = second;
      else if (tlb.rates.points.size() < second.rates.points.size())
        tlb.rates = second.rates;
      else if (!tlb.decided())
        add_reason(tlb, "With data from " + second.data_level + ": " + why(second));
    }
    if (!contested.empty()) {
      tlb.shape = {};
      tlb.rates = {};
      tlb.undecided = contested;
      tlb.contested = true;
    }
  }
  if (contested.empty())
    for (std::size_t i = main.tlbs.size(); i < other.tlbs.size(); ++i) main.tlbs.push_back(other.tlbs[i]);
  if (!main.translation.window_bytes && other.translation.window_bytes) {
    main.translation.window_bytes = other.translation.window_bytes;
    main.translation.window_penalty = other.translation.window_penalty;
    main.translation.window_run = other.translation.window_run;
  }
  return main;
}

}  // namespace

TranslationReport explore_translation(Lab& lab) {
  if (lab.keeps_state()) {
    TranslationReport report = held_against_itself(lab);
    if (report.undecided.empty() || !report.tlbs.empty()) return report;
    TranslationReport other = through_nearest_cache(lab);
    if (other.tlbs.empty()) other.undecided = report.undecided + " " + other.undecided;
    return other;
  }
  return combined(through_nearest_cache(lab), past_all_caches(lab));
}

}  // namespace chasescope::structure
