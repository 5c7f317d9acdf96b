#include "engine/mystery/card_bench.h"

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>

#include "engine/device/software/software_device.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kWarmPasses = 2;
constexpr std::uint64_t kElementBytes = 4;

}  // namespace

CardBench::CardBench(const HiddenCard& card) : card_(card) {
  const auto made = card_of(card);
  if (!made) throw std::logic_error("a mystery card can't be made: " + made.error().message);
  auto device = open_software_device(*made);
  if (!device) throw std::logic_error("a mystery card can't be opened: " + device.error().message);
  device_ = *std::move(device);
}

std::vector<Met> CardBench::chase(const Pattern& pattern, std::uint64_t warmup, std::uint64_t accesses) {
  const auto outcome =
      device_->chase({.space = MemorySpace::global_ca, .pattern = pattern, .warmup = warmup, .accesses = accesses}, {});
  if (!outcome) throw std::logic_error("a mystery card refuses a chase: " + outcome.error().message);
  accesses_ += warmup + accesses;
  std::vector<Met> met;
  for (const float cycles : outcome->cycles.copy()) {
    const bool missed = cycles >= static_cast<float>(card_.miss_cycles);
    met.push_back({missed, cycles > static_cast<float>(missed ? card_.miss_cycles : card_.hit_cycles)});
  }
  return met;
}

std::vector<std::uint64_t> CardBench::ever(bool Met::*what, std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes) {
  const std::uint64_t pass = bytes / stride;
  const std::vector<Met> met = chase(UniformPattern{bytes, stride}, kWarmPasses * pass, passes * pass);
  std::set<std::uint64_t> offsets;
  for (std::size_t i = 0; i < met.size(); ++i)
    if (met[i].*what) offsets.insert(i % pass * stride);
  return {offsets.begin(), offsets.end()};
}

std::vector<std::uint64_t> CardBench::ever_missing(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes) {
  return ever(&Met::missed, bytes, stride, passes);
}

std::vector<std::uint64_t> CardBench::ever_walked(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes) {
  return ever(&Met::walked, bytes, stride, passes);
}

std::uint64_t set_of(const HiddenCard& card, std::uint64_t address) {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < card.index.size(); ++i) {
    unsigned parity = 0;
    for (const unsigned bit : card.index[i]) parity ^= static_cast<unsigned>(address >> bit & 1);
    set |= std::uint64_t{parity} << i;
  }
  return set;
}

std::vector<std::uint64_t> lines_of_one_set(const HiddenCard& card, std::size_t count) {
  std::vector<std::uint64_t> lines;
  for (std::uint64_t address = 0; lines.size() < count; address += card.line_bytes)
    if (set_of(card, address) == 0) lines.push_back(address);
  return lines;
}

std::size_t line_that_goes(CardBench& bench, const HiddenCard& card) {
  const std::vector<std::uint64_t> lines = lines_of_one_set(card, card.ways + 1);
  // A pattern can't list an offset twice, so a line is visited again by another of its words.
  std::vector<std::uint64_t> offsets(lines.begin(), lines.end() - 1);
  offsets.push_back(lines.front() + kElementBytes);
  offsets.push_back(lines.back());
  for (std::size_t i = 0; i < card.ways; ++i) offsets.push_back(lines[i] + 2 * kElementBytes);
  const std::vector<Met> met = bench.chase(OffsetsPattern{offsets}, card.ways + 2, card.ways);
  const auto gone = std::find_if(met.begin(), met.end(), [](const Met& one) { return one.missed; });
  return static_cast<std::size_t>(gone - met.begin());
}

}  // namespace chasescope::mystery
