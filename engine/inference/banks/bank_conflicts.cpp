#include "engine/inference/banks/bank_conflicts.h"

#include <algorithm>
#include <utility>

namespace chasescope::inference {
namespace {

/// The number of lanes that are served together. A word of several rows takes the place of several lanes.
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
  // Words are in ascending order, so that a row which is read again is the latest row of its bank.
  struct Bank {
    std::uint64_t row = ~std::uint64_t{0};
    std::uint64_t rows = 0;
  };
  std::vector<Bank> banks(layout.banks);
  std::uint64_t rows = 0;
  std::uint64_t busiest = 0;
  unsigned turn_now = 0, first_lane = 0;
  for_each_place(layout, access, [&](unsigned lane, unsigned turn, unsigned bank, std::uint64_t row) {
    if (turn != turn_now) {
      rows += std::exchange(busiest, 0);
      std::fill(banks.begin(), banks.end(), Bank{});
      turn_now = turn;
      first_lane = lane;
    }
    if (banks[bank].row == row || (access.stride == 0 && lane != first_lane)) return;
    banks[bank].row = row;
    busiest = std::max(busiest, ++banks[bank].rows);
  });
  rows += busiest;
  return static_cast<double>(rows) * std::min(layout.lanes_at_once, access.lanes) / access.lanes;
}

}  // namespace chasescope::inference
