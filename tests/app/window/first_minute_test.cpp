// The first minute of a person who does not know the window. Settings and measurements are kept when the person turns to another
// probe or device.
#include "app/start/live_band.h"
#include "app/start/start_page.h"
#include "app/window/lesson_mode.h"
#include "engine/findings/vocabulary.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/answer_bar.h"
#include "widgets/shell/probe_list.h"

namespace chasescope {
namespace {

class FirstMinute : public WindowFixture {};

TEST_F(FirstMinute, settings_are_there_again_after_another_probe) {
  open(QStringLiteral("model:textbook"));
  type(QStringLiteral("bytes"), QStringLiteral("44"));
  auto* list = window_.findChild<ProbeList*>();
  const auto turn = [&](const QString& probe) {
    list->setCurrent(probe);
    emit list->probeSelected(probe);
  };
  turn(QStringLiteral("sets"));
  EXPECT_EQ(window_.form().values().count("bytes"), 0U);
  turn(QStringLiteral("fine-grained"));
  EXPECT_EQ(window_.form().values()["bytes"], "44");
}

TEST_F(FirstMinute, what_was_measured_on_a_device_is_there_again_with_it_and_no_question_is_asked) {
  open(QStringLiteral("model:textbook"));
  measure();
  const auto before = window_.explorer().session().runs.size();
  Answer any(QMessageBox::Discard);
  open(QStringLiteral("model:gtx560ti"));
  EXPECT_TRUE(window_.explorer().session().runs.empty());
  EXPECT_EQ(window_.explorer().keptUnsaved().size(), 1);
  open(QStringLiteral("model:textbook"));
  EXPECT_EQ(window_.explorer().session().runs.size(), before);
  EXPECT_TRUE(window_.explorer().hasUnsavedRuns());
  EXPECT_TRUE(window_.explorer().keptUnsaved().isEmpty());
  EXPECT_TRUE(any.said().isEmpty());
  measure();  // new runs are numbered on from the last one
  EXPECT_GT(window_.explorer().session().runs.size(), before);
  window_.explorer().newSession();
}

TEST_F(FirstMinute, leaving_asks_for_what_was_measured_on_devices_that_were_left) {
  open(QStringLiteral("model:textbook"));
  measure();
  open(QStringLiteral("model:gtx560ti"));
  {
    Answer stay(QMessageBox::Cancel);
    window_.close();
    ASSERT_EQ(stay.said().size(), 1);
    EXPECT_TRUE(stay.said().first().contains(QStringLiteral("Textbook cache")));
  }
  EXPECT_TRUE(window_.isVisible());
  Answer leave(QMessageBox::Discard);
  window_.close();
  EXPECT_FALSE(window_.isVisible());
}

TEST_F(FirstMinute, the_free_run_of_the_first_page_is_no_unsaved_work) {
  window_.showStart(true);
  window_.measureWhenOpen();
  open(QStringLiteral("model:gtx560ti"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.freeRun().active() && window_.explorer().hasRuns(); }, kPatience));
  Answer none(QMessageBox::Cancel);
  window_.close();
  EXPECT_TRUE(none.said().isEmpty());
  EXPECT_FALSE(window_.isVisible());
}

TEST_F(FirstMinute, what_a_probe_found_stands_above_the_views_until_the_next_begins) {
  open(QStringLiteral("model:textbook"));
  auto* bar = window_.findChild<AnswerBar*>();
  EXPECT_FALSE(bar->isVisible());
  window_.runProbe(QStringLiteral("fine-grained"), {{"bytes", "52"}, {"stride", "4"}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return bar->isVisible(); }, kPatience));
  EXPECT_TRUE(bar->says().contains(QStringLiteral("23.1 %"))) << bar->says().toStdString();
  window_.freeRun().setActive(true);  // a free run has no end, and so no answer
  ASSERT_TRUE(QTest::qWaitFor([&] { return !bar->isVisible(); }, kPatience));
  window_.freeRun().setActive(false);
  EXPECT_FALSE(bar->isVisible());
}

TEST(AnswerParts, are_what_was_measured_and_no_more_than_fit) {
  const auto finding = [](const char* of, const char* what, double value, FindingStatus status = FindingStatus::measured) {
    Finding made;
    made.subject = of;
    made.quantity = what;
    made.value = value;
    made.unit = "bytes";
    made.status = status;
    return made;
  };
  const std::vector<Finding> findings{
      finding(subject::l1_data, quantity::capacity_bytes, 16384), finding(subject::l1_data, quantity::line_bytes, 128),
      finding(subject::l2, quantity::capacity_bytes, 1, FindingStatus::not_measurable),
      finding(subject::l2, quantity::line_bytes, 32), finding(subject::l2, quantity::fetch_bytes, 32)};
  const QStringList parts = answerParts(findings, 3);
  ASSERT_EQ(parts.size(), 4);
  EXPECT_TRUE(parts[0].endsWith("16 KiB")) << parts[0].toStdString();
  EXPECT_TRUE(parts[0].startsWith("L1 data: "));
  EXPECT_FALSE(parts[1].startsWith("L1 data"));  // the subject is named once for parts that follow each other
  EXPECT_TRUE(parts[2].startsWith("L2: "));
  EXPECT_EQ(parts[3], "and 1 more");
  EXPECT_TRUE(answerParts({}, 3).isEmpty());
}

TEST(AnswerParts, tell_a_curve_in_one_range_that_names_its_n) {
  std::vector<Finding> findings;
  for (const auto& [bytes, rate] : {std::pair(16384, 0.0), {16512, 0.014}, {16640, 0.029}, {20480, 0.395}}) {
    Finding& one = findings.emplace_back();
    one.subject = subject::device;
    one.quantity = quantity::miss_rate;
    one.value = rate;
    one.unit = "1";
    one.status = FindingStatus::measured;
    one.conditions = {{"bytes", bytes}, {"space", "global.ca"}};
  }
  EXPECT_EQ(answerParts(findings, 4), QStringList{QStringLiteral("Miss rate 0 to 39.5 % over N = 16 KiB to 20 KiB")});
}

TEST(AnswerParts, say_of_which_lines_a_share_stays) {
  Finding stays;
  stays.subject = subject::l2;
  stays.quantity = quantity::retained_share;
  stays.value = 0;
  stays.unit = "1";
  stays.status = FindingStatus::measured;
  stays.conditions = {{"kept", "first"}, {"swept", "normal"}};
  EXPECT_EQ(answerParts({stays}, 4),
            QStringList{QStringLiteral("L2: Stays 0 % (lines read with evict_first, after a sweep of normal lines)")});
}

TEST_F(FirstMinute, who_runs_at_once_runs_what_suits_the_device) {
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QSignalSpy opened(&window_.explorer(), &Explorer::deviceOpened);
  window_.openDevice(QStringLiteral("model:textbook"));
  ASSERT_TRUE(opened.count() > 0 || opened.wait(kPatience));
  window_.actions().run->trigger();
  ASSERT_TRUE(ended.count() > 0 || ended.wait(kPatience));
  EXPECT_EQ(window_.form().values()["bytes"], "56");
  bool hits = false;
  for (const Finding& finding : window_.explorer().session().findings)
    hits = hits || (finding.quantity == quantity::hit_latency_cycles && finding.status == FindingStatus::measured);
  EXPECT_TRUE(hits) << "17 KiB in steps of 128 B miss all the time in a cache of 48 B";
}

TEST_F(FirstMinute, enter_in_a_field_goes_on_with_a_free_run) {
  open(QStringLiteral("model:textbook"));
  window_.actions().freeRun->trigger();
  ASSERT_TRUE(window_.freeRun().active());
  type(QStringLiteral("bytes"), QStringLiteral("44"));
  QTest::keyClick(window_.form().editor(QStringLiteral("bytes")), Qt::Key_Return);
  EXPECT_TRUE(window_.freeRun().active());
  window_.freeRun().setActive(false);
}

TEST_F(FirstMinute, the_first_page_says_what_happens_and_leads_to_lesson_card_and_figure) {
  window_.showStart(true);
  open(QStringLiteral("model:gtx560ti"));
  auto* page = window_.findChild<StartPage*>();
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->isVisible());
  EXPECT_FALSE(window_.views().isVisible());
  window_.freeRun().setActive(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return page->band()->says().contains(QStringLiteral("GTX 560 Ti walks")); }, kPatience))
      << page->band()->says().toStdString();
  emit page->deviceChosen(QStringLiteral("model:textbook"));
  EXPECT_FALSE(page->isVisible());
  EXPECT_TRUE(window_.views().isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device() && window_.freeRun().active(); },
                              kPatience));  // the chosen device is measured at once
  window_.actions().start->trigger();
  EXPECT_TRUE(page->isVisible());
  emit page->discoverWanted();
  EXPECT_FALSE(page->isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().probe() == QLatin1String("discover"); }, kPatience));
  window_.explorer().cancel();
  window_.explorer().newSession();
  window_.showStart(true);
  emit page->lessonChosen(QStringLiteral("01-first-chase"));
  EXPECT_FALSE(page->isVisible());
  EXPECT_TRUE(window_.lessons().active());
  window_.lessons().player().leave();
}

}  // namespace
}  // namespace chasescope
