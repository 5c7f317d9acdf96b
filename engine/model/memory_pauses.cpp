#include "engine/model/memory_pauses.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::model {

MemoryPauses::MemoryPauses(const PauseSpec& spec, const LatencyTable& latencies, std::size_t data_parts, std::uint64_t seed)
    : spec_(spec),
      // The table lists its outcomes again for far addresses, or for each slice, at multiples of this number.
      again_(std::max(latencies.far_offset(), latencies.slice_offset())),
      translations_(latencies.translations()),
      memory_(data_parts - 1),
      round_(Random(seed).unit() * spec.every_cycles) {}

void MemoryPauses::add_to(std::span<float> cycles, std::span<const std::uint8_t> outcomes) {
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const std::size_t outcome = again_ == 0 ? outcomes[i] : outcomes[i] % again_;
    double taken = cycles[i];
    if (outcome / translations_ == memory_) {
      const double comes = std::fmod(round_ + taken / 2, spec_.every_cycles);
      if (comes < spec_.for_cycles) taken += spec_.for_cycles - comes;
    }
    cycles[i] = static_cast<float>(taken);
    round_ = std::fmod(round_ + taken + spec_.between_cycles, spec_.every_cycles);
  }
}

}  // namespace chasescope::model
