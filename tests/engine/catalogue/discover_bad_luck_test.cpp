// A discovery on devices that fail in every way that a card can fail. The row of a failed probe says so, and the other probes go
// on.
#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr const char* kUnluckyCard = "model:k20";
constexpr const char* kBanks = "shared_memory banks {\"bank_bytes\":4,\"word_bytes\":4} = 32";

/// A software GPU behind a device that lets requests fail, or spoils their answers.
class Unlucky final : public Device {
 public:
  /// Returns an error in place of the answer to the `number`-th request (from 1), or nothing. \param bytes the array of a chase,
  /// else 0.
  std::function<std::optional<DeviceError>(std::string_view call, std::size_t number, std::uint64_t bytes)> fails;
  std::function<void(ChaseResult&)> spoil_chase;
  std::function<void(BankResult&)> spoil_bank;
  std::function<void(OutstandingResult&)> spoil_outstanding;
  std::function<void(CopyResult&)> spoil_copy;
  std::function<void(BandwidthResult&)> spoil_bandwidth;
  std::function<std::optional<DeviceError>()> reviving;  ///< unset: as the base class does
  std::size_t requests = 0;

  Unlucky() {
    auto opened = open_device(kUnluckyCard, {.seed = 3, .log = {}});
    if (!opened) throw std::runtime_error(opened.error().message);
    device_ = *std::move(opened);
  }
  const Description& description() const override { return device_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    return spoilt(request, control, footprint_bytes(request.pattern, request.element_bytes), spoil_chase);
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<PairedChaseResult> answer_to(const PairedChaseRequest& request, const RunControl& control) {
    return spoilt(request, control, 0, std::function<void(PairedChaseResult&)>());
  }
  Outcome<BankResult> answer_to(const BankRequest& request, const RunControl& control) {
    return spoilt(request, control, 0, spoil_bank);
  }
  Outcome<OutstandingResult> answer_to(const OutstandingRequest& request, const RunControl& control) {
    return spoilt(request, control, 0, spoil_outstanding);
  }
  Outcome<CopyResult> answer_to(const CopyRequest& request, const RunControl& control) {
    return spoilt(request, control, 0, spoil_copy);
  }
  Outcome<BandwidthResult> answer_to(const BandwidthRequest& request, const RunControl& control) {
    return spoilt(request, control, 0, spoil_bandwidth);
  }
  std::optional<DeviceError> revive(const std::stop_token& stop) override {
    return reviving ? reviving() : Device::revive(stop);
  }

 private:
  template <typename Request>
  Outcome<typename Request::Result> spoilt(const Request& request, const RunControl& control, std::uint64_t bytes,
                                           const std::function<void(typename Request::Result&)>& spoil) {
    ++requests;
    if (control.stop.stop_requested()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
    if (fails)
      if (auto error = fails(Request::kCall, requests, bytes)) return *error;
    auto outcome = device_->ask(request, control);
    if (outcome && spoil) spoil(*outcome);
    return outcome;
  }

  std::unique_ptr<Device> device_;
};

ProbeReport discover(Device& device) {
  auto report = find_probe("discover")->run(device, {}, {});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

const ProbeReport& undisturbed() {
  static const ProbeReport report = [] {
    Unlucky device;
    return discover(device);
  }();
  return report;
}

std::string key_of(const Finding& finding) { return finding.subject + ' ' + finding.quantity + ' ' + finding.conditions.dump(); }

std::set<std::string> measured(const ProbeReport& report) {
  std::set<std::string> keys;
  for (const Finding& finding : report.findings)
    if (finding.status == FindingStatus::measured &&
        finding.quantity != quantity::plateau_cycles)  // depends on how far a picture got before the failure
      keys.insert(key_of(finding) + " = " + finding.value.dump());
  return keys;
}

/// Each measured value must be one that an undisturbed discovery measures. \returns the number of missing values.
std::size_t expect_nothing_wrong(const ProbeReport& report) {
  const auto right = measured(undisturbed()), found = measured(report);
  for (const std::string& finding : found) EXPECT_TRUE(right.contains(finding)) << finding;
  for (const Finding& finding : report.findings)
    EXPECT_TRUE(finding.status != FindingStatus::not_measurable || !finding.reason.empty()) << key_of(finding);
  return right.size() - std::min(found.size(), right.size());
}

bool tells(const ProbeReport& report, const std::string& quantity, const std::string& reason) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.quantity == quantity && finding.status == FindingStatus::not_measurable &&
           finding.reason.find(reason) != std::string::npos;
  });
}

TEST(DiscoverBadLuck, ACardThatVanishesLeavesWhatWasFound) {
  Unlucky device;
  bool gone = false;
  device.fails = [&](std::string_view, std::size_t number, std::uint64_t) -> std::optional<DeviceError> {
    gone = gone || number > 1200;
    return gone ? std::optional(DeviceError{ErrorCode::lost, "The card has fallen off the bus."}) : std::nullopt;
  };
  const ProbeReport report = discover(device);
  EXPECT_GT(expect_nothing_wrong(report), 0U);
  EXPECT_GT(measured(report).size(), 10U) << "what was found before";
  EXPECT_TRUE(tells(report, "l2-copy", "fallen off the bus"));
  EXPECT_TRUE(tells(report, "outstanding", "fallen off the bus"));
  EXPECT_EQ(device.requests, 1201U) << "nobody asks a card that has gone";
}

TEST(DiscoverBadLuck, AKilledKernelFailsItsOwnRow) {
  Unlucky device;
  bool dead = false;
  std::size_t revived = 0;
  device.fails = [&](std::string_view call, std::size_t, std::uint64_t) -> std::optional<DeviceError> {
    if (dead) return DeviceError{ErrorCode::lost, "The context is gone."};
    if (call != "copy") return std::nullopt;
    dead = true;
    return DeviceError{ErrorCode::launch_failed, "The watchdog killed the kernel."};
  };
  device.reviving = [&]() -> std::optional<DeviceError> {
    ++revived;
    dead = false;
    return std::nullopt;
  };
  const ProbeReport report = discover(device);
  expect_nothing_wrong(report);
  EXPECT_TRUE(tells(report, "l2-copy", "watchdog"));
  EXPECT_EQ(revived, 1U);
}

TEST(DiscoverBadLuck, WithAFreshContextTheStepsAfterAKilledKernelGoOn) {
  Unlucky device;
  bool dead = false, killed = false;
  device.fails = [&](std::string_view call, std::size_t, std::uint64_t) -> std::optional<DeviceError> {
    if (dead) return DeviceError{ErrorCode::lost, "The context is gone."};
    if (call != "bank" || killed) return std::nullopt;
    dead = killed = true;
    return DeviceError{ErrorCode::launch_failed, "The watchdog killed the kernel."};
  };
  device.reviving = [&]() -> std::optional<DeviceError> {
    dead = false;
    return std::nullopt;
  };
  const ProbeReport report = discover(device);
  expect_nothing_wrong(report);
  EXPECT_TRUE(tells(report, "banks", "watchdog"));
  const auto found = measured(report);
  for (const std::string& finding : measured(undisturbed()))
    EXPECT_TRUE(finding.starts_with("shared_memory ") || found.contains(finding)) << finding;
}

TEST(DiscoverBadLuck, ACardWithoutMemoryTellsWhatFitsIntoTheRest) {
  Unlucky device;
  device.fails = [](std::string_view call, std::size_t, std::uint64_t bytes) -> std::optional<DeviceError> {
    if (bytes <= (4 << 20) && call != "bandwidth") return std::nullopt;
    return DeviceError{ErrorCode::out_of_memory, "The card is out of memory."};
  };
  const ProbeReport report = discover(device);
  expect_nothing_wrong(report);
  const auto found = measured(report);
  EXPECT_TRUE(found.contains("l1_data contiguous_bytes {\"space\":\"global.ca\"} = 16384"));
  EXPECT_TRUE(found.contains(kBanks));
  EXPECT_TRUE(tells(report, "read_bandwidth", "out of memory"));
}

TEST(DiscoverBadLuck, NonsenseOfOneProbeIsItsFailureAlone) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
  struct Case {
    const char* row;
    std::string rest;  // the subject whose findings may be missing
    std::function<void(Unlucky&)> spoil;
  };
  const std::vector<Case> cases{
      {"banks", "shared_memory", [&](Unlucky& device) { device.spoil_bank = [=](BankResult& bank) { bank.mean_cycles = nan; }; }},
      {"outstanding", "request_table",
       [&](Unlucky& device) { device.spoil_outstanding = [](OutstandingResult& burst) { burst.cycles.clear(); }; }},
      {"outstanding", "request_table",
       [&](Unlucky& device) { device.spoil_outstanding = [](OutstandingResult& burst) { burst.cycles.front() = -7; }; }},
      {"l2-copy", "l2", [&](Unlucky& device) { device.spoil_copy = [](CopyResult& copy) { copy = {}; }; }},
      {"l2-copy", "l2", [&](Unlucky& device) { device.spoil_copy = [=](CopyResult& copy) { copy.cycles = endless; }; }},
      {"bandwidth", "",
       [&](Unlucky& device) { device.spoil_bandwidth = [=](BandwidthResult& rate) { rate.bytes_per_second = nan; }; }},
  };
  for (const Case& each : cases) {
    Unlucky device;
    each.spoil(device);
    const ProbeReport report = discover(device);
    expect_nothing_wrong(report);
    EXPECT_TRUE(tells(report, each.row, "The device answered")) << each.row;
    const auto found = measured(report);
    for (const std::string& finding : measured(undisturbed())) {
      const bool of_that_row = finding.starts_with(each.rest + ' ') || finding.find("bandwidth") != std::string::npos;
      EXPECT_TRUE(of_that_row || found.contains(finding)) << each.row << ": " << finding;
    }
  }
}

TEST(DiscoverBadLuck, ChasesThatAnswerNonsenseMeasureNothing) {
  const std::vector<std::function<void(ChaseResult&)>> spoils{[](ChaseResult& chase) {
                                                                auto cycles = chase.cycles.copy();
                                                                if (!cycles.empty()) cycles.pop_back();
                                                                chase.cycles = {};
                                                                chase.cycles.append(std::move(cycles));
                                                              },
                                                              [](ChaseResult& chase) {
                                                                auto cycles = chase.cycles.copy();
                                                                for (float& each : cycles)
                                                                  each = std::numeric_limits<float>::quiet_NaN();
                                                                chase.cycles = {};
                                                                chase.cycles.append(std::move(cycles));
                                                              },
                                                              [](ChaseResult& chase) {
                                                                auto cycles = chase.cycles.copy();
                                                                for (float& each : cycles) each = 0;
                                                                chase.cycles = {};
                                                                chase.cycles.append(std::move(cycles));
                                                              }};
  for (const auto& spoil : spoils) {
    Unlucky device;
    device.spoil_chase = spoil;
    const ProbeReport report = discover(device);
    expect_nothing_wrong(report);
    EXPECT_TRUE(tells(report, "caches", "The device answered"));
    EXPECT_TRUE(measured(report).contains(kBanks));
    for (const Finding& finding : report.findings)
      EXPECT_TRUE(finding.status != FindingStatus::measured || finding.quantity != "hit_latency_cycles" ||
                  finding.subject == "shared_memory")
          << key_of(finding);
  }
}

TEST(DiscoverBadLuck, AProbeThatThrowsIsItsOwnFailure) {
  Unlucky device;
  device.fails = [](std::string_view call, std::size_t, std::uint64_t) -> std::optional<DeviceError> {
    if (call == "copy") throw std::runtime_error("something nobody thought of");
    return std::nullopt;
  };
  const ProbeReport report = discover(device);
  expect_nothing_wrong(report);
  EXPECT_TRUE(tells(report, "l2-copy", "something nobody thought of"));
}

/// Requests a stop after a number of runs, in the middle of a step.
class StopAfterRuns final : public ProbeSink {
 public:
  StopAfterRuns(std::stop_source& source, std::size_t runs) : source_(source), left_(runs) {}
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr& run) override {
    if (!source_.stop_requested()) last_ = run->probe;
    if (left_ > 0 && --left_ == 0) source_.request_stop();
  }
  void on_progress(double, const std::string&) override {}
  void on_finding(const Finding&) override {}
  std::string last_;

 private:
  std::stop_source& source_;
  std::size_t left_;
};

TEST(DiscoverBadLuck, ACancelInTheMiddleOfAStepKeepsWhatTheStepFound) {
  Unlucky device;
  std::stop_source source;
  StopAfterRuns sink(source, 100);  // the banks take 600 runs
  const auto report = find_probe("discover")->run(device, {}, {.stop = source.get_token(), .sink = &sink});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(sink.last_, "banks");
  EXPECT_GE(report->runs.size(), 100U);
  EXPECT_TRUE(tells(*report, "banks", "ancel"));
  EXPECT_TRUE(tells(*report, "caches", "ancel"));
  expect_nothing_wrong(*report);
}

}  // namespace
}  // namespace chasescope
