#include "widgets/figure/figure_entry.h"

#include <algorithm>

#include "engine/probe/discovery/registry.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;

bool has(const FigureProbe& probe, const std::string& key) {
  const Probe* known = find_probe(probe.name);
  return known != nullptr && known->info().parameter(key) != nullptr;
}

bool hasAll(const FigureRecipe& recipe, const ParameterValues& given) {
  return std::all_of(given.begin(), given.end(), [&](const auto& setting) {
    return std::any_of(recipe.probes.begin(), recipe.probes.end(),
                       [&](const FigureProbe& probe) { return has(probe, setting.first); });
  });
}

/// Whether the person gave the footprints, so that no probe needs to find them.
bool namesFootprint(const ParameterValues& given) {
  return given.contains("bytes") || (given.contains("from") && given.contains("to"));
}

bool isWanted(const FigureProbe& probe, const FigureRecipe& recipe, const ParameterValues& given) {
  if (probe.role == Role::fills) return true;
  if (probe.role == Role::guides) return !namesFootprint(given);
  return std::any_of(given.begin(), given.end(), [&](const auto& setting) {
    return has(probe, setting.first) && std::none_of(recipe.probes.begin(), recipe.probes.end(), [&](const FigureProbe& other) {
             return other.name != probe.name && has(other, setting.first);
           });
  });
}

DeviceError noSuchSetting(const std::string& figure, const std::vector<FigureRecipe>& recipes, const ParameterValues& given) {
  const auto known = [&](const std::string& key) {
    return std::any_of(recipes.begin(), recipes.end(),
                       [&](const FigureRecipe& recipe) { return hasAll(recipe, {{key, std::string()}}); });
  };
  const auto unknown = std::find_if(given.begin(), given.end(), [&](const auto& setting) { return !known(setting.first); });
  if (unknown == given.end())
    return {ErrorCode::invalid_request,
            "The settings of the figure " + figure + " belong to different ways to fill it; give those of one."};
  std::string keys;
  for (const FigureRecipe& recipe : recipes)
    for (const FigureProbe& probe : recipe.probes)
      if (const Probe* one = find_probe(probe.name))
        for (const Parameter& parameter : one->info().parameters)
          if ((", " + keys + ",").find(", " + parameter.key + ",") == std::string::npos)
            keys += (keys.empty() ? "" : ", ") + parameter.key;
  return {ErrorCode::invalid_request, "No probe of the figure " + figure + " has a parameter '" + unknown->first +
                                          "'; there are " + keys + "."};
}

}  // namespace

bool suits(const FigureRecipe& recipe, const std::string& cache) {
  return recipe.shows == FigureRecipe::Shows::anything || cache.empty() || (recipe.shows == FigureRecipe::Shows::tlbs) == cache.ends_with("_tlb");
}

Outcome<std::vector<FigureProbe>> probesToRun(const FigureEntry& figure, const std::string& cache, const ParameterValues& given) {
  std::vector<FigureRecipe> recipes = figure.recipes;
  std::erase_if(recipes, [&](const FigureRecipe& recipe) { return !suits(recipe, cache); });
  if (recipes.empty())
    return DeviceError{ErrorCode::invalid_request, "The figure " + std::string(figure.name) + " does not show " + cache + "."};
  for (const FigureRecipe& recipe : recipes) {
    if (!hasAll(recipe, given)) continue;
    std::vector<FigureProbe> probes = recipe.probes;
    std::erase_if(probes, [&](const FigureProbe& probe) { return !isWanted(probe, recipe, given); });
    return probes;
  }
  return noSuchSetting(figure.name, recipes, given);
}

QStringList probesOf(const FigureEntry& figure, const std::string& cache) {
  QStringList names;
  for (const FigureRecipe& recipe : figure.recipes)
    for (const FigureProbe& probe : recipe.probes)
      if ((cache.empty() || suits(recipe, cache)) && probe.role == Role::fills)
        if (const QString name = QString::fromLatin1(probe.name.data(), static_cast<qsizetype>(probe.name.size())); !names.contains(name))
          names << name;
  return names;
}

}  // namespace chasescope
