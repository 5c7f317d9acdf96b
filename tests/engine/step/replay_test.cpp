#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "engine/step/replay.h"
#include "engine/trace/random.h"
#include "tests/engine/step/replaying.h"

namespace chasescope {
namespace {

using step::Event;
using step::Footing;
using step::Look;
using step::Verdict;
using step::Way;
using tests::card;
using tests::kKiB;
using tests::kMiB;
using tests::passes_over;
using tests::Played;
using tests::preset;
using tests::whole;

struct Case {
  const char* id;
  MemorySpace space;
  std::uint64_t bytes, stride, passes, warm;
};

class ReplayOf : public ::testing::TestWithParam<Case> {};

/// For every access of the device's own trace, the replay tells which part answered and whether each part held the line.
TEST_P(ReplayOf, tells_of_every_access_what_the_device_did) {
  const Case& c = GetParam();
  const auto device = preset(c.id, 7);
  for (int before = 0; before < 20; ++before)  // a recording does not contain the number of its request
    static_cast<void>(tests::chase(*device, passes_over(c.space, c.stride * 8, c.stride, 1)));
  const Played run(*device, passes_over(c.space, c.bytes, c.stride, c.passes, c.warm));
  const auto source = whole(step::make_source(run.recording(), {}, {card(c.id), 7}));
  ASSERT_TRUE(source);
  ASSERT_EQ(source->size(), run.request.warmup + run.request.accesses);
  for (std::uint64_t i = 0; i < run.request.accesses; ++i) {
    const std::uint64_t at = source->warmup() + i;
    const std::string& truth = run.served_by(i);
    const bool hit = truth.substr(0, truth.find('+')) == source->parts()[0].name;
    ASSERT_EQ(source->verdict(at, 0) == Verdict::hit, hit) << i;
    if (run.request.accesses > 5000 && i % 7 != 0) continue;  // looking at hundreds of ways takes long
    const Look look = source->look(at, 0);
    ASSERT_EQ(look.answered, truth) << i;
    ASSERT_EQ(source->verdict(at, 0), look.verdict) << i;
    ASSERT_EQ(source->evicts(at, 0), look.evicted.has_value()) << i;
  }
  EXPECT_TRUE(source->trusted());
  EXPECT_NE(source->basis().find("All " + format_count(run.request.accesses) + " recorded latencies agree"), std::string::npos)
      << source->basis();
}

INSTANTIATE_TEST_SUITE_P(Presets, ReplayOf,
                         ::testing::Values(Case{"textbook", MemorySpace::global_ca, 52, 4, 40, 0},             // LRU, three sets
                                           Case{"gtx560ti", MemorySpace::global_ca, 20 * kKiB, 128, 40, 1},    // random replacement
                                           Case{"gtx560ti", MemorySpace::texture, 13 * kKiB, 32, 6, 2},        // wide sets
                                           Case{"gtx560ti", MemorySpace::global_cg, 150 * kMiB, kMiB, 30, 1},  // TLBs overflow
                                           Case{"gtx780", MemorySpace::global_cg, 600 * kMiB, 2 * kMiB, 8,
                                                1},                                                     // page-table windows
                                           Case{"v100", MemorySpace::global_ca, 160 * kKiB, 32, 3, 1},  // sectors
                                           Case{"a100", MemorySpace::global_ca, 300 * kKiB, 32, 2, 1},  // near and far partitions
                                           Case{"h100", MemorySpace::global_ca, 300 * kKiB, 32, 2, 1},  // near and far partitions
                                           Case{"p6000", MemorySpace::global_ca, 64 * kKiB, 64, 4, 1}));

TEST(Replay, backward_and_by_leaps_it_says_what_it_said_forward) {
  const auto device = preset("gtx560ti");
  const Played run(*device, passes_over(MemorySpace::global_ca, 20 * kKiB, 128, 150, 1));
  const auto source = whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 1}));
  std::vector<Look> forward;
  for (std::uint64_t at = 0; at < source->size(); ++at) forward.push_back(source->look(at, 0));
  ASSERT_GT(forward.size(), 3 * 4096U);  // enough for several checkpoints
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t at = random.below(source->size());
    const Look look = source->look(at, 0);
    ASSERT_EQ(look.before, forward[at].before) << at;
    ASSERT_EQ(look.after, forward[at].after) << at;
    ASSERT_EQ(look.evicted, forward[at].evicted) << at;
  }
  for (std::uint64_t at = source->size(); at-- > source->size() - 200;) ASSERT_EQ(source->look(at, 0).before, forward[at].before);
}

TEST(Replay, thins_its_checkpoints_out_and_still_finds_any_state) {
  // With so large an L2, a checkpoint needs much memory. Few fit, and their spacing doubles while the trace grows.
  const auto device = preset("a100");
  ChaseRequest request = passes_over(MemorySpace::global_cg, 4 * kMiB, 32, 1, 1);
  const Played run(*device, request);
  const auto source = whole(step::make_source(run.recording(), {}, {card("a100"), 1}));
  for (const std::uint64_t at :
       {std::uint64_t{0}, std::uint64_t{131071}, std::uint64_t{131073}, std::uint64_t{5}, source->size() - 1}) {
    const Look look = source->look(at, 0);
    EXPECT_EQ(look.verdict, at % 2 == 0 && at < 131072 ? Verdict::miss : look.verdict) << at;  // the first pass is cold
    if (at < source->warmup()) continue;
    EXPECT_EQ(look.answered, run.served_by(at - source->warmup())) << at;
  }
}

/// The order of use, by which the policy decides, must agree with the ways that are shown.
TEST(Replay, the_victim_of_lru_was_used_longest_ago) {
  for (const char* id : {"textbook", "gtx780"}) {
    const auto device = preset(id);
    const bool textbook = std::string(id) == "textbook";
    const Played run(*device, passes_over(textbook ? MemorySpace::global_ca : MemorySpace::texture, textbook ? 60 : 14 * kKiB,
                                          textbook ? 4 : 32, 8, 1));
    const auto source = whole(step::make_source(run.recording(), {}, {card(id), 1}));
    int evictions = 0;
    for (std::uint64_t at = 0; at < source->size(); ++at) {
      const Look look = source->look(at, 0);
      if (!look.evicted) continue;
      ++evictions;
      const auto oldest =
          std::min_element(look.before.begin(), look.before.end(), [](const Way& a, const Way& b) { return a.used < b.used; });
      ASSERT_TRUE(oldest->used) << at;
      ASSERT_EQ(oldest->unit, *look.evicted) << at;
      ASSERT_LE(*oldest->filled, *oldest->used);
    }
    EXPECT_GT(evictions, 10) << id;
  }
}

TEST(Replay, contents_change_only_where_the_access_says_so) {
  const auto device = preset("v100");
  const Played run(*device, passes_over(MemorySpace::global_ca, 160 * kKiB, 32, 1, 1));
  const auto source = whole(step::make_source(run.recording(), {}, {card("v100"), 1}));
  std::map<Verdict, int> seen;
  for (std::uint64_t at = 3000; at < 9000; ++at) {
    const Look look = source->look(at, 0);
    ++seen[look.verdict];
    for (std::size_t way = 0; way < look.before.size(); ++way) {
      if (look.verdict == Verdict::miss && way == *look.way) {
        EXPECT_EQ(look.after[way].unit, look.unit);
        EXPECT_EQ(look.after[way].filled, at);
      } else {
        ASSERT_EQ(look.after[way].unit, look.before[way].unit) << at;
        ASSERT_EQ(look.after[way].state, look.before[way].state) << at;
      }
    }
  }
  EXPECT_GT(seen[Verdict::sector_miss], 100);
  EXPECT_GT(seen[Verdict::miss], 100);
}

TEST(Replay, finds_the_next_and_the_previous_miss_and_eviction) {
  const auto device = preset("textbook");
  const Played run(*device, passes_over(MemorySpace::global_ca, 52, 4, 4, 0));
  const auto source = whole(step::make_source(run.recording(), {}, {card("textbook"), 1}));
  // The first visits of the seven lines miss. The seventh is one too many for set 0. From then on, three accesses of each pass miss
  // (2014 paper §3.2).
  std::vector<std::uint64_t> misses;
  for (auto at = std::optional<std::uint64_t>(0); at; at = source->next(*at, Event::miss, 0)) misses.push_back(*at);
  EXPECT_EQ(misses, (std::vector<std::uint64_t>{0, 2, 4, 6, 8, 10, 12, 13, 19, 25, 26, 32, 38, 39, 45, 51}));
  EXPECT_EQ(source->next(0, Event::eviction, 0), 12U);
  EXPECT_EQ(source->previous(25, Event::eviction, 0), 19U);
  EXPECT_EQ(source->previous(12, Event::eviction, 0), std::nullopt);
  EXPECT_EQ(source->next(51, Event::miss, 0), std::nullopt);
  const Look look = source->look(12, 0);
  EXPECT_EQ(look.evicted, 0U);
  EXPECT_EQ(look.victim_next, 13U);
}

TEST(Replay, another_seed_than_the_devices_is_not_trusted) {
  const auto device = preset("gtx560ti", 3);
  const Played run(*device, passes_over(MemorySpace::global_ca, 20 * kKiB, 128, 60, 400));  // with a long warm-up
  EXPECT_TRUE(whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 3}))->trusted());
  EXPECT_FALSE(whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 4}))->trusted());
  EXPECT_FALSE(whole(step::make_source(run.recording(), {}, {card("gtx780"), 3}))->trusted());
}

TEST(Replay, noise_is_no_disagreement) {
  auto device = *open_preset("gtx560ti", {.seed = 1, .noise = model::kStandardNoise});
  const Played run(*device, passes_over(MemorySpace::global_ca, 20 * kKiB, 128, 60, 1));
  const auto source = whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 1}));
  EXPECT_TRUE(source->trusted());
  for (std::uint64_t i = 0; i < run.request.accesses; ++i)
    ASSERT_EQ(source->look(source->warmup() + i, 0).answered, run.served_by(i)) << i;
}

TEST(Replay, a_shuffled_chase_is_followed_in_its_order) {
  const auto device = preset("gtx560ti");
  ChaseRequest request = passes_over(MemorySpace::global_ca, 20 * kKiB, 128, 20, 1);
  request.pattern = ShuffledPattern{20 * kKiB, 128, 9};
  const Played run(*device, request);
  const auto source = whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 1}));
  ASSERT_TRUE(source);
  for (std::uint64_t i = 0; i < run.request.accesses; ++i)
    ASSERT_EQ(source->look(source->warmup() + i, 0).answered, run.served_by(i)) << i;
}

TEST(MakeSource, says_why_a_run_cannot_be_played) {
  const auto device = preset("textbook");
  Played run(*device, passes_over(MemorySpace::global_ca, 52, 4, 4, 0));
  run.request.warmup = std::uint64_t{1} << 60;
  const auto made = step::make_source(run.recording(), {}, {card("textbook"), 1});
  EXPECT_FALSE(made.source);
  EXPECT_NE(made.why_not.find("67,108,864 accesses"), std::string::npos) << made.why_not;
}

}  // namespace
}  // namespace chasescope
