// The requests of probe `host-memory` to each memory beyond the card, and the findings from the answers.
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
  const char* level;  ///< level of the bandwidth requests, and the parameter's choice
  const char* subject;
  const char* name;  ///< "host memory"
};
inline constexpr std::array kBeyondMemories{
    BeyondMemory{MemorySpace::host, "host", subject::host_memory, "host memory"},
    BeyondMemory{MemorySpace::managed, "managed", subject::managed_memory, "unified memory"},
    BeyondMemory{MemorySpace::peer, "peer", subject::peer_memory, "another card's memory"},
};

/// The clock in cycles per nanosecond, and the source of this number.
struct BusClock {
  double ghz = 0, low = 0, high = 0;
  std::string whence;  ///< in words: "as the requests for bandwidth ran"
  std::vector<std::string> evidence;
};
/// The clock that the device reports.
std::optional<BusClock> told_clock(const Description& device);
/// The clock while bandwidth was measured: bytes per second by bytes per cycle. Empty if no run has both rates.
std::optional<BusClock> clock_of(const std::vector<RunPtr>& rates);

/// Why the device can't measure a memory: it has none of this kind.
std::string no_such_memory(const Description& device, const BeyondMemory& memory);
/// All findings about this memory, each `not_measurable` with this reason.
std::vector<Finding> nothing_of(const BeyondMemory& memory, const std::string& reason);

/// The findings bus_latency_cycles, bus_latency_ns and kept_on_card. `far`: two passes over the same lines; null if the device
/// refused, for the reason `refusal`. `near`: a chase in the L2; may be null.
std::vector<Finding> latency_findings_beyond(const BeyondMemory& memory, const RunPtr& far, const RunPtr& near,
                                             const std::string& refusal, const std::optional<BusClock>& clock);

/// The runs of the best bandwidth setting.
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
  std::string refusal;  ///< why a walk is missing
};
/// fault_cycles, fault_ns, fault_least_bytes, fault_most_bytes.
std::vector<Finding> fault_findings(const BeyondMemory& memory, const FaultRuns& faults, const std::optional<BusClock>& clock);

}  // namespace chasescope
