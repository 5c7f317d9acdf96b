// The drawn change-point test agrees with its finding for every bundled software GPU: the same footprints, D and p, in a session
// that was saved and read again.
#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/session_file.h"
#include "widgets/views/sweeps/footprint_scene.h"
#include "widgets/views/sweeps/sweep_curves.h"

namespace chasescope {
namespace {

Session sweep(const std::string& card) {
  auto device = open_preset(card, {});
  EXPECT_TRUE(device) << card;
  auto report = find_probe("footprint-sweep")->run(**device, {}, {});
  EXPECT_TRUE(report) << card;
  Session session;
  session.device = (*device)->description();
  session.runs = std::move(report->runs);
  session.findings = std::move(report->findings);
  const auto bytes = session_bytes(session, SessionFormat::json);
  EXPECT_TRUE(bytes);
  auto again = parse_session(*bytes, card);
  EXPECT_TRUE(again) << (again ? std::string() : again.error().message);
  return *std::move(again);
}

class ChangePicture : public testing::TestWithParam<std::string> {};

TEST_P(ChangePicture, says_what_its_finding_says) {
  const Session session = sweep(GetParam());
  const SweepCurves curves = SweepGatherer().gather(session.runs, session.findings);
  std::size_t tests = 0;
  for (const Finding& finding : session.findings)
    for (const Opinion& opinion : finding.opinions) {
      if (opinion.method.find("Kolmogorov") == std::string::npos) continue;
      ++tests;
      const std::string about = finding.subject + " through " + finding.conditions["space"].get<std::string>();
      const FootprintCurve* curve = curves.footprint(finding.conditions["space"].get<std::string>());
      ASSERT_NE(curve, nullptr) << about;
      const LevelEnd* end = nullptr;
      for (const LevelEnd& one : curve->ends)
        if (one.subject == finding.subject) end = &one;
      ASSERT_NE(end, nullptr) << about;
      ASSERT_TRUE(end->test) << about << ": no picture of " << opinion.method;
      EXPECT_EQ(end->agrees, opinion.agrees) << about;
      if (end->test->change.found()) {
        EXPECT_EQ(opinion.value, end->test->footprints[end->test->change.index - 1]) << about;
      } else {
        EXPECT_FALSE(end->agrees) << about;
      }
      // Where two places truly differ, both are printed, so that the difference is seen.
      EXPECT_EQ(testText(*end).contains("; misses begin between "), !end->agrees && end->test->change.found())
          << about << ": " << testText(*end).toStdString();
      // The panel and the figure show the same numbers.
      const std::string drawn = testText(*end).replace(QChar::Nbsp, ' ').toStdString(),
                        count = std::to_string(end->test->footprints.size());
      const std::string words = opinion.method.substr(opinion.method.rfind(": ") + 2);
      EXPECT_NE(drawn.find(words), std::string::npos) << about << ": " << drawn << " for " << opinion.method;
      EXPECT_EQ(drawn.rfind(count + " footprints", 0), 0U) << drawn;
      EXPECT_NE(opinion.method.find(" " + count + " footprints"), std::string::npos) << opinion.method;
    }
  EXPECT_GT(tests, 0U);
}

std::vector<std::string> cards() {
  std::vector<std::string> ids;
  for (const PresetInfo& preset : preset_cards())
    if (preset.id != "textbook") ids.push_back(preset.id);  // too small a cache for a test: 12 words
  return ids;
}

INSTANTIATE_TEST_SUITE_P(OfEach, ChangePicture, testing::ValuesIn(cards()), [](const auto& card) {
  std::string name = card.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace chasescope
