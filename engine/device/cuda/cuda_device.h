// The card: an NVIDIA GPU, through the driver API that is loaded at run time. It serves every request (`cluster` from compute
// capability 9.0 on).
//
//   std::string why;
//   for (const CudaCard& card : list_cuda_cards(&why)) …   // cuda:0, cuda:1, …
//   auto device = open_cuda_device(0);
//
// Nothing here throws. Built without a CUDA compiler, both functions answer with a sentence that says so. The environment
// variable CHASESCOPE_LIBCUDA names another driver library than libcuda.so.1, for tests and unusual installations.
//
// An idle card runs at a fraction of its clock: it is brought to it when it is opened, and before a request that comes after a
// second without one (kernels/host/clock_rise.h). The notes of the description say from where to where.
//
// What a chase on a card means: the array lies at a 2 MiB boundary of one allocation that is kept between requests, so the L2
// and the TLBs stay as warm as the last request left them (filling the array goes through the L2 as well). Every entry of a
// trace holds, besides the load, the issue of the store that waits for it and of a clock read; `overhead_cycles` says what these
// take (kernels/host/calibration.h: measured once, after the first chase). Traces of more than 1,024 accesses are streamed out at
// every 1,024th access, which touches two foreign pages. The mean (record `mean`) holds the load and one multiply-add for the next
// address, and comes without `overhead_cycles`.
//
// A batch runs chases at once, each on an SM of its own, where what they use is private to an SM: shared memory; constants, as far
// as the 64 KiB hold all of them; global.ca and readonly up to 1 MiB each, and up to a quarter of the L2 together. Alone, one
// after the other, run global.cg, larger footprints and textures (kernels/host/batch_plan.h). A request's SM is honoured, and no SM
// has two chases of a batch at a time. Hits cost what they cost alone; misses may cost more.
//
// The other requests, as a card answers them:
//  - paired_chase: traces come with the answer, not in parts. Without a carve-out the pair gets the one of a lone chase.
//  - trials: many at once, one on each SM, whose L1 is empty at every launch; after a flush one at a time. What is noted of the
//    places lies in shared memory (4 B a listed place, and a bit, or 4 B where it is timed by cycles), so that the L1 is never
//    larger than that leaves it; their block has as much as that of a chase at least. Without a carve-out they get the one of a
//    lone chase. Of thousands of listed places the table is so large that the driver may choose another L1 than it does for few,
//    unless the carve-out is 0.
//  - bank: latency of loads that wait for each other, from chains of 16 and 48 of them; nothing else is in it. Banks are 4 bytes
//    wide on every card that these kernels run on: `unsupported` for 8.
//  - outstanding: up to 16 loads a thread. The time holds two clock reads and one store to shared memory (a load alone in its
//    block: its latency and some tens of cycles). The L1 is as large as it can be (carve-out 0), for misses under way have lines
//    there.
//  - copy: cycles of the block that took longest, from when all blocks are there until all is written, launching not included.
//  - bandwidth: levels l1 (read), shared, l2, dram; over a millisecond or so by the card's nanosecond clock. What a copy moves
//    counts twice. dram: arrays of less than 8 times the L2 are read once after a flush; writes and copies must move at least so
//    much. By default one block of 1,024 threads on each SM.
//  - instructions: up to 512 KiB in steps of 256 B, multiply-adds that do not wait for each other, by one thread; the jump to them
//    is subtracted.
//  - cluster: the cost of measuring is subtracted (loads: known from chains; bulk copies of 16 B: half a signal there and back).
//  - operations: the L1 is as large as it can be, and emptied before each measurement by a fence of the card's scope; what was
//  there is
//    still in the L2. One block on an SM, up to 64 operations of a thread in a row, in steps of 8. Asynchronous copies need compute
//    capability 8.0, bulk copies (up to 16 KiB) 9.0.
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
  std::string compute_capability;  ///< "9.0"
};

/// The cards of this machine. Makes no context; quick when there is no driver. When the list is empty and `why_none` is not
/// null, it gets a sentence that says why and what to do.
std::vector<CudaCard> list_cuda_cards(std::string* why_none);

/// Opens card `index`: some 0.2 s for its context. `unsupported` without a usable driver or build, `invalid_request` when there is
/// no such card, `launch_failed` when another process holds it exclusively, `out_of_memory`.
/// A device that answered `lost` stays lost; opening it again makes a fresh context.
Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned index);

}  // namespace chasescope
