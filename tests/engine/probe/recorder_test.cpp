#include "engine/experiment/recorder.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace chasescope {
namespace {

/// A device that answers two calls, and counts them.
class TwoCalls final : public Device {
 public:
  TwoCalls() {
    description_.name = "Two calls";
    description_.calls = {"bank", "outstanding"};
  }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest&, const RunControl&) override {
    return DeviceError{ErrorCode::unsupported, "Two calls does not serve chases."};
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<BankResult> answer_to(const BankRequest& request, const RunControl& control) {
    if (control.sink != nullptr) control.sink->on_progress(0, 0.5);
    return BankResult{static_cast<double>(50 + request.stride)};
  }
  Outcome<OutstandingResult> answer_to(const OutstandingRequest& request, const RunControl&) {
    return OutstandingResult{std::vector<double>(request.repeats, 700)};
  }

 private:
  Description description_;
};

struct Heard final : ProbeSink {
  std::vector<std::string> events;
  void on_run_started(const RunPtr& run) override { events.push_back("started " + run->id + " " + std::string(run->call())); }
  void on_part(const std::string& id, const TraceChunk&) override { events.push_back("part " + id); }
  void on_run_finished(const RunPtr& run) override { events.push_back("finished " + run->id); }
  void on_progress(double fraction, const std::string& doing) override {
    events.push_back(std::to_string(fraction).substr(0, 4) + " " + doing);
  }
  void on_finding(const Finding& finding) override { events.push_back("found " + finding.quantity); }
};

TEST(Recorder, MakesRequestsOfAnyKind) {
  TwoCalls device;
  Heard heard;
  const ProbeInfo info{.name = "any"};
  const ProbeControl control{.sink = &heard, .first_run = 7};
  Recorder recorder(info, device, control);
  const auto bank = recorder.ask(Planned<BankRequest>{{.stride = 2}, "stride 2", true}, 0.0, 0.5);
  ASSERT_TRUE(bank) << bank.error().message;
  EXPECT_EQ((*bank)->as<BankRequest>()->result.mean_cycles, 52);
  EXPECT_TRUE((*bank)->auxiliary);
  const auto burst = recorder.ask(Planned<OutstandingRequest>{{.threads = 4, .repeats = 2}, "t = 4"}, 0.5, 1.0);
  ASSERT_TRUE(burst) << burst.error().message;
  EXPECT_EQ((*burst)->as<OutstandingRequest>()->result.cycles, (std::vector<double>{700, 700}));
  EXPECT_EQ((*burst)->as<BankRequest>(), nullptr);
  EXPECT_EQ(recorder.chase({{}, "chase"}, 0.0, 1.0).error().code, ErrorCode::unsupported);

  const ProbeReport report = recorder.take_report();
  ASSERT_EQ(report.runs.size(), 2U);
  EXPECT_EQ(report.runs[0], *bank);
  EXPECT_EQ(report.runs[1]->id, "run-8");
  EXPECT_EQ(report.runs[1]->probe, "any");
  EXPECT_EQ(report.runs[1]->label, "t = 4");
  EXPECT_THAT(heard.events,
              testing::ElementsAre("started run-7 bank", "0.25 stride 2", "finished run-7", "0.50 stride 2",
                                   "started run-8 outstanding", "finished run-8", "1.00 t = 4"))
      << "a request that is refused never began";
}

/// A device in whose trials nothing misses.
class Trying final : public Device {
 public:
  Trying() { description_.calls = {"chase", "trials"}; }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    ChaseResult result;
    result.cycles.append(std::make_shared<const std::vector<float>>(request.accesses, 100.0F));
    return result;
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<TrialsResult> answer_to(const TrialsRequest& request, const RunControl&) {
    TrialsResult result;
    result.bytes_per_trial = (count_of(request.places) + 7) / 8;
    result.bits.resize(result.bytes_per_trial * request.trials);
    return result;
  }

 private:
  Description description_;
};

TEST(Recorder, trials_can_be_watched_though_nobody_keeps_them) {
  struct Watching final : ProbeSink {
    std::vector<RunPtr> watched, finished;
    void on_run_started(const RunPtr&) override {}
    void on_part(const std::string&, const TraceChunk&) override {}
    void on_run_finished(const RunPtr& run) override { finished.push_back(run); }
    void on_progress(double, const std::string&) override {}
    void on_finding(const Finding&) override {}
    void on_trials(const RunPtr& run) override { watched.push_back(run); }
  };
  Trying device;
  Watching watching;
  const ProbeInfo info{.name = "any"};
  const ProbeControl control{.sink = &watching};
  Recorder recorder(info, device, control);
  ASSERT_TRUE(recorder.chase_quietly({{.accesses = 4}, "chase"}));
  EXPECT_TRUE(watching.watched.empty()) << "thousands of short chases are nobody's business";
  const auto made = recorder.ask_quietly(Planned<TrialsRequest>{{.places = EvenPlaces{16, 128, 0}, .trials = 8, .cut_cycles = 50}, "some"});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(watching.watched.size(), 1U);
  EXPECT_EQ(watching.watched.front(), *made);
  EXPECT_TRUE(watching.finished.empty());
  EXPECT_TRUE(recorder.take_report().runs.empty());
  recorder.keep(*made);
  EXPECT_EQ(watching.finished, watching.watched);
}

/// Answers a shuffled chase in the order of the seed, or in the reverse order.
class Shuffling final : public Device {
 public:
  explicit Shuffling(bool backwards) : backwards_(backwards) { description_.calls = {"chase"}; }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    ChaseResult result;
    result.offsets = shuffled_offsets(std::get<ShuffledPattern>(request.pattern));
    if (backwards_) std::reverse(result.offsets.begin(), result.offsets.end());
    result.cycles.append(std::vector<float>(request.accesses, 35));
    return result;
  }

 private:
  Description description_;
  bool backwards_;
};

TEST(Recorder, KeepsAnOrderOnlyIfItsSeedDoesNotDrawIt) {
  const ProbeInfo info{.name = "any"};
  const ProbeControl control;
  ChaseRequest request;
  request.pattern = ShuffledPattern{4096, 128, 5};
  request.accesses = 4;
  for (const bool backwards : {false, true}) {
    Shuffling device(backwards);
    Recorder recorder(info, device, control);
    const auto aloud = recorder.chase({request, "aloud"}, 0.0, 1.0);
    const auto quiet = recorder.chase_quietly({request, "quiet"});
    const std::vector<PlannedChase> batch{{request, "batch"}};
    const auto together = recorder.chase_batch(batch, 0.0, 1.0);
    for (const auto& run : {aloud, quiet, together.front()}) {
      ASSERT_TRUE(run) << run.error().message;
      EXPECT_EQ((*run)->chase()->result.offsets.size(), backwards ? 32U : 0U);
    }
  }
}

TEST(Run, KnowsItsCall) {
  EXPECT_EQ(chasescope::Run{}.call(), "chase");
  for (const std::string_view call : all_calls()) {
    const auto exchange = exchange_for(call);
    ASSERT_TRUE(exchange) << call;
    EXPECT_EQ((chasescope::Run{"", "", "", false, *exchange}.call()), call);
  }
  EXPECT_FALSE(exchange_for("describe"));
}

}  // namespace
}  // namespace chasescope
