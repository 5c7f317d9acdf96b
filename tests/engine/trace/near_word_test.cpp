// Which word was meant by a slip of the finger.
#include "engine/trace/near_word.h"

#include <gtest/gtest.h>

#include <vector>

namespace chasescope {
namespace {

const std::vector<std::string> kCards{"a100", "gtx560ti", "gtx780", "textbook", "v100", "one-set-lru", "one-set-plru"};

TEST(NearWord, a_few_slips_are_forgiven) {
  EXPECT_EQ(near_word("textbok", kCards), "textbook");
  EXPECT_EQ(near_word("gtx790", kCards), "gtx780");
  EXPECT_EQ(near_word("one-set-lur", kCards), "one-set-lru");
  EXPECT_EQ(near_word("gtx560", kCards), "gtx560ti");  // goes on with it; gtx780 is as near
  EXPECT_EQ(near_word("v10", kCards), "v100");  // nearer than a100
  EXPECT_EQ(near_word("tbl", std::vector<std::string>{"caches", "l1", "tlb"}), "tlb");  // two letters swapped are one slip
  EXPECT_EQ(did_you_mean("gtx790", kCards), "; did you mean 'gtx780'?");
}

TEST(NearWord, a_part_of_one_word_is_that_word_and_of_several_none) {
  EXPECT_EQ(near_word("560ti", kCards), "gtx560ti");
  EXPECT_EQ(near_word("book", kCards), "textbook");
  EXPECT_EQ(near_word("one-set", kCards), "");
}

TEST(NearWord, nothing_is_guessed_of_other_words) {
  for (const std::string& word :
       {std::string("foo"), std::string(), std::string("x"), std::string("radeon"), std::string(100'000, 'g')})
    EXPECT_EQ(did_you_mean(word, kCards), "") << word.substr(0, 20);
}

TEST(NearWord, of_words_that_are_not_near_the_least_far_are_named) {
  EXPECT_EQ(nearest_words("textbok", kCards), "; did you mean 'textbook'?");
  EXPECT_EQ(nearest_words("x1", kCards), "; the nearest are a100, v100 and gtx780");
  EXPECT_EQ(nearest_words("quite another word", std::vector<std::string>{"l1"}), "; there is l1");
  EXPECT_EQ(nearest_words("l9", {}), "");
}

}  // namespace
}  // namespace chasescope
