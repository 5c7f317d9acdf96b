// Conflict questions to a TLB. Addresses are pages (any address within one stands for it, 4 KiB-aligned).
//
// TLBs in front of the one asked about are emptied by company: pages that overflow those in front and fit this one.
#pragma once

#include "engine/probe/structure/tester.h"
#include "engine/probe/structure/tlb_survey.h"

namespace chasescope::structure {

class TlbTester final : public Tester {
 public:
  /// Asks about TLB `level` of the survey, 0 the nearest.
  TlbTester(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

  using Tester::ask;
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override;
  std::uint64_t unit_bytes() const override { return pages_.block_bytes(); }
  std::uint64_t limit_bytes() const override { return pages_.lab().limit_bytes(); }
  std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                               const std::string& label, RunPtr* run) override;
  bool wants_company() const override { return level_ > 0; }

  void keep_company(Addresses company) override { company_ = std::move(company); }
  Addresses company() const override { return company_; }

 private:
  PageWalk& pages_;
  std::size_t level_;
  double cut_ = 0;
  double front_cut_ = 0;  // what is answered sooner did not come here; 0 for the nearest
  double false_share_ = 0;
  bool by_chance_ = false;  // the same walk misses now here, now there: what it does not show may show next time
  std::vector<inference::Band> bands_;
  const inference::LatencyNoise& noise_;
  Addresses company_;
};

}  // namespace chasescope::structure
