// The result of a short pass is delivered at once, that of a long pass from a thread. Of several long passes, only the newest
// delivers a result.
#include "app/builder/pass_runner.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "engine/build/built_card.h"

namespace chasescope {
namespace {

constexpr int kPatient = 20000;  // ms; a limit for a hanging test, not a wait

class PassRunnerTest : public testing::Test {
 protected:
  PassRunnerTest() : card_(*build::build_card(build::first_cache()).card) {
    QObject::connect(&runner_, &PassRunner::passed, &runner_,
                     [this](const std::shared_ptr<const build::WarmPass>& pass) { told_.push_back(pass); });
    QObject::connect(&runner_, &PassRunner::refused, &runner_, [this](const QString& sentence) { refused_ << sentence; });
  }
  model::Card card_;
  PassRunner runner_;
  std::vector<std::shared_ptr<const build::WarmPass>> told_;
  QStringList refused_;
};

TEST_F(PassRunnerTest, a_short_pass_is_told_before_ask_returns) {
  runner_.ask(card_, 4608, 128);
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_[0]->parts[0].misses(), 20U);
  EXPECT_FALSE(runner_.busy());
}

TEST_F(PassRunnerTest, of_long_ones_the_newest_alone_is_told) {
  for (std::uint64_t lines = 100000; lines < 100010; ++lines) runner_.ask(card_, lines * 128, 128);
  EXPECT_TRUE(told_.empty());
  EXPECT_TRUE(runner_.busy());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told_.empty() && !runner_.busy(); }, kPatient));
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_[0]->accesses(), 100009U);
}

TEST_F(PassRunnerTest, a_short_one_takes_the_place_of_a_long_one) {
  runner_.ask(card_, 400000 * 128, 128);
  runner_.ask(card_, 4608, 128);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !runner_.busy(); }, kPatient));
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_[0]->accesses(), 36U);
}

TEST_F(PassRunnerTest, a_refusal_is_a_sentence) {
  runner_.ask(card_, std::uint64_t{1} << 29, 4);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !refused_.isEmpty(); }, kPatient));
  EXPECT_TRUE(refused_.first().contains("longer stride"));
}

TEST_F(PassRunnerTest, goes_away_while_it_runs) {
  auto other = std::make_unique<PassRunner>();
  other->ask(card_, 500000 * 128, 128);
  other.reset();
  QCoreApplication::processEvents();
}

}  // namespace
}  // namespace chasescope
