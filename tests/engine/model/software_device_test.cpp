// The software GPU as a device: its description, its answers, and that it gives the same answers on every machine.
#include "engine/device/software/software_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <stop_token>

#include "tests/engine/model/chasing.h"

namespace chasescope::tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Recorder : public RequestSink {
 public:
  void on_progress(std::size_t, double fraction) override { progress.push_back(fraction); }
  void on_part(std::size_t, const TraceChunk& part) override {
    parts.append(part);
    if (parts.size() >= stop_after) stop.request_stop();
  }
  std::vector<double> progress;
  LatencyTrace parts;
  std::size_t stop_after = SIZE_MAX;
  std::stop_source stop;
};

TEST(SoftwareDevice, DescribesItself) {
  const auto device = preset("gtx780");
  const Description& description = device->description();
  EXPECT_EQ(description.name, "GeForce GTX 780");
  EXPECT_EQ(description.origin, Origin::model);
  EXPECT_TRUE(description.serves("chase"));
  EXPECT_TRUE(description.serves("paired_chase"));
  EXPECT_FALSE(description.serves("cluster"));
  EXPECT_TRUE(description.serves(MemorySpace::readonly));
  EXPECT_FALSE(description.serves(MemorySpace::constant));
  EXPECT_EQ(description.properties.l2_bytes, 1536U << 10);
  EXPECT_EQ(description.max_footprint(MemorySpace::global_ca), std::uint64_t{3071} << 20);
  EXPECT_EQ(description.max_footprint(MemorySpace::shared), 48U << 10);
  EXPECT_FALSE(description.keeps_all_state);
  EXPECT_TRUE(description.keeps_state.empty());
}

TEST(SoftwareDevice, RefusesWhatEveryDeviceRefuses) {
  auto device = preset("gtx560ti");
  ChaseRequest request = passes_over(MemorySpace::constant, 4096, 4, 1);
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::unsupported);
  request.space = MemorySpace::shared;
  request.pattern = UniformPattern{64 << 10, 4};
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::invalid_request);
}

TEST(SoftwareDevice, StartsColdWithEveryRequest) {
  auto device = preset("textbook");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 40, 8, 2, 0);
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(chase(*device, request).cycles.copy(), (std::vector<float>{100, 100, 100, 100, 100, 10, 10, 10, 10, 10}));
}

TEST(SoftwareDevice, GoesOnWhereTheWarmUpStopped) {
  auto device = preset("textbook");
  ChaseRequest request;
  request.pattern = UniformPattern{80, 8};  // ten lines; the set of line i is i mod 3
  request.warmup = 7;
  request.accesses = 5;
  // Lines 7, 8, 9 are new; line 0 was pushed out by lines 3, 6, 9; line 1 by 4 and 7.
  EXPECT_EQ(chase(*device, request).cycles.copy(), (std::vector<float>{100, 100, 100, 100, 100}));
  request.pattern = UniformPattern{48, 8};
  EXPECT_EQ(chase(*device, request).cycles.copy(), (std::vector<float>{10, 10, 10, 10, 10}));
}

TEST(SoftwareDevice, PartsAndResultAreTheSameTrace) {
  auto device = preset("gtx560ti");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 20 * 1024, 128, 1500);
  Recorder sink;
  const auto result = device->chase(request, {{}, &sink});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->cycles.size(), request.accesses);
  EXPECT_EQ(sink.parts, result->cycles);
  ASSERT_EQ(sink.parts.chunks().size(), result->cycles.chunks().size());
  for (std::size_t i = 0; i < sink.parts.chunks().size(); ++i) EXPECT_EQ(sink.parts.chunks()[i], result->cycles.chunks()[i]);
  EXPECT_EQ(sink.parts.chunks()[0]->size(), 4096U);
  EXPECT_EQ(sink.parts.chunks()[1]->size(), 65536U);
  EXPECT_TRUE(std::is_sorted(sink.progress.begin(), sink.progress.end()));
  ASSERT_FALSE(sink.progress.empty());
  EXPECT_EQ(sink.progress.back(), 1.0);
  EXPECT_GT(sink.progress.size(), 2U);
}

TEST(SoftwareDevice, StopsWhenAsked) {
  auto device = preset("gtx560ti");
  ChaseRequest request = passes_over(MemorySpace::global_cg, 64 << 20, 128, 1, 0);
  request.accesses = 1'000'000'000;
  Recorder sink;
  sink.stop_after = 60000;
  const auto result = device->chase(request, {sink.stop.get_token(), &sink});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::cancelled);
  EXPECT_LT(sink.parts.size(), 200000U);
  // A stop works also during the warm-up, and before the request.
  request.warmup = std::uint64_t{1} << 36;
  EXPECT_EQ(device->chase(request, {sink.stop.get_token(), nullptr}).error().code, ErrorCode::cancelled);
}

TEST(SoftwareDevice, MeanIsTheMeanOfEach) {
  ChaseRequest request = passes_over(MemorySpace::global_ca, 20 * 1024, 128, 700);
  const std::vector<float> cycles = chase(*preset("gtx560ti"), request).cycles.copy();
  request.record = Record::mean;
  const ChaseResult mean = chase(*preset("gtx560ti"), request);
  EXPECT_TRUE(mean.cycles.empty());
  ASSERT_TRUE(mean.mean_cycles);
  EXPECT_DOUBLE_EQ(*mean.mean_cycles, std::accumulate(cycles.begin(), cycles.end(), 0.0) / static_cast<double>(cycles.size()));
}

TEST(SoftwareDevice, TruthOnlyWhenAsked) {
  auto device = preset("gtx560ti");
  ChaseRequest request = passes_over(MemorySpace::global_ca, 20 * 1024, 128, 3);
  const ChaseResult told = chase(*device, request);
  EXPECT_EQ(told.served_by.index.size(), request.accesses);
  request.truth = false;
  EXPECT_TRUE(chase(*device, request).served_by.empty());
  EXPECT_TRUE(chase(*device, request).served_by.names.empty());
}

TEST(SoftwareDevice, ShuffledPatternsTellTheirOrderAndMeetTheSameLines) {
  auto device = preset("gtx560ti");
  ChaseRequest request;
  request.pattern = ShuffledPattern{16 << 10, 128, 42};
  request.accesses = 256;
  request.truth = true;
  const ChaseResult result = chase(*device, request);
  EXPECT_EQ(result.offsets, shuffled_offsets(ShuffledPattern{16 << 10, 128, 42}));
  // The first pass is cold, and the second pass hits everywhere, because 16 KiB fit in any order.
  EXPECT_EQ(tally(result.served_by),
            (std::map<std::string, std::size_t>{{"dram+l1_tlb", 127}, {"dram+walk", 1}, {"l1+l1_tlb", 128}}));
}

TEST(SoftwareDevice, ListedOffsetsAreFollowedInOrder) {
  auto device = preset("textbook");
  ChaseRequest request;
  request.pattern = OffsetsPattern{{0, 400, 4, 404}};
  request.accesses = 6;
  EXPECT_EQ(chase(*device, request).cycles.copy(), (std::vector<float>{100, 100, 10, 10, 10, 10}));
}

// FNV-1a over the outcomes. It is the same on every machine and compiler, and differs for another seed or request number.
std::uint64_t hash_of(const ChaseResult& result) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const float cycles : result.cycles.copy()) hash = (hash ^ static_cast<std::uint64_t>(cycles)) * 0x100000001B3ULL;
  return hash;
}

TEST(SoftwareDevice, SameSeedSameTraceOnAnyMachine) {
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 24 * 1024, 128, 200);
  auto first = preset("gtx560ti", 7);
  auto second = preset("gtx560ti", 7);
  const std::uint64_t hash = hash_of(chase(*first, request));
  EXPECT_EQ(hash, hash_of(chase(*second, request)));
  EXPECT_NE(hash, hash_of(chase(*first, request)));  // the second request of a session draws anew …
  chase(*second, request);
  // … and the second requests of both devices draw the same.
  EXPECT_EQ(hash_of(chase(*first, request)), hash_of(chase(*second, request)));
  EXPECT_NE(hash, hash_of(chase(*preset("gtx560ti", 8), request)));
  EXPECT_EQ(hash, 15534971018004959962ULL);  // the expected hash: it changes if the model's random choices change
}

TEST(SoftwareDevice, UnknownPresetsAreAnsweredWithTheKnownOnes) {
  const auto device = open_preset("gtx9000");
  ASSERT_FALSE(device);
  EXPECT_THAT(device.error().message, AllOf(HasSubstr("gtx9000"), HasSubstr("gtx560ti"), HasSubstr("textbook")));
}

TEST(SoftwareDevice, PresetsAreListedWithTheirNames) {
  const auto presets = preset_cards();
  ASSERT_GE(presets.size(), 3U);
  EXPECT_TRUE(std::is_sorted(presets.begin(), presets.end(), [](const auto& a, const auto& b) { return a.id < b.id; }));
  for (const PresetInfo& info : presets) {
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.summary.empty());
    EXPECT_TRUE(open_preset(info.id)) << info.id;
  }
}

class ModelFile : public ::testing::Test {
 protected:
  ~ModelFile() override { std::filesystem::remove(path_); }
  std::string write(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  std::string path_ =
      ::testing::TempDir() + "/chasescope_model_" + ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
};

TEST_F(ModelFile, OpensAFile) {
  std::ifstream preset(std::string(CHASESCOPE_SOURCE_DIR) + "/resources/models/textbook.json");
  const std::string text((std::istreambuf_iterator<char>(preset)), {});
  const auto device = open_model_file(write(text));
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ((*device)->description().name, "Textbook cache");
}

TEST_F(ModelFile, SaysWhatIsWrongWithIt) {
  const auto missing = open_model_file("/nowhere/card.json");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, AllOf(HasSubstr("/nowhere/card.json"), HasSubstr("can't be read")));

  const auto folder = open_model_file(::testing::TempDir());
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().message, HasSubstr("no ordinary file"));

  const auto broken = open_model_file(write("{\n  \"name\": ,\n}"));
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().message, AllOf(HasSubstr(path_), HasSubstr("line 2, column 11")));

  const auto empty = open_model_file(write(""));
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("no JSON"));

  const auto wrong = open_model_file(write(R"({"schema": "chasescope-model", "version": 1, "name": "x", "summary": "y"})"));
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message,
              AllOf(HasSubstr(path_), HasSubstr("2 faults"), HasSubstr("/device is missing"), HasSubstr("/paths is missing")));
}

}  // namespace
}  // namespace chasescope::tests
