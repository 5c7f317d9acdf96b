// Implements list_cards and Card of cuda_backend.h.
#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/device/chase_launch.h"
#include "kernels/device/embedded_kernels.h"
#include "kernels/driver/beyond_card.h"
#include "kernels/driver/cuda_owners.h"
#include "kernels/driver/loaded_kernels.h"
#include "kernels/driver/management.h"
#include "kernels/host/bank_run.h"
#include "kernels/host/calibration.h"
#include "kernels/host/card_properties.h"
#include "kernels/host/chase_runner.h"
#include "kernels/host/clock_rise.h"
#include "kernels/host/code_run.h"
#include "kernels/host/cuda_backend.h"
#include "kernels/host/outstanding_run.h"
#include "kernels/host/sweep_run.h"
#include "kernels/host/trials_run.h"
#include "kernels/host/workbench.h"

namespace chasescope::cuda {

std::vector<CardSummary> list_cards() {
  const auto api = DriverApi::load();
  int count = 0;
  api->check(api->device_get_count(&count), "counting cards");
  if (count == 0) static_cast<void>(card_of(*api, 0));  // throws no_card with its sentence
  std::vector<CardSummary> cards;
  for (int i = 0; i < count; ++i) {
    const CardProperties properties = read_properties(*api, card_of(*api, static_cast<unsigned>(i)));
    cards.push_back({static_cast<unsigned>(i), properties.name, summary_of(properties),
                     std::to_string(properties.capability_major) + "." + std::to_string(properties.capability_minor)});
  }
  return cards;
}

namespace {

// An idle card lowers its clock after some seconds; under load the clock rises again within some tenths of a second. The first
// request waits for the rise; a clock that is still low then is accepted. Opening waits less than a request, as it can't be
// stopped.
constexpr std::chrono::milliseconds kIdle{1000}, kPatienceAtOpening{500}, kPatienceWithClock{1500};

/// Keeps an object until the process ends, without ever destroying it.
template <typename Owner>
void bury(std::unique_ptr<Owner> owner) {
  static std::mutex mutex;
  static auto* const graveyard = new std::vector<std::unique_ptr<Owner>>;
  const std::lock_guard lock(mutex);
  graveyard->push_back(std::move(owner));
}

}  // namespace

class Card::Implementation {
 public:
  explicit Implementation(unsigned index)
      : api_(DriverApi::load()),
        device_(card_of(*api_, index)),
        properties_(read_properties(*api_, device_)),
        watched_(watch_from_now(properties_.pci_address)),
        context_(std::make_unique<Context>(api_, device_)) {
    const Context::Scope scope(*context_);
    properties_.peer = peer_of(*api_, index);
    properties_.max_peer_bytes = properties_.peer ? kMostBeyond : 0;
    // Members of a constructor that throws die in reverse order, and after the scope; so the parts are built here and moved in.
    auto kernels = std::make_unique<LoadedKernels>(api_, device_, embedded_kernels());
    const std::uint64_t buffers = std::max(kernels->static_shared_bytes(kernels->function("chase_each_shared_8")),
                                           kernels->static_shared_bytes(kernels->function("paired_chase")));
    const std::uint64_t aligned = (buffers + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
    properties_.max_shared_bytes =
        properties_.shared_bytes_per_block > aligned ? (properties_.shared_bytes_per_block - aligned) / 16 * 16 : 0;
    properties_.max_global_bytes = offered_memory(*api_);
    properties_.max_texture_bytes = std::min(properties_.max_texture_bytes, properties_.max_global_bytes);
    auto bench = std::make_unique<Workbench>(api_, device_, *kernels, properties_);
    NoEvents nobody;
    usual_mhz_ = static_cast<double>(properties_.clock_khz) / 1e3;
    const ClockRise rise = bring_to_clock(*bench, usual_mhz_, kPatienceAtOpening, nobody);
    is_at_clock_ = rise.risen;
    properties_.clock_rise = rise.in_words(properties_.clock_khz);
    auto runner = std::make_unique<ChaseRunner>(*bench);
    properties_.clock_pair_cycles = runner->clock_pair_cycles();
    std::tie(watch_, properties_.state) = watched_.get();
    kernels_ = std::move(kernels);
    code_ = std::make_unique<StraightCode>(*bench, device_);
    blocks_ = std::make_unique<CodeBlocks>(*bench, device_);
    bench_ = std::move(bench);
    runner_ = std::move(runner);
  }

  ~Implementation() {
    if (hung_) {  // freeing would wait for the hung kernel forever: the end of the process frees everything
      bury(std::move(code_));
      bury(std::move(runner_));
      bury(std::move(bench_));
      bury(std::move(kernels_));
      bury(std::move(context_));
      return;
    }
    try {
      const Context::Scope scope(*context_);
      code_.reset();
      runner_.reset();
      bench_.reset();
      kernels_.reset();
    } catch (...) {  // the context can't be made current any more; releasing it frees what is left in it
    }
  }

  const CardProperties& properties() const { return properties_; }

  ChaseAnswer chase(const ChaseOrder& order, ChaseEvents& events) {
    return guarded(events, [&] {
      ChaseAnswer answer = runner_->run(order, events);
      answer.overhead_cycles = overheads().of(order);
      return answer;
    });
  }

  std::vector<BatchOutcome> chase_batch(std::span<const ChaseOrder> orders, BatchEvents& events) {
    return guarded(events, [&] {
      std::vector<BatchOutcome> outcomes = runner_->run_batch(orders, events);
      for (std::size_t i = 0; i < orders.size(); ++i)
        if (outcomes[i].answer) outcomes[i].answer->overhead_cycles = overheads().of(orders[i]);
      return outcomes;
    });
  }

  PairedAnswer paired_chase(const PairedOrder& order, PairedEvents& events) {
    return guarded(events, [&] {
      PairedAnswer answer = runner_->run_paired(order, events);
      answer.a.overhead_cycles = overheads().of(order.a);
      answer.b.overhead_cycles = overheads().of(order.b);
      return answer;
    });
  }

  double bank(const BankOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_bank(*bench_, order, events); });
  }

  std::vector<double> outstanding(const OutstandingOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_outstanding(*bench_, order, events); });
  }

  double copy(const CopyOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_copy(*bench_, order, events); });
  }

  BandwidthAnswer bandwidth(const BandwidthOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_bandwidth(*bench_, order, events); });
  }

  InstructionsAnswer instructions(const InstructionsOrder& order, RunEvents& events) {
    return guarded(events, [&] { return order.stride == 0 ? code_->run(order, events) : blocks_->run(order, events); });
  }

  std::vector<double> cluster(const ClusterOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_cluster(*bench_, order, events); });
  }

  OperationsAnswer operations(const OperationsOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_operations(*bench_, order, events); });
  }

  ResidencyAnswer residency(const ResidencyOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_residency(*bench_, order, events); });
  }

  TrialsAnswer trials(const TrialsOrder& order, RunEvents& events) {
    return guarded(events, [&] { return run_trials(*bench_, order, events); });
  }

  void release_memory() {
    if (!lost_.empty()) return;
    const Context::Scope scope(*context_);
    bench_->release_memory();
  }

  std::optional<CardConditions> conditions() { return watch_ == nullptr ? std::nullopt : watch_->look(); }

  std::uint64_t held_bytes() const { return bench_->arena.held_bytes(); }
  bool is_lost() const { return !lost_.empty(); }

 private:
  /// Runs `work` in the card's context, at its clock, and remembers a failure that made it unusable.
  template <typename Work>
  auto guarded(RunEvents& events, Work&& work) -> decltype(work()) {
    refuse_if_lost();
    const Stamp idle_from_then{last_used_};
    try {
      const Context::Scope scope(*context_);
      // After a while without requests, the card may have lowered its clock.
      if (!is_at_clock_ || Clock::now() - last_used_ > kIdle)
        usual_mhz_ = bring_to_clock(*bench_, usual_mhz_, kPatienceWithClock, events).last_mhz;
      is_at_clock_ = true;
      return work();
    } catch (const CudaFailure& failure) {
      if (failure.loses_context()) {
        lost_ = failure.what();
        hung_ = failure.kind() == Failure::timed_out;
      }
      throw;
    }
  }

  /// Calibrates after the first chase, once the card is known to run kernels.
  const Overheads& overheads() {
    if (!overheads_) overheads_ = calibrate(*runner_);
    return *overheads_;
  }

  void refuse_if_lost() const {
    if (!lost_.empty())
      throw CudaFailure(Failure::lost,
                        properties_.name + " was lost by an earlier failure; open the device again. The failure was: " + lost_,
                        true);
  }

  /// The watch over the card, and its first state in words.
  using Watched = std::pair<std::unique_ptr<CardWatch>, std::string>;
  /// The management library starts, in some hundredths of a second, while the driver makes the context.
  static std::future<Watched> watch_from_now(const std::string& pci_address) {
    return std::async(std::launch::async, [pci_address] {
      Watched watched;
      if (pci_address.empty()) return watched;
      watched.first = std::make_unique<CardWatch>(pci_address);
      watched.second = watched.first->in_words();
      return watched;
    });
  }

  using Clock = std::chrono::steady_clock;
  struct Stamp {
    Clock::time_point& at;
    ~Stamp() { at = Clock::now(); }
  };

  Api api_;
  CUdevice device_;
  CardProperties properties_;
  std::future<Watched> watched_;  // until the constructor ends
  double usual_mhz_ = 0;  // the clock that the card reaches under load
  bool is_at_clock_ = false;
  Clock::time_point last_used_ = Clock::now();
  std::unique_ptr<Context> context_;
  std::unique_ptr<LoadedKernels> kernels_;
  std::unique_ptr<Workbench> bench_;
  std::unique_ptr<ChaseRunner> runner_;
  std::unique_ptr<StraightCode> code_;
  std::unique_ptr<CodeBlocks> blocks_;
  std::optional<Overheads> overheads_;  // none before the first chase
  std::unique_ptr<CardWatch> watch_;
  std::string lost_;  // the failure that made the context unusable
  bool hung_ = false;
};

Card::Card(unsigned index) : implementation_(std::make_unique<Implementation>(index)) {}
Card::~Card() = default;
const CardProperties& Card::properties() const { return implementation_->properties(); }
ChaseAnswer Card::chase(const ChaseOrder& order, ChaseEvents& events) { return implementation_->chase(order, events); }
std::vector<BatchOutcome> Card::chase_batch(std::span<const ChaseOrder> orders, BatchEvents& events) {
  return implementation_->chase_batch(orders, events);
}
PairedAnswer Card::paired_chase(const PairedOrder& order, PairedEvents& events) {
  return implementation_->paired_chase(order, events);
}
double Card::bank(const BankOrder& order, RunEvents& events) { return implementation_->bank(order, events); }
std::vector<double> Card::outstanding(const OutstandingOrder& order, RunEvents& events) {
  return implementation_->outstanding(order, events);
}
double Card::copy(const CopyOrder& order, RunEvents& events) { return implementation_->copy(order, events); }
BandwidthAnswer Card::bandwidth(const BandwidthOrder& order, RunEvents& events) {
  return implementation_->bandwidth(order, events);
}
InstructionsAnswer Card::instructions(const InstructionsOrder& order, RunEvents& events) {
  return implementation_->instructions(order, events);
}
std::vector<double> Card::cluster(const ClusterOrder& order, RunEvents& events) { return implementation_->cluster(order, events); }
OperationsAnswer Card::operations(const OperationsOrder& order, RunEvents& events) {
  return implementation_->operations(order, events);
}
ResidencyAnswer Card::residency(const ResidencyOrder& order, RunEvents& events) {
  return implementation_->residency(order, events);
}
TrialsAnswer Card::trials(const TrialsOrder& order, RunEvents& events) { return implementation_->trials(order, events); }
void Card::release_memory() { implementation_->release_memory(); }
std::uint64_t Card::held_bytes() const { return implementation_->held_bytes(); }
std::optional<CardConditions> Card::conditions() { return implementation_->conditions(); }
bool Card::is_lost() const { return implementation_->is_lost(); }

}  // namespace chasescope::cuda
