#include "app/handover/handover.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace chasescope {
namespace {

PartLanded part(const std::string& run, float cycles) {
  return {run, std::make_shared<const std::vector<float>>(std::vector<float>{cycles})};
}

TEST(Handover, DeliversInOrderAndWakesOnce) {
  Handover handover;
  const auto job = handover.begin_job();
  EXPECT_TRUE(handover.put(job, part("run-1", 1)));
  EXPECT_FALSE(handover.put(job, part("run-1", 2))) << "the reader has been woken already";
  const auto events = handover.take();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(std::get<PartLanded>(events[0]).part->front(), 1);
  EXPECT_EQ(std::get<PartLanded>(events[1]).part->front(), 2);
  EXPECT_TRUE(handover.put(job, JobFinished{})) << "the queue was empty again";
}

TEST(Handover, DropsWhatComesFromAnEarlierJob) {
  Handover handover;
  const auto first = handover.begin_job();
  EXPECT_TRUE(handover.put(first, part("run-1", 1)));
  const auto second = handover.begin_job();
  EXPECT_TRUE(handover.take().empty()) << "what waited belonged to the replaced job";
  EXPECT_FALSE(handover.put(first, part("run-1", 2)));
  EXPECT_TRUE(handover.take().empty());
  EXPECT_TRUE(handover.put(second, part("run-2", 3)));
  EXPECT_EQ(handover.take().size(), 1U);
}

TEST(Handover, DropsEverythingAfterTheReaderDroppedTheJob) {
  Handover handover;
  const auto job = handover.begin_job();
  handover.put(job, part("run-1", 1));
  handover.drop_job();
  EXPECT_TRUE(handover.take().empty());
  EXPECT_FALSE(handover.put(job, JobFinished{}));
  EXPECT_TRUE(handover.take().empty());
}

TEST(Handover, KeepsOnlyTheNewestOfConsecutiveProgress) {
  Handover handover;
  const auto job = handover.begin_job();
  handover.put(job, ProgressMade{0.1, "warm-up"});
  handover.put(job, ProgressMade{0.2, "trace"});
  handover.put(job, part("run-1", 1));
  handover.put(job, ProgressMade{0.3, "trace"});
  const auto events = handover.take();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(std::get<ProgressMade>(events[0]).fraction, 0.2);
  EXPECT_EQ(std::get<ProgressMade>(events[2]).fraction, 0.3);
}

// The writing thread puts events without a pause while the reading thread takes them and starts new jobs. No event of an earlier
// job is ever seen, and no event of a job that ran to its end is lost.
TEST(Handover, HoldsUnderConcurrentUse) {
  Handover handover;
  constexpr int kJobs = 50;
  constexpr int kParts = 400;
  for (int j = 0; j < kJobs; ++j) {
    const auto job = handover.begin_job();
    const std::string id = "run-" + std::to_string(job);
    std::jthread late([&handover, job] {
      for (int i = 0; i < 20; ++i) handover.put(job - 1, part("late", 0));
    });
    std::jthread writer([&handover, job, id] {
      for (int i = 0; i < kParts; ++i) handover.put(job, part(id, static_cast<float>(i)));
      handover.put(job, JobFinished{});
    });
    int parts = 0;
    bool finished = false;
    while (!finished) {
      for (const MeasurementEvent& event : handover.take()) {
        if (const auto* landed = std::get_if<PartLanded>(&event)) {
          ASSERT_EQ(landed->run_id, id);
          ASSERT_EQ(landed->part->front(), static_cast<float>(parts++));
        }
        finished = finished || std::holds_alternative<JobFinished>(event);
      }
      std::this_thread::yield();
    }
    EXPECT_EQ(parts, kParts);
  }
}

}  // namespace
}  // namespace chasescope
