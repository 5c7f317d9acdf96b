#include "engine/probe/structure/shape_behind.h"

#include <algorithm>
#include <optional>

#include "engine/probe/structure/company.h"
#include "engine/probe/structure/shape_prediction.h"
#include "engine/probe/structure/tlb_tester.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kUnknownEntries = 64;
constexpr std::uint64_t kTriesAnywhere = 3;
constexpr std::uint64_t kMostParts = 16;  // of a page that is larger than those in front
// For one way to empty the TLBs in front; on a card thousands of pages at a time take long.
constexpr Most kForAttempt{.accesses = 30'000'000, .cycles = 1e8};

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
        shown_(survey.levels[level + 1].shown_at) {}

  CacheShape run() {
    const std::uint64_t block = pages_.block_bytes();
    const bool parted =
        std::any_of(fronts_.begin(), fronts_.end(), [](const CacheShape* front) { return front->index.has_value(); });
    std::vector<std::uint64_t> units{block};
    for (std::uint64_t unit = 2 * block; parted && unit <= std::min(kMostParts * block, largest_page_); unit *= 2)
      units.push_back(unit);
    // The cheapest first: nothing but the pages themselves and their parts.
    for (const std::uint64_t unit : units)
      if (attempt(
              unit, [&] { return Addresses{}; }, 0))
        return best_;
    // Where replacement is left to chance, filling a set twice over empties it only often.
    for (const std::uint32_t factor : {2U, 6U})
      for (const std::uint64_t unit : units)
        if (with_company(unit, factor)) return best_;
    if (best_.overflowing.empty()) throw Undecided(why_);
    return best_;
  }

 private:
  bool with_company(std::uint64_t unit, std::uint32_t factor) {
    const std::uint64_t limit = tester_.limit_bytes();
    // Neighbouring pages lie in few pages of a TLB with larger ones, but may all fall into one of its sets; pages from anywhere
    // spread over its sets.
    for (const std::uint64_t begin : {limit / 2, limit / 4, limit / 8 * 5}) {
      const auto neighbours = [&] {
        Addresses company;
        std::uint64_t at = begin;
        for (const CacheShape* front : fronts_) {
          const Addresses more = company_for(*front, factor, at, limit);
          company.insert(company.end(), more.begin(), more.end());
          if (!more.empty()) at = (more.back() / front->line_bytes + 1) * front->line_bytes;
        }
        return company;
      };
      if (neighbours().empty()) break;
      if (attempt(unit, neighbours, factor)) return true;
    }
    for (std::uint64_t seed = 0; seed < kTriesAnywhere; ++seed)
      if (attempt(
              unit,
              [&] {
                Random random(mixed_seed(0xc0c0, seed));
                Addresses company;
                for (const CacheShape* front : fronts_) {
                  const Addresses more = company_from_anywhere(*front, factor, random, limit);
                  company.insert(company.end(), more.begin(), more.end());
                }
                return company.empty() ? random_pages(random, factor * kUnknownEntries, limit) : company;
              },
              factor))
        return true;
    return false;
  }

  // A minimal overflowing set. Company overflows TLBs in front; what of it turns out to belong to the set becomes a member.
  Addresses overflow(Addresses company, std::uint64_t unit, std::uint32_t factor, std::vector<RunPtr>& runs) {
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
    if (!accompanied) return members;
    members = absorb_company(tester_, std::move(members), runs);
    Random random(0x70b0b);
    for (const CacheShape* front : fronts_) top_up_company(tester_, members, *front, factor, random);
    if (!tester_.ask(members, "with more company").conflict)
      throw Undecided("What empties the TLBs in front changes which pages evict each other.");
    return members;
  }

  // Whether the structure was found whole. What was found in part is kept if nothing better was.
  template <typename Company>
  bool attempt(std::uint64_t unit, const Company& company, std::uint32_t factor) {
    try {
      const Allowance allowance(pages_.lab(), kForAttempt);
      tester_.fill_fronts(fronts_, unit);
      std::vector<RunPtr> runs;
      const Addresses overflowing = overflow(company(), unit, factor, runs);
      if (overflowing.size() < 2) throw Undecided("A page alone does not stay.");
      CacheShape shape = solve_cache(tester_, overflowing, largest_page_);
      shape.set_runs = runs;
      if (shape.ways.empty()) {
        // A page may be smaller than was supposed.
        if (unit == pages_.block_bytes() && known_of(shape) > known_of(best_)) best_ = std::move(shape);
        why_ = shape.line_bytes == 0 ? shape.line_undecided : shape.ways_undecided;
        return false;
      }
      if (const std::string wrong = contradiction(shape, unit); !wrong.empty()) throw Undecided(wrong);
      best_ = std::move(shape);
      return true;
    } catch (const Undecided& undecided) {
      why_ = undecided.what();
      return false;
    }
  }

  // Asked without company, which was made for the set that was overflowed first: all sets together empty what is in front. And with
  // pages visited by their halves, so that pages smaller than was supposed would show.
  std::string contradiction(const CacheShape& shape, std::uint64_t unit) {
    const Addresses company = tester_.company();
    tester_.keep_company({});
    const std::uint64_t half = std::max(pages_.block_bytes(), shape.line_bytes / 2);
    tester_.fill_fronts(fronts_, half);
    try {
      const std::string wrong = contradicted(tester_, shape, half);
      tester_.fill_fronts(fronts_, unit);
      tester_.keep_company(company);
      return wrong;
    } catch (...) {
      tester_.fill_fronts(fronts_, unit);
      tester_.keep_company(company);
      throw;
    }
  }

  static int known_of(const CacheShape& shape) { return (shape.line_bytes != 0 ? 1 : 0) + (shape.index ? 1 : 0); }

  PageWalk& pages_;
  const std::vector<const CacheShape*>& fronts_;
  std::uint64_t largest_page_;
  TlbTester tester_;
  Addresses shown_;
  CacheShape best_;
  std::string why_ = "Nothing keeps the TLBs in front from answering.";
};

}  // namespace

CacheShape shape_behind(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
                        std::uint64_t largest_page) {
  return ShapeBehind(pages, survey, level, fronts, largest_page).run();
}

}  // namespace chasescope::structure
