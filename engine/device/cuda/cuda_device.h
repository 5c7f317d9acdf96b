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
// An idle card runs at a fraction of its full clock. Work raises the clock when the card is opened, and before a request that comes
// after a second without requests (kernels/host/clock_rise.h). The notes of the description name both clocks.
//
// A chase on a card: the array lies at a 2 MiB boundary of one allocation that is kept between requests, so the L2
// and the TLBs keep what the last request left there (filling the array goes through the L2 as well). Every entry of a trace
// includes, besides the load, the issue of the store that waits for the load and of a clock read; `overhead_cycles` is the time of
// these two (kernels/host/calibration.h: measured once, after the first chase). Traces of more than 1,024 accesses are streamed out
// at every 1,024th access, which touches two pages outside the array. The mean (record `mean`) includes the load and one
// multiply-add for the next address, and comes without `overhead_cycles`.
//
// A batch runs chases at once, each on its own SM, if the memory they use is private to an SM: shared memory; constants, as far as
// the 64 KiB hold all of them; global.ca and readonly up to 1 MiB each, and up to a quarter of the L2 together. Chases of
// global.cg, of larger footprints and of textures run one after the other (kernels/host/batch_plan.h). Each chase runs on the SM
// that its request names, and no SM runs two chases of a batch at a time. Hits take as long as in a lone chase; misses may take
// longer.
//
// How a card answers the other requests:
//  - paired_chase: traces come with the answer, not in parts. Without a requested carve-out, the pair gets the carve-out of a lone
//    chase.
//  - trials: many at once, one on each SM, whose L1 is empty at every launch; with a flush, one at a time. The tables of the places
//    lie in shared memory (4 B for each listed place, and for each place a bit, or 4 B if it is timed by cycles), so the L1 is at
//    most as large as these tables leave it; a block of trials has at least as much shared memory as the block of a chase. Without
//    a requested carve-out, trials get the carve-out of a lone chase. With thousands of listed places the table is so large that
//    the driver may choose another L1 size than for few places, unless the carve-out is 0.
//  - bank: latency of dependent loads, from the difference of chains of 16 and 48 loads, so without overhead. Banks are 4 bytes
//  wide
//    on every card that these kernels run on: `unsupported` for 8.
//  - outstanding: up to 16 loads a thread. The time includes two clock reads and one store to shared memory (a single load in a
//    block takes its latency and some tens of cycles). The L1 is as large as it can be (carve-out 0), because misses in flight
//    occupy lines of the L1.
//  - copy: cycles of the slowest block, from the moment when all blocks have started until its copy is written; the launch is not
//    included.
//  - bandwidth: levels l1 (read), shared, l2, dram; measured for about a millisecond by the card's nanosecond clock. Each byte of
//    a copy counts twice. dram: arrays of less than 8 times the L2 are read once after a flush; writes and copies must move at
//    least 8 times the L2. By default one block of 1,024 threads on each SM.
//  - instructions: up to 512 KiB in steps of 256 B, independent multiply-adds by one thread; the cost of the jump to them is
//    subtracted. In blocks: up to 256 KiB in blocks of 256 B, which a loop calls one after another; the loop counts as part of
//    them.
//  - cluster: the cost of measuring is subtracted (loads: computed from chains; bulk copies of 16 B: half the round trip of a
//  signal).
//  - operations: the L1 is as large as it can be, and emptied before each measurement by a fence of GPU scope; its lines are
//    still in the L2. One block on an SM, up to 64 operations of a thread in a row, in steps of 8. Asynchronous copies need compute
//    capability 8.0, bulk copies (up to 16 KiB) 9.0.
//  - residency: two blocks of 1,024 threads on each SM read. Up to 16,384 places. Priorities other than `normal` need compute
//    capability 8.0. The two limits are limits of the context and are set back after the request, and no line keeps a priority.
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

/// Lets the driver start card `index` alone, if that is possible (visible_cards.h), because each further card takes a fifth of a
/// second. From then on this process sees no other card: open_cuda_device() takes this index alone, and no other card's memory can
/// be read. Call it before the other functions, while no other thread runs.
void start_one_cuda_card(unsigned index);

/// Opens card `index`: some 0.2 s for its context. `unsupported` without a usable driver or build, `invalid_request` when there is
/// no such card, `launch_failed` when another process holds it exclusively, `out_of_memory`.
/// A device that answered `lost` stays lost; opening it again makes a fresh context.
Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned index);

}  // namespace chasescope
