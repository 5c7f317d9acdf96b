// Probe `load` on levels that this test makes as queues, and on the bundled models.
#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/validate.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kMiB = 1 << 20;

/// A level as a closed queue. Every thread has some loads under way, waits for them, does its own work, and repeats this. If
/// `waits` is true, a load waits longer the busier the level is.
struct Queue {
  double alone = 400, best = 1000;
  bool waits = false;  ///< true: loads wait longer even before the level is busy
  double takes(double rate) const {
    const double use = rate / best;
    return waits ? alone * (1 + 0.2 * std::pow(use, 4) / (1.0001 - use)) : alone;
  }
  double rate(double bytes, double loads, double own) const {
    double low = 0, high = best;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2;
      (middle * (takes(middle) + own) < bytes * loads ? low : high) = middle;
    }
    return low;
  }
};

struct LoadedCard : ScriptedRequests {
  std::map<std::string, Queue> queues{
      {"l1", {.alone = 30, .best = 4000}}, {"shared", {.alone = 20, .best = 4000}}, {"l2", {}}, {"dram", {}}};
  double loads = 3, own = 0;
  std::size_t kept_tenths = 0;  ///< tenths of memory's lines that are still in the L2

  LoadedCard() {
    about.properties.sm_count = 16;
    about.properties.l2_bytes = 4 * kMiB;
    about.properties.shared_bytes_per_sm = 128 << 10;
    about.properties.shared_bytes_per_block = 96 << 10;
    about.properties.max_threads_per_block = 1024;
    about.spaces = {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::shared};
    throughput = [this](const BandwidthRequest& request) -> Outcome<BandwidthResult> {
      const double rate = rate_of(request.level, static_cast<double>(*request.blocks * *request.threads * request.access_bytes));
      return BandwidthResult{rate, rate * 1e9};
    };
    open();
    about.calls.emplace_back(ChaseRequest::kCall);
  }

  double rate_of(const std::string& level, double bytes) const { return queues.at(level).rate(bytes, loads, own); }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    if (auto error = check(request, about)) return *error;
    const bool far = std::get<UniformPattern>(request.pattern).stride > 128;
    const char* level = request.space == MemorySpace::shared      ? "shared"
                        : request.space == MemorySpace::global_ca ? "l1"
                        : far                                     ? "dram"
                                                                  : "l2";
    ChaseResult result;
    std::vector<float> cycles(request.accesses, static_cast<float>(queues.at(level).alone + 20));
    for (std::size_t i = 0; far && i < cycles.size(); ++i)
      if (i * 7 % 10 < kept_tenths) cycles[i] = static_cast<float>(queues.at("l2").alone + 20);
    result.cycles = LatencyTrace(std::move(cycles));
    result.overhead_cycles = 20;
    return result;
  }
};

const Finding& told_of_load(const ProbeReport& report, std::string_view subject, std::string_view quantity, unsigned width = 0) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity &&
        (width == 0 || finding.conditions.value("access_bytes", 0U) == width))
      return finding;
  throw std::runtime_error("no such finding");
}

ProbeReport run_load(Device& device, const ParameterValues& values = {}) {
  auto report = find_probe("load")->run(device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

TEST(LoadProbe, tells_what_keeps_a_queue_busy_and_how_long_a_load_takes_then_whatever_a_thread_does) {
  Random random(7);
  for (int card = 0; card < 60; ++card) {
    LoadedCard device;
    device.loads = 1 + static_cast<double>(random.below(8));
    device.own = static_cast<double>(random.below(120));
    device.queues["l2"].alone = 200;  // nearer than any memory that is drawn below
    Queue& queue = device.queues["dram"];
    queue.alone = 300 + static_cast<double>(random.below(900));
    queue.waits = random.below(2) == 0;
    // The level becomes busy at between 64 and 512 threads of each SM that load 16 bytes each.
    const double threads = 64 * std::pow(8, static_cast<double>(random.below(1000)) / 1000);
    queue.best = threads * 16 * 16 * device.loads / (queue.alone + device.own);
    const ProbeReport report = run_load(device, {{"level", "dram"}});
    const Finding& bytes = told_of_load(report, "dram", quantity::saturating_bytes);
    ASSERT_EQ(bytes.status, FindingStatus::measured) << card << ' ' << bytes.reason;
    EXPECT_DOUBLE_EQ(told_of_load(report, "dram", quantity::lone_latency_cycles).value.get<double>(), queue.alone);
    const Finding& busy = told_of_load(report, "dram", quantity::saturating_threads, 16);
    ASSERT_EQ(busy.status, FindingStatus::measured) << busy.reason;
    EXPECT_LT(device.rate_of("dram", *busy.low * 16 * 16) / queue.best, 0.9) << card;
    const double rate = device.rate_of("dram", *busy.high * 16 * 16);
    EXPECT_GE(rate / queue.best, 0.85) << card << ": of a best rate that is a little less than the queue's own";
    const Finding& loaded = told_of_load(report, "dram", quantity::loaded_latency_cycles);
    ASSERT_EQ(loaded.status, FindingStatus::measured) << loaded.reason;
    // Once a sharp queue is full, each further load waits for its turn.
    const double takes = *busy.high * 16 * 16 * device.loads / rate - device.own;
    EXPECT_NEAR(loaded.value.get<double>(), takes, 0.01 * takes) << card << ' ' << device.loads << ' ' << device.own;
    EXPECT_NEAR(bytes.value.get<double>(), rate * takes, 0.01 * rate * takes) << card;
    EXPECT_GE(bytes.value.get<double>(), 0.85 * queue.best * queue.alone) << card << ": no less than if no load ever waited";
  }
}

TEST(LoadProbe, says_what_threads_can_not_keep_busy) {
  LoadedCard device;
  device.queues["l2"] = {.alone = 300, .best = 1e7};
  const ProbeReport report = run_load(device, {{"level", "l2"}, {"width", "4"}});
  EXPECT_THAT(told_of_load(report, "l2", quantity::saturating_bytes).reason,
              HasSubstr("2,048 threads of each SM with loads of 4 B don't saturate it"));
  EXPECT_EQ(told_of_load(report, "l2", quantity::saturating_bytes).status, FindingStatus::not_measurable);
  EXPECT_EQ(told_of_load(report, "l2", quantity::lone_latency_cycles).value, 300);
}

/// The widths of the loads from the L2 that a probe asked for, as far as they were answered.
std::set<unsigned> widths_in(const ProbeReport& report) {
  std::set<unsigned> widths;
  for (const RunPtr& run : report.runs)
    if (const auto* asked = run->as<BandwidthRequest>(); asked != nullptr && asked->request.level == "l2")
      widths.insert(asked->request.access_bytes);
  return widths;
}

TEST(LoadProbe, asks_for_the_widths_that_are_named) {
  LoadedCard device;
  device.queues["dram"] = {.alone = 800, .best = 100};
  EXPECT_EQ(widths_in(run_load(device, {{"level", "l2"}})), (std::set{1U, 2U, 4U, 8U, 16U}));
  EXPECT_EQ(widths_in(run_load(device, {{"level", "l2"}, {"width", "wide"}})), (std::set{4U, 8U, 16U}));
  EXPECT_EQ(widths_in(run_load(device, {{"level", "l2"}, {"width", "2"}})), (std::set{2U}));
  const ProbeReport report = run_load(device, {{"level", "dram"}});
  for (const unsigned width : {1U, 2U, 4U, 8U, 16U})
    EXPECT_EQ(told_of_load(report, "dram", quantity::saturating_threads, width).conditions.at("access_bytes"), width);
  // Eight threads with loads of 2 bytes ask for what one with loads of 16 bytes does: the queue knows bytes alone.
  const Finding &wide = told_of_load(report, "dram", quantity::saturating_threads, 16),
                &narrow = told_of_load(report, "dram", quantity::saturating_threads, 2);
  ASSERT_EQ(wide.status, FindingStatus::measured) << wide.reason;
  ASSERT_EQ(narrow.status, FindingStatus::measured) << narrow.reason;
  EXPECT_LE(*narrow.low, 8 * *wide.high);
  EXPECT_GE(*narrow.high, 8 * *wide.low);
}

TEST(LoadProbe, tells_of_the_other_widths_where_a_device_refuses_narrow_loads) {
  for (const ErrorCode code : {ErrorCode::invalid_request, ErrorCode::unsupported})
    for (const unsigned narrowest : {2U, 4U}) {
      LoadedCard whole, device;
      whole.queues["dram"].alone = device.queues["dram"].alone = 800;
      std::size_t refused = 0;
      device.throughput = [&, answer = device.throughput](const BandwidthRequest& request) -> Outcome<BandwidthResult> {
        if (request.access_bytes >= narrowest) return answer(request);
        ++refused;
        return DeviceError{code, "No loads of so few bytes."};
      };
      const ProbeReport all = run_load(whole), some = run_load(device);
      EXPECT_EQ(refused, narrowest == 4 ? 8 : 4) << "one of each width at each level";
      EXPECT_EQ(all.findings.size(), some.findings.size());
      for (const Finding& expected : all.findings) {
        const auto width = expected.conditions.value("access_bytes", 0U);
        const Finding& found = told_of_load(some, expected.subject, expected.quantity, width);
        if (expected.quantity == quantity::saturating_threads && width < narrowest) {
          EXPECT_EQ(found.status, FindingStatus::not_measurable);
          EXPECT_EQ(found.reason, "No loads of so few bytes.") << found.subject << ' ' << width;
        } else {
          EXPECT_EQ(found.status, expected.status) << found.subject << ' ' << found.quantity << ' ' << width;
          EXPECT_EQ(found.value, expected.value) << found.subject << ' ' << found.quantity << ' ' << width;
          EXPECT_EQ(found.reason, expected.reason);
        }
      }
    }
}

TEST(LoadProbe, takes_no_lines_that_the_l2_still_has_for_memory) {
  for (const std::size_t tenths : {0, 2, 4, 5, 6, 8}) {
    LoadedCard device;
    device.queues["dram"].alone = 1000;
    device.kept_tenths = tenths;
    const ProbeReport report = run_load(device, {{"level", "dram"}, {"width", "16"}});
    const Finding& lone = told_of_load(report, "dram", quantity::lone_latency_cycles);
    if (tenths <= 5) {
      EXPECT_EQ(lone.value, 1000) << tenths;
    } else {
      EXPECT_EQ(lone.status, FindingStatus::not_measurable) << tenths;
      EXPECT_THAT(lone.reason, HasSubstr("answered by a cache")) << tenths;
    }
  }
}

TEST(LoadProbe, knows_an_l1_that_keeps_nothing) {
  LoadedCard device;
  device.queues["l1"].alone = 390;  // 10 cycles less than past the L1, so that the L1 keeps nothing
  const ProbeReport report = run_load(device, {{"level", "l1"}});
  EXPECT_THAT(told_of_load(report, "l1_data", quantity::saturating_bytes).reason, HasSubstr("no L1 keeps what is loaded"));
}

TEST(LoadProbe, says_why_where_the_device_does_not_tell_its_sizes_or_has_no_such_requests) {
  LoadedCard device;
  device.about.properties.l2_bytes.reset();
  EXPECT_THAT(told_of_load(run_load(device, {{"level", "l2"}}), "l2", quantity::saturating_bytes).reason, HasSubstr("L2's size"));
  LoadedCard small;
  small.about.calls = {"chase"};
  const ProbeReport report = run_load(small);
  EXPECT_EQ(report.findings.size(), 16U);
  for (const Finding& finding : report.findings) EXPECT_EQ(finding.status, FindingStatus::not_measurable);
}

// The model's file states the latency of a load and the rate of a level. Their product is the number of bytes that must be under
// way.
TEST(LoadProbe, tells_of_a_model_what_its_file_says) {
  auto device = open_device("model:h100", {.seed = 1, .log = {}});
  ASSERT_TRUE(device);
  const ProbeReport report = run_load(**device);
  const Finding& l2 = told_of_load(report, "l2", quantity::saturating_bytes);
  ASSERT_EQ(l2.status, FindingStatus::measured) << l2.reason;
  EXPECT_NEAR(l2.value.get<double>(), 132 * 512 * 16, 0.01 * 132 * 512 * 16) << "each of its threads has one load under way";
  EXPECT_NEAR(told_of_load(report, "l2", quantity::saturating_threads, 16).value.get<double>(), 512, 1)
      << "506 times nine tenths, rounded up to what was asked";
  EXPECT_EQ(told_of_load(report, "l2", quantity::saturating_threads, 4).status, FindingStatus::not_measurable);
  const Finding& shared = told_of_load(report, "shared_memory", quantity::saturating_bytes);
  ASSERT_EQ(shared.status, FindingStatus::measured) << shared.reason;
  EXPECT_NEAR(shared.value.get<double>(), 113.2 * 23, 3) << "of each SM";
  EXPECT_FALSE(shared.high) << "at least";
}

}  // namespace
}  // namespace chasescope
