#include "app/measurement/named_card.h"

#include "app/measurement/probe_session.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/discovery_trouble.h"

namespace chasescope {

Outcome<OpenedDocument> open_named_card(const std::string& name) {
  for (const char* kind : {"cuda:", "model:", "file:", "mystery:", "exec:", "ssh:"}) {
    if (!name.starts_with(kind)) continue;
    auto session = measure_session({.id = name, .noise = {}, .seed = {}, .request_log = {}}, "discover", {});
    if (!session) return session.error();
    if (const auto trouble = discovery_trouble(session->findings))
      return DeviceError{ErrorCode::internal, "The discovery of " + name + " " + outcome_sentences(*trouble)};
    return OpenedDocument{*std::move(session), {}};
  }
  if (std::string fault = fault_of_recorded_document(name); !fault.empty())
    return DeviceError{ErrorCode::internal, std::move(fault)};
  auto opened = open_document(document_file(name));
  // The command line was understood; it is the file that is not good.
  if (!opened) return DeviceError{ErrorCode::internal, opened.error().message};
  return opened;
}

}  // namespace chasescope
