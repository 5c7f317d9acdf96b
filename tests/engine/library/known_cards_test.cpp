// The list of known cards: those that come with the program, and those in a folder that may contain other files too.
#include "engine/library/known_cards.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "engine/library/card_check.h"
#include "engine/library/contribution.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class KnownCardsOfAFolder : public testing::Test {
 protected:
  KnownCardsOfAFolder() : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~KnownCardsOfAFolder() override { fs::remove_all(folder_); }
  void write(const char* name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  static const KnownCard* find(const KnownCards& known, const std::string& id) {
    const auto found = std::find_if(known.cards.begin(), known.cards.end(), [&](const KnownCard& card) { return card.id == id; });
    return found == known.cards.end() ? nullptr : &*found;
  }
  fs::path folder_;
};

TEST(CardKind, is_the_name_without_the_maker_and_how_it_was_recorded) {
  EXPECT_EQ(card_kind("NVIDIA H100 80GB HBM3 (recording)"), "H100 80GB HBM3");
  EXPECT_EQ(card_kind("GeForce RTX 2080 Ti"), card_kind("NVIDIA GeForce RTX 2080 Ti"));
  EXPECT_NE(card_kind("NVIDIA H100 80GB HBM3"), card_kind("NVIDIA H100 80GB HBM3 MIG 1g.10gb"));
}

TEST_F(KnownCardsOfAFolder, each_software_gpu_stands_beside_what_was_measured_of_its_card) {
  const KnownCards known = known_cards({});
  EXPECT_THAT(known.left_out, testing::IsEmpty());
  for (const auto& [model, real] :
       {std::pair("model:h100", "recording:h100"), {"model:v100", "published:v100"}, {"model:p6000", "published:p6000"}}) {
    ASSERT_NE(find(known, model), nullptr) << model;
    ASSERT_NE(find(known, real), nullptr) << real;
    EXPECT_EQ(find(known, model)->kind, find(known, real)->kind);
    EXPECT_EQ(find(known, model)->compute_capability, find(known, real)->compute_capability);
  }
}

TEST_F(KnownCardsOfAFolder, all_that_comes_with_the_program_opens_and_is_of_the_card_that_is_named) {
  std::size_t opened = 0;
  for (const KnownCard& card : known_cards({}).cards) {
    const auto session = open_known_card(card);
    if (card.source == CardSource::model) {
      EXPECT_FALSE(session);
      continue;
    }
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->device.name, card.name);
    EXPECT_EQ(session->device.properties.compute_capability, card.compute_capability);
    EXPECT_FALSE(session->findings.empty());
    ++opened;
  }
  EXPECT_EQ(opened, 8U) << "two recordings, two topologies, four contributions";
}

TEST_F(KnownCardsOfAFolder, what_is_no_card_is_told_and_left_out) {
  write("empty.json", "");
  write("cut.json", R"({"schema": "chasescope-session-1", "version": 1, "dev)");
  write("list.json", "[1, 2]");
  write("notes.txt", "no session, and none is expected of it");
  fs::create_directory(folder_ / "folder.json");
  fs::create_symlink("/nonexistent", folder_ / "nowhere.json");
  write(
      "model.json",
      R"({"schema": "chasescope-session-1", "version": 1, "device": {"protocol": 1, "name": "GTX", "origin": "model", "calls": [], "spaces": []}, "runs": [], "findings": []})");
  write(
      "unknown.json",
      R"({"schema": "chasescope-session-1", "version": 1, "device": {"protocol": 1, "name": "GTX", "origin": "hardware", "calls": [], "spaces": []}, "runs": [], "findings": []})");
  const std::size_t bundled = known_cards({}).cards.size();
  const KnownCards known = known_cards(std::vector{folder_, folder_ / "missing"});
  EXPECT_EQ(known.cards.size(), bundled);
  EXPECT_EQ(known.left_out.size(), 8U) << testing::PrintToString(known.left_out);
  EXPECT_THAT(known.left_out, testing::Contains(HasSubstr("model.json is of a software GPU")));
  EXPECT_THAT(known.left_out, testing::Contains(HasSubstr("There is no folder")));
  EXPECT_THAT(known.left_out, testing::Not(testing::Contains(HasSubstr("notes.txt"))));
}

TEST_F(KnownCardsOfAFolder, a_contributed_card_is_found_by_its_kind) {
  const auto recorded = open_known_card(*find(known_cards({}), "recording:h100"));
  ASSERT_TRUE(recorded);
  auto contribution = contribution_of(*recorded);
  ASSERT_TRUE(contribution);
  Session another = contribution->session;
  for (Finding& finding : another.findings)
    if (finding.value.is_number_float()) finding.value = finding.value.get<double>() * 1.0001;
  ASSERT_EQ(write_session(contribution->session, folder_ / "same.json", SessionFormat::json), std::nullopt);
  ASSERT_EQ(write_session(another, folder_ / "another.cbor", SessionFormat::cbor), std::nullopt);
  const KnownCards known = known_cards(std::vector{folder_});
  ASSERT_NE(find(known, (folder_ / "another.cbor").string()), nullptr);
  const CardCheck check = check_card(*recorded, known);
  std::vector<std::string> others;
  for (const auto& other : check.others) others.push_back(other.card.id);
  EXPECT_THAT(others, testing::Contains((folder_ / "another.cbor").string()));
  EXPECT_THAT(others, testing::Not(testing::Contains((folder_ / "same.json").string()))) << "what was contributed of it";
  EXPECT_THAT(others, testing::Not(testing::Contains("recording:h100"))) << "itself";
  EXPECT_GT(check.count(Standing::inside), 150U);
}

TEST_F(KnownCardsOfAFolder, where_no_card_of_the_kind_is_known_its_neighbours_are_named) {
  Session session;
  session.device.name = "NVIDIA H100 PCIe";
  session.device.origin = Origin::hardware;
  session.device.properties.compute_capability = "9.0";
  const CardCheck check = check_card(session, known_cards({}));
  EXPECT_TRUE(check.others.empty());
  ASSERT_EQ(check.remarks.size(), 1U);
  EXPECT_THAT(check.remarks[0], testing::AllOf(HasSubstr("H100 80GB HBM3"), HasSubstr("H200")));
}

}  // namespace
}  // namespace chasescope
