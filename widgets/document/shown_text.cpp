#include "widgets/document/shown_text.h"

#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

void clean(std::string& text) { text = one_line(text); }

void clean(std::optional<std::string>& text) {
  if (text) clean(*text);
}

void clean(nlohmann::json& value) {
  if (value.is_string()) {
    value = one_line(value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    for (nlohmann::json& element : value) clean(element);
  } else if (value.is_object()) {
    nlohmann::json members = nlohmann::json::object();
    for (auto& [name, member] : value.items()) {
      clean(member);
      members[one_line(name)] = std::move(member);
    }
    value = std::move(members);
  }
}

}  // namespace

QString shownText(const std::string& text) { return QString::fromStdString(one_line(text)); }
QString shownText(const QString& text) { return shownText(text.toStdString()); }

Description shownDescription(Description device) {
  clean(device.name);
  for (std::string& call : device.calls) clean(call);
  for (std::string& kept : device.keeps_state) clean(kept);
  Properties& properties = device.properties;
  for (auto* text : {&properties.compute_capability, &properties.driver, &properties.runtime, &properties.notes}) clean(*text);
  return device;
}

Finding shownFinding(Finding finding) {
  for (std::string* text :
       {&finding.subject, &finding.quantity, &finding.unit, &finding.reason, &finding.method, &finding.reference})
    clean(*text);
  clean(finding.conditions);
  clean(finding.value);
  for (std::string& run : finding.evidence) clean(run);
  for (Opinion& opinion : finding.opinions) {
    clean(opinion.method);
    clean(opinion.value);
  }
  return finding;
}

RunPtr shownRun(const RunPtr& run) {
  if (!run) return run;
  const std::string id = one_line(run->id), probe = one_line(run->probe), label = one_line(run->label);
  if (id == run->id && probe == run->probe && label == run->label) return run;
  auto shown = std::make_shared<Run>(*run);
  shown->id = id;
  shown->probe = probe;
  shown->label = label;
  return shown;
}

Session shownSession(Session session) {
  session.device = shownDescription(std::move(session.device));
  clean(session.environment);
  for (RunPtr& run : session.runs) run = shownRun(run);
  for (Finding& finding : session.findings) finding = shownFinding(std::move(finding));
  return session;
}

}  // namespace chasescope
