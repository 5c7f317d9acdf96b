#include "engine/mystery/attached_run.h"

#include <memory>

#include "engine/device/mystery/hidden_card.h"
#include "engine/device/software/software_device.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

DeviceError fault(const AnswerSheet& sheet, const std::string& id, const std::string& words) {
  return {ErrorCode::invalid_request, "The run " + shortened(printable(id), 40) + " of " + shortened(printable(sheet.student), 60) +
                                          " can't be shown: " + words};
}

}  // namespace

Outcome<Session> attached_run(const AnswerSheet& sheet, const CardName& card, const std::string& id) {
  const auto found = sheet.requests.find(id);
  if (found == sheet.requests.end()) return fault(sheet, id, "the answer file does not say what it asked.");
  const ChaseRequest& request = found->second;
  if (request.warmup > sheet.budget || request.accesses > sheet.budget - request.warmup)
    return fault(sheet, id, "it asks for more than the " + format_count(sheet.budget) + " accesses of the budget.");
  const auto made = card_of(hidden_card(card));
  if (!made) return made.error();
  const auto device = open_software_device(*made);
  if (!device) return device.error();
  auto result = (*device)->chase(request, {});
  if (!result) return fault(sheet, id, result.error().message);
  Session session;
  session.device = (*device)->description();
  session.device.name = shortened(one_line(sheet.student), 60) + ", " + kMysteryName;
  session.environment["probe"] = "fine-grained";
  session.runs.push_back(
      std::make_shared<const Run>(Run{id, "fine-grained", "trace", false, Exchange<ChaseRequest>{request, *std::move(result)}}));
  return session;
}

}  // namespace chasescope::mystery
