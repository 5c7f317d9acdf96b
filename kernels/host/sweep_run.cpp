#include "kernels/host/sweep_run.h"

#include <algorithm>
#include <limits>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/request_launch.h"
#include "kernels/host/ring_reader.h"
#include "kernels/host/stream_wait.h"

namespace chasescope::cuda {
namespace {

constexpr double kWantedNs = 1e6;        // wanted duration of a sweep whose passes can be repeated
constexpr double kEnoughNs = 0.8e6;      // a shorter duration that is accepted
constexpr std::uint64_t kFarFromL2 = 8;  // times the L2: at most an eighth of such an array can hit the L2

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " B"; }

/// Waits for the end of the stream. Sets the kernel's stop flag when `events` request a stop, or after kShortPatience.
void wait_or_stop(Workbench& bench, SweepAnswer& answer, RunEvents& events) {
  Pacer pacer;
  bool told = false;
  bool late = false;
  while (!bench.stream.idle()) {
    if (told && pacer.quiet_for() > kTimeToObey)
      throw CudaFailure(
          Failure::timed_out,
          "The kernel does not end although it was told to. See whether nvidia-smi still answers, and open the device "
          "again.",
          true);
    late = late || (!told && pacer.quiet_for() > kShortPatience);
    if (!told && (late || events.stop_requested())) {
      write_shared(answer.stop, 1);
      told = true;
      pacer.news();
    }
    pacer.pause();
  }
  if (late)
    throw CudaFailure(Failure::timed_out, "The card did not get through the array in " + std::to_string(kShortPatience.count()) +
                                              " s. Ask for a smaller one, or for more blocks and threads.");
  refuse_if_stopped(events);
}

/// One launch, whose blocks add up their times.
SweepSums sweep(Workbench& bench, const std::string& kernel, unsigned blocks, unsigned threads, std::size_t shared_bytes,
                SweepLaunch launch, RunEvents& events) {
  refuse_if_stopped(events);
  SweepSums none{};
  none.first_ns = std::numeric_limits<std::uint64_t>::max();
  bench.api->check(bench.api->memcpy_to_card(bench.words.address(), &none, sizeof(none), bench.stream.get()),
                   "clearing memory of the card");
  auto& answer = *bench.answer<SweepAnswer>();
  answer = {};
  launch.sums = bench.words.address();
  launch.answer = bench.answers.address();
  void* arguments[] = {&launch};
  bench.kernels.launch(bench.kernels.function(kernel), blocks, threads, shared_bytes, bench.stream, arguments);
  wait_or_stop(bench, answer, events);
  if (answer.sums.ended != blocks) throw no_word();
  return answer.sums;
}

unsigned sms_of(const Workbench& bench) { return static_cast<unsigned>(std::max<std::uint64_t>(1, bench.properties.sm_count)); }

unsigned most_threads(const Workbench& bench) {
  const std::uint64_t told = bench.properties.max_threads_per_block;
  return told == 0 ? kMostBlockThreads : static_cast<unsigned>(std::min<std::uint64_t>(told, kMostBlockThreads));
}

/// One untimed pass over a region, which fills the region with data or brings it into the L2.
void pass_over(Workbench& bench, const char* kernel, std::uint64_t address, std::uint64_t bytes, RunEvents& events) {
  SweepLaunch launch{};
  launch.from = launch.to = address;
  launch.elements = (bytes + 15) / 16;
  launch.passes = 1;
  sweep(bench, kernel, sms_of(bench), most_threads(bench), 0, launch, events);
}

const char* name_of_level(Level level) {
  switch (level) {
    case Level::l1: return "l1";
    case Level::shared: return "shared";
    case Level::l2: return "l2";
    case Level::dram: return "dram";
    case Level::host: return "host";
    case Level::peer: return "peer";
    case Level::readonly: return "readonly";
    case Level::texture: return "texture";
    case Level::constant: return "constant";
  }
  return "";
}

const char* name_of_level(Flow flow) { return flow == Flow::read ? "read" : flow == Flow::write ? "write" : "copy"; }

bool is_beyond(Level level) { return level == Level::host || level == Level::peer; }

/// Whether the level can be read only.
bool is_read_only(Level level) { return level == Level::readonly || level == Level::texture || level == Level::constant; }

bool is_of_an_l1(Level level) { return level == Level::l1 || level == Level::readonly || level == Level::texture; }

/// How a bandwidth is measured.
struct Plan {
  std::string kernel;
  unsigned blocks = 0;
  unsigned threads = 0;
  std::uint64_t elements = 0;    // of the array, or of a slice
  std::uint64_t pass_bytes = 0;  // bytes that one pass of all blocks moves
  std::size_t shared_bytes = 0;
  bool once = false;  // a single pass after a flush
};

[[noreturn]] void refuse(const std::string& sentence) { throw CudaFailure(Failure::invalid, sentence); }

void refuse_impossible_bandwidth(const BandwidthOrder& order, const CardProperties& card, const Plan& plan) {
  const std::uint64_t moved = order.flow == Flow::copy ? 2 * order.bytes : order.bytes;
  const std::uint64_t slice = plan.elements * order.access_bytes;
  if (is_read_only(order.level) && order.flow != Flow::read)
    refuse(std::string("What is read as ") + name_of_level(order.level) + " can't be written: ask for read.");
  switch (order.level) {
    case Level::constant:
      if (slice > kConstantBytes)
        refuse("Each of " + std::to_string(plan.blocks) + " blocks would read " + bytes_text(slice) +
               " of constants; a program has " + bytes_text(kConstantBytes) + " of them.");
      return;
    case Level::l1:
    case Level::readonly:
    case Level::texture: {
      if (order.flow != Flow::read)
        throw CudaFailure(Failure::unsupported,
                          "What is written goes through the L1 of " + card.name + " to the L2: ask for read, or for the level l2.");
      const std::uint64_t per_sm = (plan.blocks + card.sm_count - 1) / std::max<std::uint64_t>(1, card.sm_count) * slice;
      if (card.shared_bytes_per_sm != 0 && per_sm > card.shared_bytes_per_sm)
        refuse(bytes_text(order.bytes) + " in " + std::to_string(plan.blocks) + " blocks are " + bytes_text(per_sm) +
               " for each SM, more than any L1 of " + card.name + "; ask for less, or for the level l2.");
      return;
    }
    case Level::shared:
      if (plan.shared_bytes > card.shared_bytes_per_block)
        refuse(bytes_text(order.bytes) + " in " + std::to_string(plan.blocks) + " blocks need " + bytes_text(plan.shared_bytes) +
               " of shared memory each; a block of " + card.name + " has " + bytes_text(card.shared_bytes_per_block) + ".");
      return;
    case Level::l2:
      if (card.l2_bytes != 0 && moved > card.l2_bytes)
        refuse(bytes_text(moved) + " do not fit into the L2 of " + card.name + ", which holds " + bytes_text(card.l2_bytes) +
               "; ask for less, or for the level dram.");
      return;
    case Level::dram:
      if (order.flow != Flow::read && moved < kFarFromL2 * card.l2_bytes)
        refuse("The L2 of " + card.name + " would take too much of " + bytes_text(moved) + " that are written; ask for " +
               bytes_text(kFarFromL2 * card.l2_bytes / (order.flow == Flow::copy ? 2 : 1)) + " or more.");
      return;
    case Level::host:
    case Level::peer: {
      const std::string memory = order.level == Level::host ? "pinned memory of the host" : "memory of another card";
      const std::uint64_t most = order.level == Level::host ? card.max_host_bytes : card.max_peer_bytes;
      if (most == 0) throw CudaFailure(Failure::unsupported, card.name + " reaches no " + memory + " here.");
      if (order.flow == Flow::copy) refuse("A copy would go over the bus both ways at a time; ask for read, or for write.");
      if (order.bytes > most)
        refuse(bytes_text(order.bytes) + " of " + memory + " are too much; ask for at most " + bytes_text(most) + ".");
      return;
    }
  }
}

Plan plan_of(const Workbench& bench, const BandwidthOrder& order) {
  const CardProperties& card = bench.properties;
  Plan plan;
  plan.blocks = static_cast<unsigned>(order.blocks.value_or(sms_of(bench)));
  plan.threads = static_cast<unsigned>(order.threads.value_or(most_threads(bench)));
  if (plan.threads > kMostBlockThreads)
    refuse(std::to_string(plan.threads) + " threads are too many for a block; the limit is " + std::to_string(kMostBlockThreads) +
           ".");
  const bool sliced = is_of_an_l1(order.level) || order.level == Level::shared || order.level == Level::constant;
  plan.kernel = std::string("sweep_") + (sliced ? name_of_level(order.level) : "global") + "_" + name_of_level(order.flow) + "_" +
                std::to_string(order.access_bytes);
  plan.elements = order.bytes / order.access_bytes / (sliced ? plan.blocks : 1);
  if (plan.elements == 0)
    refuse(bytes_text(order.bytes) + " are less than one access of " + bytes_text(order.access_bytes) + " for each of " +
           std::to_string(plan.blocks) + " blocks.");
  plan.pass_bytes = plan.elements * order.access_bytes * (sliced ? plan.blocks : 1) * (order.flow == Flow::copy ? 2 : 1);
  // All threads of a warp read the same constant, which counts once.
  const auto lanes = static_cast<unsigned>(std::max<std::uint64_t>(1, card.warp_size));
  if (order.level == Level::constant) plan.pass_bytes *= (plan.threads + lanes - 1) / lanes;
  if (order.level == Level::shared) plan.shared_bytes = plan.elements * order.access_bytes * (order.flow == Flow::copy ? 2 : 1);
  // Memory beyond the card is read once, too: a second pass might hit the L2.
  plan.once = is_beyond(order.level) || (order.level == Level::dram && order.bytes < kFarFromL2 * card.l2_bytes);
  refuse_impossible_bandwidth(order, card, plan);
  return plan;
}

/// Places the array, and a flush region behind it where one is needed; returns the launch.
SweepLaunch prepare(Workbench& bench, const BandwidthOrder& order, const Plan& plan, RunEvents& events) {
  SweepLaunch launch{};
  launch.elements = plan.elements;
  launch.warm = order.level == Level::dram || is_beyond(order.level) ? 0 : 1;
  launch.beyond = is_beyond(order.level) ? 1 : 0;
  if (order.level == Level::shared || order.level == Level::constant) return launch;
  if (is_beyond(order.level)) {
    BeyondCard& memory = bench.beyond_card(order.level == Level::host ? Space::host : Space::peer);
    launch.from = launch.to = memory.arena.reserve(order.bytes);
    memory.arrays.forget();
    const std::uint64_t flushed = bench.arena.reserve(flush_bytes(bench));
    bench.arrays.forget();
    pass_over(bench, "sweep_global_write_16", flushed, flush_bytes(bench), events);
    return launch;
  }
  const std::uint64_t copy_at = order.flow == Flow::copy ? next_boundary(order.bytes) : 0;
  const std::uint64_t flush_at = next_boundary(copy_at + order.bytes);
  launch.from = bench.reserve(order.level == Level::texture ? Space::texture : Space::global_cg,
                              plan.once ? flush_at + flush_bytes(bench) : copy_at + order.bytes);
  launch.to = launch.from + copy_at;
  bench.arrays.forget();
  if (order.level == Level::texture) launch.from = bench.arrays.texture(launch.from - bench.arena.base(), order.access_bytes);
  if (plan.once) pass_over(bench, "sweep_global_write_16", launch.from + flush_at, flush_bytes(bench), events);
  return launch;
}

}  // namespace

BandwidthAnswer run_bandwidth(Workbench& bench, const BandwidthOrder& order, RunEvents& events) {
  refuse_if_stopped(events);
  const Plan plan = plan_of(bench, order);
  const CUfunction kernel = bench.kernels.function(plan.kernel);
  if (order.level == Level::shared)
    bench.kernels.allow_shared_bytes(kernel, plan.shared_bytes);
  else
    bench.kernels.set_carveout(kernel, 0);
  SweepLaunch launch = prepare(bench, order, plan, events);
  launch.passes = 1;
  for (int attempt = 0;; ++attempt) {
    const SweepSums sums = sweep(bench, plan.kernel, plan.blocks, plan.threads, plan.shared_bytes, launch, events);
    const auto ns = static_cast<double>(std::max<std::uint64_t>(1, sums.last_ns - sums.first_ns));
    if (plan.once || ns >= kEnoughNs || attempt == 3) {
      events.on_progress(1.0);
      const double bytes = static_cast<double>(plan.pass_bytes) * launch.passes;
      const double clock = static_cast<double>(sums.cycles) / static_cast<double>(std::max<std::uint64_t>(1, sums.ns));
      return {bytes / (ns * clock), bytes / ns * 1e9};
    }
    const double more = std::clamp(kWantedNs / std::max(ns, 1000.0), 1.25, 1000.0);
    launch.passes = static_cast<std::uint32_t>(std::min(launch.passes * more + 1, 1e9));
  }
}

double run_copy(Workbench& bench, const CopyOrder& order, RunEvents& events) {
  refuse_if_stopped(events);
  const std::uint64_t copy_at = next_boundary(order.bytes);
  const std::uint64_t flush_at = 2 * copy_at;
  const std::uint64_t base = bench.arena.reserve(flush_at + (order.flush ? flush_bytes(bench) : 0));
  bench.arrays.forget();
  SweepLaunch launch{};
  launch.from = base;
  launch.to = base + copy_at;
  launch.elements = order.bytes / 8;
  launch.bytes = order.bytes;
  launch.passes = 1;
  // A short untimed run brings the instructions into the caches.
  SweepLaunch little = launch;
  little.bytes = std::min<std::uint64_t>(order.bytes, 1 << 20);
  little.elements = little.bytes / 8;
  sweep(bench, "copy_bytes", sms_of(bench), most_threads(bench), 0, little, events);
  pass_over(bench, "sweep_global_write_16", base, order.bytes, events);
  if (order.flush)
    pass_over(bench, "sweep_global_write_16", base + flush_at, flush_bytes(bench), events);
  else
    pass_over(bench, "sweep_global_read_16", base, order.bytes, events);
  const SweepSums sums = sweep(bench, "copy_bytes", sms_of(bench), most_threads(bench), 0, launch, events);
  events.on_progress(1.0);
  return static_cast<double>(sums.most_cycles);
}

}  // namespace chasescope::cuda
