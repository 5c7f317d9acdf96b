// The rules of the requests besides the chase.
#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>

#include "engine/device/validate.h"
#include "engine/trace/block_order.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using Fault = std::optional<DeviceError>;

// Limits for a device that states none: all cards so far can do this much at most.
constexpr std::uint64_t kMaxThreadsPerBlock = 1024;
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kMaxRepeats = std::uint64_t{1} << 24;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 50;

template <typename Request>
Fault check_served(const Request&, const Description& device) {
  if (device.serves(Request::kCall)) return std::nullopt;
  return not_served(Request::kCall, device);
}

Fault check_range(const char* what, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return std::nullopt;
  return invalid_request(std::string(what) + " is " + format_count(value) + "; it must lie between " + format_count(low) + " and " +
                         format_count(high) + ".");
}

Fault check_repeats(std::uint64_t repeats) { return check_range("repeats", repeats, 1, kMaxRepeats); }

Fault check_word(const char* what, unsigned bytes, bool wide) {
  if (bytes == 4 || bytes == 8 || (wide && bytes == 16)) return std::nullopt;
  return invalid_request(std::string(what) + " is " + std::to_string(bytes) + " B; it must be " +
                         (wide ? "4, 8 or 16." : "4 or 8."));
}

/// Of a bandwidth. A device may still refuse 1 and 2 B.
Fault check_access(unsigned bytes) {
  if (std::has_single_bit(bytes) && bytes <= 16) return std::nullopt;
  return invalid_request("access_bytes is " + std::to_string(bytes) + " B; it must be 1, 2, 4, 8 or 16.");
}

Fault check_size(std::uint64_t bytes, const Description& device, MemorySpace space) {
  if (bytes == 0) return invalid_request("The size (bytes) is 0; it must be at least 1.");
  const std::uint64_t limit = device.max_footprint(space).value_or(kMaxBytes);
  if (bytes <= limit) return std::nullopt;
  const auto [asked, most] = two_sizes(bytes, limit);
  return invalid_request("A size of " + asked + " is too large for " + device.name + "; the limit is " + most + ".");
}

std::uint64_t threads_of(const Description& device) {
  return device.properties.max_threads_per_block.value_or(kMaxThreadsPerBlock);
}

/// The first fault among the results of some checks; empty if there is none.
template <typename... Faults>
Fault first_of(Faults&&... faults) {
  Fault first;
  static_cast<void>(((faults ? (first = std::forward<Faults>(faults), true) : false) || ...));
  return first;
}

template <typename T>
bool contradict(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b && *a != *b;
}

}  // namespace

DeviceError not_served(std::string_view call, const Description& device) {
  std::string list;
  for (const std::string& served : device.calls) list += (list.empty() ? "" : ", ") + served;
  return {ErrorCode::unsupported, device.name + " does not serve the request " + std::string(call) +
                                      (list.empty() ? "; it serves none." : "; it serves " + list + ".")};
}

Fault check(const PairedChaseRequest& request, const Description& device) {
  if (auto fault = check_served(request, device)) return fault;
  if (auto fault = check_walk(request.a, device)) return DeviceError{fault->code, "Agent A: " + fault->message};
  if (auto fault = check_walk(request.b, device)) return DeviceError{fault->code, "Agent B: " + fault->message};
  if (contradict(request.a.sm, request.b.sm))
    return invalid_request("The two agents belong to one block, so they can't ask for two SMs.");
  if (contradict(request.a.carveout_percent, request.b.carveout_percent) || contradict(request.a.l1_kib, request.b.l1_kib))
    return invalid_request("The two agents run on one SM, so they can't ask for two carve-outs.");
  const std::uint64_t threads = threads_of(device);
  if (threads < 2) return invalid_request(device.name + " has one thread per block, so a block holds no second agent.");
  return check_range("b_thread", request.b_thread, 1, threads - 1);
}

Fault check(const BankRequest& request, const Description& device) {
  if (auto fault = first_of(check_served(request, device), check_word("word_bytes", request.word_bytes, true),
                            check_word("bank_bytes", request.bank_bytes, false), check_repeats(request.repeats)))
    return fault;
  const auto& known = device.properties;
  const std::uint64_t shared =
      known.shared_bytes_per_block ? *known.shared_bytes_per_block : known.shared_bytes_per_sm.value_or(kMaxBytes);
  const std::uint64_t lanes = known.warp_size.value_or(kWarp);
  if (lanes < 2 || shared < request.word_bytes) return std::nullopt;
  const std::uint64_t largest = (shared / request.word_bytes - 1) / (lanes - 1);
  if (request.stride <= largest) return std::nullopt;
  return invalid_request("A stride of " + format_count(request.stride) + " words leaves the shared memory of " +
                         format_bytes(shared) + "; the largest is " + format_count(largest) + ".");
}

Fault check(const OutstandingRequest& request, const Description& device) {
  if (auto fault = first_of(check_served(request, device), check_range("threads", request.threads, 1, threads_of(device)),
                            check_range("loads", request.loads, 1, kMaxRepeats), check_repeats(request.repeats),
                            check_range("block_bytes", request.block_bytes, 4, std::uint64_t{1} << 20)))
    return fault;
  if (auto fault = check_range("sharing", request.sharing, 1, request.threads)) return fault;
  if (request.block_bytes % 4 != 0)
    return invalid_request("block_bytes is " + std::to_string(request.block_bytes) + "; it must be a multiple of 4.");
  const std::uint64_t groups = (request.threads + request.sharing - 1) / request.sharing;
  return check_size(groups * request.loads * request.block_bytes, device, MemorySpace::global_ca);
}

Fault check(const CopyRequest& request, const Description& device) {
  return first_of(check_served(request, device), check_size(request.bytes, device, MemorySpace::global_ca));
}

Fault check(const BandwidthRequest& request, const Description& device) {
  if (auto fault = first_of(check_served(request, device), check_access(request.access_bytes),
                            check_size(request.bytes, device, MemorySpace::global_ca)))
    return fault;
  if (request.level.empty()) return invalid_request("The level is empty; it must name one, such as l1, shared, l2 or dram.");
  if (request.bytes % request.access_bytes != 0)
    return invalid_request("The size of " + format_count(request.bytes) + " B is no multiple of the access width, " +
                           std::to_string(request.access_bytes) + " B.");
  if (request.blocks)
    if (auto fault = check_range("blocks", *request.blocks, 1, std::numeric_limits<std::int32_t>::max())) return fault;
  return request.threads ? check_range("threads", *request.threads, 1, threads_of(device)) : std::nullopt;
}

Fault check(const InstructionsRequest& request, const Description& device) {
  return first_of(check_served(request, device), check_size(request.bytes, device, MemorySpace::global_ca),
                  check_repeats(request.repeats));
}

Fault check_blocks(const InstructionsRequest& request, std::uint64_t block_bytes) {
  if (request.order == CodeOrder::straight) return std::nullopt;
  if (request.bytes % block_bytes != 0)
    return invalid_request("Code of " + format_count(request.bytes) + " B is no whole number of blocks of " +
                           format_count(block_bytes) + " B.");
  constexpr std::uint64_t kFewest = 3;
  if (request.order != CodeOrder::scattered || request.bytes >= kFewest * block_bytes) return std::nullopt;
  return invalid_request("Code of " + format_count(request.bytes) + " B has too few blocks of " + format_count(block_bytes) +
                         " B to scatter them; the fewest are " + std::to_string(kFewest) + ".");
}

std::uint64_t block_stride(const InstructionsRequest& request, std::uint64_t block_bytes) {
  switch (request.order) {
    case CodeOrder::straight: return 0;
    case CodeOrder::in_order: return 1;
    case CodeOrder::scattered: return scattered_stride(request.bytes / block_bytes);
  }
  return 0;
}

Fault check(const ClusterRequest& request, const Description& device) {
  if (auto fault = check_served(request, device)) return fault;
  if (request.cluster_size == 0) return invalid_request("cluster_size is 0; it must be at least 1.");
  return first_of(check_range("rank", request.rank, 0, request.cluster_size - 1),
                  check_range("accesses", request.accesses, 1, device.properties.max_accesses.value_or(kMaxRepeats)));
}

Fault check(const OperationsRequest& request, const Description& device) {
  using enum MemoryOperation;
  const auto is = [&](auto... operations) { return ((request.operation == operations) || ...); };
  const std::string name(to_string(request.operation));
  const bool shared = request.level == OperationLevel::shared;
  if (auto fault = first_of(check_served(request, device), check_range("threads", request.threads, 1, threads_of(device)),
                            check_range("blocks", request.blocks, 1, device.properties.sm_count.value_or(kMaxThreadsPerBlock)),
                            check_range("count", request.count, 1, kMaxRepeats), check_repeats(request.repeats),
                            check_range("spacing_bytes", request.spacing_bytes, 0, std::uint64_t{1} << 20),
                            check_range("offset_bytes", request.offset_bytes, 0, kMaxBytes)))
    return fault;
  if (shared && !is(load, store, atomic, reduce))
    return invalid_request("The operation " + name +
                           " is one of global memory; in shared memory there are load, store, atomic and reduce.");
  if (shared && request.warm) return invalid_request("Shared memory is no cache, so nothing in it can be warm.");
  if (shared && request.blocks > 1)
    return invalid_request("Shared memory belongs to a block, so several blocks have no place in common; ask for one.");
  if (is(bulk_copy)) {
    if (request.threads > 1 || request.blocks > 1)
      return invalid_request("A bulk copy is asked for by one thread; ask for one thread and one block.");
    if (request.access_bytes == 0 || request.access_bytes % 16 != 0)
      return invalid_request("access_bytes is " + std::to_string(request.access_bytes) +
                             "; of a bulk copy it must be a multiple of 16.");
  } else if (is(async_copy) || (is(load) && !shared)) {
    if (auto fault = check_word("access_bytes", request.access_bytes, true)) return fault;
  } else if (request.access_bytes != 4) {
    return invalid_request("access_bytes is " + std::to_string(request.access_bytes) + "; of the operation " + name + " in " +
                           std::string(to_string(request.level)) + " memory it must be 4.");
  }
  if (request.warm && !is(load, load_after_store))
    return invalid_request("Only a load and a load after a store can find their place warm, not the operation " + name + ".");
  if (request.count > 1 && !is(atomic, reduce))
    return invalid_request("Several operations in a row (count) are atomics or reductions, not the operation " + name + ".");
  if (request.spacing_bytes % request.access_bytes != 0)
    return invalid_request("spacing_bytes is " + format_count(request.spacing_bytes) + "; it must be a multiple of access_bytes, " +
                           std::to_string(request.access_bytes) + ".");
  if (request.offset_bytes % request.access_bytes != 0)
    return invalid_request("offset_bytes is " + format_count(request.offset_bytes) + "; it must be a multiple of access_bytes, " +
                           std::to_string(request.access_bytes) + ".");
  const std::uint64_t bytes =
      request.offset_bytes + (request.threads * request.blocks - 1) * request.spacing_bytes + request.access_bytes;
  return check_size(bytes, device, shared ? MemorySpace::shared : MemorySpace::global_ca);
}

Fault check(const ResidencyRequest& request, const Description& device) {
  constexpr std::uint64_t kSector = 32, kWidest = std::uint64_t{1} << 20, kLine = 128;
  if (auto fault = first_of(check_served(request, device), check_range("spacing_bytes", request.spacing_bytes, kSector, kWidest)))
    return fault;
  const std::uint64_t spacing = request.spacing_bytes;
  if (!std::has_single_bit(spacing))
    return invalid_request("spacing_bytes is " + format_count(spacing) + "; it must be a power of two.");
  for (const auto& [name, bytes] : {std::pair{"kept_bytes", request.kept_bytes}, std::pair{"swept_bytes", request.swept_bytes}})
    if (bytes % spacing != 0)
      return invalid_request(std::string(name) + " is " + format_count(bytes) + "; it must be a multiple of spacing_bytes, " +
                             format_count(spacing) + ".");
  if (request.kept_bytes == 0) return invalid_request("kept_bytes is 0; nothing can stay in the L2 then.");
  if (request.timed_offset % 4 != 0 || request.timed_offset >= spacing)
    return invalid_request("timed_offset is " + format_count(request.timed_offset) +
                           "; it must be a multiple of 4 below spacing_bytes, " + format_count(spacing) + ".");
  const auto& fetch = request.fetch_bytes;
  if (fetch && (!std::has_single_bit(*fetch) || *fetch < kSector || *fetch > kLine))
    return invalid_request("fetch_bytes is " + format_count(*fetch) + "; it must be 32, 64 or 128.");
  const std::uint64_t limit = device.max_footprint(MemorySpace::global_cg).value_or(kMaxBytes);
  if (request.kept_bytes > limit || request.swept_bytes > limit - request.kept_bytes) {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const bool overflows = request.swept_bytes > most - request.kept_bytes;
    return check_size(overflows ? most : request.kept_bytes + request.swept_bytes, device, MemorySpace::global_cg);
  }
  if (request.persisting_bytes)
    if (auto fault = check_range("persisting_bytes", *request.persisting_bytes, 0, limit)) return fault;
  return check_range("places", request.places, 1, std::min(request.kept_bytes / spacing, kMaxRepeats));
}

}  // namespace chasescope
