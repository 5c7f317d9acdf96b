// Lines: their splitting and the fast way of reading parts.
#include "engine/device/protocol/message.h"

#include <gtest/gtest.h>

#include "engine/device/protocol/line_splitter.h"

namespace chasescope {
namespace {

TEST(LineSplitter, CutsBytesAnywhere) {
  LineSplitter lines;
  for (const char c : std::string("ab\n\ncd")) lines.feed(std::string_view(&c, 1));
  EXPECT_EQ(lines.next()->text, "ab");
  EXPECT_EQ(lines.next()->text, "");
  EXPECT_FALSE(lines.next());
  lines.end();
  EXPECT_EQ(lines.next()->text, "cd");
  lines.end();
  EXPECT_FALSE(lines.next());
}

TEST(LineSplitter, KeepsOnlyTheBeginningOfWhatIsTooLong) {
  LineSplitter lines(100);
  lines.feed(std::string(100, 'a') + "\n");
  EXPECT_FALSE(lines.next()->too_long);
  lines.feed(std::string(101, 'b'));
  EXPECT_EQ(lines.overflow()->size(), LineSplitter::kKept);
  lines.feed(std::string(1000, 'b') + "\nc\n");
  const auto line = lines.next();
  EXPECT_TRUE(line->too_long);
  EXPECT_EQ(line->text, std::string(LineSplitter::kKept, 'b'));
  EXPECT_EQ(lines.next()->text, "c");
  EXPECT_FALSE(lines.overflow());
}

TEST(Line, that_is_made_to_fill_the_memory_is_refused) {
  const auto values = [](std::size_t count) {
    std::string line = R"({"id":[0)";
    for (std::size_t i = 1; i < count; ++i) line += ",0";
    return parse_line(line + "]}").fault;
  };
  EXPECT_EQ(values(1'000'000), "");
  EXPECT_NE(values(kMaxLineValues + 1).find("holds more than 8388608 values"), std::string::npos);
}

TEST(PartLine, IsReadAsItIsWritten) {
  const std::vector<float> cycles{0, 35, 35.5F, 0.25F, 1234567};
  const std::string line = part_line("18", cycles);
  const auto part = parse_part_line(std::string_view(line).substr(0, line.size() - 1));
  ASSERT_TRUE(part);
  EXPECT_EQ(part->id, 18U);
  EXPECT_EQ(part->cycles, cycles);
}

TEST(PartLine, LeavesEverythingUnusualToTheCarefulReader) {
  for (const char* line :
       {R"({"id":1,"cycles":[]})", R"({"id":1,"cycles":[35,]})", R"({"id":1,"cycles":[,35]})", R"({"id":1,"cycles":[35,,35]})",
        R"({"id":1,"cycles":[-1]})", R"({"id":1,"cycles":[1e3]})", R"({"id":1,"cycles":[035]})", R"({"id":1,"cycles":[.5]})",
        R"({"id":1,"cycles":[5.]})", R"({"id":1,"cycles":[1.2.3]})", R"({"id":1,"cycles":[nan]})",
        R"({"id":1,"cycles":[9999999999999]})", R"({"id":1,"cycles":[35]],"x":[1]})", R"({"id":"1","cycles":[35]})",
        R"({"id": 1,"cycles":[35]})", R"({"id":06474,"cycles":[35]})", R"({"id":1,"result":[35]})", ""})
    EXPECT_FALSE(parse_part_line(line)) << line;
}

}  // namespace
}  // namespace chasescope
