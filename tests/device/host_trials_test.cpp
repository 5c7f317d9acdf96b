// The host side of trials, on the fake card. It asks the kernels for the places that TrialDraw draws, and it makes the same result
// of their answers as TrialSheet makes of the same cycles.
#include <algorithm>

#include "engine/device/trials.h"
#include "tests/device/cuda_host.h"
#include "tests/device/fake_mapping.h"

namespace chasescope {
namespace {

using CudaHostTrials = CudaHost;

TrialsRequest some_trials() {
  TrialsRequest request;
  request.places = EvenPlaces{70, 128, 4096};  // no power of two, and more than two words of bits
  request.probability = 0.4;
  request.fill_passes = 2;
  request.trials = 100;  // more than the fake card has SMs
  request.first = 1000;
  request.seed = 7;
  request.record = TrialRecord::cycles;
  return request;
}

/// The result of the fake card's trials, computed with the engine's own draw.
TrialsResult expected(const TrialsRequest& request) {
  TrialSheet sheet(request);
  std::vector<std::uint64_t> visited;
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    sheet.visits(request.first + t, request.fill_passes, visited);
    std::vector<float> cycles;
    for (const std::uint64_t i : visited)
      cycles.push_back(static_cast<float>(cuda::fake_latency(offset_of(request.places, i) / kTrialElementBytes)));
    sheet.add(visited, cycles);
  }
  return sheet.take();
}

void expect_as_drawn(const TrialsRequest& request) {
  const auto device = open_cuda_device(0);
  ASSERT_TRUE(device);
  const auto result = (*device)->ask(request, {});
  ASSERT_TRUE(result) << result.error().message;
  const TrialsResult right = expected(request);
  EXPECT_EQ(result->cycles, right.cycles);
  EXPECT_EQ(result->bits, right.bits);
  EXPECT_EQ(result->bytes_per_trial, right.bytes_per_trial);
}

TEST_F(CudaHostTrials, AreThoseThatTheProtocolDraws) { expect_as_drawn(some_trials()); }

TEST_F(CudaHostTrials, OfAnOrderForAllAreToo) {
  TrialsRequest request = some_trials();
  request.same_order = true;
  expect_as_drawn(request);
}

TEST_F(CudaHostTrials, AreToldAsBitsBeyondTheCut) {
  TrialsRequest request = some_trials();
  request.record = TrialRecord::bits;
  request.cut_cycles = 100;
  const TrialsResult right = expected(request);
  ASSERT_TRUE(std::any_of(right.bits.begin(), right.bits.end(), [](std::uint8_t byte) { return byte != 0; }));
  expect_as_drawn(request);
  request.cut_cycles = 100.5;  // latencies are whole cycles, so 100 would give the same
  expect_as_drawn(request);
}

TEST_F(CudaHostTrials, TimeThePlacesThatAreNamed) {
  TrialsRequest request = some_trials();
  request.timed = {0, 33, 69};
  expect_as_drawn(request);
  request.record = TrialRecord::bits;
  request.cut_cycles = 60;
  expect_as_drawn(request);
}

TEST_F(CudaHostTrials, VisitListedPlaces) {
  TrialsRequest request = some_trials();
  request.places = ListedPlaces{{4096, 0, 512, 76, 1 << 20}};
  expect_as_drawn(request);
}

// A large reach takes no memory: the places are farther apart than the fake card's memory is large.
TEST_F(CudaHostTrials, ShowOnePageOfMemoryAtManyAddresses) {
  TrialsRequest request = some_trials();
  request.same_memory = true;
  request.places = EvenPlaces{70, std::uint64_t{64} << 30, 4096};
  expect_as_drawn(request);
  request.record = TrialRecord::bits;
  request.cut_cycles = 100;
  expect_as_drawn(request);
  request.places = ListedPlaces{{std::uint64_t{5} << 40, 4096, std::uint64_t{1} << 36, (std::uint64_t{1} << 36) + 8}};
  expect_as_drawn(request);
}

TEST_F(CudaHostTrials, KeepWhatIsMappedUntilItGetsTooMuch) {
  const auto mapped = of_fake<decltype(fake_mapped_pages)>("fake_mapped_pages");
  const unsigned long before = mapped();
  {
    const auto device = open();
    TrialsRequest request = some_trials();
    request.trials = 2;
    request.record = TrialRecord::bits;
    request.same_memory = true;
    request.places = EvenPlaces{40'000, std::uint64_t{4} << 20, 0};
    ASSERT_TRUE(device->ask(request, {}));
    EXPECT_EQ(mapped() - before, 40'000U);
    request.places = EvenPlaces{30'000, std::uint64_t{8} << 20, 0};  // 20,000 of them are mapped already
    ASSERT_TRUE(device->ask(request, {}));
    EXPECT_EQ(mapped() - before, 50'000U);
    request.places = EvenPlaces{40'000, std::uint64_t{4} << 20, std::uint64_t{2} << 20};
    ASSERT_TRUE(device->ask(request, {}));
    EXPECT_EQ(mapped() - before, 40'000U);
    request.places = EvenPlaces{70'000, std::uint64_t{4} << 20, 0};
    const auto refused = device->ask(request, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "70000 pages are too many to be mapped at a time; the limit is 65536.");
  }
  EXPECT_EQ(mapped(), before);
}

TEST_F(CudaHostTrials, OfOneMemoryAreRefusedWhereTheyCantBe) {
  TrialsRequest request = some_trials();
  request.same_memory = true;
  request.flush_bytes = kMiB;
  const auto flushed = open()->ask(request, {});
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().code, ErrorCode::unsupported) << flushed.error().message;
  request.flush_bytes.reset();
  request.space = MemorySpace::texture;
  const auto texture = open()->ask(request, {});
  ASSERT_FALSE(texture);
  EXPECT_EQ(texture.error().code, ErrorCode::unsupported) << texture.error().message;
  go_wrong("unmapped");
  EXPECT_FALSE(open()->description().same_memory);
}

TEST_F(CudaHostTrials, OfHalfTheSmsOrOfOneTakeMoreLaunches) {
  go_wrong("half");
  expect_as_drawn(some_trials());
  go_wrong("");
  TrialsRequest request = some_trials();
  request.sm = 3;
  expect_as_drawn(request);
}

TEST_F(CudaHostTrials, AfterAFlushAreMadeOneByOne) {
  TrialsRequest request = some_trials();
  request.trials = 5;
  request.flush_bytes = kMiB;
  const unsigned before = of_fake<decltype(fake_kernels_begun)>("fake_kernels_begun")();
  expect_as_drawn(request);
  // No SM is chosen, so a launch is one block: five trials are five launches at least, each after a flush.
  EXPECT_GE(of_fake<decltype(fake_kernels_begun)>("fake_kernels_begun")() - before, 10U);
}

// The memory for answers is 64 MiB: it holds 5,590 trials of 3,000 places by cycles.
TEST_F(CudaHostTrials, GoOnWhereTheRoundBeforeEnded) {
  TrialsRequest request = some_trials();
  request.places = EvenPlaces{3000, 32, 0};
  request.probability = 0.01;
  request.trials = 5592;
  request.fill_passes = 1;
  expect_as_drawn(request);
}

TEST_F(CudaHostTrials, OfMorePlacesThanABlockCanNoteAreRefused) {
  TrialsRequest request = some_trials();
  request.places = EvenPlaces{60'000, 32, 0};
  const auto result = open()->ask(request, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::invalid_request);
  EXPECT_EQ(result.error().message,
            "60000 places are too many for trials on this card: what is noted of them takes 240000 B of shared memory, and a block "
            "has 232448.");
}

TEST_F(CudaHostTrials, OfAnSmThatNoBlockFindsEndInAnError) {
  go_wrong("blind");
  TrialsRequest request = some_trials();
  request.sm = 3;
  const auto result = open()->ask(request, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::internal) << result.error().message;
}

TEST_F(CudaHostTrials, StopWhenAskedTo) {
  const auto device = open();
  TrialsRequest request = some_trials();
  request.places = EvenPlaces{8, 128, 0};
  request.record = TrialRecord::bits;
  request.cut_cycles = 1;
  request.trials = std::uint64_t{1} << 24;
  EXPECT_EQ(code_when_stopped(*device, request), ErrorCode::cancelled);
}

}  // namespace
}  // namespace chasescope
