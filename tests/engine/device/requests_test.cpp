// The requests besides the chase: their codec, their rules, and the answer of a device that does not serve them.
#include "engine/device/requests.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "engine/device/codec/codec.h"
#include "engine/device/device.h"
#include "engine/device/validate.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

Description card() {
  Description d;
  d.name = "Card";
  d.calls = {"paired_chase", "bank",    "outstanding", "copy",      "bandwidth",
             "instructions", "cluster", "operations",  "residency", "trials"};
  d.spaces = {MemorySpace::global_ca, MemorySpace::shared};
  d.properties.max_threads_per_block = 512;
  d.properties.shared_bytes_per_block = 49152;
  d.properties.max_footprint_bytes = std::uint64_t{1} << 30;
  d.properties.max_accesses = 1000;
  return d;
}

template <typename Request>
Request good();
template <>
PairedChaseRequest good() {
  PairedChaseRequest request;
  request.a.pattern = UniformPattern{1024, 128};
  request.a.accesses = 8;
  request.b.pattern = OffsetsPattern{{0, 256}};
  request.b.accesses = 2;
  request.b_thread = 32;
  return request;
}
template <>
BankRequest good() {
  return {.stride = 2, .word_bytes = 8, .bank_bytes = 4, .repeats = 64};
}
template <>
OutstandingRequest good() {
  return {.threads = 64, .loads = 2, .sharing = 4, .block_bytes = 128, .repeats = 3};
}
template <>
CopyRequest good() {
  return {.bytes = 1 << 20, .flush = true};
}
template <>
BandwidthRequest good() {
  return {.level = "l2", .direction = Direction::copy, .bytes = 4096, .access_bytes = 16, .blocks = 8, .threads = {}};
}
template <>
InstructionsRequest good() {
  return {.bytes = 65536, .repeats = 4, .order = CodeOrder::scattered};
}
template <>
ClusterRequest good() {
  return {.cluster_size = 4, .rank = 3, .operation = ClusterOperation::bulk_copy, .accesses = 2};
}
template <>
OperationsRequest good() {
  return {.operation = MemoryOperation::load_after_store,
          .level = OperationLevel::global,
          .warm = true,
          .threads = 64,
          .blocks = 1,
          .spacing_bytes = 128,
          .access_bytes = 4,
          .count = 1,
          .repeats = 2,
          .offset_bytes = 4096};
}
template <>
ResidencyRequest good() {
  return {.kept_bytes = 8192,
          .kept = EvictionPriority::last,
          .swept_bytes = 65536,
          .swept = EvictionPriority::first,
          .spacing_bytes = 256,
          .timed_offset = 32,
          .places = 2,
          .persisting_bytes = 4096,
          .fetch_bytes = 64};
}
template <>
TrialsRequest good() {
  TrialsRequest request;
  request.places = EvenPlaces{20, 128, 0};
  request.probability = 0.4375;
  request.fill_passes = 2;
  request.trials = 2;
  request.first = 3;
  request.seed = 7;
  request.cut_cycles = 60.5;
  request.flush_bytes = 4096;
  return request;
}

/// The params in the protocol's documentation, equal to good<Request>().
const json kParams = json::parse(R"({
  "paired_chase": {"a": {"space": "global.ca", "pattern": {"kind": "uniform", "bytes": 1024, "stride": 128}, "element_bytes": 4, "warmup": 0,
                         "accesses": 8, "record": "each"},
                   "b": {"space": "global.ca", "pattern": {"kind": "offsets", "offsets": [0, 256]}, "element_bytes": 4, "warmup": 0,
                         "accesses": 2, "record": "each"}, "b_thread": 32},
  "bank": {"stride": 2, "word_bytes": 8, "bank_bytes": 4, "repeats": 64},
  "outstanding": {"threads": 64, "loads": 2, "sharing": 4, "block_bytes": 128, "repeats": 3},
  "copy": {"bytes": 1048576, "flush": true},
  "bandwidth": {"level": "l2", "direction": "copy", "bytes": 4096, "access_bytes": 16, "blocks": 8},
  "instructions": {"bytes": 65536, "repeats": 4, "order": "scattered"},
  "cluster": {"cluster_size": 4, "rank": 3, "operation": "bulk_copy", "accesses": 2},
  "operations": {"operation": "load_after_store", "level": "global", "warm": true, "threads": 64, "blocks": 1, "spacing_bytes": 128,
                 "access_bytes": 4, "count": 1, "repeats": 2, "offset_bytes": 4096},
  "residency": {"kept_bytes": 8192, "kept": "last", "swept_bytes": 65536, "swept": "first", "spacing_bytes": 256, "timed_offset": 32,
                "places": 2, "persisting_bytes": 4096, "fetch_bytes": 64},
  "trials": {"space": "global.ca", "places": {"count": 20, "spacing": 128, "base": 0}, "probability": 0.4375, "fill_passes": 2, "trials": 2,
             "first": 3, "seed": 7, "timed": "all", "record": "bits", "cut_cycles": 60.5, "before": {"flush_bytes": 4096}, "order": "each",
             "same_memory": false}})");

const json kResults = json::parse(R"({
  "paired_chase": {"a": {"cycles": [1, 2, 3, 4, 5, 6, 7, 8]}, "b": {"cycles": [35, 36.5]}},
  "bank": {"mean_cycles": 48.5},
  "outstanding": {"cycles": [400, 401, 402.25]},
  "copy": {"seconds": 0.001},
  "bandwidth": {"bytes_per_cycle": 64, "bytes_per_second": 1.5e12},
  "instructions": {"cycles_per_instruction": 4, "instruction_bytes": 16, "block_bytes": 256},
  "cluster": {"cycles": [200, 201]},
  "operations": {"cycles": [300.5, 301], "overhead_cycles": 20},
  "residency": {"cycles": [280, 651.5]},
  "trials": {"misses": ["AAAA", "AAAA"], "overhead_cycles": 4.75}})");

template <typename Request>
class Requests : public testing::Test {
 protected:
  const std::string call{Request::kCall};
};
using All = testing::Types<PairedChaseRequest, BankRequest, OutstandingRequest, CopyRequest, BandwidthRequest, InstructionsRequest,
                           ClusterRequest, OperationsRequest, ResidencyRequest, TrialsRequest>;
TYPED_TEST_SUITE(Requests, All);

TYPED_TEST(Requests, AreWrittenAsTheProtocolNamesThemAndReadBack) {
  EXPECT_EQ(to_json(good<TypeParam>()), kParams.at(this->call));
  const auto again = request_from_json<TypeParam>(kParams.at(this->call));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, good<TypeParam>());
}

TYPED_TEST(Requests, ResultsGoBothWays) {
  const auto result = result_from_json(kResults.at(this->call), good<TypeParam>());
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(to_json(*result), kResults.at(this->call));
}

TYPED_TEST(Requests, EveryMissingOrWrongMemberIsNamed) {
  for (const auto& [member, value] : kParams.at(this->call).items()) {
    json params = kParams.at(this->call);
    params[member] = {{"no", "such"}};
    const auto wrong = request_from_json<TypeParam>(params);
    ASSERT_FALSE(wrong) << member;
    EXPECT_EQ(wrong.error().code, ErrorCode::invalid_request);
    EXPECT_THAT(wrong.error().message, StartsWith("/" + member));
    params.erase(member);
    const std::set<std::string> kMayBeMissing{
        "block_bytes",  "blocks",           "fill_passes", "first",        "seed",  "timed", "record",      "before",
        "order",        "same_memory",      "warm",        "access_bytes", "count", "kept",  "swept_bytes", "swept",
        "timed_offset", "persisting_bytes", "fetch_bytes", "offset_bytes"};
    if (kMayBeMissing.contains(member) || (this->call == "residency" && member == "spacing_bytes")) continue;
    EXPECT_FALSE(request_from_json<TypeParam>(params)) << member;
  }
  for (const auto& [member, value] : kResults.at(this->call).items()) {
    json result = kResults.at(this->call);
    for (const json& bad : {json(-1), json("x"), json(std::numeric_limits<double>::quiet_NaN()), json(1e300), json()}) {
      if (this->call == "trials" && member == "overhead_cycles" && bad.is_null()) continue;  // null: the overhead was not measured
      if (member == "block_bytes" && bad.is_null()) continue;  // an optional member that is null is left out
      result[member] = bad;
      const auto outcome = result_from_json(result, good<TypeParam>());
      ASSERT_FALSE(outcome) << member << " " << bad;
      EXPECT_EQ(outcome.error().code, ErrorCode::internal);
    }
  }
  EXPECT_FALSE(request_from_json<TypeParam>(json(3)));
  EXPECT_FALSE(result_from_json(json::array(), good<TypeParam>()));
}

TYPED_TEST(Requests, UnknownMembersAreIgnored) {
  json params = kParams.at(this->call);
  params["nobody_knows"] = 1;
  EXPECT_TRUE(request_from_json<TypeParam>(params));
}

TYPED_TEST(Requests, GoodOnesPassAndUnservedOnesAreUnsupported) {
  EXPECT_EQ(check(good<TypeParam>(), card()), std::nullopt);
  Description other = card();
  other.calls = {"chase"};
  const auto fault = check(good<TypeParam>(), other);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, ErrorCode::unsupported);
  EXPECT_EQ(fault->message, "Card does not serve the request " + this->call + "; it serves chase.");
}

TEST(RequestResults, LengthsAreChecked) {
  EXPECT_THAT(result_from_json(json{{"cycles", {1, 2}}}, good<OutstandingRequest>()).error().message,
              HasSubstr("2 entries, but 3 repeats"));
  EXPECT_THAT(result_from_json(json{{"cycles", {1, 2, 3}}}, good<ClusterRequest>()).error().message,
              HasSubstr("3 entries, but 2 accesses"));
  EXPECT_THAT(result_from_json(json::object(), good<CopyRequest>()).error().message, HasSubstr("neither"));
}

template <typename Request>
void refused(const std::function<void(Request&)>& spoil, const char* says) {
  auto request = good<Request>();
  spoil(request);
  const auto fault = check(request, card());
  ASSERT_TRUE(fault) << says;
  EXPECT_EQ(fault->code, ErrorCode::invalid_request);
  EXPECT_THAT(fault->message, HasSubstr(says));
}

TEST(RequestRules, NameTheLimit) {
  refused<PairedChaseRequest>([](auto& r) { r.b_thread = 512; }, "between 1 and 511");
  refused<PairedChaseRequest>([](auto& r) { r.b_thread = 0; }, "between 1 and 511");
  refused<PairedChaseRequest>([](auto& r) { r.b.accesses = 0; }, "Agent B: The number of accesses is 0");
  refused<PairedChaseRequest>([](auto& r) { r.a.sm = 1, r.b.sm = 2; }, "two SMs");
  refused<PairedChaseRequest>([](auto& r) { r.a.l1_kib = 16, r.b.l1_kib = 48; }, "two carve-outs");
  refused<BankRequest>([](auto& r) { r.word_bytes = 2; }, "4, 8 or 16");
  refused<BankRequest>([](auto& r) { r.bank_bytes = 16; }, "4 or 8");
  refused<BankRequest>([](auto& r) { r.repeats = 0; }, "between 1 and 16,777,216");
  refused<BankRequest>([](auto& r) { r.stride = 199; }, "the largest is 198");  // 31 * 198 + 1 words of 8 B fit into 48 KiB
  refused<OutstandingRequest>([](auto& r) { r.threads = 513; }, "between 1 and 512");
  refused<OutstandingRequest>([](auto& r) { r.sharing = 65; }, "between 1 and 64");
  refused<OutstandingRequest>([](auto& r) { r.loads = 0; }, "loads is 0");
  refused<OutstandingRequest>([](auto& r) { r.block_bytes = 6; }, "multiple of 4");
  refused<OutstandingRequest>([](auto& r) { r.loads = 1 << 24; }, "the limit is 1 GiB");
  refused<CopyRequest>([](auto& r) { r.bytes = 0; }, "at least 1");
  refused<CopyRequest>([](auto& r) { r.bytes = std::uint64_t{2} << 30; }, "the limit is 1 GiB");
  refused<BandwidthRequest>([](auto& r) { r.level.clear(); }, "must name one");
  refused<BandwidthRequest>([](auto& r) { r.bytes = 4100; }, "no multiple of the access width, 16 B");
  for (const unsigned width : {0U, 3U, 12U, 32U})
    refused<BandwidthRequest>([&](auto& r) { r.access_bytes = width; }, "1, 2, 4, 8 or 16");
  for (const unsigned width : {1U, 2U, 4U, 8U, 16U}) {
    BandwidthRequest narrow = good<BandwidthRequest>();
    narrow.access_bytes = width;
    EXPECT_EQ(check(narrow, card()), std::nullopt) << width;
  }
  refused<BandwidthRequest>([](auto& r) { r.threads = 513; }, "between 1 and 512");
  refused<BandwidthRequest>([](auto& r) { r.blocks = 0; }, "blocks is 0");
  refused<InstructionsRequest>([](auto& r) { r.bytes = 0; }, "at least 1");
  refused<ClusterRequest>([](auto& r) { r.rank = 4; }, "between 0 and 3");
  refused<ClusterRequest>([](auto& r) { r.cluster_size = 0; }, "cluster_size is 0");
  refused<ClusterRequest>([](auto& r) { r.accesses = 1001; }, "between 1 and 1,000");
}

TEST(RequestRules, ABlockOrderIsOptional) {
  const InstructionsRequest straight{.bytes = 4096};
  EXPECT_FALSE(to_json(straight).contains("order")) << "older devices and files know no order";
  EXPECT_EQ(*request_from_json<InstructionsRequest>(json{{"bytes", 4096}, {"repeats", 1}}), straight);
  EXPECT_THAT(request_from_json<InstructionsRequest>(json{{"bytes", 4096}, {"repeats", 1}, {"order", "sideways"}}).error().message,
              HasSubstr("/order: must be straight, in_order or scattered"));
  const json old{{"cycles_per_instruction", 4}, {"instruction_bytes", 16}};
  const auto result = result_from_json(old, InstructionsRequest{.bytes = 4096, .order = CodeOrder::in_order});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->block_bytes, 0U);
  EXPECT_EQ(to_json(*result), old);
}

TEST(RequestRules, BlocksMustFitTheCode) {
  using enum CodeOrder;
  EXPECT_FALSE(check_blocks({.bytes = 1000, .order = straight}, 256));
  EXPECT_FALSE(check_blocks({.bytes = 256, .order = in_order}, 256));
  EXPECT_FALSE(check_blocks({.bytes = 768, .order = scattered}, 256));
  EXPECT_THAT(check_blocks({.bytes = 512, .order = scattered}, 256)->message, HasSubstr("the fewest are 3"));
  EXPECT_THAT(check_blocks({.bytes = 1000, .order = in_order}, 256)->message, HasSubstr("no whole number of blocks of 256 B"));
  EXPECT_EQ(block_stride({.bytes = 4096, .order = straight}, 256), 0U);
  EXPECT_EQ(block_stride({.bytes = 4096, .order = in_order}, 256), 1U);
  EXPECT_EQ(block_stride({.bytes = 768, .order = scattered}, 256), 2U) << "backwards, the only other order";
}

/// Each block is run once, and the eight blocks behind it are not run soon before or after it, the next least of all.
TEST(RequestRules, ScatteredBlocksKeepAwayFromTheirNeighbours) {
  for (std::uint64_t blocks = 3; blocks <= 1100; ++blocks) {
    const std::uint64_t stride = block_stride({.bytes = 256 * blocks, .order = CodeOrder::scattered}, 256);
    std::vector<std::uint64_t> turn(blocks, blocks);
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < blocks; ++i, place = (place + stride) % blocks) {
      ASSERT_EQ(turn[place], blocks) << "block " << place << " of " << blocks << " is run twice";
      turn[place] = i;
    }
    for (std::uint64_t at = 0; at + 1 < blocks; ++at) ASSERT_NE(turn[at] + 1, turn[at + 1]) << blocks;
    if (blocks < 128) continue;
    for (std::uint64_t at = 0; at < blocks; ++at)
      for (std::uint64_t ahead = 1; ahead <= 8 && at + ahead < blocks; ++ahead) {
        const std::uint64_t apart = turn[at] > turn[at + ahead] ? turn[at] - turn[at + ahead] : turn[at + ahead] - turn[at];
        ASSERT_GE(std::min(apart, blocks - apart), blocks / (ahead == 1 ? 5 : 40)) << blocks << " blocks, stride " << stride;
      }
  }
}

TEST(RequestRules, HoldForMemoryOperations) {
  using enum MemoryOperation;
  using Request = OperationsRequest;
  refused<Request>([](auto& r) { r.threads = 513; }, "between 1 and 512");
  refused<Request>([](auto& r) { r.blocks = 0; }, "blocks is 0");
  refused<Request>([](auto& r) { r.repeats = 0; }, "repeats is 0");
  refused<Request>([](auto& r) { r.count = 8; }, "in a row (count) are atomics or reductions, not the operation load_after_store");
  refused<Request>([](auto& r) { r.access_bytes = 8; }, "of the operation load_after_store in global memory it must be 4");
  refused<Request>([](auto& r) { r.spacing_bytes = 6; }, "must be a multiple of access_bytes, 4");
  refused<Request>([](auto& r) { r.level = OperationLevel::shared; }, "is one of global memory");
  refused<Request>([](auto& r) { r.offset_bytes = 6; }, "offset_bytes is 6; it must be a multiple of access_bytes, 4");
  refused<Request>([](auto& r) { r = {.operation = load, .access_bytes = 16, .offset_bytes = 8}; },
                   "a multiple of access_bytes, 16");
  refused<Request>([](auto& r) { r.offset_bytes = std::uint64_t{1} << 30; }, "is too large for Card; the limit is");
  refused<Request>([](auto& r) { r.offset_bytes = ~std::uint64_t{3}; }, "offset_bytes is");
  refused<Request>([](auto& r) { r.operation = load_after_atomic; },
                   "can find their place warm, not the operation load_after_atomic");
  refused<Request>([](auto& r) { r = {.operation = load_after_atomic, .level = OperationLevel::shared}; },
                   "is one of global memory");
  refused<Request>([](auto& r) { r.operation = atomic; }, "can find their place warm, not the operation atomic");
  refused<Request>([](auto& r) { r.operation = load, r.level = OperationLevel::shared; }, "nothing in it can be warm");
  refused<Request>([](auto& r) { r.operation = load, r.access_bytes = 2; }, "4, 8 or 16");
  refused<Request>([](auto& r) { r = {.operation = atomic, .level = OperationLevel::shared, .blocks = 2}; }, "ask for one");
  refused<Request>([](auto& r) { r = {.operation = bulk_copy, .threads = 2, .access_bytes = 16}; }, "one thread and one block");
  refused<Request>([](auto& r) { r = {.operation = bulk_copy, .access_bytes = 24}; }, "multiple of 16");
  refused<Request>([](auto& r) { r = {.operation = bulk_copy, .access_bytes = 0}; }, "multiple of 16");
  refused<Request>([](auto& r) { r.threads = 512, r.spacing_bytes = 1 << 20, r.blocks = 1024; }, "the limit is 1 GiB");
  Description small = card();
  small.properties.sm_count = 4;
  small.properties.max_footprint_bytes_by_space[MemorySpace::shared] = 4096;
  EXPECT_THAT(check(Request{.operation = atomic, .blocks = 5}, small)->message, HasSubstr("between 1 and 4"));
  EXPECT_THAT(
      check(Request{.operation = atomic, .level = OperationLevel::shared, .threads = 33, .spacing_bytes = 128}, small)->message,
      HasSubstr("the limit is 4 KiB"));
  EXPECT_THAT(check(Request{.operation = atomic, .level = OperationLevel::shared, .offset_bytes = 4096}, small)->message,
              HasSubstr("the limit is 4 KiB"));
  EXPECT_FALSE(to_json(Request{.operation = atomic}).contains("offset_bytes")) << "older devices and files know no offset";
  for (const Request& good : {Request{.operation = load, .warm = true, .threads = 32, .spacing_bytes = 16, .access_bytes = 16},
                              Request{.operation = reduce, .threads = 512, .blocks = 4, .spacing_bytes = 128, .count = 8},
                              Request{.operation = atomic, .level = OperationLevel::shared, .threads = 32, .spacing_bytes = 128},
                              Request{.operation = async_copy, .threads = 512, .spacing_bytes = 8, .access_bytes = 8},
                              Request{.operation = bulk_copy, .access_bytes = 4096}, Request{.operation = hit_under_miss},
                              Request{.operation = load_after_atomic, .offset_bytes = 65536},
                              Request{.operation = atomic, .level = OperationLevel::shared, .offset_bytes = 4092}})
    EXPECT_EQ(check(good, small), std::nullopt) << to_string(good.operation);
}

TEST(RequestRules, HoldForResidency) {
  using Request = ResidencyRequest;
  refused<Request>([](auto& r) { r.spacing_bytes = 16; }, "between 32 and 1,048,576");
  refused<Request>([](auto& r) { r.spacing_bytes = 96; }, "must be a power of two");
  refused<Request>([](auto& r) { r.kept_bytes = 8200; }, "kept_bytes is 8,200; it must be a multiple of spacing_bytes, 256");
  refused<Request>([](auto& r) { r.swept_bytes = 100; }, "swept_bytes is 100; it must be a multiple of spacing_bytes, 256");
  refused<Request>([](auto& r) { r.kept_bytes = 0; }, "nothing can stay");
  refused<Request>([](auto& r) { r.timed_offset = 256; }, "multiple of 4 below spacing_bytes, 256");
  refused<Request>([](auto& r) { r.timed_offset = 2; }, "multiple of 4 below spacing_bytes, 256");
  refused<Request>([](auto& r) { r.fetch_bytes = 96; }, "32, 64 or 128");
  refused<Request>([](auto& r) { r.fetch_bytes = 256; }, "32, 64 or 128");
  refused<Request>([](auto& r) { r.swept_bytes = 1 << 30; }, "too large for Card; the limit is 1,073,741,824 B");
  refused<Request>([](auto& r) { r.persisting_bytes = (1 << 30) + 1; }, "between 0 and 1,073,741,824");
  refused<Request>([](auto& r) { r.places = 0; }, "between 1 and 32");
  refused<Request>([](auto& r) { r.places = 33; }, "between 1 and 32");
  EXPECT_EQ(check(Request{.kept_bytes = 128}, card()), std::nullopt);
}

TEST(RequestWords, AreReadBack) {
  for (const char* word : {"normal", "first", "last", "unchanged"})
    EXPECT_EQ(to_string(eviction_priority_from(word).value()), word);
  EXPECT_EQ(eviction_priority_from("evict_last"), std::nullopt);
  for (const char* word : {"load", "store", "atomic", "reduce", "async_copy", "bulk_copy", "load_after_store", "hit_under_miss"})
    EXPECT_EQ(to_string(memory_operation_from(word).value()), word);
  EXPECT_EQ(memory_operation_from("swap"), std::nullopt);
  for (const char* word : {"shared", "global"}) EXPECT_EQ(to_string(operation_level_from(word).value()), word);
  EXPECT_EQ(operation_level_from("l2"), std::nullopt);
}

TEST(RequestDefaults, ADeviceThatServesOnlyChasesSaysSo) {
  struct ChasesOnly final : Device {
    Description d = [] {
      Description description;
      description.name = "Chaser";
      description.calls = {"chase"};
      return description;
    }();
    const Description& description() const override { return d; }
    Outcome<ChaseResult> chase(const ChaseRequest&, const RunControl&) override { return ChaseResult{}; }
  } device;
  const auto says = [](const auto& outcome, const char* call) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::unsupported);
    EXPECT_THAT(outcome.error().message, HasSubstr(std::string("Chaser does not serve the request ") + call));
  };
  says(device.ask(PairedChaseRequest{}, {}), "paired_chase");
  says(device.ask(BankRequest{}, {}), "bank");
  says(device.ask(OutstandingRequest{}, {}), "outstanding");
  says(device.ask(CopyRequest{}, {}), "copy");
  says(device.ask(BandwidthRequest{}, {}), "bandwidth");
  says(device.ask(InstructionsRequest{}, {}), "instructions");
  says(device.ask(ClusterRequest{}, {}), "cluster");
  says(device.ask(OperationsRequest{}, {}), "operations");
  says(device.ask(ResidencyRequest{}, {}), "residency");
}

}  // namespace
}  // namespace chasescope
