// The line that each policy evicts from a full set, and files that the builder wrote.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "engine/build/built_card.h"
#include "engine/build/built_file.h"
#include "engine/build/likes.h"
#include "engine/build/next_to_go.h"
#include "engine/build/policy_choice.h"
#include "engine/device/software/software_device.h"

namespace chasescope::build {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;

model::CacheSpec cacheWith(const std::string& kind, std::uint32_t ways = 4) {
  model::CacheSpec spec = first_cache().cache;
  spec.ways.assign(8, ways);
  spec.policy = policy_for(kind, spec.ways);
  return spec;
}

TEST(NextToGo, is_what_each_policy_is_known_for) {
  EXPECT_THAT(next_to_go(cacheWith("lru")).goes, ElementsAre(0, 1, 0, 0)) << "line 1 was used again";
  EXPECT_THAT(next_to_go(cacheWith("fifo")).goes, ElementsAre(1, 0, 0, 0)) << "whoever came first";
  EXPECT_THAT(next_to_go(cacheWith("plru")).goes, ElementsAre(0, 0, 1, 0)) << "the tree points away from lines 1 and 2";
  EXPECT_EQ(next_to_go(cacheWith("nmru")).goes.front(), 0) << "any but the one used last";
  EXPECT_THAT(next_to_go(cacheWith("random")).goes, Each(Gt(0.1)));
  const auto hot = next_to_go(cacheWith("weighted_way")).goes;
  EXPECT_NEAR(hot[1], 0.5, 0.1) << "the hot way of figure 8";
}

TEST(NextToGo, can_be_told_of_every_policy_there_is) {
  for (const PolicyChoice& choice : policy_choices()) {
    BuiltCache built = first_cache();
    built.cache = cacheWith(choice.kind);
    ASSERT_TRUE(build_card(built).card) << choice.kind;
    const auto goes = next_to_go(built.cache).goes;
    EXPECT_NEAR(std::accumulate(goes.begin(), goes.end(), 0.0), 1, 1e-9) << choice.kind;
  }
}

TEST(NextToGo, is_not_tried_where_nobody_could_look_at_it) {
  EXPECT_THAT(next_to_go(cacheWith("lru", kMostTriedWays + 1)).goes, IsEmpty());
  EXPECT_THAT(next_to_go(cacheWith("lru", 1)).goes, ElementsAre(1));
  model::CacheSpec none = cacheWith("lru");
  none.ways.clear();
  EXPECT_THAT(next_to_go(none).goes, IsEmpty());
}

class BuiltFile : public testing::Test {
 protected:
  BuiltFile() {
    path_ = std::filesystem::path(testing::TempDir()) /
            (std::string("built-") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".json");
  }
  ~BuiltFile() override { std::filesystem::remove(path_); }
  void write(const std::string& text) const { std::ofstream(path_) << text; }
  std::filesystem::path path_;
};

TEST_F(BuiltFile, comes_back_as_it_was_saved) {
  BuiltCache built = first_cache();
  built.name = "Built in class";
  built.like = "GeForce GTX 560 Ti, L1 data";
  built.tlb = first_tlb();
  built.tlb->spec.ways = {6, 4, 4, 4};
  built.tlb->spec.policy = policy_for("fifo", built.tlb->spec.ways);
  built.behind = first_level(built);
  built.behind->spec.policy = policy_for("random", built.behind->spec.ways);
  const Build saved = build_card(built);
  ASSERT_TRUE(saved.card) << saved.faults.front().sentence;
  write(saved.file);
  const auto again = read_built(path_.string());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, built);
  EXPECT_EQ(build_card(*again).file, saved.file);
}

TEST_F(BuiltFile, of_another_kind_is_refused_in_one_sentence) {
  const std::string text = build_card(first_cache()).file;
  for (std::size_t length = 0; length + 2 < text.size(); length += 97) {
    write(text.substr(0, length));
    const auto read = read_built(path_.string());
    ASSERT_FALSE(read) << length;
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos) << read.error().message;
  }
  std::string other = text;
  other.replace(other.find("\"sm_count\": 1"), 13, "\"sm_count\": 2");  // the builder has no control for the number of SMs
  write(other);
  EXPECT_THAT(read_built(path_.string()).error().message, HasSubstr("was not built here"));
}

}  // namespace
}  // namespace chasescope::build
