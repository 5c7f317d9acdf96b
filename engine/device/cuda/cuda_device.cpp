#include "engine/device/cuda/cuda_device.h"

#include <cmath>
#include <exception>
#include <utility>

#include "engine/device/validate.h"

#ifdef CHASESCOPE_WITH_CUDA
#include "kernels/cuda_backend.h"
#endif

namespace chasescope {

#ifdef CHASESCOPE_WITH_CUDA

namespace {

ErrorCode code_of(cuda::Failure kind) {
  switch (kind) {
    case cuda::Failure::no_driver:
    case cuda::Failure::driver_too_old:
    case cuda::Failure::unsupported: return ErrorCode::unsupported;
    case cuda::Failure::no_card: return ErrorCode::invalid_request;
    case cuda::Failure::card_in_use:
    case cuda::Failure::launch_failed: return ErrorCode::launch_failed;
    case cuda::Failure::out_of_memory: return ErrorCode::out_of_memory;
    case cuda::Failure::timed_out: return ErrorCode::timed_out;
    case cuda::Failure::lost: return ErrorCode::lost;
    case cuda::Failure::cancelled: return ErrorCode::cancelled;
    case cuda::Failure::internal: return ErrorCode::internal;
  }
  return ErrorCode::internal;
}

/// Calls `work`, and turns what it throws into an error: nothing throws across the seam.
template <typename Result, typename Work>
Outcome<Result> caught(Work&& work) {
  try {
    return Outcome<Result>(work());
  } catch (const cuda::CudaFailure& failure) {
    return DeviceError{code_of(failure.kind()), failure.what()};
  } catch (const std::bad_alloc&) {
    return DeviceError{ErrorCode::out_of_memory,
                       "The host is out of memory for this request. Ask for fewer accesses or a smaller footprint."};
  } catch (const std::exception& error) {
    return DeviceError{ErrorCode::internal, std::string("The CUDA device failed: ") + error.what()};
  }
}

const std::vector<std::pair<MemorySpace, cuda::Space>>& served_spaces() {
  static const std::vector<std::pair<MemorySpace, cuda::Space>> spaces{
      {MemorySpace::global_ca, cuda::Space::global_ca}, {MemorySpace::global_cg, cuda::Space::global_cg},
      {MemorySpace::readonly, cuda::Space::readonly},   {MemorySpace::texture, cuda::Space::texture},
      {MemorySpace::constant, cuda::Space::constant},   {MemorySpace::shared, cuda::Space::shared},
  };
  return spaces;
}

cuda::Space space_of(MemorySpace space) {
  for (const auto& [ours, theirs] : served_spaces())
    if (ours == space) return theirs;
  return cuda::Space::global_ca;  // check() has refused it
}

std::optional<std::uint64_t> told(std::uint64_t value) { return value == 0 ? std::nullopt : std::optional(value); }

std::string notes_on(const cuda::CardProperties& card) {
  std::string notes = "Two clock reads in a row differ by " + std::to_string(std::lround(card.clock_pair_cycles)) + " cycles.";
  if (card.watchdog) notes += " A display is attached: its watchdog ends chases that run for more than a few seconds.";
  return notes;
}

Description describe(const cuda::CardProperties& card) {
  Description description;
  description.name = card.name;
  description.origin = Origin::hardware;
  description.calls = {"chase"};
  for (const auto& entry : served_spaces()) description.spaces.push_back(entry.first);
  description.keeps_state = {"l2", "tlb"};

  Properties& properties = description.properties;
  properties.compute_capability = std::to_string(card.capability_major) + "." + std::to_string(card.capability_minor);
  properties.sm_count = told(card.sm_count);
  properties.warp_size = told(card.warp_size);
  properties.max_threads_per_block = told(card.max_threads_per_block);
  properties.clock_khz = told(card.clock_khz);
  properties.memory_clock_khz = told(card.memory_clock_khz);
  properties.memory_bus_bits = told(card.memory_bus_bits);
  properties.memory_bytes = told(card.memory_bytes);
  properties.l2_bytes = told(card.l2_bytes);
  properties.shared_bytes_per_sm = told(card.shared_bytes_per_sm);
  properties.shared_bytes_per_block = told(card.shared_bytes_per_block);
  properties.constant_bytes = told(card.constant_bytes);
  properties.registers_per_sm = told(card.registers_per_sm);
  properties.driver = card.driver;
  properties.runtime = card.compiled;
  properties.max_footprint_bytes = card.max_global_bytes;
  properties.max_footprint_bytes_by_space = {
      {MemorySpace::texture, card.max_texture_bytes},
      {MemorySpace::constant, card.max_constant_bytes},
      {MemorySpace::shared, card.max_shared_bytes},
  };
  properties.notes = notes_on(card);
  return description;
}

/// Collects the trace and passes it on while the kernel runs.
class Collector final : public cuda::ChaseEvents {
 public:
  Collector(const RunControl& control, ChaseResult& result) : control_(control), result_(result) {}

  bool stop_requested() override { return control_.stop.stop_requested(); }

  void on_cycles(std::vector<float> cycles) override {
    const TraceChunk part = std::make_shared<const std::vector<float>>(std::move(cycles));
    result_.cycles.append(part);
    if (control_.sink != nullptr) control_.sink->on_part(0, part);
  }

  void on_progress(double fraction) override {
    if (control_.sink != nullptr) control_.sink->on_progress(0, fraction);
  }

 private:
  const RunControl& control_;
  ChaseResult& result_;
};

class CudaDevice final : public Device {
 public:
  explicit CudaDevice(unsigned index) : card_(index), description_(describe(card_.properties())) {}

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (auto error = check(request, description_)) return *std::move(error);
    return caught<ChaseResult>([&] { return run(request, control); });
  }

 private:
  ChaseResult run(const ChaseRequest& request, const RunControl& control) {
    ChaseResult result;
    cuda::ChaseOrder order;
    order.space = space_of(request.space);
    order.element_bytes = request.element_bytes;
    order.footprint_bytes = footprint_bytes(request.pattern, request.element_bytes);
    order.warmup = request.warmup;
    order.accesses = request.accesses;
    order.mean = request.record == Record::mean;
    order.sm = request.sm;
    if (request.carveout_percent) order.carveout_percent = static_cast<int>(std::lround(*request.carveout_percent));
    if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) {
      order.stride = uniform->stride;
    } else if (const auto* listed = std::get_if<OffsetsPattern>(&request.pattern)) {
      order.offsets = listed->offsets;
    } else {
      result.offsets = shuffled_offsets(std::get<ShuffledPattern>(request.pattern));
      order.offsets = result.offsets;
    }

    Collector collector(control, result);
    const cuda::ChaseAnswer answer = card_.chase(order, collector);
    result.mean_cycles = answer.mean_cycles;
    result.overhead_cycles = answer.overhead_cycles;
    result.sm = answer.sm;
    return result;
  }

  cuda::Card card_;
  Description description_;
};

}  // namespace

std::vector<CudaCard> list_cuda_cards(std::string* why_none) {
  const auto cards = caught<std::vector<CudaCard>>([] {
    std::vector<CudaCard> list;
    for (cuda::CardSummary& card : cuda::list_cards()) list.push_back({card.index, std::move(card.name), std::move(card.summary)});
    return list;
  });
  if (cards) return *cards;
  if (why_none != nullptr) *why_none = cards.error().message;
  return {};
}

Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned index) {
  return caught<std::unique_ptr<Device>>([&]() -> std::unique_ptr<Device> { return std::make_unique<CudaDevice>(index); });
}

#else

namespace {
constexpr const char* kNotBuilt = "This build has no CUDA device: no CUDA compiler was found when it was built.";
}  // namespace

std::vector<CudaCard> list_cuda_cards(std::string* why_none) {
  if (why_none != nullptr) *why_none = kNotBuilt;
  return {};
}

Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned) { return DeviceError{ErrorCode::unsupported, kNotBuilt}; }

#endif

}  // namespace chasescope
