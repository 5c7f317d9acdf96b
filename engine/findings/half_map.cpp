#include "engine/findings/half_map.h"

#include <algorithm>
#include <bit>

#include "engine/findings/near_far_words.h"

namespace chasescope {
namespace {

/// The lines that a chase read, with their latencies less the measuring overhead.
std::vector<inference::ReadLine> lines_of(const Exchange<ChaseRequest>& chase) {
  const AccessOrder order(chase.request, chase.result);
  const std::vector<float> cycles = chase.result.cycles.copy();
  const double overhead = chase.result.overhead_cycles.value_or(0);
  std::vector<inference::ReadLine> lines;
  if (order.period() == 0) return lines;
  lines.reserve(cycles.size());
  for (std::size_t i = 0; i < cycles.size(); ++i) lines.push_back({order.offset(i), static_cast<double>(cycles[i]) - overhead});
  return lines;
}

bool is_odd(std::uint64_t bits) { return std::popcount(bits) % 2 != 0; }

std::uint64_t mask_of(const std::vector<unsigned>& bits) {
  std::uint64_t mask = 0;
  for (const unsigned bit : bits) mask |= std::uint64_t{1} << bit;
  return mask;
}

}  // namespace

unsigned HalfMap::first_unexamined() const {
  return pages ? static_cast<unsigned>(std::countr_zero(pages->page_bytes)) : parity.last_bit + 1;
}

std::optional<bool> HalfMap::is_far(std::uint64_t address) const {
  if (address >= bytes) return std::nullopt;
  const bool odd = is_odd(address & mask_of(bits()));
  if (!pages) {
    if (address >> (parity.last_bit + 1) != 0) return std::nullopt;
    return odd == parity.far_where_odd;
  }
  const auto& page = pages->pages[address / pages->page_bytes];
  if (!page.begins_far) return std::nullopt;
  return odd != *page.begins_far;
}

HalfMapFound half_map(const Run& in_order, const Run* at_random) {
  const auto* chase = in_order.chase();
  const auto* uniform = chase == nullptr ? nullptr : std::get_if<UniformPattern>(&chase->request.pattern);
  if (uniform == nullptr || in_order.cycles().empty()) return {};
  HalfMap map;
  map.in_order = lines_of(*chase);
  std::vector<double> cycles;
  for (const auto& line : map.in_order) cycles.push_back(line.cycles);
  const auto kinds = near_far_of(cycles);
  if (!kinds)
    return {{},
            "The latencies of the lines do not form two groups, near and far, or near and far lines follow each other without an "
            "order."};
  map.near = kinds->kinds.near.median;
  map.far = kinds->kinds.far.median;
  map.cut = kinds->kinds.cut;
  auto parity = inference::parity_of_kinds(cycles, uniform->stride, map.cut);
  if (!parity.parity) return {{}, parity.undecided};
  map.parity = std::move(*parity.parity);
  map.bytes = uniform->bytes;
  map.step = uniform->stride;
  map.sm = chase->result.sm;
  map.in_order_run = in_order.id;
  map.no_pages = "No lines from all over the array were read.";
  map.no_row = "No pages are known.";
  if (at_random == nullptr || at_random->chase() == nullptr) return {map, {}};
  if (at_random->chase()->result.sm != map.sm) {
    map.no_pages = "The walks ran on different SMs. Memory that is near to one SM may be far from the other.";
    return {map, {}};
  }
  map.at_random = lines_of(*at_random->chase());
  map.at_random_run = at_random->id;
  auto pages = inference::kinds_of_pages(map.at_random, map.bytes, map.parity.bits, map.cut);
  map.no_pages = std::move(pages.undecided);
  map.pages = std::move(pages.pages);
  if (!map.pages) return {map, {}};
  if (!map.pages->page_ends) {
    map.no_row = "Larger pages than these were not told apart.";
    return {map, {}};
  }
  std::vector<std::optional<bool>> constants;
  for (const auto& page : map.pages->pages) constants.push_back(page.begins_far);
  auto row = inference::row_of_pages(constants, map.pages->page_bytes);
  map.no_row = std::move(row.undecided);
  map.row = std::move(row.row);
  return {map, {}};
}

HalfMapFound half_map(std::span<const RunPtr> runs) {
  const Run *in_order = nullptr, *at_random = nullptr;
  const auto of_memory = [](const RunPtr& run) {
    return run->probe == kHalfMapProbe && run->chase() != nullptr && !run->cycles().empty();
  };
  for (const RunPtr& run : runs)
    if (of_memory(run) && std::holds_alternative<UniformPattern>(run->chase()->request.pattern)) in_order = run.get();
  if (in_order == nullptr) return {};
  for (const RunPtr& run : runs)
    if (of_memory(run))
      if (const auto* shuffled = std::get_if<ShuffledPattern>(&run->chase()->request.pattern);
          shuffled != nullptr && shuffled->bytes == std::get<UniformPattern>(in_order->chase()->request.pattern).bytes)
        at_random = run.get();
  return half_map(*in_order, at_random);
}

}  // namespace chasescope
