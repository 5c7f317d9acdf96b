// Which chase a picture shows when none is named, and which finding's reason explains a missing figure.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/widgets/figures/device_sessions.h"
#include "widgets/figure/telling_run.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

RunPtr renamed(const Run& run, const char* id, const char* probe) {
  Run other = run;
  other.id = id;
  other.probe = probe;
  return std::make_shared<const Run>(std::move(other));
}

TEST(TellingRun, hits_and_misses_whatever_was_measured_last) {
  Session session = wholeSession("model:gtx560ti");
  const auto told = tellingRun(session);
  ASSERT_NE(told, nullptr);
  EXPECT_TRUE(showsBoth(*told, session.findings));
  EXPECT_TRUE(told->run->probe == "miss-pattern" || told->run->probe == "fine-grained");
  // A later run of another probe is not taken, nor a chase that hits throughout.
  session.runs.push_back(renamed(*told->run, "run-other", "memory"));
  const auto quiet = std::find_if(session.runs.begin(), session.runs.end(), [&](const RunPtr& run) {
    return run->chase() != nullptr && !run->auxiliary && !run->cycles().empty() && !showsBoth(*prepareRun(run), session.findings);
  });
  ASSERT_NE(quiet, session.runs.end());
  session.runs.push_back(renamed(**quiet, "run-quiet", "fine-grained"));
  EXPECT_EQ(tellingRun(session)->run->id, told->run->id);
  const FigureOutcome pattern = makeFigure(QStringLiteral("miss-pattern"), session);
  ASSERT_TRUE(pattern);
  const std::string shown = pattern.figure->provenance()["runs"].dump();
  EXPECT_NE(shown.find('"' + told->run->id + '"'), std::string::npos);
  EXPECT_EQ(shown.find("run-other"), std::string::npos);

  // The scope does not show the last run, either, if that run only hits.
  const FigureOutcome scope = makeFigure(QStringLiteral("scope"), session);
  ASSERT_TRUE(scope);
  EXPECT_EQ(scope.figure->provenance()["runs"].dump().find("run-quiet"), std::string::npos);
  EXPECT_TRUE(showsBoth(*tellingTrace(session), session.findings));
  EXPECT_FALSE(tellsBoth(session, **quiet));

  session.runs = {session.runs[session.runs.size() - 2], session.runs.back()};
  EXPECT_EQ(tellingRun(session), nullptr) << "one is of another probe, the other shows nothing";
}

Finding untold(const char* subject, const char* quantity, const char* reason) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.status = FindingStatus::not_measurable;
  finding.reason = reason;
  return finding;
}

TEST(WhyNoFigure, is_told_of_the_cache_asked_for_alone) {
  Session session;
  session.device.name = "A card";
  session.environment = {{"probe", "conflicts"}, {"probes", {{{"probe", "memory"}}}}};
  session.findings = {untold("shared_memory", "bank_width_bytes", "Its banks are 4 bytes wide."),
                      untold("l2", "sets", "It would take too many accesses."),
                      untold("l1_data", "sets", "No two lines evict each other."), untold("l1_data", "ways", "Nothing to fill.")};
  const auto why = [&](const char* figure, const char* cache = "") {
    return makeFigure(QString::fromLatin1(figure), session, {.cache = QString::fromLatin1(cache)}).error;
  };
  for (const char* figure : {"conflict-matrix", "conflict-growth", "set-occupancy"}) {
    EXPECT_TRUE(why(figure).endsWith("L1 data cache: No two lines evict each other.")) << why(figure).toStdString();
    EXPECT_TRUE(why(figure, "l2").endsWith("L2 cache: It would take too many accesses.")) << why(figure, "l2").toStdString();
  }
  EXPECT_TRUE(why("near-far-memory").endsWith("The probe memory was run and found nothing that could be drawn."))
      << why("near-far-memory").toStdString();
}

}  // namespace
}  // namespace chasescope
