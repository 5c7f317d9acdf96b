#include "engine/structure/sets/company.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/minimal_overflow.h"

namespace chasescope::structure {
namespace {

// Whether `lines` conflict in this cache. If a cache in front hits for some of them (HeldInFront), these are not evicted from this
// cache, and there is no conflict.
bool overflows(Tester& tester, const Addresses& lines, const std::string& label) {
  try {
    return tester.ask(lines, label).conflict;
  } catch (const HeldInFront&) {
    return false;
  }
}

Addresses difference(const Addresses& from, std::size_t begin, std::size_t end) {
  Addresses rest(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), from.begin() + static_cast<std::ptrdiff_t>(end), from.end());
  return rest;
}

class Absorber {
 public:
  Absorber(Tester& tester, Addresses members) : tester_(tester), members_(std::move(members)), company_(tester.company()) {}

  Addresses run() {
    std::size_t chunk = 1;
    while (chunk * 8 < company_.size()) chunk *= 2;
    for (std::size_t begin = 0; begin < company_.size();) begin = look(begin, std::min(begin + chunk, company_.size()));
    // Two addresses of one cache line may have been in different parts. So the parts are shifted by half of their length.
    if (may_share_lines())
      for (std::size_t begin = 0, end = chunk / 2; begin < company_.size(); end = begin + chunk)
        begin = look(begin, std::min(end, company_.size()));
    tester_.keep_company(company_);
    std::sort(members_.begin(), members_.end());
    return members_;
  }

 private:
  bool may_share_lines() const {
    const auto near = [](std::uint64_t a, std::uint64_t b) { return b > a && b - a < kLargestLine; };
    return std::adjacent_find(company_.begin(), company_.end(), near) != company_.end();
  }

  // Whether the members still overflow now that so many lines were left out. Of several lines a brief answer is enough: if it does
  // not say so, halves of them are left out, down to single lines.
  bool overflows_with_less(std::size_t left_out) {
    const std::string label = "with less company";
    if (left_out == 1) return overflows(tester_, members_, label);
    try {
      return tester_.ask_briefly(members_, label).conflict;
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {
      return false;
    }
  }

  // Examines company_[begin, end). Returns where the next part begins; lines that became members are removed from company_.
  std::size_t look(std::size_t begin, std::size_t end) {
    const Addresses rest = difference(company_, begin, end);
    tester_.keep_company(rest);
    if (overflows_with_less(end - begin)) return end;
    if (end - begin > 1) {
      const std::size_t middle = begin + (end - begin) / 2, size = company_.size();
      const std::size_t next = look(begin, middle);
      const std::size_t after = look(next, end - (size - company_.size()));
      return company_.size() < size ? after : look_behind(begin, middle, end);
    }
    Addresses with = members_;
    with.push_back(company_[begin]);
    std::sort(with.begin(), with.end());
    if (!overflows(tester_, with, "one of the company among them"))
      return end;  // the line is only needed to flush the caches in front, and is none of the set
    members_ = std::move(with);
    company_ = rest;
    return begin;
  }

  // Either half can be left out and the set still overflows, because both halves may hold a part of the same line of the set. So
  // the second half is tested without the first. If that finds no member, the first half comes back.
  std::size_t look_behind(std::size_t begin, std::size_t middle, std::size_t end) {
    const Addresses before = company_;
    const std::size_t members = members_.size();
    company_ = difference(company_, begin, middle);
    const std::size_t next = look(begin, end - (middle - begin));
    if (members_.size() > members) return next;
    company_ = before;
    return end;
  }

  Tester& tester_;
  Addresses members_, company_;
};

}  // namespace

namespace {

// Whether the set no longer overflows without one of the lines that overflow it.
bool fits_without_one(Tester& tester, const Addresses& overflowing) {
  try {
    return !tester.ask(difference(overflowing, 0, 1), "without one of them").conflict;
  } catch (const HeldInFront&) {
    return false;
  }
}

}  // namespace

Addresses absorb_company(Tester& tester, Addresses members, std::vector<RunPtr>& runs) {
  // The parts of one cache line count once: a member may have been left out because a flush line lies in the same cache line.
  // Another round then makes that flush line a member.
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds; ++round) {
    const Addresses all = Absorber(tester, members).run();
    // All members lie in one set, so that none is needed less than another.
    if (all.size() == members.size() && fits_without_one(tester, all)) return all;
    members = minimal_overflow(tester, all, runs);
    if (members.size() < all.size()) continue;
    if (members.size() < 2) throw Undecided("A single line overflows its set. So other lines take the ways of this set.");
    return members;
  }
  throw Undecided("Which lines evict each other changes with the other lines that are read.");
}

namespace {

// Takes addresses from `next` until every set of `front` is filled `factor` times, or `most` addresses were tried.
template <typename Next>
Addresses filling(const CacheShape& front, std::uint32_t factor, std::uint64_t most, Next&& next) {
  if (!front.index || front.ways.empty()) return {};
  std::vector<std::uint64_t> wanted;
  for (const std::uint32_t ways : front.ways) wanted.push_back(std::uint64_t{factor} * ways + 1);
  std::uint64_t open = wanted.size();
  Addresses company;
  for (std::uint64_t i = 0; i < most && open > 0; ++i) {
    const std::optional<std::uint64_t> address = next(i);
    if (!address) break;
    const std::uint64_t set = front.index->set_of(*address);
    if (set >= wanted.size() || wanted[set] == 0) continue;
    company.push_back(*address);
    if (--wanted[set] == 0) --open;
  }
  return company;
}

constexpr std::uint64_t kFarthestLine = std::uint64_t{1} << 20;  // lines that are searched

}  // namespace

Addresses company_for(const CacheShape& front, std::uint32_t factor, std::uint64_t begin, std::uint64_t limit) {
  return filling(front, factor, kFarthestLine, [&](std::uint64_t line) -> std::optional<std::uint64_t> {
    const std::uint64_t address = (begin / front.line_bytes + line) * front.line_bytes;
    if (address + front.line_bytes > limit) return std::nullopt;
    return address;
  });
}

Addresses company_from_anywhere(const CacheShape& front, std::uint32_t factor, Random& random, std::uint64_t limit) {
  return filling(front, factor, kFarthestLine, [&](std::uint64_t) -> std::optional<std::uint64_t> {
    return random.below(limit / front.line_bytes) * front.line_bytes;
  });
}

namespace {

// Adds lines of `more` to the flush lines, as long as `fitting` still fits in its set. Tries all at once, and then halves of them.
void add_what_fits(Tester& tester, const Addresses& fitting, const Addresses& more) {
  if (more.empty()) return;
  const Addresses before = tester.company();
  Addresses with = before;
  with.insert(with.end(), more.begin(), more.end());
  tester.keep_company(std::move(with));
  if (!overflows(tester, fitting, "with more company")) return;
  tester.keep_company(before);
  if (more.size() == 1) return;
  const auto middle = more.begin() + static_cast<std::ptrdiff_t>(more.size() / 2);
  add_what_fits(tester, fitting, Addresses(more.begin(), middle));
  add_what_fits(tester, fitting, Addresses(middle, more.end()));
}

// Random addresses, `wanting[set]` of each set of `front`, without `members` and without flush lines in use.
Addresses drawn_for(const CacheShape& front, std::vector<std::uint64_t> wanting, const Tester& tester, const Addresses& members,
                    Random& random) {
  std::set<std::uint64_t> taken(members.begin(), members.end());
  for (const std::uint64_t address : tester.company()) taken.insert(address);
  std::uint64_t open = std::accumulate(wanting.begin(), wanting.end(), std::uint64_t{0});
  Addresses drawn;
  for (std::uint64_t i = 0; i < kFarthestLine && open > 0; ++i) {
    const std::uint64_t address = random.below(tester.limit_bytes() / front.line_bytes) * front.line_bytes;
    const std::uint64_t set = front.index->set_of(address);
    if (set >= wanting.size() || wanting[set] == 0 || !taken.insert(address).second) continue;
    drawn.push_back(address);
    --wanting[set];
    --open;
  }
  return drawn;
}

}  // namespace

void top_up_company(Tester& tester, const Addresses& members, const CacheShape& front, std::uint32_t factor, Random& random) {
  if (!front.index || front.ways.empty()) return;
  constexpr int kRounds = 24;
  const Addresses fitting(members.begin(), members.end() - 1);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::uint64_t> wanting;
    for (const std::uint32_t ways : front.ways) wanting.push_back(std::uint64_t{factor} * ways + 1);
    for (const std::uint64_t address : tester.company())
      if (const std::uint64_t set = front.index->set_of(address); set < wanting.size() && wanting[set] > 0) --wanting[set];
    const Addresses more = drawn_for(front, std::move(wanting), tester, members, random);
    if (more.empty()) return;
    add_what_fits(tester, fitting, more);
  }
}

}  // namespace chasescope::structure
