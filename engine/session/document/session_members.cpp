#include "engine/session/document/session_members.h"

#include <optional>
#include <type_traits>
#include <utility>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_number.h"
#include "engine/device/codec/codec_read.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/document/session_rules.h"

namespace chasescope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string text_or_empty(const JsonCursor& at, std::string_view member) {
  const auto found = at.find(member);
  return found ? found->text() : std::string();
}

json value_or_null(const JsonCursor& at, std::string_view member) {
  const auto found = at.find(member);
  return found ? found->value() : json();
}

Opinion read_opinion(const JsonCursor& at) {
  Opinion opinion{at.at("method").text(), value_or_null(at, "value"), true};
  if (const auto agrees = at.find("agrees")) opinion.agrees = agrees->truth();
  return opinion;
}

/// Older files use one pair of names, near and far, for several quantities. This gives such a finding its present name.
void name_as_today(Finding& finding) {
  if (finding.subject == subject::dram && finding.quantity == quantity::near_latency_cycles)
    finding.quantity = quantity::near_memory_latency_cycles;
  if (finding.subject == subject::dram && finding.quantity == quantity::far_latency_cycles)
    finding.quantity = quantity::far_memory_latency_cycles;
  if (finding.subject == subject::l2 && finding.quantity == quantity::hit_latency_cycles && finding.conditions.is_object() &&
      finding.conditions.contains("footprint_bytes")) {
    finding.quantity = quantity::other_half_latency_cycles;
    finding.conditions.erase("footprint_bytes");
  }
}

Finding read_finding(const JsonCursor& at) {
  Finding finding;
  finding.subject = at.at("subject").text();
  finding.quantity = at.at("quantity").text();
  if (const auto conditions = at.find("conditions")) finding.conditions = conditions->value();
  finding.value = value_or_null(at, "value");
  finding.unit = text_or_empty(at, "unit");
  // Pure numbers have the unit 1, and what has that unit may be a word, too.
  const bool has_dimension = !finding.unit.empty() && finding.unit != "1";
  if (has_dimension && (finding.value.is_string() || finding.value.is_boolean()))
    at.at("value").refuse("must be a number, since its unit is " + finding.unit + ", but it is " + kind_of(finding.value));
  if (const auto low = at.find("low")) finding.low = low->number();
  if (const auto high = at.find("high")) finding.high = high->number();
  const JsonCursor status = at.at("status");
  const auto known = finding_status_from(status.text());
  if (!known) status.refuse("must be measured, reported, absent or not_measurable, but it is " + kind_of(status.value()));
  finding.status = *known;
  finding.reason = text_or_empty(at, "reason");
  finding.method = text_or_empty(at, "method");
  finding.reference = text_or_empty(at, "reference");
  if (const auto evidence = at.find("evidence")) finding.evidence = evidence->texts();
  if (const auto opinions = at.find("opinions"))
    for (const JsonCursor& opinion : opinions->elements()) finding.opinions.push_back(read_opinion(opinion));
  finding.machine = text_or_empty(at, "machine");
  name_as_today(finding);
  return finding;
}

AnyExchange empty_exchange(const JsonCursor& at) {
  const auto call = at.find("call");
  if (!call) return Exchange<ChaseRequest>{};
  if (auto exchange = exchange_for(call->text())) return *std::move(exchange);
  std::string calls;
  for (const std::string_view known : all_calls()) calls += (calls.empty() ? "" : ", ") + std::string(known);
  call->refuse("must be a call of the device protocol (" + calls + "), but it is " + kind_of(call->value()));
}

ChaseResult read_trace(const JsonCursor& at, const ChaseRequest& request, ChaseResult landed) {
  return read_chase_result(at, request, std::move(landed), ShuffledOrder::drawn);
}

template <typename Request>
typename Request::Result read_trace(const JsonCursor& at, const Request& request, const ChaseResult& landed) {
  if (landed.cycles.empty()) return read_result(at, request);
  // The cycles were read separately, before `call` told that this is no chase.
  json trace = at.value();
  trace["cycles"] = landed.cycles.copy();
  return read_result(JsonCursor(trace, at.pointer()), request);
}

AnyExchange read_exchange(const JsonCursor& at, ChaseResult landed) {
  AnyExchange exchange = empty_exchange(at);
  std::visit(
      [&]<typename Request>(Exchange<Request>& asked) {
        asked.request = read_request<Request>(at.at("request"));
        asked.result = read_trace(at.at("trace"), asked.request, std::move(landed));
      },
      exchange);
  return exchange;
}

RunPtr read_run(const JsonCursor& at, ChaseResult landed) {
  Run run;
  run.id = at.at("id").text();
  run.probe = shortened(text_or_empty(at, "probe"));
  run.label = shortened(text_or_empty(at, "label"));
  if (const auto auxiliary = at.find("auxiliary")) {
    if (!auxiliary->value().is_boolean()) auxiliary->refuse("must be true or false, but it is " + kind_of(auxiliary->value()));
    run.auxiliary = auxiliary->value().get<bool>();
  }
  run.exchange = read_exchange(at, std::move(landed));
  return std::make_shared<const Run>(std::move(run));
}

/// Applies the reader's checks to the short members. The long ones are checked in place, without a JSON value.
void check_result(const ChaseRequest& request, const ChaseResult& result, const std::string& place) {
  ChaseResult rest = result;
  ChaseResult landed;
  std::swap(rest.cycles, landed.cycles);
  std::swap(rest.served_by, landed.served_by);
  json trace = to_json(rest);
  trace.erase("cycles");
  check_trace(landed, place);
  static_cast<void>(read_chase_result(JsonCursor(trace, place), request, std::move(landed), ShuffledOrder::drawn));
}

template <typename Request>
void check_result(const Request& request, const typename Request::Result& result, const std::string& place) {
  if constexpr (std::is_same_v<Request, PairedChaseRequest>) {
    check_trace(result.a, place + "/a");
    check_trace(result.b, place + "/b");
  }
  const json trace = to_json(result);
  static_cast<void>(read_result(JsonCursor(trace, place), request));
}

void read_schema(const JsonCursor& at) {
  const auto schema = at.find("schema");
  if (!schema) at.refuse("is no ChaseScope session: the member schema is missing");
  const auto version = at.find("version");
  if (version && version->value().is_number_integer() && version->value() > kSessionVersion)
    version->refuse("is version " + version->value().dump() + " of the session format, and this program reads version " +
                    std::to_string(kSessionVersion) + "; a newer ChaseScope can open it");
  if (schema->value() != kSessionSchema)
    schema->refuse("must be \"" + std::string(kSessionSchema) + "\", but it is " + kind_of(schema->value()));
  const JsonCursor present = at.at("version");
  if (present.value() != kSessionVersion)
    present.refuse("must be " + std::to_string(kSessionVersion) + ", but it is " + kind_of(present.value()));
}

}  // namespace

ordered_json to_json(const Finding& finding) {
  ordered_json opinions = ordered_json::array();
  for (const Opinion& opinion : finding.opinions)
    opinions.push_back({{"method", opinion.method}, {"value", opinion.value}, {"agrees", opinion.agrees}});
  ordered_json out = {{"subject", finding.subject},
                      {"quantity", finding.quantity},
                      {"conditions", finding.conditions},
                      {"value", finding.value},
                      {"unit", finding.unit}};
  if (finding.low) out["low"] = json_number(*finding.low);
  if (finding.high) out["high"] = json_number(*finding.high);
  out["status"] = std::string(to_string(finding.status));
  out["reason"] = finding.reason;
  out["method"] = finding.method;
  out["reference"] = finding.reference;
  out["evidence"] = finding.evidence;
  out["opinions"] = std::move(opinions);
  if (!finding.machine.empty()) out["machine"] = finding.machine;
  return out;
}

RunReader run_reader(std::vector<RunPtr>& runs) {
  return [&runs, sound = std::optional<bool>()](const json& rest, std::size_t index, const json& run, ChaseResult& landed) mutable {
    // Runs are read at once only if `schema` and `version` come before them. Otherwise they are kept as JSON until the end.
    if (!sound) sound = rest.value("schema", json()) == kSessionSchema && rest.value("version", json()) == kSessionVersion;
    if (!*sound || index != runs.size()) return false;
    runs.push_back(read_run(JsonCursor(run, "/runs/" + std::to_string(index)), std::move(landed)));
    return true;
  };
}

Session session_from(ParsedDocument document, std::vector<RunPtr> runs) {
  const JsonCursor top(document.rest);
  if (!document.rest.is_object()) top.refuse("is no ChaseScope session: it must be an object, but it is " + kind_of(document.rest));
  read_schema(top);
  Session session;
  session.device = read_description(top.at("device"));
  if (const auto environment = top.find("environment")) session.environment = environment->value();
  session.runs = std::move(runs);
  const JsonCursor all = top.at("runs");
  if (!all.value().is_array()) all.refuse("must be an array, but it is " + kind_of(all.value()));
  for (std::size_t index = session.runs.size(); index < all.value().size(); ++index)
    session.runs.push_back(
        read_run(JsonCursor(all.value()[index], all.pointer() + "/" + std::to_string(index)), std::move(document.landed[index])));
  for (const JsonCursor& finding : top.at("findings").elements()) session.findings.push_back(read_finding(finding));
  session.notes = text_or_empty(top, "notes");
  check_rules(session);
  return session;
}

void check_session(const Session& session) {
  check_rules(session);
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    const std::string place = "/runs/" + std::to_string(i);
    std::visit(
        [&]<typename Request>(const Exchange<Request>& asked) {
          const json request = to_json(asked.request);
          static_cast<void>(read_request<Request>(JsonCursor(request, place + "/request")));
          check_result(asked.request, asked.result, place + "/trace");
        },
        session.runs[i]->exchange);
  }
}

}  // namespace chasescope
