#include "engine/session/document/run_series.h"

#include <gmock/gmock.h>

#include "engine/session/csv/csv.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

Run run_of(const std::string& id, std::uint64_t bytes, std::uint64_t stride) {
  Run run = uniform_run(id, bytes, stride, {35, 180, 36});
  run.chase()->request.warmup = bytes / stride;
  return run;
}

TEST(RunSeries, is_one_request_with_growing_footprints) {
  const chasescope::Run small = run_of("run-1", 1024, 128), large = run_of("run-2", 2048, 128);
  EXPECT_TRUE(same_series(small, large));
  EXPECT_FALSE(same_series(small, run_of("run-3", 2048, 64))) << "another stride";
  const auto differs = [&](const char* what, auto change) {
    chasescope::Run other = large;
    change(other);
    EXPECT_FALSE(same_series(small, other)) << what;
  };
  differs("another probe", [](chasescope::Run& run) { run.probe = "capacity"; });
  differs("another space", [](chasescope::Run& run) { run.chase()->request.space = MemorySpace::texture; });
  differs("another carve-out", [](chasescope::Run& run) { run.chase()->request.carveout_percent = 50; });
  differs("another L1", [](chasescope::Run& run) { run.chase()->request.l1_kib = 48; });
  differs("another SM", [](chasescope::Run& run) { run.chase()->request.sm = 3; });
  differs("another element", [](chasescope::Run& run) { run.chase()->request.element_bytes = 8; });
  differs("another order", [](chasescope::Run& run) { run.chase()->request.pattern = ShuffledPattern{2048, 128, 1}; });
  differs("a list", [](chasescope::Run& run) { run.chase()->request.pattern = OffsetsPattern{{0, 128}}; });
}

TEST(DataRuns, leave_references_out_of_every_table) {
  const TempFolder folder;
  Session session;
  session.device = sample_session().device;
  chasescope::Run reference = uniform_run("run-1", 4, 4, {35, 35, 35});
  reference.auxiliary = true;
  chasescope::Run burst{"run-3", "outstanding", "alone", true, Exchange<OutstandingRequest>{{.threads = 1, .repeats = 1}, {{350}}}};
  for (const chasescope::Run& run : {reference, run_of("run-2", 1024, 128), burst}) session.runs.push_back(std::make_shared<const chasescope::Run>(run));
  ASSERT_EQ(data_runs(session.runs).size(), 1U);
  const auto written = write_csv(session, folder / "a.csv");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(written->files, testing::ElementsAre(folder / "a.csv")) << "the only data, and no table of a reference";
  EXPECT_THAT(written->warnings, testing::Contains(testing::HasSubstr("references")));
}

}  // namespace
}  // namespace chasescope
