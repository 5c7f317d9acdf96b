#include "engine/session/mt4g/mt4g_import.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/device/codec/codec_cursor.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/mt4g/mt4g_names.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr const char* kReference = "topology thesis, chapter 4 (MT4G)";
constexpr std::array kTopMembers{"compute", "general", "memory", "meta"};
// MT4G's own documents nest five deep. The limit is needed as the document goes into the environment of a session.
constexpr std::size_t kMostLevels = 16;

void check_depth(const JsonCursor& at, std::size_t depth = 0) {
  if (depth > kMostLevels) at.refuse("nests deeper than " + std::to_string(kMostLevels) + " levels");
  if (!at.value().is_structured()) return;
  for (const auto& [key, value] : at.value().items())
    check_depth(JsonCursor(value, at.pointer() + (at.value().is_array() ? "/" + key : pointer_step(key))), depth + 1);
}

std::string method_of(const JsonCursor& at) {
  const auto method = at.find("method");
  return "MT4G" + (method ? ", " + method->text() : std::string());
}

void check_unit(const JsonCursor& at, std::string_view unit) {
  const JsonCursor stated = at.at("unit");
  if (stated.text() != unit) stated.refuse("must be \"" + std::string(unit) + "\", but it is " + kind_of(stated.value()));
}

std::uint64_t counted(const JsonCursor& at, std::string_view unit, const char* member) {
  check_unit(at, unit);
  return at.at(member).count();
}

class Reader {
 public:
  explicit Reader(const json& document) : top_(document), rest_(json::object()) {
    check_depth(top_);
    for (const char* member : kTopMembers)
      if (const auto found = top_.find(member)) {
        if (!found->value().is_object()) found->refuse("must be an object, but it is " + kind_of(found->value()));
        rest_[member] = found->value();
      }
  }

  Session take() {
    read_general();
    static_cast<void>(top_.at("memory"));
    for (const mt4g::Fact& fact : mt4g::facts()) read_fact(fact);
    if (const auto cores = find(mt4g::kCoresPerSm)) {
      Finding& finding = add(subject::device, quantity::cores_per_sm, "1", FindingStatus::reported);
      finding.value = cores->count();
      finding.method = "The vendor's interface, as MT4G tells it";
      taken(*cores);
    }
    for (const mt4g::Level& level : mt4g::levels())
      if (const auto at = find(level.pointer)) read_level(level, *at);
    session_.environment = {{"imported_from", "MT4G"}, {"mt4g", rest_}};
    if (const auto time = find("/meta/timestamp")) session_.environment["time"] = time->text();
    session_.notes = notes();
    return std::move(session_);
  }

 private:
  /// The place that a pointer without escapes leads to; empty if a member on the way is missing.
  std::optional<JsonCursor> find(std::string_view pointer) const {
    std::optional<JsonCursor> at = top_;
    for (std::string_view rest = pointer.substr(1); at && !rest.empty();) {
      const std::size_t slash = std::min(rest.find('/'), rest.size());
      at = at->find(rest.substr(0, slash));
      rest.remove_prefix(std::min(slash + 1, rest.size()));
    }
    return at;
  }

  /// Marks a place as represented in the session: it is removed from the rest that is kept as JSON.
  void taken(const JsonCursor& at) {
    const json::json_pointer place(at.pointer());
    rest_.at(place.parent_pointer()).erase(place.back());
  }

  void read_general() {
    const JsonCursor general = top_.at("general");
    const JsonCursor name = general.at("name");
    session_.device.name = shortened(name.text());
    session_.device.origin = Origin::recording;
    taken(name);
    if (const auto capability = general.find("computeCapability")) {
      const JsonCursor major = capability->at("major");
      const JsonCursor minor = capability->at("minor");
      session_.device.properties.compute_capability =
          std::to_string(major.small_count()) + "." + std::to_string(minor.small_count());
      taken(major);
      taken(minor);
    }
  }

  void read_fact(const mt4g::Fact& fact) {
    const auto at = find(fact.pointer);
    if (!at) return;
    // Newer versions of the tool, and an L3, have a measured size in place of the reported one.
    if (fact.unit != nullptr && at->find("size")) return;
    const JsonCursor place = fact.unit == nullptr ? *at : at->at("value");
    const std::uint64_t count = fact.unit == nullptr ? at->count() : counted(*at, fact.unit, "value");
    session_.device.properties.*fact.property = count;
    taken(place);
    if (fact.subject == nullptr) return;
    Finding& finding = add(fact.subject, quantity::capacity_bytes, "bytes", FindingStatus::reported);
    finding.value = count;
    finding.method = "The vendor's interface, as MT4G tells it";
  }

  Finding& add(const char* subject, const char* quantity, const char* unit, FindingStatus status) {
    Finding finding;
    finding.subject = subject;
    finding.quantity = quantity;
    finding.unit = unit;
    finding.status = status;
    finding.reference = kReference;
    return session_.findings.emplace_back(std::move(finding));
  }

  /// The settings that a file written by this program tells for a place; none in MT4G's own files.
  json settings_of(const std::string& pointer) const {
    json settings = json::object();
    const auto ours = top_.find("chasescope");
    const auto all = ours && ours->value().is_object() ? ours->find("settings") : std::nullopt;
    const auto here = all && all->value().is_object() ? all->find(pointer) : std::nullopt;
    if (!here) return settings;
    for (const char* setting : mt4g::kSettings)
      if (const auto found = here->find(setting)) settings[setting] = found->number();
    return settings;
  }

  void read_level(const mt4g::Level& level, const JsonCursor& at) {
    for (const mt4g::SizeMember& member : mt4g::size_members())
      if (const auto size = at.find(member.member)) read_size(level, member, *size);
    if (const auto latency = at.find("latency")) read_latency(level, *latency);
    if (const auto penalty = at.find("missPenalty")) read_penalty(level, *penalty);
    for (const mt4g::SizeMember& member : mt4g::bandwidth_members())
      if (const auto bandwidth = at.find(member.member)) read_bandwidth(level, member, *bandwidth);
    if (const auto count = at.find("amountPerMultiprocessor")) {
      Finding& finding = add(level.subject, quantity::count_per_sm, "1", FindingStatus::measured);
      finding.value = count->count();
      finding.method = "MT4G";
      taken(*count);
    }
    if (const auto shared = at.find("sharedWith")) {
      json subjects = json::array();
      for (const std::string& name : shared->texts()) subjects.push_back(mt4g::subject_of(name));
      Finding& finding = add(level.subject, quantity::shares_with, "1", FindingStatus::measured);
      finding.value = std::move(subjects);
      finding.method = "MT4G";
      taken(*shared);
    }
  }

  void read_size(const mt4g::Level& level, const mt4g::SizeMember& member, const JsonCursor& at) {
    if (!at.find("size")) {
      if (at.find("value") && is_fact(at.pointer())) return;  // read_fact() has taken it
      const std::uint64_t count = counted(at, "bytes", "value");
      Finding& finding = add(level.subject, member.quantity, "bytes", FindingStatus::reported);
      finding.value = count;
      finding.method = "The vendor's interface, as MT4G tells it";
      taken(at.at("value"));
      return;
    }
    const std::uint64_t count = counted(at, "bytes", "size");
    const std::string method = method_of(at);
    const bool swept =
        std::string_view(member.member) == "size" && (!at.find("method") || at.at("method").text() == mt4g::kFootprintMethod);
    Finding& finding = add(level.subject, swept ? quantity::contiguous_bytes : member.quantity, "bytes", FindingStatus::measured);
    finding.conditions = settings_of(at.pointer());
    finding.method = method + (swept ? ": the largest footprint before the latencies change" : "");
    const auto confidence = at.find("confidence");
    const double sure = confidence ? confidence->number() : 1;
    if (confidence && !(sure >= 0 && sure <= 1))
      confidence->refuse("must be a number from 0 to 1, but it is " + kind_of(confidence->value()));
    if (sure > 0 && count > 0) {
      finding.value = count;
      if (confidence) finding.reason = "MT4G's confidence is " + number_text(sure) + ".";
      taken(at.at("size"));
      return;
    }
    finding.status = FindingStatus::not_measurable;
    if (count == mt4g::kConstantSweepEnd + 1) {
      finding.low = static_cast<double>(mt4g::kConstantSweepEnd);
      finding.reason = "More than 64 KiB: MT4G's sweep ended there, and nothing had changed.";
    } else {
      finding.reason = "MT4G gives " + std::to_string(count) + " with confidence " + number_text(sure) + ", which is no value.";
    }
  }

  static bool is_fact(const std::string& pointer) {
    return std::any_of(mt4g::facts().begin(), mt4g::facts().end(), [&](const mt4g::Fact& f) { return pointer == f.pointer; });
  }

  void read_latency(const mt4g::Level& level, const JsonCursor& at) {
    check_unit(at, "cycles");
    const bool median = at.find("p50").has_value();
    const JsonCursor taken_from = at.at(median ? "p50" : "mean");
    Finding& finding = add(level.subject, quantity::hit_latency_cycles, "cycles", FindingStatus::measured);
    finding.value = taken_from.cycles();
    finding.method = method_of(at) + (median ? ": the median" : ": the mean");
    std::string remark;
    for (const auto& [member, words] : {std::pair{"mean", "mean "}, {"p95", "95 % are below "}, {"stdev", "standard deviation "}})
      if (const auto found = at.find(member))
        if (median || std::string_view(member) != "mean")
          remark += (remark.empty() ? "" : ", ") + std::string(words) + number_text(found->cycles());
    if (!remark.empty()) finding.reason = remark + ".";
    taken(taken_from);
  }

  void read_penalty(const mt4g::Level& level, const JsonCursor& at) {
    const bool plain = at.value().is_number();
    if (!plain) check_unit(at, "cycles");
    const JsonCursor place = plain ? at : at.at("value");
    const double cycles = place.number();
    Finding& finding = add(level.subject, quantity::miss_penalty_cycles, "cycles", FindingStatus::measured);
    finding.method = "MT4G";
    if (cycles < 0) {
      finding.status = FindingStatus::not_measurable;
      finding.reason = "MT4G gives " + number_text(cycles) + " cycles, and no miss is faster than a hit.";
      return;
    }
    finding.value = place.cycles();
    taken(place);
  }

  void read_bandwidth(const mt4g::Level& level, const mt4g::SizeMember& member, const JsonCursor& at) {
    if (!at.value().is_object()) at.refuse("must be an object, but it is " + kind_of(at.value()));
    if (!at.find("value")) return;  // newer versions give no unit; the member is kept as JSON
    check_unit(at, "GiB/s");
    const JsonCursor place = at.at("value");
    const double gib = place.number();
    constexpr double kMostGiB = 1e9;
    if (!(gib >= 0 && gib < kMostGiB)) place.refuse("must be from 0 to below 1e9 GiB/s, but it is " + kind_of(place.value()));
    Finding& finding = add(level.subject, member.quantity, "bytes/s", FindingStatus::measured);
    finding.value = gib * mt4g::kBytesPerGiB;
    finding.method = "MT4G";
    taken(place);
  }

  /// Notes that name the parts of the hierarchy that no finding represents.
  std::string notes() const {
    std::string kept;
    const auto keep = [&](const std::string& pointer) { kept += (kept.empty() ? "" : ", ") + pointer; };
    const JsonCursor memory = top_.at("memory");
    constexpr std::array kKnown{"constant", "l1", "l2", "l3", "main", "readOnly", "shared", "texture"};
    for (const auto& [name, value] : memory.value().items())
      if (std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end()) keep(memory.pointer() + pointer_step(name));
    for (const mt4g::Level& level : mt4g::levels())
      if (const auto at = find(level.pointer))
        for (const auto& [name, value] : at->value().items())
          if (name.find("andwidth") != std::string::npos && value.is_object() && value.contains("measuredBandwidth"))
            keep(at->pointer() + pointer_step(name));
    return "Imported from a topology file of MT4G." + (kept.empty() ? "" : " Kept, but told by no finding: " + kept + ".");
  }

  JsonCursor top_;
  json rest_;
  Session session_;
};

}  // namespace

bool looks_like_mt4g(const json& document) {
  return document.is_object() && !document.contains("schema") && (document.contains("general") || document.contains("memory"));
}

Session session_from_mt4g(const json& document) { return Reader(document).take(); }

}  // namespace chasescope
