// The summary as JSON. Its form is stable: each member keeps its name and its meaning. A new form would get a new value of
// `format`.
#include <map>
#include <nlohmann/json.hpp>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/summary/summary.h"

namespace chasescope {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "chasescope-summary-1";

/// The findings that the summary cites, each once, in the order of their first citation.
class Cited {
 public:
  explicit Cited(const Session& session) : session_(session) {}

  Json places(const std::vector<std::size_t>& findings) {
    Json list = Json::array();
    for (const std::size_t finding : findings) list.push_back(place(finding));
    return list;
  }
  Json list() const { return list_; }

 private:
  std::size_t place(std::size_t finding) {
    const auto [at, is_new] = places_.try_emplace(finding, list_.size());
    if (is_new) {
      const Finding& one = session_.findings[finding];
      Json entry{{"subject", one.subject},
                 {"quantity", one.quantity},
                 {"conditions", one.conditions},
                 {"value", one.value},
                 {"unit", one.unit}};
      if (one.low) entry["low"] = *one.low;
      if (one.high) entry["high"] = *one.high;
      entry["status"] = to_string(one.status);
      entry["evidence"] = one.evidence;
      list_.push_back(std::move(entry));
    }
    return at->second;
  }

  const Session& session_;
  std::map<std::size_t, std::size_t> places_;
  Json list_ = Json::array();
};

const char* word_of(SummaryNumber::Bound bound) {
  switch (bound) {
    case SummaryNumber::Bound::at_least: return "at_least";
    case SummaryNumber::Bound::at_most: return "at_most";
    case SummaryNumber::Bound::about: return "about";
    case SummaryNumber::Bound::none: break;
  }
  return "none";
}

Json number_json(const SummaryNumber& number, Cited& cited) {
  Json json{{"value", number.value}};
  if (number.to) json["to"] = *number.to;
  json["unit"] = number.unit;
  if (number.bound != SummaryNumber::Bound::none) json["bound"] = word_of(number.bound);
  if (number.low) json["low"] = *number.low;
  if (number.high) json["high"] = *number.high;
  if (number.reported) json["reported"] = true;
  if (!number.worked_out.empty()) json["worked_out"] = number.worked_out;
  json["findings"] = cited.places(number.findings);
  return json;
}

Json notes_json(const std::vector<SummaryNote>& notes, Cited& cited) {
  Json list = Json::array();
  for (const SummaryNote& note : notes) list.push_back({{"text", note.text}, {"findings", cited.places(note.findings)}});
  return list;
}

Json row_json(const SummaryRow& row, Cited& cited) {
  Json json{{"id", row.id}, {"name", row.name}};
  if (row.depth > 0) json["part_of_the_row_above"] = true;
  const auto put = [&](const char* member, const std::optional<SummaryNumber>& number) {
    if (number) json[member] = number_json(*number, cited);
  };
  put("size", row.size);
  put(row.adds ? "penalty" : "latency", row.latency);
  put(row.adds ? "penalty_ns" : "latency_ns", row.ns);
  put(quantity::read_bandwidth, row.read);
  put("read_share", row.read_share);
  put(quantity::write_bandwidth, row.write);
  put("write_share", row.write_share);
  for (const auto& [label, number] : row.series)
    json["series"].push_back({{"label", label}, {"number", number_json(number, cited)}});
  if (!row.notes.empty()) json["notes"] = notes_json(row.notes, cited);
  return json;
}

Json unknown_json(const SummaryUnknown& one, Cited& cited) {
  Json json{{"what", one.what}, {"why", one.why}};
  if (!one.command.empty()) {
    json["command"] = one.command;
    json["seconds"] = one.seconds;
  }
  json["findings"] = cited.places(one.findings);
  return json;
}

Json comparison_json(const SummaryComparison& one, Cited& cited) {
  Json json{{"what", one.what}, {"here", number_json(one.here, cited)}, {"agrees", one.agrees}, {"others", Json::array()}};
  for (const SummaryOther& other : one.others) {
    json["others"].push_back({{"value", other.value}, {"source", other.cited}});
    if (!other.note.empty()) json["others"].back()["note"] = other.note;
  }
  if (!one.why.empty()) json["why"] = {{"text", one.why}, {"source", one.why_source}};
  return json;
}

}  // namespace

std::string summary_json(const Summary& summary, const Session& session, const nlohmann::json& spread) {
  Cited cited(session);
  Json json{{"format", kFormat}, {"device", summary.device}};
  json["facts"] = notes_json(summary.facts, cited);
  json["state"] = notes_json(summary.state, cited);
  json["sections"] = Json::array();
  for (const SummarySection& section : summary.sections) {
    Json rows = Json::array();
    for (const SummaryRow& row : section.rows) rows.push_back(row_json(row, cited));
    json["sections"].push_back({{"id", section.id}, {"title", section.title}, {"rows", std::move(rows)}});
  }
  json["unknown"] = Json::array();
  for (const SummaryUnknown& one : summary.unknown) json["unknown"].push_back(unknown_json(one, cited));
  json["published"] = Json::array();
  for (const SummaryComparison& one : summary.published) json["published"].push_back(comparison_json(one, cited));
  if (!spread.is_null()) json["spread"] = Json::parse(spread.dump());
  json["findings"] = cited.list();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace chasescope
