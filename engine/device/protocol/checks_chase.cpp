#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "engine/device/codec/codec.h"
#include "engine/device/protocol/checks.h"

namespace chasescope {
namespace {

using nlohmann::json;

json uniform(std::uint64_t bytes, std::uint64_t stride) { return {{"kind", "uniform"}, {"bytes", bytes}, {"stride", stride}}; }

/// The result of a chase, checked against its request.
ChaseResult chase(Examiner& examiner, const json& params) {
  const auto request = chase_request_from_json(params);
  if (!request) throw Broken{request.error().message};
  auto result = chase_result_from_json(examiner.result_of("chase", params), *request);
  if (!result) throw Broken{result.error().message};
  if (!result->served_by.empty() && !request->truth) throw Broken{"/served_by is there, but truth was not asked for"};
  return *std::move(result);
}

/// A chase that is the first request of a restarted program. The rule is that equal requests in equal order get equal answers.
ChaseResult fresh_chase(Examiner& examiner, const json& params) {
  examiner.restart();
  return chase(examiner, params);
}

void only_without_clocks(const Examiner& examiner) {
  if (examiner.description.origin == Origin::hardware) throw NotApplicable{"the times of hardware are never the same twice"};
}

/// The latencies of the same accesses, from two requests. The first n of `whole` are those of a first pass over n elements; `from`
/// is where the accesses of `part` begin in it.
struct TwoRequests {
  std::vector<float> whole, part;
  std::size_t elements = 0, from = 0;
};

enum class Alike { yes, no, hidden };

float median_of(std::vector<float> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Noise derives from the seed and the number of a request, and may differ from request to request. What is cold and what is warm
/// may not, and the misses of the first pass stand out of noise.
Alike compare(const TwoRequests& two) {
  const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  const auto& whole = two.whole;
  if (std::equal(two.part.begin(), two.part.end(), whole.begin() + at(two.from), whole.end())) return Alike::yes;
  const auto second_pass = whole.begin() + at(two.elements);
  const bool is_noisy = !std::equal(second_pass + at(two.elements), whole.end(), second_pass);
  if (!is_noisy) return Alike::no;
  const float cold = median_of({whole.begin(), second_pass}), warm = median_of({second_pass, whole.end()});
  const float cut = (cold + warm) / 2;
  const auto is_cold = [&](float cycles) { return cycles > cut; };
  if (cold <= warm || !std::all_of(whole.begin(), second_pass, is_cold) || std::any_of(second_pass, whole.end(), is_cold))
    return Alike::hidden;
  return std::equal(two.part.begin(), two.part.end(), whole.begin() + at(two.from), whole.end(),
                    [&](float a, float b) { return is_cold(a) == is_cold(b); })
             ? Alike::yes
             : Alike::no;
}

/// Compares several pairs of requests, because a disturbance may make one access of a pair slow.
void expect_alike(const std::function<TwoRequests(std::uint64_t elements)>& asked, const char* otherwise) {
  constexpr int kPairs = 5;
  constexpr std::uint64_t kElements = 5;
  int alike = 0, different = 0;
  for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
    const TwoRequests two = asked(kElements + pair);
    const Alike found = compare(two);
    alike += found == Alike::yes ? 1 : 0;
    different += found == Alike::no ? 1 : 0;
    if (alike > 0 && different == 0) return;
    if (2 * alike > kPairs) return;
  }
  if (different >= alike && different > 0) throw Broken{otherwise};
  if (alike == 0) throw NotApplicable{"its latencies scatter, and the misses of a first pass do not stand out"};
}

/// Random choices derive from the seed and the number of the request.
void expect_repeatable(Examiner& examiner) {
  const auto asked = [&] { return fresh_chase(examiner, chase_params(examiner.description, uniform(1280, 256), 0, 20)); };
  if (asked() != asked()) throw Broken{"the same first request was answered differently when the program was started anew"};
}

void lengths(Examiner& examiner) {
  for (const std::uint64_t accesses : {1, 7, 1000})
    static_cast<void>(chase(examiner, chase_params(examiner.description, uniform(1024, 128), 5, accesses)));
}

/// Four passes over so many elements 256 B apart, and a few accesses more.
constexpr std::uint64_t kStride = 256, kPasses = 4, kMore = 3;

void warmup(Examiner& examiner) {
  only_without_clocks(examiner);
  expect_repeatable(examiner);
  // Cold misses mark the first pass, so a warm-up that begins or ends at another access shows in the latencies.
  expect_alike(
      [&](std::uint64_t elements) {
        const json pattern = uniform(elements * kStride, kStride);
        const std::uint64_t rest = kPasses * elements;
        return TwoRequests{fresh_chase(examiner, chase_params(examiner.description, pattern, 0, rest + kMore)).cycles.copy(),
                           fresh_chase(examiner, chase_params(examiner.description, pattern, kMore, rest)).cycles.copy(), elements,
                           kMore};
      },
      "after a warm-up of 3, other accesses miss than without a warm-up from the fourth access on");
}

void offsets(Examiner& examiner) {
  static_cast<void>(chase(examiner, chase_params(examiner.description, {{"kind", "offsets"}, {"offsets", {512, 0, 4}}}, 1, 10)));
  only_without_clocks(examiner);
  expect_repeatable(examiner);
  expect_alike(
      [&](std::uint64_t elements) {
        json list = json::array();
        for (std::uint64_t i = 0; i < elements; ++i) list.push_back(i * kStride);
        const json listed{{"kind", "offsets"}, {"offsets", std::move(list)}};
        const auto cycles = [&](const json& pattern) {
          return fresh_chase(examiner, chase_params(examiner.description, pattern, 0, kPasses * elements)).cycles.copy();
        };
        return TwoRequests{cycles(uniform(elements * kStride, kStride)), cycles(listed), elements, 0};
      },
      "a list of the offsets 0, 256, 512, … and the uniform pattern of the same offsets do not miss alike");
}

void shuffled(Examiner& examiner) {
  const json pattern{{"kind", "shuffled"}, {"bytes", 4096}, {"stride", 64}, {"seed", 5}};
  const auto first = fresh_chase(examiner, chase_params(examiner.description, pattern, 0, 64));
  const auto again = fresh_chase(examiner, chase_params(examiner.description, pattern, 0, 64));
  if (first.offsets != again.offsets) throw Broken{"the same seed gave two orders"};
}

void mean(Examiner& examiner) {
  json params = chase_params(examiner.description, uniform(1024, 128), 8, 64);
  const auto each = fresh_chase(examiner, params);
  params["record"] = "mean";
  const auto only_mean = fresh_chase(examiner, params);
  only_without_clocks(examiner);
  const std::vector<float> cycles = each.cycles.copy();
  const double wanted = std::accumulate(cycles.begin(), cycles.end(), 0.0) / static_cast<double>(cycles.size());
  const double told = *only_mean.mean_cycles;
  const auto near = [&](double value) { return std::fabs(told - value) <= 0.01 * std::fabs(value) + 0.01; };
  if (!near(wanted) && !near(wanted - each.overhead_cycles.value_or(0)))
    throw Broken{"the mean is " + std::to_string(told) + ", but the recorded accesses have the mean " + std::to_string(wanted)};
}

void determinism(Examiner& examiner) {
  only_without_clocks(examiner);
  const auto run = [&] {
    examiner.restart();
    std::vector<ChaseResult> results;
    for (const std::uint64_t bytes : {1024U, 65536U, 4096U})
      results.push_back(chase(examiner, chase_params(examiner.description, uniform(bytes, 128), 0, 500)));
    return results;
  };
  if (run() != run()) throw Broken{"the same three chases, asked of the program started twice, were answered differently"};
}

}  // namespace

std::vector<Check> chase_checks() {
  return {
      {"chase_lengths", "a chase of k accesses is answered with k cycles", lengths, true},
      {"warmup_goes_on", "the warm-up begins at the first offset, and the timed accesses go on where it stopped", warmup, true},
      {"offsets_pattern", "a list of offsets is followed in its order", offsets, true},
      {"shuffled_order", "a shuffled chase tells its order, each offset once, the same for the same seed", shuffled, true},
      {"record_mean", "record mean is answered with mean_cycles", mean, true},
      {"determinism", "equal requests in equal order are answered equally", determinism, true},
  };
}

}  // namespace chasescope
