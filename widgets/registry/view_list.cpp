#include "widgets/registry/view_list.h"

#include <algorithm>

#include "widgets/views/bandwidth/bandwidth_view.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/chase/chase_view.h"
#include "widgets/views/chip/chip_view.h"
#include "widgets/views/conflicts/conflict_view.h"
#include "widgets/views/distance/distance_view.h"
#include "widgets/views/disturbance/disturbance_view.h"
#include "widgets/views/halves/halves_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/replacement/replacement_view.h"
#include "widgets/views/report/report_view.h"
#include "widgets/views/requests/request_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/set_map/set_map_view.h"
#include "widgets/views/spectrum/spectrum_view.h"
#include "widgets/views/steps/step_view.h"
#include "widgets/views/sweeps/sweep_view.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {

// One line for each view.
const std::vector<const ViewEntry*>& allViews() {
  // clang-format off
  static const std::vector<const ViewEntry*> views{
      &scopeViewEntry(),
      &missPatternViewEntry(),
      &stepViewEntry(),
      &chaseViewEntry(),
      &memoryViewEntry(),
      &reportViewEntry(),
      &setMapViewEntry(),
      &replacementViewEntry(),
      &conflictViewEntry(),
      &tlbViewEntry(),
      &sweepViewEntry(),
      &spectrumViewEntry(),
      &distanceViewEntry(),
      &chipViewEntry(),
      &halvesViewEntry(),
      &bankViewEntry(),
      &requestViewEntry(),
      &bandwidthViewEntry(),
      &disturbanceViewEntry(),
  };
  // clang-format on
  return views;
}

std::vector<std::string> allViewIds() {
  std::vector<std::string> ids;
  for (const ViewEntry* view : allViews()) ids.emplace_back(view->id);
  return ids;
}

const ViewEntry* viewOfFigure(const QString& figure) {
  for (const ViewEntry* view : allViews())
    for (const FigureEntry* shown : view->figures)
      if (figure == QLatin1String(shown->name)) return view;
  return nullptr;
}

}  // namespace chasescope
