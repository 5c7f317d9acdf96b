#include "engine/device/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

Description valid_card() {
  Description d;
  d.name = "Card";
  d.calls = {"chase"};
  d.spaces = {MemorySpace::global_ca, MemorySpace::constant};
  d.properties.sm_count = 4;
  d.properties.max_footprint_bytes = std::uint64_t{1} << 30;
  d.properties.max_footprint_bytes_by_space[MemorySpace::constant] = 65536;
  d.properties.max_accesses = 1000000;
  return d;
}

ChaseRequest good() {
  ChaseRequest r;
  r.pattern = UniformPattern{16384, 128};
  r.accesses = 100;
  return r;
}

struct Case {
  const char* name;
  void (*spoil)(ChaseRequest&);
  ErrorCode code;
  const char* says;
};

class BadChase : public testing::TestWithParam<Case> {};

TEST_P(BadChase, IsRefusedWithTheLimit) {
  ChaseRequest request = good();
  GetParam().spoil(request);
  const auto error = check(request, valid_card());
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, GetParam().code);
  EXPECT_THAT(error->message, testing::HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Requests, BadChase,
    testing::Values(
        Case{"NoMultiple",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{16400, 128};
             },
             ErrorCode::invalid_request, "16,384 B"},
        Case{"SmallerThanTheStride",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{52, 128};
             },
             ErrorCode::invalid_request,
             "The footprint of 52 B is smaller than the stride, 128 B; take a smaller stride, such as stride=4"},
        Case{"ZeroBytes",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{0, 128};
             },
             ErrorCode::invalid_request, "footprint"},
        Case{"ZeroStride",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{128, 0};
             },
             ErrorCode::invalid_request, "stride"},
        Case{"OddStride",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{12, 6};
             },
             ErrorCode::invalid_request, "element size, 4 B"},
        Case{"ShuffledZero",
             [](ChaseRequest& r) {
               r.pattern = ShuffledPattern{0, 4, 1};
             },
             ErrorCode::invalid_request, "footprint"},
        Case{"TooLarge",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{std::uint64_t{2} << 30, 128};
             },
             ErrorCode::invalid_request, "1 GiB"},
        Case{"TooLargeForSpace",
             [](ChaseRequest& r) {
               r.space = MemorySpace::constant;
               r.pattern = UniformPattern{131072, 128};
             },
             ErrorCode::invalid_request, "64 KiB"},
        Case{"Overflowing", [](ChaseRequest& r) { r.pattern = OffsetsPattern{{~std::uint64_t{3}}}; }, ErrorCode::invalid_request,
             "overflow"},
        Case{"BeyondFourByteElements",
             [](ChaseRequest& r) {
               r.pattern = UniformPattern{std::uint64_t{32} << 30, 128};
             },
             ErrorCode::invalid_request, "8-byte elements"},
        Case{"NoOffsets", [](ChaseRequest& r) { r.pattern = OffsetsPattern{}; }, ErrorCode::invalid_request, "empty"},
        Case{"TwiceTheSameOffset",
             [](ChaseRequest& r) {
               r.pattern = OffsetsPattern{{0, 128, 0}};
             },
             ErrorCode::invalid_request, "twice"},
        Case{"UnalignedOffset",
             [](ChaseRequest& r) {
               r.pattern = OffsetsPattern{{0, 130}};
             },
             ErrorCode::invalid_request, "entry 1"},
        Case{"NoAccesses", [](ChaseRequest& r) { r.accesses = 0; }, ErrorCode::invalid_request, "at least 1"},
        Case{"TooManyAccesses", [](ChaseRequest& r) { r.accesses = 1000001; }, ErrorCode::invalid_request, "1,000,000"},
        Case{"EndlessWarmUp", [](ChaseRequest& r) { r.warmup = std::uint64_t{1} << 63; }, ErrorCode::invalid_request, "warm-up"},
        Case{"LongWarmUp", [](ChaseRequest& r) { r.warmup = 68'719'476'737; }, ErrorCode::invalid_request, "68,719,476,736"},
        Case{"ElementSize", [](ChaseRequest& r) { r.element_bytes = 16; }, ErrorCode::invalid_request, "4 or 8"},
        Case{"CarveOut", [](ChaseRequest& r) { r.carveout_percent = 101; }, ErrorCode::invalid_request, "100 percent"},
        Case{"L1Size", [](ChaseRequest& r) { r.l1_kib = 32; }, ErrorCode::invalid_request, "16 or 48"},
        Case{"NoSuchSm", [](ChaseRequest& r) { r.sm = 4; }, ErrorCode::invalid_request, "SMs 0 to 3"},
        Case{"NoSuchSpace", [](ChaseRequest& r) { r.space = MemorySpace::texture; }, ErrorCode::unsupported,
             "global.ca, constant"}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(Validate, PassesWhatIsGood) {
  EXPECT_EQ(check(good(), valid_card()), std::nullopt);
  ChaseRequest last = good();
  last.pattern = UniformPattern{std::uint64_t{1} << 30, std::uint64_t{1} << 30};
  last.accesses = 1000000;
  last.carveout_percent = 100;
  last.sm = 3;
  EXPECT_EQ(check(last, valid_card()), std::nullopt);
}

TEST(Validate, finds_the_same_offset_twice_in_a_long_list) {
  constexpr std::uint64_t kCount = 20'000;
  // In no order; and one that wants a single place of a table spread by SplitMix64's step, of which this is the inverse.
  std::vector<std::uint64_t> crowded;
  for (std::uint64_t i = kCount; i > 0; --i) crowded.push_back(8 * i * 0xF1DE83E19937733DULL);
  const std::vector<std::uint64_t> spread = shuffled_offsets({kCount * 128, 128, 7});
  for (std::vector<std::uint64_t> offsets : {crowded, spread}) {
    Description device = valid_card();
    device.properties.max_footprint_bytes = std::numeric_limits<std::uint64_t>::max();
    ChaseRequest request = good();
    request.element_bytes = 8;
    request.pattern = OffsetsPattern{offsets};
    EXPECT_EQ(check(request, device), std::nullopt);
    std::swap(offsets[0], offsets[offsets.size() / 3]);
    offsets.back() = offsets[offsets.size() / 2];
    request.pattern = OffsetsPattern{offsets};
    const auto error = check(request, device);
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("Offset " + format_count(offsets.back()) + " appears twice"), std::string::npos)
        << error->message;
  }
}

TEST(Validate, SaysWhenADeviceServesNoChases) {
  Description d = valid_card();
  d.calls.clear();
  EXPECT_EQ(check(good(), d)->code, ErrorCode::unsupported);
}

TEST(AccessOrder, GoesOnWhereTheWarmUpStopped) {
  const AccessOrder uniform(UniformPattern{12, 4}, 4);
  EXPECT_EQ(uniform.period(), 3U);
  EXPECT_EQ(uniform.offset(0), 4U);
  EXPECT_EQ(uniform.offset(1), 8U);
  EXPECT_EQ(uniform.offset(2), 0U);
  EXPECT_EQ(uniform.pass(0), 1U);
  const AccessOrder listed(OffsetsPattern{{64, 0, 8}}, 0);
  EXPECT_EQ(listed.offset(0), 64U);
  EXPECT_EQ(listed.offset(5), 8U);
}

TEST(AccessOrder, ShuffledVisitsEachOffsetOnceAPassAndIsTheSameEverywhere) {
  const ShuffledPattern pattern{64, 8, 42};
  const auto order = shuffled_offsets(pattern);
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, (std::vector<std::uint64_t>{0, 8, 16, 24, 32, 40, 48, 56}));
  EXPECT_EQ(order, shuffled_offsets(pattern));
  EXPECT_NE(order, shuffled_offsets({64, 8, 43}));
  const AccessOrder told(pattern, 0, {56, 0, 8, 16, 24, 32, 40, 48});
  EXPECT_EQ(told.offset(0), 56U) << "the device's own order counts";
}

TEST(ErrorCode, WordsGoBothWays) {
  for (const auto code : {ErrorCode::unsupported, ErrorCode::invalid_request, ErrorCode::out_of_memory, ErrorCode::launch_failed,
                          ErrorCode::timed_out, ErrorCode::lost, ErrorCode::cancelled, ErrorCode::internal})
    EXPECT_EQ(error_code_from(to_string(code)), code);
  EXPECT_EQ(error_code_from("no such word"), ErrorCode::internal);
}

TEST(Outcome, ThrowsWhenTheWrongSideIsRead) {
  const Outcome<int> good_one(1);
  const Outcome<int> bad_one(DeviceError{});
  EXPECT_THROW((void)good_one.error(), std::logic_error);
  EXPECT_THROW((void)bad_one.value(), std::logic_error);
}

}  // namespace
}  // namespace chasescope
