#include <algorithm>
#include <optional>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/residency_launch.h"
#include "kernels/host/sweep_run.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kMostTimedPlaces = Workbench::kAnswerBytes / sizeof(std::uint32_t);
constexpr unsigned kReadersOfSm = 2;          // blocks: as many threads as an SM can have
constexpr std::uint64_t kFlushedSector = 32;  // bytes: a flush reads each sector of its lines
constexpr unsigned kL2PrioritiesSince = 8;    // major compute capability

const char* name_of_priority(L2Priority priority) {
  switch (priority) {
    case L2Priority::normal: return "normal";
    case L2Priority::first: return "first";
    case L2Priority::last: return "last";
    case L2Priority::unchanged: return "unchanged";
  }
  return "";
}

bool is_unknown_limit(CUresult result) { return result == CUDA_ERROR_UNSUPPORTED_LIMIT || result == CUDA_ERROR_NOT_SUPPORTED; }

/// While a kernel hangs, the driver may not return from a call that changes the context.
bool is_card_hung(const Workbench& bench) { return bench.api->stream_query(bench.stream.get()) == CUDA_ERROR_NOT_READY; }

/// A limit of the context, which is set back to its old value at the end if it has been set.
class L2Limit : NotCopyable {
 public:
  L2Limit(const Workbench& bench, CUlimit which) : bench_(bench), which_(which) {}
  ~L2Limit() {
    if (before_ && !is_card_hung(bench_)) static_cast<void>(bench_.api->limits.set(which_, *before_));
  }

  /// The value that the driver has made of `bytes`; none if it has no such limit.
  std::optional<std::uint64_t> set(std::uint64_t bytes) {
    const DriverApi& api = *bench_.api;
    if (api.limits.get == nullptr || api.limits.set == nullptr) return std::nullopt;
    std::size_t value = 0;
    CUresult result = api.limits.get(&value, which_);
    if (is_unknown_limit(result)) return std::nullopt;
    api.check(result, "reading a limit of the L2");
    result = api.limits.set(which_, bytes);
    if (is_unknown_limit(result)) return std::nullopt;
    api.check(result, "setting a limit of the L2");
    before_ = value;
    api.check(api.limits.get(&value, which_), "reading a limit of the L2");
    return value;
  }

 private:
  const Workbench& bench_;
  CUlimit which_;
  std::optional<std::size_t> before_;
};

/// No line has a priority when this begins, and none when it ends: lines of priority `last` would stay through later requests.
class NoL2Priorities : NotCopyable {
 public:
  explicit NoL2Priorities(const Workbench& bench) : bench_(bench) {
    if (const CUresult result = reset(); !is_unknown_limit(result)) bench_.api->check(result, "resetting the lines of the L2");
  }
  ~NoL2Priorities() {
    if (!is_card_hung(bench_)) static_cast<void>(reset());
  }

 private:
  CUresult reset() const {
    const auto call = bench_.api->limits.reset_persisting;
    return bench_.properties.capability_major < kL2PrioritiesSince || call == nullptr ? CUDA_SUCCESS : call();
  }

  const Workbench& bench_;
};

void refuse_impossible_residency(const Workbench& bench, const ResidencyOrder& order) {
  const CardProperties& card = bench.properties;
  const bool hinted = order.kept != L2Priority::normal || (order.swept_bytes != 0 && order.swept != L2Priority::normal);
  if (hinted && card.capability_major < kL2PrioritiesSince)
    throw CudaFailure(Failure::unsupported, card.name +
                                                " reads all lines with the priority normal; others came with compute capability " +
                                                std::to_string(kL2PrioritiesSince) + ".0.");
  if (order.places > kMostTimedPlaces)
    throw CudaFailure(Failure::invalid, std::to_string(order.places) + " places are too many for one request; the limit is " +
                                            std::to_string(kMostTimedPlaces) + ".");
  if (!order.persisting_bytes) return;
  const std::uint64_t most = bench.api->attribute(bench.device, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE);
  if (most == 0)
    throw CudaFailure(Failure::unsupported, card.name + " can set nothing of its L2 aside for lines of the priority last here.");
  if (*order.persisting_bytes > most)
    throw CudaFailure(Failure::invalid, std::to_string(*order.persisting_bytes) + " B are more of the L2 than " + card.name +
                                            " can set aside; the limit is " + std::to_string(most) + " B.");
}

void set_l2_limits(const Workbench& bench, const ResidencyOrder& order, L2Limit& persisting, L2Limit& fetch) {
  if (order.persisting_bytes)
    if (const auto set = persisting.set(*order.persisting_bytes); !set || *set < *order.persisting_bytes)
      throw CudaFailure(Failure::unsupported, "The driver of " + bench.properties.name + " does not set " +
                                                  std::to_string(*order.persisting_bytes) + " B of the L2 aside.");
  if (order.fetch_bytes && fetch.set(*order.fetch_bytes) != order.fetch_bytes)
    throw CudaFailure(Failure::unsupported, "The driver of " + bench.properties.name + " takes no fetch granularity of " +
                                                std::to_string(*order.fetch_bytes) + " B for the L2.");
}

}  // namespace

ResidencyAnswer run_residency(Workbench& bench, const ResidencyOrder& order, RunEvents& events) {
  refuse_if_stopped(events);
  refuse_impossible_residency(bench, order);
  const std::uint64_t swept_at = next_boundary(order.kept_bytes);
  const std::uint64_t flush_at = next_boundary(swept_at + order.swept_bytes);
  const std::uint64_t kept = bench.arena.reserve(flush_at + flush_bytes(bench));

  L2Limit persisting(bench, CU_LIMIT_PERSISTING_L2_CACHE_SIZE);
  L2Limit fetch(bench, CU_LIMIT_MAX_L2_FETCH_GRANULARITY);
  set_l2_limits(bench, order, persisting, fetch);
  const NoL2Priorities priorities(bench);

  const double steps = order.swept_bytes != 0 ? 5 : 4;
  double done = 0;
  const auto read_array = [&](std::uint64_t array, std::uint64_t bytes, std::uint64_t spacing, L2Priority priority) {
    refuse_if_stopped(events);
    ResidencyReadLaunch launch{array, bytes / spacing, spacing, 0};
    const auto blocks = kReadersOfSm * static_cast<unsigned>(std::max<std::uint64_t>(1, bench.properties.sm_count));
    bench.run(std::string("residency_read_") + name_of_priority(priority), blocks, kMostBlockThreads, 0, launch);
    events.on_progress(++done / steps);
  };
  read_array(kept + flush_at, flush_bytes(bench), kFlushedSector, L2Priority::normal);
  read_array(kept, order.kept_bytes, order.spacing_bytes, order.kept);
  read_array(kept, order.kept_bytes, order.spacing_bytes, order.kept);
  if (order.swept_bytes != 0) read_array(kept + swept_at, order.swept_bytes, order.spacing_bytes, order.swept);

  refuse_if_stopped(events);
  ResidencyTimeLaunch launch{};
  launch.array = kept;
  launch.words = order.kept_bytes / order.spacing_bytes;
  launch.spacing = order.spacing_bytes;
  launch.offset = order.timed_offset;
  launch.cycles = bench.answers.address();
  launch.places = static_cast<std::uint32_t>(order.places);
  auto* const cycles = bench.answer<std::uint32_t>();
  std::fill_n(cycles, order.places, 0U);
  bench.run("residency_time", 1, 1, 0, launch);
  if (std::find(cycles, cycles + order.places, 0U) != cycles + order.places) throw no_word();
  events.on_progress(1.0);
  return {{cycles, cycles + order.places}};
}

}  // namespace chasescope::cuda
