// Which members of MT4G's JSON correspond to which findings of a session. Reading and writing share these tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/device/description.h"

namespace chasescope::mt4g {

/// A level of the hierarchy: our subject, its place in the document, and its name in `sharedWith`.
struct Level {
  const char* subject;
  const char* pointer;
  const char* shared_name;  ///< null if no other level names it in `sharedWith`
};
std::span<const Level> levels();

/// A member of a level that holds a size in bytes: {"size", "confidence", …} if it was measured, {"value", "unit"} if it was
/// reported.
struct SizeMember {
  const char* member;
  const char* quantity;
};
std::span<const SizeMember> size_members();

/// "readBandwidth" and "writeBandwidth", in GiB/s. Findings have them in bytes/s.
std::span<const SizeMember> bandwidth_members();

/// A number from the vendor's interface: a plain member, or {"unit", "value"} if `unit` is given.
struct Fact {
  const char* pointer;
  std::optional<std::uint64_t> Properties::*property;
  const char* unit;     ///< null for a plain member
  const char* subject;  ///< the subject of a reported `capacity_bytes` with this value; null if there is none
  const char* quantity;  ///< the quantity of the reported finding about the device with this value
};
std::span<const Fact> facts();

/// The place of the lanes of an SM. No property has them, so they become a reported finding about the device.
inline constexpr const char* kCoresPerSm = "/compute/numberOfCoresPerMultiProcessor";

inline constexpr double kBytesPerGiB = 0x1p30;

/// Converts names in "sharedWith" to our subjects and back; unknown names stay as they are.
std::string subject_of(std::string_view shared_name);
std::string shared_name_of(std::string_view subject);

/// MT4G's sweep of a constant cache ends at 64 KiB, the size of constant memory. A size of one byte more, with confidence 0, means
/// that the sweep found no end.
inline constexpr std::uint64_t kConstantSweepEnd = 65'536;

/// The method of MT4G's own sizes: it takes the largest footprint before the latencies change.
inline constexpr const char* kFootprintMethod = "p-chase";

/// The conditions of a size that a file of ours adds, under /chasescope/settings by place. MT4G itself has no settings.
inline constexpr const char* kSettings[] = {"carveout_percent", "l1_kib"};

}  // namespace chasescope::mt4g
