// A session as MT4G's JSON. What an import kept aside (environment.mt4g) is written again.
#include <algorithm>
#include <set>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/mt4g/mt4g_names.h"
#include "engine/session/report/facts.h"
#include "engine/session/report/report.h"

namespace chasescope {
namespace {

using nlohmann::json;

std::optional<double> gib_per_second(const Finding& finding, const Properties& device) {
  if (!finding.value.is_number()) return std::nullopt;
  const double number = finding.value.get<double>();
  const std::string& unit = finding.unit;
  if (unit == "GiB/s") return number;
  if (unit == "bytes/s" || unit == "B/s") return number / mt4g::kBytesPerGiB;
  if (unit == "GB/s") return number * 1e9 / mt4g::kBytesPerGiB;
  if ((unit == "bytes/cycle" || unit == "B/cycle") && device.clock_khz)
    return number * static_cast<double>(*device.clock_khz) * 1000 / mt4g::kBytesPerGiB;
  return std::nullopt;
}

class Writer {
 public:
  explicit Writer(const Session& session) : session_(session), facts_(session.findings), out_(kept(session)) {}

  Report take() {
    write_general();
    write_cores();
    for (const mt4g::Fact& fact : mt4g::facts()) write_fact(fact);
    for (const mt4g::Level& level : mt4g::levels()) write_level(level);
    for (const char* member : {"compute", "general", "memory"})
      if (!out_.contains(member)) out_[member] = json::object();
    std::vector<std::string> lost = losses();
    if (!lost.empty()) out_["chasescope"]["lost"] = lost;
    if (!settings_.empty()) out_["chasescope"]["settings"] = settings_;
    // The file names every loss. A person is told a few of them by name, and of more how many there are.
    constexpr std::size_t kReadable = 200;  // letters: two lines and a half of a terminal
    if (unplaced_ > 1 && lost.front().size() > kReadable)
      lost.front() = "This format has no place for " + std::to_string(unplaced_) +
                     " of the quantities; they are named in the file, under chasescope.lost.";
    for (std::string& sentence : lost)
      if (sentence.size() > kReadable && !stand_ins_.empty() && sentence.find(stand_ins_) != std::string::npos)
        sentence = "The median stands in where the mean of a latency is not known; the places are named under chasescope.lost.";
    return {json_without_controls(out_.dump(4, ' ', false, json::error_handler_t::replace)) + "\n", std::move(lost)};
  }

 private:
  static json kept(const Session& session) {
    if (session.environment.is_object())
      if (const auto found = session.environment.find("mt4g"); found != session.environment.end() && found->is_object())
        return *found;
    json out = json::object();
    if (session.environment.is_object())
      if (const auto time = session.environment.find("time"); time != session.environment.end() && time->is_string())
        out["meta"]["timestamp"] = *time;
    if (const char* vendor = vendor_of(session.device)) out["general"]["vendor"] = vendor;
    return out;
  }

  /// As MT4G names them; null where nothing says whose card it is.
  static const char* vendor_of(const Description& device) {
    for (const char* word : {"AMD", "Radeon", "Instinct"})
      if (device.name.find(word) != std::string::npos) return "AMD";
    return device.properties.compute_capability ? "NVIDIA" : nullptr;
  }

  /// The place as an object, whatever a session from elsewhere has kept there.
  json& object_at(const std::string& pointer) {
    json* at = &out_;
    for (std::size_t begin = 1; begin < pointer.size();) {
      const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
      if (!at->is_object()) *at = json::object();
      at = &(*at)[pointer.substr(begin, end - begin)];
      begin = end + 1;
    }
    if (!at->is_object()) *at = json::object();
    return *at;
  }

  void write_general() {
    json& general = object_at("/general");
    general["name"] = session_.device.name;
    const auto& capability = session_.device.properties.compute_capability;
    if (!capability) return;
    const std::size_t point = capability->find('.');
    const auto whole = [](const std::string& text) {
      return !text.empty() && text.size() < 5 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    if (point == std::string::npos || !whole(capability->substr(0, point)) || !whole(capability->substr(point + 1))) return;
    json& out = object_at("/general/computeCapability");
    out["major"] = std::stoi(capability->substr(0, point));
    out["minor"] = std::stoi(capability->substr(point + 1));
    reported_.insert({subject::device, quantity::compute_capability});
  }

  void write_cores() {
    const Finding* cores = facts_.value(subject::device, quantity::cores_per_sm);
    if (cores == nullptr || !cores->value.is_number_unsigned()) return;
    const std::string pointer = mt4g::kCoresPerSm;
    const std::size_t slash = pointer.rfind('/');
    object_at(pointer.substr(0, slash))[pointer.substr(slash + 1)] = cores->value;
    reported_.insert({subject::device, quantity::cores_per_sm});
  }

  void write_fact(const mt4g::Fact& fact) {
    std::optional<std::uint64_t> count = session_.device.properties.*fact.property;
    if (!count && fact.subject != nullptr) {
      const Finding* finding = facts_.value(fact.subject, quantity::capacity_bytes);
      if (finding != nullptr && finding->value.is_number_unsigned()) count = finding->value.get<std::uint64_t>();
    }
    if (fact.subject != nullptr) placed_.insert({fact.subject, quantity::capacity_bytes});
    if (!count) return;
    reported_.insert({subject::device, fact.quantity});
    if (fact.unit == nullptr) {
      const std::string pointer = fact.pointer;
      const std::size_t slash = pointer.rfind('/');
      object_at(pointer.substr(0, slash))[pointer.substr(slash + 1)] = *count;
      return;
    }
    json& out = object_at(fact.pointer);
    out["value"] = *count;
    out["unit"] = fact.unit;
  }

  static bool is_fact(const std::string& pointer) {
    return std::any_of(mt4g::facts().begin(), mt4g::facts().end(), [&](const mt4g::Fact& f) { return pointer == f.pointer; });
  }

  /// Marks the finding as told, or says that there is none: then what an import kept of it goes as well.
  const Finding* told(const mt4g::Level& level, const char* member, const char* quantity) {
    const Finding* finding = facts_.value(level.subject, quantity);
    const json::json_pointer place(level.pointer + std::string("/") + member);
    if (finding == nullptr && facts_.any(level.subject, quantity) == nullptr) drop(level, member);
    if (finding != nullptr || out_.contains(place)) placed_.insert({level.subject, quantity});
    return finding;
  }

  void drop(const mt4g::Level& level, const char* member) {
    const json::json_pointer pointer(level.pointer);
    if (out_.contains(pointer) && out_.at(pointer).is_object()) out_.at(pointer).erase(member);
  }

  void write_level(const mt4g::Level& level) {
    for (const mt4g::SizeMember& member : mt4g::size_members()) write_size(level, member);
    write_latency(level);
    if (const Finding* penalty = told(level, "missPenalty", quantity::miss_penalty_cycles); number(penalty)) {
      json& out = object_at(level.pointer + std::string("/missPenalty"));
      out["value"] = penalty->value.get<double>();
      out["unit"] = "cycles";
    }
    for (const mt4g::SizeMember& member : mt4g::bandwidth_members()) write_bandwidth(level, member);
    if (const Finding* count = told(level, "amountPerMultiprocessor", quantity::count_per_sm); number(count))
      object_at(level.pointer)["amountPerMultiprocessor"] = count->value;
    if (const Finding* shared = told(level, "sharedWith", quantity::shares_with)) {
      json names = json::array();
      if (shared->value.is_string()) names.push_back(mt4g::shared_name_of(shared->value.get<std::string>()));
      if (shared->value.is_array())
        for (const json& subject : shared->value)
          if (subject.is_string()) names.push_back(mt4g::shared_name_of(subject.get<std::string>()));
      object_at(level.pointer)["sharedWith"] = std::move(names);
    }
  }

  static bool number(const Finding* finding) { return finding != nullptr && finding->value.is_number(); }

  void write_size(const mt4g::Level& level, const mt4g::SizeMember& member) {
    const std::string pointer = level.pointer + std::string("/") + member.member;
    if (is_fact(pointer)) return;
    const bool size = std::string_view(member.member) == "size";
    // Only L2 has segments; memory and shared memory have their size under other names.
    if (std::string_view(member.member) == "segmentSize" && std::string_view(level.subject) != "l2") return;
    if (size && (std::string_view(level.subject) == subject::dram || std::string_view(level.subject) == subject::shared_memory)) return;
    const Finding* finding = facts_.largest(level.subject, member.quantity);
    // What fits at another carve-out may be more than all sets hold at the one under which they were counted.
    const Finding* fits = size ? facts_.largest(level.subject, quantity::contiguous_bytes) : nullptr;
    const bool swept = fits != nullptr && (!number(finding) || (number(fits) && fits->value > finding->value));
    if (swept) finding = fits;
    if (!number(finding)) {
      const Finding* why = facts_.any(level.subject, size ? quantity::contiguous_bytes : member.quantity);
      if (size && why == nullptr) why = facts_.any(level.subject, member.quantity);
      keep_bound(level, member, why);
      return;
    }
    placed_.insert({level.subject, finding->quantity});
    // MT4G has no place for the carve-out or L1 size under which a cache has this size.
    for (const char* setting : mt4g::kSettings)
      if (const auto found = finding->conditions.find(setting); found != finding->conditions.end())
        settings_[pointer][setting] = *found;
    json& out = object_at(pointer);
    const bool reported = finding->status == FindingStatus::reported;
    out[reported ? "value" : "size"] = finding->value;
    out["unit"] = "bytes";
    if (!reported && !out.contains("method"))
      out["method"] = swept ? mt4g::kFootprintMethod : "ChaseScope: " + one_line(finding->method);
  }

  /// A member without a value: what an import kept stays. A bound of ours has no place there: MT4G would have it stand as a size.
  void keep_bound(const mt4g::Level& level, const mt4g::SizeMember& member, const Finding* why) {
    if (why == nullptr) return drop(level, member.member);
    const json::json_pointer pointer(level.pointer + std::string("/") + member.member);
    const bool told_already = out_.contains(pointer) && out_.at(pointer).is_object() && out_.at(pointer).contains("size");
    if (told_already) {
      placed_.insert({level.subject, why->quantity});
    } else {
      drop(level, member.member);
    }
  }

  void write_latency(const mt4g::Level& level) {
    const Finding* latency = told(level, "latency", quantity::hit_latency_cycles);
    if (!number(latency)) return;
    json& out = object_at(level.pointer + std::string("/latency"));
    const double median = latency->value.get<double>();
    out["unit"] = "cycles";
    if (!out.contains("method")) out["method"] = mt4g::kFootprintMethod;
    if (!out.contains("mean")) {
      out["mean"] = median;
      stand_ins_ += (stand_ins_.empty() ? "" : ", ") + std::string(level.pointer) + "/latency/mean";
    }
    out["p50"] = median;
  }

  void write_bandwidth(const mt4g::Level& level, const mt4g::SizeMember& member) {
    const std::string pointer = level.pointer + std::string("/") + member.member;
    const json::json_pointer place(pointer);
    const bool unread = out_.contains(place) && out_.at(place).is_object() && out_.at(place).contains("measuredBandwidth");
    const Finding* finding = facts_.value(level.subject, member.quantity);
    if (finding == nullptr) {
      if (!unread) drop(level, member.member);
      return;
    }
    if (const auto gib = gib_per_second(*finding, session_.device.properties)) {
      placed_.insert({level.subject, member.quantity});
      json& out = object_at(pointer);
      out["value"] = *gib;
      out["unit"] = "GiB/s";
    }
  }

  std::vector<std::string> losses() {
    std::vector<std::string> lost;
    std::vector<std::pair<std::string, std::string>> unplaced;  // quantities by subject, in the order of the findings
    std::size_t intervals = 0;
    std::set<std::pair<std::string, std::string>> named;
    for (const Finding& finding : session_.findings) {
      // The device's own numbers have a place; what was measured of them (its clock) has none. What could not be told is no loss.
      const bool reported = finding.status == FindingStatus::reported && reported_.contains({finding.subject, finding.quantity});
      const bool told = reported || placed_.contains({finding.subject, finding.quantity});
      if (finding.value.is_null() && !finding.low && !finding.high && finding.status != FindingStatus::absent) continue;
      if (told && finding.low && finding.high && *finding.low != *finding.high) ++intervals;
      if (told || !named.insert({finding.subject, finding.quantity}).second) continue;
      ++unplaced_;
      const std::string subject = one_line(finding.subject), quantity = one_line(finding.quantity);
      const auto at = std::find_if(unplaced.begin(), unplaced.end(), [&](const auto& each) { return each.first == subject; });
      if (at == unplaced.end())
        unplaced.emplace_back(subject, quantity);
      else
        at->second += ", " + quantity;
    }
    std::string all;
    for (const auto& [subject, quantities] : unplaced) all += (all.empty() ? "" : "; ") + subject + ": " + quantities;
    if (!all.empty()) lost.push_back("This format has no place for " + all + ".");
    if (intervals > 0) lost.push_back("Intervals are not kept; findings that have one: " + std::to_string(intervals) + ".");
    if (!session_.runs.empty()) lost.emplace_back("Runs, evidence, reasons and confidences are not kept.");
    if (!stand_ins_.empty()) lost.push_back("The median stands in where the mean is not known: " + stand_ins_ + ".");
    for (std::string& choice : facts_.choices(placed_)) lost.push_back(std::move(choice));
    return lost;
  }

  const Session& session_;
  Facts facts_;
  json out_;
  std::set<std::pair<std::string, std::string>> placed_, reported_;  // told; and of what was reported of the device
  std::string stand_ins_;
  json settings_ = json::object();  // by place: the settings of the finding that was written there
  std::size_t unplaced_ = 0;  // quantities of subjects that the format has no place for
};

}  // namespace

Report mt4g_report(const Session& session) { return Writer(session).take(); }

}  // namespace chasescope
