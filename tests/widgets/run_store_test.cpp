#include "widgets/document/run_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/widgets/sample_runs.h"

namespace chasescope {
namespace {

TraceChunk chunk(const LatencyTrace& trace, std::size_t begin, std::size_t end) {
  return std::make_shared<const std::vector<float>>(trace.copy(begin, end));
}

TEST(RunStore, a_streamed_run_ends_as_the_finished_one) {
  const RunPtr run = sample::chase("run-1", {}, 17 * 1024, 128, 0, 5000);
  RunStore store;
  QSignalSpy grew(&store, &RunStore::runGrew), finished(&store, &RunStore::runFinished);
  store.startRun(sample::started(*run));
  ASSERT_NE(store.run("run-1"), nullptr);
  EXPECT_EQ(store.run("run-1")->state, ShownRun::State::running);
  for (std::size_t at = 0; at < 4000; at += 500) store.appendPart("run-1", chunk(run->chase()->result.cycles, at, at + 500));
  EXPECT_EQ(grew.size(), 8);
  store.finishRun(run);  // the last thousand were not streamed
  EXPECT_EQ(finished.size(), 1);
  const ShownRun& shown = *store.run("run-1");
  EXPECT_EQ(shown.trace, run->chase()->result.cycles);
  EXPECT_EQ(shown.pyramid.size(), 5000U);
  EXPECT_EQ(shown.counts.total(), 5000U);
  EXPECT_EQ(shown.state, ShownRun::State::finished);
}

TEST(RunStore, late_parts_are_dropped) {
  const RunPtr run = sample::chase("run-1", {}, 17 * 1024, 128, 0, 1000);
  RunStore store;
  QSignalSpy grew(&store, &RunStore::runGrew);
  store.appendPart("run-1", chunk(run->chase()->result.cycles, 0, 10));
  EXPECT_EQ(store.run("run-1"), nullptr);
  store.startRun(sample::started(*run));
  store.appendPart("run-1", chunk(run->chase()->result.cycles, 0, 100));
  store.failRun("run-1", "The card was lost.");
  store.appendPart("run-1", chunk(run->chase()->result.cycles, 100, 200));
  EXPECT_EQ(store.run("run-1")->trace.size(), 100U);
  EXPECT_EQ(store.run("run-1")->failure, "The card was lost.");
  EXPECT_EQ(grew.size(), 1);
}

TEST(RunStore, levels_are_there_while_it_streams_and_their_shares_are_exact) {
  std::vector<float> cycles(300'000, 100.0F);
  for (std::size_t i = 0; i < cycles.size(); i += 10) cycles[i] = 400.0F;
  RunStore store;
  QSignalSpy levels(&store, &RunStore::levelsChanged);
  const RunPtr run = sample::fromCycles("run-1", cycles, 100);
  store.startRun(sample::started(*run));
  store.appendPart("run-1", chunk(run->chase()->result.cycles, 0, 1000));
  ASSERT_EQ(store.run("run-1")->levels.size(), 2U);
  for (std::size_t at = 1000; at < cycles.size(); at += 1000)
    store.appendPart("run-1", chunk(run->chase()->result.cycles, at, at + 1000));
  EXPECT_LT(levels.size(), 40);  // each search takes time, so their number grows with the logarithm
  store.finishRun(run);
  const ShownRun& shown = *store.run("run-1");
  ASSERT_EQ(shown.levels.size(), 2U);
  EXPECT_EQ(shown.levels[0].accesses, 270'000U);
  EXPECT_EQ(shown.levels[1].accesses, 30'000U);
  EXPECT_FALSE(store.verdicts(shown).tells());
}

TEST(RunStore, a_run_that_starts_anew_keeps_the_old_one_readable_until_it_ends) {
  RunStore store;
  const RunPtr first = sample::chase("run-1", {}, 17 * 1024, 128, 0, 500, 1);
  const RunPtr second = sample::chase("run-1", {}, 17 * 1024, 128, 0, 700, 2);
  store.finishRun(first);
  const ShownRun* old = store.run("run-1");
  store.startRun(sample::started(*second));
  const ShownRun* fresh = store.run("run-1");
  ASSERT_NE(fresh, old);
  EXPECT_TRUE(fresh->showsReplaced());
  EXPECT_EQ(fresh->replaced.get(), old);
  EXPECT_EQ(old->trace.size(), 500U);
  store.startRun(sample::started(*second));  // started again before any part arrived, so the first run is still shown
  EXPECT_EQ(store.run("run-1")->replaced.get(), old);
  store.finishRun(second);
  EXPECT_EQ(store.run("run-1")->trace.size(), 700U);
  EXPECT_EQ(store.run("run-1")->replaced, nullptr);
  EXPECT_EQ(store.runs().size(), 1U);
}

TEST(RunStore, a_session_replaces_what_is_shown) {
  RunStore store;
  store.finishRun(sample::chase("old", {}, 1024, 128, 0, 100));
  QSignalSpy cleared(&store, &RunStore::cleared), finished(&store, &RunStore::runFinished),
      findings(&store, &RunStore::findingAdded);
  const Session session = sample::session();
  store.setSession(session);
  EXPECT_EQ(cleared.size(), 1);
  EXPECT_EQ(static_cast<std::size_t>(finished.size()), session.runs.size());
  EXPECT_EQ(static_cast<std::size_t>(findings.size()), session.findings.size());
  EXPECT_EQ(store.run("old"), nullptr);
  EXPECT_NE(store.run("run-1"), nullptr);
}

}  // namespace
}  // namespace chasescope
