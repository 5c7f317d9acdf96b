// The second generator: its cards load, are the same on every machine and vary as real machines do, and an observer could measure
// everything that is asked about them.
#include "tests/engine/accuracy/machines/machines.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/machines/machine_file.h"
#include "tests/engine/accuracy/trial.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kMachineSeed = 5, kDrawnMachines = 500;

TrialOptions of_machines(std::uint64_t seed = kMachineSeed) {
  TrialOptions options;
  options.seed = seed;
  options.machines = true;
  return options;
}

model::Card loaded(const json& file) {
  const auto card = load_card(file.dump(), file.value("name", "card"));
  if (!card) throw std::runtime_error(card.error().message);
  return *card;
}

/// The FNV-1a hash of a text.
std::uint64_t print_of(const std::string& text) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

/// A card of two caches and two TLBs in which everything can be observed. Each test spoils one part of it.
json plain_card() {
  MachineFile card(32);
  card.cache("l1", cache_part(128, 32, 4, bit_field(7, 5), policy("lru")));
  card.cache("l2", cache_part(128, 128, 16, modulo(), policy("lru")));
  card.tlb("l1_tlb", full_tlb(2 * kMib, 16));
  card.tlb("l2_tlb", tlb_part(2 * kMib, 8, 8, modulo(), policy("lru")));
  card.path("global.ca", {{{"l1", 40}, {"l2", 200}}, 400}, {{{"l1_tlb", 0}, {"l2_tlb", 20}}, 120});
  json file = card.file();
  file["name"] = "plain";
  file["summary"] = "Nothing is hidden.";
  return file;
}

std::string complaint(const char* pointer, const json& value) {
  json file = plain_card();
  file[json::json_pointer(pointer)] = value;
  return unobservable(loaded(file));
}

TEST(machines, are_cards_of_which_all_can_be_observed) {
  for (std::uint64_t number = 0; number < kDrawnMachines; ++number) {
    const json file = trial_card(number, of_machines());
    const auto card = load_card(file.dump(), "card");
    ASSERT_TRUE(card) << number << ": " << card.error().message;
    EXPECT_THAT(unobservable(*card), IsEmpty()) << file["name"];
  }
}

TEST(machines, come_of_their_families_in_turn) {
  const auto& families = machine_families();
  ASSERT_GE(families.size(), 12U);
  std::set<std::string_view> names;
  for (std::uint64_t number = 0; number < 2 * families.size(); ++number) {
    const std::string_view name = families[number % families.size()].name;
    names.insert(name);
    EXPECT_EQ(trial_card(number, of_machines())["name"], std::string(name) + " " + std::to_string(number));
  }
  EXPECT_EQ(names.size(), families.size());
}

TEST(machines, are_told_by_their_family_in_a_trial) {
  TrialOptions options = of_machines();
  EXPECT_EQ(try_card(machine_families().size() + 2, options).family, machine_families()[2].name);
}

TEST(machines, are_the_same_again_and_others_with_another_seed_or_number) {
  std::set<std::string> texts;
  for (std::uint64_t number = 0; number < kDrawnMachines; ++number) {
    json file = trial_card(number, of_machines());
    EXPECT_EQ(file, trial_card(number, of_machines()));
    EXPECT_NE(file, trial_card(number, of_machines(kMachineSeed + 1))) << number;
    file.erase("name");
    texts.insert(file.dump());
  }
  EXPECT_EQ(texts.size(), kDrawnMachines);
}

// The hash changes if another compiler orders the draws in another way. It also changes when a family is changed on purpose: then
// write the new number here.
TEST(machines, are_the_same_on_every_computer) {
  std::string texts;
  for (std::uint64_t number = 0; number < 3 * machine_families().size(); ++number)
    texts += trial_card(number, of_machines()).dump();
  EXPECT_EQ(print_of(texts), 9534263265538236771U);
}

TEST(machines, ask_about_something_on_every_card) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    std::size_t required = 0;
    for (const Expected& expected : truth_of(loaded(trial_card(number, of_machines())))) required += expected.required ? 1 : 0;
    EXPECT_GE(required, 10U) << number;
  }
}

TEST(machines, are_as_varied_as_the_vendors) {
  std::set<std::uint64_t> ways, sets, lines, levels, pages, entries;
  std::set<std::string> policies, indices, spaces;
  std::map<std::string, std::size_t> organised;
  for (std::uint64_t number = 0; number < kDrawnMachines; ++number) {
    const json file = trial_card(number, of_machines());
    for (const auto& [name, cache] : file["caches"].items()) {
      if (cache["ways"].is_number()) ways.insert(cache["ways"].get<std::uint64_t>());
      sets.insert(cache["sets"].get<std::uint64_t>());
      lines.insert(cache["line_bytes"].get<std::uint64_t>());
      policies.insert(cache["policy"]["kind"].get<std::string>());
      indices.insert(cache["index"]["kind"].get<std::string>());
      for (const char* const member : {"data_store", "exclusive", "next_line", "slice_cycles", "sector_bytes"})
        organised[member] += cache.contains(member) ? 1 : 0;
      organised["unequal"] += cache["ways"].is_array() ? 1 : 0;
    }
    if (file.contains("tlbs"))
      for (const auto& [name, tlb] : file["tlbs"].items()) {
        pages.insert(tlb["page_bytes"].get<std::uint64_t>());
        entries.insert(tlb["entries"].get<std::uint64_t>());
        organised["blocks"] += tlb.contains("pages_per_entry") ? 1 : 0;
        if (tlb["sets"] == 1) indices.insert("full " + tlb["ways"].dump());
      }
    for (const auto& [space, path] : file["paths"].items()) {
      levels.insert(path["data"].size());
      spaces.insert(space);
      organised["behind"] += path.contains("translation_after") ? 1 : 0;
      organised["physical"] += path.contains("translation") ? 0 : 1;
    }
    organised["window"] += file.contains("activation_window_bytes") ? 1 : 0;
    organised["clock"] += file.contains("clock") ? 1 : 0;
  }
  for (const std::uint64_t odd : {1, 3, 6, 10, 12, 20, 24, 96}) EXPECT_THAT(ways, Contains(odd));
  for (const std::uint64_t odd : {23, 96, 192, 768}) EXPECT_THAT(sets, Contains(odd));
  for (const std::uint64_t line : {16, 32, 64, 128, 256}) EXPECT_THAT(lines, Contains(line));
  for (const std::uint64_t count : {0, 1, 2, 3}) EXPECT_THAT(levels, Contains(count));
  for (const std::uint64_t page : {4 * kKib, 8 * kKib, 16 * kKib, 2 * kMib, 32 * kMib}) EXPECT_THAT(pages, Contains(page));
  EXPECT_THAT(indices, Contains("full 16"));
  for (const char* const policy : {"lru", "fifo", "random", "plru", "nmru", "weighted_way", "nru", "clock", "srrip_hp", "qlru"})
    EXPECT_THAT(policies, Contains(policy));
  for (const char* const kind : {"modulo", "bits", "xor", "sliced"}) EXPECT_THAT(indices, Contains(kind));
  for (const char* const space : {"global.ca", "global.cg", "texture", "readonly", "constant"})
    EXPECT_THAT(spaces, Contains(space));
  for (const auto& [what, count] : organised) EXPECT_GT(count, 0U) << what;
}

TEST(machines, of_which_nothing_is_hidden_are_not_refused) { EXPECT_EQ(unobservable(loaded(plain_card())), ""); }

TEST(machines, whose_levels_are_one_to_a_clock_are_refused) {
  EXPECT_THAT(complaint("/paths/global.ca/latency/l2", 47), HasSubstr("l1 and l2 take equally long"));
  EXPECT_EQ(complaint("/paths/global.ca/latency/l2", 48), "");
  EXPECT_THAT(complaint("/paths/global.ca/latency/dram", 207), HasSubstr("l2 and dram take equally long"));
  EXPECT_THAT(complaint("/paths/global.ca/translation_penalty/l2_tlb", 7), HasSubstr("l2_tlb"));
  EXPECT_EQ(complaint("/paths/global.ca/translation_penalty/l2_tlb", 8), "");
  EXPECT_THAT(complaint("/paths/global.ca/translation_penalty/walk", 27), HasSubstr("a walk"));
}

TEST(machines, whose_slices_reach_into_the_next_level_are_refused) {
  json file = plain_card();
  file["caches"]["l2"]["index"] = interleaved(2, 8, 7, 6);
  file["caches"]["l2"]["slice_cycles"] = {0, 192};
  EXPECT_EQ(unobservable(loaded(file)), "");
  file["caches"]["l2"]["slice_cycles"] = {0, 193};
  EXPECT_THAT(unobservable(loaded(file)), HasSubstr("equally long"));
}

TEST(machines, with_a_level_that_holds_no_more_than_the_one_before_are_refused) {
  json file = plain_card();
  file["caches"]["l2"] = cache_part(128, 12, 16, modulo(), policy("lru"));
  EXPECT_EQ(unobservable(loaded(file)), "");
  file["caches"]["l2"] = cache_part(128, 11, 16, modulo(), policy("lru"));
  EXPECT_THAT(unobservable(loaded(file)), HasSubstr("l2 hardly holds more than l1"));
  file["caches"]["l2"] = with(cache_part(128, 11, 16, modulo(), policy("lru")), "exclusive", true);
  EXPECT_EQ(unobservable(loaded(file)), "");
}

TEST(machines, whose_tlbs_never_end_are_refused) {
  json file = plain_card();
  file["tlbs"]["l2_tlb"] = full_tlb(2 * kMib, 23);
  EXPECT_THAT(unobservable(loaded(file)), HasSubstr("hardly reaches farther"));
  file["tlbs"]["l2_tlb"] = full_tlb(2 * kMib, 513);
  EXPECT_THAT(unobservable(loaded(file)), HasSubstr("too much of the memory"));
  file["tlbs"]["l2_tlb"] = full_tlb(2 * kMib, 512);
  EXPECT_EQ(unobservable(loaded(file)), "");
}

TEST(machines, whose_tlb_is_hidden_by_the_cache_before_it_are_refused) {
  json file = plain_card();
  file["paths"]["global.ca"]["translation_after"] = "l1";
  EXPECT_EQ(unobservable(loaded(file)), "");
  file["tlbs"]["l1_tlb"] = full_tlb(1 * kKib, 31);
  EXPECT_THAT(unobservable(loaded(file)), HasSubstr("l1_tlb hardly reaches farther"));
}

TEST(machines, whose_window_can_not_be_left_are_refused) {
  const auto with_window = [](std::uint64_t bytes, double cycles) {
    json file = plain_card();
    file["activation_window_bytes"] = bytes;
    file["paths"]["global.ca"]["translation_penalty"]["window"] = cycles;
    return unobservable(loaded(file));
  };
  EXPECT_EQ(with_window(512 * kMib, 300), "");
  EXPECT_THAT(with_window(128 * kMib, 300), HasSubstr("window"));
  EXPECT_THAT(with_window(2048 * kMib, 300), HasSubstr("window"));
  EXPECT_THAT(with_window(512 * kMib, 127), HasSubstr("window"));
}

TEST(machines, with_a_cache_for_all_that_is_read_through_it_are_refused) {
  EXPECT_EQ(complaint("/paths/global.ca/max_footprint_bytes", 320 * kKib), "");
  EXPECT_THAT(complaint("/paths/global.ca/max_footprint_bytes", 319 * kKib), HasSubstr("l2 holds nearly all"));
}

}  // namespace
}  // namespace chasescope::accuracy
