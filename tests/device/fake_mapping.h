// The fake driver's record of mapped memory: the pages that are mapped, and those that can be read.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

inline constexpr std::uint64_t kFakePage = std::uint64_t{2} << 20;

/// Whether an address can be read.
bool is_mapped_on_fake(std::uint64_t address);
/// Whether so many bytes do not go over the border of an allocation. Where nothing was mapped, they don't.
bool is_one_piece_on_fake(std::uint64_t address, std::uint64_t bytes);

}  // namespace chasescope::cuda

// The functions that the fake library exports besides the driver's.
extern "C" {
/// Pages that are mapped now.
unsigned long fake_mapped_pages();
}
