#include "kernels/host/chase_runner.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/host/chain.h"
#include "kernels/host/lone_carveout.h"

namespace chasescope::cuda {
namespace {

constexpr unsigned kSettledPrimeSteps = kPrimeSteps / 2;  // the first steps also wait for instruction fetches

double median(std::vector<std::uint32_t> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (static_cast<double>(values[half - 1]) + values[half]) / 2;
}

const char* name_of(Space space) {
  switch (space) {
    case Space::global_ca: return "global_ca";
    case Space::global_cg:
    case Space::host:
    case Space::managed:
    case Space::peer: return "global_cg";
    case Space::readonly: return "readonly";
    case Space::texture: return "texture";
    case Space::constant: return "constant";
    case Space::shared: return "shared";
  }
  return "";
}

std::uint64_t rounded(std::uint64_t bytes, std::uint64_t step) { return (bytes + step - 1) / step * step; }

}  // namespace

std::string kernel_name(const ChaseOrder& order) {
  std::string name = std::string(order.mean ? "chase_mean_" : "chase_each_") + name_of(order.space);
  if (order.space != Space::texture) name += order.element_bytes == 4 ? "_4" : "_8";
  return name;
}

TimedCode timed_code(const ChaseOrder& order) {
  const bool wide = order.element_bytes == 8;
  switch (order.space) {
    case Space::global_ca: return wide ? TimedCode::global_ca_8 : TimedCode::global_ca_4;
    case Space::global_cg:
    case Space::host:
    case Space::managed:
    case Space::peer: return wide ? TimedCode::global_cg_8 : TimedCode::global_cg_4;
    case Space::readonly: return wide ? TimedCode::readonly_8 : TimedCode::readonly_4;
    case Space::texture: return TimedCode::texture;
    case Space::constant: return wide ? TimedCode::constant_8 : TimedCode::constant_4;
    case Space::shared: return wide ? TimedCode::shared_8 : TimedCode::shared_4;
  }
  return TimedCode::global_ca_4;
}

ChaseRunner::ChaseRunner(Workbench& bench)
    : bench_(bench),
      mailboxes_(bench.api, MailSlot::bytes(kRingBlocks)),
      slot_{static_cast<Mailboxes*>(mailboxes_.memory()), mailboxes_.address(), kRingBlocks},
      claim_(bench.api, 256) {
  const std::uint64_t none = 0;
  bench_.api->check(bench_.api->memcpy_to_card(claim_.address(), &none, sizeof(none), bench_.stream.get()),
                    "clearing memory of the card");
  wait_for(bench_.stream, kShortPatience);
  for (const char* name :
       {"chase_each_shared_4", "chase_each_shared_8", "chase_mean_shared_4", "chase_mean_shared_8", "paired_chase"})
    bench_.kernels.allow_shared_bytes(bench_.kernels.function(name), bench_.properties.max_shared_bytes);
}

double ChaseRunner::shared_load_latency() { return chained_latency("chained_shared", 0); }

double ChaseRunner::texture_load_latency() {
  ChaseOrder one;  // a chain of one: texel 0 points to itself
  one.space = Space::texture;
  one.footprint_bytes = one.stride = one.element_bytes;
  NoEvents nobody;
  bench_.reserve(one.space, one.footprint_bytes);
  static_cast<void>(bench_.arrays.hold(one, 0, nobody));
  return chained_latency("chained_texture", bench_.arrays.texture(0, one.element_bytes));
}

double ChaseRunner::chained_latency(const char* kernel, std::uint64_t texture) {
  auto* cycles = bench_.answer<std::uint32_t>();
  std::fill_n(cycles, 2 * kPrimeSteps, 0U);
  CUdeviceptr address = bench_.answers.address();
  void* arguments[] = {&address, &texture};
  bench_.kernels.launch(bench_.kernels.function(kernel), 1, 1, 0, bench_.stream, arguments);
  wait_for(bench_.stream, kShortPatience);
  const double shorter = median({cycles + kSettledPrimeSteps, cycles + kPrimeSteps});
  const double longer = median({cycles + kPrimeSteps + kSettledPrimeSteps, cycles + 2 * kPrimeSteps});
  return (longer - shorter) / kChainStep;
}

double ChaseRunner::clock_pair_cycles() {
  auto* cycles = bench_.answer<std::uint32_t>();
  std::fill_n(cycles, kPrimeSteps, 0U);
  CUdeviceptr address = bench_.answers.address();
  bench_.run("clock_pairs", 1, 1, 0, address);
  return median({cycles + kSettledPrimeSteps, cycles + kPrimeSteps});
}

ChaseAnswer ChaseRunner::run(const ChaseOrder& order, ChaseEvents& events) {
  refuse_if_stopped(events);
  if (in_arena(order.space)) bench_.reserve(order.space, order.footprint_bytes);
  if (order.space == Space::shared) reserve_images(shared_room(order));
  ChaseLaunch launch = prepare(order, {}, slot_, events);
  const WarmedUp warmed = warm_up_by_warp(order, events);
  launch.warmup -= warmed.accesses;
  launch.first_index = Chain(order).element(warmed.accesses);
  ChaseOrder placed = order;  // on the SM of the warm-up: another SM may lie at the other half of the L2
  if (warmed.accesses > 0) placed.sm = warmed.sm;
  launch.wanted_sm = placed.sm ? static_cast<std::int64_t>(*placed.sm) : -1;
  launch_until_it_ran(placed, kernel_name(order), 1, launch.image_bytes, launch, &launch,
                      watch_of(
                          order, slot_, [&](std::vector<float> cycles) { events.on_cycles(std::move(cycles)); },
                          [&](double fraction) { events.on_progress(fraction); }),
                      events);
  ChaseAnswer answer = end_of(order, *slot_.mail, 0, warmed.accesses);
  events.on_progress(1.0);
  return answer;
}

/// The number of warm-up accesses that a chase makes itself, one after the other; the rest is left to a warp. A chase that bypasses
/// the L1 makes a few, so that it runs steadily when timing begins. A chase through the L1 reads three times as many bytes as an SM
/// has shared memory. An L1 that is one memory with shared memory holds at most 1.5 times the shared memory's size; a separate L1
/// is smaller than shared memory. So the chase fills the L1 at least twice, and no line of the warp's accesses stays there. Empty
/// (no warp) if the array is not much larger, since the chase could then hit lines that the warp left in the L1.
std::optional<std::uint64_t> ChaseRunner::made_by_itself(const ChaseOrder& order) const {
  constexpr std::uint64_t kShared = 3;
  if (order.space == Space::global_cg) return kChunk;
  if (!in_arena(order.space) || is_beyond_card(order.space) || order.stride == 0) return std::nullopt;
  const std::uint64_t fills = kShared * bench_.properties.shared_bytes_per_sm;
  if (order.footprint_bytes < 2 * fills) return std::nullopt;
  return std::max<std::uint64_t>(kChunk, fills / order.stride);
}

/// Makes the warm-up of a long chase by a warp, all but its end. Makes nothing if the chase goes through the L1 in the order of a
/// list, or if it asks for an SM.
/// Decision 48: docs/decisions/cards/48-warm-up-by-a-warp.md
ChaseRunner::WarmedUp ChaseRunner::warm_up_by_warp(const ChaseOrder& order, RunEvents& events) {
  constexpr std::uint64_t kLong = 8 * kChunk;  // accesses; they take some ms one after the other
  constexpr std::uint64_t kOfTheL2 = 64;
  constexpr std::uint64_t kAtOnce = std::uint64_t{1}
                                    << 20;  // accesses of one launch; they take a warp some ms, so that a stop is answered in time
  const Chain chain(order);
  const auto itself = made_by_itself(order);
  if (!itself || order.sm || order.warmup < std::max(kLong, 2 * *itself) || chain.length() < kLong) return {};
  const std::uint64_t array = bench_.arrays.hold(order, 0, events);  // for a texture: the memory behind it
  std::uint64_t list = 0;
  if (!chain.uniform()) {
    // Reading the list brings it into the L2, so it may occupy only a small part of the L2.
    if (order.space != Space::global_cg || chain.length() * sizeof list > bench_.properties.l2_bytes / kOfTheL2) return {};
    list = bench_.arrays.listed(order);
    if (list == 0) return {};
  }
  WarmedUp warmed;
  auto* const answer = bench_.answer<WarmAnswer>();
  for (const std::uint64_t all = order.warmup - *itself; warmed.accesses < all;) {
    refuse_if_stopped(events);
    const std::uint64_t count = std::min(kAtOnce, all - warmed.accesses);
    WarmLaunch warm{array, bench_.answers.address(), chain.stride(), list, chain.length(), warmed.accesses, count, 0};
    *answer = {};
    bench_.run(order.element_bytes == 4 ? "warm_4" : "warm_8", 1, 32, 0, warm);
    if (answer->finished != count) throw no_word();
    // On a card that other processes use, a warp may run on another SM than the warp before. Then the chase makes its whole
    // warm-up.
    if (warmed.accesses > 0 && answer->sm != warmed.sm) return {};
    warmed.accesses += count;
    warmed.sm = static_cast<unsigned>(answer->sm);
    events.on_progress(static_cast<double>(warmed.accesses) / static_cast<double>(order.warmup + order.accesses));
  }
  return warmed;
}

PairedAnswer ChaseRunner::run_paired(const PairedOrder& order, PairedEvents& events) {
  refuse_if_stopped(events);
  const ChaseOrder& a = order.a;
  const ChaseOrder& b = order.b;
  if (order.b_thread >= kMostBlockThreads)
    throw CudaFailure(Failure::invalid, "Agent B can't be thread " + std::to_string(order.b_thread) + " of a block; the last is " +
                                            std::to_string(kMostBlockThreads - 1) + ".");
  if (is_beyond_card(a.space) || is_beyond_card(b.space))
    throw CudaFailure(Failure::unsupported, "Two agents share caches of the card; chase memory beyond the card by one.");
  // B's array begins behind A's if both lie in the same kind of memory.
  const Place behind{in_arena(a.space) ? next_boundary(a.footprint_bytes) : 0, constant_room(a), shared_room(a), shared_room(a)};
  const std::uint64_t shared_bytes = shared_room(a) + shared_room(b);
  if (constant_room(a) + constant_room(b) > kConstantBytes || shared_bytes > bench_.properties.max_shared_bytes)
    throw CudaFailure(Failure::invalid, "The arrays of the two agents do not fit into the " + std::string(name_of(b.space)) +
                                            " memory together; ask for smaller footprints.");
  if (in_arena(a.space) || in_arena(b.space))
    bench_.reserve(a.space == Space::texture ? a.space : b.space, behind.arena + (in_arena(b.space) ? b.footprint_bytes : 0));
  reserve_images(shared_bytes);

  ChaseOrder placed = a;  // A's SM, carve-out and patience hold for the block
  if (!placed.carveout_percent) placed.carveout_percent = lone_carveout(bench_, shared_bytes);
  PairedLaunch launch{};
  launch.agents[0] = {prepare(a, {}, slot_, events), timed_code(a), a.mean ? 1U : 0U, 0, 0};
  launch.agents[1] = {prepare(b, behind, slot_, events), timed_code(b), b.mean ? 1U : 0U, order.b_thread, 0};
  std::vector<Section> sections;
  if (!a.mean) sections.push_back({0, a.accesses, a.warmup + b.warmup});
  if (!b.mean) sections.push_back({1, b.accesses, a.warmup + b.warmup + a.accesses});
  launch_until_it_ran(placed, "paired_chase", order.b_thread + 1, shared_bytes, launch.agents[0].chase, &launch,
                      ChaseWatch(
                          slot_, std::move(sections), a.warmup + b.warmup + a.accesses + b.accesses,
                          [&](unsigned agent, std::vector<float> cycles) { events.on_cycles(agent, std::move(cycles)); },
                          [&](double fraction) { events.on_progress(fraction); }),
                      events);
  PairedAnswer answer{end_of(a, *slot_.mail, 0), end_of(b, *slot_.mail, 1)};
  events.on_progress(1.0);
  return answer;
}

ChaseWatch ChaseRunner::watch_of(const ChaseOrder& order, const MailSlot& slot, std::function<void(std::vector<float>)> cycles,
                                 ChaseWatch::TakeProgress progress) {
  std::vector<Section> sections;
  if (!order.mean) sections.push_back({0, order.accesses, order.warmup});
  return {slot, std::move(sections), order.warmup + order.accesses,
          [cycles = std::move(cycles)](unsigned, std::vector<float> part) { cycles(std::move(part)); }, std::move(progress)};
}

/// The answer of a chase that has ended. Throws `internal` unless the chase made every access and ended at the element where the
/// pattern leads: these two prove that it followed the array.
ChaseAnswer ChaseRunner::end_of(const ChaseOrder& order, const Mailboxes& mail, unsigned agent, std::uint64_t elsewhere) {
  if (mail.card.stopped != 0) throw cancelled();
  const AgentReport& report = mail.card.agents[agent];
  const std::uint64_t wanted = Chain(order).element(order.warmup + order.accesses);
  if (report.final_index != wanted)
    throw CudaFailure(Failure::internal, "The chase ended at element " + std::to_string(report.final_index) + " instead of " +
                                             std::to_string(wanted) +
                                             ": the array was not what it must be. This is a defect of ChaseScope.");
  const auto made = static_cast<std::uint32_t>(report.made);  // kernels count loads modulo 2^32
  const std::uint64_t wanted_loads = order.warmup + order.accesses - elsewhere;
  if (made != static_cast<std::uint32_t>(wanted_loads))
    throw CudaFailure(Failure::internal, "The chase made " + std::to_string(made) + " accesses instead of " +
                                             std::to_string(wanted_loads) + ". This is a defect of ChaseScope.");
  ChaseAnswer answer;
  answer.sm = mail.card.sm;
  if (order.mean) answer.mean_cycles = static_cast<double>(report.total_cycles) / static_cast<double>(order.accesses);
  return answer;
}

/// Writes the chain into the memory of its space. \pre the arena and the images are large enough.
ChaseLaunch ChaseRunner::prepare(const ChaseOrder& order, const Place& place, const MailSlot& slot, RunEvents& events) {
  ChaseLaunch launch{};
  launch.mailboxes = slot.address;
  launch.ring = slot.ring_address();
  launch.ring_blocks = slot.ring_blocks;
  launch.claim = claim_.address();
  launch.warmup = order.warmup;
  launch.accesses = order.accesses;
  launch.first_index = Chain(order).element(0);
  launch.wanted_sm = order.sm ? static_cast<std::int64_t>(*order.sm) : -1;
  if (in_arena(order.space)) {
    ChasedArrays& arrays = bench_.arrays_of(order.space);
    launch.array = arrays.hold(order, place.arena, events);
    if (order.space == Space::managed) arrays.bring_home(order, place.arena, events);
    if (order.space == Space::texture) launch.array = bench_.arrays.texture(place.arena, order.element_bytes);
    return launch;
  }

  const bool constant = order.space == Space::constant;
  const std::uint64_t bytes = rounded(order.footprint_bytes, 16);
  const std::uint64_t offset = constant ? place.constant : place.image;
  const CUdeviceptr target = (constant ? bench_.kernels.constant_array() : images_->address()) + offset;
  Contents& content = constant ? constant_content_ : image_content_;
  if (const ChainKey wanted(order); !content.holds(offset, wanted)) {
    content.clear(offset, bytes);
    const std::vector<unsigned char> image = Chain(order).image(bytes);
    bench_.api->check(bench_.api->memcpy_to_card(target, image.data(), image.size(), bench_.stream.get()),
                      "sending a pattern to the card");
    wait_for(bench_.stream, order.patience);  // until the copy has ended, since the image dies here
    content.put(offset, bytes, wanted);
  }
  launch.array = constant ? offset : target;
  launch.image_bytes = constant ? 0 : bytes;
  launch.shared_at = static_cast<std::uint32_t>(place.shared);
  return launch;
}

void ChaseRunner::reserve_images(std::uint64_t bytes) {
  if (bytes == 0 || (images_ && images_->bytes() >= bytes)) return;
  image_content_.clear();
  images_.reset();
  images_ =
      std::make_unique<DeviceBuffer>(bench_.api, std::max(bytes, rounded(bench_.properties.max_shared_bytes, kSharedAlignment)));
}

/// Numbers of blocks to launch, one after the other, until a block runs on the chosen SM. The card deals blocks to the SMs in turn,
/// so twice as many blocks as SMs reach every SM; a card that other processes use may need more.
std::vector<unsigned> ChaseRunner::attempts() const {
  const auto sms = static_cast<unsigned>(std::max<std::uint64_t>(1, bench_.properties.sm_count));
  return {2 * sms, 8 * sms, 32 * sms};
}

CudaFailure ChaseRunner::took_none(const ChaseOrder& order) const {
  if (!order.sm) return no_word();
  return {Failure::launch_failed, "SM " + std::to_string(*order.sm) + " took none of " + std::to_string(attempts().back()) +
                                      " blocks. The card may be divided among users (MIG, MPS); ask for another SM, or for none."};
}

/// Launches one block, or more blocks until one of them runs on the wanted SM. `argument` is the kernel's argument; `first` is the
/// part of it that holds the launch's number.
void ChaseRunner::launch_until_it_ran(const ChaseOrder& order, const std::string& kernel, unsigned threads,
                                      std::size_t shared_bytes, ChaseLaunch& first, void* argument, ChaseWatch watch,
                                      RunEvents& events) {
  const CUfunction function = bench_.kernels.function(kernel);
  bench_.kernels.set_carveout(function, order.carveout_percent.value_or(CU_SHAREDMEM_CARVEOUT_DEFAULT));
  for (const unsigned blocks : order.sm ? attempts() : std::vector<unsigned>{1}) {
    std::memset(static_cast<void*>(slot_.mail), 0, sizeof(Mailboxes));
    first.number = ++launches_;
    void* arguments[] = {argument};
    bench_.kernels.launch(function, blocks, threads, shared_bytes, bench_.stream, arguments);
    attend(bench_.api, bench_.stream, {&watch, 1}, events, order.patience);
    if (read_shared(slot_.mail->card.finished) == first.number) return;
    refuse_if_stopped(events);
  }
  throw took_none(order);
}

}  // namespace chasescope::cuda
