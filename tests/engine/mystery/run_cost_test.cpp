// The cost of a run, which is told before the run, equals the number of accesses that the card then counts.
#include <gtest/gtest.h>

#include "engine/device/mystery/attempt.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/device/mystery/sealed_device.h"
#include "engine/mystery/run_cost.h"
#include "engine/probe/discovery/registry.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

TEST(RunCost, is_what_the_card_then_takes) {
  const ScratchFolder folder;
  const MysteryFile file{{4711, Level::easy, kGenerator}, 100'000, {}};
  const auto path = folder / "card.mystery";
  ASSERT_EQ(write_mystery(file, path), std::nullopt);
  std::uint64_t before = 0;
  for (const auto& [name, values] : std::vector<std::pair<std::string, ParameterValues>>{
           {"fine-grained", {{"bytes", "4KiB"}, {"stride", "256"}}},
           {"fine-grained", {{"bytes", "4KiB"}, {"stride", "256"}, {"accesses", "64"}}},
           {"miss-pattern", {{"from", "1KiB"}, {"to", "4KiB"}, {"stride", "128"}}}}) {
    SCOPED_TRACE(name);
    const Probe& probe = *find_probe(name);
    std::uint64_t told = 0;
    {
      auto device = open_mystery(path);
      ASSERT_TRUE(device) << device.error().message;
      told = accesses_of_run(probe, values, (*device)->description(), 100'000).value_or(0);
      EXPECT_EQ(*spent_on(file, path), before);  // asking for the cost spends nothing
      ASSERT_TRUE(probe.run(**device, values, {}));
    }
    const std::uint64_t spent = *spent_on(file, path) - before;
    before += spent;
    EXPECT_GT(told, 0U);
    EXPECT_NEAR(static_cast<double>(told), static_cast<double>(spent), 0.02 * static_cast<double>(spent));
  }
}

TEST(RunCost, is_told_as_more_than_there_is_or_not_at_all) {
  const ScratchFolder folder;
  const auto path = folder / "card.mystery";
  ASSERT_EQ(write_mystery({{4711, Level::easy, kGenerator}, 100'000, {}}, path), std::nullopt);
  const auto device = open_mystery(path);
  ASSERT_TRUE(device);
  const Description& told = (*device)->description();
  EXPECT_EQ(accesses_of_run(*find_probe("fine-grained"), {{"bytes", "4KiB"}, {"stride", "256"}}, told, 1000), 1001U);
  EXPECT_EQ(accesses_of_run(*find_probe("facts"), {}, told, 1000), std::nullopt);
  EXPECT_FALSE(is_dear(10, 100));
  EXPECT_TRUE(is_dear(11, 100));
  EXPECT_TRUE(is_dear(1, 0));
}

}  // namespace
}  // namespace chasescope::mystery
