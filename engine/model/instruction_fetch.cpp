#include "engine/model/instruction_fetch.h"

#include <algorithm>
#include <vector>

#include "engine/model/hierarchy.h"

namespace chasescope::model {
namespace {

/// Fetches `bytes` of code in order, `line` bytes at a time, and returns the cycles of all fetches together.
double fetch(Hierarchy& hierarchy, std::uint64_t bytes, std::uint64_t line, const std::stop_token& stop) {
  std::vector<std::uint64_t> addresses;
  std::vector<std::uint8_t> outcomes(kBlock);
  double cycles = 0;
  for (std::uint64_t at = 0; at < bytes && !stop.stop_requested();) {
    addresses.clear();
    for (; at < bytes && addresses.size() < kBlock; at += line) addresses.push_back(at);
    hierarchy.run(addresses, std::span(outcomes.data(), addresses.size()));
    for (std::size_t i = 0; i < addresses.size(); ++i) cycles += hierarchy.latencies().cycles()[outcomes[i]];
  }
  return cycles;
}

}  // namespace

double cycles_per_instruction(const Card& card, std::uint64_t bytes, std::uint64_t repeats, std::uint64_t seed,
                              const std::stop_token& stop) {
  const InstructionSpec& spec = *card.instructions;
  Parts parts(card, {}, seed);
  Hierarchy hierarchy(card, spec.path, parts, {});
  const std::uint64_t line = card.caches.at(spec.path.data.front()).cache.sector_bytes;
  fetch(hierarchy, bytes, line, stop);
  double held_up = 0;
  for (std::uint64_t i = 0; i < repeats && !stop.stop_requested(); ++i) held_up += fetch(hierarchy, bytes, line, stop);
  const auto instructions = static_cast<double>(std::max<std::uint64_t>(bytes / spec.instruction_bytes, 1));
  return spec.issue_cycles + held_up / (instructions * static_cast<double>(repeats));
}

}  // namespace chasescope::model
