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

/// Whether the person gave the footprints that the figure shows, so that no probe needs to find them.
bool namesFootprint(const FigureRecipe& recipe, const ParameterValues& given) {
  const auto isShown = [&](const std::string& key) {
    return given.contains(key) && std::any_of(recipe.probes.begin(), recipe.probes.end(), [&](const FigureProbe& probe) {
             return probe.role != Role::guides && has(probe, key);
           });
  };
  return isShown("bytes") || (isShown("from") && isShown("to"));
}

bool isWanted(const FigureProbe& probe, const FigureRecipe& recipe, const ParameterValues& given) {
  if (probe.role == Role::fills) return true;
  if (probe.role == Role::guides) return !namesFootprint(recipe, given);
  return std::any_of(given.begin(), given.end(), [&](const auto& setting) {
    return has(probe, setting.first) && std::none_of(recipe.probes.begin(), recipe.probes.end(), [&](const FigureProbe& other) {
             return other.name != probe.name && has(other, setting.first);
           });
  });
}

/// The probes of a recipe that are to run. \return `invalid_request` if a setting is only for the search for a footprint, which is
/// not made: it would change nothing.
Outcome<std::vector<FigureProbe>> wantedOf(const FigureRecipe& recipe, const ParameterValues& given) {
  std::vector<FigureProbe> probes = recipe.probes;
  std::erase_if(probes, [&](const FigureProbe& probe) { return !isWanted(probe, recipe, given); });
  for (const auto& [key, value] : given)
    if (std::none_of(probes.begin(), probes.end(), [&, &name = key](const FigureProbe& probe) { return has(probe, name); }))
      return DeviceError{ErrorCode::invalid_request, "The setting " + key + " is for the search for a footprint, and " +
                                                         (given.contains("bytes") ? "bytes names" : "from and to name") +
                                                         " the footprint. Leave one of them out."};
  return probes;
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
  for (const FigureRecipe& recipe : recipes)
    if (hasAll(recipe, given)) return wantedOf(recipe, given);
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
