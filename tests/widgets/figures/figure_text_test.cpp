// Every figure of every bundled device in the widths of journals: all of its texts can be read, and nothing of it is cut off.
#include <gtest/gtest.h>

#include <array>
#include <cctype>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"

namespace chasescope {
namespace {

constexpr std::array kWidths{84.0, 88.9, 177.8};

void expectReadable(const Session& session, const std::string& what) {
  for (const QString& name : figureNames()) {
    const FigureOutcome made = makeFigure(name, session);
    if (!made) continue;
    for (const double width : kWidths) {
      FigureOptions options;
      options.width_mm = width;
      for (const std::string& fault : faultsOf(drawFigure(*made.figure, options), options))
        ADD_FAILURE() << what << ", " << name.toStdString() << " at " << width << " mm: " << fault;
    }
  }
}

class FigureText : public testing::TestWithParam<std::string> {};

TEST_P(FigureText, CanBeReadInEveryWidth) { expectReadable(wholeSession(GetParam()), GetParam()); }

INSTANTIATE_TEST_SUITE_P(Devices, FigureText, testing::ValuesIn(bundledDevices()), [](const auto& one) {
  std::string name = one.param;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

// Sets of unequal height are what figure 10 of the 2014 paper is about, so they are there in a column, too.
TEST(TlbFigureInAColumn, ShowsEverySet) {
  const FigureOutcome made = tlbFigure(wholeSession("model:gtx560ti"));
  ASSERT_TRUE(made) << made.error.toStdString();
  for (const double width : kWidths) {
    FigureOptions options;
    options.width_mm = width;
    options.caption = false;
    QStringList words;
    for (const DrawnText& text : drawFigure(*made.figure, options).texts) words << text.words;
    EXPECT_TRUE(words.contains("7 sets, not all alike: 1 of 17, 6 of 8 ways")) << width << ' ' << words.join("|").toStdString();
    EXPECT_EQ(words.count("17"), 1) << width;
    EXPECT_GE(words.count("8"), 6) << width;
  }
}

TEST(Page, ALongCaptionMakesTheFigureHigherAndTheDrawingNoSmaller) {
  const FigureOutcome made = tlbFigure(wholeSession("model:gtx560ti"));
  ASSERT_TRUE(made) << made.error.toStdString();
  FigureOptions without;
  without.caption = false;
  const FigurePage bare = layOutPage(*made.figure, without), whole = layOutPage(*made.figure, {});
  EXPECT_GT(whole.caption, 0);
  EXPECT_EQ(whole.size.height() - whole.caption, bare.size.height());
}

}  // namespace
}  // namespace chasescope
