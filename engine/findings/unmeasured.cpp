#include "engine/findings/unmeasured.h"

#include "engine/device/validate.h"

namespace chasescope {

Finding unmeasured(std::string subject, std::string quantity, std::string reason, std::string method, std::string reference) {
  Finding finding;
  finding.subject = std::move(subject);
  finding.quantity = std::move(quantity);
  finding.status = FindingStatus::not_measurable;
  finding.reason = std::move(reason);
  finding.method = std::move(method);
  finding.reference = std::move(reference);
  return finding;
}

std::vector<Finding> unserved(const Description& device, std::string_view call, const std::string& subject,
                              std::initializer_list<const char*> quantities, const std::string& reference) {
  std::vector<Finding> findings;
  for (const char* quantity : quantities)
    findings.push_back(unmeasured(subject, quantity, not_served(call, device).message,
                                  "Asks the device for the request " + std::string(call) + ".", reference));
  return findings;
}

}  // namespace chasescope
