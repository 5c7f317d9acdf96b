#include "engine/structure/testers/minimal_overflow.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace chasescope::structure {
namespace {

using Ask = std::function<Answer(const Addresses&)>;

// Leaves out chunks of lines as long as the rest overflows. The last round tries to leave out each single line, and so proves that
// every line is needed.
Addresses reduced(const Ask& ask, Addresses lines, bool accompanied, std::vector<RunPtr>* runs) {
  constexpr int kMostUnclear = 16;
  int unclear = 0;
  std::size_t chunk = lines.size() > 160 ? std::bit_floor(lines.size()) / 2 : 1;
  while (true) {
    bool removed = false;
    for (std::size_t begin = 0; begin < lines.size() && lines.size() > 1;) {
      const std::size_t end = std::min(begin + chunk, lines.size());
      if (end - begin == lines.size()) break;  // the chunk is as large as the rest
      Addresses rest(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), lines.begin() + static_cast<std::ptrdiff_t>(end), lines.end());
      bool overflows = false;
      try {
        const Answer answer = ask(rest);
        overflows = answer.conflict;
        if (!overflows && chunk == 1 && begin == 0 && runs != nullptr) runs->push_back(answer.run);
      } catch (const HeldInFront&) {
        throw;
      } catch (const Undecided&) {
        // If noise hides the answer, the chunk is kept. The set may then not be minimal; an index that is inferred from it predicts
        // too many conflicts and is refused later.
        if (++unclear > kMostUnclear) throw;
      }
      if (overflows) {
        lines = std::move(rest);
        removed = true;
      } else {
        begin = end;
      }
    }
    if (lines.size() == 1 && !accompanied)
      throw Undecided("A single line overflows its set. So other lines take the ways of this set.");
    if (chunk == 1 && !removed) return lines;
    chunk = std::max<std::size_t>(1, std::min(chunk / 2, lines.size() / 4));
  }
}

// Reduces with rough answers, if the result still overflows by itself in a full question; else returns all lines.
Addresses roughly_reduced(Tester& tester, const Addresses& lines) {
  try {
    Addresses few =
        reduced([&](const Addresses& rest) { return tester.ask_roughly(rest, {}, "without one of them"); }, lines, false, nullptr);
    if (tester.ask(few, "lines that are left").conflict) return few;
  } catch (const Undecided&) {
  }
  return lines;
}

}  // namespace

Addresses minimal_overflow(Tester& tester, Addresses lines, std::vector<RunPtr>& runs) {
  std::sort(lines.begin(), lines.end());
  const Answer whole = tester.ask(lines, "lines that overflow a set");
  if (!whole.conflict) throw Undecided("The lines that missed do not overflow a set when they are read alone.");
  runs.push_back(whole.run);
  if (tester.has_rough_answers()) lines = roughly_reduced(tester, lines);
  return reduced([&](const Addresses& rest) { return tester.ask(rest, "without one of them"); }, std::move(lines),
                 !tester.company().empty(), &runs);
}

void refuse_if_overflowed_by_what_empties(Tester& tester, const Addresses& overflowing) {
  const Addresses fitting(overflowing.begin(), overflowing.end() - 1);
  if (tester.is_overflowed_by_what_empties(fitting, {overflowing.back()}))
    throw Undecided("The flush lines, which empty the caches in front, take ways of this cache.");
}

}  // namespace chasescope::structure
