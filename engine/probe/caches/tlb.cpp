// Probe `tlb`: pages, entries, sets, reach and penalties of each TLB, and the activation window.
#include <cmath>

#include "engine/device/validate.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"
#include "engine/probe/caches/tlb_findings.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

using structure::Budget;
using structure::Lab;
using structure::Setting;
using structure::TranslationReport;

class TlbProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "tlb",
        .title = "TLB",
        .group = "Translation",
        .summary =
            "The TLBs: levels, page size, entries and sets (equal or not), reach, the cost of a miss, and the activation window.",
        .reference = "2014 paper §4.2, figures 10 and 11",
        .parameters = structure::structure_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    if (!device.description().serves("chase")) return not_served("chase", device.description());
    Recorder recorder(info(), device, control);
    Setting setting = structure::setting_from(info(), values);
    const auto spaces = structure::spaces_to_look_at(info(), device.description(), values);
    if (auto error = structure::check_setting(setting, spaces, device.description())) return *error;
    Budget budget = structure::budget_from(info(), values);
    recorder.progress("may take up to " + budget.words());
    // Any space that shows a TLB will do. The space that bypasses the L1 comes first, because its nearest cache holds more lines.
    std::vector<MemorySpace> order;
    for (const MemorySpace space : {MemorySpace::global_cg, MemorySpace::global_ca, MemorySpace::readonly, MemorySpace::texture})
      if (std::find(spaces.begin(), spaces.end(), space) != spaces.end()) order.push_back(space);
    if (order.empty() && values.contains("space") && !spaces.empty())
      return invalid_request("The memory space " + std::string(to_string(spaces.front())) +
                             " is too small to outgrow a TLB; look through a space of the whole memory, such as global.ca.");
    try {
      std::vector<Finding> found;  // of the first space that shows a TLB; of the very first space if none does
      for (const MemorySpace space : order) {
        setting.space = space;
        Lab lab(device, recorder, setting, budget);
        const TranslationReport report = structure::explore_translation(lab);
        if (found.empty() || !report.tlbs.empty()) found = structure::tlb_findings(lab, report);
        if (!report.tlbs.empty()) break;
      }
      for (Finding& finding : found) recorder.add(std::move(finding));
    } catch (const structure::DeviceFailure& failure) {
      return failure.error;
    } catch (const structure::Undecided& undecided) {
      // No step turned this into a finding, for example because the first request was not answered.
      return DeviceError{ErrorCode::timed_out, undecided.what()};
    }
    recorder.progress(info().title, 1);
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_tlb_probe() { return std::make_unique<TlbProbe>(); }

}  // namespace chasescope
