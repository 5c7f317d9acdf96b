// Every access that leaves the window takes longer, whether the TLB hits or not. No model in this repository does so.
#include <gmock/gmock.h>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/reshaping_device.h"

namespace chasescope {
namespace {

constexpr std::uint64_t MiB = 1 << 20;

/// A model whose accesses take longer if they leave the window of the access before.
class WindowedDevice final : public ReshapingDevice {
 public:
  WindowedDevice(const json& card, std::uint64_t window, double cost, bool noise)
      : ReshapingDevice(opened(card, noise)), window_(window), cost_(cost) {}

 private:
  void reshape(const ChaseRequest& request, const AccessOrder& order, std::vector<float>& cycles) override {
    std::uint64_t active = order.offset(0) / window_;
    for (std::uint64_t i = 0; i < request.warmup + request.accesses; ++i) {
      const std::uint64_t now = order.offset(i) / window_;
      if (i >= request.warmup && now != active) cycles[i - request.warmup] += static_cast<float>(cost_);
      active = now;
    }
  }

  std::uint64_t window_;
  double cost_;
};

/// One data cache and one TLB; the page table walk takes 100 cycles.
json card_with_tlb(std::uint64_t page, std::uint64_t entries, std::uint64_t ways) {
  json card =
      card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 128, 512, 16, {{"kind", "modulo"}})}},
                  {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}}});
  card["tlbs"] = {{"t1",
                   {{"page_bytes", page},
                    {"entries", entries},
                    {"ways", ways},
                    {"sets", entries / ways},
                    {"index", {{"kind", "modulo"}}},
                    {"policy", {{"kind", "lru"}}}}}};
  card["paths"]["global.ca"]["translation"] = {"t1"};
  card["paths"]["global.ca"]["translation_penalty"] = {{"walk", 100}};
  return card;
}

const Finding* find(const ProbeReport& report, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::measured) return &finding;
  return nullptr;
}

TEST(SwitchedWindow, IsToldFromATlbOfOneEntryAndTlbsShowWithinIt) {
  for (const bool noise : {false, true}) {
    WindowedDevice device(card_with_tlb(2 * MiB, 16, 16), 512 * MiB, 250, noise);
    const auto report = find_probe("tlb")->run(device, {}, {});
    ASSERT_TRUE(report) << report.error().message;
    const Finding* window = find(*report, "device", "activation_window_bytes");
    ASSERT_NE(window, nullptr) << noise;
    EXPECT_EQ(window->value, 512 * MiB);
    EXPECT_THAT(window->method, testing::HasSubstr("not a TLB of one entry"));
    EXPECT_FALSE(window->evidence.empty());
    const Finding* page = find(*report, "l1_tlb", "page_bytes");
    ASSERT_NE(page, nullptr) << noise;
    EXPECT_EQ(page->value, 2 * MiB);
    EXPECT_EQ(find(*report, "l1_tlb", "entries")->value, 16);
    EXPECT_EQ(find(*report, "l2_tlb", "page_bytes"), nullptr);
  }
}

TEST(SwitchedWindow, IsNotSeenInTlbsOfOneWayOrOfOneEntry) {
  for (const auto& [page, entries] :
       std::vector<std::pair<std::uint64_t, std::uint64_t>>{{64 * MiB, 1}, {2 * MiB, 8}, {65536, 16}}) {
    const auto device = opened(card_with_tlb(page, entries, 1));
    const auto report = find_probe("tlb")->run(*device, {}, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(find(*report, "device", "activation_window_bytes"), nullptr) << page;
    const Finding* found = find(*report, "l1_tlb", "page_bytes");
    if (found != nullptr) {
      EXPECT_EQ(found->value, page);
    }
    EXPECT_TRUE(found != nullptr || entries != 1);
  }
}

}  // namespace
}  // namespace chasescope
