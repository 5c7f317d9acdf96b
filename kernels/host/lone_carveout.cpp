#include "kernels/host/lone_carveout.h"

#include <algorithm>

namespace chasescope::cuda {

int lone_carveout(Workbench& bench, std::size_t shared_bytes) {
  const CardProperties& card = bench.properties;
  if (card.max_blocks_per_sm == 0 || card.shared_bytes_per_sm == 0) return CU_SHAREDMEM_CARVEOUT_DEFAULT;
  // Bytes of each block that the system takes. The driver adds them to the carve-out itself.
  const std::uint64_t reserved = card.capability_major >= 8 ? 1024 : 0;
  const std::uint64_t each = bench.kernels.static_shared_bytes(bench.kernels.function("chase_each_shared_8")) + shared_bytes;
  const std::uint64_t blocks = std::clamp<std::uint64_t>(card.shared_bytes_per_sm / (each + reserved), 1, card.max_blocks_per_sm);
  return static_cast<int>(
      std::min<std::uint64_t>(100, (100 * blocks * each + card.shared_bytes_per_sm - 1) / card.shared_bytes_per_sm));
}

}  // namespace chasescope::cuda
