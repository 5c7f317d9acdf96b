// A model's answers to the requests besides the chase, compared with written-down definitions; and side effects that they must not
// have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <stop_token>

#include "engine/model/request_table.h"
#include "engine/model/shared_memory.h"
#include "engine/model/throughput.h"
#include "tests/engine/model/chasing.h"

namespace chasescope::tests {
namespace {

using model::BankAccess;
using model::RequestTableSpec;
using model::SharedMemorySpec;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
T taken(Outcome<T> outcome) {
  if (!outcome) throw std::runtime_error(outcome.error().message);
  return *std::move(outcome);
}

// --- Banks.

// The rows of the banks that the bytes of all lanes lie in, found byte by byte. A bank delivers one row at a time.
double naive_degree(const SharedMemorySpec& memory, const BankAccess& access) {
  const unsigned wide = std::max(access.word_bytes / memory.row_bytes, 1U);
  const unsigned at_once = memory.lanes_at_once / wide;
  std::size_t total = 0;
  for (unsigned begin = 0; begin < 32; begin += at_once) {
    std::map<std::uint64_t, std::set<std::uint64_t>> rows;
    for (unsigned lane = begin; lane < begin + at_once; ++lane)
      for (unsigned byte = 0; byte < access.word_bytes; ++byte) {
        const std::uint64_t word = (lane * access.stride * access.word_bytes + byte) / access.bank_bytes;
        const std::uint64_t row_words = std::uint64_t{memory.banks} * memory.row_bytes / access.bank_bytes;
        rows[word % memory.banks].insert(word / row_words);
      }
    std::size_t most = 0;
    for (const auto& [bank, wanted] : rows) most = std::max(most, wanted.size());
    total += most;
  }
  return static_cast<double>(total) / (32.0 / memory.lanes_at_once);
}

TEST(Banks, AgreeWithADefinitionWrittenDown) {
  for (const std::uint32_t banks : {16U, 32U})
    for (const std::uint32_t row : {4U, 8U})
      for (const std::uint32_t lanes : {16U, 32U})
        for (const std::uint32_t mode : {4U, 8U})
          for (const std::uint32_t word : {4U, 8U, 16U})
            for (std::uint64_t stride = 0; stride <= 70; ++stride) {
              if (mode > row) continue;
              const SharedMemorySpec memory{.banks = banks, .modes = {4, 8}, .row_bytes = row, .lanes_at_once = lanes};
              const BankAccess access{stride, word, mode};
              ASSERT_EQ(conflict_degree(memory, access), naive_degree(memory, access))
                  << banks << " banks, rows of " << row << ", mode " << mode << ", words of " << word << ", stride " << stride;
            }
}

// 2014 paper, §4.1: "the way of bank conflict equals the greatest common divisor of stride and 32".
TEST(Banks, OfFermiConflictByTheGreatestCommonDivisor) {
  const SharedMemorySpec fermi;
  for (std::uint64_t stride = 1; stride <= 64; ++stride)
    EXPECT_EQ(conflict_degree(fermi, {stride, 4, 4}), static_cast<double>(std::gcd(stride, std::uint64_t{32}))) << stride;
  EXPECT_EQ(conflict_degree(fermi, {0, 4, 4}), 1);  // broadcast
}

TEST(Banks, TablesAreReadWithStraightLinesBetween) {
  SharedMemorySpec memory;
  memory.conflict_cycles = {{1, 50}, {2, 88}, {32, 1210}};
  EXPECT_EQ(conflict_cycles(memory, 1), 50);
  EXPECT_EQ(conflict_cycles(memory, 2), 88);
  EXPECT_EQ(conflict_cycles(memory, 1.5), 69);
  EXPECT_DOUBLE_EQ(conflict_cycles(memory, 17), 649);
  EXPECT_EQ(conflict_cycles(memory, 32), 1210);
  EXPECT_DOUBLE_EQ(conflict_cycles(memory, 62), 2332);
  memory.conflict_cycles = {{1, 30}};
  EXPECT_EQ(conflict_cycles(memory, 8), 30);
}

TEST(Banks, AModeThatTheCardHasNotIsUnsupported) {
  const auto answer = preset("gtx560ti")->ask(BankRequest{.stride = 2, .bank_bytes = 8}, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::unsupported);
  EXPECT_THAT(answer.error().message, HasSubstr("always 4 bytes wide"));
}

// --- Outstanding requests.

const RequestTableSpec kMshr{
    .entries = 8, .merges = 4, .max_loads_per_warp = 2, .latency_cycles = 100, .issue_cycles = 1, .units = 1};

TEST(Mshr, CountsEntriesByHand) {
  const auto cycles = [](std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
    return burst_cycles(kMshr, {threads, loads, sharing});
  };
  EXPECT_EQ(cycles(1, 1, 1), 101);  // issued at cycle 1, answered at 101
  EXPECT_EQ(cycles(8, 1, 1), 108);  // eight entries
  EXPECT_EQ(cycles(9, 1, 1), 201);  // the ninth request takes the entry of the first
  EXPECT_EQ(cycles(10, 1, 1), 202);
  EXPECT_EQ(cycles(17, 1, 1), 301);
  EXPECT_EQ(cycles(32, 1, 4), 108);  // four threads share an entry
  EXPECT_EQ(cycles(32, 1, 8), 108);  // eight threads of a block take two entries
  EXPECT_EQ(cycles(4, 2, 4), 102);   // two loads of a warp are under way together
  EXPECT_EQ(cycles(4, 3, 4), 202);   // the third load waits for the first (the scoreboard), and is issued at 102
}

TEST(Prt, CountsInstructionsNotBlocks) {
  const RequestTableSpec prt{.kind = RequestTableSpec::Kind::prt,
                             .entries = 2,
                             .max_loads_per_warp = 4,
                             .latency_cycles = 1000,
                             .issue_cycles = 1,
                             .units = 1};
  EXPECT_EQ(burst_cycles(prt, {64, 1, 1}), 1064);
  EXPECT_EQ(burst_cycles(prt, {64, 1, 32}), 1002);
  EXPECT_EQ(burst_cycles(prt, {66, 1, 1}), 2034);  // the third instruction waits for the first to be complete, at 1032
  RequestTableSpec pooled = prt;
  pooled.max_requests = 40;
  EXPECT_EQ(burst_cycles(pooled, {40, 1, 1}), 1040);
  EXPECT_EQ(burst_cycles(pooled, {41, 1, 1}), 2001);
}

TEST(Burst, MoreWorkNeverTakesLess) {
  auto fermi = preset("m2070");
  auto kepler = preset("k20");
  for (Device* device : {fermi.get(), kepler.get()})
    for (const std::uint64_t sharing : {1U, 2U, 8U, 32U})
      for (std::uint64_t loads = 1; loads <= 3; ++loads) {
        double last = 0;
        for (std::uint64_t threads = 32; threads <= 1024; threads += 32) {
          const double cycles =
              taken(device->ask(OutstandingRequest{.threads = threads, .loads = loads, .sharing = sharing}, {})).cycles[0];
          EXPECT_GE(cycles, last) << threads << " threads, " << loads << " loads, " << sharing;
          last = cycles;
        }
      }
}

// Request study, §3.2: the time rises from 1 to 32 threads, is flat to 96, rises there again, and has the large leap after 128.
TEST(Burst, RisesAndRestsWhereTheStudySawIt) {
  auto device = preset("m2070");
  const auto cycles = [&](std::uint64_t threads) {
    return taken(device->ask(OutstandingRequest{.threads = threads}, {})).cycles[0];
  };
  EXPECT_LT(cycles(2), cycles(32));
  EXPECT_EQ(cycles(32), cycles(96));
  EXPECT_LT(cycles(96), cycles(98));
  EXPECT_GT(cycles(130) - cycles(128), 10 * (cycles(98) - cycles(96)));
}

TEST(Burst, CanBeStoppedAndHasALimit) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(preset("m2070")->ask(OutstandingRequest{.threads = 32, .loads = 4000}, {stop.get_token(), nullptr}).error().code,
            ErrorCode::cancelled);
  EXPECT_THAT(preset("m2070")->ask(OutstandingRequest{.threads = 32, .loads = 5000}, {}).error().message, HasSubstr("4,096"));
}

// --- The others.

TEST(PairedChase, TellsWhoSharesACache) {
  const auto evicted = [](const char* card, MemorySpace a, MemorySpace b, unsigned thread) {
    PairedChaseRequest request{passes_over(a, 12 * kKiB, 32, 1), passes_over(b, 12 * kKiB, 32, 1), thread};
    const auto result = taken(preset(card)->ask(request, {}));
    return std::any_of(result.a.served_by.index.begin(), result.a.served_by.index.end(), [](std::uint8_t i) { return i != 0; });
  };
  EXPECT_TRUE(evicted("k20c", MemorySpace::texture, MemorySpace::readonly, 1));
  EXPECT_FALSE(evicted("k20c", MemorySpace::global_ca, MemorySpace::texture, 1));
  EXPECT_FALSE(evicted("k20c", MemorySpace::texture, MemorySpace::texture, 32));  // another warp, another array
  EXPECT_TRUE(evicted("geforce840m", MemorySpace::texture, MemorySpace::texture, 32));
  EXPECT_FALSE(evicted("geforce840m", MemorySpace::texture, MemorySpace::texture, 64));
}

TEST(PairedChase, ArraysAreSeparateAndAnswersComplete) {
  ChaseRequest one = passes_over(MemorySpace::global_ca, 4 * kKiB, 128, 3, 0);
  one.sm = 2;
  const auto result = taken(preset("gtx560ti")->ask(PairedChaseRequest{one, one, 7}, {}));
  EXPECT_EQ(result.a.cycles.size(), one.accesses);
  EXPECT_EQ(result.b.cycles.size(), one.accesses);
  EXPECT_EQ(result.b.sm, 2U);
  // B did not hit any line that A had brought.
  EXPECT_EQ(tally(result.b.served_by)["l1+l2_tlb"] + tally(result.b.served_by)["l1+l1_tlb"], 2 * 32U);
}

TEST(Copy, GainsNoMoreBeyondTheL2) {
  auto device = preset("m2070");
  const auto gain = [&](std::uint64_t bytes) {
    return *taken(device->ask(CopyRequest{bytes, true}, {})).cycles - *taken(device->ask(CopyRequest{bytes, false}, {})).cycles;
  };
  EXPECT_LT(gain(256 * kKiB), gain(512 * kKiB));
  EXPECT_LT(gain(752 * kKiB), gain(768 * kKiB));
  EXPECT_NEAR(gain(768 * kKiB), gain(4 * kMiB), 1e-6);
}

TEST(Bandwidth, IsWhatTheLevelGivesOrWhatTheThreadsCanHaveUnderWay) {
  auto device = preset("a100");
  const auto read = [&](const char* level, std::uint64_t bytes, std::uint64_t blocks, std::uint64_t threads) {
    return taken(
               device->ask(
                   BandwidthRequest{.level = level, .bytes = bytes, .access_bytes = 16, .blocks = blocks, .threads = threads}, {}))
        .bytes_per_cycle;
  };
  EXPECT_EQ(read("shared", 64 * kKiB, 1, 1024), 128);
  EXPECT_EQ(read("shared", 64 * kKiB, 108, 1024), 128 * 108);
  EXPECT_EQ(read("shared", 64 * kKiB, 500, 1024), 128 * 108);  // no more than the card's 108 SMs count
  EXPECT_DOUBLE_EQ(read("shared", 64 * kKiB, 1, 32), 32.0 * 16 / 28);
  EXPECT_GT(read("l2", 1 * kMiB, 108, 1024), read("dram", 1 * kMiB, 108, 1024));
  const auto copied = taken(device->ask(BandwidthRequest{.level = "dram", .direction = Direction::copy, .bytes = kMiB}, {}));
  EXPECT_GT(copied.bytes_per_second, 1e12);
  EXPECT_THAT(device->ask(BandwidthRequest{.level = "l1", .bytes = 64 * kMiB}, {}).error().message, HasSubstr("do not fit"));
  EXPECT_THAT(device->ask(BandwidthRequest{.level = "l9", .bytes = kMiB}, {}).error().message,
              HasSubstr("it knows those of dram, l1, l2, shared"));
}

TEST(Bandwidth, OfNarrowLoadsIsWhatTheirBytesAllow) {
  auto device = preset("a100");
  const auto read = [&](const char* level, unsigned width, std::uint64_t blocks, std::uint64_t threads) {
    return taken(device->ask(
                     BandwidthRequest{.level = level, .bytes = kMiB, .access_bytes = width, .blocks = blocks, .threads = threads},
                     {}))
        .bytes_per_cycle;
  };
  EXPECT_DOUBLE_EQ(read("l2", 1, 108, 32), 108 * 32.0 / 223) << "a warp's load of bytes brings 32 of them";
  EXPECT_DOUBLE_EQ(read("l2", 2, 108, 32), 2 * read("l2", 1, 108, 32));
  EXPECT_DOUBLE_EQ(read("l2", 4, 108, 32), 4 * read("l2", 1, 108, 32));
  // So many threads that only the level limits loads of 4 bytes; a narrower load of a warp still takes the level a cycle.
  EXPECT_EQ(read("shared", 4, 432, 1024), 128 * 108);
  EXPECT_EQ(read("shared", 2, 432, 1024), 64 * 108);
  EXPECT_EQ(read("shared", 1, 432, 1024), 32 * 108);
}

TEST(Instructions, StepAtTheCaches) {
  auto device = preset("v100");
  const auto cycles = [&](std::uint64_t bytes) {
    return taken(device->ask(InstructionsRequest{.bytes = bytes, .repeats = 3}, {})).cycles_per_instruction;
  };
  EXPECT_EQ(cycles(4 * kKiB), 2);
  EXPECT_EQ(cycles(12 * kKiB), 2);
  EXPECT_EQ(cycles(24 * kKiB), 2 + 30.0 / 8);  // a line holds eight instructions
  EXPECT_EQ(cycles(128 * kKiB), 2 + 30.0 / 8);
  EXPECT_EQ(cycles(512 * kKiB), 2 + 200.0 / 8);
  EXPECT_THAT(device->ask(InstructionsRequest{.bytes = 1001}, {}).error().message, HasSubstr("no whole number"));
}

TEST(Cluster, ReadsItsOwnAndOthersSharedMemory) {
  auto device = preset("h100");
  const auto load = [&](unsigned size, unsigned rank, ClusterOperation operation = ClusterOperation::load) {
    return taken(device->ask(ClusterRequest{size, rank, operation, 2}, {})).cycles;
  };
  EXPECT_THAT(load(1, 0), ElementsAre(26.25F, 26.25F));
  EXPECT_THAT(load(4, 0), ElementsAre(26.25F, 26.25F));
  EXPECT_THAT(load(2, 1), ElementsAre(183.25F, 183.25F));
  EXPECT_THAT(load(3, 2), ElementsAre(201.25F, 201.25F));
  EXPECT_THAT(load(16, 5, ClusterOperation::bulk_copy), ElementsAre(148, 148));
  EXPECT_THAT(device->ask(ClusterRequest{32, 1}, {}).error().message, HasSubstr("largest is 16"));
}

// Request study §5.1: no significant spike for Merger16 and Merger32, "another resource may have been saturated".
TEST(RequestTable, a_load_store_unit_that_takes_eight_threads_at_a_time_flattens_the_spike_of_larger_groups) {
  RequestTableSpec table{.entries = 128, .merges = 8, .max_loads_per_warp = 4, .latency_cycles = 350, .issue_cycles = 2,
                         .warp_cycles = 8, .units = 3};
  const auto largest_step = [&](std::uint64_t loads, std::uint64_t sharing) {
    double most = 0, before = 0;
    for (std::uint64_t threads = 2; threads <= 1024; threads += 2) {
      const double now = model::burst_cycles(table, {threads, loads, sharing});
      if (threads > 2) most = std::max(most, now - before);
      before = now;
    }
    return most;
  };
  // An entry takes eight threads, so that a group of 16 takes two entries.
  EXPECT_GT(largest_step(2, 16), table.latency_cycles / 2);
  table.replay_cycles = 4;
  for (const std::uint64_t sharing : {16, 32})
    for (const std::uint64_t loads : {1, 2, 3, 4}) EXPECT_LT(largest_step(loads, sharing), table.latency_cycles / 8) << sharing;
  EXPECT_GT(largest_step(4, 8), table.latency_cycles / 2);
  EXPECT_GT(largest_step(2, 1), table.latency_cycles / 2);
}

TEST(Requests, AreUnsupportedWhereTheCardHadNoSuchThing) {
  auto device = preset("gtx560ti");
  const auto refused = [](const auto& outcome) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::unsupported);
    EXPECT_THAT(outcome.error().message, HasSubstr("GeForce GTX 560 Ti"));
  };
  refused(device->ask(ClusterRequest{2, 1}, {}));
  refused(device->ask(OutstandingRequest{}, {}));
  refused(device->ask(CopyRequest{kMiB, false}, {}));
  refused(device->ask(BandwidthRequest{.level = "l2", .bytes = kMiB}, {}));
  refused(device->ask(InstructionsRequest{.bytes = kKiB}, {}));
  refused(device->ask(OperationsRequest{}, {}));
  refused(device->ask(ResidencyRequest{}, {}));
}

TEST(Requests, AreNoisyOnANoisyCardAndTheSameForTheSameSeed) {
  const auto device = [](std::uint64_t seed) { return *open_preset("m2070", {seed, model::kStandardNoise}); };
  const OutstandingRequest request{.threads = 64, .repeats = 50};
  const auto first = taken(device(3)->ask(request, {})).cycles;
  EXPECT_EQ(first, taken(device(3)->ask(request, {})).cycles);
  EXPECT_NE(first, taken(device(4)->ask(request, {})).cycles);
  EXPECT_GT(std::set<double>(first.begin(), first.end()).size(), 3U);
  EXPECT_NE(taken(device(3)->ask(BankRequest{.stride = 2, .repeats = 64}, {})).mean_cycles, 88);
}

// Settings change limits and shapes.
TEST(Settings, ShapeSharedMemoryAndTheL1) {
  auto fermi = preset("c2070");
  ChaseRequest request = passes_over(MemorySpace::shared, 32 * kKiB, 4, 1);
  EXPECT_TRUE(fermi->chase(request, {}));
  request.l1_kib = 48;
  EXPECT_THAT(fermi->chase(request, {}).error().message, HasSubstr("16 KiB"));

  auto volta = preset("v100");
  const auto hits_all = [&](std::uint64_t kib, double carveout) {
    ChaseRequest chased = passes_over(MemorySpace::global_ca, kib * kKiB, 128, 2);
    chased.carveout_percent = carveout;
    return tally(chase(*volta, chased).served_by)["l1+l1_tlb"] == chased.accesses;
  };
  EXPECT_TRUE(hits_all(100, 0));
  EXPECT_FALSE(hits_all(100, 50));
  EXPECT_FALSE(hits_all(40, 100));
}

}  // namespace
}  // namespace chasescope::tests
