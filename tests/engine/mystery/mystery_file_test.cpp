// Mystery files: their content, the facts that they must hide, and the files that are refused.
#include "engine/device/mystery/mystery_file.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_value.h"
#include "resources/resources.h"
#include "tests/engine/mystery/schema_check.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

MysteryFile sealed_file() { return {{4711, Level::hard, kGenerator}, 200'000, {"capacity", "discover"}}; }

std::string refusal(const std::filesystem::path& path) {
  const auto read = read_mystery(path);
  return read ? "was read" : read.error().message;
}

TEST(MysteryFile, reads_back_what_it_wrote) {
  const ScratchFolder folder;
  ASSERT_EQ(write_mystery(sealed_file(), folder / "a.mystery"), std::nullopt);
  const auto read = read_mystery(folder / "a.mystery");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, sealed_file());
}

TEST(MysteryFile, is_what_its_schema_says) {
  const json schema = json::parse(*resource_text("schemas/mystery.schema.json"));
  json file = json::parse(mystery_text(sealed_file()));
  EXPECT_EQ(schema_fault(file, schema), "");
  file["surplus"] = 1;
  EXPECT_NE(schema_fault(file, schema), "");
}

TEST(MysteryFile, tells_neither_seed_nor_structure) {
  const std::string text = mystery_text(sealed_file());
  EXPECT_THAT(text, Not(HasSubstr("4711")));
  EXPECT_THAT(text, Not(HasSubstr("1267")));  // the seed in hexadecimal digits
  const HiddenCard card = hidden_card(sealed_file().card);
  for (const std::string& words :
       std::vector<std::string>{right_answer(card, Question::capacity), card.policy, right_answer(card, Question::index)})
    EXPECT_THAT(text, Not(HasSubstr(words)));
}

TEST(MysteryFile, of_two_seeds_differs_in_what_is_sealed_alone) {
  MysteryFile other = sealed_file();
  other.card.seed = 4712;
  json a = json::parse(mystery_text(sealed_file())), b = json::parse(mystery_text(other));
  for (const char* sealed : {"card", "sealed", "mark"}) {
    EXPECT_NE(a[sealed], b[sealed]);
    a.erase(sealed);
    b.erase(sealed);
  }
  EXPECT_EQ(a, b);
}

TEST(MysteryFile, cut_short_is_refused_in_a_sentence_that_names_it) {
  const ScratchFolder folder;
  const std::string text = mystery_text(sealed_file());
  for (std::size_t length : {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size() - 3}) {
    put_text(folder / "cut.mystery", text.substr(0, length));
    EXPECT_THAT(refusal(folder / "cut.mystery"), HasSubstr("cut.mystery is cut short, or no mystery file."));
  }
  EXPECT_THAT(refusal(folder / "none.mystery"), HasSubstr("none.mystery can't be read: No such file or directory."));
}

TEST(MysteryFile, changed_anywhere_is_refused) {
  const ScratchFolder folder;
  const json file = json::parse(mystery_text(sealed_file()));
  const std::vector<std::pair<const char*, json>> changes{{"budget", 900'000},
                                                          {"locked_probes", json::array()},
                                                          {"level", "easy"},
                                                          {"sealed", std::string(48, '0')},
                                                          {"mark", std::string(32, '0')},
                                                          {"card", std::string(16, '0')},
                                                          {"budget", -1},
                                                          {"locked_probes", {1, 2}}};
  for (const auto& [member, value] : changes) {
    json changed = file;
    changed[member] = value;
    put_text(folder / "changed.mystery", changed.dump());
    EXPECT_THAT(refusal(folder / "changed.mystery"), HasSubstr("changed.mystery was changed after it was made.")) << member;
  }
}

TEST(MysteryFile, of_another_generator_is_refused_in_one_sentence) {
  const ScratchFolder folder;
  json file = json::parse(mystery_text(sealed_file()));
  file["generator"] = kGenerator + 1;
  put_text(folder / "new.mystery", file.dump());
  EXPECT_THAT(refusal(folder / "new.mystery"),
              HasSubstr("new.mystery holds a card of generator 2, and this program makes those of generator 1; open it "
                        "with the version of ChaseScope that made it."));
}

TEST(Seal, opens_for_its_own_level_and_generator_alone) {
  const CardName card{std::uint64_t{1} << 63, Level::expert, 1};
  EXPECT_EQ(opened_seed(sealed_seed(card), Level::expert, 1), card.seed);
  EXPECT_EQ(opened_seed(sealed_seed(card), Level::hard, 1), std::nullopt);
  EXPECT_EQ(opened_seed(sealed_seed(card), Level::expert, 2), std::nullopt);
  EXPECT_EQ(opened_seed("", Level::expert, 1), std::nullopt);
}

}  // namespace
}  // namespace chasescope::mystery
