#include "engine/model/latency_table.h"

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

LatencyTable::LatencyTable(const PathSpec& path, bool has_window) {
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
}

}  // namespace chasescope::model
