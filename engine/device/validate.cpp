#include "engine/device/validate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

std::string list_spaces(const Description& device) {
  std::string list;
  for (const MemorySpace space : device.spaces) {
    if (!list.empty()) list += ", ";
    list += to_string(space);
  }
  return list;
}

std::optional<DeviceError> check_strided(std::uint64_t bytes, std::uint64_t stride, unsigned element_bytes) {
  if (bytes == 0) return invalid_request("The footprint (bytes) is 0; it must be at least one stride.");
  if (stride == 0)
    return invalid_request("The stride is 0; it must be at least one element (" + std::to_string(element_bytes) + " B).");
  if (stride % element_bytes != 0)
    return invalid_request("The stride of " + format_count(stride) + " B is no multiple of the element size, " +
                           std::to_string(element_bytes) + " B.");
  if (bytes < stride)
    return invalid_request("The footprint of " + format_count(bytes) + " B is smaller than the stride, " + format_count(stride) +
                           " B; take a smaller stride, such as stride=" + std::to_string(element_bytes) +
                           ", or a larger footprint.");
  if (bytes % stride != 0)
    return invalid_request("The footprint of " + format_count(bytes) + " B is no multiple of the stride, " + format_count(stride) +
                           " B; the nearest smaller one is " + format_count(bytes - bytes % stride) + " B.");
  return std::nullopt;
}

/// An offset that appears twice, if there is one. Lists of tens of thousands come by the hundred, so that they are not sorted: each
/// goes to a place of a table, or to the next free one. Sorted they are after all where too many want one place.
std::optional<std::uint64_t> appears_twice(const std::vector<std::uint64_t>& offsets) {
  if (std::adjacent_find(offsets.begin(), offsets.end(), std::greater_equal<>{}) == offsets.end()) return std::nullopt;  // in order
  constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();  // no multiple of an element's size
  const auto bits = static_cast<int>(std::bit_width(2 * offsets.size()));
  std::vector<std::uint64_t> table(std::size_t{1} << bits, kFree);
  std::size_t steps = 16 * offsets.size();
  for (const std::uint64_t offset : offsets) {
    std::size_t place = (offset * 0x9E3779B97F4A7C15ULL) >> (64 - bits);
    for (; table[place] != kFree && steps != 0; place = (place + 1) & (table.size() - 1), --steps)
      if (table[place] == offset) return offset;
    if (steps == 0) break;
    table[place] = offset;
  }
  if (steps != 0) return std::nullopt;
  std::vector<std::uint64_t> sorted = offsets;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  return twice != sorted.end() ? std::optional(*twice) : std::nullopt;
}

std::optional<DeviceError> check_listed(const OffsetsPattern& pattern, unsigned element_bytes) {
  if (pattern.offsets.empty()) return invalid_request("The list of offsets is empty.");
  for (std::size_t i = 0; i < pattern.offsets.size(); ++i) {
    if ((pattern.offsets[i] & (element_bytes - 1)) != 0)  // 4 or 8
      return invalid_request("Offset " + format_count(pattern.offsets[i]) + " (entry " + std::to_string(i) +
                             " of the list) is no multiple of the element size, " + std::to_string(element_bytes) + " B.");
    if (pattern.offsets[i] > std::numeric_limits<std::uint64_t>::max() - element_bytes)
      return invalid_request("Offset " + format_count(pattern.offsets[i]) + " overflows the address range.");
  }
  if (const auto twice = appears_twice(pattern.offsets))
    return invalid_request("Offset " + format_count(*twice) + " appears twice; a chase holds in each element where to go next.");
  return std::nullopt;
}

std::optional<DeviceError> check_pattern(const Pattern& pattern, unsigned element_bytes) {
  if (const auto* listed = std::get_if<OffsetsPattern>(&pattern)) return check_listed(*listed, element_bytes);
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) return check_strided(uniform->bytes, uniform->stride, element_bytes);
  const auto& shuffled = std::get<ShuffledPattern>(pattern);
  return check_strided(shuffled.bytes, shuffled.stride, element_bytes);
}

}  // namespace

std::optional<DeviceError> check(const ChaseRequest& request, const Description& device) {
  if (!device.serves("chase")) return DeviceError{ErrorCode::unsupported, device.name + " does not serve chases."};
  return check_walk(request, device);
}

std::optional<DeviceError> check_walk(const ChaseRequest& request, const Description& device) {
  if (!device.serves(request.space))
    return DeviceError{ErrorCode::unsupported, device.name + " has no memory space " + std::string(to_string(request.space)) +
                                                   "; it has " + list_spaces(device) + "."};
  if (request.element_bytes != 4 && request.element_bytes != 8)
    return invalid_request("The element size is " + std::to_string(request.element_bytes) + " B; it must be 4 or 8.");
  if (auto error = check_pattern(request.pattern, request.element_bytes)) return error;

  const std::uint64_t footprint = footprint_bytes(request.pattern, request.element_bytes);
  constexpr std::uint64_t kReachOf4ByteElements = std::uint64_t{4} << 32;
  if (request.element_bytes == 4 && footprint > kReachOf4ByteElements)
    return invalid_request("A footprint of " + size_words(footprint) + " needs 8-byte elements; 4-byte elements reach 16 GiB.");
  if (const auto limit = device.max_footprint(request.space); limit && footprint > *limit) {
    const auto [asked, most] = two_sizes(footprint, *limit);
    return invalid_request("A footprint of " + asked + " is too large for " + std::string(to_string(request.space)) + " on " +
                           device.name + "; the limit is " + most + ".");
  }

  if (request.accesses == 0) return invalid_request("The number of accesses is 0; it must be at least 1.");
  // A warm-up fills caches. Sixteen passes over as many words as 4-byte elements reach are more than any cache needs; hours, on any device.
  constexpr std::uint64_t kMostWarmup = 16 * (kReachOf4ByteElements / 4);
  if (request.warmup > kMostWarmup)
    return invalid_request("A warm-up of " + format_count(request.warmup) + " accesses is too long; the limit is " +
                           format_count(kMostWarmup) + ".");
  if (const auto limit = device.properties.max_accesses; limit && request.accesses > *limit)
    return invalid_request(format_count(request.accesses) + " accesses are too many for " + device.name + "; the limit is " +
                           format_count(*limit) + ".");
  if (request.carveout_percent && !(*request.carveout_percent >= 0 && *request.carveout_percent <= 100))
    return invalid_request("The carve-out must lie between 0 and 100 percent.");
  if (request.l1_kib && *request.l1_kib != 16 && *request.l1_kib != 48) return invalid_request("l1_kib must be 16 or 48.");
  if (request.sm && device.properties.sm_count && *request.sm >= *device.properties.sm_count)
    return invalid_request("SM " + std::to_string(*request.sm) + " does not exist; " + device.name + " has SMs 0 to " +
                           std::to_string(*device.properties.sm_count - 1) + ".");
  return std::nullopt;
}

}  // namespace chasescope
