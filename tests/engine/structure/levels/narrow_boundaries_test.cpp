// The footprint that overflows a large cache, on a device that keeps lines from one chase to the next.
#include "engine/structure/levels/narrow_boundaries.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/device/validate.h"
#include "engine/experiment/shared_work.h"
#include "engine/findings/size_check.h"
#include "engine/probe/discovery/registry.h"
#include "engine/structure/levels/known_surveys.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

json card_with_l2_of(std::uint64_t bytes, const char* policy) {
  json l2 = lru(128, 32, bytes / 128 / 16, 16, {{"kind", "modulo"}});
  l2["policy"] = {{"kind", policy}};
  json card = card_around({{"l2", l2}}, {{"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 280}, {"dram", 700}}}}}});
  card["device"]["l2_bytes"] = bytes;
  card.erase("tlbs");
  return card;
}

const Finding* contiguous_of(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (finding.subject == "l2" && finding.quantity == "contiguous_bytes") return &finding;
  return nullptr;
}

TEST(NarrowBoundaries, HoldWhatTheCacheHolds) {
  for (const std::uint64_t bytes :
       {std::uint64_t{5} << 19, std::uint64_t{3} << 20, std::uint64_t{4} << 20, std::uint64_t{13} << 19})
    for (const char* policy : {"lru", "random"}) {
      KeepingDevice device(card_with_l2_of(bytes, policy));
      const structure::Survey survey = survey_of(device, MemorySpace::global_cg, 2);
      ASSERT_EQ(survey.caches(), 1U);
      const structure::Boundary& boundary = survey.boundaries.front();
      EXPECT_TRUE(structure::is_narrow(boundary)) << bytes << policy << ' ' << boundary.fits << ' ' << boundary.misses_from;
      EXPECT_FALSE(boundary.narrowed_by.empty());
      EXPECT_LE(boundary.fits, bytes) << policy;
      EXPECT_GT(boundary.misses_from, bytes) << policy;
      EXPECT_GE(boundary.outgrown, boundary.misses_from);
    }
}

TEST(NarrowBoundaries, ThatAreSmallAreLeftToQuestionsOfSingleLines) {
  KeepingDevice device(card_with_l2_of(3 << 17, "lru"));
  const structure::Survey survey = survey_of(device, MemorySpace::global_cg, 2);
  ASSERT_EQ(survey.caches(), 1U);
  EXPECT_TRUE(survey.boundaries.front().narrowed_by.empty());
}

// A discovery in a hurry and a thorough one must report the same footprint for the first misses.
TEST(NarrowBoundaries, AreTheSameInAHurry) {
  const auto boundary_of = [](std::uint64_t most_for_a_cache) {
    KeepingDevice device(card_with_l2_of(std::uint64_t{3} << 20, "random"));
    SharedWork shared;
    shared.most_for_a_cache = most_for_a_cache;
    EXPECT_TRUE(find_probe("latency")->run(device, {}, {.shared = &shared}).has_value());
    const auto& known = shared.of<structure::KnownSurveys>();
    const structure::Survey* survey = known.find({.space = MemorySpace::global_cg}, 8);
    if (survey == nullptr) survey = known.find({.space = MemorySpace::global_cg}, 1);
    return survey == nullptr ? structure::Boundary{} : survey->boundaries.front();
  };
  const structure::Boundary hurried = boundary_of(1000), thorough = boundary_of(~std::uint64_t{0});
  EXPECT_TRUE(structure::is_narrow(hurried));
  EXPECT_EQ(hurried.fits, thorough.fits);
  EXPECT_EQ(hurried.misses_from, thorough.misses_from);
}

constexpr std::uint64_t kMiB = 1 << 20;

/// An L2 of two halves as an SM of an H100 sees it. The SM's own half holds up to `half` bytes. Lines beyond that come from near
/// memory at once, or for far memory from the other half until both halves are full. `whole`: the bytes that both halves hold.
/// `first_is_nearest`: no line is faster than the first, so that all others seem slow at first.
class TwoHalves final : public Device {
 public:
  TwoHalves(std::uint64_t half, std::uint64_t whole, bool first_is_nearest)
      : half_(half), whole_(whole), first_is_nearest_(first_is_nearest) {
    description_.name = "Two halves";
    description_.origin = Origin::hardware;
    description_.calls = {"chase"};
    description_.spaces = {MemorySpace::global_cg};
    description_.keeps_state = {"l2", "tlb"};
    description_.properties.l2_bytes = whole;
    description_.properties.memory_bytes = std::uint64_t{4} << 30;
  }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    if (auto error = check(request, description_)) return *error;
    constexpr std::uint64_t kLine = 128;
    const AccessOrder order(request.pattern, 0);
    std::set<std::uint64_t> lines;
    const std::uint64_t period = accesses_per_pass(request.pattern);
    for (std::uint64_t i = 0; i < period; ++i) lines.insert(order.offset(i) / kLine);
    const double bytes = static_cast<double>(lines.size() * kLine);
    const double lost = bytes / static_cast<double>(half_) - 1, gone = bytes / static_cast<double>(whole_) - 1;
    std::vector<float> cycles;
    for (std::uint64_t i = request.warmup; i < request.warmup + request.accesses; ++i) {
      const std::uint64_t hash = mixed_seed(7, order.offset(i) / kLine);
      const bool is_nearest = first_is_nearest_ && order.offset(i) < kLine;
      const double place = static_cast<double>(hash % 1000) / 1000;
      const double jitter = is_nearest ? 0 : static_cast<double>(hash / 1000 % 40);
      const bool is_near = mixed_seed(3, order.offset(i) / 4096) % 100 < 44;
      double latency = 260 + jitter;
      if (place < 4 * lost) latency = (is_near ? 540 : place < 4 * gone ? 740 : 440) + 1.5 * jitter;
      cycles.push_back(static_cast<float>(latency));
    }
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    return result;
  }

 private:
  std::uint64_t half_, whole_;
  bool first_is_nearest_;
  Description description_;
};

// The doubling of footprints stops at 4 MiB. That is no end of this L2, whatever it holds.
TEST(NarrowBoundaries, AreThoseOfTheNearHalfAndNotWhereTheDoublingStopped) {
  for (const auto& [half, whole] : {std::pair{5 * kMiB / 2, 5 * kMiB}, {3 * kMiB, 6 * kMiB}})
    for (const bool hurried : {true, false}) {
      TwoHalves device(half, whole, hurried);  // the nearest line makes no difference here
      SharedWork shared;
      if (hurried) shared.most_for_a_cache = 1000;
      const auto report = find_probe("capacity")->run(device, {}, {.shared = &shared});
      ASSERT_TRUE(report.has_value());
      const Finding* contiguous = contiguous_of(report->findings);
      ASSERT_NE(contiguous, nullptr);
      ASSERT_EQ(contiguous->status, FindingStatus::measured) << contiguous->reason;
      EXPECT_LE(*contiguous->low, half) << contiguous->reason;
      EXPECT_GE(*contiguous->high, half);
      EXPECT_LE(*contiguous->high - *contiguous->low, half / 8);
      std::vector<Finding> findings = report->findings;
      Finding told;
      told.subject = "l2";
      told.quantity = "capacity_bytes";
      told.status = FindingStatus::reported;
      told.value = whole;
      findings.push_back(told);
      EXPECT_EQ(size_checks(device.description(), findings, report->runs).front().value, "agrees") << hurried;
    }
}

// The probe can tell how many lines stay, although it can't tell which ones.
TEST(NarrowBoundaries, TellHowMuchIsHeldWithItsInterval) {
  constexpr std::uint64_t kBytes = std::uint64_t{7} << 21;
  KeepingDevice device(card_with_l2_of(kBytes, "random"));
  const auto report = find_probe("capacity")->run(device, {}, {});
  ASSERT_TRUE(report.has_value());
  const Finding* finding = contiguous_of(report->findings);
  ASSERT_NE(finding, nullptr);
  ASSERT_EQ(finding->status, FindingStatus::measured) << finding->reason;
  EXPECT_LE(finding->value.get<std::uint64_t>(), kBytes);
  EXPECT_EQ(*finding->low, finding->value.get<double>());
  EXPECT_GT(*finding->high, kBytes);
  EXPECT_FALSE(finding->evidence.empty());
}

}  // namespace
}  // namespace chasescope
