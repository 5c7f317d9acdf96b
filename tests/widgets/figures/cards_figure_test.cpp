// Figures of several cards: each can be read in every width, in colour and in grey. They show published values and intervals, and a
// sentence says what can't be drawn together.
#include <gtest/gtest.h>

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <set>

#include "engine/session/compare/generations.h"
#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/overlay/curve_kinds.h"
#include "widgets/views/overlay/figure_overlay.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {
namespace {

constexpr std::array kWidths{84.0, 177.8};

std::vector<Session> cards(std::initializer_list<const char*> devices) {
  std::vector<Session> sessions;
  for (const char* device : devices) sessions.push_back(wholeSession(device));
  return sessions;
}

/// `sparse`: the figure has a few points, which may leave a large part of the plot free.
void expectReadable(const QString& name, const FigureContent& figure, bool sparse = false) {
  for (const bool grey : {false, true})
    for (const double width : kWidths) {
      FigureOptions options;
      options.width_mm = width;
      options.grey = grey;
      for (const std::string& fault : faultsOf(drawFigure(figure, options), options))
        if (!(sparse && fault.starts_with("nothing is drawn")))
          ADD_FAILURE() << name.toStdString() << " at " << width << (grey ? " mm in grey: " : " mm: ") << fault;
    }
}

QByteArray csvOf(const FigureContent& figure) {
  QByteArray csv;
  figure.writeCsv([&](const QByteArray& line) { return csv += line, true; });
  return csv;
}

TEST(FiguresOfCards, can_be_read_in_every_width) {
  const std::vector<Session> two = cards({"model:gtx560ti", "model:c2070"});  // both cards cache loads in their L1
  std::set<QString> drawn;
  for (const QString& name : figureNames()) {
    if (figureCards(name) != FigureCards::any) continue;
    EXPECT_NE(kindOfFigure(name), nullptr) << name.toStdString();
    const FigureOutcome made = makeFigureOfCards(name, two);
    if (!made) {
      EXPECT_FALSE(made.error.isEmpty()) << name.toStdString();
      continue;
    }
    drawn.insert(name);
    expectReadable(name, *made.figure);
  }
  for (const char* always : {"footprint-latency", "stride-latency", "tlb", "miss-rate"})
    EXPECT_TRUE(drawn.contains(QString::fromLatin1(always))) << always;
  for (const CurveKind& kind : curveKinds())
    EXPECT_EQ(figureCards(QString::fromLatin1(kind.figure)), FigureCards::any) << kind.figure;
}

TEST(FiguresOfCards, of_one_card_twice_are_those_that_two_can_have) {
  const std::vector<Session> fermi = cards({"model:gtx560ti", "model:gtx560ti"}), kepler = cards({"model:k20", "model:k20"});
  for (const auto& [name, sessions] : {std::pair{"way-probability", &fermi}, std::pair{"bank-latency", &fermi},
                                       std::pair{"thread-latency", &kepler}, std::pair{"l2-copy", &kepler}}) {
    const FigureOutcome made = makeFigureOfCards(QString::fromLatin1(name), *sessions);
    ASSERT_TRUE(made) << name << ": " << made.error.toStdString();
    expectReadable(QString::fromLatin1(name), *made.figure);
  }
}

TEST(FiguresOfCards, shows_what_was_published_with_its_source) {
  const FigureOutcome made = makeFigureOfCards(QStringLiteral("footprint-latency"), cards({"model:gtx560ti", "model:gtx780"}));
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_TRUE(made.figure->caption().contains(QStringLiteral("published (1 Mei, Zhao, Liu, Chu")))
      << made.figure->caption().toStdString();
  EXPECT_FALSE(made.figure->provenance()["published"].empty());
  EXPECT_TRUE(csvOf(*made.figure).contains("\"Mei, Zhao, Liu, Chu"));
  QStringList words;
  for (const DrawnText& text : drawFigure(*made.figure, {}).texts) words << text.words;
  // The number beside a mark is explained in the legend: what the mark shows, and from where.
  EXPECT_TRUE(words.contains(QStringLiteral("1: published size and latency, 2014 paper")))
      << words.join(QLatin1Char('|')).toStdString();
  EXPECT_TRUE(words.contains(QStringLiteral("1"))) << words.join(QLatin1Char('|')).toStdString();
}

TEST(FiguresOfCards, published_latencies_stand_at_the_published_sizes_or_nowhere) {
  const std::vector<Session> sessions = cards({"model:gtx560ti", "model:c2070"});
  std::vector<CardData> data;
  for (const Session& session : sessions) data.push_back(cardData(session));
  const CurveOverlay overlay = overlayOf(data, *curveKind(QStringLiteral("latency-footprint")), QStringLiteral("global.ca"));
  ASSERT_EQ(overlay.curves.size(), 2U);
  const auto places = [](const NamedCurve& curve) {
    std::set<std::pair<double, double>> all;
    for (const PublishedPoint& mark : curve.published) all.emplace(mark.at.x(), mark.at.y());
    return all;
  };
  // The paper tells the latency of the L1 with its size; the memory's latencies lie at 1 GiB, which no sweep reaches.
  EXPECT_EQ(places(overlay.curves[0]), (std::set<std::pair<double, double>>{{16384, 116}}));
  // The poster tells two sizes of the L1, and the card was measured with the small L1; it tells no size of the memory.
  EXPECT_EQ(places(overlay.curves[1]), (std::set<std::pair<double, double>>{{16384, 80}, {786432, 350}}));
  for (const NamedCurve& curve : overlay.curves)
    for (const PublishedPoint& mark : curve.published) EXPECT_FALSE(mark.name.isEmpty()) << mark.source.toStdString();
}

TEST(FiguresOfCards, show_every_tlb_that_all_cards_have) {
  const std::vector<Session> sessions = cards({"model:gtx560ti", "model:gtx780"});
  const auto words_of = [](const FigureContent& figure) {
    QStringList words;
    for (const DrawnText& text : drawFigure(figure, {}).texts) words << text.words;
    return words;
  };
  const FigureOutcome all = makeFigureOfCards(QStringLiteral("tlb"), sessions);
  ASSERT_TRUE(all) << all.error.toStdString();
  EXPECT_EQ(all.figure->traits().panels, (QStringList{"L1 TLB", "L2 TLB"}));
  EXPECT_EQ(words_of(*all.figure).filter(QRegularExpression("^L[12] TLB$")).size(), 2);
  EXPECT_TRUE(csvOf(*all.figure).contains(",L2 TLB,"));
  EXPECT_EQ(all.figure->series({}).size(), 2U);
  expectReadable("tlb", *all.figure);
  // One of them by the panel or by its name, which stands in the figure, too.
  FigureChoice second;
  second.panel = 1;
  FigureChoice named;
  named.cache = QStringLiteral("l2_tlb");
  for (const FigureChoice& choice : {second, named}) {
    const FigureOutcome one = makeFigureOfCards(QStringLiteral("tlb"), sessions, choice);
    ASSERT_TRUE(one) << one.error.toStdString();
    EXPECT_TRUE(words_of(*one.figure).contains("L2 TLB"));
    EXPECT_FALSE(words_of(*one.figure).contains("L1 TLB"));
    EXPECT_FALSE(csvOf(*one.figure).contains(",L1 TLB,"));
  }
}

TEST(FiguresOfCards, shares_of_ways_have_intervals) {
  const FigureOutcome made = makeFigureOfCards(QStringLiteral("way-probability"), cards({"model:gtx560ti", "model:gtx560ti"}));
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_TRUE(made.figure->caption().contains(QStringLiteral("95 %"))) << made.figure->caption().toStdString();
  EXPECT_TRUE(csvOf(*made.figure).startsWith("card,curve,way,percent,low,high,source\n"));
}

TEST(FiguresOfCards, without_the_data_says_what_measures_them) {
  std::vector<Session> sessions = cards({"model:gtx560ti", "model:gtx780"});
  sessions[1].runs.clear();
  const FigureOutcome lacks = makeFigureOfCards(QStringLiteral("footprint-latency"), sessions);
  EXPECT_FALSE(lacks);
  EXPECT_TRUE(lacks.error.startsWith(QStringLiteral("GeForce GTX 780 has not measured"))) << lacks.error.toStdString();
  EXPECT_TRUE(lacks.error.contains(QStringLiteral("run the probe footprint-sweep first"))) << lacks.error.toStdString();
  const FigureOutcome one = makeFigureOfCards(QStringLiteral("bank-lanes"), sessions);
  EXPECT_TRUE(one.error.startsWith(QStringLiteral("bank-lanes shows one card"))) << one.error.toStdString();
  const FigureOutcome cache = makeFigureOfCards(QStringLiteral("footprint-latency"), sessions, {.cache = QStringLiteral("l2")});
  EXPECT_TRUE(cache.error.contains(QStringLiteral("leave the cache out"))) << cache.error.toStdString();
}

// The line of generations, of every quantity.
TEST(FiguresOfCards, generations_can_be_read_in_every_width) {
  const std::vector<Session> many = cards({"model:c2070", "model:gtx560ti", "model:gtx780", "model:k20", "recording:h100"});
  for (const GenerationQuantity& quantity : generation_quantities()) {
    const FigureOutcome made =
        makeFigureOfCards(QStringLiteral("generations"), many, {.variant = QString::fromLatin1(quantity.id)});
    if (!made) continue;  // no card has it
    expectReadable(QStringLiteral("generations ") + QString::fromLatin1(quantity.id), *made.figure, true);
  }
  const FigureOutcome sizes = makeFigureOfCards(QStringLiteral("generations"), many, {.variant = QStringLiteral("l2-size")});
  ASSERT_TRUE(sizes) << sizes.error.toStdString();
  EXPECT_TRUE(sizes.figure->caption().contains(QStringLiteral("published (1 "))) << sizes.figure->caption().toStdString();
  EXPECT_TRUE(makeFigure(QStringLiteral("generations"), many.front()).error.contains(QStringLiteral("two cards or more")));
}

}  // namespace
}  // namespace chasescope
