// The draws of a trial as the protocol specifies them, and trials on a software GPU.
#include "engine/device/trials.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <list>
#include <map>

#include "engine/device/codec/base64.h"
#include "engine/device/codec/codec.h"
#include "engine/device/software/software_device.h"

namespace chasescope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using nlohmann::json;

TrialsRequest drawn() {
  TrialsRequest request;
  request.places = EvenPlaces{20, 128, 0};
  request.probability = 0.4;
  request.seed = 7;
  request.trials = 1;
  return request;
}

// The expected numbers come from a separate short program that was written from the protocol's text.
TEST(Trials, DrawWhatTheProtocolSays) {
  EXPECT_EQ(trial_mix(0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(trial_mix(1), 0x910A2DEC89025CC1U);
  TrialsRequest request = drawn();
  EXPECT_THAT(visited_places(request, 3, 0), ElementsAre(5, 6, 7, 10, 11, 12, 14, 15));
  EXPECT_THAT(visited_places(request, 3, 1), ElementsAre(5, 14, 12, 10, 6, 15, 11, 7));
  request.same_order = true;
  EXPECT_THAT(visited_places(request, 4, 1), ElementsAre(0, 5, 10, 8, 1, 11, 9, 2, 12));
  request.same_order = false;
  request.timed = {0, 1};
  EXPECT_THAT(visited_places(request, 4, 1), ElementsAre(2, 1, 0, 12, 11, 10, 9, 8, 5));
  request.probability = 0;
  EXPECT_THAT(visited_places(request, 4, 0), testing::UnorderedElementsAre(0, 1));
  request.probability = 1;
  EXPECT_EQ(visited_places(request, 4, 0).size(), 20U);
}

// A session file may hold a request that no device would accept, with an answer beside it.
TEST(Trials, AnAnswerToWhatCouldNotBeAskedIsRefused) {
  const auto refusal = [](const std::function<void(TrialsRequest&)>& change) {
    TrialsRequest request = drawn();
    change(request);
    const auto read = result_from_json(json{{"misses", json::array()}}, request);
    return read ? std::string() : read.error().message;
  };
  constexpr std::uint64_t kFar = std::uint64_t{1} << 62;
  EXPECT_THAT(refusal([](auto& request) { request.places = EvenPlaces{1'000'000'000, 128, 0}; }), HasSubstr("places are too many"));
  EXPECT_THAT(refusal([](auto& request) { request.places = EvenPlaces{0, 128, 0}; }), HasSubstr("have no places"));
  EXPECT_THAT(refusal([](auto& request) { request.places = EvenPlaces{2, 2 * kFar, 2 * kFar}; }), HasSubstr("reach farther"));
  EXPECT_THAT(refusal([](auto& request) { request.places = EvenPlaces{20, 0, 0}; }), HasSubstr("spacing of 0"));
  EXPECT_THAT(refusal([](auto& request) { request.places = ListedPlaces{{0, 0}}; }), HasSubstr("appears twice"));
  EXPECT_THAT(refusal([](auto& request) { request.places = ListedPlaces{{kFar}}; }), HasSubstr("reach farther"));
  EXPECT_THAT(refusal([](auto& request) { request.timed = {1'000'000}; }), HasSubstr("is to be timed"));
  EXPECT_THAT(refusal([](auto& request) { request.trials = 0; }), HasSubstr("number of trials is 0"));
  EXPECT_THAT(refusal([](auto& request) { request.trials = kFar; }), HasSubstr("too many for one request"));
  EXPECT_THAT(refusal([](auto& request) { request.fill_passes = kFar; }), HasSubstr("passes of filling"));
}

TEST(Trials, AnAnswerThatSpeaksOfWhatWasNotTimedIsRefused) {
  TrialsRequest request = drawn();
  const auto bits_of = [](std::vector<std::size_t> places) {
    std::vector<std::uint8_t> bytes(3);
    for (const std::size_t i : places) bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | 1U << (i % 8));
    return json{{"misses", {to_base64(bytes)}}};
  };
  // Trial 0 visits the places 0, 1, 3, 4, 8, 10, 14, 15 and 18.
  const auto good = result_from_json(bits_of({0, 10, 18}), request);
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_TRUE(good->missed(0, 10));
  EXPECT_FALSE(good->missed(0, 1));
  EXPECT_THAT(result_from_json(bits_of({0, 2}), request).error().message, HasSubstr("place 2 missed"));
  EXPECT_THAT(result_from_json(bits_of({21}), request).error().message, HasSubstr("place 21 missed"));
  EXPECT_THAT(result_from_json(json{{"misses", {"AAA="}}}, request).error().message, HasSubstr("3 bytes"));
  EXPECT_THAT(result_from_json(json{{"misses", json::array()}}, request).error().message, HasSubstr("1 trials were asked"));
  request.record = TrialRecord::cycles;
  EXPECT_TRUE(result_from_json(json{{"cycles", {{1, 2, 3, 4, 5, 6, 7, 8, 9}}}}, request));
  EXPECT_THAT(result_from_json(json{{"cycles", {{1, 2}}}}, request).error().message, HasSubstr("9 timed places"));
}

TEST(Base64, GoesBothWaysAndRefusesTheRest) {
  const std::pair<const char*, const char*> published[] = {  // RFC 4648, section 10
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, text] : published) {
    const std::string_view view(plain);
    const std::vector<std::uint8_t> bytes(view.begin(), view.end());
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
  for (const char* wrong : {"Z", "Zg=", "Zg", "Zh==", "Zm9=", "Z===", "====", "Zm 8", "Zg==Zg==", "Zm9\xff"}) EXPECT_FALSE(from_base64(wrong)) << wrong;
}

/// Sets of LRU lists that share no code with the model.
class NaiveLru {
 public:
  NaiveLru(std::uint64_t sets, std::size_t ways) : sets_(sets), ways_(ways) {}
  bool hit(std::uint64_t line) {
    std::list<std::uint64_t>& set = lines_[line % sets_];
    const auto found = std::find(set.begin(), set.end(), line);
    const bool was_there = found != set.end();
    if (was_there) set.erase(found);
    set.push_front(line);
    if (set.size() > ways_) set.pop_back();
    return was_there;
  }

 private:
  std::uint64_t sets_;
  std::size_t ways_;
  std::map<std::uint64_t, std::list<std::uint64_t>> lines_;
};

TEST(SoftwareTrials, AreThoseOfANaiveCache) {
  // Three sets of two ways of 8 bytes, LRU (2014 paper, figure 2).
  const auto device = open_preset("textbook");
  ASSERT_TRUE(device);
  TrialsRequest request;
  request.places = EvenPlaces{24, 8, 8};
  request.probability = 0.3;
  request.fill_passes = 2;
  request.trials = 200;
  request.first = 5;
  request.seed = 11;
  ChaseRequest one;
  one.pattern = UniformPattern{8, 8};
  one.warmup = 1;
  one.accesses = 4;
  const auto alone = (*device)->chase(one, {});
  ASSERT_TRUE(alone);
  request.cut_cycles = alone->cycles[0] + 1;
  const auto answer = (*device)->ask(request, {});
  ASSERT_TRUE(answer) << answer.error().message;
  std::size_t misses = 0, hits = 0;
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    NaiveLru cache(3, 2);
    for (std::uint64_t pass = 0; pass < request.fill_passes; ++pass)
      for (const std::uint64_t i : visited_places(request, 5 + t, pass)) cache.hit(i + 1);
    for (const std::uint64_t i : visited_places(request, 5 + t, 2)) {
      const bool hit = cache.hit(i + 1);
      EXPECT_EQ(answer->missed(t, i), !hit) << "trial " << t << ", place " << i;
      ++(hit ? hits : misses);
    }
  }
  EXPECT_GT(misses, 100U);
  EXPECT_GT(hits, 100U);
  // The same trials again: the outcomes are the same, now as cycles in order of place.
  request.record = TrialRecord::cycles;
  const auto cycles = (*device)->ask(request, {});
  ASSERT_TRUE(cycles);
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    std::vector<std::uint64_t> in = visited_places(request, 5 + t, 2);
    std::sort(in.begin(), in.end());
    ASSERT_EQ(cycles->cycles[t].size(), in.size());
    for (std::size_t k = 0; k < in.size(); ++k) EXPECT_EQ(cycles->cycles[t][k] > request.cut_cycles, answer->missed(t, in[k]));
  }
}

TEST(SoftwareTrials, TimedPlacesAreAlwaysIn) {
  const auto device = open_preset("textbook");
  ASSERT_TRUE(device);
  TrialsRequest request;
  request.places = EvenPlaces{4, 8, 0};
  request.probability = 0;
  request.timed = {2};
  request.trials = 3;
  request.record = TrialRecord::cycles;
  const auto warm = (*device)->ask(request, {});
  ASSERT_TRUE(warm) << warm.error().message;
  request.fill_passes = 0;
  const auto cold = (*device)->ask(request, {});
  ASSERT_TRUE(cold);
  // The flush comes before the fill, so that it does not change the outcome.
  request.fill_passes = 1;
  request.flush_bytes = 4096;
  const auto flushed = (*device)->ask(request, {});
  ASSERT_TRUE(flushed);
  for (std::size_t t = 0; t < 3; ++t) {
    ASSERT_EQ(warm->cycles[t].size(), 1U);
    ASSERT_EQ(cold->cycles[t].size(), 1U);
    EXPECT_LT(warm->cycles[t][0], cold->cycles[t][0]);
    EXPECT_EQ(flushed->cycles[t], warm->cycles[t]);
  }
}

TEST(SoftwareTrials, ChanceDiffersFromTrialToTrialAndStopEndsThem) {
  const auto device = open_preset("gtx560ti");
  ASSERT_TRUE(device);
  TrialsRequest request;
  request.places = EvenPlaces{16, 4096, 0};  // one set of the L1
  request.probability = 1;
  request.same_order = true;
  request.trials = 64;
  request.cut_cycles = 150;
  const auto answer = (*device)->ask(request, {});
  ASSERT_TRUE(answer) << answer.error().message;
  std::map<std::vector<std::uint8_t>, int> outcomes;
  for (std::uint64_t t = 0; t < request.trials; ++t)
    ++outcomes[{answer->bits.begin() + static_cast<std::ptrdiff_t>(2 * t), answer->bits.begin() + static_cast<std::ptrdiff_t>(2 * t + 2)}];
  EXPECT_GT(outcomes.size(), 8U) << "Fermi replaces by chance (2014 paper, figure 8)";
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ((*device)->ask(request, {stop.get_token(), nullptr}).error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace chasescope
