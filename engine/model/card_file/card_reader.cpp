#include "engine/model/card_file/card_reader.h"

#include <algorithm>
#include <array>

#include "engine/model/card_file/cache_reader.h"
#include "engine/model/card_file/clock_reader.h"
#include "engine/model/card_file/json_text.h"
#include "engine/model/card_file/noise_reader.h"
#include "engine/model/card_file/object_reader.h"
#include "engine/model/card_file/partition_reader.h"
#include "engine/model/card_file/path_reader.h"
#include "engine/model/card_file/residency_reader.h"
#include "engine/model/card_file/sm_reader.h"
#include "engine/model/spec/limits.h"
#include "engine/output/outgoing_text.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

// The numeric properties of a device in the protocol. memory_bytes is read separately, because every card must state it.
constexpr std::array kDeviceNumbers{
    "sm_count", "warp_size",           "max_threads_per_block",  "clock_khz",      "memory_clock_khz", "memory_bus_bits",
    "l2_bytes", "shared_bytes_per_sm", "shared_bytes_per_block", "constant_bytes", "registers_per_sm",
};

bool is_part_name(const std::string& name) {
  const auto good = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && name.size() <= 32 && name[0] >= 'a' && name[0] <= 'z' && std::all_of(name.begin(), name.end(), good) &&
         name != kWalk && name != kWindow;
}

class CardReader {
 public:
  CardReader(const json& document, std::span<const std::string_view> spaces, Faults& faults)
      : document_(document), reader_(document, "", faults), spaces_(spaces), faults_(faults) {}

  Card read() {
    read_head();
    read_device();
    for (const auto& [name, object] : named_parts("caches"))
      card_.caches[name] = read_cache(*object, below("/caches", name), memory_bytes_, faults_);
    for (const auto& [name, object] : named_parts("tlbs"))
      card_.tlbs[name] = read_tlb(*object, below("/tlbs", name), memory_bytes_, faults_);
    card_.activation_window_bytes = reader_.power_of_two("activation_window_bytes", kMinUnitBytes, kMaxMemoryBytes, Need::optional);
    if (const json* partitions = reader_.member("partitions", Need::optional))
      card_.partitions = read_partitions(*partitions, "/partitions", card_, memory_bytes_, faults_);
    if (const json* plan = reader_.member("floor_plan", Need::optional))
      card_.floor_plan = read_floor_plan(*plan, "/floor_plan", card_, memory_bytes_, faults_);
    read_paths();
    card_.sm = read_sm(reader_);
    read_instructions();
    read_residency_of_l2();
    if (const json* noise = reader_.member("noise", Need::optional)) card_.noise = read_noise(*noise, "/noise", faults_);
    if (const json* clock = reader_.member("clock", Need::optional)) card_.clock = read_clock(*clock, "/clock", faults_);
    if (const json* pauses = reader_.member("memory_pauses", Need::optional))
      card_.pauses = read_pauses(*pauses, "/memory_pauses", faults_);
    read_sources();
    reader_.finish();
    return std::move(card_);
  }

 private:
  void read_head() {
    if (const auto schema = reader_.text("schema"); schema && *schema != kSchemaName)
      reader_.fault("schema", "is \"" + *schema + "\", but a card file says \"" + std::string(kSchemaName) + "\"");
    reader_.count("version", kSchemaVersion, kSchemaVersion);
    card_.name = shortened(reader_.text("name").value_or(""));
    card_.summary = reader_.text("summary").value_or("");
  }

  void read_device() {
    const json* value = reader_.member("device");
    if (value == nullptr) return;
    ObjectReader device(*value, "/device", faults_);
    card_.device.compute_capability = device.text("compute_capability", Need::optional);
    if (const auto memory = device.count("memory_bytes", 1, kMaxMemoryBytes)) {
      memory_bytes_ = *memory;
      card_.device.numbers["memory_bytes"] = *memory;
    }
    for (const char* const name : kDeviceNumbers)
      if (const auto number = device.count(name, 1, kMaxMemoryBytes, Need::optional)) card_.device.numbers[name] = *number;
    device.finish();
  }

  std::vector<std::pair<std::string, const json*>> named_parts(const std::string& member) {
    auto parts = reader_.entries(member, Need::optional);
    std::erase_if(parts, [&](const auto& part) {
      if (is_part_name(part.first)) return false;
      faults_.push_back({below("/" + member, part.first),
                         "is no name for a part: lower-case letters, digits and _, at most 32, and neither walk nor window"});
      return true;
    });
    return parts;
  }

  void read_paths() {
    const auto paths = reader_.entries("paths");
    if (paths.empty() && document_.is_object() && document_.contains("paths") && document_["paths"].is_object())
      reader_.fault("paths", "is empty; a card needs at least one memory space");
    for (const auto& [space, object] : paths) {
      if (std::find(spaces_.begin(), spaces_.end(), space) == spaces_.end())
        faults_.push_back({below("/paths", space), "is no memory space"});
      else
        card_.paths[space] = read_path(*object, below("/paths", space), card_, faults_);
    }
  }

  void read_instructions() {
    const json* value = reader_.member("instructions", Need::optional);
    if (value == nullptr) return;
    InstructionSpec spec;
    ObjectReader reader(*value, "/instructions", faults_);
    spec.instruction_bytes = static_cast<std::uint32_t>(reader.power_of_two("instruction_bytes", 4, 32).value_or(16));
    spec.issue_cycles = reader.number("issue_cycles", 0, kMaxCycles).value_or(0);
    spec.prefetch_lines = static_cast<std::uint32_t>(reader.count("prefetch_lines", 0, 64, Need::optional).value_or(0));
    if (const json* path = reader.member("path")) {
      spec.path = read_path(*path, "/instructions/path", card_, faults_);
      if (value->is_object() && spec.path.data.empty()) reader.fault("path", "names no cache");
    }
    reader.finish();
    card_.instructions = std::move(spec);
  }

  void read_residency_of_l2() {
    const json* value = reader_.member("residency", Need::optional);
    if (value == nullptr) return;
    const auto l2 = card_.device.numbers.find("l2_bytes");
    const bool known = l2 != card_.device.numbers.end();
    if (!known && memory_bytes_ != 0) reader_.fault("residency", "needs l2_bytes of the device");
    card_.residency = read_residency(*value, "/residency", known ? l2->second : 0, faults_);
  }

  // The text of a source is "assumed" or "assumed: …", or it begins with a short name from the legend.
  void read_sources() {
    for (const auto& [name, text] : reader_.entries("legend", Need::optional)) {
      if (text->is_string())
        card_.legend[name] = text->get<std::string>();
      else
        faults_.push_back({below("/legend", name), "must be a text"});
    }
    for (const auto& [pointer, text] : reader_.entries("sources", Need::optional)) {
      const std::string at = below("/sources", pointer);
      if (!text->is_string()) {
        faults_.push_back({at, "must be a text"});
        continue;
      }
      const auto source = text->get<std::string>();
      const std::string word = source.substr(0, source.find_first_of(" ,:;"));
      const bool assumed = word == "assumed";
      if (!assumed && !card_.legend.contains(word))
        faults_.push_back({at, "begins with \"" + word + "\", which is neither \"assumed\" nor in the legend"});
      if (!exists(pointer)) faults_.push_back({at, "points to nothing in this file"});
      card_.sources[pointer] = {source, assumed};
    }
  }

  bool exists(const std::string& pointer) const {
    try {
      return document_.contains(json::json_pointer(pointer));
    } catch (const json::exception&) {
      return false;
    }
  }

  const json& document_;
  ObjectReader reader_;
  std::span<const std::string_view> spaces_;
  Faults& faults_;
  Card card_;
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace

CardReading read_card(std::string_view json_text, std::span<const std::string_view> spaces) {
  CardReading reading;
  const auto document = parse_json(json_text, reading.faults);
  if (!document) return reading;
  // In a file of a newer version, only the version is reported: its other members may be right by that version.
  if (const auto version = document->is_object() ? document->find("version") : document->end();
      version != document->end() && version->is_number_unsigned() && *version > kSchemaVersion) {
    reading.faults.push_back({"/version", "is " + version->dump() + ", and this program reads version " +
                                              std::to_string(kSchemaVersion) + "; a newer ChaseScope can open it"});
    return reading;
  }
  Card card = CardReader(*document, spaces, reading.faults).read();
  if (reading.faults.empty()) reading.card = std::move(card);
  return reading;
}

}  // namespace chasescope::model
