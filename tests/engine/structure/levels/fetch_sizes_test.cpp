// The bytes that a miss of the last cache brings, on devices whose memory is never untouched, because it was written when the array
// was made.
#include "engine/structure/levels/fetch_sizes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <list>
#include <unordered_map>

#include "engine/device/validate.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

/// A card with one cache (global.cg) that keeps its lines between chases. Before each chase its array is written in the order of
/// its addresses.
class WrittenCard final : public Device {
 public:
  WrittenCard(std::uint64_t cache_bytes, std::uint64_t fetch_bytes) : fetch_(fetch_bytes), most_(cache_bytes / fetch_bytes) {
    description_.name = "A card whose memory was written";
    description_.calls = {"chase"};
    description_.spaces = {MemorySpace::global_cg};
    description_.keeps_state = {"l2"};
    description_.properties.l2_bytes = cache_bytes;
    description_.properties.max_footprint_bytes = std::uint64_t{32} << 20;
  }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    if (auto error = check(request, description_)) return *error;
    const AccessOrder order(request.pattern, 0);
    write(request.pattern);
    std::vector<float> cycles;
    for (std::uint64_t i = 0; i < request.warmup + request.accesses; ++i) {
      const std::uint64_t offset = order.offset(i);
      const bool hit = touch(offset / fetch_);
      // Blocks of memory are near or far in turn.
      if (i >= request.warmup) cycles.push_back(hit ? 280.0F : offset / 4096 % 2 == 0 ? 540.0F : 720.0F);
    }
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    result.sm = 0;
    return result;
  }

 private:
  void write(const Pattern& pattern) {
    if (const auto* listed = std::get_if<OffsetsPattern>(&pattern)) {
      std::vector<std::uint64_t> offsets = listed->offsets;
      std::sort(offsets.begin(), offsets.end());
      for (const std::uint64_t offset : offsets) touch(offset / fetch_);
      return;
    }
    const auto* uniform = std::get_if<UniformPattern>(&pattern);
    const std::uint64_t bytes = uniform ? uniform->bytes : std::get<ShuffledPattern>(pattern).bytes;
    for (std::uint64_t at = 0; at < bytes; at += fetch_) touch(at / fetch_);
  }

  bool touch(std::uint64_t block) {
    const auto found = where_.find(block);
    const bool hit = found != where_.end();
    if (hit) order_.erase(found->second);
    order_.push_front(block);
    where_[block] = order_.begin();
    if (order_.size() > most_) {
      where_.erase(order_.back());
      order_.pop_back();
    }
    return hit;
  }

  std::uint64_t fetch_, most_;
  std::list<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> where_;
  Description description_;
};

TEST(RefetchedLines, TellWhatAMissBringsWhereMemoryIsNeverUntouched) {
  for (const std::uint64_t fetch : {32, 64, 256}) {
    WrittenCard card(1 << 20, fetch);
    const auto report = find_probe("line")->run(card, {}, {});
    ASSERT_TRUE(report) << report.error().message;
    const auto found = std::find_if(report->findings.begin(), report->findings.end(),
                                    [](const Finding& one) { return one.subject == "l2" && one.quantity == "fetch_bytes"; });
    ASSERT_NE(found, report->findings.end());
    ASSERT_EQ(found->status, FindingStatus::measured) << found->reason;
    EXPECT_EQ(found->value, fetch);
    EXPECT_THAT(found->method, HasSubstr("this cache no longer holds"));
    ASSERT_EQ(found->evidence.size(), 1U);
    const auto run =
        std::find_if(report->runs.begin(), report->runs.end(), [&](const RunPtr& one) { return one->id == found->evidence[0]; });
    ASSERT_NE(run, report->runs.end());
    EXPECT_EQ((*run)->chase()->request.warmup, 0U);
  }
}

TEST(RefetchedLines, AreNotLookedForOnDevicesThatBeginCold) {
  json card = card_around({{"l2", lru(128, 64, 64, 8, {{"kind", "modulo"}})}},
                          {{"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 280}, {"dram", 700}}}}}});
  card.erase("tlbs");
  const auto read = load_card(card.dump(), "card.json");
  ASSERT_TRUE(read) << read.error().message;
  const auto device = open_software_device(*read, {});
  ASSERT_TRUE(device);
  const structure::Survey survey = survey_of(**device, MemorySpace::global_cg, 2);
  EXPECT_FALSE(survey.refetched);
  ASSERT_TRUE(survey.fetch_bytes.at(0));
  EXPECT_EQ(*survey.fetch_bytes[0], 64U);
}

}  // namespace
}  // namespace chasescope
