// mystery:FILE: a device that reveals only latencies, and counts its accesses.
#include "engine/device/mystery/sealed_device.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/codec/codec.h"
#include "engine/device/mystery/attempt.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/probe/discovery/registry.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kBudget = 10'000;

MysteryFile sealed_sample(std::uint64_t seed = 7, Level level = Level::expert) {
  return {{seed, level, kGenerator}, kBudget, answering_probes()};
}

std::filesystem::path written(const ScratchFolder& folder, const MysteryFile& file, const std::string& name = "card.mystery") {
  EXPECT_EQ(write_mystery(file, folder / name), std::nullopt);
  return folder / name;
}

std::unique_ptr<Device> opened(const std::filesystem::path& path) {
  auto device = open_device("mystery:" + path.string());
  EXPECT_TRUE(device) << device.error().message;
  return device ? *std::move(device) : nullptr;
}

ChaseRequest chase_of(std::uint64_t accesses, std::uint64_t warmup = 0) {
  return {.pattern = UniformPattern{4096, 128}, .warmup = warmup, .accesses = accesses};
}

TEST(SealedDevice, says_the_same_of_every_card_of_a_level) {
  const ScratchFolder folder;
  std::set<std::string> told;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    told.insert(to_json(opened(written(folder, sealed_sample(seed)))->description()).dump());
  EXPECT_EQ(told.size(), 1U);
  EXPECT_THAT(*told.begin(), HasSubstr("\"name\":\"Mystery GPU\""));
}

TEST(SealedDevice, gives_no_model_away) {
  const ScratchFolder folder;
  const std::string id = "mystery:" + written(folder, sealed_sample()).string();
  EXPECT_FALSE(card_of_device(id));
  EXPECT_FALSE(sheet_of_device(id));
  EXPECT_NE(opened(folder / "card.mystery")->description().origin, Origin::model);
}

TEST(SealedDevice, never_tells_which_part_answered) {
  const ScratchFolder folder;
  const auto device = opened(written(folder, sealed_sample()));
  ChaseRequest request = chase_of(32);
  request.truth = true;
  const auto result = device->chase(request, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_TRUE(result->served_by.empty());
  EXPECT_EQ(result->cycles.size(), 32U);
}

TEST(SealedDevice, counts_timed_and_warmup_accesses_over_the_life_of_an_attempt) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  EXPECT_EQ(*spent_on(sealed_sample(), path), 0U);
  for (int time = 1; time <= 3; ++time) {
    {
      const auto device = opened(path);
      ASSERT_TRUE(device->chase(chase_of(100, 50), {}));
    }
    EXPECT_EQ(*spent_on(sealed_sample(), path), 150U * static_cast<unsigned>(time));
  }
}

TEST(SealedDevice, refuses_what_is_left_no_more_and_charges_nothing_for_it) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  const auto device = opened(path);
  ASSERT_TRUE(device->chase(chase_of(9'000), {}));
  const auto refused = device->chase(chase_of(1'001), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "This takes 1,001 accesses, and 1,000 of the 10,000 that Mystery GPU allows are left: ask for fewer, or hand in what "
            "is found.");
  EXPECT_FALSE(device->chase(chase_of(10, std::uint64_t{0} - 5), {}));  // a sum that overflows must not be taken for a small one
  EXPECT_TRUE(device->chase(chase_of(1'000), {}));
  EXPECT_FALSE(device->chase(chase_of(1), {}));
}

TEST(SealedDevice, charges_nothing_for_what_is_no_good) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  {
    const auto device = opened(path);
    EXPECT_FALSE(device->chase({.pattern = UniformPattern{100, 64}, .accesses = 50}, {}));
    EXPECT_FALSE(device->ask(BankRequest{}, {}));
  }
  EXPECT_EQ(*spent_on(sealed_sample(), path), 0U);
}

TEST(SealedDevice, counts_each_visit_of_trials) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  const TrialsRequest request{
      .places = EvenPlaces{.count = 64, .spacing = 128}, .probability = 0.5, .fill_passes = 2, .trials = 20, .cut_cycles = 100};
  std::uint64_t visits = 0;
  for (std::uint64_t trial = 0; trial < 20; ++trial)
    for (std::uint64_t pass = 0; pass <= 2; ++pass) visits += visited_places(request, trial, pass).size();
  ASSERT_TRUE(opened(path)->ask(request, {}));
  EXPECT_EQ(*spent_on(sealed_sample(), path), visits);
}

TEST(SealedDevice, loses_a_block_when_the_program_dies_and_never_gains) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  const auto device = opened(path);
  ASSERT_TRUE(device->chase(chase_of(10), {}));
  // The file is in the state that a program leaves behind if it ends here.
  const std::uint64_t left_behind = *spent_on(sealed_sample(), path);
  EXPECT_GE(left_behind, 10U);
  EXPECT_LE(left_behind, 10U + kBudget / 100);
  device->rest();
  EXPECT_EQ(*spent_on(sealed_sample(), path), 10U);
}

TEST(SealedDevice, is_open_once_at_a_time) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  {
    const auto device = opened(path);
    const auto again = open_mystery(path);
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().message, HasSubstr("card.mystery is open already"));
  }
  EXPECT_TRUE(open_mystery(path));
}

TEST(SealedDevice, refuses_an_attempt_that_was_changed_or_is_of_another_card) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  ASSERT_TRUE(opened(path)->chase(chase_of(500), {}));
  const std::string attempt = text_of(attempt_path(path));
  std::string changed = attempt;
  changed.replace(changed.find("500"), 3, "005");
  put_text(attempt_path(path), changed);
  EXPECT_FALSE(open_mystery(path));
  changed.replace(changed.find("005"), 3, "100");
  put_text(attempt_path(path), changed);
  EXPECT_THAT(open_mystery(path).error().message, HasSubstr("card.mystery.attempt was changed; show it to the lecturer."));
  put_text(attempt_path(written(folder, sealed_sample(8), "other.mystery")), attempt);
  EXPECT_THAT(open_mystery(folder / "other.mystery").error().message, HasSubstr("is of another mystery card"));
}

TEST(SealedDevice, refuses_locked_probes_where_every_probe_is_begun) {
  const ScratchFolder folder;
  const auto path = written(folder, sealed_sample());
  {
    const auto device = opened(path);
    for (const std::string& name : answering_probes()) {
      const Probe* probe = find_probe(name);
      ASSERT_NE(probe, nullptr) << name;
      const auto report = run_probe(*device, *probe, {}, {});
      ASSERT_FALSE(report) << name;
      EXPECT_THAT(report.error().message,
                  HasSubstr("The lecturer has locked the probe " + probe->info().title + " (" + name + ") on Mystery GPU"));
    }
  }
  EXPECT_EQ(*spent_on(sealed_sample(), path), 0U);
  const auto device = opened(path);
  EXPECT_TRUE(run_probe(*device, *find_probe("fine-grained"), {{"bytes", "4KiB"}, {"stride", "128"}, {"accesses", "64"}}, {}));
}

// The five lines of a set in order, the oldest again, a sixth line, and then each of the five from the oldest on. A student can run
// this chase in the window. The card of seed 4711 is FIFO, and the lines of a set are 8 KiB apart.
TEST(SealedDevice, shows_its_policy_to_a_chase_over_places_of_ones_own) {
  const ScratchFolder folder;
  const auto device = opened(written(folder, sealed_sample(4711, Level::hard)));
  const ParameterValues values{
      {"offsets", "0,8192,16384,24576,32768,4,40960,8,8200,16392,24584,32776"}, {"warmup", "7"}, {"accesses", "5"}};
  const auto report = run_probe(*device, *find_probe("fine-grained"), values, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto trace =
      std::find_if(report->runs.begin(), report->runs.end(), [](const RunPtr& run) { return run->label == "trace"; });
  ASSERT_NE(trace, report->runs.end());
  EXPECT_EQ((*trace)->cycles().size(), 5U);
  EXPECT_GT((*trace)->cycles().copy().front(), 400.0F) << "the oldest has gone, although it was read again";
}

TEST(SealedDevice, draws_by_chance_anew_in_each_run_of_the_program) {
  const ScratchFolder folder;
  const MysteryFile file = sealed_sample(4711);  // a card with random replacement in sets of eight lines
  const auto path = written(folder, file);
  ASSERT_EQ(hidden_card(file.card).policy, "random");
  std::set<std::vector<float>> traces;
  for (int run = 0; run < 8; ++run) {
    const auto device = opened(path);
    const auto result = device->chase({.pattern = UniformPattern{8192, 512}, .warmup = 16, .accesses = 64}, {});
    ASSERT_TRUE(result) << result.error().message;
    traces.insert(result->cycles.copy());
  }
  EXPECT_GT(traces.size(), 1U);
}

}  // namespace
}  // namespace chasescope::mystery
