#include "engine/device/mystery/sealed_device.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "engine/device/mystery/attempt.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/device/software/software_device.h"
#include "engine/device/validate.h"
#include "engine/trace/random.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kFlushStep = 32;  // bytes from one read of a flush to the next (engine/device/software/trial_run.cpp)

/// More than any budget is as good as the sum.
std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kTooMany = kMostBudget + 1;
  return std::min(std::min(a, kTooMany) + std::min(b, kTooMany), kTooMany);
}

/// Holds a file so that no other program opens the card meanwhile; given back however the program ends.
class FileHold {
 public:
  explicit FileHold(const std::filesystem::path& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    held_ = descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  }
  ~FileHold() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FileHold(FileHold&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), held_(other.held_) {}
  FileHold& operator=(FileHold&&) = delete;
  bool held() const { return held_; }

 private:
  int descriptor_;
  bool held_;
};

/// The same for all cards of a level: what the software GPU says of itself, less what it would give away.
Description told_of(const Description& inner, const MysteryFile& file) {
  Description description;
  description.name = kMysteryName;
  description.origin = Origin::external;  // no model whose numbers could be looked up
  description.calls = {std::string(ChaseRequest::kCall), std::string(TrialsRequest::kCall)};
  description.spaces = inner.spaces;
  description.properties.max_footprint_bytes_by_space = inner.properties.max_footprint_bytes_by_space;
  description.properties.max_accesses = inner.properties.max_accesses;
  description.same_memory = inner.same_memory;
  description.sealed = true;
  description.locked_probes = file.locked;
  return description;
}

class SealedDevice final : public Device {
 public:
  SealedDevice(std::unique_ptr<Device> inner, const MysteryFile& file, Attempt attempt, FileHold hold)
      : inner_(std::move(inner)),
        description_(told_of(inner_->description(), file)),
        attempt_(std::move(attempt)),
        hold_(std::move(hold)) {}
  ~SealedDevice() override { attempt_.settle(); }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (!request.truth) return paid(request, control);
    ChaseRequest blind = request;
    blind.truth = false;
    return paid(blind, control);
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<TrialsResult> answer_to(const TrialsRequest& request, const RunControl& control) { return paid(request, control); }

  void rest() override { attempt_.settle(); }

 private:
  template <typename Request>
  Outcome<typename Request::Result> paid(const Request& request, const RunControl& control) {
    if (auto error = check(request, description_)) return *std::move(error);
    if (auto error = attempt_.pay(accesses_of(request))) return *std::move(error);
    return inner_->ask(request, control);
  }

  std::unique_ptr<Device> inner_;
  Description description_;
  Attempt attempt_;
  FileHold hold_;
};

}  // namespace

std::uint64_t accesses_of(const ChaseRequest& request) { return capped_sum(request.warmup, request.accesses); }

std::uint64_t accesses_of(const TrialsRequest& request) {
  const std::uint64_t places = count_of(request.places);
  const std::vector<bool> timed = timed_places(request);
  const std::uint64_t each_flush = request.flush_bytes.value_or(0) / kFlushStep;
  std::uint64_t accesses = 0;
  for (std::uint64_t trial = 0; trial < request.trials && accesses < kMostBudget; ++trial) {
    const TrialDraw draw(request.seed, request.first + trial, request.probability, request.same_order);
    std::uint64_t in = 0;
    for (std::uint64_t place = 0; place < places; ++place)
      in += draw.is_in(place) || (!request.timed.empty() && timed[place]) ? 1 : 0;
    for (std::uint64_t pass = 0; pass <= request.fill_passes && accesses < kMostBudget; ++pass) accesses = capped_sum(accesses, in);
    accesses = capped_sum(accesses, each_flush);
  }
  return accesses;
}

Outcome<std::unique_ptr<Device>> open_mystery(const std::filesystem::path& path) {
  const auto file = read_mystery(path);
  if (!file) return file.error();
  FileHold hold(path);
  if (!hold.held())
    return DeviceError{ErrorCode::invalid_request,
                       named_file(kMysteryFile, path) + " is open already, here or in another program; close it there first."};
  auto attempt = Attempt::open(*file, path);
  if (!attempt) return attempt.error();
  const auto card = card_of(hidden_card(file->card));
  if (!card) return DeviceError{ErrorCode::internal, named_file(kMysteryFile, path) + " holds a card that can't be made."};
  auto device = open_software_device(*card, {.seed = mixed_seed(file->card.seed, attempt->spent()), .noise = std::nullopt});
  if (!device) return device.error();
  return std::unique_ptr<Device>(std::make_unique<SealedDevice>(std::move(*device), *file, std::move(*attempt), std::move(hold)));
}

}  // namespace chasescope::mystery
