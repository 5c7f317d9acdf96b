// Limits of a card's numbers. A number beyond its limit is taken for a typing error in the card's file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace chasescope::model {

inline constexpr std::uint64_t kMaxMemoryBytes = std::uint64_t{1} << 44;    // 16 TiB
inline constexpr std::uint64_t kMaxCapacityBytes = std::uint64_t{1} << 32;  // 4 GiB of cache
inline constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 24;        // lines of a cache, entries of a TLB
inline constexpr std::uint64_t kMaxWays = 65535;                            // ways of a set, which are numbered in 16 bits
inline constexpr std::uint64_t kMinUnitBytes = 8;                           // one 8-byte element must lie within one sector
inline constexpr std::uint64_t kMaxLineBytes = 65536;
inline constexpr std::uint64_t kMaxPageBytes = std::uint64_t{1} << 36;
inline constexpr std::uint64_t kLeastMigratedBytes = 4096;           // the size of a page of the host
inline constexpr std::uint64_t kMaxSectorsPerLine = 32;              // each has a bit in a 32-bit number
inline constexpr std::uint64_t kMaxTable = std::uint64_t{1} << 20;   // entries of an index table
inline constexpr std::uint64_t kMaxUnits = 0xFFFFFFFE;               // units of the whole memory, numbered in 32 bits
inline constexpr std::size_t kMaxParts = 12;                         // caches, or TLBs, on one path
inline constexpr std::size_t kMaxFileBytes = std::size_t{16} << 20;  // size of a card file
inline constexpr double kMaxCycles = 1e6;
inline constexpr std::uint64_t kMaxPartitions = 64;     // parts or slices of a cache
inline constexpr std::size_t kMaxOutcomes = 256;        // outcomes of an access on a path, which are numbered in 8 bits
inline constexpr std::size_t kMaxSkewedWays = 64;       // ways of a skewed cache, each with a function of its own
inline constexpr std::uint64_t kMaxPagesPerEntry = 32;  // pages of a TLB's entry, each with a bit in a 32-bit number
inline constexpr std::uint32_t kSchedulers = 4;         // warp schedulers of an SM, Kepler and later

}  // namespace chasescope::model
