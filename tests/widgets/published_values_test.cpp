#include "widgets/document/published_values.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "resources/resources.h"
#include "widgets/document/finding_text.h"

namespace chasescope {
namespace {

Finding found(const char* subject, const char* quantity, nlohmann::json conditions = nlohmann::json::object()) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.conditions = std::move(conditions);
  return finding;
}

const char* const kFile = R"({"format": "chasescope-published-1", "sources": {"A": "A paper", "B": "B's results"}, "cards": [
  {"names": ["Toy", "NVIDIA Toy"], "values": [
    {"subject": "l2", "quantity": "hit_latency_cycles", "value": 200, "unit": "cycles", "source": "A"},
    {"subject": "l2", "quantity": "hit_latency_cycles", "value": 210.5, "unit": "cycles", "source": "B", "note": "median"},
    {"subject": "l2", "quantity": "hit_latency_cycles", "value": 200, "unit": "cycles", "source": "B"},
    {"subject": "dram", "quantity": "hit_latency_cycles", "conditions": {"space": "global.cg"}, "value": 639, "unit": "cycles",
     "source": "A"}]}]})";

TEST(PublishedValues, only_a_card_of_exactly_that_name_has_them) {
  EXPECT_EQ(published_values(kFile, "Toy").size(), 4U);
  EXPECT_EQ(published_values(kFile, "NVIDIA Toy").size(), 4U);
  for (const char* other : {"Toy 2", "toy", "NVIDIA", ""}) EXPECT_TRUE(published_values(kFile, other).empty()) << other;
  EXPECT_TRUE(published_values("{}", "Toy").empty());
  EXPECT_TRUE(published_values("no file", "Toy").empty());
}

TEST(PublishedValues, each_value_is_shown_once_and_its_sources_are_all_named) {
  const auto values = published_values(kFile, "Toy");
  const Finding latency = found("l2", "hit_latency_cycles", {{"space", "global.ca"}});
  EXPECT_EQ(publishedText(values, latency), QString::fromUtf8("200\u202fcycles · 210.5\u202fcycles"));
  EXPECT_EQ(publishedDetails(values, latency), (QStringList{QString::fromUtf8("Published: 200\u202fcycles (A paper)"),
                                                            QString::fromUtf8("Published: 210.5\u202fcycles, median (B's results)"),
                                                            QString::fromUtf8("Published: 200\u202fcycles (B's results)")}));
  EXPECT_EQ(publishedText(values, found("l2", "capacity_bytes")), QString());
}

TEST(PublishedValues, conditions_that_make_it_another_quantity_part_them) {
  const auto values = published_values(kFile, "Toy");
  EXPECT_EQ(publishedText(values, found("l2", "hit_latency_cycles", {{"footprint_bytes", 1 << 25}})), QString());
  EXPECT_EQ(publishedText(values, found("l2", "hit_latency_cycles", {{"word_bytes", 8}})), QString());
  EXPECT_FALSE(publishedText(values, found("l2", "hit_latency_cycles", {{"word_bytes", 4}, {"sms", "all"}})).isEmpty());
  EXPECT_FALSE(publishedText(values, found("dram", "hit_latency_cycles", {{"space", "global.cg"}})).isEmpty());
  EXPECT_EQ(publishedText(values, found("dram", "hit_latency_cycles", {{"space", "global.ca"}})), QString());
  EXPECT_EQ(publishedText(values, found("dram", "hit_latency_cycles")), QString());
}

TEST(PublishedValues, the_papers_numbers_of_a_card_are_there) {
  const auto fermi = published_values("GeForce GTX 560 Ti");
  EXPECT_EQ(publishedText(fermi, found("l1_data", "capacity_bytes", {{"space", "global.ca"}})), QString::fromUtf8("16\u202fKiB"));
  EXPECT_EQ(publishedText(fermi, found("dram", "hit_latency_cycles", {{"space", "global.cg"}})),
            QString::fromUtf8("639\u202fcycles"));
  EXPECT_EQ(publishedText(fermi, found("shared_memory", "conflict_latency_cycles",
                                       {{"bank_bytes", 4}, {"conflict_degree", 32}, {"word_bytes", 4}})),
            QString::fromUtf8("1,210\u202fcycles"));
  EXPECT_FALSE(published_values("NVIDIA H200").empty());
  EXPECT_TRUE(published_values("NVIDIA H200 NVL").empty());
  EXPECT_TRUE(published_values("Textbook cache").empty());
}

TEST(PublishedValues, every_number_names_its_source_and_every_quantity_is_one_that_probes_know) {
  const auto text = resource_text("published/values.json");
  ASSERT_TRUE(text);
  const nlohmann::json file = nlohmann::json::parse(*text);
  EXPECT_EQ(text->find("unverified"), std::string::npos);
  std::set<std::string> used;
  for (const nlohmann::json& card : file.at("cards"))
    for (const nlohmann::json& name : card.at("names")) {
      const auto values = published_values(name.get<std::string>());
      EXPECT_EQ(values.size(), card.at("values").size()) << name;
      for (const PublishedValue& one : values) {
        EXPECT_FALSE(one.source.empty()) << name;
        EXPECT_FALSE(valueText(one.what).value.isEmpty()) << name << one.what.subject << one.what.quantity;
        used.insert(one.source);
        const bool bytes = one.what.quantity.ends_with("_bytes"), cycles = one.what.quantity.ends_with("_cycles");
        EXPECT_EQ(one.what.unit == "bytes", bytes) << name << one.what.quantity;
        EXPECT_EQ(one.what.unit == "cycles", cycles) << name << one.what.quantity;
      }
    }
  EXPECT_EQ(used.size(), file.at("sources").size());
}

// Figures 9 and 11 of the 2014 paper, which can't be had with the rest of it (docs/presets.md).
TEST(PublishedValues, theFiguresMarkTheMissRatesThatThePaperTells) {
  const auto l1 = publishedMissRates("GeForce GTX 560 Ti", "l1_data");
  ASSERT_EQ(l1.size(), 1U);
  EXPECT_EQ(l1.front().bytes, 24U * 1024);
  EXPECT_EQ(l1.front().rate, 0.5);
  for (const char* card : {"GeForce GTX 560 Ti", "GeForce GTX 780"}) {
    const auto tlb = publishedMissRates(card, "l2_tlb");
    ASSERT_EQ(tlb.size(), 7U) << card;
    for (std::size_t i = 0; i < tlb.size(); ++i) {
      const std::uint64_t pages = 66 + i;
      EXPECT_EQ(tlb[i].bytes, pages << 21U);
      EXPECT_NEAR(tlb[i].rate * static_cast<double>(pages), 17.0 + 8.0 * static_cast<double>(i), 1e-3);
    }
  }
  EXPECT_TRUE(publishedMissRates("NVIDIA H200", "l2_tlb").empty());
}

}  // namespace
}  // namespace chasescope
