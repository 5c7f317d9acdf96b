// The rules of trials.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "engine/device/validate.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// More places than any cache or TLB has lines and entries that one would draw, and a bound for what a trial keeps.
constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 24;
constexpr std::uint64_t kMostFillPasses = 1024;
// What one request may answer: the bits of all its places, 32 MiB of them, which are 43 MiB in the one line of an external
// program's answer (engine/device/protocol/conversation.h: a line has 64 MiB at most).
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 28;
// By cycles each access is a number: as many as a trace holds at most.
constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 24;
constexpr std::uint64_t kMostFlush = std::uint64_t{1} << 34;

// Elements are numbered by 32 bits, as in chases of 4-byte elements.
constexpr std::uint64_t kFarthest = (std::uint64_t{1} << 34) - kTrialElementBytes;
constexpr std::uint64_t kFarthestOfPages = std::uint64_t{1} << 48;  // of addresses that show one piece of memory
constexpr const char* kTooFar = "The places reach farther than elements of 4 B are numbered (16 GiB), or than any address space.";

/// Lists of thousands come by the hundred, most of them in order.
bool has_twice(const std::vector<std::uint64_t>& list) {
  if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>{}) == list.end()) return false;
  std::vector<std::uint64_t> sorted = list;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

std::optional<DeviceError> check_places(const TrialsRequest& request) {
  const std::uint64_t count = count_of(request.places), farthest = request.same_memory ? kFarthestOfPages : kFarthest;
  if (count == 0) return invalid_request("The trials have no places; there must be at least one.");
  if (count > kMostPlaces)
    return invalid_request(format_count(count) + " places are too many; the limit is " + format_count(kMostPlaces) + ".");
  if (const auto* even = std::get_if<EvenPlaces>(&request.places)) {
    if (even->spacing == 0 && count > 1) return invalid_request("The places have a spacing of 0; they must differ.");
    if (even->spacing % kTrialElementBytes != 0 || even->base % kTrialElementBytes != 0)
      return invalid_request("Spacing and base of the places must be multiples of 4 B, the size of an element.");
    if (even->base > farthest || (even->spacing != 0 && count - 1 > (farthest - even->base) / even->spacing))
      return invalid_request(kTooFar);
  } else {
    const auto& offsets = std::get<ListedPlaces>(request.places).offsets;
    if (std::any_of(offsets.begin(), offsets.end(), [](std::uint64_t offset) { return offset % kTrialElementBytes != 0; }))
      return invalid_request("The offsets of places must be multiples of 4 B, the size of an element.");
    if (std::any_of(offsets.begin(), offsets.end(), [&](std::uint64_t offset) { return offset > farthest; }))
      return invalid_request(kTooFar);
    if (has_twice(offsets)) return invalid_request("An offset appears twice among the places; they must differ.");
  }
  for (const std::uint64_t i : request.timed)
    if (i >= count)
      return invalid_request("Place " + format_count(i) + " is to be timed, but the places are 0 to " + format_count(count - 1) +
                             ".");
  if (has_twice(request.timed)) return invalid_request("A place appears twice among those to be timed.");
  return std::nullopt;
}

}  // namespace

std::optional<DeviceError> check_form(const TrialsRequest& request) {
  if (auto error = check_places(request)) return error;
  if (!(request.probability >= 0 && request.probability <= 1)) return invalid_request("The probability must lie between 0 and 1.");
  if (request.trials == 0) return invalid_request("The number of trials is 0; it must be at least 1.");
  if (request.fill_passes > kMostFillPasses)
    return invalid_request(format_count(request.fill_passes) + " passes of filling are too many; the limit is " +
                           format_count(kMostFillPasses) + ".");
  const std::uint64_t count = count_of(request.places);
  const std::uint64_t most = request.record == TrialRecord::bits ? kMostBits : kMostCycles;
  if (request.trials > most / count)
    return invalid_request(format_count(request.trials) + " trials of " + format_count(count) +
                           " places are too many for one request; ask for at most " + format_count(most / count) + ".");
  if (!(request.cut_cycles >= 0)) return invalid_request("The cut between hits and misses must not be negative.");
  if (request.flush_bytes && *request.flush_bytes > kMostFlush)
    return invalid_request("Reading " + format_bytes(*request.flush_bytes) + " before each trial is too much; the limit is " +
                           format_bytes(kMostFlush) + ".");
  if (request.carveout_percent && !(*request.carveout_percent >= 0 && *request.carveout_percent <= 100))
    return invalid_request("The carve-out must lie between 0 and 100 percent.");
  return std::nullopt;
}

std::optional<DeviceError> check(const TrialsRequest& request, const Description& device) {
  if (!device.serves(TrialsRequest::kCall)) return not_served(TrialsRequest::kCall, device);
  if (!device.serves(request.space))
    return DeviceError{ErrorCode::unsupported, device.name + " has no memory space " + std::string(to_string(request.space)) + "."};
  if (auto error = check_form(request)) return error;
  if (request.same_memory && !device.same_memory)
    return DeviceError{ErrorCode::unsupported, device.name + " can't show one piece of memory at many addresses (same_memory)."};
  const std::uint64_t footprint = footprint_bytes(request.places);
  if (const auto limit = device.max_footprint(request.space); limit && footprint > *limit && !request.same_memory) {
    const auto [asked, most] = two_sizes(footprint, *limit);
    return invalid_request("A footprint of " + asked + " is too large for " + std::string(to_string(request.space)) + " on " +
                           device.name + "; the limit is " + most + ".");
  }
  if (request.sm && device.properties.sm_count && *request.sm >= *device.properties.sm_count)
    return invalid_request("SM " + std::to_string(*request.sm) + " does not exist; " + device.name + " has SMs 0 to " +
                           std::to_string(*device.properties.sm_count - 1) + ".");
  return std::nullopt;
}

}  // namespace chasescope
