// Questions about pages that a TLB in front would hold: pages of the same sets in front are read with them (front_evictors.h).
#include <algorithm>
#include <iterator>

#include "engine/structure/translation/tlb_tester.h"

namespace chasescope::structure {
namespace {

// If there are four sets, at least one of four evictors lies in the set in question with a probability of 68 %. With 14 choices of
// evictors, this happens with each of them in 0.5 % of all questions. A rough answer is checked by a later question, and the
// questions beside evictors are many, so these use fewer choices.
constexpr std::uint64_t kChoices = 14, kChoicesOfRough = 2, kChoicesBeside = 4;
constexpr std::uint32_t kMostEvictors = 8;  // for each way: with random replacement, e^-8 of the old pages is left

}  // namespace

// While an object of this class lives, evictors are read with each question: those of the pages that are asked about, and of
// `as_if`, which have the same evictors whether they are read or not.
class TlbTester::Evicting {
 public:
  Evicting(TlbTester& tester, std::uint64_t choice, std::uint32_t fill, Addresses as_if) : tester_(tester) {
    tester_.evictors_ = Evictors{choice, fill, std::move(as_if)};
  }
  ~Evicting() { tester_.evictors_.reset(); }
  Evicting(const Evicting&) = delete;
  Evicting& operator=(const Evicting&) = delete;

 private:
  TlbTester& tester_;
};

bool TlbTester::can_evict_in_front() const {
  return !fronts_.empty() && std::all_of(fronts_.begin(), fronts_.end(), [](const CacheShape* front) {
    return front->index.has_value() && !front->ways.empty() && front->line_bytes != 0;
  });
}

// No value if noise hides the answer. With random replacement in front, one page more than a set has ways evicts the others only in
// some passes.
std::optional<Answer> TlbTester::ask_evicted(const Addresses& watched, const Addresses& others, const Addresses& as_if,
                                             std::uint64_t choice, const std::string& label) {
  for (std::uint32_t fill = evictors_fill_;; fill *= 2) {
    const Evicting evicting(*this, choice, fill, as_if);
    try {
      std::optional<Answer> answer = ask_once(watched, others, label);
      evictors_fill_ = fill;
      return answer;
    } catch (const HeldInFront&) {
      if (fill >= kMostEvictors) throw;
    }
  }
}

// Pages overflow a set only if they do so with every choice of evictors. A choice with which noise hides the answer says nothing.
Answer TlbTester::ask_by_choices(const Addresses& watched, const Addresses& others, const Addresses& as_if, std::uint64_t choices,
                                 const std::string& label) {
  std::optional<Answer> answer;
  for (std::uint64_t choice = 0; choice < choices; ++choice) {
    std::optional<Answer> one = ask_evicted(watched, others, as_if, choice, label);
    if (!one) continue;
    if (!one->conflict) return *one;
    for (std::size_t i = 0; answer && i < one->misses.size(); ++i) one->misses[i] = std::min(one->misses[i], answer->misses[i]);
    answer = std::move(one);
  }
  if (!answer) throw Undecided(kHiddenByNoise);
  return *answer;
}

Answer TlbTester::ask(const Addresses& watched, const Addresses& others, const std::string& label) {
  try {
    return ask_filled(watched, others, label);
  } catch (const HeldInFront&) {
    if (!is_evicting_) throw;
  }
  return ask_by_choices(watched, others, {}, kChoices, label);
}

Answer TlbTester::ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) {
  try {
    return ask_filled(watched, others, label);
  } catch (const HeldInFront&) {
    if (!can_evict_in_front()) throw;
  }
  return ask_by_choices(watched, others, {}, kChoicesOfRough, label);
}

bool TlbTester::is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) {
  return is_evicting_ &&
         ask_by_choices(fitting, {}, more, kChoices, "without some pages, with those that evict them in front").conflict;
}

// Asks twice with the same evictors: once with the page, and once without it. If only the first question conflicts, the page is in
// the set. If neither does, it is not. If both do, the evictors take ways of the set.
Answer TlbTester::shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) {
  try {
    return ask_filled(fitting, {address}, label);
  } catch (const HeldInFront&) {
    if (!can_evict_in_front()) throw;
  }
  const int enough = noise_.exact() ? 1 : 2;
  int agreeing = 0;
  std::optional<Answer> conflicting;
  for (std::uint64_t choice = 0; choice < kChoices; ++choice) {
    const std::optional<Answer> with = ask_evicted(fitting, {address}, {address}, choice, label);
    if (!with) continue;
    if (!with->conflict) return *with;
    conflicting = with;
    const std::optional<Answer> without = ask_evicted(fitting, {}, {address}, choice, label + "? Without it");
    if (without && !without->conflict && ++agreeing == enough) return *with;
  }
  if (!conflicting) throw Undecided(kHiddenByNoise);
  const std::optional<bool> overflows = overflows_beside(fitting, address, label);
  if (!overflows) throw HeldInFront("The pages that evict a page from the TLB in front take ways of its set.");
  conflicting->conflict = *overflows;
  return *conflicting;
}

// Whether `address` shares a set with `fitting`, asked with some pages of `fitting` left out: so many that the rest fits in the set
// together with the evictors, and overflows it with one of the pages that were left out. Then `address` is added to the rest
// instead of that page. No value if there is no such number of pages.
std::optional<bool> TlbTester::overflows_beside(const Addresses& fitting, std::uint64_t address, const std::string& label) {
  for (std::uint64_t choice = 0; choice < kChoicesBeside; ++choice) try {
      const auto overflows = [&](std::size_t count, const Addresses& others) {
        const Addresses first(fitting.begin(), fitting.begin() + static_cast<std::ptrdiff_t>(count));
        const std::optional<Answer> answer = ask_evicted(first, others, {address}, choice, label);
        if (!answer) throw Undecided(kHiddenByNoise);
        return answer->conflict;
      };
      std::size_t low = 0, high = fitting.size();  // `low` pages fit, `high` pages do not
      while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (overflows(middle, {}) ? high : low) = middle;
      }
      if (low == 0 || !overflows(low, {fitting[low]})) continue;
      // The number of evictors may have grown since the rest fitted. So if the rest overflows with `address`, it is asked about
      // once more without it.
      const bool shares = overflows(low, {address});
      if (!shares || !overflows(low, {})) return shares;
    } catch (const Undecided&) {  // too few pages are left to evict each other in front, or noise hides the answer
    }
  return std::nullopt;
}

}  // namespace chasescope::structure
