#include "engine/inference/bank_conflicts.h"

#include <algorithm>
#include <utility>

namespace chasescope::inference {
namespace {

/// Lanes that are served together: a word of several rows takes as many lanes' places.
unsigned lanes_together(const BankLayout& layout, unsigned word_bytes) {
  return std::max(layout.lanes_at_once / std::max(word_bytes / layout.row_bytes, 1U), 1U);
}

/// Calls `visit(lane, turn, bank, row)` for each part of each lane's word.
template <typename Visit>
void for_each_place(const BankLayout& layout, const WarpAccess& access, Visit&& visit) {
  const unsigned together = lanes_together(layout, access.word_bytes);
  const std::uint64_t words_of_a_row = std::uint64_t{layout.banks} * (layout.row_bytes / layout.width_bytes);
  const unsigned parts = std::max(access.word_bytes / layout.width_bytes, 1U);
  for (unsigned lane = 0; lane < access.lanes; ++lane) {
    const std::uint64_t first = lane * access.stride * access.word_bytes / layout.width_bytes;
    for (std::uint64_t word = first; word < first + parts; ++word)
      visit(lane, lane / together, static_cast<unsigned>(word % layout.banks), word / words_of_a_row);
  }
}

}  // namespace

std::vector<LanePlace> places_of(const BankLayout& layout, const WarpAccess& access) {
  std::vector<LanePlace> places;
  for_each_place(layout, access, [&](unsigned lane, unsigned turn, unsigned bank, std::uint64_t row) {
    places.push_back({lane, turn, bank, row});
  });
  return places;
}

double conflict_degree(const BankLayout& layout, const WarpAccess& access) {
  if (access.stride == 0 && !layout.broadcast) return access.lanes;
  // The rows that are wanted, each once, in order of turn and bank.
  struct Wanted {
    std::uint64_t bank;  // with the turn above it
    std::uint64_t row;
    auto operator<=>(const Wanted&) const = default;
  };
  std::vector<Wanted> wanted;
  wanted.reserve(std::size_t{access.lanes} * std::max(access.word_bytes / layout.width_bytes, 1U));
  for_each_place(layout, access, [&](unsigned, unsigned turn, unsigned bank, std::uint64_t row) {
    wanted.push_back({(std::uint64_t{turn} << 32) | bank, row});
  });
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());

  std::uint64_t rows = 0;
  std::uint64_t busiest = 0;
  std::uint64_t of_bank = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool same_bank = i > 0 && wanted[i].bank == wanted[i - 1].bank;
    const bool same_turn = i > 0 && wanted[i].bank >> 32 == wanted[i - 1].bank >> 32;
    of_bank = same_bank ? of_bank + 1 : 1;
    if (!same_turn) rows += std::exchange(busiest, 0);
    busiest = std::max(busiest, of_bank);
  }
  rows += busiest;
  return static_cast<double>(rows) * std::min(layout.lanes_at_once, access.lanes) / access.lanes;
}

}  // namespace chasescope::inference
