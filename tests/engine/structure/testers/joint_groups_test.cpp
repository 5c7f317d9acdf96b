// Questions about all sets of a cache in one walk, on a card whose levels are close in noise.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "engine/structure/testers/data_tester.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kLine = 64, kSets = 64, kWays = 8;

/// A card of two caches. Its noise hides whether single lines of the second one were evicted.
std::unique_ptr<Device> noisy_card() {
  const json modulo = {{"kind", "modulo"}};
  json card = card_around({{"l1", lru(kLine, kLine, 16, 4, modulo)}, {"l2", lru(kLine, kLine, kSets, kWays, modulo)}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 20}, {"l2", 45}, {"dram", 70}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 90}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 2 << 20}, {"entries", 64}, {"ways", 64}});
  SoftwareOptions options{.seed = 3, .noise = model::kStandardNoise};
  options.noise->jitter_cycles = 8;
  auto device = open_software_device(*load_card(card.dump(), "card"), options);
  if (!device) throw std::runtime_error(device.error().message);
  return *std::move(device);
}

/// Counts the accesses, and refuses chases of more than `most` of them.
class LimitedDevice final : public Device {
 public:
  explicit LimitedDevice(std::unique_ptr<Device> device) : device_(std::move(device)) {}
  std::uint64_t most = ~std::uint64_t{0}, accesses = 0, refused = 0;

  const Description& description() const override { return device_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    const std::uint64_t asked = request.warmup + request.accesses;
    if (asked > most) {
      ++refused;
      return DeviceError{ErrorCode::invalid_request, "A chase of so many accesses is too long."};
    }
    accesses += asked;
    return device_->chase(request, control);
  }

 private:
  std::unique_ptr<Device> device_;
};

/// One group of lines for each set of the second cache. Each second group has a line more than the set has ways.
struct SetsOfLines {
  SetsOfLines() {
    for (std::uint32_t set = 0; set < kSets; ++set)
      for (std::uint64_t i = 0; i < kWays + set % 2; ++i) {
        lines.push_back(set * kLine + i * kSets * kLine);
        set_of.push_back(set);
      }
  }
  structure::Addresses lines;
  std::vector<std::uint32_t> set_of;
};

struct Answers {
  std::vector<bool> overflows, untold;
  std::uint64_t accesses = 0, refused = 0;
};

/// Asks about all sets together. The device refuses walks of more than so many passes over all lines.
Answers ask_together(std::uint64_t most_passes) {
  LimitedDevice device(noisy_card());
  Surveyed on(device, MemorySpace::global_ca, 2);
  if (on.survey.caches() != 2) throw std::runtime_error("The survey did not see both caches.");
  structure::DataTester tester(on.lab, on.survey, 1);
  tester.use_unit(kLine);
  const SetsOfLines sets;
  device.most = most_passes * sets.lines.size();
  device.accesses = 0;
  Answers answers;
  answers.overflows = tester.ask_groups(sets.lines, sets.set_of, kSets, "all sets", nullptr, &answers.untold);
  answers.accesses = device.accesses;
  answers.refused = device.refused;
  return answers;
}

void expect_each_second(const Answers& answers) {
  for (std::uint32_t set = 0; set < kSets; ++set) {
    EXPECT_FALSE(answers.untold[set]) << set;
    EXPECT_EQ(answers.overflows[set], set % 2 == 1) << set;
  }
}

constexpr std::uint64_t kAnyPasses = std::uint64_t{1} << 30;
constexpr std::uint64_t kPassesOfFirst = 60;  // the first walk has fewer, the longest one has more

// Alone, a group needs flush lines of its own, which all groups together do without.
TEST(JointGroups, are_asked_in_more_passes_before_each_is_asked_alone) {
  const Answers together = ask_together(kAnyPasses), apart = ask_together(kPassesOfFirst);
  expect_each_second(together);
  EXPECT_EQ(together.refused, 0U);
  EXPECT_GT(apart.refused, 0U);
  EXPECT_LT(2 * together.accesses, apart.accesses);
}

TEST(JointGroups, are_asked_alone_where_the_device_refuses_longer_walks) {
  const Answers apart = ask_together(kPassesOfFirst);
  EXPECT_GT(apart.refused, 0U);
  expect_each_second(apart);
}

}  // namespace
}  // namespace chasescope
