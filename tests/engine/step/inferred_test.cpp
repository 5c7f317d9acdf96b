#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "engine/step/inferred.h"
#include "tests/engine/step/replaying.h"

namespace chasescope {
namespace {

using step::Footing;
using step::Look;
using step::Verdict;
using step::Way;
using tests::card;
using tests::kKiB;
using tests::passes_over;
using tests::Played;
using tests::preset;
using tests::whole;

Finding measured(const char* quantity, nlohmann::json value, const nlohmann::json& conditions = {{"space", "global.ca"}}) {
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = quantity;
  finding.value = std::move(value);
  finding.conditions = conditions;
  finding.status = FindingStatus::measured;
  return finding;
}

/// The 48 KiB L1 of the GTX 560 Ti, in the findings of probes.
std::vector<Finding> fermi48(const nlohmann::json& policy = "lru") {
  const nlohmann::json conditions{{"space", "global.ca"}, {"l1_kib", 48}};
  return {measured("line_bytes", 128, conditions),
          measured("fetch_bytes", 128, conditions),
          measured("sets", 64, conditions),
          measured("ways", 6, conditions),
          measured("set_index_bits", {7, 8, 9, 10, 11, 12}, conditions),
          measured("set_index_function", "bits", conditions),
          measured("replacement_policy", policy, conditions)};
}

Played overflowing(Device& device) {
  ChaseRequest request = passes_over(MemorySpace::global_ca, 50 * kKiB, 128, 6, 1);
  request.l1_kib = 48;
  return {device, request};
}

TEST(InferredCache, predicts_what_a_device_of_that_shape_does) {
  const auto device = preset("gtx560ti");
  const Played run = overflowing(*device);
  const auto made_source = step::make_source(run.recording(), fermi48(), {});
  EXPECT_EQ(made_source.footing, Footing::findings);
  const auto source = whole(step::make_source(run.recording(), fermi48(), {}));
  const auto truth = whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 1}));
  EXPECT_TRUE(source->trusted());
  EXPECT_NE(source->basis().find("It predicts all 2,400 recorded hits and misses"), std::string::npos) << source->basis();
  for (std::uint64_t at = 0; at < source->size(); ++at) {
    const Look a = source->look(at, 0), b = truth->look(at, 0);
    ASSERT_EQ(a.verdict, b.verdict) << at;
    ASSERT_EQ(a.evicted, b.evicted) << at;
    ASSERT_EQ(a.before, b.before) << at;
    ASSERT_EQ(a.answered, "");  // findings do not tell which part answered
  }
}

TEST(InferredCache, of_another_configuration_is_not_used) {
  const auto device = preset("gtx560ti");
  const Played run(*device, passes_over(MemorySpace::global_ca, 20 * kKiB, 128, 6, 1));
  const auto made = step::make_source(run.recording(), fermi48(), {});
  EXPECT_EQ(made.footing, Footing::trace);
  EXPECT_NE(made.source->basis().find("no finding tells its line"), std::string::npos) << made.source->basis();
  EXPECT_EQ(made.source->look(300, 0).set, std::nullopt);
}

TEST(InferredCache, that_predicts_wrongly_is_not_trusted) {
  const auto device = preset("gtx560ti");
  const Played run = overflowing(*device);
  auto wrong = fermi48();
  wrong[2].value = 32;
  wrong[3].value = 12;
  wrong[4].value = {7, 8, 9, 10, 11};
  EXPECT_FALSE(whole(step::make_source(run.recording(), wrong, {}))->trusted());
  EXPECT_NE(step::make_source(run.recording(), wrong, {}, Footing::trace).source->basis().find("predicts other hits and misses"),
            std::string::npos);
}

TEST(InferredCache, hashes_and_unequal_sets_are_taken_over) {
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 4 * kKiB, 128, 1);
  const auto inferred = step::infer_nearest(
      {measured("line_bytes", 128), measured("sets", 2), measured("ways_per_set", {4, 2}),
       measured("set_index_function", nlohmann::json::parse("[[7, 9]]")), measured("replacement_policy", "fifo")},
      request);
  EXPECT_TRUE(inferred.can_replay());
  EXPECT_EQ(inferred.part.spec.index.kind, model::IndexSpec::Kind::xor_);
  EXPECT_EQ(inferred.part.spec.ways, (std::vector<std::uint32_t>{4, 2}));
  EXPECT_EQ(inferred.part.spec.policy.kind, "fifo");
}

TEST(InferredCache, says_what_no_finding_tells) {
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 4 * kKiB, 128, 1);
  const auto modulo = step::infer_nearest({measured("line_bytes", 128), measured("sets", 3), measured("ways", 2),
                                           measured("set_index_function", "modulo"), measured("replacement_policy", "lru")},
                                          request);
  EXPECT_EQ(modulo.missing, std::vector<std::string>{"how addresses choose a set"});  // the size of the blocks is unknown
  EXPECT_FALSE(modulo.can_replay());
  // Nonsense in another program's file must not break anything.
  const auto odd = step::infer_nearest({measured("line_bytes", 100), measured("sets", "many"), measured("ways", -1),
                                        measured("set_index_bits", {99}), measured("set_index_function", "bits")},
                                       request);
  EXPECT_EQ(odd.part.spec.unit_bytes, 0U);
  EXPECT_EQ(odd.missing.size(), 4U);
}

/// A random policy: each line that the source shows as held must be there, and a line that may be gone must not be shown as held.
TEST(RecordedTrace, says_of_a_random_cache_only_what_is_true) {
  const auto device = preset("gtx560ti", 2);
  const Played run(*device, passes_over(MemorySpace::global_ca, 18 * kKiB, 128, 60, 2));
  const std::vector<Finding> findings{measured("line_bytes", 128),
                                      measured("sets", 32),
                                      measured("ways", 4),
                                      measured("set_index_bits", {7, 8, 9, 10, 11}),
                                      measured("set_index_function", "bits"),
                                      measured("replacement_policy", "weighted_way"),
                                      measured("hit_latency_cycles", 116)};
  const auto made = step::make_source(run.recording(), findings, {});
  ASSERT_EQ(made.footing, Footing::trace);
  EXPECT_FALSE(made.source->tells_evictions());
  EXPECT_NE(made.source->basis().find("under the policy weighted_way chance decides"), std::string::npos) << made.source->basis();
  const auto truth = whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 2}));
  std::size_t held = 0, unknown = 0;
  for (std::uint64_t at = truth->warmup(); at < truth->size(); ++at) {
    const Look told = made.source->look(at, 0), is = truth->look(at, 0);
    ASSERT_EQ(told.verdict, is.verdict) << at;
    ASSERT_EQ(told.set, is.set) << at;
    ASSERT_EQ(told.evicted, std::nullopt);
    for (const auto& [ways, real] : {std::pair(&told.before, &is.before), std::pair(&told.after, &is.after)}) {
      ASSERT_EQ(ways->size(), 4U) << at;
      std::set<std::uint64_t> there;
      for (const Way& way : *real) there.insert(way.unit);
      for (const Way& way : *ways) {
        held += way.state == Way::State::held;
        unknown += way.state == Way::State::unknown;
        ASSERT_TRUE(way.state != Way::State::held || there.contains(way.unit)) << at;
      }
    }
  }
  EXPECT_GT(held, 2 * unknown);  // the source shows most ways as held
  EXPECT_GT(unknown, 100U);
}

TEST(RecordedTrace, of_one_level_does_not_tell_hits_from_misses) {
  const auto device = preset("textbook");
  const Played run(*device, passes_over(MemorySpace::global_ca, 48, 4, 4, 1));
  const auto made = step::make_source(run.recording(), {}, {});
  EXPECT_EQ(made.source->verdict(20, 0), Verdict::unknown);
  const auto told = step::make_source(run.recording(), {measured("hit_latency_cycles", 10)}, {});
  EXPECT_EQ(told.source->verdict(20, 0), Verdict::hit);
  const auto slower = step::make_source(run.recording(), {measured("hit_latency_cycles", 5)}, {});
  EXPECT_EQ(slower.source->verdict(20, 0), Verdict::miss);
}

}  // namespace
}  // namespace chasescope
