// One figure as the list of figures knows it: its name, what makes it, and which probes fill it. Each is told by the folder of its view
// (bankLanesEntry()) and is one line in figure_list.cpp.
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
  const char* title;  ///< what it shows, in a few words for a list
  FigureOutcome (*make)(const Session&, const FigureChoice&);
  bool chooses_cache;                 ///< whether it shows one of several caches and TLBs, so that FigureChoice::cache means something
  std::vector<FigureRecipe> recipes;  ///< the first of them best; each lists the probes that fill it, in their order
  /// The finding of this subject and quantity says why there is nothing to draw; of no subject, the last one of any cache does.
  /// Null where what draws the figure tells that by itself.
  const char* subject = nullptr;
  const char* quantity = nullptr;
  FigureCards cards = FigureCards::one;
  std::vector<std::string> levels = {};  ///< what FigureChoice::cache may say besides caches and TLBs: "dram"
};

/// What makes a figure of which only the run can be chosen.
template <FigureOutcome (*make)(const Session&, const QString& runId)>
FigureOutcome ofRun(const Session& session, const FigureChoice& choice) {
  return make(session, choice.run);
}

/// The same, of which a part can be shown.
template <FigureOutcome (*make)(const Session&, const QString& runId, const FigureSight&)>
FigureOutcome ofRunSeen(const Session& session, const FigureChoice& choice) {
  return make(session, choice.run, choice.sight);
}

// What tells the footprint at which the nearest cache begins to miss, quickly if it is a small one.
inline constexpr FigureProbe kSmallEnd{"footprint-sweep", FigureProbe::Role::guides, upToOneMegabyte};
inline constexpr FigureProbe kLargeEnd{"footprint-sweep", FigureProbe::Role::guides, beyondOneMegabyte};

/// Whether a recipe shows the cache; every recipe does if none is named.
bool suits(const FigureRecipe& recipe, const std::string& cache);

/// The probes that are to run, in their order: of the first recipe that suits the cache and has a probe for each setting.
/// \return `invalid_request` with a sentence that names a setting which no probe has.
Outcome<std::vector<FigureProbe>> probesToRun(const FigureEntry& figure, const std::string& cache, const ParameterValues& given);

/// The names of the probes whose measurements are drawn, each once: what views offer and lists tell.
QStringList probesOf(const FigureEntry& figure, const std::string& cache = {});

}  // namespace chasescope
