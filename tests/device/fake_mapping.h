// What the fake driver keeps of memory that is mapped: which pages of which addresses.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

inline constexpr std::uint64_t kFakePage = std::uint64_t{2} << 20;

/// Whether an address can be read.
bool is_mapped_on_fake(std::uint64_t address);

}  // namespace chasescope::cuda

// What the fake library exports beside the driver's functions.
extern "C" {
/// Pages that are mapped now.
unsigned long fake_mapped_pages();
}
