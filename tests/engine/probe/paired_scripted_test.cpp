// Two agents on a hand-written device. Its caches are fully associative and LRU. The space and the thread of an agent choose the
// caches, in ways that no model of this repository has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <map>

#include "engine/device/validate.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"

namespace chasescope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kLine = 32;

/// A fully associative cache: its lines by age.
class Lines {
 public:
  explicit Lines(std::size_t most) : most_(most) {}
  /// Makes `line` the newest. \return whether the line was there. `gone` is called with the evicted line.
  template <typename Gone>
  bool touch(std::uint64_t line, const Gone& gone) {
    const auto known = where_.find(line);
    const bool hit = known != where_.end();
    if (hit) drop(line);
    order_.push_front(line);
    where_[line] = order_.begin();
    if (order_.size() > most_) {
      const std::uint64_t oldest = order_.back();
      drop(oldest);
      gone(oldest);
    }
    return hit;
  }
  void drop(std::uint64_t line) {
    const auto known = where_.find(line);
    if (known == where_.end()) return;
    order_.erase(known->second);
    where_.erase(known);
  }

 private:
  std::size_t most_;
  std::list<std::uint64_t> order_;
  std::map<std::uint64_t, std::list<std::uint64_t>::iterator> where_;
};

struct Level {
  std::string array;
  double cycles = 0;
};

class ScriptedPairs final : public Device {
 public:
  std::map<MemorySpace, std::vector<Level>> paths;                              ///< nearest first
  std::map<std::string, std::size_t> lines;                                     ///< the number of lines of each array
  std::function<unsigned(unsigned thread)> copy = [](unsigned) { return 0U; };  ///< the copy of "l1" that a thread uses
  bool inclusive = false;                                                       ///< a line that "l2" evicts leaves all other arrays
  bool serves_pairs = true;
  std::size_t pairs = 0;
  Description about;

  ScriptedPairs& open() {
    about.name = "Scripted";
    about.calls = {"chase"};
    if (serves_pairs) about.calls.emplace_back("paired_chase");
    for (const auto& [space, path] : paths) about.spaces.push_back(space);
    about.properties.max_footprint_bytes = 1 << 20;
    return *this;
  }

  const Description& description() const override { return about; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    if (auto error = check(request, about)) return *error;
    Caches caches;
    Agent agent(request, 0, 0);
    run(agent, request.warmup, caches, nullptr);
    return timed(agent, caches);
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }

  Outcome<PairedChaseResult> answer_to(const PairedChaseRequest& request, const RunControl&) {
    if (auto error = check(request, about)) return *error;
    ++pairs;
    Caches caches;
    Agent a(request.a, 0, 0), b(request.b, std::uint64_t{1} << 30, request.b_thread);
    run(a, request.a.warmup, caches, nullptr);
    run(b, request.b.warmup, caches, nullptr);
    ChaseResult of_a = timed(a, caches);
    return PairedChaseResult{std::move(of_a), timed(b, caches)};
  }

 private:
  using Caches = std::map<std::pair<std::string, unsigned>, Lines>;
  struct Agent {
    Agent(const ChaseRequest& r, std::uint64_t b, unsigned t) : request(r), order(r.pattern, 0), base(b), thread(t) {}
    const ChaseRequest& request;
    AccessOrder order;
    std::uint64_t base;
    unsigned thread;
    std::uint64_t done = 0;
  };

  double access(const Agent& agent, std::uint64_t address, Caches& caches) const {
    double cycles = 500;
    bool found = false;
    for (const Level& level : paths.at(agent.request.space)) {
      const unsigned which = level.array == "l1" ? copy(agent.thread) : 0;
      auto& array = caches.try_emplace({level.array, which}, lines.at(level.array)).first->second;
      const bool hit = array.touch(address / kLine, [&](std::uint64_t line) {
        if (!inclusive || level.array != "l2") return;
        for (auto& [key, other] : caches) other.drop(line);
      });
      if (hit && !found) cycles = level.cycles;
      found = found || hit;
      if (found) break;
    }
    return cycles;
  }
  void run(Agent& agent, std::uint64_t count, Caches& caches, std::vector<float>* cycles) const {
    for (std::uint64_t i = 0; i < count; ++i) {
      const double c = access(agent, agent.base + agent.order.offset(agent.done++), caches);
      if (cycles != nullptr) cycles->push_back(static_cast<float>(c));
    }
  }
  ChaseResult timed(Agent& agent, Caches& caches) const {
    std::vector<float> cycles;
    run(agent, agent.request.accesses, caches, &cycles);
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    return result;
  }
};

/// Global and texture loads go through one L1 to an L2.
void one_l1(ScriptedPairs& device) {
  device.lines = {{"l1", 128}, {"l2", 4096}};
  device.paths[MemorySpace::global_ca] = {{"l1", 30}, {"l2", 200}};
  device.paths[MemorySpace::global_cg] = {{"l2", 200}};
  device.paths[MemorySpace::texture] = {{"l1", 60}, {"l2", 230}};
}

std::map<std::string, Finding> found(ScriptedPairs& device, const char* probe) {
  const auto report = find_probe(probe)->run(device.open(), {}, {});
  EXPECT_TRUE(report);
  std::map<std::string, Finding> by_subject;
  if (!report) return by_subject;
  for (const Finding& finding : report->findings)
    EXPECT_TRUE(by_subject.emplace(finding.subject, finding).second) << finding.subject;
  return by_subject;
}

TEST(SharingByHand, OneArrayOfTwoSpaces) {
  ScriptedPairs device;
  one_l1(device);
  const auto findings = found(device, "sharing");
  EXPECT_EQ(findings.at("l1_data").value, nlohmann::json::array({"texture"})) << findings.at("l1_data").reason;
  EXPECT_EQ(findings.at("texture").value, nlohmann::json::array({"l1_data"})) << findings.at("texture").reason;
  EXPECT_EQ(findings.size(), 2U);
}

TEST(SharingByHand, TheOnlySpaceHasNothingToBeComparedWith) {
  ScriptedPairs device;
  one_l1(device);
  device.paths.erase(MemorySpace::texture);
  const auto findings = found(device, "sharing");
  EXPECT_EQ(findings.at("l1_data").status, FindingStatus::not_measurable);
  EXPECT_THAT(findings.at("l1_data").reason, HasSubstr("no other space"));
}

// Texture loads reach the L1 behind their own cache. They evict lines of the L1, but loads of the L1 do not evict lines of their
// cache.
TEST(SharingByHand, ACacheOnTheWayIsNotTheSameArray) {
  ScriptedPairs device;
  one_l1(device);
  device.lines["texture"] = 48;
  device.paths[MemorySpace::texture] = {{"texture", 20}, {"l1", 60}, {"l2", 230}};
  const auto findings = found(device, "sharing");
  for (const char* const subject : {"l1_data", "texture"}) {
    EXPECT_EQ(findings.at(subject).status, FindingStatus::measured) << findings.at(subject).reason;
    EXPECT_THAT(findings.at(subject).value, IsEmpty());
  }
}

// If there are loads that bypass a first level, the only cache is the L2. Without such loads it is the first level.
TEST(SharingByHand, a_single_cache_that_textures_share) {
  ScriptedPairs device;
  device.lines = {{"l2", 512}};
  device.paths[MemorySpace::global_ca] = {{"l2", 200}};
  device.paths[MemorySpace::texture] = {{"l2", 230}};
  const auto findings = found(device, "sharing");
  EXPECT_EQ(findings.at("texture").value, nlohmann::json::array({"l1_data"})) << findings.at("texture").reason;
  EXPECT_EQ(findings.at("l1_data").value, nlohmann::json::array({"texture"}));
  EXPECT_FALSE(findings.contains("l2"));
  device.paths[MemorySpace::global_cg] = {{"l2", 200}};
  const auto passing = found(device, "sharing");
  EXPECT_EQ(passing.at("texture").value, nlohmann::json::array({"l2"})) << passing.at("texture").reason;
  EXPECT_EQ(passing.at("l2").value, nlohmann::json::array({"texture"}));
  EXPECT_EQ(passing.at("l1_data").status, FindingStatus::absent);
}

// If a small inclusive L2 evicts a line, both L1 caches lose it, although they are two arrays.
TEST(SharingByHand, LoadsThatPassByTheNearestCacheMustNotEvict) {
  ScriptedPairs device;
  one_l1(device);
  device.inclusive = true;
  device.lines["l2"] = 512;
  device.lines["texture"] = 128;
  device.paths[MemorySpace::texture] = {{"texture", 60}, {"l2", 230}};
  const auto findings = found(device, "sharing");
  for (const char* const subject : {"l1_data", "texture"}) {
    EXPECT_EQ(findings.at(subject).status, FindingStatus::not_measurable) << findings.at(subject).value;
    EXPECT_THAT(findings.at(subject).reason, HasSubstr("skip the nearest cache"));
  }
}

TEST(SharingByHand, AgentsOfOneArrayAreFoundFirst) {
  ScriptedPairs device;
  one_l1(device);
  device.copy = [](unsigned thread) { return thread % 3; };  // thread 1 has another L1 than thread 0
  const auto findings = found(device, "sharing");
  EXPECT_EQ(findings.at("texture").value, nlohmann::json::array({"l1_data"})) << findings.at("texture").reason;
}

TEST(PairedProbesByHand, SayWhenPairsAreNotServed) {
  for (const std::string probe : {"sharing", "count"}) {
    ScriptedPairs device;
    one_l1(device);
    device.serves_pairs = false;
    const auto findings = found(device, probe.c_str());
    ASSERT_EQ(findings.size(), 2U);
    for (const auto& [subject, finding] : findings) {
      EXPECT_EQ(finding.quantity, probe == "sharing" ? "shares_with" : "count_per_sm");
      EXPECT_EQ(finding.status, FindingStatus::not_measurable);
      EXPECT_THAT(finding.reason, HasSubstr("does not serve the request paired_chase"));
    }
  }
}

struct Placement {
  const char* name;
  unsigned (*copy)(unsigned thread);
  std::uint64_t arrays;  ///< the number of arrays; 0: it can't be told
};

class CountByHand : public ::testing::TestWithParam<Placement> {};

TEST_P(CountByHand, CountsArraysHoweverThreadsArePlaced) {
  ScriptedPairs device;
  one_l1(device);
  device.copy = GetParam().copy;
  const auto findings = found(device, "count");
  for (const char* const subject : {"l1_data", "texture"}) {
    const Finding& finding = findings.at(subject);
    if (GetParam().arrays != 0) {
      EXPECT_EQ(finding.value, GetParam().arrays) << finding.reason;
      EXPECT_FALSE(finding.evidence.empty());
    } else {
      EXPECT_EQ(finding.status, FindingStatus::not_measurable) << finding.value;
      EXPECT_NE(finding.reason, "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Placements, CountByHand,
                         ::testing::Values(Placement{"All", [](unsigned /*thread*/) { return 0U; }, 1},
                                           Placement{"WarpsInTurn", [](unsigned thread) { return thread / 32 % 3; }, 3},
                                           Placement{"PairsOfWarps", [](unsigned thread) { return thread / 64 % 2; }, 2},
                                           Placement{"HalvesOfTheBlock", [](unsigned thread) { return thread / 512; }, 2},
                                           Placement{"ThreadsInTurn", [](unsigned thread) { return thread % 4; }, 4},
                                           Placement{"QuartersOfAWarp", [](unsigned thread) { return thread / 8 % 4; }, 4},
                                           Placement{"Uneven", [](unsigned thread) { return thread / 32 % 8 < 3 ? 0U : 1U; }, 0},
                                           Placement{"NoPattern", [](unsigned thread) { return 0xB3A5C972U >> (thread / 32) & 1U; },
                                                     0},
                                           Placement{"EachItsOwn", [](unsigned thread) { return thread; }, 0}),
                         [](const auto& test) { return test.param.name; });

TEST(CountByHand, AShortBlockCantTell) {
  ScriptedPairs device;
  one_l1(device);
  device.about.properties.max_threads_per_block = 96;
  const auto findings = found(device, "count");
  EXPECT_EQ(findings.at("l1_data").status, FindingStatus::not_measurable);
  EXPECT_THAT(findings.at("l1_data").reason, HasSubstr("only 3 positions"));
}

// ---- Thread by thread

class DisturbanceByHand : public ::testing::TestWithParam<Placement> {};

TEST_P(DisturbanceByHand, names_the_threads_that_use_the_same_array_and_no_others) {
  ScriptedPairs device;
  one_l1(device);
  device.about.properties.max_threads_per_block = 256;
  device.copy = GetParam().copy;
  device.open();
  const auto report = find_probe("disturbance")->run(device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  std::size_t looked_at = 0;
  for (const Finding& finding : report->findings) {
    if (finding.status != FindingStatus::measured) continue;
    ++looked_at;
    EXPECT_EQ(finding.conditions.at("step_threads"), 1);
    std::vector<std::uint64_t> sharing;
    for (unsigned thread = 1; thread < 256; ++thread)
      if (GetParam().copy(thread) == GetParam().copy(0)) sharing.push_back(thread);
    if (finding.quantity == "disturbing_threads") {
      EXPECT_EQ(finding.value, nlohmann::json(sharing)) << finding.subject;
      continue;
    }
    ASSERT_EQ(finding.value.size(), 255U) << finding.subject;
    for (unsigned thread = 1; thread < 256; ++thread) {
      const double cycles = finding.value[thread - 1].get<double>();
      if (GetParam().copy(thread) == GetParam().copy(0))
        EXPECT_GT(cycles, 10) << finding.subject << ", thread " << thread;
      else
        EXPECT_NEAR(cycles, 0, 1) << finding.subject << ", thread " << thread;
    }
  }
  EXPECT_EQ(looked_at, 4U);  // two quantities each for the L1 and the texture cache
}

INSTANTIATE_TEST_SUITE_P(Placements, DisturbanceByHand,
                         ::testing::Values(Placement{"All", [](unsigned /*thread*/) { return 0U; }, 1},
                                           Placement{"WarpsInTurn", [](unsigned thread) { return thread / 32 % 3; }, 3},
                                           Placement{"ThreadsInTurn", [](unsigned thread) { return thread % 4; }, 4},
                                           Placement{"NoPattern", [](unsigned thread) { return 0xB3A5C972U >> (thread / 8) & 1U; },
                                                     0}),
                         [](const auto& test) { return test.param.name; });

TEST(DisturbanceByHand, asks_every_so_many_threads_where_that_is_wanted) {
  ScriptedPairs device;
  one_l1(device);
  device.copy = [](unsigned thread) { return thread / 32 % 2; };
  device.open();
  const auto report = find_probe("disturbance")->run(device, {{"step", "32"}, {"threads", "128"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  for (const Finding& finding : report->findings) {
    if (finding.status != FindingStatus::measured) continue;
    if (finding.quantity == "disturbing_threads")
      EXPECT_EQ(finding.value, nlohmann::json({64})) << finding.subject;
    else
      EXPECT_EQ(finding.value.size(), 3U) << finding.subject;  // threads 32, 64 and 96
  }
}

TEST(DisturbanceByHand, refuses_settings_that_ask_no_thread) {
  for (const auto& [values, word] :
       {std::pair<ParameterValues, const char*>{{{"step", "0"}}, "step"}, {{{"threads", "1"}}, "threads"}}) {
    ScriptedPairs device;
    one_l1(device);
    device.open();
    const auto report = find_probe("disturbance")->run(device, values, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::invalid_request);
    EXPECT_THAT(report.error().message, HasSubstr(word));
  }
}

}  // namespace
}  // namespace chasescope
