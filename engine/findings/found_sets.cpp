#include "engine/findings/found_sets.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "engine/findings/index_words.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 6> kAsked{
    quantity::sets, quantity::ways, quantity::ways_per_set, quantity::set_index_bits, quantity::set_index_function, quantity::replacement_policy};
constexpr std::array<std::string_view, 5> kBeside{quantity::way_replacement_probability, quantity::replacement_machine, quantity::line_bytes, quantity::page_bytes, quantity::fetch_bytes};
constexpr std::array<std::string_view, 3> kSizes{quantity::capacity_bytes, quantity::contiguous_bytes, quantity::entries};
// Nearest first.
constexpr std::array<std::string_view, 10> kCachesWithSets{
    subject::l1_data, subject::readonly, subject::texture, subject::constant_l1, subject::constant_l1_5,
    subject::l2,      subject::l3,       subject::l1_tlb,  subject::l2_tlb,      subject::l3_tlb};

template <typename List>
bool holds(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::optional<std::uint64_t> whole_number(const Finding* finding) {
  if (finding == nullptr || finding->status != FindingStatus::measured || !finding->value.is_number()) return std::nullopt;
  const double number = finding->value.get<double>();
  if (number < 1 || number > 1e18) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

/// The conditions that describe a setting of the device, without those of the method.
json setting_of(const Finding& finding) {
  json setting = json::object();
  for (const char* key : {"space", "carveout_percent", "l1_kib", "sm"})
    if (finding.conditions.is_object() && finding.conditions.contains(key)) setting[key] = finding.conditions[key];
  return setting;
}

std::vector<std::uint32_t> ways_of(const FoundSets& cache) {
  constexpr std::uint64_t kMostSets = 1U << 22U;
  if (const Finding* each = cache.find(quantity::ways_per_set); each != nullptr && each->status == FindingStatus::measured) {
    std::vector<std::uint32_t> ways;
    if (!each->value.is_array()) return ways;
    for (const json& count : each->value)
      if (count.is_number_integer() && count.get<std::int64_t>() > 0 && count.get<std::int64_t>() < (1 << 20))
        ways.push_back(count.get<std::uint32_t>());
    return ways.size() == each->value.size() ? ways : std::vector<std::uint32_t>();
  }
  const auto ways = whole_number(cache.find(quantity::ways));
  if (!ways || !cache.sets || *cache.sets > kMostSets) return {};
  return std::vector<std::uint32_t>(*cache.sets, static_cast<std::uint32_t>(*ways));
}

bool is_nearest(const FoundSets& cache, const std::vector<Finding>& findings) {
  if (cache.translates()) return false;
  const auto place = [](std::string_view subject) { return std::find(kCachesWithSets.begin(), kCachesWithSets.end(), subject); };
  const auto own = place(cache.subject);
  return std::none_of(findings.begin(), findings.end(), [&](const Finding& other) {
    return other.status == FindingStatus::measured && place(other.subject) < own &&
           setting_of(other).value("space", json()) == cache.setting.value("space", json());
  });
}

void put_together(FoundSets& cache) {
  cache.sets = whole_number(cache.find(quantity::sets));
  cache.ways = ways_of(cache);
  if (!cache.sets && !cache.ways.empty()) cache.sets = cache.ways.size();
  cache.line_bytes = whole_number(cache.find(cache.translates() ? quantity::page_bytes : quantity::line_bytes));
  cache.fetch_bytes = whole_number(cache.find(quantity::fetch_bytes));
  if (const auto capacity = whole_number(cache.find(quantity::capacity_bytes)); !cache.line_bytes && capacity && cache.entries() != 0)
    if (*capacity % cache.entries() == 0) cache.line_bytes = *capacity / cache.entries();
  if (const Finding* function = cache.find(quantity::set_index_function)) {
    cache.index = index_from(*function, cache.find(quantity::set_index_bits));
  } else if (cache.sets == 1U) {
    cache.index = inference::SetIndex{};
  }
  // Drops the index if it contradicts the number of sets.
  if (cache.index && cache.sets && cache.index->sets() != *cache.sets) cache.index.reset();
  const Finding* policy = cache.find(quantity::replacement_policy);
  if (policy != nullptr && policy->status == FindingStatus::measured && policy->value.is_string())
    cache.policy = policy->value.get<std::string>();
}

}  // namespace

std::uint64_t FoundSets::entries() const { return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0}); }

std::uint32_t FoundSets::most_ways() const { return ways.empty() ? 0 : *std::max_element(ways.begin(), ways.end()); }

bool FoundSets::equal_ways() const {
  return std::all_of(ways.begin(), ways.end(), [&](std::uint32_t count) { return count == ways.front(); });
}

const Finding* FoundSets::find(std::string_view quantity) const {
  // The last finding with a value; if there is none, the last one of all.
  const Finding* found = nullptr;
  for (const Finding& finding : findings)
    if (finding.quantity == quantity &&
        (found == nullptr || finding.status == FindingStatus::measured || found->status != FindingStatus::measured))
      found = &finding;
  return found;
}

std::optional<std::uint64_t> FoundSets::set_of(std::uint64_t offset) const {
  if (!index) return std::nullopt;
  const std::uint64_t set = index->set_of(offset);
  return set < index->sets() ? std::optional(set) : std::nullopt;
}

const std::vector<std::string>& cache_subjects() {
  static const std::vector<std::string> subjects(kCachesWithSets.begin(), kCachesWithSets.end());
  return subjects;
}

std::vector<FoundSets> found_sets(const std::vector<Finding>& findings) {
  std::vector<FoundSets> caches;
  for (const std::string_view subject : kCachesWithSets)
    for (const Finding& finding : findings) {
      if (finding.subject != subject || !holds(kAsked, finding.quantity)) continue;
      const json setting = setting_of(finding);
      if (std::any_of(caches.begin(), caches.end(),
                      [&](const FoundSets& other) { return other.subject == subject && other.setting == setting; }))
        continue;
      FoundSets cache;
      cache.subject = finding.subject;
      cache.setting = setting;
      for (const Finding& other : findings)
        if (other.subject == subject && setting_of(other) == setting &&
            (holds(kAsked, other.quantity) || holds(kBeside, other.quantity) || holds(kSizes, other.quantity)))
          cache.findings.push_back(other);
      put_together(cache);
      cache.nearest = is_nearest(cache, findings);
      caches.push_back(std::move(cache));
    }
  return caches;
}

std::optional<double> lru_miss_rate(const FoundSets& cache, std::uint64_t bytes, std::uint64_t stride) {
  constexpr std::uint64_t kMostAccesses = 1U << 22U;
  if (!cache.line_bytes || !cache.index || cache.ways.empty() || stride == 0 || bytes < stride) return std::nullopt;
  const std::uint64_t accesses = bytes / stride;
  if (accesses > kMostAccesses) return std::nullopt;
  const std::uint64_t unit = std::min(cache.fetch_bytes.value_or(*cache.line_bytes), *cache.line_bytes);
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>
      visited;  // by set: its lines, and the lines that are fetched with them
  std::uint64_t last_line = ~std::uint64_t{0}, last_unit = ~std::uint64_t{0};
  for (std::uint64_t access = 0; access < accesses; ++access) {
    const std::uint64_t offset = access * stride;
    const auto set = cache.set_of(offset);
    if (!set || *set >= cache.ways.size()) return std::nullopt;
    auto& [lines, units] = visited[*set];
    if (offset / *cache.line_bytes != last_line) ++lines;
    if (offset / unit != last_unit) ++units;
    last_line = offset / *cache.line_bytes;
    last_unit = offset / unit;
  }
  std::uint64_t misses = 0;
  for (const auto& [set, counts] : visited)
    if (counts.first > cache.ways[set]) misses += counts.second;
  return static_cast<double>(misses) / static_cast<double>(accesses);
}

}  // namespace chasescope
