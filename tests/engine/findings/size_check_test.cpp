#include "engine/findings/size_check.h"
#include "tests/engine/findings/made_finding.h"

#include <gmock/gmock.h>

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kMiB = 1 << 20;

Finding finding_of(const char* subject, const char* quantity, FindingStatus status, nlohmann::json value) {
  Finding finding = made_finding(subject, quantity, std::move(value), {}, nlohmann::json::object(), {"run-1"});
  finding.status = status;
  return finding;
}

Finding reported(const char* subject, std::uint64_t bytes) {
  Finding finding = finding_of(subject, "capacity_bytes", FindingStatus::reported, bytes);
  finding.evidence.clear();
  return finding;
}

RunPtr walk(MemorySpace space, std::uint64_t bytes) {
  chasescope::Run run{"run-7", "", "", false, {}};
  run.chase()->request.space = space;
  run.chase()->request.pattern = UniformPattern{bytes, 128};
  return std::make_shared<const chasescope::Run>(run);
}

Finding only(const std::vector<Finding>& findings) {
  EXPECT_EQ(findings.size(), 1U);
  return findings.empty() ? Finding{} : findings.front();
}

TEST(SizeCheck, HoldsTheL2AgainstItsSets) {
  for (const auto& [bytes, verdict] : {std::pair{4 * kMiB, "agrees"}, {2 * kMiB, "smaller"}, {6 * kMiB, "larger"}}) {
    const Finding check =
        only(size_checks({}, {reported("l2", 4 * kMiB), finding_of("l2", "capacity_bytes", FindingStatus::measured, bytes)}, {}));
    EXPECT_EQ(check.status, FindingStatus::measured);
    EXPECT_EQ(check.value, verdict);
    EXPECT_THAT(check.reason, HasSubstr("tells 4 MiB"));
    EXPECT_EQ(check.evidence, std::vector<std::string>{"run-1"});
  }
}

Finding interval(const char* quantity, std::uint64_t low, std::uint64_t high) {
  Finding finding = finding_of("l2", quantity, FindingStatus::not_measurable, nullptr);
  finding.low = static_cast<double>(low);
  finding.high = static_cast<double>(high);
  return finding;
}

TEST(SizeCheck, HoldsTheL2AgainstTheIntervalItLiesIn) {
  const auto check = [&](std::uint64_t low, std::uint64_t high) {
    return only(size_checks({}, {reported("l2", 60 * kMiB), interval("capacity_bytes", low, high)}, {}));
  };
  EXPECT_EQ(check(32 * kMiB, 64 * kMiB).value, "agrees");
  EXPECT_THAT(check(32 * kMiB, 64 * kMiB).reason, HasSubstr("between 32 MiB and 64 MiB"));
  EXPECT_EQ(check(16 * kMiB, 32 * kMiB).value, "smaller");
  EXPECT_EQ(check(64 * kMiB, 128 * kMiB).value, "larger");
}

// A finer search finds the first misses at a smaller footprint. The verdict on the whole cache must stay the same.
TEST(SizeCheck, IsTheSameHoweverCloselyTheFirstMissesWereLookedFor) {
  for (const std::uint64_t misses_from : {32 * kMiB, 22 * kMiB, 21 * kMiB}) {
    const Finding check = only(size_checks({},
                                           {reported("l2", 50 * kMiB), interval("capacity_bytes", 32 * kMiB, 64 * kMiB),
                                            interval("contiguous_bytes", 16 * kMiB, misses_from)},
                                           {}));
    EXPECT_EQ(check.value, "agrees") << misses_from;
  }
}

TEST(SizeCheck, WhereMissesBeginEarlyFootprintsTellNoSize) {
  const auto check = [&](std::uint64_t fits, std::uint64_t outgrown) {
    return only(size_checks({}, {reported("l2", 60 * kMiB), interval("contiguous_bytes", fits, outgrown)}, {}));
  };
  EXPECT_EQ(check(32 * kMiB, 64 * kMiB).value, "agrees");
  EXPECT_THAT(check(32 * kMiB, 64 * kMiB).reason, HasSubstr("footprints of 32 MiB are held, and one of 64 MiB is not"));
  EXPECT_EQ(check(64 * kMiB, 128 * kMiB).value, "larger");
  const Finding early = check(16 * kMiB, 32 * kMiB);
  EXPECT_EQ(early.status, FindingStatus::not_measurable);
  EXPECT_THAT(early.reason, HasSubstr("not a check"));
  EXPECT_EQ(early.low, 16.0 * kMiB);
}

TEST(SizeCheck, WithoutAMeasurementThereIsNoVerdict) {
  for (const char* subject : {"l2", "shared_memory", "dram"}) {
    const Finding check = only(size_checks({}, {reported(subject, kMiB)}, {}));
    EXPECT_EQ(check.subject, subject);
    EXPECT_EQ(check.status, FindingStatus::not_measurable);
    EXPECT_FALSE(check.reason.empty());
    EXPECT_TRUE(check.value.is_null());
  }
  EXPECT_TRUE(size_checks({}, {}, {}).empty()) << "nothing is reported";
}

TEST(SizeCheck, HoldsMemoryAgainstTheLargestArray) {
  const auto check = [](std::uint64_t walked) {
    return only(size_checks({}, {reported("dram", 1000 * kMiB)},
                            {walk(MemorySpace::global_cg, walked), walk(MemorySpace::shared, 2000 * kMiB)}));
  };
  EXPECT_EQ(check(950 * kMiB).value, "agrees");
  EXPECT_EQ(check(950 * kMiB).evidence, std::vector<std::string>{"run-7"});
  EXPECT_EQ(check(1001 * kMiB).value, "larger");
  EXPECT_EQ(check(100 * kMiB).status, FindingStatus::not_measurable);
  EXPECT_THAT(check(100 * kMiB).reason, HasSubstr("not a check"));
}

TEST(SizeCheck, HoldsSharedMemoryAgainstWhatAChaseWentOver) {
  Description device;
  device.properties.shared_bytes_per_block = 48 << 10;
  const auto check = [&](std::uint64_t walked) {
    return only(size_checks(device, {reported("shared_memory", 64 << 10)}, {walk(MemorySpace::shared, walked)}));
  };
  EXPECT_EQ(check(48 << 10).value, "agrees");
  EXPECT_THAT(check(48 << 10).reason, HasSubstr("The system keeps"));
  EXPECT_EQ(check(40 << 10).value, "smaller");
  EXPECT_EQ(check(56 << 10).value, "larger");
  // Shared memory that a chase needs for itself is not missing.
  device.properties.max_footprint_bytes_by_space = {{MemorySpace::shared, 44 << 10}};
  EXPECT_EQ(check(44 << 10).value, "agrees");
}

}  // namespace
}  // namespace chasescope
