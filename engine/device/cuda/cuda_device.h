// The card: chases on an NVIDIA GPU, through the driver API that is loaded at run time.
//
//   std::string why;
//   for (const CudaCard& card : list_cuda_cards(&why)) …   // cuda:0, cuda:1, …
//   auto device = open_cuda_device(0);
//
// Nothing here throws. Built without a CUDA compiler, both functions answer with a sentence that says so. The environment
// variable CHASESCOPE_LIBCUDA names another driver library than libcuda.so.1, for tests and unusual installations.
//
// What a chase on a card means: the array lies at a 2 MiB boundary of one allocation that is kept between requests, so the L2
// and the TLBs stay as warm as the last request left them (filling the array goes through the L2 as well). Every entry of a
// trace holds, besides the load, the issue of the store that waits for it and of a clock read; `overhead_cycles` says what these
// take (kernels/calibration.h: measured once, after the first chase). Traces of more than 1,024 accesses are streamed out at every 1,024th access, which
// touches two foreign pages. The mean (record `mean`) holds the load and one multiply-add for the next address, and comes
// without `overhead_cycles`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/error.h"

namespace chasescope {

struct CudaCard {
  unsigned index = 0;
  std::string name;     ///< "NVIDIA H200"
  std::string summary;  ///< "compute capability 9.0, 132 SMs, 139.8 GiB"
};

/// The cards of this machine. Makes no context; quick when there is no driver. When the list is empty and `why_none` is not
/// null, it gets a sentence that says why and what to do.
std::vector<CudaCard> list_cuda_cards(std::string* why_none);

/// Opens card `index`: some 0.2 s for its context. `unsupported` without a usable driver or build, `invalid_request` when there is
/// no such card, `launch_failed` when another process holds it exclusively, `out_of_memory`.
/// A device that answered `lost` stays lost; opening it again makes a fresh context.
Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned index);

}  // namespace chasescope
