// Text from a stranger is made harmless before it is shown or written.
#include "engine/output/outgoing_text.h"
#include "engine/output/shell_word.h"

#include <gmock/gmock.h>

namespace chasescope {
namespace {

using testing::HasSubstr;
using testing::Not;

// The text clears the screen, rings the bell, hides a name behind a change of the writing direction, and breaks lines.
const std::string kHostile = "R&D <b>\x1b[2J\x07\xC2\x9B\x7F\xE2\x80\xAE" "exe\xff\n\"'";

TEST(OutgoingText, TerminalsGetNoCommands) {
  EXPECT_EQ(printable(kHostile), "R&D <b>\\x1b[2J\\x07\\u009b\\x7f\\u202eexe\\xff\\n\"'");
  EXPECT_EQ(terminal_text("a\n\tb\r\x1b"), "a\n\tb\\x0d\\x1b");
  EXPECT_EQ(printable("µ · 17 KiB – 日本"), "µ · 17 KiB – 日本");
}

TEST(OutgoingText, DocumentsGetOneLine) {
  EXPECT_EQ(one_line("a\nb\x1b\x7F c\xC2\x85"), "a b   c ");
  EXPECT_EQ(one_line("\xff\xC0\x80\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(OutgoingText, MegabytesAreCutWithTheirLength) {
  const std::string long_name(1'048'576, 'G');
  EXPECT_EQ(shortened(long_name, 30), "GGGGGG… (1,048,576 characters)");
  EXPECT_EQ(shortened(long_name, 4), "G… (1,048,576 characters)");
  EXPECT_EQ(shortened(std::string(kLongestName, 'G')), std::string(kLongestName, 'G'));
  EXPECT_EQ(shortened("µµµµ", 2), "µ… (4 characters)");
  // Shortening must not change a name that was already shortened, because files that hold one are read again.
  for (std::size_t length = kLongestName - 1; length < kLongestName + 30; ++length) {
    const std::string once = shortened(std::string(length, 'G'));
    EXPECT_LE(once.size() - (length > kLongestName ? std::string("…").size() - 1 : 0), kLongestName);
    EXPECT_EQ(shortened(once), once) << length;
  }
  EXPECT_EQ(shortened("µµ", 2), "µµ");
  EXPECT_LT(printable(long_name).size(), 5'000U);
  EXPECT_THAT(printable(long_name), HasSubstr("(1,048,576 characters)"));
}

TEST(OutgoingText, XmlHoldsNoTagsOfAStranger) {
  EXPECT_EQ(xml_escaped("R&D </desc><script>x('\"')</script>\x01"),
            "R&amp;D &lt;/desc&gt;&lt;script&gt;x(&#39;&quot;&#39;)&lt;/script&gt; ");
}

TEST(OutgoingText, CsvHoldsNoFormula) {
  EXPECT_EQ(csv_field("=HYPERLINK(1)"), "'=HYPERLINK(1)");
  EXPECT_EQ(csv_field("+1+1"), "'+1+1");
  EXPECT_EQ(csv_field("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_field("-1+cmd"), "'-1+cmd");
  EXPECT_EQ(csv_field("\t=1"), "' =1");
  EXPECT_EQ(csv_field("=a,b"), "\"'=a,b\"");
  EXPECT_EQ(csv_field("-12.5"), "-12.5");
  EXPECT_EQ(csv_field("N = 17 KiB"), "N = 17 KiB");
  EXPECT_EQ(csv_field("a \"b\", c\n"), "\"a \"\"b\"\", c \"");
  EXPECT_EQ(csv_field("a\x1b]0;x\x07\rb\xE2\x80\xAE"), "a ]0;x  b ");  // a terminal shows this text and carries out no command
  for (const char* text : {"=x", "'=x", "''", "a,b", "say \"=1\"", "-5", "-x", "", " @"})
    EXPECT_EQ(csv_text(csv_field(text)), text);
}

TEST(OutgoingText, JsonInCsvHoldsNoFormulaAndStaysTheSameValue) {
  EXPECT_EQ(json_in_csv(R"({"a":"=1","b":"x,=2","c":"x, @3","d":"x;-4","e":[1,-5],"f":"y=6","g":"\",+7"})"),
            R"({"a":"\u003d1","b":"x,\u003d2","c":"x, \u00403","d":"x;\u002d4","e":[1,-5],"f":"y=6","g":"\",\u002b7"})");
}

TEST(OutgoingText, JsonHoldsNoControlsBeyondAscii) {
  EXPECT_EQ(json_without_controls("{\n\"a\": \"\xC2\x9B\x7F\xE2\x80\xAE µ\"}"), "{\n\"a\": \"\\u009b\\u007f\\u202e µ\"}");
}

TEST(OutgoingText, MarkdownShowsItAsItIs) {
  EXPECT_EQ(markdown_escaped("[x](javascript:1) <img> `a` | *b* _c_ d_e $d$ #e\n# f"),
            "\\[x\\](javascript:1) &lt;img&gt; \\`a\\` \\| \\*b\\* \\_c\\_ d_e \\$d\\$ \\#e \\# f");
}

TEST(OutgoingText, LatexRunsNothing) {
  EXPECT_EQ(latex_escaped("\\input{/etc/passwd} 50 % & $x^2$ #1 a_b ~"),
            "\\textbackslash{}input\\{/etc/passwd\\} 50 \\% \\& \\$x\\textasciicircum{}2\\$ \\#1 a\\_b \\textasciitilde{}");
  EXPECT_EQ(latex_escaped("[1]*"), "{[}1{]}{*}");  // after the end of a row, LaTeX would take brackets and stars as arguments
}

TEST(ShellWord, is_one_word_that_runs_nothing) {
  EXPECT_EQ(shell_word("cuda:0"), "cuda:0");
  EXPECT_EQ(shell_word("exec:./a b"), "'exec:./a b'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("$(touch x)"), "'$(touch x)'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("a\nb"), "'a b'");
}

}  // namespace
}  // namespace chasescope
