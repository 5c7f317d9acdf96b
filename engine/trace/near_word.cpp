#include "engine/trace/near_word.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace chasescope {
namespace {

/// The number of letters that must be changed, added, left out, or swapped with a neighbour to turn one word into the other (the
/// optimal string alignment distance).
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row;  // row[j]: from the letters of `a` so far to the first j of `b`
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    row.assign(1, i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t slips = std::min({row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1)});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) slips = std::min(slips, before_last[j - 1] + 1);
      row.push_back(slips);
    }
    before_last = std::exchange(last, row);
  }
  return last.back();
}

}  // namespace

std::string near_word(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kMostSlips = 3, kLongestWord = 64;  // longer words are not corrected
  constexpr std::size_t kLeastPart = 3;                     // letters: a shorter part occurs in too many words
  if (word.size() > kLongestWord) return {};
  std::string nearest;
  std::size_t slips = std::min(kMostSlips, word.size() / 2) + 1;
  // If the word is the beginning of known words, the shortest of these is meant; of equally short ones the first.
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

std::string nearest_words(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kFew = 3, kLongest = 64;  // letters of a word that somebody typed
  if (std::string question = did_you_mean(word, known); !question.empty() || known.empty()) return question;
  std::vector<std::pair<std::size_t, std::size_t>> order;  // slips, and which word
  for (std::size_t i = 0; i < known.size(); ++i) order.emplace_back(slips_between(word.substr(0, kLongest), known[i]), i);
  const std::size_t few = std::min(kFew, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(few));
  std::string text = few == 1 ? "; there is " : "; the nearest are ";
  for (std::size_t i = 0; i < few; ++i) text += (i == 0 ? "" : i + 1 == few ? " and " : ", ") + known[order[i].second];
  return text;
}

}  // namespace chasescope
