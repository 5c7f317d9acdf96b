// Automata of replacement policies: their text, the named ones, and learning them from an oracle that knows the policy.
#include "engine/inference/replacement/policy_automaton.h"

#include <gmock/gmock.h>

#include "engine/inference/replacement/named_automata.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

using testing::HasSubstr;

constexpr const char* kLruOfTwo = "1 0 1/0; 1 0 0/1";

PolicyAutomaton read(const std::string& text) {
  const AutomatonRead outcome = automaton_from(text);
  EXPECT_TRUE(outcome.automaton) << text << ' ' << outcome.fault;
  return outcome.automaton.value_or(PolicyAutomaton{});
}

PolicyOracle oracle_of(const PolicyAutomaton& automaton) {
  return {[&automaton](const PolicyWord& word) { return automaton.outputs(word); }, {}};
}

TEST(PolicyAutomaton, tells_whom_each_letter_of_a_word_replaces) {
  const PolicyAutomaton lru = read(kLruOfTwo);
  EXPECT_EQ(lru.ways, 2U);
  // Lines were filled into way 0 and then way 1. A miss evicts way 0. Then way 1 is the older one, until it is hit.
  EXPECT_EQ(lru.outputs({2, 2, 0, 2, 1, 1, 2}), (PolicyOutputs{0, 1, kNobody, 1, kNobody, kNobody, 0}));
}

TEST(PolicyAutomaton, is_the_same_after_its_text_was_read) {
  EXPECT_EQ(to_text(read(kLruOfTwo)), kLruOfTwo);
  for (const char* policy : {"lru", "fifo", "plru"})
    for (const std::uint32_t ways : {2U, 4U}) {
      const auto automaton = automaton_of(policy, ways);
      ASSERT_TRUE(automaton);
      EXPECT_EQ(read(to_text(*automaton)), *automaton) << policy;
    }
}

TEST(PolicyAutomaton, refuses_a_text_that_is_none_with_what_is_wrong) {
  const std::pair<std::string, const char*> wrong[] = {
      {"", "1 to 8 ways"},
      {"lru", "1 to 8 ways"},
      {"0 0 0 0 0 0 0 0 0 0/1", "1 to 8 ways"},
      {"0 0 0", "ends with \"0\""},
      {"0 0 0/2", "a way below 2"},
      {"0 0 0/-1", "a way below 2"},
      {"0 1 0/0", "there are 1 states"},
      {"0 99999999999 0/0", "there are 1 states"},
      {"1 0 1/0; 1 0", "state 1, which has 2 entries"},
      {"1 0 1/0;  1 0 0/1", "state 1, which has 4 entries"},
      {"1 0 1/0; 1 0 0/1;", "state 2, which has 1 entries"},
      {"0 0 0/0; 1 0 0/1", "nothing leads to"},
      {"x\x01\xff 0 0/0", "\"x??\""},
      {std::string(1'000'000, '0'), "longer than any"},
      {std::string(600, ';'), "has 601 states"},
  };
  for (const auto& [text, why] : wrong) {
    const AutomatonRead outcome = automaton_from(text);
    EXPECT_FALSE(outcome.automaton) << text;
    EXPECT_THAT(outcome.fault, HasSubstr(why)) << text.substr(0, 50);
  }
}

// Any change to the text must give an automaton that can be walked, or a reason why not.
TEST(PolicyAutomaton, of_a_damaged_text_is_sound_or_refused) {
  Random random(11);
  const std::string whole = to_text(*automaton_of("plru", 4));
  std::size_t refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = whole;
    for (std::uint64_t k = random.below(3) + 1; k > 0; --k) {
      const auto at = static_cast<std::ptrdiff_t>(random.below(text.size()));
      if (random.below(2) == 0)
        text.erase(text.begin() + at);
      else
        text[static_cast<std::size_t>(at)] = "0123456789 ;/-x"[random.below(15)];
    }
    const AutomatonRead outcome = automaton_from(text);
    ASSERT_NE(outcome.automaton.has_value(), !outcome.fault.empty());
    refused += outcome.automaton ? 0 : 1;
    if (!outcome.automaton) continue;
    PolicyWord word;
    for (int k = 0; k < 50; ++k) word.push_back(static_cast<std::uint8_t>(random.below(outcome.automaton->ways + 1)));
    for (std::size_t k = 0; k < word.size(); ++k)
      EXPECT_EQ(outcome.automaton->outputs(word)[k] < outcome.automaton->ways, word[k] == outcome.automaton->miss());
  }
  EXPECT_GT(refused, 2000U);
}

TEST(NamedAutomata, have_as_many_states_as_the_policy_has_orders_hands_and_bits) {
  const auto states = [](const char* policy, std::uint32_t ways) {
    const auto automaton = automaton_of(policy, ways);
    return automaton ? automaton->states.size() : 0;
  };
  EXPECT_EQ(states("lru", 1), 1U);
  EXPECT_EQ(states("lru", 3), 6U);
  EXPECT_EQ(states("lru", 4), 24U);
  EXPECT_EQ(states("lru", 5), 120U);
  EXPECT_EQ(states("lru", 6), 0U) << "720 are too many";
  EXPECT_EQ(states("fifo", 8), 8U);
  EXPECT_EQ(states("fifo", 9), 0U);
  EXPECT_EQ(states("plru", 4), 8U);
  EXPECT_EQ(states("plru", 8), 128U);
  EXPECT_EQ(states("plru", 6), 0U) << "no tree";
  EXPECT_EQ(states("random", 4), 0U);
  EXPECT_EQ(states("lru", 0), 0U);
}

TEST(LearnAutomaton, finds_again_what_it_was_asked_of) {
  // In the last automaton, only a sequence of six misses tells two of the states apart.
  for (const std::string& text : {std::string(kLruOfTwo), to_text(*automaton_of("plru", 4)), to_text(*automaton_of("lru", 4)),
                                  std::string("0 0 1/0; 1 1 2/0; 2 2 3/0; 3 3 4/0; 4 4 5/0; 5 0 0/1")}) {
    const PolicyAutomaton automaton = read(text);
    const LearnedAutomaton learned = learn_automaton(oracle_of(automaton), automaton.ways, 5);
    ASSERT_TRUE(learned.automaton) << text << ' ' << learned.undecided;
    EXPECT_EQ(to_text(*learned.automaton), text);
    EXPECT_GE(learned.foretold, 1000U);
    EXPECT_GT(learned.letters, learned.foretold);
    EXPECT_EQ(learned.examples.size(), 3U);
  }
}

TEST(LearnAutomaton, tells_nothing_of_what_has_a_bit_of_chance) {
  const PolicyAutomaton lru = *automaton_of("lru", 4);
  for (const double chance : {0.3, 0.02, 0.002}) {
    Random random(3);
    const PolicyOracle oracle{[&](const PolicyWord& word) {
                                PolicyOutputs outputs = lru.outputs(word);
                                for (std::uint8_t& output : outputs)
                                  if (output != kNobody && random.unit() < chance)
                                    output = static_cast<std::uint8_t>(random.below(4));
                                return outputs;
                              },
                              {}};
    const LearnedAutomaton learned = learn_automaton(oracle, 4, 5);
    EXPECT_FALSE(learned.automaton) << chance;
    EXPECT_FALSE(learned.undecided.empty()) << chance;
    EXPECT_EQ(learned.foretold, 0U) << chance;
  }
}

TEST(LearnAutomaton, tells_nothing_of_more_states_than_it_may_have) {
  std::size_t asked = 0;
  // The oracle counts its misses and evicts way 1 at each prime number of them. No automaton does that.
  const PolicyOracle oracle{[&](const PolicyWord& word) {
                              ++asked;
                              PolicyOutputs outputs;
                              unsigned misses = 0;
                              for (const std::uint8_t letter : word) {
                                misses += letter == 2 ? 1 : 0;
                                bool prime = misses > 1;
                                for (unsigned d = 2; d * d <= misses; ++d) prime = prime && misses % d != 0;
                                outputs.push_back(letter != 2 ? kNobody : prime ? std::uint8_t{1} : std::uint8_t{0});
                              }
                              return outputs;
                            },
                            {}};
  const LearnedAutomaton learned = learn_automaton(oracle, 2, 5);
  EXPECT_FALSE(learned.automaton) << to_text(*learned.automaton);
  EXPECT_THAT(learned.undecided, HasSubstr("more than 512 states"));
  EXPECT_LT(asked, 2'000'000U);
}

TEST(LearnAutomaton, tells_nothing_where_words_of_enough_letters_can_not_be_asked) {
  const PolicyAutomaton lru = *automaton_of("lru", 4);
  const PolicyOracle oracle{[&](PolicyWord word) {
                              word.resize(std::min<std::size_t>(word.size(), 6));
                              return lru.outputs(word);
                            },
                            {}};
  const LearnedAutomaton learned = learn_automaton(oracle, 4, 5);
  EXPECT_FALSE(learned.automaton);
  EXPECT_THAT(learned.undecided, HasSubstr("can't be visited so often"));
}

}  // namespace
}  // namespace chasescope::inference
