// The findings about a TLB of whose structure only a part was found.
#include "engine/probe/caches/tlb_findings.h"

#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "engine/experiment/recorder.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/made_up_card.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kFoundPage = std::uint64_t{256} << 10;

TlbReport with_sets(const char* subject, std::vector<std::uint32_t> ways) {
  TlbReport tlb;
  tlb.subject = subject;
  tlb.data_level = "l2";
  tlb.how = "One line in each of many pages.";
  tlb.shape.line_bytes = kFoundPage;
  inference::SetIndex index;
  index.kind = inference::SetIndex::Kind::modulo;
  index.granule_bytes = kFoundPage;
  index.modulus = 2;
  tlb.shape.index = index;
  tlb.shape.ways = std::move(ways);
  if (tlb.shape.ways.empty()) tlb.shape.ways_undecided = "Pages are held in front.";
  return tlb;
}

class FindingsOfTlbs : public ::testing::Test {
 protected:
  Finding found(const TranslationReport& report, const std::string& subject, const std::string& quantity) {
    for (Finding& finding : tlb_findings(lab_, report))
      if (finding.subject == subject && finding.quantity == quantity) return finding;
    ADD_FAILURE() << "no " << quantity << " of " << subject;
    return {};
  }

  std::unique_ptr<Device> device_ = tests::make_up_card(1).open(false, 1);
  ProbeControl control_;
  Recorder recorder_{find_probe("tlb")->info(), *device_, control_};
  Budget budget_{1'000'000};
  Lab lab_{*device_, recorder_, {}, budget_};
};

TEST_F(FindingsOfTlbs, AreOfTheNearestOneWithoutItsWays) {
  TranslationReport report;
  report.tlbs.push_back(with_sets("l1_tlb", {}));
  EXPECT_EQ(found(report, "l1_tlb", "page_bytes").value, kFoundPage);
  EXPECT_EQ(found(report, "l1_tlb", "sets").value, 2);
  EXPECT_EQ(found(report, "l1_tlb", "entries").reason, "Pages are held in front.");
}

// The flush pages for the TLBs in front may take ways, so that parts of a page seem to be pages of their own.
TEST_F(FindingsOfTlbs, AreOfThoseBehindOnlyWhereSetsFillAsTheyShould) {
  TranslationReport report;
  report.tlbs.push_back(with_sets("l1_tlb", {4, 4}));
  report.tlbs.push_back(with_sets("l2_tlb", {}));
  for (const char* quantity : {"page_bytes", "sets", "set_index_function"}) {
    EXPECT_EQ(found(report, "l2_tlb", quantity).status, FindingStatus::not_measurable) << quantity;
    EXPECT_NE(found(report, "l2_tlb", quantity).reason.find("Pages are held in front."), std::string::npos) << quantity;
  }
  report.tlbs.back() = with_sets("l2_tlb", {8, 8});
  EXPECT_EQ(found(report, "l2_tlb", "page_bytes").value, kFoundPage);
  EXPECT_EQ(found(report, "l2_tlb", "sets").value, 2);
}

TEST_F(FindingsOfTlbs, AreOfNoneInNoiseWithoutItsWays) {
  TranslationReport report;
  report.in_noise = true;
  report.tlbs.push_back(with_sets("l1_tlb", {}));
  EXPECT_EQ(found(report, "l1_tlb", "page_bytes").status, FindingStatus::not_measurable);
}

}  // namespace
}  // namespace chasescope::structure
