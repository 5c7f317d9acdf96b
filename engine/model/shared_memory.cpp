#include "engine/model/shared_memory.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "engine/model/warp.h"

namespace chasescope::model {
namespace {

// Rows that the busiest bank must deliver to lanes [begin, end).
std::size_t rows_of_busiest_bank(const SharedMemorySpec& memory, const BankAccess& access, std::uint32_t begin, std::uint32_t end) {
  const std::uint64_t words_a_row = std::uint64_t{memory.banks} * (memory.row_bytes / access.bank_bytes);
  std::vector<std::set<std::uint64_t>> rows(memory.banks);
  for (std::uint32_t lane = begin; lane < end; ++lane) {
    const std::uint64_t first = lane * access.stride * access.word_bytes / access.bank_bytes;
    const std::uint64_t count = std::max(access.word_bytes / access.bank_bytes, 1U);
    for (std::uint64_t word = first; word < first + count; ++word) rows[word % memory.banks].insert(word / words_a_row);
  }
  std::size_t busiest = 0;
  for (const auto& bank : rows) busiest = std::max(busiest, bank.size());
  return busiest;
}

}  // namespace

double conflict_degree(const SharedMemorySpec& memory, const BankAccess& access) {
  const std::uint32_t lanes = std::max(memory.lanes_at_once / std::max(access.word_bytes / memory.row_bytes, 1U), 1U);
  std::size_t rows = 0;
  for (std::uint32_t begin = 0; begin < kWarp; begin += lanes)
    rows += rows_of_busiest_bank(memory, access, begin, std::min(begin + lanes, kWarp));
  return static_cast<double>(rows) * memory.lanes_at_once / kWarp;
}

double conflict_cycles(const SharedMemorySpec& memory, double degree) {
  const auto& table = memory.conflict_cycles;
  auto above = table.lower_bound(degree);
  if (above != table.end() && above->first == degree) return above->second;
  if (above == table.begin() || table.size() == 1) return table.begin()->second;
  if (above == table.end()) above = std::prev(above);
  const auto below = std::prev(above);
  const double slope = (above->second - below->second) / (above->first - below->first);
  return below->second + slope * (degree - below->first);
}

}  // namespace chasescope::model
