// Methods and reasons are put together from parts. The result must consist of sentences.
#include <gtest/gtest.h>

#include <regex>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

void expect_sentences(const std::string& text, const std::string& of) {
  if (text.empty()) return;
  static const std::regex broken(R"(\.\.|\.;|; [A-Z][^A-Z]|[a-z]\. [a-z]|  | $|^ )");
  std::smatch where;
  EXPECT_FALSE(std::regex_search(text, where, broken)) << of << ": \"" << where.str() << "\" in: " << text;
  EXPECT_EQ(text.back(), '.') << of << ": " << text;
}

class MethodWords : public testing::TestWithParam<const char*> {};

TEST_P(MethodWords, AreSentences) {
  const json paths{{"global.ca",
                    {{"data", {"l1", "l2"}},
                     {"latency", {{"l1", 40}, {"l2", 210}, {"dram", 520}}},
                     {"translation", {"tlb"}},
                     {"translation_penalty", {{"walk", 130}}}}},
                   {"global.cg",
                    {{"data", {"l2"}},
                     {"latency", {{"l2", 208}, {"dram", 518}}},
                     {"translation", {"tlb"}},
                     {"translation_penalty", {{"walk", 130}}}}}};
  const json card =
      card_around({{"l1", lru(128, 32, 16, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 128, 96, 8, {{"kind", "modulo"}})}}, paths);
  for (const bool noise : {false, true})
    for (const Finding& finding : found_on(*opened(card, noise), GetParam(), {})) {
      const std::string of = finding.subject + " " + finding.quantity;
      expect_sentences(finding.method, of);
      expect_sentences(finding.reason, of);
    }
}
INSTANTIATE_TEST_SUITE_P(Probes, MethodWords,
                         testing::Values("capacity", "line", "sets", "replacement", "tlb", "latency", "sharing"));

}  // namespace
}  // namespace chasescope
