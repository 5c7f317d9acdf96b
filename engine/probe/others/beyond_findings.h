// What probe `host-memory` asks of each memory beyond the card, and what is told of the answers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/device/requests.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {

inline constexpr const char* kBeyondReference = "topology thesis §4.4 and §6.1, carried on beyond the card";

struct BeyondMemory {
  MemorySpace space;
  const char* level;  ///< of its bandwidth, and the choice
  const char* subject;
  const char* name;  ///< "host memory"
};
inline constexpr std::array kBeyondMemories{
    BeyondMemory{MemorySpace::host, "host", subject::host_memory, "host memory"},
    BeyondMemory{MemorySpace::managed, "managed", subject::managed_memory, "unified memory"},
    BeyondMemory{MemorySpace::peer, "peer", subject::peer_memory, "another card's memory"},
};

/// Cycles a nanosecond, and where that is known from.
struct BusClock {
  double ghz = 0, low = 0, high = 0;
  std::string whence;  ///< "as the requests for bandwidth ran"
  std::vector<std::string> evidence;
};
std::optional<BusClock> told_clock(const Description& device);
/// \pre not empty; nothing where the device told one of the two rates alone
std::optional<BusClock> clock_of(const std::vector<RunPtr>& rates);

/// Why nothing can be asked of a memory.
std::string no_such_memory(const Description& device, const BeyondMemory& memory);
/// All that would be told of it, with this reason.
std::vector<Finding> nothing_of(const BeyondMemory& memory, const std::string& reason);

/// bus_latency_cycles, bus_latency_ns, kept_on_card. `far`: two passes over the same lines; null: `refusal` says why. `near`: what
/// the L2 takes; may be null.
std::vector<Finding> latency_findings_beyond(const BeyondMemory& memory, const RunPtr& far, const RunPtr& near,
                                             const std::string& refusal, const std::optional<BusClock>& clock);

/// The runs of the best setting.
struct BusRates {
  std::vector<RunPtr> runs;
  std::string refusal;
  std::optional<DeviceError> fatal;
};
Finding rate_finding(const BeyondMemory& memory, Direction direction, const BusRates& rates);

/// Walks of two passes each over unified memory.
struct FaultRuns {
  std::uint64_t stride = 0;
  std::vector<RunPtr> runs;
  std::string refusal;  ///< why one of them was not made
};
/// fault_cycles, fault_ns, fault_least_bytes, fault_most_bytes.
std::vector<Finding> fault_findings(const BeyondMemory& memory, const FaultRuns& faults, const std::optional<BusClock>& clock);

}  // namespace chasescope
