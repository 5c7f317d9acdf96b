#include "engine/model/spec/latency_table.h"

#include <algorithm>

namespace chasescope::model {

std::vector<std::string> data_parts(const PathSpec& path) {
  std::vector<std::string> parts = path.data;
  parts.push_back(path.backing);
  return parts;
}

std::vector<std::string> translation_parts(const PathSpec& path, bool has_window) {
  std::vector<std::string> parts = path.translation;
  if (parts.empty()) return parts;
  parts.emplace_back(kWalk);
  if (has_window) parts.emplace_back(kWindow);
  return parts;
}

std::optional<SliceLatency> slice_latency(const Card& card, const PathSpec& path) {
  for (const std::string& name : path.data)
    if (const auto found = card.caches.find(name); found != card.caches.end() && !found->second.slice_cycles.empty())
      return SliceLatency{name, found->second.slice_cycles};
  return std::nullopt;
}

LatencyTable::LatencyTable(const PathSpec& path, bool has_window, const std::optional<SliceLatency>& slices) {
  std::vector<std::string> translations = translation_parts(path, has_window);
  if (translations.empty()) translations.emplace_back();
  translations_ = translations.size();
  for (const std::string& data : data_parts(path))
    for (const std::string& translation : translations) {
      const auto penalty = path.translation_penalty.find(translation);
      double cycles = path.latency.at(data) + (penalty == path.translation_penalty.end() ? 0 : penalty->second);
      if (const auto row = path.combined.find(data); row != path.combined.end())
        if (const auto published = row->second.find(translation); published != row->second.end()) cycles = published->second;
      cycles_.push_back(static_cast<float>(cycles));
      names_.push_back(translation.empty() ? data : data + "+" + translation);
    }
  if (slices) add_slices(path, *slices);
  if (path.far_latency.empty()) return;
  // A far address adds the same cycles whatever its translation was. Parts before the partitioned cache are never far.
  far_offset_ = cycles_.size();
  std::size_t near = 0;
  for (const std::string& data : data_parts(path)) {
    const auto far = path.far_latency.find(data);
    const double more = far == path.far_latency.end() ? 0 : far->second - path.latency.at(data);
    for (std::size_t i = 0; i < translations_; ++i, ++near) {
      cycles_.push_back(static_cast<float>(cycles_[near] + more));
      names_.push_back(data + "_far" + names_[near].substr(data.size()));
    }
  }
}

// Lists all outcomes once for each slice. Parts before the sliced cache belong to no slice, so that their latency is the same in
// each list.
void LatencyTable::add_slices(const PathSpec& path, const SliceLatency& slices) {
  const std::vector<std::string> data = data_parts(path);
  const auto first = static_cast<std::size_t>(std::find(data.begin(), data.end(), slices.cache) - data.begin());
  slice_offset_ = cycles_.size();
  const std::vector<float> plain = cycles_;
  const std::vector<std::string> names = names_;
  cycles_.clear();
  names_.clear();
  for (std::size_t slice = 0; slice < slices.cycles.size(); ++slice)
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const std::size_t part = i / translations_;
      const bool behind = part >= first;
      cycles_.push_back(behind ? static_cast<float>(plain[i] + slices.cycles[slice]) : plain[i]);
      const std::string& answered = data[part];
      names_.push_back(behind ? answered + "_slice" + std::to_string(slice) + names[i].substr(answered.size()) : names[i]);
    }
}

}  // namespace chasescope::model
