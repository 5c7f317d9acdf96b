// Questions that can be answered even if flush lines take ways of the set in question.
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {
namespace {

// While an object of this class lives, the sets of `lines` in the caches in front are flushed, too.
class Emptied {
 public:
  Emptied(Addresses& as_if_asked, const Addresses& lines) : as_if_asked_(as_if_asked) { as_if_asked_ = lines; }
  Emptied(const Emptied&) = delete;
  Emptied& operator=(const Emptied&) = delete;
  ~Emptied() { as_if_asked_.clear(); }

 private:
  Addresses& as_if_asked_;
};

}  // namespace

bool DataTester::is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) {
  if (!emptier_.is_by_sets()) return false;
  const Emptied beside(as_if_asked_, more);
  return ask(fitting, "without some lines, with their flush lines for the caches in front").conflict;
}

// Asks twice with the same flush lines in front: once with `address` read, and once without it. If only the first question
// conflicts, `address` is in the set. If the flush lines took ways of the set with every choice, they will do so again, and the
// next questions are asked beside them at once.
Answer DataTester::shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) {
  if (!emptier_.is_by_sets()) return ask(fitting, {address}, label);
  if (flush_lines_take_ways_)
    if (std::optional<Answer> answer = ask_beside(fitting, {address}, label)) return *answer;
  constexpr std::uint64_t kChoices = 14;
  const int enough = survey_.noise.exact() ? 1 : 2;
  int agreeing = 0;
  ChoiceAsBefore before(emptier_);
  for (std::uint64_t number = 0; number < kChoices; ++number) {
    emptier_.use_choice(before.choice() + number);
    Answer answer = ask_emptied(fitting, {address}, label);
    before.but_fill(std::max(before.fill(), std::min(emptier_.fill(), kEnoughByChance)));
    if (!answer.conflict) return answer;
    const std::uint32_t fill = emptier_.fill();
    const Emptied beside(as_if_asked_, {address});
    if (!ask_emptied(fitting, {}, label + "? Without it").conflict && emptier_.fill() == fill && ++agreeing == enough)
      return answer;
  }
  std::optional<Answer> answer = ask_beside(fitting, {address}, label);
  if (!answer) throw Undecided("The flush lines, which empty the caches in front, take ways of this cache.");
  flush_lines_take_ways_ = agreeing == 0;
  return *answer;
}

// Whether `fitting` and `more` share a set, asked with some lines of `fitting` left out: so many that the rest fits in the set
// together with the flush lines, and overflows it with one of the lines that were left out. Then `more` is added to the rest
// instead of that line. No value if there is no such number of lines.
std::optional<Answer> DataTester::ask_beside(const Addresses& fitting, const Addresses& more, const std::string& label) {
  if (!emptier_.is_by_sets() || fitting.size() < 2) return std::nullopt;
  constexpr std::uint64_t kChoices = 8;
  ChoiceAsBefore before(emptier_);
  // All questions have the same flush lines: those for all of these lines.
  Addresses all = fitting;
  all.insert(all.end(), more.begin(), more.end());
  const auto ask_first = [&](std::size_t count, const Addresses& others) {
    const Emptied beside(as_if_asked_, all);
    const Addresses first(fitting.begin(), fitting.begin() + static_cast<std::ptrdiff_t>(count));
    return ask_emptied(first, others, label);
  };
  for (std::uint64_t number = 0; number < kChoices; ++number) {
    emptier_.use_choice(before.choice() + number);
    // `low` lines fit, `high` lines do not. About as many fit as in the last question.
    std::size_t low = 0, high = fitting.size() + 1;
    for (std::size_t step = 1, count = std::min(fit_beside_, fitting.size()); high - low > 1; step *= 2) {
      const bool overflows = ask_first(count, {}).conflict;
      (overflows ? high : low) = count;
      if (high - low <= 2 * step)
        count = low + (high - low) / 2;
      else
        count = overflows ? high - step : low + step;
    }
    if (low == 0) continue;
    fit_beside_ = low;
    // One more line of the set must overflow it. Otherwise nothing follows if `more` does not.
    if (low < fitting.size() && !ask_first(low, {fitting[low]}).conflict) continue;
    const std::uint32_t fill = emptier_.fill();
    Answer answer = ask_first(low, more);
    if (emptier_.fill() == fill) return answer;
  }
  return std::nullopt;
}

}  // namespace chasescope::structure
