// Caches of other organisations, and interactions between caches, compared with naive versions that were written from the
// definitions. The naive versions use lists and maps, and handle one access after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/hierarchy.h"
#include "tests/engine/model/naive_cache.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::model::tests {
namespace {

constexpr std::uint64_t kLineBytes = 32;

/// A card with these caches and no other parts.
Card card_of(const std::vector<CacheSpec>& caches) {
  Card card;
  PathSpec& path = card.paths["global.ca"];
  for (std::size_t i = 0; i < caches.size(); ++i) {
    const std::string name = "l" + std::to_string(i + 1);
    card.caches[name].cache = caches[i];
    path.data.push_back(name);
    path.latency[name] = 10.0 * static_cast<double>(i + 1);
  }
  path.latency["dram"] = 500;
  return card;
}

std::vector<std::uint8_t> outcomes_of(Hierarchy& hierarchy, const std::vector<std::uint64_t>& trace) {
  std::vector<std::uint8_t> outcomes(trace.size());
  hierarchy.run(trace, outcomes);
  return outcomes;
}

/// Sets of lines under LRU, with the most recently used line in front.
class NaiveLru {
 public:
  explicit NaiveLru(CacheSpec spec) : spec_(std::move(spec)) {}
  bool holds(std::uint64_t line) {
    const auto& set = set_of(line);
    return std::find(set.begin(), set.end(), line) != set.end();
  }
  bool remove(std::uint64_t line) { return std::erase(set_of(line), line) > 0; }
  /// Makes a line the most recently used one, and brings it in if it is missing. Returns the evicted line, if any.
  std::optional<std::uint64_t> use(std::uint64_t line) {
    auto& set = set_of(line);
    std::erase(set, line);
    set.push_front(line);
    if (set.size() <= spec_.ways[naive_set(spec_, line * kLineBytes)]) return std::nullopt;
    const std::uint64_t evicted = set.back();
    set.pop_back();
    return evicted;
  }

 private:
  std::list<std::uint64_t>& set_of(std::uint64_t line) { return sets_[naive_set(spec_, line * kLineBytes)]; }
  CacheSpec spec_;
  std::map<std::uint32_t, std::list<std::uint64_t>> sets_;
};

CacheSpec hashed(std::uint32_t ways) {
  CacheSpec spec = simple_cache(kLineBytes, 8, ways);
  spec.index.kind = IndexSpec::Kind::xor_;
  spec.index.bit_groups = {{5, 8, 11, 14, 17}, {6, 9, 12, 15, 18}, {7, 10, 13, 16, 19}};
  return spec;
}

TEST(DataStore, HoldsFewerLinesThanThereAreTags) {
  Random random(373);
  for (int round = 0; round < 60; ++round) {
    CacheSpec spec = hashed(static_cast<std::uint32_t>(1 + random.below(6)));
    const std::uint64_t places = 1 + random.below(spec.entries());
    if (places < spec.entries()) spec.store_lines = places;
    Cache cache(spec, 1);
    NaiveLru tags(spec);
    std::map<std::uint64_t, std::uint64_t> line_in;  // the line in each place of the store
    std::uint64_t turn = 0;
    for (const std::uint64_t address : random_trace(random, kLineBytes * 100, 3000)) {
      const std::uint64_t line = address / kLineBytes;
      const bool held = tags.holds(line);
      const auto evicted = tags.use(line);
      std::optional<std::uint64_t> gone = evicted;
      if (!held && spec.store_lines) {
        if (evicted) {  // the new line takes the place of the evicted one
          for (auto& [place, has] : line_in)
            if (has == *evicted) has = line;
        } else {
          if (line_in.contains(turn)) {
            gone = line_in[turn];
            tags.remove(*gone);
          }
          line_in[turn] = line;
          turn = (turn + 1) % places;
        }
      }
      const Cache::Touch touch = cache.touch(address);
      ASSERT_EQ(touch.hit, held);
      ASSERT_EQ(touch.evicted, gone ? std::optional(*gone * kLineBytes) : std::nullopt);
      ASSERT_LE(line_in.size(), places);
    }
  }
}

TEST(DataStore, WorksWithEveryPolicyThatLetsLinesLeave) {
  Random random(7);
  for (const char* const policy : {"lru", "plru", "nmru", "random", "nru", "mru", "clock", "srrip_hp", "srrip_fp", "bip"}) {
    CacheSpec spec = hashed(4);
    spec.policy.kind = policy;
    spec.store_lines = 20;
    Cache cache(spec, 1);
    const Cache::State empty = cache.save();
    std::vector<bool> first, again;
    const std::vector<std::uint64_t> trace = random_trace(random, kLineBytes * 40, 2000);
    for (const std::uint64_t address : trace) first.push_back(cache.touch(address).hit);
    std::size_t held = 0;
    for (std::uint32_t set = 0; set < 8; ++set)
      for (const auto& unit : cache.contents(set)) held += unit ? 1 : 0;
    EXPECT_EQ(held, 20U) << policy;
    cache.restore(empty);
    for (const std::uint64_t address : trace) again.push_back(cache.touch(address).hit);
    EXPECT_EQ(first, again) << policy;
  }
}

// A line has one place in each way. The naive version records the place of each line and the times of its fill and last use.
TEST(SkewedCache, EachWayHasItsOwnFunction) {
  Random random(1993);
  for (int round = 0; round < 80; ++round) {
    const char* const policy = std::vector<const char*>{"lru", "fifo", "random", "nru"}[random.below(4)];
    const auto ways = static_cast<std::uint32_t>(2 + random.below(4));
    CacheSpec spec = simple_cache(kLineBytes, 8, ways, policy);
    spec.index.kind = IndexSpec::Kind::skewed;
    for (unsigned way = 0; way < ways; ++way) {
      IndexSpec function;
      function.kind = IndexSpec::Kind::xor_;
      function.bit_groups = {{5, 8 + way}, {6, 9 + way}, {7, 10 + (way + 1) % 3}};
      spec.index.parts.push_back(function);
    }
    const auto row = [&](std::uint64_t line, std::uint32_t way) {
      CacheSpec one = spec;
      one.index = spec.index.parts[way];
      return naive_set(one, line * kLineBytes);
    };
    struct Held {
      std::uint64_t line = 0, used = 0, filled = 0;
      bool marked = false;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Held> places;  // by way and row of the way
    const std::uint64_t seed = random.next();
    Cache cache(spec, seed);
    Random draws(seed);
    std::uint64_t now = 0;
    for (const std::uint64_t address : random_trace(random, kLineBytes * 8 * ways * 2, 2000)) {
      const std::uint64_t line = address / kLineBytes;
      ++now;
      std::vector<std::pair<std::uint32_t, std::uint32_t>> candidates;
      for (std::uint32_t way = 0; way < ways; ++way) candidates.emplace_back(way, row(line, way));
      const auto here = std::find_if(candidates.begin(), candidates.end(),
                                     [&](const auto& place) { return places.contains(place) && places[place].line == line; });
      const Cache::Touch touch = cache.touch(address);
      ASSERT_EQ(touch.hit, here != candidates.end()) << policy;
      if (here != candidates.end()) {
        places[*here].used = now;
        places[*here].marked = true;
        continue;
      }
      const auto empty =
          std::find_if(candidates.begin(), candidates.end(), [&](const auto& place) { return !places.contains(place); });
      auto chosen = empty;
      if (empty == candidates.end()) {
        const std::string kind = policy;
        if (kind == "random") {
          chosen = candidates.begin() + static_cast<std::ptrdiff_t>(draws.below(ways));
        } else if (kind == "nru") {
          const auto unmarked = [&](const auto& place) { return !places[place].marked; };
          if (std::none_of(candidates.begin(), candidates.end(), unmarked))
            for (const auto& place : candidates) places[place].marked = false;
          chosen = std::find_if(candidates.begin(), candidates.end(), unmarked);
        } else {
          chosen = std::min_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
            return kind == "lru" ? places[a].used < places[b].used : places[a].filled < places[b].filled;
          });
        }
        ASSERT_EQ(touch.evicted, places[*chosen].line * kLineBytes) << policy;
      }
      ASSERT_EQ(touch.way, chosen->first) << policy;
      places[*chosen] = {line, now, now, true};
    }
  }
}

TEST(SlicedCache, SetsAreThoseOfTheSliceAndSlicesAnswerSoonerOrLater) {
  CacheSpec spec = simple_cache(kLineBytes, 12, 2);
  spec.index.kind = IndexSpec::Kind::sliced;
  spec.index.slices = 3;
  spec.index.parts.resize(2);
  spec.index.parts[0].granule_bytes = 64;  // the slice is the number of the 64-byte granule modulo three
  spec.index.parts[1].kind = IndexSpec::Kind::xor_;
  spec.index.parts[1].bit_groups = {{5, 9}, {6, 10}};
  Card card = card_of({simple_cache(kLineBytes, 2, 1), spec, simple_cache(kLineBytes, 64, 4)});
  card.caches["l2"].slice_cycles = {0, 7, 20};
  Hierarchy hierarchy(card, "global.ca", {}, 1), stepped(card, "global.ca", {}, 1);
  NaiveLru l1(card.caches["l1"].cache), l2(spec), l3(card.caches["l3"].cache);
  Random random(6);
  const std::vector<std::uint64_t> trace = random_trace(random, kLineBytes * 200, 5000);
  const std::vector<std::uint8_t> outcomes = outcomes_of(hierarchy, trace);
  std::vector<Hierarchy::Visit> visits;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const std::uint64_t line = trace[i] / kLineBytes, slice = trace[i] / 64 % 3;
    const double late = std::vector<double>{0, 7, 20}[slice];
    double cycles = 10;
    std::string name = "l1";
    if (!l1.holds(line)) {
      cycles = l2.holds(line) ? 20 + late : l3.holds(line) ? 30 + late : 500 + late;
      name = (l2.holds(line) ? "l2" : l3.holds(line) ? "l3" : "dram") + std::string("_slice") + std::to_string(slice);
      if (!l2.holds(line)) l3.use(line);
      l2.use(line);
    }
    l1.use(line);
    ASSERT_EQ(hierarchy.latencies().cycles()[outcomes[i]], static_cast<float>(cycles)) << i;
    ASSERT_EQ(hierarchy.latencies().names()[outcomes[i]], name) << i;
    ASSERT_EQ(stepped.step(trace[i], visits), outcomes[i]) << i;
  }
}

TEST(ExclusiveCache, LinesMoveUpAndDown) {
  Random random(1990);
  for (int round = 0; round < 40; ++round) {
    // The exclusive cache is a victim cache of one set, or a level of several sets with an index of its own.
    CacheSpec front = simple_cache(kLineBytes, 4, static_cast<std::uint32_t>(1 + random.below(3)));
    CacheSpec behind =
        random.below(2) == 0 ? simple_cache(kLineBytes, 1, static_cast<std::uint32_t>(1 + random.below(6))) : hashed(2);
    behind.exclusive = true;
    const CacheSpec last = simple_cache(kLineBytes, 32, 2);
    const Card card = card_of({front, behind, last});
    Hierarchy hierarchy(card, "global.ca", {}, 1), stepped(card, "global.ca", {}, 1);
    EXPECT_FALSE(hierarchy.is_told_in_full());
    std::vector<Hierarchy::Visit> visits;
    NaiveLru l1(front), l2(behind), l3(last);
    const std::vector<std::uint64_t> trace = random_trace(random, kLineBytes * 60, 3000);
    const std::vector<std::uint8_t> outcomes = outcomes_of(hierarchy, trace);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const std::uint64_t line = trace[i] / kLineBytes;
      unsigned answered = 0;
      if (!l1.holds(line)) {
        answered = l2.remove(line) ? 1 : l3.holds(line) ? 2 : 3;
        if (answered > 1) l3.use(line);
      }
      if (const auto evicted = l1.use(line)) l2.use(*evicted);
      ASSERT_EQ(stepped.step(trace[i], visits), answered) << "round " << round << " access " << i;
      ASSERT_TRUE(visits.empty());
      ASSERT_EQ(outcomes[i], answered) << "round " << round << " access " << i;
    }
  }
}

TEST(ExclusiveCache, HoldsTogetherWithTheOneBeforeIt) {
  CacheSpec victim = simple_cache(kLineBytes, 1, 4);
  victim.exclusive = true;
  const Card card = card_of({simple_cache(kLineBytes, 4, 2), victim});
  std::vector<std::uint64_t> trace;
  for (int pass = 0; pass < 3; ++pass)
    for (std::uint64_t line = 0; line < 12; ++line) trace.push_back(line * kLineBytes);
  Hierarchy hierarchy(card, "global.ca", {}, 1);
  const std::vector<std::uint8_t> outcomes = outcomes_of(hierarchy, trace);
  EXPECT_TRUE(std::all_of(outcomes.begin() + 12, outcomes.end(), [](std::uint8_t outcome) { return outcome < 2; }));
}

// The next line is fetched if it is in the same 4 KiB. All caches behind see the fetch, but no TLB does.
TEST(NextLine, IsFetchedOnAMiss) {
  Random random(1982);
  for (int round = 0; round < 40; ++round) {
    CacheSpec first = simple_cache(kLineBytes, 4, static_cast<std::uint32_t>(1 + random.below(3)));
    CacheSpec second = simple_cache(kLineBytes, 16, 2);
    first.next_line = random.below(2) == 0;
    second.next_line = !first.next_line || random.below(2) == 0;
    Card card = card_of({first, second, simple_cache(kLineBytes, 64, 2)});
    // This policy counts every access, so that a surplus one would be noticed.
    CacheSpec tlb = simple_cache(4096, 1, 2, "srrip_fp");
    card.tlbs["tlb"] = tlb;
    card.paths["global.ca"].translation = {"tlb"};
    card.paths["global.ca"].translation_after = "l1";
    card.paths["global.ca"].translation_penalty["walk"] = 1000;
    Hierarchy hierarchy(card, "global.ca", {}, 1);
    NaiveLru l1(first), l2(second), l3(card.caches["l3"].cache);
    Cache pages(tlb, 1);
    const std::vector<std::uint64_t> trace = random_trace(random, 3 * 4096, 3000);
    const std::vector<std::uint8_t> outcomes = outcomes_of(hierarchy, trace);
    const auto next_of = [](std::uint64_t line) {
      return (line + 1) * kLineBytes % 4096 == 0 ? std::optional<std::uint64_t>() : line + 1;
    };
    const auto ask_l2 = [&](std::uint64_t line) {  // returns the number of the level that answers
      if (l2.holds(line)) return l2.use(line), 1U;
      const unsigned answer = l3.holds(line) ? 2U : 3U;
      l3.use(line);
      l2.use(line);
      if (const auto next = next_of(line); second.next_line && next && !l2.holds(*next)) {
        l2.use(*next);
        l3.use(*next);
      }
      return answer;
    };
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const std::uint64_t line = trace[i] / kLineBytes;
      unsigned answered = 0;
      bool walked = false;
      if (l1.holds(line)) {
        l1.use(line);
      } else {
        l1.use(line);
        walked = !pages.touch(trace[i]).hit;
        answered = ask_l2(line);
        if (const auto next = next_of(line); first.next_line && next && !l1.holds(*next)) {
          l1.use(*next);
          ask_l2(*next);
        }
      }
      ASSERT_EQ(outcomes[i], 2 * answered + (walked ? 1 : 0)) << "round " << round << " access " << i;
    }
  }
}

// Talluri, Hill 1994: one tag for a block of pages, with a valid bit for each page.
TEST(SubBlockedTlb, OneTagCoversSeveralPages) {
  CacheSpec tlb = simple_cache(8 * 4096, 4, 3);
  tlb.sector_bytes = 4096;
  Cache cache(tlb, 1);
  std::map<std::uint64_t, std::list<std::pair<std::uint64_t, std::set<std::uint64_t>>>>
      sets;  // tags with their pages, the most recently used first
  Random random(94);
  for (const std::uint64_t address : random_trace(random, 4096 * 400, 30000)) {
    const std::uint64_t page = address / 4096, tag = page / 8;
    auto& set = sets[tag % 4];
    auto entry = std::find_if(set.begin(), set.end(), [&](const auto& each) { return each.first == tag; });
    if (entry == set.end()) {
      if (set.size() == 3) set.pop_back();
      set.emplace_front(tag, std::set<std::uint64_t>());
    } else {
      set.splice(set.begin(), set, entry);
    }
    const bool known = !set.front().second.insert(page).second;
    ASSERT_EQ(cache.touch(address).hit, known);
  }
}

}  // namespace
}  // namespace chasescope::model::tests
