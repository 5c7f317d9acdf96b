// The layout of the figure of a chase, over few elements and over many.
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

/// The figure of the recorded card's first chase by this probe through constant memory, over so many bytes by this stride.
FigurePtr chase(std::uint64_t bytes, std::uint64_t stride, const std::string& probe) {
  const auto& session = wholeSession("recording:h100");
  for (const RunPtr& run : session.runs) {
    const auto* made = run->chase();
    const auto* pattern = made == nullptr ? nullptr : std::get_if<UniformPattern>(&made->request.pattern);
    if (pattern == nullptr || run->probe != probe || made->request.space != MemorySpace::constant) continue;
    if (pattern->bytes != bytes || pattern->stride != stride) continue;
    const FigureOutcome figure =
        makeFigure(QStringLiteral("chase"), session, {.run = QString::fromStdString(run->id), .cache = {}});
    EXPECT_TRUE(figure) << figure.error.toStdString();
    return figure.figure;
  }
  ADD_FAILURE() << "no chase over " << bytes << " B";
  return nullptr;
}

QRectF boxOf(const FigureContent& figure, const FigureOptions& options, const char* begin) {
  for (const DrawnText& text : drawFigure(figure, options).texts)
    if (text.words.startsWith(QLatin1String(begin))) return text.box;
  return {};
}

TEST(ChaseFigure, puts_few_elements_beside_their_sets_on_a_wide_page) {
  const FigurePtr five = chase(2560, 512, "caches");
  ASSERT_NE(five, nullptr);
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
  const FigurePtr forty = chase(2560, 64, "miss-pattern");
  ASSERT_NE(forty, nullptr);
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
