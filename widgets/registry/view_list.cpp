#include "widgets/registry/view_list.h"

namespace chasescope {

#define CHASESCOPE_VIEW(folder, entry) const ViewEntry& entry();
#include "widgets/registry/all_views.inc"
#undef CHASESCOPE_VIEW

const std::vector<const ViewEntry*>& allViews() {
  static const std::vector<const ViewEntry*> views{
#define CHASESCOPE_VIEW(folder, entry) &entry(),
#include "widgets/registry/all_views.inc"
#undef CHASESCOPE_VIEW
  };
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
