#include "engine/model/card_file/card_sheet.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/model/card_file/fault.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::model {
namespace {

using nlohmann::json;

constexpr std::size_t kShownOfList = 24;

// The members of a file that hold values, in the order in which people look for them, with the names that a sheet gives their
// parts.
struct Section {
  const char* member;
  const char* name;
  bool named_parts;  // whether the member is an object of parts with names
};
constexpr std::array kSections{
    Section{"caches", "cache", true},
    Section{"tlbs", "TLB", true},
    Section{"paths", "loads through", true},
    Section{"activation_window_bytes", "translation", false},
    Section{"partitions", "partitions", false},
    Section{"floor_plan", "floor plan", false},
    Section{"shared_memory", "shared memory", false},
    Section{"request_table", "request table", false},
    Section{"bandwidth", "bandwidth of", true},
    Section{"copy_startup_cycles", "copy", false},
    Section{"instructions", "instructions", false},
    Section{"cluster", "cluster", false},
    Section{"operations", "operations", false},
    Section{"residency", "residency", false},
    Section{"device", "device", false},
    Section{"noise", "noise", false},
    Section{"clock", "clock", false},
    Section{"memory_pauses", "pauses of memory", false},
};

constexpr std::array kStructure{"data", "backing", "translation", "translation_after", "cache"};

bool is_structure(const std::string& member, const json& value) {
  return std::find(kStructure.begin(), kStructure.end(), member) != kStructure.end() && (value.is_string() || value.is_array());
}

bool is_list_of_scalars(const json& value) {
  return value.is_array() && std::none_of(value.begin(), value.end(), [](const json& item) { return item.is_object(); });
}

std::string scalar_text(const json& value, bool bytes) {
  if (bytes && value.is_number_unsigned()) return format_bytes(value.get<std::uint64_t>());
  if (value.is_number_unsigned()) return format_count(value.get<std::uint64_t>());
  if (value.is_number()) return number_text(value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string value_text(const json& value, bool bytes) {
  if (!value.is_array()) return scalar_text(value, bytes);
  std::string text;
  for (std::size_t i = 0; i < std::min(value.size(), kShownOfList); ++i)
    text += (i == 0 ? "" : ", ") + (value[i].is_array() ? "{" + value_text(value[i], bytes) + "}" : scalar_text(value[i], bytes));
  if (value.size() > kShownOfList) text += ", … (" + format_count(value.size()) + " in all)";
  return text;
}

// The ending of a member's name gives the unit of its value: "line_bytes" becomes "line", in bytes. format_bytes() writes the unit
// of bytes itself, so that it is empty here.
struct Unit {
  std::string_view ending;
  const char* told;
};
constexpr std::array kUnits{Unit{"_bytes", ""}, Unit{"_cycles", " cycles"}, Unit{"_khz", " kHz"}, Unit{"_percent", " %"}};
// Objects and lists whose values are cycles, one for each part.
constexpr std::array kTablesOfCycles{"latency", "translation_penalty", "combined", "far_latency", "conflict_cycles", "load_cycles", "slice_cycles"};

class Sheet {
 public:
  explicit Sheet(const Card& card) : card_(card) {}

  void add(const std::string& part, const std::string& quantity, const json& value, const std::string& pointer, bool cycles) {
    if (value.is_object() || (value.is_array() && !is_list_of_scalars(value))) {
      for (const auto& [key, item] : value.items()) {
        if (is_structure(key, item)) continue;
        const bool table = std::find(kTablesOfCycles.begin(), kTablesOfCycles.end(), key) != kTablesOfCycles.end();
        const std::string name = value.is_array() ? "no. " + std::to_string(std::stoul(key) + 1) : key;
        add(part, quantity.empty() ? name : quantity + ", " + name, item, below(pointer, key), cycles || table);
      }
      return;
    }
    SheetRow row{pointer, part, quantity, {}, {}, {}, SheetRow::Origin::unstated};
    std::string_view unit = cycles ? " cycles" : "";
    bool bytes = false;
    for (const Unit& known : kUnits)
      if (quantity.ends_with(known.ending)) {
        row.quantity.resize(quantity.size() - known.ending.size());
        unit = known.told;
        bytes = known.ending == "_bytes";
      }
    row.value = value_text(value, bytes) + std::string(value.is_number() ? unit : "");
    std::replace(row.quantity.begin(), row.quantity.end(), '_', ' ');
    if (const Source* source = card_.source_of(pointer)) {
      row.source = source->text;
      const auto named = card_.legend.find(source->text.substr(0, source->text.find_first_of(" ,:;")));
      if (named != card_.legend.end()) row.reference = named->second;
      row.origin = source->assumed ? SheetRow::Origin::assumed : SheetRow::Origin::published;
    }
    rows_.push_back(std::move(row));
  }

  CardSheet take() { return std::move(rows_); }

 private:
  const Card& card_;
  CardSheet rows_;
};

}  // namespace

CardSheet sheet_of(const json& document, const Card& card) {
  Sheet sheet(card);
  for (const Section& section : kSections) {
    const auto found = document.find(section.member);
    if (found == document.end()) continue;
    const std::string pointer = below("", section.member);
    if (!section.named_parts) {
      sheet.add(section.name, found->is_object() ? "" : section.member, *found, pointer, false);
      continue;
    }
    for (const auto& [name, part] : found->items())
      sheet.add(std::string(section.name) + " " + name, "", part, below(pointer, name), false);
  }
  return sheet.take();
}

}  // namespace chasescope::model
