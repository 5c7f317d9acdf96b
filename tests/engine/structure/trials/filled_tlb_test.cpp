// TLBs that no preset has. One piece of memory at many addresses fills them to the last entry.
#include "engine/structure/trials/filled_tlb.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <iostream>
#include <map>
#include <memory>

#include "engine/trace/random.h"
#include "tests/engine/structure/trials/one_cache.h"

namespace chasescope::structure {
namespace {

using testing::Each;
using testing::HasSubstr;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

json modulo() { return {{"kind", "modulo"}}; }
json lru() { return {{"kind", "lru"}}; }

/// A card with this TLB behind a small one. The pages of the small TLB are no larger.
json card_with_tlb(json tlb) {
  const std::uint64_t page_in_front = std::min(16 * kMiB, tlb["page_bytes"].get<std::uint64_t>());
  return {
      {"schema", "chasescope-model"},
      {"version", 1},
      {"name", "Two TLBs"},
      {"summary", "For a test."},
      {"device", {{"memory_bytes", std::uint64_t{1} << 43}}},
      {"caches",
       {{"l2",
         {{"capacity_bytes", 1 << 20}, {"line_bytes", 4096}, {"sets", 16}, {"ways", 16}, {"index", modulo()}, {"policy", lru()}}}}},
      {"tlbs",
       {{"l1_tlb",
         {{"page_bytes", page_in_front}, {"entries", 16}, {"sets", 1}, {"ways", 16}, {"index", modulo()}, {"policy", lru()}}},
        {"l2_tlb", std::move(tlb)}}},
      {"paths",
       {{"global.cg",
         {{"data", {"l2"}},
          {"backing", "dram"},
          {"translation", {"l1_tlb", "l2_tlb"}},
          {"latency", {{"l2", 268}, {"dram", 768}}},
          {"translation_penalty", {{"l2_tlb", 10}, {"walk", 104}}}}}}}};
}

SetsQuestion question_of(double stray, std::uint64_t fill_passes) {
  SetsQuestion question;
  question.space = MemorySpace::global_cg;
  question.unit = 2 * kMiB;
  question.range = std::uint64_t{1} << 43;
  question.cut = 325;
  question.stray = stray;
  question.same_memory = true;
  question.fill_passes = fill_passes;
  return question;
}

FilledTlb fill(Device& device, double stray = 0) {
  const SetsQuestion question = question_of(stray, 2);
  return fill_tlb(question, asked_of(device));
}

json hashed(const char* policy) {
  json bits = json::array();
  for (unsigned bit = 25; bit < 33; ++bit) bits.push_back({bit, bit + 8});
  return {
      {"page_bytes", 32 * kMiB},     {"entries", 2048}, {"sets", 256}, {"ways", 8}, {"index", {{"kind", "xor"}, {"bits", bits}}},
      {"policy", {{"kind", policy}}}};
}

TEST(FilledTlb, HashedSetsBehindASmallTlbAreTold) {
  for (const char* policy : {"lru", "fifo", "plru", "nmru", "random"}) {
    SCOPED_TRACE(policy);
    const auto device = open_card(card_with_tlb(hashed(policy)));
    const FilledTlb found = fill(*device);
    ASSERT_TRUE(found.index) << found.undecided;
    EXPECT_EQ(found.index->sets(), 256U);
    EXPECT_THAT(found.ways, Each(8U));
    EXPECT_EQ(found.page_bytes, 32 * kMiB);
    EXPECT_EQ(found.entries(), 2048U);
    EXPECT_EQ(found.lru.is_borne_out(), policy == std::string("lru")) << found.lru.agreeing << " of " << found.lru.visits;
    for (unsigned bit = 25; bit < 33; ++bit)
      EXPECT_EQ(found.index->set_of(std::uint64_t{1} << bit), found.index->set_of(std::uint64_t{1} << (bit + 8)));
  }
}

TEST(FilledTlb, AndInNoise) {
  const auto device = open_card(card_with_tlb(hashed("lru")), 4);
  const FilledTlb found = fill(*device, 0.003);
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_EQ(found.index->sets(), 256U);
  EXPECT_THAT(found.ways, Each(8U));
  EXPECT_EQ(found.page_bytes, 32 * kMiB);
}

// Another program may evict pages while one request runs. The TLB then seems full far below its size.
TEST(FilledTlb, is_filled_again_where_something_else_evicted_pages) {
  const auto device = open_card(card_with_tlb(hashed("lru")));
  const AskTrials undisturbed = asked_of(*device);
  const auto after_disturbances = [&](int most) {
    int disturbed = 0;
    const FilledTlb found = fill_tlb(question_of(0, 2), [&](const TrialsRequest& request, const std::string& label) {
      auto result = undisturbed(request, label);
      const bool is_disturbed = disturbed < most && label.starts_with("1,152 pages");
      if (is_disturbed) std::fill(result->bits.begin(), result->bits.end(), std::uint8_t{0xff});
      disturbed += is_disturbed ? 1 : 0;
      return result;
    });
    EXPECT_EQ(disturbed, most);
    return found;
  };
  const FilledTlb once = after_disturbances(1);
  ASSERT_TRUE(once.index) << once.undecided;
  EXPECT_EQ(once.entries(), 2048U);
  ASSERT_TRUE(once.evidence);
  EXPECT_GE(count_of(once.evidence->places), 2048U);  // these are the places of the full TLB, and not of the disturbed filling
  const FilledTlb twice = after_disturbances(2);
  EXPECT_FALSE(twice.index);
  EXPECT_THAT(twice.undecided, HasSubstr("of 20 pages more, only 0 pushed others out"));
}

/// Answers as the device does, but in trials without a fill each visit takes up to `spread` cycles longer: behind a miss, a hit of
/// this TLB may wait.
AskTrials with_slow_hits(const AskTrials& device, float spread) {
  return [&device, spread, random = std::make_shared<Random>(7)](const TrialsRequest& request, const std::string& label) {
    if (request.fill_passes > 0) return device(request, label);
    TrialsRequest timed = request;
    timed.record = TrialRecord::cycles;
    auto result = device(timed, label);
    for (auto& trial : result->cycles)
      for (float& cycles : trial) cycles += spread * static_cast<float>(random->unit());
    if (request.record == TrialRecord::cycles) return result;
    auto bits = device(request, label);
    std::fill(bits->bits.begin(), bits->bits.end(), std::uint8_t{0});
    for (std::size_t trial = 0; trial < result->cycles.size(); ++trial)
      for (std::size_t place = 0; place < result->cycles[trial].size(); ++place)
        if (result->cycles[trial][place] > request.cut_cycles)
          bits->bits[trial * bits->bytes_per_trial + place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
    return bits;
  };
}

TEST(FilledTlb, PagesAreToldThoughHitsBehindMissesStraddleTheCut) {
  const auto device = open_card(card_with_tlb(hashed("lru")));
  const AskTrials undisturbed = asked_of(*device);
  SetsQuestion question = question_of(0, 2);
  question.cut = 300;  // hits take 278 cycles, and up to 318 behind misses; misses 372 or more
  const FilledTlb found = fill_tlb(question, with_slow_hits(undisturbed, 40));
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_EQ(found.page_bytes, 32 * kMiB);
  EXPECT_EQ(found.entries(), 2048U);

  // No gap lies between hits and misses.
  const FilledTlb blurred = fill_tlb(question, with_slow_hits(undisturbed, 300));
  EXPECT_FALSE(blurred.index);
}

TEST(FilledTlb, OneSetAndTwelveAreTold) {
  const auto one = open_card(card_with_tlb(
      {{"page_bytes", 64 * kMiB}, {"entries", 96}, {"sets", 1}, {"ways", 96}, {"index", modulo()}, {"policy", {{"kind", "lru"}}}}));
  const FilledTlb single = fill(*one);
  ASSERT_TRUE(single.index) << single.undecided;
  EXPECT_EQ(single.index->sets(), 1U);
  EXPECT_EQ(single.entries(), 96U);
  EXPECT_EQ(single.page_bytes, 64 * kMiB);

  const auto sets = open_card(card_with_tlb(
      {{"page_bytes", 4 * kMiB}, {"entries", 96}, {"sets", 12}, {"ways", 8}, {"index", modulo()}, {"policy", lru()}}));
  const FilledTlb twelve = fill(*sets);
  ASSERT_TRUE(twelve.index) << twelve.undecided;
  EXPECT_EQ(twelve.index->sets(), 12U);
  EXPECT_THAT(twelve.ways, Each(8U));
  EXPECT_EQ(twelve.page_bytes, 4 * kMiB);
}

TEST(FilledTlb, ThirtyOneSetsOfRandomWaysAreTold) {
  const auto device = open_card(card_with_tlb({{"page_bytes", 16 * kMiB},
                                               {"entries", 372},
                                               {"sets", 31},
                                               {"ways", 12},
                                               {"index", modulo()},
                                               {"policy", {{"kind", "random"}}}}));
  for (const double stray : {0.0, 0.0002}) {
    const FilledTlb found = fill(*device, stray);
    ASSERT_TRUE(found.index) << found.undecided;
    EXPECT_EQ(found.index->sets(), 31U);
    EXPECT_THAT(found.ways, Each(12U));
    EXPECT_FALSE(found.lru.is_borne_out());
  }
}

TEST(FilledTlb, UnequalSetsAreTold) {
  const auto device = open_card(card_with_tlb({{"page_bytes", 32 * kMiB},
                                               {"entries", 65},
                                               {"sets", 7},
                                               {"ways", {17, 8, 8, 8, 8, 8, 8}},
                                               {"index", modulo()},
                                               {"policy", lru()}}));
  const FilledTlb found = fill(*device);
  ASSERT_TRUE(found.index) << found.undecided;
  std::vector<std::uint32_t> ways = found.ways;
  std::sort(ways.begin(), ways.end());
  EXPECT_THAT(ways, testing::ElementsAre(8, 8, 8, 8, 8, 8, 17));
}

/// TLBs as on cards: nothing empties them between trials. In front is a TLB of 16 pages of 16 MiB. Behind it are sets of 8 pages of
/// 32 MiB under LRU. Beside the sets there are some entries for the pages that were evicted last.
class KeptTlbs {
 public:
  using SetOf = std::function<std::uint64_t(std::uint64_t page)>;
  static constexpr std::size_t kInFront = 16;  ///< the number of entries of the TLB in front
  KeptTlbs(SetOf set_of, std::size_t beside, std::size_t ways = 8) : set_of_(std::move(set_of)), beside_(beside), ways_(ways) {}

  std::optional<TrialsResult> answer(const TrialsRequest& request) {
    TrialSheet sheet(request);
    std::vector<std::uint64_t> visited;
    for (std::uint64_t trial = request.first; trial < request.first + request.trials; ++trial)
      for (std::uint64_t pass = 0; pass <= request.fill_passes; ++pass) {
        sheet.visits(trial, pass, visited);
        std::vector<float> cycles;
        for (const std::uint64_t place : visited) cycles.push_back(visit(offset_of(request.places, place)));
        if (pass == request.fill_passes) sheet.add(visited, cycles);
      }
    return sheet.take();
  }

 private:
  using Held = std::vector<std::uint64_t>;  // the most recently used page last

  /// Makes `page` the latest page. \return whether it was held. `out` gets the evicted page.
  static bool hold(Held& held, std::uint64_t page, std::size_t most, std::optional<std::uint64_t>& out) {
    const bool was_held = std::erase(held, page) != 0;
    held.push_back(page);
    if (held.size() <= most) return was_held;
    out = held.front();
    held.erase(held.begin());
    return was_held;
  }

  float visit(std::uint64_t address) {
    std::optional<std::uint64_t> out;
    if (hold(front_, address / (16 * kMiB), kInFront, out)) return 268;
    out.reset();
    const std::uint64_t page = address / (32 * kMiB);
    if (hold(sets_[set_of_(page)], page, ways_, out)) return 278;
    const bool was_beside = std::erase(beside_all_, page) != 0;
    std::optional<std::uint64_t> lost;
    if (out) hold(beside_all_, *out, beside_, lost);
    return was_beside ? 278 : 372;
  }

  SetOf set_of_;
  std::size_t beside_, ways_;
  Held front_, beside_all_;
  std::map<std::uint64_t, Held> sets_;
};

FilledTlb fill(KeptTlbs& tlbs) {
  const SetsQuestion question = question_of(1e-4, 1);
  return fill_tlb(question, [&](const TrialsRequest& request, const std::string&) { return tlbs.answer(request); });
}

std::uint64_t by_xor(std::uint64_t page) { return (page ^ page >> 8 ^ page >> 16) % 256; }

TEST(FilledTlb, ThatKeepsItsPagesAndHoldsSomeBesideItsSetsIsTold) {
  for (const std::size_t beside : {0U, 1U, 2U, 4U}) {
    SCOPED_TRACE(beside);
    KeptTlbs tlbs(by_xor, beside);
    const FilledTlb found = fill(tlbs);
    ASSERT_TRUE(found.index) << found.undecided;
    EXPECT_EQ(found.page_bytes, 32 * kMiB);
    EXPECT_EQ(found.index->sets(), 256U);
    EXPECT_THAT(found.ways, Each(8U));
    EXPECT_TRUE(found.lru.is_borne_out()) << found.lru.agreeing << " of " << found.lru.visits;
    for (std::uint64_t page = 1; page < std::uint64_t{1} << 18; page = 3 * page + 1)
      EXPECT_EQ(found.index->set_of(page * 32 * kMiB) == found.index->set_of(0), by_xor(page) == 0) << page;
  }
}

TEST(FilledTlb, AnIndexThatIsNoXorIsNotTold) {
  // The index contains a product of page bits. Without the bit that it changes, there would seem to be half as many sets of twice
  // the size, and neighbouring pages confirm that.
  KeptTlbs product([](std::uint64_t page) { return by_xor(page) ^ (page >> 12 & page >> 14 & 1); }, 0);
  EXPECT_FALSE(fill(product).index);
  // For an eighth of all addresses the index is another one.
  KeptTlbs rarely([](std::uint64_t page) { return (page >> 12) % 8 == 5 ? by_xor(page + 1) : by_xor(page); }, 0);
  EXPECT_FALSE(fill(rarely).index);
}

/// Set bits, each of which is the XOR of some page bits. One of these page bits is in no other set bit.
std::vector<std::uint64_t> random_rows(Random& random, std::uint64_t bits) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t bit = 0; bit < bits; ++bit)
    rows.push_back(std::uint64_t{1} << bit | (random.below(std::uint64_t{1} << 18) >> bits << bits));
  return rows;
}

TEST(FilledTlb, AnyIsToldRightOrNotAtAll) {
  constexpr int kTlbs = 60;
  // Could_be: TLBs with an index and no entries beside their sets (such entries hide the evictions of a few sets).
  int told = 0, could_be = 0;
  for (std::uint64_t seed = 0; seed < kTlbs; ++seed) {
    Random random(seed);
    const std::size_t ways = 1 + random.below(16), beside = random.below(5);
    const std::uint64_t bits = random.below(9), modulus = 2 + random.below(200), spoilt = random.below(4);
    const bool is_modulo = random.below(4) == 0;
    const auto rows = random_rows(random, bits);
    const auto set_of = [=](std::uint64_t page) -> std::uint64_t {
      if (is_modulo) return page % modulus;
      std::uint64_t set = 0;
      for (std::size_t bit = 0; bit < rows.size(); ++bit)
        set |= static_cast<std::uint64_t>(std::popcount(rows[bit] & page) & 1) << bit;
      // Some have no index that the code knows: the set also depends on a product of page bits.
      return spoilt == 0 && !rows.empty() ? set ^ (page >> 11 & page >> 15 & 1) : set;
    };
    const std::uint64_t sets = is_modulo ? modulus : std::uint64_t{1} << bits;
    if (sets * ways <= KeptTlbs::kInFront) continue;  // the TLB in front hides it, and is seen instead
    KeptTlbs tlbs(set_of, beside, ways);
    const FilledTlb found = fill(tlbs);
    const bool has_index = is_modulo || spoilt != 0 || rows.empty();
    const bool is_plain = has_index && beside == 0;
    could_be += is_plain ? 1 : 0;
    if (!found.index) continue;
    told += is_plain ? 1 : 0;
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << sets << " sets of " << ways
                                    << (is_modulo ? " by a modulus, " : ", ") << beside << " beside");
    EXPECT_TRUE(has_index);
    EXPECT_EQ(found.index->sets(), sets);
    EXPECT_THAT(found.ways, Each(ways));
    EXPECT_EQ(found.page_bytes, 32 * kMiB);
  }
  std::cout << "    " << told << " of " << could_be << " told\n";
  EXPECT_GE(5 * told, 4 * could_be);
}

TEST(FilledTlb, PagesSmallerThanWhatCanBeShownAreNotTold) {
  json small = hashed("lru");
  small["page_bytes"] = 64 << 10;
  small["index"] = modulo();
  const auto device = open_card(card_with_tlb(small));
  const FilledTlb found = fill(*device);
  EXPECT_FALSE(found.index);
  EXPECT_THAT(found.undecided, HasSubstr("no larger than 2 MiB"));
  EXPECT_EQ(found.page_bytes, 0U);
}

}  // namespace
}  // namespace chasescope::structure
