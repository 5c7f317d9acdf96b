// The policy of an H100's L1, found from chases that were recorded on an H100.
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "engine/inference/replacement/plain_policies.h"
#include "engine/inference/replacement/replacement.h"

namespace chasescope::inference {
namespace {

std::vector<std::vector<SetAccess>> recorded() {
  std::ifstream file(CHASESCOPE_SOURCE_DIR "/tests/recordings/h100-l1-set.txt");
  std::vector<std::vector<SetAccess>> chases;
  for (std::string line; std::getline(file, line);) {
    std::vector<SetAccess>& chase = chases.emplace_back();
    for (const char letter : line) {
      if (letter == '*')
        chase.back().miss = true;
      else if (letter >= 'a' && letter <= 'z')
        chase.push_back({static_cast<std::uint32_t>(letter - 'a'), false, true, true});
    }
  }
  return chases;
}

std::size_t wrong(const std::vector<std::vector<SetAccess>>& chases, const std::function<std::vector<bool>(const std::vector<SetAccess>&)>& predict) {
  std::size_t count = 0;
  for (const auto& chase : chases) {
    const std::vector<bool> predicted = predict(chase);
    for (std::size_t i = 0; i < chase.size(); ++i) count += predicted[i] != chase[i].miss ? 1 : 0;
  }
  return count;
}

TEST(BeneathHits, EveryAccessOfARecordedSetComesAsPredicted) {
  const auto chases = recorded();
  ASSERT_EQ(chases.size(), 900U);
  for (std::uint32_t hits : {1U, 3U}) EXPECT_GT(wrong(chases, [&](const auto& chase) { return misses_beneath_hits(chase, 4, hits); }), 1000U) << hits;
  EXPECT_EQ(wrong(chases, [](const auto& chase) { return misses_beneath_hits(chase, 4, 2); }), 0U);
  for (const char* named : {"lru", "fifo", "plru"})
    EXPECT_GT(wrong(chases, [&](const auto& chase) { return predicted_misses(named, false, chase, 4); }), 1000U) << named;
}

TEST(BeneathHits, ItIsToldAsOtherWithWhatItDoes) {
  auto chases = recorded();
  chases.resize(12);
  const Replacement found = policy_from_empty_set(chases, 4, false);
  EXPECT_EQ(found.policy, "other");
  EXPECT_THAT(found.behaviour, testing::HasSubstr("beneath the lines of the last 2 hits"));
  EXPECT_EQ(found.excluded.size(), 4U);
  // If no policy of this kind explains one of the accesses, no policy is named.
  chases.front()[10].miss = !chases.front()[10].miss;
  EXPECT_EQ(policy_from_empty_set(chases, 4, false).policy, "");
}

TEST(BeneathHits, NoHitsAreLru) {
  for (const auto& chase : recorded()) EXPECT_EQ(misses_beneath_hits(chase, 4, 0), predicted_misses("lru", false, chase, 4));
}

}  // namespace
}  // namespace chasescope::inference
