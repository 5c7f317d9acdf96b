// Words of a policy's alphabet, asked by visits to the lines of a set. The sets here know nothing of automata.
#include "engine/inference/replacement/policy_words.h"

#include <gmock/gmock.h>

#include <memory>

#include "engine/inference/replacement/named_automata.h"
#include "tests/engine/inference/set_simulators.h"

namespace chasescope::inference {
namespace {

using ::testing::HasSubstr;
using tests::SimulatedSet;

using MakeNewSet = std::function<std::unique_ptr<SimulatedSet>()>;

/// Each chase visits a new set.
VisitLines visits_of(const MakeNewSet& make) {
  return [make](const std::vector<std::uint32_t>& lines, std::uint64_t times) {
    const auto set = make();
    std::vector<bool> missed;
    for (std::uint64_t time = 0; time < times; ++time)
      for (const std::uint32_t line : lines) missed.push_back(set->access(line));
    return missed;
  };
}

LearnedAutomaton learned(std::uint32_t ways, const MakeNewSet& make, std::uint32_t visits_per_line = 32) {
  LineWords words(ways, ways + 1, visits_per_line, visits_of(make));
  return learn_policy(words, ways, 7);
}

template <typename Set, typename... Arguments>
MakeNewSet set_of(Arguments... arguments) {
  return [=] { return std::make_unique<Set>(arguments...); };
}

/// The third touch of a way since it was filled makes the next way the victim. Nobody has built this policy.
class Odd final : public SimulatedSet {
 public:
  explicit Odd(std::uint32_t ways) : SimulatedSet(ways), touches_(ways, 0) {}

 private:
  std::uint32_t victim() override { return next_; }
  void touched(std::uint32_t way, bool filled) override {
    touches_[way] = filled ? 0 : (touches_[way] + 1) % 3;
    if (filled || touches_[way] == 2) next_ = (way + 1) % ways();
  }
  std::vector<unsigned> touches_;
  std::uint32_t next_ = 0;
};

/// Compares the automaton's predictions with a set of the same policy, in 20 chases of a thousand random visits.
void expect_foretells(const PolicyAutomaton& automaton, const MakeNewSet& make) {
  Random random(99);
  for (int chase = 0; chase < 20; ++chase) {
    std::vector<std::uint32_t> lines(automaton.ways);
    for (std::uint32_t i = 0; i < automaton.ways; ++i) lines[i] = i;
    for (int i = 0; i < 1000; ++i) lines.push_back(static_cast<std::uint32_t>(random.below(automaton.ways + 3)));
    EXPECT_EQ(misses_of(automaton, lines), visits_of(make)(lines, 1));
  }
}

TEST(LineWords, learn_policies_that_have_a_name_as_they_are_defined) {
  EXPECT_EQ(learned(2, set_of<tests::Stamped>(2U, true)).automaton, automaton_of("lru", 2));
  EXPECT_EQ(learned(4, set_of<tests::Stamped>(4U, true)).automaton, automaton_of("lru", 4));
  EXPECT_EQ(learned(5, set_of<tests::Stamped>(5U, true), 8).automaton, automaton_of("lru", 5));
  EXPECT_EQ(learned(8, set_of<tests::Stamped>(8U, false)).automaton, automaton_of("fifo", 8));
  EXPECT_EQ(learned(4, set_of<tests::Tree>(4U)).automaton, automaton_of("plru", 4));
  EXPECT_EQ(learned(8, set_of<tests::Tree>(8U), 8).automaton, automaton_of("plru", 8));
}

TEST(LineWords, learn_policies_that_have_none) {
  struct Case {
    const char* name;
    std::uint32_t ways;
    MakeNewSet make;
    std::size_t states;  // 0: not checked
  };
  const Case cases[] = {
      {"mru", 4, set_of<tests::Mru>(4U), 4},
      {"every second", 4, set_of<tests::EverySecond>(4U, 1U), 6},
      {"clock", 4, set_of<tests::Clock>(4U), 32},
      {"nru", 4, set_of<tests::NotRecentlyUsed>(4U, false, 1U), 14},
      {"srrip", 4, set_of<tests::ReReference>(4U, 2U, 0U, 1U), 170},
      {"odd", 4, set_of<Odd>(4U), 0},
  };
  for (const Case& one : cases) {
    const LearnedAutomaton found = learned(one.ways, one.make);
    ASSERT_TRUE(found.automaton) << one.name << ": " << found.undecided;
    if (one.states > 0) {
      EXPECT_EQ(found.automaton->states.size(), one.states) << one.name;
    }
    EXPECT_GT(found.visits, 60'000U) << one.name;
    expect_foretells(*found.automaton, one.make);
  }
}

TEST(LineWords, tell_nothing_where_chance_has_a_part) {
  std::uint64_t chases = 0;
  const std::pair<const char*, MakeNewSet> cases[] = {
      {"random", [&] { return std::make_unique<tests::SparingRandom>(4, 0, 0, chases++); }},
      {"all but the last two", [&] { return std::make_unique<tests::SparingRandom>(4, 2, 0, chases++); }},
      {"now and then on top", [&] { return std::make_unique<tests::Bimodal>(4, 1, chases++); }},
      {"one of 500 guesses", [&] { return std::make_unique<tests::ReReference>(4, 3, 500, chases++); }},
  };
  for (const auto& [name, make] : cases) {
    const LearnedAutomaton found = learned(4, make);
    EXPECT_FALSE(found.automaton) << name;
    EXPECT_FALSE(found.undecided.empty()) << name;
  }
}

// If the same random numbers are drawn in each chase, short chases look deterministic.
TEST(LineWords, tell_nothing_where_the_same_lots_are_drawn_in_each_chase) {
  for (const std::uint32_t visits : {8U, 32U}) {
    for (const std::uint32_t ways : {2U, 4U})
      EXPECT_FALSE(learned(ways, set_of<tests::SparingRandom>(ways, 0U, 0U, 5U), visits).automaton) << ways << ' ' << visits;
    EXPECT_FALSE(learned(4, set_of<tests::Bimodal>(4U, 3U, 5U), visits).automaton) << visits;
  }
}

TEST(LineWords, tell_nothing_of_what_forgets_after_so_many_accesses) {
  EXPECT_FALSE(learned(4, set_of<tests::LeastFrequent>(4U, 0U, std::uint64_t{32})).automaton);
}

TEST(LineWords, tell_nothing_where_lines_do_not_stay_or_do_not_come_in) {
  // A set of three ways that is asked as if it had four.
  EXPECT_THAT(learned(4, set_of<tests::Stamped>(3U, true)).undecided, HasSubstr("do not all stay"));
  // A set that never replaces a line once it is full.
  LineWords words(4, 5, 32, [](const std::vector<std::uint32_t>& lines, std::uint64_t) {
    std::vector<std::uint32_t> held;
    std::vector<bool> missed;
    for (const std::uint32_t line : lines) {
      missed.push_back(std::find(held.begin(), held.end(), line) == held.end());
      if (missed.back() && held.size() < 4) held.push_back(line);
    }
    return missed;
  });
  EXPECT_THAT(learn_policy(words, 4, 7).undecided, HasSubstr("not always brought in"));
}

TEST(LineWords, say_what_they_cost) {
  std::uint64_t chases = 0, visits = 0;
  const VisitLines set = visits_of(set_of<tests::Tree>(4U));
  LineWords words(4, 5, 32, [&](const std::vector<std::uint32_t>& lines, std::uint64_t times) {
    ++chases;
    visits += lines.size() * times;
    return set(lines, times);
  });
  ASSERT_TRUE(learn_policy(words, 4, 7).automaton);
  EXPECT_EQ(words.chases(), chases);
  EXPECT_EQ(words.visits(), visits);
  EXPECT_LT(chases, 3000U) << "about a thousand words each to search and to confirm";
}

TEST(LineWords, visit_no_line_more_often_than_there_are_elements_in_it) {
  const VisitLines set = visits_of(set_of<tests::Mru>(4U));
  std::uint32_t most = 0;
  LineWords words(4, 5, 8, [&](const std::vector<std::uint32_t>& lines, std::uint64_t times) {
    for (std::uint32_t line = 0; line < 5; ++line)
      most = std::max(most, static_cast<std::uint32_t>(std::count(lines.begin(), lines.end(), line)));
    return set(lines, times);
  });
  EXPECT_TRUE(learn_policy(words, 4, 7).automaton);
  EXPECT_EQ(most, 8U);
}

}  // namespace
}  // namespace chasescope::inference
