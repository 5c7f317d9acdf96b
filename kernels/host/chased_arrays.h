// The arrays of global, read-only and texture chases, and of those beyond the card, in an arena. Private to kernels/.
//
// The chains in the arena are remembered, so that the same chain need not be linked again. The card itself links chains in its own
// memory, so that many GiB take milliseconds. The host links chains in memory that it can access, so that no cache of the card
// holds their lines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "kernels/driver/arena.h"
#include "kernels/driver/cuda_owners.h"
#include "kernels/driver/loaded_kernels.h"
#include "kernels/host/chain.h"

namespace chasescope::cuda {

class ChasedArrays : NotCopyable {
 public:
  /// `texels`: the most that a linear texture may have.
  ChasedArrays(Api api, LoadedKernels& kernels, const Stream& stream, Arena& arena, std::uint64_t texels)
      : api_(std::move(api)), kernels_(kernels), stream_(stream), arena_(arena), texels_(texels) {}

  /// Makes the arena hold the chain from `offset` on, and returns the address of the chain's offset 0.
  /// \pre the arena is as large. Throws `cancelled`.
  std::uint64_t hold(const ChaseOrder& order, std::uint64_t offset, RunEvents& events);

  /// Unified memory: brings all pages of the array back to the host. \pre hold() has placed it. Throws `cancelled`.
  void bring_home(const ChaseOrder& order, std::uint64_t offset, RunEvents& events);

  /// A texture object over the arena from `offset` on, with texels of one element. \pre its part that is read was reserved in one
  /// piece
  std::uint64_t texture(std::uint64_t offset, unsigned element_bytes);

  /// The address, in the card's memory, of the elements of a listed chain as 64-bit indices, so that a warp can read them without
  /// following the chain. 0 if the list is too long to be sent in one piece. Valid until the next hold().
  std::uint64_t listed(const ChaseOrder& order);

  /// Forgets all chains, because other code has written into the arena.
  void forget() { content_.clear(); }

 private:
  void notice_new_memory();
  void link_uniform(const ChaseOrder& order, std::uint64_t address, RunEvents& events);
  void link_listed(const ChaseOrder& order, std::uint64_t address, RunEvents& events);
  void send_list(const ChaseOrder& order, std::uint64_t first, std::uint64_t count);
  static void link_by_host(const ChaseOrder& order, unsigned char* array, RunEvents& events);

  Api api_;
  LoadedKernels& kernels_;
  const Stream& stream_;
  Arena& arena_;
  std::uint64_t texels_;
  std::uint64_t generation_ = 0;        // generation of the arena to which the other members belong
  std::unique_ptr<DeviceBuffer> list_;  // staging for listed chains
  std::map<std::pair<std::uint64_t, unsigned>, LinearTexture> textures_;
  Contents content_;
};

}  // namespace chasescope::cuda
