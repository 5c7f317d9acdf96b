// Where MT4G's JSON says what a session's findings say: the one table that reading and writing share.
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
  const char* shared_name;  ///< null where nothing is shared with it
};
std::span<const Level> levels();

/// A member of a level that holds a size: {"size", "confidence", …} measured, {"value", "unit"} reported. In bytes.
struct SizeMember {
  const char* member;
  const char* quantity;
};
std::span<const SizeMember> size_members();

/// "readBandwidth" and "writeBandwidth", in GiB/s; findings have them in bytes/s.
std::span<const SizeMember> bandwidth_members();

/// A number that the vendor's interface tells: a plain member, or {"unit", "value"} where `unit` is given.
struct Fact {
  const char* pointer;
  std::optional<std::uint64_t> Properties::*property;
  const char* unit;     ///< null for a plain member
  const char* subject;  ///< the reported `capacity_bytes` that it is as well; null for none
  const char* quantity;  ///< of the reported finding about the device that says the same
};
std::span<const Fact> facts();

/// Where the lanes of an SM stand, which no property has: a reported finding about the device.
inline constexpr const char* kCoresPerSm = "/compute/numberOfCoresPerMultiProcessor";

inline constexpr double kBytesPerGiB = 0x1p30;

/// "sharedWith" by our subjects and back; other names stay what they are.
std::string subject_of(std::string_view shared_name);
std::string shared_name_of(std::string_view subject);

/// MT4G's sweep of a constant cache ends at the 64 KiB that constant memory has; a size one beyond it, with confidence 0, says
/// that it found no end.
inline constexpr std::uint64_t kConstantSweepEnd = 65'536;

/// The method of MT4G's own sizes: the largest footprint before the latencies change.
inline constexpr const char* kFootprintMethod = "p-chase";

}  // namespace chasescope::mt4g
