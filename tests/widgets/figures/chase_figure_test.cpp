// How a chase of few elements, and one of many, stand on a page.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/figure/figure_options.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

FigurePtr chase(const char* run) {
  const FigureOutcome made =
      makeFigure(QStringLiteral("chase"), wholeSession("recording:h100"), {.run = QString::fromLatin1(run), .cache = {}});
  EXPECT_TRUE(made) << made.error.toStdString();
  return made.figure;
}

QRectF boxOf(const FigureContent& figure, const FigureOptions& options, const char* begin) {
  for (const DrawnText& text : drawFigure(figure, options).texts)
    if (text.words.startsWith(QLatin1String(begin))) return text.box;
  return {};
}

TEST(ChaseFigure, puts_few_elements_beside_their_sets_on_a_wide_page) {
  const FigurePtr five = chase("run-31088");
  for (const bool wide : {false, true}) {
    const FigureOptions options{.width_mm = wide ? kPageWidth : 84};
    const QRectF sets = boxOf(*five, options, "In the "), array = boxOf(*five, options, "The array");
    ASSERT_FALSE(sets.isEmpty() || array.isEmpty());
    EXPECT_EQ(array.left() > sets.right(), wide);
    EXPECT_EQ(array.top() < sets.bottom(), wide);
    EXPECT_EQ(faultsOfFit(*five, options), 0);
  }
}

TEST(ChaseFigure, keeps_the_numbers_of_sets_apart_in_a_column) {
  const FigureOptions column{.width_mm = 84};
  const FigurePtr forty = chase("run-31008");
  EXPECT_EQ(faultsOfFit(*forty, column), 0);
  std::vector<QRectF> numbers;  // of sets, one below each line: the only single digits in a row of forty
  for (const DrawnText& text : drawFigure(*forty, column).texts)
    if (text.words.size() == 1 && text.words[0].isDigit()) numbers.push_back(text.box);
  std::map<int, std::vector<QRectF>> rows;
  for (const QRectF& box : numbers) rows[qRound(box.center().y() / 20)].push_back(box);  // round digits are a hair higher than flat ones
  std::size_t longest = 0;
  for (auto& [top, row] : rows) {
    std::sort(row.begin(), row.end(), [](const QRectF& a, const QRectF& b) { return a.left() < b.left(); });
    longest = std::max(longest, row.size());
    for (std::size_t i = 1; i < row.size(); ++i) EXPECT_GT(row[i].left(), row[i - 1].right());
  }
  EXPECT_EQ(longest, 40U);
}

}  // namespace
}  // namespace chasescope
