#include "engine/structure/translation/shape_behind.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/experiment/shared_work.h"
#include "engine/structure/sets/company.h"
#include "engine/structure/sets/sets_in_front.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/structure/translation/contradicted_behind.h"
#include "engine/structure/translation/tlb_tester.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kUnknownEntries = 64;
constexpr std::uint64_t kTriesAnywhere = 3, kTriesInFront = 2;
constexpr std::uint64_t kMostParts = 16;  // parts of a page that is larger than those of the TLBs in front
// The budget of one way to flush the TLBs in front. On a card, thousands of pages at a time take long.
constexpr Most kForAttempt{.accesses = 80'000'000, .cycles = 1e8};
constexpr Most kForAttemptSoon{.accesses = 30'000'000, .cycles = 1e8};

Addresses random_pages(Random& random, std::size_t count, std::uint64_t limit) {
  Addresses pages;
  count = std::min<std::size_t>(count, limit / kSmallestPage / 2);
  while (pages.size() < count) {
    const std::uint64_t page = random.below(limit / kSmallestPage) * kSmallestPage;
    if (std::find(pages.begin(), pages.end(), page) == pages.end()) pages.push_back(page);
  }
  return pages;
}

Addresses one_of_each(const Addresses& pages, std::uint64_t unit) {
  Addresses units;
  for (const std::uint64_t page : pages)
    if (units.empty() || units.back() / unit != page / unit) units.push_back(page / unit * unit);
  return units;
}

class ShapeBehind {
 public:
  ShapeBehind(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
              std::uint64_t largest_page)
      : pages_(pages),
        fronts_(fronts),
        largest_page_(largest_page),
        tester_(pages, survey, level),
        shown_(survey.levels[level + 1].shown_at),
        in_front_(pages.block_bytes()) {
    for (const CacheShape* front : fronts_) in_front_ = std::max(in_front_, front->line_bytes);
  }

  CacheShape run() {
    // Units smaller than the pages of the TLBs in front have no use, because a pass looks up each of these pages at most once here.
    std::vector<std::uint64_t> units{in_front_};
    for (std::uint64_t unit = 2 * in_front_; parts_are_known() && unit <= std::min(kMostParts * in_front_, largest_page_);
         unit *= 2)
      units.push_back(unit);
    // The cheapest way comes first: the pages themselves and their other parts.
    for (const std::uint64_t unit : units)
      if (attempt(unit, [&](std::vector<RunPtr>& runs) { return overflow({}, 0, runs); })) return best_;
    // With random replacement, filling a set once or twice flushes it only in most passes.
    for (const std::uint32_t factor : {1U, 3U, 6U})
      for (const bool neighbours : {true, false})
        if (attempt(in_front_, [&](std::vector<RunPtr>& runs) { return overflow_around_one(factor, neighbours, runs); }))
          return best_;
    for (const std::uint32_t factor : {2U, 6U})
      if (with_company(factor)) return best_;
    // Pages of one set in front evict each other there.
    for (std::uint64_t seed = 0; tester_.can_evict_in_front() && seed < kTriesInFront; ++seed) {
      tester_.evict_in_front(true);
      const Allowance allowance(pages_.lab(), kForAttemptSoon);
      const bool told = attempt(in_front_, [&](std::vector<RunPtr>& runs) { return overflow_of_one_front_set(seed, runs); });
      tester_.evict_in_front(false);
      if (told) return best_;
    }
    if (best_.overflowing.empty()) throw Undecided(why_);
    return best_;
  }

 private:
  bool parts_are_known() const {
    return std::any_of(fronts_.begin(), fronts_.end(), [](const CacheShape* front) { return front->index.has_value(); });
  }

  bool with_company(std::uint32_t factor) {
    const auto whether = [&](const Addresses& company) {
      return attempt(in_front_, [&](std::vector<RunPtr>& runs) { return overflow(company, factor, runs); });
    };
    const std::uint64_t limit = tester_.limit_bytes();
    // Neighbouring pages need few pages of a TLB with larger ones, but may all lie in one of its sets. Random pages spread over its
    // sets.
    for (const std::uint64_t begin : {limit / 2, limit / 4, limit / 8 * 5}) {
      const Addresses neighbours = neighbours_from(begin, factor);
      if (neighbours.empty()) break;
      if (whether(neighbours)) return true;
    }
    for (std::uint64_t seed = 0; seed < kTriesAnywhere; ++seed) {
      Addresses company = from_anywhere(seed, factor);
      Random random(mixed_seed(0xc0c1, seed));
      if (company.empty()) company = random_pages(random, factor * kUnknownEntries, limit);
      if (whether(company)) return true;
    }
    return false;
  }

  Addresses neighbours_from(std::uint64_t begin, std::uint32_t factor) const {
    Addresses company;
    for (const CacheShape* front : fronts_) {
      const Addresses more = company_for(*front, factor, begin, tester_.limit_bytes());
      company.insert(company.end(), more.begin(), more.end());
      if (!more.empty()) begin = (more.back() / front->line_bytes + 1) * front->line_bytes;
    }
    return company;
  }

  Addresses from_anywhere(std::uint64_t seed, std::uint32_t factor) const {
    Random random(mixed_seed(0xc0c0, seed));
    Addresses company;
    for (const CacheShape* front : fronts_) {
      const Addresses more = company_from_anywhere(*front, factor, random, tester_.limit_bytes());
      company.insert(company.end(), more.begin(), more.end());
    }
    return company;
  }

  // A minimal overflowing set of pages that all lie in one set of each TLB in front.
  Addresses overflow_of_one_front_set(std::uint64_t seed, std::vector<RunPtr>& runs) {
    constexpr std::size_t kFirst = 16, kMostOfSet = 4096;
    Random random(mixed_seed(0x0f507, seed));
    const std::uint64_t limit = tester_.limit_bytes(), first = random.below(limit / in_front_) * in_front_;
    const SetsInFront sets(fronts_, first);
    std::set<std::uint64_t> pages{first};
    for (std::size_t wanted = kFirst; wanted <= kMostOfSet; wanted *= 2) {
      constexpr std::size_t kPatience = 256;  // draws for each page
      for (std::size_t tries = 0; pages.size() < wanted && tries < kPatience * wanted; ++tries)
        if (const std::uint64_t page = sets.moved(random.below(limit / in_front_) * in_front_);
            sets.holds(page) && page + in_front_ <= limit)
          pages.insert(page);
      if (pages.size() < wanted) throw Undecided("There are too few pages of one set of the TLBs in front.");
      const Addresses all(pages.begin(), pages.end());
      if (tester_.ask(all, "pages of one set of the TLBs in front").conflict) return minimal_overflow(tester_, all, runs);
    }
    throw Undecided("Pages of one set of the TLBs in front did not overflow this TLB.");
  }

  // A minimal overflowing set around one page: company beside which the page stays (so little of it in the set of the page that the
  // company does not overflow the set by itself), and other pages that evict it.
  Addresses overflow_around_one(std::uint32_t factor, bool neighbours, std::vector<RunPtr>& runs) {
    constexpr std::uint64_t kMostSeeds = 16, kMostOthers = 4096;
    const std::uint64_t limit = tester_.limit_bytes(), page = shown_.front() / in_front_ * in_front_;
    bool fits = false;
    for (std::uint64_t seed = 0; seed < kMostSeeds && !fits; ++seed) {
      Random random(mixed_seed(0xbe61, seed));
      Addresses company =
          neighbours ? neighbours_from(random.below(limit / 2 / in_front_) * in_front_, factor) : from_anywhere(seed, factor);
      if (company.empty()) break;
      accompany(std::move(company), {page});
      fits = !tester_.ask({page}, "one page beside others that empty the TLBs in front").conflict;
    }
    if (!fits) throw Undecided("The flush pages, which empty the TLBs in front, evict pages of this TLB as well.");
    Random random(0x0e71c7);
    for (const CacheShape* front : fronts_) top_up_company(tester_, {page, page}, *front, factor + 1, random);
    Addresses others;
    for (std::size_t wanted = 8; wanted <= kMostOthers; wanted *= 2) {
      for (const std::uint64_t other : random_pages(random, wanted, limit))
        if (const std::uint64_t unit = other / in_front_ * in_front_; unit != page) others.push_back(unit);
      std::sort(others.begin(), others.end());
      others = one_of_each(others, in_front_);
      const Answer answer = tester_.ask({page}, others, "pages that evict one");
      if (!answer.conflict) continue;
      runs.push_back(answer.run);
      Addresses members = evictors_of(page, std::move(others));
      members.push_back(page);
      return settle(absorb_company(tester_, std::move(members), runs), factor);
    }
    throw Undecided("Nothing was seen to evict a page.");
  }

  // Reduces `others` to a few pages that still evict `page`.
  Addresses evictors_of(std::uint64_t page, Addresses others) {
    for (std::size_t chunk = std::max<std::size_t>(1, others.size() / 2);; chunk = std::max<std::size_t>(1, chunk / 2)) {
      for (std::size_t begin = 0; begin < others.size() && others.size() > 1;) {
        const std::size_t end = std::min(begin + chunk, others.size());
        Addresses rest(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(begin));
        rest.insert(rest.end(), others.begin() + static_cast<std::ptrdiff_t>(end), others.end());
        if (!rest.empty() && tester_.ask({page}, rest, "fewer pages that evict one").conflict)
          others = std::move(rest);
        else
          begin = end;
      }
      if (chunk == 1) return others;
    }
  }

  // Reads `company` along with every question, without the units that `asked` lie in.
  void accompany(Addresses company, const Addresses& asked) {
    std::sort(company.begin(), company.end());
    company = one_of_each(company, pages_.block_bytes());
    std::erase_if(company, [&](std::uint64_t one) {
      return std::any_of(asked.begin(), asked.end(), [&](std::uint64_t page) { return page / in_front_ == one / in_front_; });
    });
    tester_.keep_company(std::move(company));
  }

  // A minimal overflowing set of the pages that showed misses. Company overflows the TLBs in front; company pages that turn out to
  // belong to the set become members.
  Addresses overflow(Addresses company, std::uint32_t factor, std::vector<RunPtr>& runs) {
    const std::uint64_t unit = tester_.unit_bytes();
    std::sort(company.begin(), company.end());
    company = one_of_each(company, pages_.block_bytes());
    Addresses others;
    for (const std::uint64_t page : one_of_each(shown_, unit)) {
      const auto at = std::lower_bound(company.begin(), company.end(), page);
      if (at == company.end() || *at / unit != page / unit) others.push_back(page);
    }
    const bool accompanied = !company.empty();
    tester_.keep_company(std::move(company));
    Addresses members = minimal_overflow(tester_, std::move(others), runs);
    return accompanied ? settle(absorb_company(tester_, std::move(members), runs), factor) : members;
  }

  // Replaces company pages that became members of the set.
  Addresses settle(Addresses members, std::uint32_t factor) {
    Random random(0x70b0b);
    for (const CacheShape* front : fronts_) top_up_company(tester_, members, *front, factor, random);
    if (!tester_.ask(members, "with more company").conflict)
      throw Undecided("Which pages evict each other changes with the flush pages that empty the TLBs in front.");
    return members;
  }

  // Tries one way to flush the TLBs in front. Whether the whole structure was found; a part of it is kept if nothing better was
  // found before.
  template <typename Overflow>
  bool attempt(std::uint64_t unit, const Overflow& overflow_of) {
    try {
      const SharedWork* shared = pages_.lab().shared();
      const Allowance allowance(pages_.lab(), shared != nullptr && shared->in_a_hurry() ? kForAttemptSoon : kForAttempt);
      tester_.fill_fronts(fronts_, unit);
      tester_.keep_company({});
      std::vector<RunPtr> runs;
      const Addresses overflowing = overflow_of(runs);
      if (overflowing.size() < 2) throw Undecided("A page alone does not stay.");
      CacheShape shape = solve_cache(tester_, overflowing, largest_page_);
      shape.set_runs = runs;
      if (shape.ways.empty()) {
        // A page may be smaller than was assumed. If company flushes the TLBs in front, only an index that predicted other pages
        // confirms its size.
        if (unit == in_front_ && shape.index && !best_.index) best_ = shape;
        why_ = shape.line_bytes == 0 ? shape.line_undecided : shape.ways_undecided;
        return false;
      }
      if (const std::string wrong = contradicted_behind(tester_, fronts_, shape, in_front_, unit); !wrong.empty())
        throw Undecided(wrong);
      best_ = std::move(shape);
      return true;
    } catch (const Undecided& undecided) {
      why_ = undecided.what();
      return false;
    }
  }

  PageWalk& pages_;
  const std::vector<const CacheShape*>& fronts_;
  std::uint64_t largest_page_;
  TlbTester tester_;
  Addresses shown_;
  std::uint64_t in_front_;  // the largest page size of the TLBs in front
  CacheShape best_;
  std::string why_ = "No flush pages were found that keep the TLBs in front from answering.";
};

}  // namespace

CacheShape shape_behind(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
                        std::uint64_t largest_page) {
  return ShapeBehind(pages, survey, level, fronts, largest_page).run();
}

}  // namespace chasescope::structure
