#include <cmath>
#include <cstdlib>
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

void expect_same(const LatencyTrace& a, const LatencyTrace& b, const char* otherwise) {
  if (a != b) throw Broken{otherwise};
}

void lengths(Examiner& examiner) {
  for (const std::uint64_t accesses : {1, 7, 1000})
    static_cast<void>(chase(examiner, chase_params(examiner.description, uniform(1024, 128), 5, accesses)));
}

void warmup(Examiner& examiner) {
  only_without_clocks(examiner);
  // Cold misses mark the first pass, so a warm-up that begins or ends at another access shows in the latencies.
  const json pattern = uniform(1280, 256);
  const auto whole = fresh_chase(examiner, chase_params(examiner.description, pattern, 0, 23));
  const auto rest = fresh_chase(examiner, chase_params(examiner.description, pattern, 3, 20));
  expect_same(LatencyTrace(whole.cycles.copy(3, 23)), rest.cycles,
              "20 accesses after a warm-up of 3 differ from the last 20 of 23 accesses without a warm-up");
}

void offsets(Examiner& examiner) {
  const json listed{{"kind", "offsets"}, {"offsets", {0, 256, 512, 768, 1024}}};
  static_cast<void>(chase(examiner, chase_params(examiner.description, {{"kind", "offsets"}, {"offsets", {512, 0, 4}}}, 1, 10)));
  only_without_clocks(examiner);
  const auto by_list = fresh_chase(examiner, chase_params(examiner.description, listed, 0, 20));
  const auto by_stride = fresh_chase(examiner, chase_params(examiner.description, uniform(1280, 256), 0, 20));
  expect_same(by_list.cycles, by_stride.cycles, "the offsets 0, 256, … 1024 and the uniform pattern of the same offsets differ");
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
