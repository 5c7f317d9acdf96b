// The range of latencies that belongs to a level, beside other levels and in noise.
#include <gtest/gtest.h>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {
namespace {

Survey survey_of(std::initializer_list<double> levels, double sigma) {
  Survey survey;
  survey.noise.sigma = sigma;
  for (const double cycles : levels) survey.levels.push_back({{cycles, cycles, cycles}, nullptr});
  return survey;
}

TEST(SurveyBands, EndHalfwayToTheNextLevel) {
  const Survey survey = survey_of({8, 127, 152}, 3);
  const inference::Band band = survey.band_of(survey.levels[1].latency);
  EXPECT_TRUE(band.holds(127));
  EXPECT_TRUE(band.holds(135));
  EXPECT_FALSE(band.holds(141));  // within reach of the jitter below 152, so it is no access of this level
  EXPECT_TRUE(survey.band_of(survey.levels[2].latency).holds(141));
}

TEST(SurveyBands, AreAsWideAsNoiseWhereNoLevelIsNear) {
  const Survey survey = survey_of({20, 200, 600}, 3);
  const inference::Band band = survey.band_of(survey.levels[1].latency),
                        wide = inference::widened(survey.levels[1].latency, survey.noise);
  EXPECT_EQ(band.low, wide.low);
  EXPECT_EQ(band.high, wide.high);
}

TEST(SurveyBands, HoldTheLevelItself) {
  Survey survey = survey_of({20, 200, 230}, 3);
  survey.levels[1].latency.high = 220;  // the level has near and far lines
  EXPECT_TRUE(survey.band_of(survey.levels[1].latency).holds(220));
}

}  // namespace
}  // namespace chasescope::structure
