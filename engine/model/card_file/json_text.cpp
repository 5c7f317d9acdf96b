#include "engine/model/card_file/json_text.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/model/spec/limits.h"
#include "engine/output/reasons.h"

namespace chasescope::model {
namespace {

using nlohmann::json;

constexpr int kMaxDepth = 32;

std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? before.size() + 1 : before.size() - start;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Called back by the parser. It remembers the members of each open object, so that it finds members that appear twice.
class Watch {
 public:
  explicit Watch(Faults& faults) : faults_(faults) {}

  bool operator()(int depth, json::parse_event_t event, json& parsed) {
    if (depth > kMaxDepth) {
      if (!too_deep_) faults_.push_back({"", "is nested more than " + std::to_string(kMaxDepth) + " levels deep"});
      too_deep_ = true;
      return false;  // nothing below is kept
    }
    switch (event) {
      case json::parse_event_t::object_start: open(false); break;
      case json::parse_event_t::array_start: open(true); break;
      case json::parse_event_t::object_end:
      case json::parse_event_t::array_end: open_.pop_back(); break;
      case json::parse_event_t::key: {
        const std::string name = parsed.get<std::string>();
        if (!open_.back().seen.insert(name).second) faults_.push_back({below(open_.back().pointer, name), "appears twice"});
        open_.back().member = name;
        break;
      }
      case json::parse_event_t::value: count_element(); break;
    }
    return true;
  }

 private:
  struct Open {
    std::string pointer;
    bool is_array = false;
    std::size_t elements = 0;
    std::set<std::string> seen;
    std::string member;  // the member that is being read: its name, or its position in an array
  };

  void count_element() {
    if (!open_.empty() && open_.back().is_array) open_.back().member = std::to_string(open_.back().elements++);
  }
  void open(bool is_array) {
    count_element();
    open_.push_back({open_.empty() ? "" : below(open_.back().pointer, open_.back().member), is_array, 0, {}, {}});
  }

  Faults& faults_;
  std::vector<Open> open_;
  bool too_deep_ = false;
};

}  // namespace

std::optional<json> parse_json(std::string_view text, Faults& faults) {
  if (text.size() > kMaxFileBytes) {
    faults.push_back({"", "is larger than 16 MiB, which no card needs; a session is opened as recording:PATH"});
    return std::nullopt;
  }
  try {
    Watch watch(faults);
    json document = json::parse(text.begin(), text.end(),
                                [&](int depth, json::parse_event_t event, json& parsed) { return watch(depth, event, parsed); });
    if (!faults.empty()) return std::nullopt;
    return document;
  } catch (const json::parse_error& error) {
    faults.push_back({"", "is no JSON: it can't be read at " + place_of(text, error.byte)});
  } catch (const json::exception& error) {
    faults.push_back({"", "is no JSON: " + reason_of(error)});
  }
  return std::nullopt;
}

}  // namespace chasescope::model
