// Kernels of this binary, loaded into the current context. Private to kernels/.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "kernels/driver/cuda_owners.h"

namespace chasescope::cuda {

class LoadedKernels : NotCopyable {
 public:
  /// Loads an image of embedded_kernels.h.
  /// Throws driver_too_old or unsupported, with a sentence that names the card's architecture and those of the build.
  LoadedKernels(Api api, CUdevice device, std::span<const std::byte> image);

  /// A kernel by its name in kernels.cu; looked up once.
  CUfunction function(const std::string& name);

  /// The 64 KiB of constant memory.
  CUdeviceptr constant_array() const;

  /// Share of the L1/shared array that the kernel's blocks would like as shared memory; -1: the driver's choice.
  void set_carveout(CUfunction function, int percent);

  /// Static shared memory of a kernel, in bytes.
  std::size_t static_shared_bytes(CUfunction function) const;

  /// Lets a kernel have so much dynamic shared memory, in bytes.
  void allow_shared_bytes(CUfunction function, std::size_t bytes);

  /// Puts a launch of single-argument-block kernels into the stream. `arguments` as cuLaunchKernel takes them.
  void launch(CUfunction function, unsigned blocks, unsigned threads, std::size_t shared_bytes, const Stream& stream,
              void** arguments) const;

  /// The same for one cluster of `blocks` blocks of one thread.
  void launch_cluster(CUfunction function, unsigned blocks, const Stream& stream, void** arguments) const;

  /// The largest cluster of such blocks that the card can run, beyond what every card of its kind can.
  unsigned max_cluster_size(CUfunction function);

 private:
  Api api_;
  std::unique_ptr<Module> module_;
  std::map<std::string, CUfunction> functions_;
  std::map<CUfunction, int> carveouts_;
};

}  // namespace chasescope::cuda
