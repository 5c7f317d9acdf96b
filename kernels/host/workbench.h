// The resources that all requests on a card share: the kernels, a stream, memory, and a page for short answers. Private to
// kernels/.
//
// The context is current whenever anything here is used.
#pragma once

#include <bit>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "kernels/driver/arena.h"
#include "kernels/driver/beyond_card.h"
#include "kernels/driver/cuda_owners.h"
#include "kernels/driver/loaded_kernels.h"
#include "kernels/host/chased_arrays.h"
#include "kernels/host/cuda_backend.h"
#include "kernels/host/mapped_pages.h"
#include "kernels/host/stream_wait.h"

namespace chasescope::cuda {

/// Time limit of launches of some ms that can't be stopped.
inline constexpr std::chrono::seconds kShortPatience{30};

inline CudaFailure cancelled() { return {Failure::cancelled, "Cancelled."}; }

inline void refuse_if_stopped(RunEvents& events) {
  if (events.stop_requested()) throw cancelled();
}

/// Events for work without a listener.
struct NoEvents final : RunEvents {
  bool stop_requested() override { return false; }
  void on_progress(double) override {}
};

/// The failure of a kernel that ended without setting its `finished` word: a defect.
inline CudaFailure no_word() { return {Failure::internal, "The kernel ended without a word. This is a defect of ChaseScope."}; }

/// Memory that is kept from request to request and grows as needed: allocating and freeing it takes longer than many requests do.
template <typename Buffer>
class KeptMemory : NotCopyable {
 public:
  explicit KeptMemory(Api api) : api_(std::move(api)) {}
  /// At least `bytes`. Keeps the contents from an earlier request unless it has to grow.
  Buffer& of(std::size_t bytes) {
    if (!buffer_ || bytes_ < bytes) {
      buffer_.reset();
      bytes_ = std::bit_ceil(bytes);
      buffer_ = std::make_unique<Buffer>(api_, bytes_);
    }
    return *buffer_;
  }
  void release() { buffer_.reset(); }

 private:
  Api api_;
  std::unique_ptr<Buffer> buffer_;
  std::size_t bytes_ = 0;
};

/// Memory of one kind with the arrays in it.
struct BeyondCard : NotCopyable {
  BeyondCard(const Api& api, LoadedKernels& kernels, const Stream& stream, Arena::Make make)
      : arena(api, kMostBeyond, std::move(make)), arrays(api, kernels, stream, arena, 0) {}
  Arena arena;
  ChasedArrays arrays;
};

struct Workbench : NotCopyable {
  static constexpr std::size_t kAnswerBytes = 64 * 1024;

  Workbench(Api the_api, CUdevice the_device, LoadedKernels& the_kernels, const CardProperties& the_properties)
      : api(std::move(the_api)),
        device(the_device),
        kernels(the_kernels),
        properties(the_properties),
        stream(api),
        answers(api, kAnswerBytes),
        words(api, 4096),
        trial_answers(api),
        trial_counters(api),
        timed_places(api),
        listed_places(api),
        arena(api, device, properties.max_global_bytes),
        arrays(api, kernels, stream, arena, properties.max_texture_bytes / 4) {}

  /// The host's pointer to the page of short answers.
  template <typename Answer>
  Answer* answer() const {
    return static_cast<Answer*>(answers.memory());
  }

  /// Launches a kernel of one argument and waits for its end. For kernels of some ms.
  template <typename Launch>
  void run(const std::string& kernel, unsigned blocks, unsigned threads, std::size_t shared_bytes, Launch& launch) {
    void* arguments[] = {&launch};
    kernels.launch(kernels.function(kernel), blocks, threads, shared_bytes, stream, arguments);
    wait_for(stream, kShortPatience);
  }

  /// One piece of memory mapped at many addresses. Throws if the card can't map memory.
  MappedPages& pages() {
    if (!mapped) mapped = std::make_unique<MappedPages>(api, device);
    return *mapped;
  }

  /// Memory beyond the card, made when it is first asked for. \pre is_beyond_card(space). Throws where there is none.
  BeyondCard& beyond_card(Space space) {
    auto& found = beyond[space];
    if (found) return *found;
    Arena::Make make;
    if (space == Space::host && properties.max_host_bytes != 0)
      make = [this](std::uint64_t bytes) { return std::make_unique<PinnedMemory>(api, bytes); };
    if (space == Space::managed && properties.max_managed_bytes != 0)
      make = [this](std::uint64_t bytes) { return std::make_unique<ManagedMemory>(api, bytes); };
    if (space == Space::peer && properties.peer)
      make = [this](std::uint64_t bytes) { return std::make_unique<PeerMemory>(api, *properties.peer, bytes); };
    if (!make) throw CudaFailure(Failure::unsupported, properties.name + " has no such memory beyond the card here.");
    found = std::make_unique<BeyondCard>(api, kernels, stream, std::move(make));
    return *found;
  }
  Arena& arena_of(Space space) { return is_beyond_card(space) ? beyond_card(space).arena : arena; }
  /// Makes room for arrays of that space, `bytes` in all, and returns the address of the first byte.
  std::uint64_t reserve(Space space, std::uint64_t bytes) {
    return space == Space::texture ? arena.reserve_in_one_piece(bytes) : arena_of(space).reserve(bytes);
  }
  ChasedArrays& arrays_of(Space space) { return is_beyond_card(space) ? beyond_card(space).arrays : arrays; }

  /// Frees the memory that is kept between requests.
  void release_memory() {
    arena.release();
    beyond.clear();
    trial_answers.release();
    trial_counters.release();
    timed_places.release();
    listed_places.release();
    if (mapped) mapped->release();
  }

  Api api;
  CUdevice device;
  LoadedKernels& kernels;
  const CardProperties& properties;
  Stream stream;
  MappedBuffer answers;
  DeviceBuffer words;  // sums of all blocks of a launch
  KeptMemory<MappedBuffer> trial_answers;
  KeptMemory<DeviceBuffer> trial_counters, timed_places, listed_places;
  Arena arena;
  ChasedArrays arrays;
  std::map<Space, std::unique_ptr<BeyondCard>> beyond;  // only the spaces that a request has used
  std::unique_ptr<MappedPages> mapped;                  // made by the first request that maps pages
};

}  // namespace chasescope::cuda
