#include "engine/probe/shared_work.h"

#include <algorithm>
#include <iterator>

namespace chasescope {

using structure::CacheShape;
using structure::Setting;
using structure::SpaceReport;
using structure::Survey;

const Survey* SharedWork::survey(const Setting& setting, std::size_t most_caches) const {
  const auto known = std::find_if(surveys_.begin(), surveys_.end(),
                                  [&](const Known& one) { return one.setting == setting && one.most_caches >= most_caches; });
  return known == surveys_.end() ? nullptr : &known->survey;
}

void SharedWork::remember(const Setting& setting, std::size_t most_caches, const Survey& survey) {
  surveys_.push_back({setting, most_caches, survey});
}

const SpaceReport* SharedWork::space(const Setting& setting) const {
  const auto known = std::find_if(spaces_.begin(), spaces_.end(), [&](const SpaceReport& one) { return one.setting == setting; });
  return known == spaces_.end() ? nullptr : &*known;
}

void SharedWork::remember(const SpaceReport& report) { spaces_.push_back(report); }

const SpaceReport* SharedWork::explored(const Question& question) const {
  const auto known = std::find_if(explored_.begin(), explored_.end(), [&](const auto& one) {
    return one.first.setting == question.setting && one.first.depth >= question.depth &&
           one.first.caches_of_global_ca == question.caches_of_global_ca && one.first.skip == question.skip;
  });
  return known == explored_.end() ? nullptr : &known->second;
}

void SharedWork::remember(Question question, const SpaceReport& report) { explored_.emplace_back(std::move(question), report); }

std::vector<inference::SetIndex> SharedWork::indices_like(std::uint64_t line_bytes, std::size_t ways) const {
  std::vector<inference::SetIndex> indices;
  for (const auto& [setting, shape] : nearest_)
    if (shape.index && shape.line_bytes == line_bytes && std::find(shape.ways.begin(), shape.ways.end(), ways) != shape.ways.end())
      indices.push_back(*shape.index);
  return indices;
}

void SharedWork::remember(const Setting& setting, const CacheShape& nearest) { nearest_.push_back({setting, nearest}); }

std::vector<SharedWork::ByTrials> SharedWork::by_trials() const {
  std::vector<ByTrials> known;
  std::copy_if(nearest_.begin(), nearest_.end(), std::back_inserter(known),
               [](const ByTrials& one) { return one.shape.index && !one.shape.by_trials.empty(); });
  return known;
}

}  // namespace chasescope
