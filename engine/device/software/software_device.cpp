#include "engine/device/software/software_device.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/device/software/chase_run.h"
#include "engine/device/software/request_runs.h"
#include "engine/device/software/trial_run.h"
#include "engine/device/validate.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

// A trace is held in memory, at 4 bytes an access: at most 4 GiB.
constexpr std::uint64_t kMaxAccesses = std::uint64_t{1} << 30;

Properties properties_of(const model::Card& card) {
  Properties properties;
  properties.compute_capability = card.device.compute_capability;
  const std::pair<const char*, std::optional<std::uint64_t> Properties::*> members[] = {
      {"sm_count", &Properties::sm_count},
      {"warp_size", &Properties::warp_size},
      {"max_threads_per_block", &Properties::max_threads_per_block},
      {"clock_khz", &Properties::clock_khz},
      {"memory_clock_khz", &Properties::memory_clock_khz},
      {"memory_bus_bits", &Properties::memory_bus_bits},
      {"memory_bytes", &Properties::memory_bytes},
      {"l2_bytes", &Properties::l2_bytes},
      {"shared_bytes_per_sm", &Properties::shared_bytes_per_sm},
      {"shared_bytes_per_block", &Properties::shared_bytes_per_block},
      {"constant_bytes", &Properties::constant_bytes},
      {"registers_per_sm", &Properties::registers_per_sm},
  };
  for (const auto& [name, member] : members)
    if (const auto found = card.device.numbers.find(name); found != card.device.numbers.end()) properties.*member = found->second;
  properties.max_accesses = kMaxAccesses;
  properties.notes = card.summary;
  return properties;
}

Description describe(const model::Card& card) {
  Description description;
  description.name = card.name;
  description.origin = Origin::model;
  description.calls = calls_of(card);
  description.same_memory =
      std::any_of(card.paths.begin(), card.paths.end(), [](const auto& path) { return !path.second.translation.empty(); });
  description.properties = properties_of(card);
  const std::uint64_t memory = card.device.numbers.at("memory_bytes");
  for (const MemorySpace space : all_memory_spaces()) {
    const auto path = card.paths.find(std::string(to_string(space)));
    if (path == card.paths.end()) continue;
    description.spaces.push_back(space);
    std::uint64_t largest = path->second.max_footprint_bytes.value_or(memory);
    for (const model::FootprintSpec& other : path->second.footprint_alternatives)
      largest = std::max(largest, other.max_footprint_bytes);
    description.properties.max_footprint_bytes_by_space[space] = std::min(memory, largest);
  }
  return description;
}

/// The largest footprint of a space may depend on the carve-out or L1 size that the request chooses.
std::optional<DeviceError> check_limit(MemorySpace space, std::uint64_t footprint, const model::Configuration& configuration,
                                       const model::Card& card) {
  const auto limit = card.paths.at(std::string(to_string(space))).max_footprint(configuration);
  if (!limit || footprint <= *limit) return std::nullopt;
  const auto [asked, most] = two_sizes(footprint, *limit);
  return DeviceError{ErrorCode::invalid_request, "A footprint of " + asked + " is too large for " + std::string(to_string(space)) +
                                                     " on " + card.name + " configured like this; the limit is " + most + "."};
}

std::optional<DeviceError> check_limit(const ChaseRequest& request, const model::Card& card) {
  return check_limit(request.space, footprint_bytes(request.pattern, request.element_bytes), {request.l1_kib, request.carveout_percent}, card);
}

class SoftwareDevice final : public Device {
 public:
  SoftwareDevice(model::Card card, const SoftwareOptions& options)
      : card_(std::move(card)), description_(chasescope::describe(card_)), seed_(options.seed) {
    if (options.noise) card_.noise = *options.noise;
  }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    return numbered<ChaseResult>(request, [&](std::uint64_t seed) -> Outcome<ChaseResult> {
      if (auto error = check_limit(request, card_)) return *std::move(error);
      return run_chase(card_, request, seed, control);
    });
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }

  Outcome<PairedChaseResult> answer_to(const PairedChaseRequest& request, const RunControl& control) {
    return numbered<PairedChaseResult>(request, [&](std::uint64_t seed) -> Outcome<PairedChaseResult> {
      for (const ChaseRequest* agent : {&request.a, &request.b})
        if (auto error = check_limit(*agent, card_)) return *std::move(error);
      return run_paired_chase(card_, request, seed, control);
    });
  }

  Outcome<BankResult> answer_to(const BankRequest& request, const RunControl&) {
    return numbered<BankResult>(request, [&](std::uint64_t seed) { return run_bank(card_, request, seed); });
  }

  Outcome<OutstandingResult> answer_to(const OutstandingRequest& request, const RunControl& control) {
    return numbered<OutstandingResult>(request, [&](std::uint64_t seed) { return run_outstanding(card_, request, seed, control); });
  }

  Outcome<CopyResult> answer_to(const CopyRequest& request, const RunControl&) {
    return numbered<CopyResult>(request, [&](std::uint64_t seed) { return run_copy(card_, request, seed); });
  }

  Outcome<BandwidthResult> answer_to(const BandwidthRequest& request, const RunControl&) {
    return numbered<BandwidthResult>(request, [&](std::uint64_t) { return run_bandwidth(card_, request); });
  }

  Outcome<InstructionsResult> answer_to(const InstructionsRequest& request, const RunControl& control) {
    return numbered<InstructionsResult>(request,
                                        [&](std::uint64_t seed) { return run_instructions(card_, request, seed, control); });
  }

  Outcome<TrialsResult> answer_to(const TrialsRequest& request, const RunControl& control) {
    return numbered<TrialsResult>(request, [&](std::uint64_t seed) -> Outcome<TrialsResult> {
      if (auto error = check_limit(request.space, footprint_bytes(request.places), {std::nullopt, request.carveout_percent}, card_))
        return *std::move(error);
      return run_trials(card_, request, seed, control);
    });
  }

  Outcome<OperationsResult> answer_to(const OperationsRequest& request, const RunControl&) {
    return numbered<OperationsResult>(request, [&](std::uint64_t seed) { return run_operations(card_, request, seed); });
  }

  Outcome<ResidencyResult> answer_to(const ResidencyRequest& request, const RunControl& control) {
    return numbered<ResidencyResult>(request, [&](std::uint64_t seed) { return run_residency(card_, request, seed, control); });
  }

  Outcome<ClusterResult> answer_to(const ClusterRequest& request, const RunControl&) {
    return numbered<ClusterResult>(request, [&](std::uint64_t seed) { return run_cluster(card_, request, seed); });
  }

 private:
  /// Refuses a request that is not well formed; numbers and runs any other. The number gives the seed of its random choices. A
  /// refused request gets no number, as some clients, such as exec:, refuse it before it reaches the device; the later requests
  /// then draw the same random choices in both cases.
  template <typename Result, typename Request, typename Run>
  Outcome<Result> numbered(const Request& request, Run&& run) {
    if (auto error = check(request, description_)) return *std::move(error);
    const std::uint64_t seed = mixed_seed(seed_, requests_++);
    try {
      return run(seed);
    } catch (const std::bad_alloc&) {
      return DeviceError{ErrorCode::out_of_memory,
                         "There is not enough memory for this request; ask for fewer accesses or record only the mean."};
    }
  }

  model::Card card_;
  Description description_;
  std::uint64_t seed_;
  std::uint64_t requests_ = 0;
};

}  // namespace

Outcome<std::unique_ptr<Device>> open_software_device(const model::Card& card, const SoftwareOptions& options) {
  return std::unique_ptr<Device>(std::make_unique<SoftwareDevice>(card, options));
}

}  // namespace chasescope
