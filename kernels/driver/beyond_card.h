// Memory beyond the card: pinned memory of the host, unified memory, memory of another card. Private to
// kernels/.
//
// Each owner's constructor throws a sentence where the host, the container or the driver does not give such memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "kernels/driver/cuda_owners.h"

namespace chasescope::cuda {

/// The most such memory that is allocated: twice the largest L2 so far, and small enough that pinning it, or moving it back to the
/// host, does not delay the answer to a stop too long.
inline constexpr std::uint64_t kMostBeyond = std::uint64_t{256} << 20;

/// Whether the card maps memory of the host, and whether pages of unified memory move to it when it touches them. (Without page
/// faults, cards move all pages before a kernel runs, so that a chase sees no migration.)
bool can_map_host(const DriverApi& api, CUdevice device);
bool can_fault(const DriverApi& api, CUdevice device);

/// The number of the first other card whose memory this one can read.
std::optional<unsigned> peer_of(const DriverApi& api, unsigned index);

/// Pinned memory of the host, on a 2 MiB boundary or not, as the driver gives it.
class PinnedMemory final : public ArrayMemory {
 public:
  PinnedMemory(Api api, std::size_t bytes);
  ~PinnedMemory() override { static_cast<void>(api_->mem_free_host(memory_)); }
  CUdeviceptr address() const override { return address_; }
  std::size_t bytes() const override { return bytes_; }
  void* on_host() const override { return memory_; }

 private:
  Api api_;
  std::size_t bytes_;
  void* memory_ = nullptr;
  CUdeviceptr address_ = 0;
};

/// Unified memory.
class ManagedMemory final : public ArrayMemory {
 public:
  ManagedMemory(Api api, std::size_t bytes);
  ~ManagedMemory() override { static_cast<void>(api_->mem_free(address_)); }
  CUdeviceptr address() const override { return address_; }
  std::size_t bytes() const override { return bytes_; }
  void* on_host() const override { return reinterpret_cast<void*>(address_); }

 private:
  Api api_;
  std::size_t bytes_;
  CUdeviceptr address_ = 0;
};

/// Memory of another card, which the current context may read from then on.
class PeerMemory final : public ArrayMemory {
 public:
  PeerMemory(const Api& api, unsigned peer, std::size_t bytes);
  ~PeerMemory() override;
  CUdeviceptr address() const override { return memory_->address(); }
  std::size_t bytes() const override { return memory_->bytes(); }

 private:
  CUdevice device_ = 0;
  std::unique_ptr<Context> context_;
  std::unique_ptr<DeviceBuffer> memory_;
};

}  // namespace chasescope::cuda
