#include "engine/trace/near_word.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace chasescope {
namespace {

/// How many letters have to be changed, added or left out to make one word of the other (Levenshtein's distance).
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, changed}));
    }
  }
  return row.back();
}

}  // namespace

std::string near_word(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kMostSlips = 3, kLongestWord = 64;  // a longer word is no slip of the finger
  constexpr std::size_t kLeastPart = 3;                     // letters: fewer are in too many words
  if (word.size() > kLongestWord) return {};
  std::string nearest;
  std::size_t slips = std::min(kMostSlips, word.size() / 2) + 1;
  // A word that was not finished: of those that go on with it the shortest, the first of several.
  if (word.size() >= kLeastPart)
    for (const std::string& one : known)
      if (one.starts_with(word) && one.size() - word.size() <= kMostSlips && (nearest.empty() || one.size() < nearest.size()))
        nearest = one;
  if (!nearest.empty()) return nearest;
  for (const std::string& one : known)
    if (const std::size_t to = slips_between(word, one); to < slips) {
      slips = to;
      nearest = one;
    }
  if (!nearest.empty() || word.size() < kLeastPart) return nearest;
  const auto holds = [&](const std::string& one) { return one.find(word) != std::string::npos; };
  if (std::ranges::count_if(known, holds) == 1) nearest = *std::ranges::find_if(known, holds);
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::string nearest = near_word(word, known);
  return nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?";
}

}  // namespace chasescope
