// A device that fails in one way at a chosen request. It refuses, answers too short or with impossible numbers, dies, loses a
// kernel, hangs until it is cancelled, has no memory, is silent for a while, or answers after it was cancelled.
#pragma once

#include <condition_variable>
#include <fstream>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

#include "engine/device/catalogue/catalogue.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope::failing {

enum class Way { refuses, answers_short, answers_garbage, dies, kernel_fails, hangs, out_of_memory, silent, answers_late };
inline constexpr Way kWays[] = {Way::refuses, Way::answers_short, Way::answers_garbage, Way::dies,        Way::kernel_fails,
                                Way::hangs,   Way::out_of_memory, Way::silent,          Way::answers_late};
inline constexpr const char* kWords[] = {"refuses", "answers short", "answers garbage",    "dies",        "kernel fails",
                                         "hangs",   "out of memory", "silent for a while", "answers late"};
inline const char* words(Way way) { return kWords[static_cast<std::size_t>(way)]; }

/// A GTX 560 Ti made small, so that thousands of probes take seconds: 2 KiB of L1, 16 KiB of L2, TLBs of few pages. Every policy is
/// deterministic, so that a missing answer does not change later ones.
inline std::unique_ptr<Device> small_card(const std::string& checkout) {
  std::ifstream file(checkout + "/resources/models/gtx560ti.json");
  json card = json::parse(file);
  card.erase("sources");
  card.erase("legend");
  card["device"]["memory_bytes"] = 64 << 20;
  card["device"]["l2_bytes"] = 16384;
  card["caches"]["l1"] = lru(128, 128, 4, 4, {{"kind", "modulo"}});
  card["caches"]["texture_l1"] = lru(32, 32, 4, 8, {{"kind", "modulo"}});
  card["caches"]["l2"] = lru(128, 32, 16, 8, {{"kind", "modulo"}});
  for (const auto& [name, entries] : {std::pair{"l1_tlb", 4}, {"l2_tlb", 8}})
    card["tlbs"][name] = {{"page_bytes", 65536},           {"entries", entries},         {"sets", 1}, {"ways", entries},
                          {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", "lru"}}}};
  return opened(card);
}

/// An H100 with a small L2, so that the many sweeps of probe `residency` take little time.
inline std::unique_ptr<Device> card_with_residency(const std::string& checkout) {
  std::ifstream file(checkout + "/resources/models/h100.json");
  json card = json::parse(file);
  card["device"]["l2_bytes"] = 4 << 20;
  return opened(card);
}

/// The device for a probe: the small card, or a bundled model if the probe needs requests that the small card does not serve.
inline std::unique_ptr<Device> card_for(const std::string& probe, const std::string& checkout) {
  if (probe == "residency") return card_with_residency(checkout);
  const bool old = probe == "outstanding" || probe == "l2-copy", straight = probe == "instructions";
  if (!old && !straight && probe != "prefetch" && probe != "bandwidth" && probe != "load" && probe != "host-memory" &&
      probe != "cluster" && probe != "operations" && probe != "l2-map")
    return small_card(checkout);
  // Of a machine that fetches ahead, the time per instruction still changes a little with the length of the code, so that the part
  // of a sweep tells other numbers than the whole.
  auto device = open_device(old ? "model:k20" : straight ? "model:v100" : "model:h100", {.seed = 3, .log = {}});
  if (!device) throw std::runtime_error(device.error().message);
  return *std::move(device);
}

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// `shorten` makes an answer too short; `spoil` puts in numbers that no clock gives.
inline void shorten(ChaseResult& result) {
  auto cycles = result.cycles.copy();
  if (!cycles.empty()) cycles.pop_back();
  result.cycles = {};
  if (!cycles.empty()) result.cycles.append(std::move(cycles));
  result.mean_cycles.reset();
}
inline void shorten(PairedChaseResult& result) { shorten(result.b); }
inline void shorten(BankResult& result) { result.mean_cycles = 0; }
inline void shorten(OutstandingResult& result) { result.cycles.pop_back(); }
inline void shorten(CopyResult& result) { result = {}; }
inline void shorten(BandwidthResult& result) { result.bytes_per_second = 0; }
inline void shorten(InstructionsResult& result) { result.cycles_per_instruction = 0; }
inline void shorten(ClusterResult& result) { result.cycles.pop_back(); }
inline void shorten(OperationsResult& result) { result.cycles.pop_back(); }
inline void shorten(ResidencyResult& result) { result.cycles.pop_back(); }
inline void shorten(TrialsResult& result) { result = {}; }
inline void spoil(ChaseResult& result) {
  auto cycles = result.cycles.copy();
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = i % 2 == 0 ? -7.0F : static_cast<float>(kNan);
  result.cycles = {};
  if (!cycles.empty()) result.cycles.append(std::move(cycles));
  if (result.mean_cycles) result.mean_cycles = kNan;
}
inline void spoil(PairedChaseResult& result) { spoil(result.a); }
inline void spoil(BankResult& result) { result.mean_cycles = kNan; }
inline void spoil(OutstandingResult& result) { result.cycles.front() = -7; }
inline void spoil(CopyResult& result) { result.cycles = std::numeric_limits<double>::infinity(); }
inline void spoil(BandwidthResult& result) { result.bytes_per_second = kNan; }
inline void spoil(InstructionsResult& result) { result.cycles_per_instruction = kNan; }
inline void spoil(ClusterResult& result) { result.cycles.front() = kNan; }
inline void spoil(OperationsResult& result) { result.overhead_cycles = kNan; }
inline void spoil(ResidencyResult& result) { result.cycles.front() = -7; }
inline void spoil(TrialsResult& result) { result = {}; }

/// A software GPU that fails in one way at its `step`-th request (from 1; 0: never). A way that ends the device lets the later
/// requests fail as well.
class FailingDevice final : public Device {
 public:
  /// `cancel` acts as a person who is tired of waiting. It is called on a thread of its own, or on the measuring thread.
  FailingDevice(std::unique_ptr<Device> device, Way way, std::size_t step, std::function<void()> cancel)
      : device_(std::move(device)), described_(device_->description()), way_(way), step_(step), cancel_(std::move(cancel)) {}
  const Description& description() const override { return described_; }
  /// Changes the origin that the device reports, for example to another person's program. A window sends requests to such a device
  /// only if a person asks for it.
  void pretend(Origin origin) { described_.origin = origin; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override { return answered(request, control); }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  template <typename Request>
  Outcome<typename Request::Result> answer_to(const Request& request, const RunControl& control) {
    return answered(request, control);
  }
  std::optional<DeviceError> revive(const std::stop_token&) override {
    if (gone_ && way_ == Way::dies) return DeviceError{ErrorCode::lost, kGone};
    gone_ = false;
    return std::nullopt;
  }

  std::size_t requests = 0;
  std::size_t after_the_end = 0;  ///< requests after the device was cancelled or died
  bool failed = false;

  static constexpr const char* kGone = "The card has fallen off the bus.";

 private:
  template <typename Request>
  Outcome<typename Request::Result> answered(const Request& request, const RunControl& control) {
    ++requests;
    if (gone_ || control.stop.stop_requested()) {
      ++after_the_end;
      if (gone_) return DeviceError{ErrorCode::lost, kGone};
      return DeviceError{ErrorCode::cancelled, "Cancelled."};
    }
    if (requests != step_) return device_->ask(request, control);
    failed = true;
    switch (way_) {
      case Way::refuses: return DeviceError{ErrorCode::unsupported, "This device does not do that."};
      case Way::out_of_memory: return DeviceError{ErrorCode::out_of_memory, "The card is out of memory."};
      case Way::silent: return DeviceError{ErrorCode::timed_out, "Nothing was heard for 30 s."};
      case Way::dies: gone_ = true; return DeviceError{ErrorCode::lost, kGone};
      case Way::kernel_fails: gone_ = true; return DeviceError{ErrorCode::launch_failed, "The watchdog killed the kernel."};
      case Way::hangs: return hang(control.stop);
      default: break;
    }
    auto outcome = device_->ask(request, control);
    if (outcome && way_ == Way::answers_short) shorten(*outcome);
    if (outcome && way_ == Way::answers_garbage) spoil(*outcome);
    if (way_ == Way::answers_late) cancel_();  // the complete answer comes after the cancellation
    return outcome;
  }

  /// Gives no answer until another thread cancels, in place of a person.
  DeviceError hang(const std::stop_token& cancelled) {
    std::jthread person(cancel_);
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, cancelled, [] { return false; });
    return {ErrorCode::cancelled, "Cancelled."};
  }

  std::unique_ptr<Device> device_;
  Description described_;
  Way way_;
  std::size_t step_;
  std::function<void()> cancel_;
  bool gone_ = false;
};

/// Whether a text may be a sentence for a person: longer than 8 characters, on one line, and ended by ".", "?" or ")".
inline bool is_sentence(const std::string& text) {
  return text.size() > 8 && (text.back() == '.' || text.back() == '?' || text.back() == ')') &&
         text.find('\n') == std::string::npos;
}

}  // namespace chasescope::failing
