#include "kernels/chase_runner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/chain.h"
#include "kernels/ring_reader.h"
#include "kernels/stream_wait.h"

namespace chasescope::cuda {
namespace {

constexpr std::size_t kRingBytes = std::size_t{kRingBlocks} * kChunk * sizeof(std::uint32_t);
constexpr std::chrono::seconds kTimeToObey{2};            // for a kernel that was told to stop: a hundred times what it needs
constexpr unsigned kSettledPrimeSteps = kPrimeSteps / 2;  // the first ones also fetch instructions

double median(std::vector<std::uint32_t> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (static_cast<double>(values[half - 1]) + values[half]) / 2;
}

const char* name_of(Space space) {
  switch (space) {
    case Space::global_ca: return "global_ca";
    case Space::global_cg: return "global_cg";
    case Space::readonly: return "readonly";
    case Space::texture: return "texture";
    case Space::constant: return "constant";
    case Space::shared: return "shared";
  }
  return "";
}

struct NoEvents final : ChaseEvents {
  bool stop_requested() override { return false; }
  void on_cycles(std::vector<float>) override {}
  void on_progress(double) override {}
};

std::uint64_t rounded_to_16(std::uint64_t bytes) { return (bytes + 15) / 16 * 16; }

CudaFailure deaf() {
  return {Failure::timed_out,
          "The kernel does not end although it was told to. See whether nvidia-smi still answers, and open the device again.",
          true};
}

}  // namespace

std::string kernel_name(const ChaseOrder& order) {
  std::string name = std::string(order.mean ? "chase_mean_" : "chase_each_") + name_of(order.space);
  if (order.space != Space::texture) name += order.element_bytes == 4 ? "_4" : "_8";
  return name;
}

ChaseRunner::ChaseRunner(Api api, LoadedKernels& kernels, const CardProperties& properties)
    : api_(std::move(api)),
      kernels_(kernels),
      properties_(properties),
      stream_(api_),
      mailboxes_(api_, sizeof(Mailboxes) + kRingBytes),
      claim_(api_, 256),
      array_(api_, kernels_, stream_, properties.max_global_bytes, properties.max_texture_bytes / 4) {
  const std::uint64_t none = 0;
  api_->check(api_->memcpy_to_card(claim_.address(), &none, sizeof(none), stream_.get()), "clearing memory of the card");
  wait_for(stream_, std::chrono::seconds(30));
  for (const char* name : {"chase_each_shared_4", "chase_each_shared_8", "chase_mean_shared_4", "chase_mean_shared_8"})
    kernels_.allow_shared_bytes(kernels_.function(name), properties.max_shared_bytes);
}

double ChaseRunner::shared_load_latency() { return chained_latency("chained_shared", 0); }

double ChaseRunner::texture_load_latency() {
  ChaseOrder one;  // texel 0 leads to itself
  one.space = Space::texture;
  one.footprint_bytes = one.stride = one.element_bytes;
  NoEvents nobody;
  static_cast<void>(array_.hold(one, nobody));
  return chained_latency("chained_texture", array_.texture(one.element_bytes));
}

double ChaseRunner::chained_latency(const char* kernel, std::uint64_t texture) {
  auto* cycles = reinterpret_cast<std::uint32_t*>(&mail() + 1);
  std::fill_n(cycles, 2 * kPrimeSteps, 0U);
  CUdeviceptr address = mailboxes_.address() + sizeof(Mailboxes);
  void* arguments[] = {&address, &texture};
  kernels_.launch(kernels_.function(kernel), 1, 1, 0, stream_, arguments);
  wait_for(stream_, std::chrono::seconds(30));
  const double shorter = median({cycles + kSettledPrimeSteps, cycles + kPrimeSteps});
  const double longer = median({cycles + kPrimeSteps + kSettledPrimeSteps, cycles + 2 * kPrimeSteps});
  return (longer - shorter) / kChainStep;
}

double ChaseRunner::clock_pair_cycles() {
  auto* cycles = reinterpret_cast<std::uint32_t*>(&mail() + 1);
  std::fill_n(cycles, kPrimeSteps, 0U);
  CUdeviceptr address = mailboxes_.address() + sizeof(Mailboxes);
  void* arguments[] = {&address};
  kernels_.launch(kernels_.function("clock_pairs"), 1, 1, 0, stream_, arguments);
  wait_for(stream_, std::chrono::seconds(30));
  return median({cycles + kSettledPrimeSteps, cycles + kPrimeSteps});
}

ChaseAnswer ChaseRunner::run(const ChaseOrder& order, ChaseEvents& events) {
  if (events.stop_requested()) throw CudaFailure(Failure::cancelled, "Cancelled.");
  ChaseLaunch launch{};
  launch.mailboxes = mailboxes_.address();
  launch.ring = mailboxes_.address() + sizeof(Mailboxes);
  launch.claim = claim_.address();
  launch.warmup = order.warmup;
  launch.accesses = order.accesses;
  launch.first_index = Chain(order).element(0);
  launch.wanted_sm = order.sm ? static_cast<std::int64_t>(*order.sm) : -1;
  fill(order, events, launch);
  launch_until_it_ran(order, events, launch);

  const CardMailbox& card = mail().card;
  if (card.stopped != 0 || events.stop_requested()) throw CudaFailure(Failure::cancelled, "Cancelled.");
  check_end(order);
  events.on_progress(1.0);
  ChaseAnswer answer;
  answer.sm = card.sm;
  if (order.mean) answer.mean_cycles = static_cast<double>(card.total_cycles) / static_cast<double>(order.accesses);
  return answer;
}

/// That the chase made every access and arrived where the pattern leads: the proof that it followed the array.
void ChaseRunner::check_end(const ChaseOrder& order) const {
  const CardMailbox& card = mail().card;
  const std::uint64_t wanted = Chain(order).element(order.warmup + order.accesses);
  if (card.final_index != wanted)
    throw CudaFailure(Failure::internal, "The chase ended at element " + std::to_string(card.final_index) + " instead of " +
                                             std::to_string(wanted) +
                                             ": the array was not what it must be. This is a defect of ChaseScope.");
  const auto made = static_cast<std::uint32_t>(card.made);  // kernels count modulo 2^32
  if (made != static_cast<std::uint32_t>(order.warmup + order.accesses))
    throw CudaFailure(Failure::internal, "The chase made " + std::to_string(made) + " accesses instead of " +
                                             std::to_string(order.warmup + order.accesses) + ". This is a defect of ChaseScope.");
}

void ChaseRunner::fill(const ChaseOrder& order, ChaseEvents& events, ChaseLaunch& launch) {
  switch (order.space) {
    case Space::global_ca:
    case Space::global_cg:
    case Space::readonly: launch.array = array_.hold(order, events); return;
    case Space::texture:
      static_cast<void>(array_.hold(order, events));
      launch.array = array_.texture(order.element_bytes);
      return;
    case Space::constant:
    case Space::shared: break;
  }

  const bool constant = order.space == Space::constant;
  const std::uint64_t bytes = rounded_to_16(order.footprint_bytes);
  ChainKey& content = constant ? constant_content_ : shared_content_;
  if (!constant && !shared_image_)
    shared_image_ = std::make_unique<DeviceBuffer>(api_, rounded_to_16(properties_.max_shared_bytes));
  const CUdeviceptr target = constant ? kernels_.constant_array() : shared_image_->address();
  const ChainKey wanted(order);
  if (!wanted.same_as(content)) {
    content = {};
    const std::vector<unsigned char> image = Chain(order).image(bytes);
    api_->check(api_->memcpy_to_card(target, image.data(), image.size(), stream_.get()), "sending a pattern to the card");
    wait_for(stream_, order.patience);  // before the image goes
    content = wanted;
  }
  launch.array = target;
  launch.image_bytes = constant ? 0 : bytes;
}

void ChaseRunner::launch_until_it_ran(const ChaseOrder& order, ChaseEvents& events, ChaseLaunch& launch) {
  const CUfunction kernel = kernels_.function(kernel_name(order));
  kernels_.set_carveout(kernel, order.carveout_percent.value_or(CU_SHAREDMEM_CARVEOUT_DEFAULT));
  // Blocks go to the SMs in turn, so that twice as many as there are SMs reach each; more, if the card is shared with others.
  const auto sms = static_cast<unsigned>(std::max<std::uint64_t>(1, properties_.sm_count));
  const std::vector<unsigned> attempts = order.sm ? std::vector<unsigned>{2 * sms, 8 * sms, 32 * sms} : std::vector<unsigned>{1};
  for (const unsigned blocks : attempts) {
    std::memset(mailboxes_.memory(), 0, sizeof(Mailboxes));
    launch.number = ++launches_;
    void* arguments[] = {&launch};
    kernels_.launch(kernel, blocks, 1, launch.image_bytes, stream_, arguments);
    try {
      drain(order, events);
    } catch (const CudaFailure& failure) {  // nothing may run any more when the mailboxes are used again
      if (failure.loses_context() || ends_when_told()) throw;
      throw deaf();
    } catch (...) {
      if (ends_when_told()) throw;
      throw deaf();
    }
    if (read_shared(mail().card.finished) == launch.number) return;
    if (events.stop_requested()) throw CudaFailure(Failure::cancelled, "Cancelled.");
  }
  if (order.sm)
    throw CudaFailure(Failure::launch_failed,
                      "SM " + std::to_string(*order.sm) + " took none of " + std::to_string(attempts.back()) +
                          " blocks. The card may be divided among users (MIG, MPS); ask for another SM, or for none.");
  throw CudaFailure(Failure::internal, "The kernel ended without a word. This is a defect of ChaseScope.");
}

void ChaseRunner::drain(const ChaseOrder& order, ChaseEvents& events) {
  const auto* ring = reinterpret_cast<const std::uint32_t*>(&mail() + 1);
  RingReader reader(mail(), ring, order.mean ? 0 : order.accesses);
  const double all = static_cast<double>(order.warmup) + static_cast<double>(order.accesses);
  std::uint64_t done = 0;
  Pacer pacer;
  Pacer::Clock::time_point told_to_stop{};
  for (;;) {
    const bool ended = stream_.idle();  // before looking at the ring, so that nothing is missed
    if (std::vector<float> cycles = reader.take(); !cycles.empty()) events.on_cycles(std::move(cycles));
    const std::uint64_t now_done = reader.taken() != 0 ? order.warmup + reader.taken() : read_shared(mail().card.progress);
    if (now_done > done) {
      done = now_done;
      pacer.news();
      events.on_progress(std::min(1.0, static_cast<double>(done) / all));
    }
    if (ended) return;
    if (told_to_stop == Pacer::Clock::time_point{}) {
      if (events.stop_requested()) {
        write_shared(mail().host.stop, 1);
        told_to_stop = Pacer::Clock::now();
      } else if (pacer.quiet_for() > order.patience) {
        throw CudaFailure(Failure::timed_out, "The kernel made no progress for " + std::to_string(order.patience.count()) +
                                                  " ms and was ended. See whether another program holds the card (nvidia-smi).");
      }
    } else if (Pacer::Clock::now() - told_to_stop > kTimeToObey) {
      throw deaf();
    }
    pacer.pause();
  }
}

/// Tells a running kernel to end. False if it does not within kTimeToObey; true too when it failed.
bool ChaseRunner::ends_when_told() noexcept {
  write_shared(mail().host.stop, 1);
  const Pacer waiting;
  while (api_->stream_query(stream_.get()) == CUDA_ERROR_NOT_READY) {
    if (waiting.quiet_for() > kTimeToObey) return false;
    waiting.pause();
  }
  return true;
}

}  // namespace chasescope::cuda
