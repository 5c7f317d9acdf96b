#include "engine/session/document/session_rules.h"

#include <cmath>
#include <set>

#include "engine/device/codec/codec_cursor.h"
#include "engine/inference/replacement/policy_automaton.h"
#include "engine/session/document/document_builder.h"

namespace chasescope {
namespace {

using nlohmann::json;

std::string quoted(const std::string& text) { return json(text).dump(-1, ' ', false, json::error_handler_t::replace); }

/// Refuses numbers that JSON can't express, and nesting that a reader would refuse.
void check_plain(const json& value, const std::string& pointer, std::size_t depth) {
  // The value lies within the top level, a list and an element, which count as levels, too.
  if (depth + 4 >= kMaxDepth) throw CodecError(pointer, "nests too deep");
  if (value.is_binary() || value.is_discarded() || (value.is_number_float() && !std::isfinite(value.get<double>())))
    throw CodecError(pointer, "must be a value of JSON, but it is " + kind_of(value));
  if (!value.is_structured()) return;
  for (const auto& [key, element] : value.items())
    check_plain(element, pointer + (value.is_array() ? "/" + key : pointer_step(key)), depth + 1);
}

void check_object(const json& value, const std::string& pointer) {
  if (!value.is_object()) throw CodecError(pointer, "must be an object, but it is " + kind_of(value));
  check_plain(value, pointer, 0);
}

void check_value(const json& value, const std::string& pointer) {
  if (value.is_object()) throw CodecError(pointer, "must be a number, a word or an array, but it is an object");
  check_plain(value, pointer, 0);
}

/// Refuses a text that is no automaton, or whose number of states is not the finding's value. So views can rely on it.
void check_machine(const Finding& finding, const std::string& pointer) {
  if (finding.machine.empty()) return;
  const inference::AutomatonRead read = inference::automaton_from(finding.machine);
  if (!read.automaton) throw CodecError(pointer, read.fault);
  if (finding.value != read.automaton->states.size())
    throw CodecError(pointer, "has " + std::to_string(read.automaton->states.size()) + " states, but the finding's value is " + kind_of(finding.value));
}

void check_finding(const Finding& finding, const std::set<std::string>& ids, const std::string& pointer) {
  check_object(finding.conditions, pointer + "/conditions");
  check_value(finding.value, pointer + "/value");
  if (finding.low && !std::isfinite(*finding.low)) throw CodecError(pointer + "/low", "must be a finite number");
  if (finding.high && !std::isfinite(*finding.high)) throw CodecError(pointer + "/high", "must be a finite number");
  if (finding.low && finding.high && *finding.low > *finding.high)
    throw CodecError(pointer + "/low", "lies above high, so the interval is empty");
  for (std::size_t i = 0; i < finding.evidence.size(); ++i)
    if (!ids.contains(finding.evidence[i]))
      throw CodecError(pointer + "/evidence/" + std::to_string(i),
                       "names a run that is not in the session, " + quoted(finding.evidence[i]));
  check_machine(finding, pointer + "/machine");
  for (std::size_t i = 0; i < finding.opinions.size(); ++i)
    check_value(finding.opinions[i].value, pointer + "/opinions/" + std::to_string(i) + "/value");
}

}  // namespace

void check_rules(const Session& session) {
  check_object(session.environment, "/environment");
  std::set<std::string> ids;
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    const std::string pointer = "/runs/" + std::to_string(i);
    if (session.runs[i] == nullptr) throw CodecError(pointer, "is missing");
    const std::string& id = session.runs[i]->id;
    if (id.empty()) throw CodecError(pointer + "/id", "is empty");
    if (!ids.insert(id).second) throw CodecError(pointer + "/id", "is " + quoted(id) + ", the id of an earlier run");
  }
  for (std::size_t i = 0; i < session.findings.size(); ++i)
    check_finding(session.findings[i], ids, "/findings/" + std::to_string(i));
}

void check_trace(const ChaseResult& result, const std::string& pointer) {
  std::size_t index = 0;
  for (const TraceChunk& chunk : result.cycles.chunks())
    for (const float cycles : *chunk) {
      if (!(cycles >= 0 && static_cast<double>(cycles) < kMaxCycles))
        throw CodecError(pointer + "/cycles/" + std::to_string(index),
                         "must be a number of cycles from 0 to below 1e12, but it is " + kind_of(cycles));
      ++index;
    }
  for (std::size_t i = 0; i < result.served_by.index.size(); ++i)
    if (result.served_by.index[i] >= result.served_by.names.size())
      throw CodecError(pointer + "/served_by/" + std::to_string(i), "names no part");
}

}  // namespace chasescope
