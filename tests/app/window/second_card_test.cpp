// A second card beside the first: it follows probes, settings, views and what is chosen; and what is said of the two.
#include "app/beside/second_card.h"

#include "app/beside/card_head.h"
#include "app/beside/likeness.h"
#include "engine/findings/vocabulary.h"
#include "tests/app/window/person.h"

namespace chasescope {
namespace {

class SecondCardJourney : public PersonFixture {
 protected:
  void putBeside(const QString& id) {
    window_.putBeside(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return second().device().has_value() && !second().busy(); }, kPatience));
  }
  Explorer& second() { return window_.second().explorer(); }
  std::optional<ChaseRequest> lastChase(const Explorer& explorer) {
    std::optional<ChaseRequest> last;
    for (const RunPtr& run : explorer.session().runs)
      if (!run->auxiliary && run->chase() != nullptr) last = run->chase()->request;
    return last;
  }
};

TEST_F(SecondCardJourney, the_second_measures_what_the_first_does) {
  open(QStringLiteral("model:c2070"));
  type(QStringLiteral("bytes"), QStringLiteral("17KiB"));
  type(QStringLiteral("stride"), QStringLiteral("128"));
  measure();
  putBeside(QStringLiteral("model:gtx560ti"));  // what is shown is measured on it by itself
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value(); }, kPatience));
  EXPECT_EQ(lastChase(second()), lastChase(window_.explorer()));
  type(QStringLiteral("bytes"), QStringLiteral("18KiB"));
  measure();
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()) == lastChase(window_.explorer()); }, kPatience));
  EXPECT_FALSE(second().hasUnsavedRuns());  // it only repeats
  EXPECT_TRUE(window_.second().firstHead()->share().endsWith(QLatin1Char('%')));
}

TEST_F(SecondCardJourney, tab_access_and_line_are_chosen_in_both) {
  open(QStringLiteral("model:textbook"));
  measure();
  putBeside(QStringLiteral("model:textbook"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value(); }, kPatience));
  turnTo(QStringLiteral("Steps"));
  EXPECT_EQ(window_.second().views().currentIndex(), window_.views().currentIndex());
  window_.explorer().selection().setAccess(7);
  EXPECT_EQ(second().selection().access(), 7U);
  second().selection().setAccess(9);
  EXPECT_EQ(window_.explorer().selection().access(), 9U);
  window_.explorer().selection().setLine(3);
  EXPECT_EQ(second().selection().line(), 3U);
}

TEST_F(SecondCardJourney, it_is_put_there_by_its_key_and_taken_away) {
  open(QStringLiteral("model:textbook"));
  EXPECT_EQ(window_.findChild<SecondCard*>(), nullptr);
  window_.actions().beside->trigger();
  auto* card = window_.findChild<SecondCard*>();
  ASSERT_NE(card, nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return second().device().has_value(); }, kPatience));
  EXPECT_TRUE(card->isVisible());
  EXPECT_NE(second().deviceId(), window_.explorer().deviceId());
  window_.actions().beside->trigger();
  EXPECT_FALSE(card->isVisible());
  EXPECT_FALSE(window_.second().firstHead()->isVisible());
  measure();
  EXPECT_FALSE(second().busy());  // nobody sees it
}

TEST_F(SecondCardJourney, a_device_that_is_not_there_is_said) {
  open(QStringLiteral("model:textbook"));
  window_.putBeside(QStringLiteral("file:/no/such.json"));
  bool said = false;
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        for (const auto* label : window_.second().findChildren<QLabel*>())
          said = said || label->toolTip().contains(QStringLiteral("/no/such.json")) ||
                 label->text().contains(QStringLiteral("/no/such.json"));
        return said;
      },
      kPatience));
  measure();  // the first goes on
}

TEST(LikenessWords, say_what_both_measured) {
  Session a, b;
  const auto add = [](Session& session, const char* what, double value) {
    Finding finding;
    finding.subject = subject::l1_data;
    finding.quantity = what;
    finding.unit = "bytes";
    finding.value = value;
    finding.status = FindingStatus::measured;
    session.findings.push_back(finding);
  };
  add(a, quantity::capacity_bytes, 16384);
  add(b, quantity::capacity_bytes, 16384);
  add(a, quantity::line_bytes, 128);
  add(b, quantity::line_bytes, 64);
  add(a, quantity::fetch_bytes, 32);  // only one knows
  const LikenessWords words = likeness_words(a, b, 4);
  EXPECT_TRUE(words.alike.contains("16 KiB")) << words.alike.toStdString();
  EXPECT_FALSE(words.alike.contains("32"));
  EXPECT_TRUE(words.different.contains("128 B and 64 B")) << words.different.toStdString();
  EXPECT_TRUE(likeness_words(a, Session{}, 4).alike.isEmpty());
  add(a, quantity::miss_rate, 1);
  add(b, quantity::miss_rate, 2);
  EXPECT_TRUE(likeness_words(a, b, 1).different.endsWith("and 1 more"));
}

}  // namespace
}  // namespace chasescope
