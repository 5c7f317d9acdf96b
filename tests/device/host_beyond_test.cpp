// Memory beyond the card, on the fake card of fake_libcuda.cpp: no card needed.
#include <gmock/gmock.h>

#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

DeviceError refusal_of(Device& device, MemorySpace space) {
  const auto result = device.chase(uniform(space, 64 * kKiB, 128, 0, 100), {});
  EXPECT_FALSE(result);
  return result ? DeviceError{} : result.error();
}

TEST_F(CudaHost, lists_the_memory_that_it_reaches) {
  const Description alone = open()->description();
  EXPECT_TRUE(alone.serves(MemorySpace::host));
  EXPECT_TRUE(alone.serves(MemorySpace::managed));
  EXPECT_FALSE(alone.serves(MemorySpace::peer)) << "there is no other card";
  EXPECT_EQ(alone.max_footprint(MemorySpace::host), 256 * kMiB);
  go_wrong("two_cards");
  const Description both = open()->description();
  EXPECT_TRUE(both.serves(MemorySpace::peer));
  EXPECT_THAT(both.properties.notes.value_or(""), HasSubstr("The space peer is memory of cuda:1."));
  go_wrong("two_cards apart");
  EXPECT_FALSE(open()->description().serves(MemorySpace::peer));
  go_wrong("all_alone");
  EXPECT_EQ(open()->description().spaces.size(), 6U);
}

TEST_F(CudaHost, follows_patterns_beyond_the_card_again_and_again) {
  for (const char* words : {"two_cards", "two_cards homeless", "two_cards no_lookup"}) {
    go_wrong(words);
    const auto device = open();
    ASSERT_NE(device, nullptr);
    for (const MemorySpace space : {MemorySpace::host, MemorySpace::managed, MemorySpace::peer})
      for (const unsigned element : {4U, 8U})
        for (const std::uint64_t kib : {64, 64, 8, 200, 64}) {
          SCOPED_TRACE(std::string(words) + ", " + std::string(to_string(space)) + ", " + std::to_string(kib));
          ChaseRequest request = uniform(space, kib * kKiB, 32, 300, 5000);
          request.element_bytes = element;
          expect_right(request, device->chase(request, {}));
          request.pattern = OffsetsPattern{{64, 0, 4096, 8, 65528 - 16}};
          expect_right(request, device->chase(request, {}));
        }
    const ChaseRequest own = uniform(MemorySpace::global_cg, 64 * kKiB, 128, 10, 500);
    expect_right(own, device->chase(own, {}));  // the array beyond the card was not taken for the one in the card's own memory
  }
}

TEST_F(CudaHost, brings_unified_memory_home_before_each_request) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  auto* const brought_home = of_fake<decltype(fake_brought_home)>("fake_brought_home");
  const ChaseRequest request = uniform(MemorySpace::managed, 40 * kMiB, 4096, 0, 1000);
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned long before = brought_home();
    expect_right(request, device->chase(request, {}));
    EXPECT_EQ(brought_home() - before, 40 * kMiB);
  }
}

TEST_F(CudaHost, says_why_there_is_no_memory_beyond_the_card) {
  go_wrong("unpinned unmanaged two_cards closed");
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const DeviceError host = refusal_of(*device, MemorySpace::host);
  EXPECT_EQ(host.code, ErrorCode::out_of_memory);
  EXPECT_THAT(host.message, HasSubstr("The host does not pin 3 MiB of its memory for the card"));
  const DeviceError managed = refusal_of(*device, MemorySpace::managed);
  EXPECT_EQ(managed.code, ErrorCode::unsupported);
  EXPECT_THAT(managed.message, HasSubstr("The driver does not give 3 MiB of unified memory"));
  const DeviceError peer = refusal_of(*device, MemorySpace::peer);
  EXPECT_EQ(peer.code, ErrorCode::unsupported);
  EXPECT_THAT(peer.message, HasSubstr("The card may not read the memory of cuda:1"));
  const auto bus = device->ask(BandwidthRequest{"host", Direction::read, 64 * kMiB, 16, {}, {}}, {});
  ASSERT_FALSE(bus);
  EXPECT_EQ(bus.error().code, ErrorCode::out_of_memory);
  const ChaseRequest own = uniform(MemorySpace::global_ca, 64 * kKiB, 128, 10, 500);
  expect_right(own, device->chase(own, {}));
}

TEST_F(CudaHost, refuses_pairs_and_trials_beyond_the_card) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ChaseRequest own = uniform(MemorySpace::global_ca, 4 * kKiB, 64, 0, 10),
                     far = uniform(MemorySpace::host, 4 * kKiB, 64, 0, 10);
  for (const auto& [a, b] : {std::pair(own, far), std::pair(far, own)}) {
    const auto pair = device->ask(PairedChaseRequest{a, b, 1}, {});
    ASSERT_FALSE(pair);
    EXPECT_EQ(pair.error().code, ErrorCode::unsupported);
  }
  TrialsRequest trials;
  trials.space = MemorySpace::managed;
  trials.places = EvenPlaces{64, 128, 0};
  trials.trials = 4;
  const auto tried = device->ask(trials, {});
  ASSERT_FALSE(tried);
  EXPECT_EQ(tried.error().code, ErrorCode::unsupported);
}

TEST_F(CudaHost, measures_the_bandwidth_of_the_bus) {
  go_wrong("two_cards");
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const char* level : {"host", "peer"}) {
    for (const Direction direction : {Direction::read, Direction::write}) {
      const auto result = device->ask(BandwidthRequest{level, direction, 256 * kMiB, 16, {}, {}}, {});
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_NEAR(result->bytes_per_second, cuda::kFakeBytesPerNs * 1e9, 0.01 * cuda::kFakeBytesPerNs * 1e9);
    }
    for (const BandwidthRequest& refused : {BandwidthRequest{level, Direction::copy, 64 * kMiB, 16, {}, {}},
                                            BandwidthRequest{level, Direction::read, 512 * kMiB, 16, {}, {}}}) {
      const auto result = device->ask(refused, {});
      ASSERT_FALSE(result);
      EXPECT_EQ(result.error().code, ErrorCode::invalid_request) << result.error().message;
    }
  }
  go_wrong("all_alone");
  const auto alone = open();
  EXPECT_EQ(alone->ask(BandwidthRequest{"host", Direction::read, kMiB, 16, {}, {}}, {}).error().code, ErrorCode::unsupported);
}

TEST_F(CudaHost, stops_chases_beyond_the_card) {
  go_wrong("stuck");
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const MemorySpace space : {MemorySpace::host, MemorySpace::managed})
    EXPECT_EQ(code_when_stopped(*device, uniform(space, kMiB, 128, 0, 100)), ErrorCode::cancelled);
}

}  // namespace
}  // namespace chasescope
