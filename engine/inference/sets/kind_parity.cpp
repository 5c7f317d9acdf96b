#include "engine/inference/sets/kind_parity.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/inference/sets/parity_sums.h"
#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewest = 256;  // elements: eight bits

bool is_odd(std::uint64_t bits) { return std::popcount(bits) % 2 != 0; }

}  // namespace

KindParityFound parity_of_kinds(std::span<const double> cycles, std::uint64_t step_bytes, double cut) {
  const std::size_t count = std::bit_floor(cycles.size());
  if (count < kFewest || step_bytes == 0) return {{}, "Too few lines in a row were read to see which address bits choose."};
  std::vector<std::int64_t> signs(count);
  for (std::size_t i = 0; i < count; ++i) signs[i] = cycles[i] > cut ? -1 : 1;
  const std::vector<std::int64_t> sums = sums_of_parities(signs);

  KindParity found;
  found.first_bit = static_cast<unsigned>(std::countr_zero(step_bytes));
  found.last_bit = found.first_bit + static_cast<unsigned>(std::countr_zero(count)) - 1;
  const std::string examined =
      "Of address bits " + std::to_string(found.first_bit) + " to " + std::to_string(found.last_bit) + ", ";
  // Entry 0 belongs to the empty set of bits: it counts far elements and says nothing about addresses.
  std::size_t best = 1;
  std::int64_t second = 0;
  for (std::size_t mask = 2; mask < count; ++mask) {
    if (std::abs(sums[mask]) > std::abs(sums[best])) {
      second = std::abs(sums[best]);
      best = mask;
    } else {
      second = std::max(second, std::abs(sums[mask]));
    }
  }
  // If the signs are in random order, each sum has a normal distribution whose variance is the number of signs.
  const double by_chance =
      std::sqrt(2 * std::log(2 * static_cast<double>(count) / statistics::kWrong) * static_cast<double>(count));
  if (static_cast<double>(std::abs(sums[best])) <= by_chance) return {{}, examined + "no parity tells near from far."};
  if (static_cast<double>(second) > by_chance)
    return {{}, examined + "more than one parity goes with near and far, so that something else than a parity decides."};

  const std::int64_t near_where_even = sums[best] > 0 ? 1 : -1;
  const std::size_t in_block = best & (~best + 1);
  // Outliers make near elements look far, but hardly ever far ones near. So both kinds have an error rate of their own.
  std::size_t of_kind[2] = {}, misread[2] = {};
  for (std::size_t from = 0; from < count; from += in_block) {
    std::size_t agreeing = 0;
    for (std::size_t i = from; i < from + in_block; ++i) {
      const std::int64_t foretold = near_where_even * (is_odd(i & best) ? -1 : 1);
      const std::size_t kind = foretold > 0 ? 0 : 1;
      ++of_kind[kind];
      misread[kind] += signs[i] == foretold ? 0 : 1;
      agreeing += signs[i] == foretold ? 1 : 0;
    }
    ++found.blocks;
    found.exceptions += 2 * agreeing <= in_block ? 1 : 0;
  }
  double most_misread = 0;
  for (const std::size_t kind : {0, 1})
    most_misread = std::max(most_misread, static_cast<double>(misread[kind]) / static_cast<double>(of_kind[kind]));
  const double block_misread = statistics::binomial_at_least((in_block + 1) / 2, in_block, most_misread);
  if (found.exceptions > 0 && statistics::binomial_at_least(found.exceptions, found.blocks, block_misread) < statistics::kWrong)
    return {{},
            examined + "the parity of some tells near from far, but for " + format_count(found.exceptions) + " of " +
                format_count(found.blocks) + " blocks of " + format_bytes(in_block * step_bytes) + "."};
  found.block_bytes = in_block * step_bytes;
  found.far_where_odd = near_where_even > 0;
  for (unsigned bit = 0; bit <= found.last_bit - found.first_bit; ++bit)
    if ((best >> bit & 1) != 0) found.bits.push_back(found.first_bit + bit);
  return {found, {}};
}

}  // namespace chasescope::inference
