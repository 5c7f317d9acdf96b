#include "app/paper/sources.h"

#include "app/measurement/failure.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/finding_words.h"
#include "engine/session/published/published.h"

namespace chasescope {

bool is_measured(const std::string& name) {
  for (const char* kind : {"cuda:", "model:", "file:", "exec:", "ssh:", "mystery:"})
    if (name.starts_with(kind)) return true;
  return false;
}

Outcome<Session> measured_for(const TableSpec& table, const std::string& device) {
  const DeviceChoice choice{.id = device, .noise = {}, .seed = {}, .request_log = {}};
  if (table.probes.empty()) {
    auto session = measure_session(choice, "discover", {});
    if (!session) return session;
    if (const auto trouble = discovery_trouble(session->findings))
      return DeviceError{ErrorCode::internal, "The discovery of " + device + " " + outcome_sentences(*trouble)};
    return session;
  }
  std::vector<ProbeStep> steps;
  for (const TableSpec::Step& step : table.probes) {
    const auto values = parse_settings(step.settings);
    if (!values) return values.error();
    // A step may fail: a card without the cache of one step still gives the rest of the table.
    steps.push_back({.probe = step.probe,
                     .values = [values = *values](const Session&) { return std::optional(values); },
                     .may_fail = [](const DeviceError&) { return true; }});
  }
  return measure_session(choice, steps);
}

Outcome<Session> session_for(const TableSpec& table, const std::string& name) {
  if (is_measured(name)) return measured_for(table, name);
  if (std::string fault = fault_of_recorded_document(name); !fault.empty())
    return DeviceError{ErrorCode::internal, std::move(fault)};
  auto document = open_document(document_file(name));
  if (!document) return DeviceError{ErrorCode::internal, document.error().message};
  notes(document->warnings);
  return std::move(document->session);
}

std::vector<TableCard> cards_with_published(const std::vector<Session>& sessions) {
  std::vector<TableCard> cards = cards_of(sessions);
  for (TableCard& card : cards)
    for (PublishedValue& value : published_values(card.name))
      card.published.push_back({.what = std::move(value.what),
                                .source = std::move(value.key),
                                .note = std::move(value.note),
                                .short_name = std::move(value.short_name),
                                .cited = std::move(value.source)});
  return cards;
}

}  // namespace chasescope
