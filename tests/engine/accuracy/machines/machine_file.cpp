#include "tests/engine/accuracy/machines/machine_file.h"

#include <bit>
#include <numeric>

namespace chasescope::accuracy {

using nlohmann::json;

DataSteps later(DataSteps steps, double cycles) {
  for (auto& [part, latency] : steps.caches) latency += cycles;
  steps.memory += cycles;
  return steps;
}

DataSteps without_first(DataSteps steps, std::size_t count) {
  steps.caches.erase(steps.caches.begin(), steps.caches.begin() + static_cast<std::ptrdiff_t>(count));
  return steps;
}

json policy(const std::string& kind) { return {{"kind", kind}}; }

json qlru(const std::string& variant) { return {{"kind", "qlru"}, {"variant", variant}}; }

json weighted(std::vector<double> probabilities) { return {{"kind", "weighted_way"}, {"probabilities", std::move(probabilities)}}; }

json modulo(std::uint64_t granule_bytes) {
  json index{{"kind", "modulo"}};
  if (granule_bytes > 0) index["granule_bytes"] = granule_bytes;
  return index;
}

json bit_field(unsigned low, unsigned count) {
  if (count == 0) return modulo();
  std::vector<unsigned> bits(count);
  std::iota(bits.begin(), bits.end(), low);
  return {{"kind", "bits"}, {"bits", bits}};
}

json folded(unsigned low, unsigned count, unsigned end) {
  std::vector<std::vector<unsigned>> groups(count);
  for (unsigned bit = low; bit < end; ++bit) groups[(bit - low) % count].push_back(bit);
  return {{"kind", "xor"}, {"bits", groups}};
}

json hashed(std::vector<std::vector<unsigned>> groups, unsigned end) {
  for (std::vector<unsigned>& group : groups) std::erase_if(group, [&](unsigned bit) { return bit >= end; });
  return {{"kind", "xor"}, {"bits", groups}};
}

json sliced(std::uint64_t slices, json slice, json within) {
  return {{"kind", "sliced"}, {"slices", slices}, {"slice", std::move(slice)}, {"within", std::move(within)}};
}

json interleaved(std::uint64_t slices, unsigned granule_shift, unsigned low, unsigned set_bits) {
  const unsigned taken = granule_shift + static_cast<unsigned>(std::countr_zero(slices));
  std::vector<unsigned> bits;
  for (unsigned bit = low; bits.size() < set_bits; ++bit)
    if (bit < granule_shift || bit >= taken) bits.push_back(bit);
  return sliced(slices, modulo(std::uint64_t{1} << granule_shift), {{"kind", "bits"}, {"bits", bits}});
}

json cache_part(std::uint64_t line, std::uint64_t sets, std::uint64_t ways, json index, json policy) {
  return {{"capacity_bytes", line * sets * ways}, {"line_bytes", line}, {"sets", sets}, {"ways", ways}, {"index", std::move(index)},
          {"policy", std::move(policy)}};
}

json cache_part(std::uint64_t line, const std::vector<std::uint64_t>& ways, json index, json policy) {
  json part = cache_part(line, ways.size(), 1, std::move(index), std::move(policy));
  part["capacity_bytes"] = line * std::accumulate(ways.begin(), ways.end(), std::uint64_t{0});
  part["ways"] = ways;
  return part;
}

json tlb_part(std::uint64_t page, std::uint64_t sets, std::uint64_t ways, json index, json policy) {
  return {{"page_bytes", page}, {"entries", sets * ways},    {"sets", sets},
          {"ways", ways},       {"index", std::move(index)}, {"policy", std::move(policy)}};
}

json tlb_part(std::uint64_t page, const std::vector<std::uint64_t>& ways, json index, json policy) {
  json part = tlb_part(page, ways.size(), 1, std::move(index), std::move(policy));
  part["entries"] = std::accumulate(ways.begin(), ways.end(), std::uint64_t{0});
  part["ways"] = ways;
  return part;
}

json full_tlb(std::uint64_t page, std::uint64_t entries, const std::string& kind) {
  return tlb_part(page, 1, entries, modulo(), policy(kind));
}

json with(json part, const std::string& member, json value) {
  part[member] = std::move(value);
  return part;
}

MachineFile::MachineFile(unsigned memory_bits, bool checked) : memory_bits_(memory_bits) {
  const std::uint64_t memory = std::uint64_t{1} << memory_bits;
  file_ = {{"schema", "chasescope-model"},
           {"version", 1},
           {"caches", json::object()},
           {"device", {{"memory_bytes", checked ? memory / 8 * 7 : memory}}}};
}

void MachineFile::path(const std::string& space, const DataSteps& data, const TranslationSteps& translation) {
  json path{{"data", json::array()}, {"latency", {{"dram", data.memory}}}};
  for (const auto& [part, latency] : data.caches) {
    path["data"].push_back(part);
    path["latency"][part] = latency;
  }
  if (!translation.tlbs.empty()) {
    json penalty{{"walk", translation.walk}};
    if (translation.window > 0) penalty["window"] = translation.window;
    for (const auto& [part, cycles] : translation.tlbs) {
      path["translation"].push_back(part);
      if (part != translation.tlbs.front().first) penalty[part] = cycles;
    }
    path["translation_penalty"] = penalty;
    if (!translation.after.empty()) path["translation_after"] = translation.after;
  }
  file_["paths"][space] = path;
}

void MachineFile::constant_path(const DataSteps& data) {
  path("constant", data, {});
  file_["paths"]["constant"]["max_footprint_bytes"] = 64 * kKib;
}

}  // namespace chasescope::accuracy
