// A cache, TLB or path that is written to a file and read back is equal to the original: random ones of every kind, and those of
// every bundled card.
#include "engine/model/card_file/shape_writer.h"

#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "engine/model/policy/policy_list.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::model::tests {
namespace {

using nlohmann::json;

template <typename... Policies>
std::vector<std::string> names_of(PolicyList<Policies...>) {
  return {std::string(Policies::name)...};
}

json around(const json& cache) {
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "n"},
          {"summary", "s"},
          {"device", {{"memory_bytes", std::uint64_t{1} << 30}}},
          {"caches", {{"l1", cache}}},
          {"paths", {{"global.ca", {{"data", {"l1"}}, {"latency", {{"l1", 1}, {"dram", 2}}}}}}}};
}

/// Writes the cache as text and reads it back.
CacheSpec read_back(const json& cache) {
  const auto card = load_card(around(cache).dump(), "test");
  EXPECT_TRUE(card) << (card ? "" : card.error().message) << cache.dump();
  return card ? card->caches.at("l1").cache : CacheSpec{};
}

TEST(ShapeWriter, RandomCachesOfEveryPolicyComeBackEqual) {
  for (std::string policy : names_of(AllPolicies{})) {
    Random random(7);
    for (int i = 0; i < 60; ++i) {
      CacheSpec spec = random_cache(random, policy == "weighted_way" && i % 2 == 1 ? "weighted_way/every_second" : policy);
      if (policy == "qlru") spec.policy.words["variant"] = "H21_M2_R0_U0_UMO";
      if (policy == "qlru_duel") spec.policy.words = {{"first", "H11_M1_R0_U0"}, {"second", "H11_M3_R0_U0"}};
      if (policy == "bip") spec.policy.numbers["epsilon"] = {1.0 / 3};
      if (!check_policy(spec.policy, spec.ways).empty()) continue;  // a shape that this policy can't have
      EXPECT_EQ(read_back(written_cache(spec)), spec) << written_cache(spec).dump();
    }
  }
}

TEST(ShapeWriter, OrganisationsComeBackEqual) {
  CacheSpec spec = simple_cache(128, 8, 4);
  spec.store_lines = 24;
  EXPECT_EQ(read_back(written_cache(spec)), spec);
  spec.store_lines.reset();
  spec.next_line = true;
  EXPECT_EQ(read_back(written_cache(spec)), spec);
  spec.next_line = false;
  spec.index.kind = IndexSpec::Kind::sliced;
  spec.index.slices = 2;
  IndexSpec slice, within;
  slice.kind = IndexSpec::Kind::xor_;
  slice.bit_groups = {{9, 12}};
  within.kind = IndexSpec::Kind::bits;
  within.bit_groups = {{7}, {8}};
  spec.index.parts = {slice, within};
  EXPECT_EQ(read_back(written_cache(spec)), spec);
  spec.index = {};
  spec.index.kind = IndexSpec::Kind::skewed;
  spec.index.parts.assign(4, IndexSpec{});
  EXPECT_EQ(read_back(written_cache(spec)), spec);
}

TEST(ShapeWriter, EveryPartOfEveryBundledCardComesBackEqual) {
  for (const PresetInfo& preset : preset_cards()) {
    const Card card = *preset_card(preset.id);
    json file = around(json::object());
    file["device"]["memory_bytes"] = card.device.numbers.at("memory_bytes");
    if (card.activation_window_bytes) file["activation_window_bytes"] = *card.activation_window_bytes;
    file["caches"] = json::object();
    file["paths"] = json::object();
    for (const auto& [name, entry] : card.caches) file["caches"][name] = written_cache(entry.cache);
    for (const auto& [name, tlb] : card.tlbs) file["tlbs"][name] = written_tlb(tlb);
    for (const auto& [space, path] : card.paths)
      if (path.far_latency.empty()) file["paths"][space] = written(path);  // partitions are not written
    if (file["paths"].empty()) continue;
    const auto read = load_card(file.dump(), preset.id);
    ASSERT_TRUE(read) << read.error().message;
    for (const auto& [name, entry] : card.caches) EXPECT_EQ(read->caches.at(name).cache, entry.cache) << preset.id << ' ' << name;
    EXPECT_EQ(read->tlbs, card.tlbs) << preset.id;
    for (const auto& [space, path] : read->paths) EXPECT_EQ(path, card.paths.at(space)) << preset.id << ' ' << space;
  }
}

TEST(ShapeWriter, WholeNumbersAreWrittenAsAPersonWritesThem) {
  PathSpec path;
  path.latency = {{"l1", 30}, {"dram", 551.25}};
  EXPECT_EQ(written(path)["latency"].dump(), R"({"dram":551.25,"l1":30})");
}

}  // namespace
}  // namespace chasescope::model::tests
