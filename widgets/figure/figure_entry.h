// The entry of one figure in the list of figures: its name, the function that makes it, and the probes that fill it. The folder of
// its view defines the entry (bankLanesEntry()), and figure_list.cpp has one line for it.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_probes.h"

namespace chasescope {

/// How many cards a figure can show: one, two beside each other, or any number on one axis.
enum class FigureCards { one, two, any };

struct FigureEntry {
  const char* name;   ///< "bank-lanes"
  const char* title;  ///< a few words for a list
  FigureOutcome (*make)(const Session&, const FigureChoice&);
  bool chooses_cache;  ///< the figure shows one of several caches and TLBs, so that FigureChoice::cache has a meaning
  std::vector<FigureRecipe> recipes;  ///< the best recipe first; each lists its probes in their order
  /// A finding of this subject and quantity gives the reason if there is nothing to draw; without a subject, the last finding of
  /// the quantity does. Null if the figure's own function gives the reason.
  const char* subject = nullptr;
  const char* quantity = nullptr;
  FigureCards cards = FigureCards::one;
  std::vector<std::string> levels = {};  ///< values of FigureChoice::cache besides caches and TLBs: "dram"
};

/// The function of a figure of which only the run can be chosen.
template <FigureOutcome (*make)(const Session&, const QString& runId)>
FigureOutcome ofRun(const Session& session, const FigureChoice& choice) {
  return make(session, choice.run);
}

/// The function of a figure of which the run and the visible part can be chosen.
template <FigureOutcome (*make)(const Session&, const QString& runId, const FigureSight&)>
FigureOutcome ofRunSeen(const Session& session, const FigureChoice& choice) {
  return make(session, choice.run, choice.sight);
}

// Finds the footprint at which the nearest cache begins to miss; quick for a small cache.
inline constexpr FigureProbe kSmallEnd{"footprint-sweep", FigureProbe::Role::guides, upToOneMegabyte};
inline constexpr FigureProbe kLargeEnd{"footprint-sweep", FigureProbe::Role::guides, beyondOneMegabyte};

/// Whether the recipe shows this cache; true for every recipe if no cache is named.
bool suits(const FigureRecipe& recipe, const std::string& cache);

/// The probes to run, in their order: those of the first recipe that shows the cache and has a probe for each setting. \return
/// `invalid_request` with a sentence that names a setting which no probe has.
Outcome<std::vector<FigureProbe>> probesToRun(const FigureEntry& figure, const std::string& cache, const ParameterValues& given);

/// The names of the probes whose measurements are drawn, each once, for views and lists.
QStringList probesOf(const FigureEntry& figure, const std::string& cache = {});

}  // namespace chasescope
