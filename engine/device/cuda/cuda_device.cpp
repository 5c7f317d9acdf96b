#include "engine/device/cuda/cuda_device.h"

#include <cstdlib>
#include <exception>
#include <utility>

#include "engine/device/conditions.h"
#include "engine/device/validate.h"

#ifdef CHASESCOPE_WITH_CUDA
#include "engine/device/cuda/card_words.h"
#include "engine/device/cuda/visible_cards.h"
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

/// Calls `work`, and turns its exceptions into errors: no exception may leave a device.
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

/// Passes the stop request to the kernel's run, and its progress to the caller.
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
  /// The result of a request has the same position in `results` as its index in the whole batch has in `places`.
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

/// Collects the two traces of a pair. A part for the sink can't say which of the two chases it belongs to, so both traces are
/// handed over whole, with the result.
class PairCollector final : public Control<cuda::PairedEvents> {
 public:
  PairCollector(const RunControl& control, PairedChaseResult& result) : Control(control), result_(result) {}

  void on_cycles(unsigned agent, std::vector<float> cycles) override {
    (agent == 0 ? result_.a : result_.b).cycles.append(std::make_shared<const std::vector<float>>(std::move(cycles)));
  }

 private:
  PairedChaseResult& result_;
};

using PlainControl = Control<cuda::RunEvents>;

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
    std::vector<std::size_t> places;  // the indices of the well-formed requests
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
      return DeviceError{ErrorCode::unsupported,
                         description_.name + " knows no bandwidth of '" + request.level +
                             "'; it knows those of l1, shared, l2, dram, host, peer, readonly, texture, constant."};
    return on_card(request, [&] {
      PlainControl events(control);
      const cuda::BandwidthAnswer measured = card().bandwidth(
          {*level, flow_of(request.direction), request.bytes, request.access_bytes, request.blocks, request.threads}, events);
      return BandwidthResult{measured.bytes_per_cycle, measured.bytes_per_second};
    });
  }

  Outcome<InstructionsResult> answer_to(const InstructionsRequest& request, const RunControl& control) {
    if (auto fault = check_blocks(request, cuda::kCodeBlockBytes)) return *fault;
    return on_card(request, [&] {
      PlainControl events(control);
      const std::uint64_t stride = block_stride(request, cuda::kCodeBlockBytes);
      const cuda::InstructionsAnswer measured = card().instructions({request.bytes, request.repeats, stride}, events);
      return InstructionsResult{measured.cycles_per_instruction, measured.instruction_bytes,
                                stride == 0 ? 0 : cuda::kCodeBlockBytes};
    });
  }

  Outcome<ClusterResult> answer_to(const ClusterRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return ClusterResult{card().cluster(
          {request.cluster_size, request.rank, request.operation == ClusterOperation::bulk_copy, request.accesses}, events)};
    });
  }

  Outcome<OperationsResult> answer_to(const OperationsRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      cuda::OperationsAnswer answer = card().operations(operations_order(request), events);
      return OperationsResult{std::move(answer.cycles), answer.overhead_cycles};
    });
  }

  Outcome<ResidencyResult> answer_to(const ResidencyRequest& request, const RunControl& control) {
    return on_card(request, [&] {
      PlainControl events(control);
      return ResidencyResult{card().residency(residency_order(request), events).cycles};
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

  /// A failed kernel destroys its context. Opening a fresh one takes about 0.2 s.
  std::optional<DeviceError> revive(const std::stop_token&) override {
    if (card_ && !card_->is_lost()) return std::nullopt;
    const auto opened = caught<bool>([&] {
      card_.reset();  // before the new one: a card can't have two contexts here
      card_ = std::make_unique<cuda::Card>(index_);
      return true;
    });
    return opened ? std::nullopt : std::optional(opened.error());
  }

  /// Probes of TLBs chase over most of a card's memory. Such memory is freed; as much as the usual requests need is kept.
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

  /// Refuses a request that is not well formed, and runs any other.
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

namespace {
std::optional<unsigned> only_card;  // the number of the one card that the driver shows, as its card 0
}  // namespace

void start_one_cuda_card(unsigned index) {
  constexpr const char* kVariable = "CUDA_VISIBLE_DEVICES";
  const char* const visible = std::getenv(kVariable);
  const auto value =
      value_that_shows(index, visible != nullptr ? std::optional<std::string_view>(visible) : std::nullopt, count_card_files());
  if (value && setenv(kVariable, value->c_str(), 1) == 0) only_card = index;
}

Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned index) {
  if (only_card && *only_card != index)
    return DeviceError{ErrorCode::invalid_request, "This process has started card " + std::to_string(*only_card) + " alone."};
  if (only_card) index = 0;
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

void start_one_cuda_card(unsigned) {}

Outcome<std::unique_ptr<Device>> open_cuda_device(unsigned) { return DeviceError{ErrorCode::unsupported, kNotBuilt}; }

#endif

}  // namespace chasescope
