#include "engine/build/built_card.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string_view>

#include "engine/device/chase.h"
#include "engine/model/card_file/card_reader.h"
#include "engine/model/card_file/shape_writer.h"
#include "engine/model/spec/limits.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::build {
namespace {

using nlohmann::json;

constexpr const char* kMemory = "dram";

/// The control that belongs to a place of the model file, and the subject of a sentence about that place.
struct Place {
  std::string_view ending;
  Control control;
  std::string_view subject;
};
// The places of a cache or a TLB. The first one that fits counts.
constexpr std::array kPlaces{
    Place{"/line_bytes", Control::line, "The line"},
    Place{"/page_bytes", Control::line, "The page"},
    Place{"/sector_bytes", Control::sector, "The sector"},
    Place{"/sets", Control::sets, "The number of sets"},
    Place{"/ways", Control::ways, "The number of ways"},
    Place{"/capacity_bytes", Control::size, "The size"},
    Place{"/entries", Control::size, "The number of entries"},
    Place{"/index/table", Control::index, "The table"},
    Place{"/index/granule_bytes", Control::index, "The block of the index"},
    Place{"/index", Control::index, "The index"},
    Place{"/policy/probabilities", Control::policy, "The list of probabilities"},
    Place{"/policy/kind", Control::policy, "The policy"},
    Place{"/policy", Control::policy, "The policy"},
    // No control changes these two, but a model file may set them.
    Place{"/data_store", Control::ways, "The data store that was given"},
    Place{"/next_line", Control::sector, "The fetch of the next line that was given"},
};

std::string ends_well(std::string sentence) {
  if (!sentence.ends_with('.')) sentence += '.';
  return sentence;
}

BuildFault latency_fault(const std::string& part, const std::string& reason) {
  const std::string subject = part == kCacheName    ? "The latency of a hit"
                              : part == kBehindName ? "The latency of the level behind"
                                                    : "The latency of a miss";
  return {part == kBehindName ? Control::behind : Control::latency, ends_well(subject + " " + reason)};
}

BuildFault worded(const model::Fault& fault) {
  const std::string& at = fault.pointer;
  const auto within = [&](const std::string& part) { return at.starts_with(part + "/") || at == part; };
  const std::string cache = std::string("/caches/") + kCacheName, behind = std::string("/caches/") + kBehindName;
  const std::string tlb = std::string("/tlbs/") + kTlbName, latency = std::string("/paths/") + kSpace + "/latency/";
  if (at == "/name") return {Control::name, "The cache needs a name."};
  if (at.starts_with(latency)) return latency_fault(at.substr(latency.size()), fault.reason);
  if (at.find("/translation_penalty") != std::string::npos)
    return {Control::tlb, ends_well("The penalty of the TLB " + fault.reason)};
  std::string subject = at;
  Control control = Control::size;
  for (const std::string& part : {cache, behind, tlb}) {
    if (!within(part)) continue;
    const std::string rest = at.substr(part.size());
    subject = "It";
    for (const Place& place : kPlaces)
      if (rest == place.ending || rest.starts_with(std::string(place.ending) + "/")) {
        subject = place.subject;
        control = place.control;
        break;
      }
    if (rest.starts_with("/policy/") && subject == "The policy" && rest != "/policy/kind") subject = "Its " + rest.substr(8);
    if (part == behind) subject += " of the level behind";
    if (part == tlb) subject += " of the TLB";
    if (part != cache) control = part == tlb ? Control::tlb : Control::behind;
  }
  return {control, ends_well(subject + " " + fault.reason)};
}

/// The builder computes a total ("/capacity_bytes", "/entries") from the other controls, so a wrong total follows from a fault
/// there. A fault of a total is left out if a fault of its parts is reported, too.
model::Faults causes_of(const model::Faults& faults) {
  const auto is_sum = [](const std::string& at) { return at.ends_with("/capacity_bytes") || at.ends_with("/entries"); };
  model::Faults causes;
  for (const model::Fault& fault : faults) {
    const std::string part = fault.pointer.substr(0, fault.pointer.rfind('/'));
    const bool told = std::any_of(faults.begin(), faults.end(), [&](const model::Fault& other) {
      return !is_sum(other.pointer) && other.pointer.starts_with(part + "/");
    });
    if (!is_sum(fault.pointer) || !told) causes.push_back(fault);
  }
  return causes;
}

json path_of(const BuiltCache& built) {
  model::PathSpec path;
  path.data = {kCacheName};
  path.latency = {{kCacheName, built.hit_cycles}, {kMemory, built.miss_cycles}};
  path.backing = kMemory;
  if (built.behind) {
    path.data.emplace_back(kBehindName);
    path.latency[kBehindName] = built.behind->hit_cycles;
  }
  if (built.tlb) {
    path.translation = {kTlbName};
    path.translation_penalty = {{model::kWalk, built.tlb->penalty_cycles}};
  }
  return model::written(path);
}

std::string summary_of(const BuiltCache& built) {
  std::string text = size_sum(built.cache, false) + ", " + built.cache.policy.kind;
  if (!built.like.empty()) text += "; begun from " + built.like;
  return text + ".";
}

json document_of(const BuiltCache& built) {
  json file;
  file["schema"] = model::kSchemaName;
  file["version"] = model::kSchemaVersion;
  file["name"] = one_line(built.name);
  file["summary"] = one_line(summary_of(built));
  file["device"] = {{"memory_bytes", memory_of(built)}, {"sm_count", 1}};
  file["caches"][kCacheName] = model::written_cache(built.cache);
  if (built.behind) file["caches"][kBehindName] = model::written_cache(built.behind->spec);
  if (built.tlb) file["tlbs"][kTlbName] = model::written_tlb(built.tlb->spec);
  file["paths"][kSpace] = path_of(built);
  const std::string assumed = "assumed: built in ChaseScope";
  file["sources"] = {{"/device", "assumed: room for the cache and its index"},
                     {"/caches", built.like.empty() ? assumed : one_line(assumed + ", from " + built.like)},
                     {"/paths", assumed}};
  if (built.tlb) file["sources"]["/tlbs"] = assumed;
  return file;
}

/// Adds faults of latencies that a model file may have, but that no clock could measure.
void add_latency_faults(const BuiltCache& built, std::vector<BuildFault>& faults) {
  const auto cycles = [](double number) { return number_text(number) + " cycles"; };
  if (built.miss_cycles <= built.hit_cycles)
    faults.push_back({Control::latency, "A miss of " + cycles(built.miss_cycles) + " is no slower than a hit of " +
                                            cycles(built.hit_cycles) + ", so no clock could tell them apart."});
  else if (built.behind && (built.behind->hit_cycles <= built.hit_cycles || built.behind->hit_cycles >= built.miss_cycles))
    faults.push_back({Control::behind, "The level behind answers in " + cycles(built.behind->hit_cycles) +
                                           ", which must lie between a hit (" + number_text(built.hit_cycles) + ") and a miss (" +
                                           number_text(built.miss_cycles) + ")."});
}

unsigned highest_bit(const model::IndexSpec& index) {
  unsigned highest = 0;
  for (const auto& group : index.bit_groups)
    for (const unsigned bit : group) highest = std::max(highest, bit);
  for (const model::IndexSpec& part : index.parts) highest = std::max(highest, highest_bit(part));
  return highest;
}

}  // namespace

std::string Build::at(Control control) const {
  for (const BuildFault& fault : faults)
    if (fault.control == control) return fault.sentence;
  return {};
}

std::uint64_t memory_of(const BuiltCache& built) {
  constexpr unsigned kUsual = 30;  // 1 GiB, enough for all arrays of the view
  const unsigned most = static_cast<unsigned>(std::bit_width(model::kMaxMemoryBytes)) - 1;
  unsigned bits = kUsual;
  const auto widen = [&](const model::CacheSpec& spec) {
    bits = std::max(bits, highest_bit(spec.index) + 1);
    // The memory is more than four times as large as each cache, so an array can always overrun the cache.
    bits = std::max(bits, static_cast<unsigned>(std::bit_width(spec.capacity_bytes())) + 2);
  };
  widen(built.cache);
  if (built.tlb) widen(built.tlb->spec);
  if (built.behind) widen(built.behind->spec);
  return std::uint64_t{1} << std::min(bits, most);
}

std::string size_sum(const model::CacheSpec& spec, bool translates) {
  const std::uint64_t entries = spec.entries();
  const std::string unit = translates ? " page" : " line";
  return format_count(entries) + unit + (entries == 1 ? "" : "s") + " × " + format_bytes(spec.unit_bytes) + " = " +
         (spec.capacity_bytes() < 65536 ? format_count(spec.capacity_bytes()) + " B" : format_bytes(spec.capacity_bytes()));
}

Build build_card(const BuiltCache& built) {
  Build build;
  build.file = document_of(built).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  std::vector<std::string_view> spaces;
  for (const MemorySpace space : all_memory_spaces()) spaces.push_back(to_string(space));
  model::CardReading reading = model::read_card(build.file, spaces);
  std::vector<BuildFault> all;
  for (const model::Fault& fault : causes_of(reading.faults)) all.push_back(worded(fault));
  add_latency_faults(built, all);
  for (BuildFault& fault : all)
    if (build.at(fault.control).empty()) build.faults.push_back(std::move(fault));
  if (build.faults.empty()) build.card = std::move(reading.card);
  return build;
}

}  // namespace chasescope::build
