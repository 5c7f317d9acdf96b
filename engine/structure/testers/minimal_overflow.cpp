#include "engine/structure/testers/minimal_overflow.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace chasescope::structure {
namespace {

using Ask = std::function<Answer(const Addresses&)>;
using Missed = std::map<std::uint64_t, std::uint32_t>;  // for each line: the passes in which it missed

Addresses without(const Addresses& lines, const Addresses& some) {
  const std::set<std::uint64_t> left_out(some.begin(), some.end());
  Addresses rest;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(rest), [&](std::uint64_t line) { return !left_out.contains(line); });
  return rest;
}

// Leaves out lines as long as the rest overflows.
class Reduction {
 public:
  Reduction(Ask ask, bool accompanied, std::vector<RunPtr>* runs) : ask_(std::move(ask)), accompanied_(accompanied), runs_(runs) {}

  // Leaves out chunks of lines. The last round tries to leave out each single line, and so proves that every line is needed.
  // `answer`: that of all lines. The lines of other sets seldom miss, so those that missed least are left out first. Ends early if
  // `still_overflows`, which is asked after each round in which lines were left out, is false.
  Addresses run(Addresses lines, const Answer& answer, const std::function<bool(const Addresses&)>& still_overflows) {
    lines_ = std::move(lines);
    learn(answer);
    bool removed = leave_out_what_never_missed();
    std::size_t chunk = lines_.size() > kFew ? std::bit_floor(lines_.size()) / 2 : 1;
    while (true) {
      if (removed && !still_overflows(lines_)) return lines_;
      removed = leave_out_chunks_of(chunk);
      if (lines_.size() == 1 && !accompanied_)
        throw Undecided("A single line overflows its set. So other lines take the ways of this set.");
      if (chunk == 1 && !removed) return lines_;
      chunk = std::max<std::size_t>(1, std::min(chunk / 2, lines_.size() / 4));
    }
  }

 private:
  static constexpr std::size_t kFew = 160;
  static constexpr int kMostUnclear = 16;

  void learn(const Answer& answer) {
    for (std::size_t i = 0; i < lines_.size(); ++i) missed_[lines_[i]] = answer.misses[i];
  }

  bool leave_out_what_never_missed() {
    Addresses never;
    std::copy_if(lines_.begin(), lines_.end(), std::back_inserter(never), [&](std::uint64_t line) { return missed_[line] == 0; });
    return !never.empty() && lines_.size() - never.size() > 1 && leave_out(never, false);
  }

  // Whether the rest overflows without `some`; they are then left out.
  bool leave_out(const Addresses& some, bool shows_need) {
    Addresses rest = without(lines_, some);
    try {
      const Answer answer = ask_(rest);
      if (answer.conflict) {
        lines_ = std::move(rest);
        learn(answer);
        return true;
      }
      if (shows_need && runs_ != nullptr) runs_->push_back(answer.run);
    } catch (const HeldInFront&) {
      throw;
    } catch (const Undecided&) {
      // If noise hides the answer, the chunk is kept. The set may then not be minimal; an index that is inferred from it predicts
      // too many conflicts and is refused later.
      if (++unclear_ > kMostUnclear) throw;
    }
    return false;
  }

  bool leave_out_chunks_of(std::size_t chunk) {
    Addresses order = lines_;
    std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return missed_[a] < missed_[b]; });
    bool removed = false, first = true;
    for (std::size_t begin = 0; begin < order.size() && lines_.size() > 1; begin += chunk) {
      const std::size_t end = std::min(begin + chunk, order.size());
      if (end - begin == lines_.size()) break;  // the chunk is as large as the rest
      const Addresses some(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
      if (leave_out(some, chunk == 1 && first))
        removed = true;
      else
        first = false;
    }
    return removed;
  }

  Ask ask_;
  bool accompanied_;
  std::vector<RunPtr>* runs_;
  Addresses lines_;
  Missed missed_;
  int unclear_ = 0;
};

struct Overflowing {
  Addresses lines;
  Answer answer;
};

// Reduces with rough answers, as far as what is left still overflows in a full question.
Overflowing roughly_reduced(Tester& tester, const Overflowing& whole) {
  Overflowing least = whole;
  const auto still_overflows = [&](const Addresses& left) {
    Answer answer = tester.ask(left, "lines that are left");
    if (!answer.conflict) return false;
    least = {left, std::move(answer)};
    return true;
  };
  try {
    const auto ask = [&](const Addresses& rest) { return tester.ask_roughly(rest, {}, "without one of them"); };
    Reduction(ask, false, nullptr).run(whole.lines, whole.answer, still_overflows);
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {
  }
  return least;
}

}  // namespace

Addresses minimal_overflow(Tester& tester, Addresses lines, std::vector<RunPtr>& runs) {
  std::sort(lines.begin(), lines.end());
  const Answer whole = tester.ask(lines, "lines that overflow a set");
  if (!whole.conflict) throw Undecided("The lines that missed do not overflow a set when they are read alone.");
  runs.push_back(whole.run);
  Overflowing least{std::move(lines), whole};
  if (tester.has_rough_answers()) least = roughly_reduced(tester, least);
  const auto ask = [&](const Addresses& rest) { return tester.ask(rest, "without one of them"); };
  return Reduction(ask, !tester.company().empty(), &runs).run(least.lines, least.answer, [](const Addresses&) { return true; });
}

void refuse_if_overflowed_by_what_empties(Tester& tester, const Addresses& overflowing) {
  const Addresses fitting(overflowing.begin(), overflowing.end() - 1);
  if (tester.is_overflowed_by_what_empties(fitting, {overflowing.back()}))
    throw Undecided("The flush lines, which empty the caches in front, take ways of this cache.");
}

}  // namespace chasescope::structure
