// A device that fails in every way at a chosen request, under every probe and under a discovery: whatever fails, the probe ends,
// with a sentence that a person can read; what was told before stays; and nothing wrong is told.
#include <gmock/gmock.h>

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

enum class Way { refuses, answers_short, answers_garbage, dies, kernel_fails, hangs, out_of_memory, silent, answers_late };
constexpr Way kWays[] = {Way::refuses, Way::answers_short, Way::answers_garbage, Way::dies,        Way::kernel_fails,
                         Way::hangs,   Way::out_of_memory, Way::silent,          Way::answers_late};
constexpr const char* kWords[] = {"refuses", "answers short", "answers garbage",    "dies",        "kernel fails",
                                  "hangs",   "out of memory", "silent for a while", "answers late"};
const char* words(Way way) { return kWords[static_cast<std::size_t>(way)]; }

/// A GTX 560 Ti made small, so that thousands of probes take seconds: 2 KiB of L1, 16 KiB of L2, few pages, and everywhere a policy
/// without luck, so that an answer that is missing changes no other.
std::unique_ptr<Device> small_card() {
  std::ifstream file(CHASESCOPE_SOURCE_DIR "/resources/models/gtx560ti.json");
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

/// What that card does not serve is asked of a bundled one.
std::unique_ptr<Device> card_for(const std::string& probe) {
  const bool old = probe == "outstanding" || probe == "l2-copy";
  if (!old && probe != "instructions" && probe != "bandwidth" && probe != "cluster" && probe != "l2-map") return small_card();
  auto device = open_device(old ? "model:k20" : "model:h100", {.seed = 3, .log = {}});
  if (!device) throw std::runtime_error(device.error().message);
  return *std::move(device);
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// An answer that is too short, and one of numbers that no clock gives.
void shorten(ChaseResult& result) {
  auto cycles = result.cycles.copy();
  if (!cycles.empty()) cycles.pop_back();
  result.cycles = {};
  if (!cycles.empty()) result.cycles.append(std::move(cycles));
  result.mean_cycles.reset();
}
void shorten(PairedChaseResult& result) { shorten(result.b); }
void shorten(BankResult& result) { result.mean_cycles = 0; }
void shorten(OutstandingResult& result) { result.cycles.pop_back(); }
void shorten(CopyResult& result) { result = {}; }
void shorten(BandwidthResult& result) { result.bytes_per_second = 0; }
void shorten(InstructionsResult& result) { result.cycles_per_instruction = 0; }
void shorten(ClusterResult& result) { result.cycles.pop_back(); }
void shorten(TrialsResult& result) { result = {}; }
void spoil(ChaseResult& result) {
  auto cycles = result.cycles.copy();
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = i % 2 == 0 ? -7.0F : static_cast<float>(kNan);
  result.cycles = {};
  if (!cycles.empty()) result.cycles.append(std::move(cycles));
  if (result.mean_cycles) result.mean_cycles = kNan;
}
void spoil(PairedChaseResult& result) { spoil(result.a); }
void spoil(BankResult& result) { result.mean_cycles = kNan; }
void spoil(OutstandingResult& result) { result.cycles.front() = -7; }
void spoil(CopyResult& result) { result.cycles = std::numeric_limits<double>::infinity(); }
void spoil(BandwidthResult& result) { result.bytes_per_second = kNan; }
void spoil(InstructionsResult& result) { result.cycles_per_instruction = kNan; }
void spoil(ClusterResult& result) { result.cycles.front() = kNan; }
void spoil(TrialsResult& result) { result = {}; }

/// A software GPU that fails in one way at its `step`-th request (from 1; 0: never), or from there on.
class Failing final : public Device {
 public:
  Failing(const Probe& probe, Way way, std::size_t step) : device_(card_for(probe.info().name)), way_(way), step_(step) {}
  const Description& description() const override { return device_->description(); }
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

  std::stop_source stop;  ///< of the probe that uses this device
  std::size_t requests = 0;
  std::size_t after_the_end = 0;  ///< requests after the device was cancelled or had died
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
    if (way_ == Way::answers_late) stop.request_stop();  // the whole answer comes when nobody waits for it any more
    return outcome;
  }

  /// Answers nothing until another thread, a person, cancels.
  DeviceError hang(const std::stop_token& cancelled) {
    std::jthread person([this] { stop.request_stop(); });
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, cancelled, [] { return false; });
    return {ErrorCode::cancelled, "Cancelled."};
  }

  std::unique_ptr<Device> device_;
  Way way_;
  std::size_t step_;
  bool gone_ = false;
};

/// All that was told while the probe ran.
class Heard final : public ProbeSink {
 public:
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr& run) override { runs.push_back(run->id); }
  void on_progress(double, const std::string&) override {}
  void on_finding(const Finding& finding) override { findings.push_back(finding); }
  std::vector<std::string> runs;
  std::vector<Finding> findings;
};

std::string key_of(const Finding& finding) { return finding.subject + ' ' + finding.quantity + ' ' + finding.conditions.dump(); }

/// What is true of the small card, where no undisturbed probe need have told it.
const std::map<std::string, json> kTrue{{"l1_data sets", 4}, {"l1_data ways", 4}, {"l1_data line_bytes", 128}, {"l2 sets", 16},
                                        {"l2 ways", 8},      {"texture sets", 4}, {"texture ways", 8}};

/// Fewer accesses where a probe can do with them.
ParameterValues values_for(const Probe& probe) {
  return probe.info().parameter("budget") != nullptr ? ParameterValues{{"budget", "1000000"}} : ParameterValues{};
}

/// What is measured on an undisturbed device.
struct Undisturbed {
  std::map<std::string, json> measured;
  std::size_t requests = 0;
};
Undisturbed undisturbed(const Probe& probe) {
  Failing device(probe, Way::refuses, 0);
  const auto report = probe.run(device, values_for(probe), {});
  Undisturbed told{{}, device.requests};
  if (!report) throw std::runtime_error(probe.info().name + ": " + report.error().message);
  for (const Finding& finding : report->findings)
    if (finding.status == FindingStatus::measured) told.measured[key_of(finding)] = finding.value;
  return told;
}

/// Whether the undisturbed device, or the card itself, says otherwise.
bool is_wrong(const Finding& finding, const Undisturbed& right) {
  if (finding.quantity == quantity::plateau_cycles) return false;  // how far a picture goes is luck
  if (const auto found = kTrue.find(finding.subject + ' ' + finding.quantity); found != kTrue.end())
    return finding.value != found->second;
  const auto found = right.measured.find(key_of(finding));
  if (found == right.measured.end() || finding.value == found->second) return false;
  // Of fewer answers the value may be another, and its interval says how far off it may be.
  if (!finding.low || !finding.high || !found->second.is_number()) return true;
  const double value = found->second.get<double>();
  return value < *finding.low || value > *finding.high;
}

/// Words for a person: not empty, begun with a capital letter, a digit or a name, and ended.
bool is_sentence(const std::string& text) {
  return text.size() > 8 && (text.back() == '.' || text.back() == '?' || text.back() == ')') &&
         text.find('\n') == std::string::npos;
}

/// The first two, the middle, the last, and every n-th between.
std::set<std::size_t> steps_of(std::size_t requests) {
  constexpr std::size_t kBetween = 5;
  std::set<std::size_t> steps{1, 2, requests / 2, requests};
  for (std::size_t i = 1; i < kBetween; ++i) steps.insert(requests * i / kBetween);
  std::erase_if(steps, [&](std::size_t step) { return step == 0 || step > requests; });
  return steps;
}

class EveryFailure : public testing::TestWithParam<std::string> {};

TEST_P(EveryFailure, ends_with_a_sentence_and_keeps_what_was_told) {
  const Probe& probe = *find_probe(GetParam());
  const Undisturbed right = undisturbed(probe);
  std::size_t tried = 0;
  for (const Way way : kWays)
    for (const std::size_t step : steps_of(right.requests)) {
      SCOPED_TRACE(std::string(words(way)) + " at request " + std::to_string(step) + " of " + std::to_string(right.requests));
      Failing device(probe, way, step);
      Heard heard;
      std::optional<Outcome<ProbeReport>> ended;
      ASSERT_NO_THROW(ended.emplace(probe.run(device, values_for(probe), {.stop = device.stop.get_token(), .sink = &heard})));
      ASSERT_TRUE(device.failed) << "the test did not come to that request";
      ++tried;
      const auto& report = *ended;
      if (!report) {
        EXPECT_TRUE(is_sentence(report.error().message)) << report.error().message;
      }
      const std::vector<Finding>& findings = report ? report->findings : heard.findings;
      if (report) {
        std::set<std::string> kept, runs;
        for (const Finding& finding : report->findings) kept.insert(key_of(finding));
        for (const RunPtr& run : report->runs) runs.insert(run->id);
        for (const Finding& finding : heard.findings) EXPECT_TRUE(kept.contains(key_of(finding))) << "lost: " << key_of(finding);
        for (const std::string& run : heard.runs) EXPECT_TRUE(runs.contains(run)) << "lost: " << run;
      }
      for (const Finding& finding : findings) {
        if (finding.status == FindingStatus::not_measurable) {
          EXPECT_TRUE(is_sentence(finding.reason)) << key_of(finding) << ": " << finding.reason;
        } else if (finding.status == FindingStatus::measured) {
          EXPECT_FALSE(is_wrong(finding, right)) << key_of(finding) << " is not " << finding.value << ", "
                                                 << finding.low.value_or(0) << " to " << finding.high.value_or(0);
        }
      }
      if (way == Way::dies || way == Way::hangs || way == Way::answers_late) {
        EXPECT_LE(device.after_the_end, 1U) << "nobody asks a device that has gone or was cancelled";
      }
    }
  EXPECT_EQ(tried == 0, GetParam() == "facts") << "only that probe asks nothing";
}

std::vector<std::string> names_of_probes() {
  std::vector<std::string> names;
  for (const auto& probe : all_probes()) names.push_back(probe->info().name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(, EveryFailure, testing::ValuesIn(names_of_probes()), [](const auto& made) {
  std::string name = made.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace chasescope
