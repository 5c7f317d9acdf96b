#include "engine/session/mt4g/mt4g_names.h"

#include <array>

#include "engine/findings/vocabulary.h"

namespace chasescope::mt4g {
namespace {

constexpr std::array kLevels{Level{subject::l1_data, "/memory/l1", "L1"},
                             Level{subject::texture, "/memory/texture", "Texture"},
                             Level{subject::readonly, "/memory/readOnly", "Read Only"},
                             Level{subject::constant_l1, "/memory/constant/l1", "Constant L1"},
                             Level{subject::constant_l1_5, "/memory/constant/l1.5", "Constant L1.5"},
                             Level{subject::shared_memory, "/memory/shared", nullptr},
                             Level{subject::l2, "/memory/l2", "L2"},
                             Level{subject::l3, "/memory/l3", "L3"},
                             Level{subject::dram, "/memory/main", nullptr}};

// `size` becomes `contiguous_bytes` if MT4G found it by a sweep (mt4g_import.cpp).
constexpr std::array kSizeMembers{SizeMember{"size", quantity::capacity_bytes}, SizeMember{"segmentSize", quantity::contiguous_bytes},
                                  SizeMember{"lineSize", quantity::line_bytes}, SizeMember{"fetchGranularity", quantity::fetch_bytes}};

constexpr std::array kBandwidthMembers{SizeMember{"readBandwidth", quantity::read_bandwidth},
                                       SizeMember{"writeBandwidth", quantity::write_bandwidth}};

constexpr std::array kFacts{
    Fact{"/general/clockRate", &Properties::clock_khz, "kHz", nullptr, quantity::clock_khz},
    Fact{"/compute/multiProcessorCount", &Properties::sm_count, nullptr, nullptr, quantity::sm_count},
    Fact{"/compute/warpSize", &Properties::warp_size, nullptr, nullptr, quantity::warp_size},
    Fact{"/compute/maxThreadsPerBlock", &Properties::max_threads_per_block, nullptr, nullptr, quantity::max_threads_per_block},
    Fact{"/compute/regsPerMultiProcessor", &Properties::registers_per_sm, nullptr, nullptr, quantity::registers_per_sm},
    Fact{"/memory/constant/totalConstMem", &Properties::constant_bytes, "bytes", nullptr, quantity::constant_bytes},
    Fact{"/memory/l2/size", &Properties::l2_bytes, "bytes", subject::l2, quantity::l2_bytes},
    Fact{"/memory/main/memoryBusWidth", &Properties::memory_bus_bits, "bit", nullptr, quantity::memory_bus_bits},
    Fact{"/memory/main/memoryClockRate", &Properties::memory_clock_khz, "kHz", nullptr, quantity::memory_clock_khz},
    Fact{"/memory/main/totalGlobalMem", &Properties::memory_bytes, "bytes", subject::dram, quantity::memory_bytes},
    Fact{"/memory/shared/sharedMemPerBlock", &Properties::shared_bytes_per_block, "bytes", nullptr,
         quantity::shared_bytes_per_block},
    Fact{"/memory/shared/sharedMemPerMultiProcessor", &Properties::shared_bytes_per_sm, "bytes", subject::shared_memory,
         quantity::shared_bytes_per_sm}};

}  // namespace

std::span<const Level> levels() { return kLevels; }
std::span<const SizeMember> size_members() { return kSizeMembers; }
std::span<const SizeMember> bandwidth_members() { return kBandwidthMembers; }
std::span<const Fact> facts() { return kFacts; }

std::string subject_of(std::string_view shared_name) {
  for (const Level& level : kLevels)
    if (level.shared_name != nullptr && shared_name == level.shared_name) return level.subject;
  return std::string(shared_name);
}

std::string shared_name_of(std::string_view subject) {
  for (const Level& level : kLevels)
    if (level.shared_name != nullptr && subject == level.subject) return level.shared_name;
  return std::string(subject);
}

}  // namespace chasescope::mt4g
