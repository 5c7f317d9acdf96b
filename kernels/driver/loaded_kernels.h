// The kernels that are part of the program, loaded into the current context. Private to kernels/.
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
  /// Throws driver_too_old (the sentence names the versions of CUDA) or unsupported (it names the card's and the build's
  /// architectures).
  LoadedKernels(Api api, CUdevice device, std::span<const std::byte> image);

  /// The kernel of this name in kernels.cu or straight_code.cu. Each name is looked up once.
  CUfunction function(const std::string& name);

  /// The 64 KiB of constant memory.
  CUdeviceptr constant_array() const;

  /// Sets the share (percent) of the array of L1 and shared memory that the kernel prefers as shared memory; -1: the driver's
  /// choice.
  void set_carveout(CUfunction function, int percent);

  /// Static shared memory of a kernel, in bytes.
  std::size_t static_shared_bytes(CUfunction function) const;

  /// Allows a kernel so much dynamic shared memory, in bytes.
  void allow_shared_bytes(CUfunction function, std::size_t bytes);

  /// Puts the launch of a kernel into the stream. `arguments` has the form that cuLaunchKernel demands.
  void launch(CUfunction function, unsigned blocks, unsigned threads, std::size_t shared_bytes, const Stream& stream,
              void** arguments) const;

  /// The same for one cluster of `blocks` blocks of one thread.
  void launch_cluster(CUfunction function, unsigned blocks, const Stream& stream, void** arguments) const;

  /// The largest cluster of such blocks that the card can run. It may exceed the size that all cards with clusters can run.
  unsigned max_cluster_size(CUfunction function);

 private:
  Api api_;
  std::unique_ptr<Module> module_;
  std::map<std::string, CUfunction> functions_;
  std::map<CUfunction, int> carveouts_;
};

}  // namespace chasescope::cuda
