#include "engine/device/cuda/cuda_device.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "engine/device/conditions.h"
#include "engine/device/validate.h"

#ifdef CHASESCOPE_WITH_CUDA
#include "kernels/host/cuda_backend.h"
#endif

namespace chasescope {

#ifdef CHASESCOPE_WITH_CUDA

namespace {

ErrorCode code_of(cuda::Failure kind) {
  switch (kind) {
    case cuda::Failure::no_driver:
    case cuda::Failure::driver_too_old:
    case cuda::Failure::unsupported: return ErrorCode::unsupported;
    case cuda::Failure::no_card:
    case cuda::Failure::invalid: return ErrorCode::invalid_request;
    case cuda::Failure::card_in_use:
    case cuda::Failure::launch_failed: return ErrorCode::launch_failed;
    case cuda::Failure::out_of_memory: return ErrorCode::out_of_memory;
    case cuda::Failure::timed_out: return ErrorCode::timed_out;
    case cuda::Failure::lost: return ErrorCode::lost;
    case cuda::Failure::cancelled: return ErrorCode::cancelled;
    case cuda::Failure::internal: return ErrorCode::internal;
  }
  return ErrorCode::internal;
}

/// Calls `work`, and turns what it throws into an error: nothing throws across the seam.
template <typename Result, typename Work>
Outcome<Result> caught(Work&& work) {
  try {
    return Outcome<Result>(work());
  } catch (const cuda::CudaFailure& failure) {
    return DeviceError{code_of(failure.kind()), failure.what()};
  } catch (const std::bad_alloc&) {
    return DeviceError{ErrorCode::out_of_memory,
                       "The host is out of memory for this request. Ask for fewer accesses or a smaller footprint."};
  } catch (const std::exception& error) {
    return DeviceError{ErrorCode::internal, std::string("The CUDA device failed: ") + error.what()};
  }
}

const std::vector<std::pair<MemorySpace, cuda::Space>>& served_spaces() {
  static const std::vector<std::pair<MemorySpace, cuda::Space>> spaces{
      {MemorySpace::global_ca, cuda::Space::global_ca}, {MemorySpace::global_cg, cuda::Space::global_cg},
      {MemorySpace::readonly, cuda::Space::readonly},   {MemorySpace::texture, cuda::Space::texture},
      {MemorySpace::constant, cuda::Space::constant},   {MemorySpace::shared, cuda::Space::shared},
  };
  return spaces;
}

cuda::Space space_of(MemorySpace space) {
  for (const auto& [ours, theirs] : served_spaces())
    if (ours == space) return theirs;
  return cuda::Space::global_ca;  // check() has refused it
}

std::optional<std::uint64_t> told(std::uint64_t value) { return value == 0 ? std::nullopt : std::optional(value); }

std::string notes_on(const cuda::CardProperties& card) {
  std::string notes = "Two clock reads in a row differ by " + std::to_string(std::lround(card.clock_pair_cycles)) + " cycles.";
  if (card.watchdog) notes += " A display is attached: its watchdog ends chases that run for more than a few seconds.";
  if (!card.state.empty()) notes += " " + card.state;
  if (!card.clock_rise.empty()) notes += " " + card.clock_rise;
  return notes;
}

Description describe(const cuda::CardProperties& card) {
  Description description;
  description.name = card.name;
  description.origin = Origin::hardware;
  description.calls = {"chase", "paired_chase", "bank", "outstanding", "copy", "bandwidth", "instructions"};
  if (card.clusters) description.calls.emplace_back("cluster");
  description.calls.emplace_back("trials");
  for (const auto& entry : served_spaces()) description.spaces.push_back(entry.first);
  description.keeps_state = {"l2", "tlb"};
  description.same_memory = card.mapping;

  Properties& properties = description.properties;
  properties.compute_capability = std::to_string(card.capability_major) + "." + std::to_string(card.capability_minor);
  properties.sm_count = told(card.sm_count);
  properties.warp_size = told(card.warp_size);
  properties.max_threads_per_block = told(card.max_threads_per_block);
  properties.clock_khz = told(card.clock_khz);
  properties.memory_clock_khz = told(card.memory_clock_khz);
  properties.memory_bus_bits = told(card.memory_bus_bits);
  properties.memory_bytes = told(card.memory_bytes);
  properties.l2_bytes = told(card.l2_bytes);
  properties.shared_bytes_per_sm = told(card.shared_bytes_per_sm);
  properties.shared_bytes_per_block = told(card.shared_bytes_per_block);
  properties.constant_bytes = told(card.constant_bytes);
  properties.registers_per_sm = told(card.registers_per_sm);
  properties.driver = card.driver;
  properties.runtime = card.compiled;
  properties.max_footprint_bytes = card.max_global_bytes;
  properties.max_footprint_bytes_by_space = {
      {MemorySpace::texture, card.max_texture_bytes},
      {MemorySpace::constant, card.max_constant_bytes},
      {MemorySpace::shared, card.max_shared_bytes},
  };
  properties.notes = notes_on(card);
  return description;
}

cuda::TrialsOrder trials_order(const TrialsRequest& request) {
  cuda::TrialsOrder order;
  order.space = space_of(request.space);
  order.places = count_of(request.places);
  if (const auto* even = std::get_if<EvenPlaces>(&request.places)) {
    order.spacing = even->spacing;
    order.base = even->base;
  } else if (request.same_memory) {
    order.listed_addresses = std::get<ListedPlaces>(request.places).offsets;
  } else {
    for (const std::uint64_t offset : std::get<ListedPlaces>(request.places).offsets)
      order.listed.push_back(static_cast<std::uint32_t>(offset / kTrialElementBytes));
  }
  if (!request.timed.empty()) {
    order.timed.resize((order.places + 31) / 32);
    for (const std::uint64_t i : request.timed) order.timed[i / 32] |= 1U << (i % 32);
  }
  order.same_memory = request.same_memory;
  order.footprint_bytes = footprint_bytes(request.places);
  order.threshold = trial_threshold(request.probability);
  order.fill_passes = request.fill_passes;
  order.trials = request.trials;
  order.first = request.first;
  order.seed = request.seed;
  order.same_order = request.same_order;
  order.cycles = request.record == TrialRecord::cycles;
  order.cut = static_cast<std::uint32_t>(std::min(request.cut_cycles, 4e9));  // whole cycles: more than 60.5 is more than 60
  order.flush_bytes = request.flush_bytes;
  if (request.carveout_percent) order.carveout_percent = static_cast<int>(std::lround(*request.carveout_percent));
  order.sm = request.sm;
  return order;
}

TrialsResult result_of(const TrialsRequest& request, const cuda::TrialsAnswer& answer) {
  TrialsResult result;
  if (request.record == TrialRecord::bits) {
    result.bytes_per_trial = (count_of(request.places) + 7) / 8;
    result.bits.reserve(request.trials * result.bytes_per_trial);
    for (std::uint64_t t = 0; t < request.trials; ++t)
      for (std::uint64_t i = 0; i < result.bytes_per_trial; ++i)
        result.bits.push_back(static_cast<std::uint8_t>(answer.words[t * answer.words_per_trial + i / 4] >> (8 * (i % 4))));
    return result;
  }
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    std::vector<float>& cycles = result.cycles.emplace_back();
    for (std::uint64_t i = 0; i < answer.words_per_trial; ++i)
      if (const std::uint32_t word = answer.words[t * answer.words_per_trial + i]; word != 0)
        cycles.push_back(static_cast<float>(word));
  }
  return result;
}

/// Passes stop and progress on.
template <typename Events>
class Control : public Events {
 public:
  explicit Control(const RunControl& control) : control_(control) {}

  bool stop_requested() override { return control_.stop.stop_requested(); }

  void on_progress(double fraction) override {
    if (control_.sink != nullptr) control_.sink->on_progress(0, fraction);
  }

 protected:
  const RunControl& control_;
};

/// Collects the trace and passes it on while the kernel runs.
class Collector final : public Control<cuda::ChaseEvents> {
 public:
  Collector(const RunControl& control, ChaseResult& result) : Control(control), result_(result) {}

  void on_cycles(std::vector<float> cycles) override {
    const TraceChunk part = std::make_shared<const std::vector<float>>(std::move(cycles));
    result_.cycles.append(part);
    if (control_.sink != nullptr) control_.sink->on_part(0, part);
  }

 private:
  ChaseResult& result_;
};

/// Collects the traces of a batch.
class BatchCollector final : public cuda::BatchEvents {
 public:
  /// `results` and `places` belong together: the result of a request, and its place in the whole batch.
  BatchCollector(const RunControl& control, std::vector<ChaseResult>& results, const std::vector<std::size_t>& places)
      : control_(control), results_(results), places_(places) {}

  bool stop_requested() override { return control_.stop.stop_requested(); }

  void on_progress_of(std::size_t request, double fraction) override {
    if (control_.sink != nullptr) control_.sink->on_progress(places_[request], fraction);
  }

  void on_cycles(std::size_t request, std::vector<float> cycles) override {
    const TraceChunk part = std::make_shared<const std::vector<float>>(std::move(cycles));
    results_[request].cycles.append(part);
    if (control_.sink != nullptr) control_.sink->on_part(places_[request], part);
  }

 private:
  const RunControl& control_;
  std::vector<ChaseResult>& results_;
  const std::vector<std::size_t>& places_;
};

/// Collects two traces. A part tells no agent, so that the traces go out whole, with the result.
class PairCollector final : public Control<cuda::PairedEvents> {
 public:
  PairCollector(const RunControl& control, PairedChaseResult& result) : Control(control), result_(result) {}

  void on_cycles(unsigned agent, std::vector<float> cycles) override {
    (agent == 0 ? result_.a : result_.b).cycles.append(std::make_shared<const std::vector<float>>(std::move(cycles)));
  }

 private:
  PairedChaseResult& result_;
};

std::optional<cuda::Level> level_of(const std::string& name) {
  if (name == "l1") return cuda::Level::l1;
  if (name == "shared") return cuda::Level::shared;
  if (name == "l2") return cuda::Level::l2;
  if (name == "dram") return cuda::Level::dram;
  return std::nullopt;
}

cuda::Flow flow_of(Direction direction) {
  if (direction == Direction::read) return cuda::Flow::read;
  return direction == Direction::write ? cuda::Flow::write : cuda::Flow::copy;
}

using PlainControl = Control<cuda::RunEvents>;

/// What the kernels are to do. The order looks into `result` (the offsets of a shuffled pattern) or into the request.
cuda::ChaseOrder order_of(const ChaseRequest& request, ChaseResult& result) {
  cuda::ChaseOrder order;
  order.space = space_of(request.space);
  order.element_bytes = request.element_bytes;
  order.footprint_bytes = footprint_bytes(request.pattern, request.element_bytes);
  order.warmup = request.warmup;
  order.accesses = request.accesses;
  order.mean = request.record == Record::mean;
  order.sm = request.sm;
  if (request.carveout_percent) order.carveout_percent = static_cast<int>(std::lround(*request.carveout_percent));
  if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) {
    order.stride = uniform->stride;
  } else if (const auto* listed = std::get_if<OffsetsPattern>(&request.pattern)) {
    order.offsets = listed->offsets;
  } else {
    result.offsets = shuffled_offsets(std::get<ShuffledPattern>(request.pattern));
    // What is never come to need not be linked.
    order.offsets =
        std::span(result.offsets).first(std::min<std::uint64_t>(result.offsets.size(), request.warmup + request.accesses));
  }
  return order;
}

void take_answer(const cuda::ChaseAnswer& answer, ChaseResult& result) {
  result.mean_cycles = answer.mean_cycles;
  result.overhead_cycles = answer.overhead_cycles;
  result.sm = answer.sm;
}

class CudaDevice final : public Device, public ConditionSource {
 public:
  explicit CudaDevice(unsigned index)
      : index_(index), card_(std::make_unique<cuda::Card>(index)), description_(describe(card_->properties())) {}

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    return on_card(request, [&] {
      ChaseResult result;
      Collector collector(control, result);
      take_answer(card().chase(order_of(request, result), collector), result);
      return result;
    });
  }

  std::vector<Outcome<ChaseResult>> chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) override {
    std::vector<std::optional<DeviceError>> errors(requests.size());
    std::vector<std::size_t> places;  // of those that are well formed
    for (std::size_t i = 0; i < requests.size(); ++i) {
      errors[i] = check(requests[i], description_);
      if (!errors[i]) places.push_back(i);
    }
    std::vector<ChaseResult> results(places.size());
    const auto ran = caught<std::vector<cuda::BatchOutcome>>([&] {
      std::vector<cuda::ChaseOrder> orders;
      for (std::size_t i = 0; i < places.size(); ++i) orders.push_back(order_of(requests[places[i]], results[i]));
      BatchCollector collector(control, results, places);
      return card().chase_batch(orders, collector);
    });
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!ran) {
        errors[places[i]] = ran.error();
      } else if (const auto& failure = (*ran)[i].failure) {
        errors[places[i]] = DeviceError{code_of(failure->kind()), failure->what()};
      } else {
        take_answer(*(*ran)[i].answer, results[i]);
      }
    }
    std::vector<Outcome<ChaseResult>> outcomes;
    std::size_t next = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const std::size_t result = next;
      if (next < places.size() && places[next] == i) ++next;
      if (errors[i])
        outcomes.emplace_back(*errors[i]);
      else
        outcomes.emplace_back(std::move(results[result]));
    }
    return outcomes;
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }

  Outcome<PairedChaseResult> answer_to(const PairedChaseRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PairedChaseResult result;
      cuda::PairedOrder order{order_of(request.a, result.a), order_of(request.b, result.b), request.b_thread};
      if (!order.a.sm) order.a.sm = order.b.sm;
      if (!order.a.carveout_percent) order.a.carveout_percent = order.b.carveout_percent;
      PairCollector collector(control, result);
      const cuda::PairedAnswer answers = card().paired_chase(order, collector);
      take_answer(answers.a, result.a);
      take_answer(answers.b, result.b);
      return result;
    });
  }

  Outcome<BankResult> answer_to(const BankRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return BankResult{card().bank({request.stride, request.word_bytes, request.bank_bytes, request.repeats}, events)};
    });
  }

  Outcome<OutstandingResult> answer_to(const OutstandingRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return OutstandingResult{
          card().outstanding({request.threads, request.loads, request.sharing, request.block_bytes, request.repeats}, events)};
    });
  }

  Outcome<CopyResult> answer_to(const CopyRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return CopyResult{card().copy({request.bytes, request.flush}, events), std::nullopt};
    });
  }

  Outcome<BandwidthResult> answer_to(const BandwidthRequest& request, const RunControl& control) {
    const auto level = level_of(request.level);
    if (!level && !check(request, description_))
      return DeviceError{ErrorCode::unsupported, description_.name + " knows no bandwidth of '" + request.level +
                                                     "'; it knows those of l1, shared, l2, dram."};
    return on_card(request, [&] {
      PlainControl events(control);
      const cuda::BandwidthAnswer measured = card().bandwidth(
          {*level, flow_of(request.direction), request.bytes, request.access_bytes, request.blocks, request.threads}, events);
      return BandwidthResult{measured.bytes_per_cycle, measured.bytes_per_second};
    });
  }

  Outcome<InstructionsResult> answer_to(const InstructionsRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      const cuda::InstructionsAnswer measured = card().instructions({request.bytes, request.repeats}, events);
      return InstructionsResult{measured.cycles_per_instruction, measured.instruction_bytes};
    });
  }

  Outcome<ClusterResult> answer_to(const ClusterRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return ClusterResult{card().cluster(
          {request.cluster_size, request.rank, request.operation == ClusterOperation::bulk_copy, request.accesses}, events)};
    });
  }

  Outcome<TrialsResult> answer_to(const TrialsRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return result_of(request, card().trials(trials_order(request), events));
    });
  }

  std::optional<Conditions> conditions_now() override {
    const auto looked = caught<std::optional<cuda::CardConditions>>(
        [&] { return card_ ? card_->conditions() : std::optional<cuda::CardConditions>(); });
    if (!looked || !*looked) return std::nullopt;
    const cuda::CardConditions& now = **looked;
    return Conditions{now.sm_mhz,        now.most_sm_mhz, now.memory_mhz,   now.temperature_c,  now.power_w,
                      now.power_limit_w, now.limits,      now.clock_is_set, now.other_processes};
  }

  /// A failed kernel takes its context along; a fresh one is some 0.2 s.
  std::optional<DeviceError> revive(const std::stop_token&) override {
    if (card_ && !card_->is_lost()) return std::nullopt;
    const auto opened = caught<bool>([&] {
      card_.reset();  // first: two contexts of one card can't be had
      card_ = std::make_unique<cuda::Card>(index_);
      return true;
    });
    return opened ? std::nullopt : std::optional(opened.error());
  }

  /// Walks over pages take most of a card's memory; what the usual requests need is kept.
  void rest() override {
    constexpr std::uint64_t kUsual = std::uint64_t{1} << 30;
    if (!card_ || card_->held_bytes() <= kUsual) return;
    static_cast<void>(caught<bool>([&] {
      card_->release_memory();
      return true;
    }));
  }

 private:
  cuda::Card& card() {
    if (!card_)
      throw cuda::CudaFailure(cuda::Failure::lost,
                              description_.name + " was lost and could not be opened again; open the device again.");
    return *card_;
  }

  /// Refuses what is not well formed, and runs the rest.
  template <typename Request, typename Run>
  auto on_card(const Request& request, Run&& run) -> Outcome<decltype(run())> {
    if (auto error = check(request, description_)) return *std::move(error);
    return caught<decltype(run())>(run);
  }

  unsigned index_;
  std::unique_ptr<cuda::Card> card_;
  Description description_;
};

}  // namespace

std::vector<CudaCard> list_cuda_cards(std::string* why_none) {
  const auto cards = caught<std::vector<CudaCard>>([] {
    std::vector<CudaCard> list;
    for (cuda::CardSummary& card : cuda::list_cards())
      list.push_back({card.index, std::move(card.name), std::move(card.summary), std::move(card.compute_capability)});
    return list;
  });
  if (cards) return *cards;
  if (why_none != nullptr) *why_none = cards.error().message;
  return {};
}

Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned index) {
  return caught<std::unique_ptr<Device>>([&]() -> std::unique_ptr<Device> { return std::make_unique<CudaDevice>(index); });
}

#else

namespace {
constexpr const char* kNotBuilt = "This build has no CUDA device: no CUDA compiler was found when it was built.";
}  // namespace

std::vector<CudaCard> list_cuda_cards(std::string* why_none) {
  if (why_none != nullptr) *why_none = kNotBuilt;
  return {};
}

Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned) { return DeviceError{ErrorCode::unsupported, kNotBuilt}; }

#endif

}  // namespace chasescope
