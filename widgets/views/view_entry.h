// An entry of the list of views (widgets/registry/view_list.h). Tabs, menus, the list of figures, the command line and the
// documentation are made from that list. Each view's folder defines its own entry (tlbViewEntry()).
#pragma once

#include <string_view>
#include <vector>

#include "widgets/figure/figure_entry.h"
#include "widgets/views/view.h"

namespace chasescope {

struct ViewEntry {
  const char* id;     ///< "l2-map": for programs and tests, never translated
  const char* tab;    ///< the words of its tab; views with the same words stand below each other in one tab
  const char* shows;  ///< the contents in a few words, for a list
  View* (*make)(RunStore& store, Selection& selection, const Theme& theme);
  std::vector<const FigureEntry*> figures = {};  ///< figures with the same contents on paper, in the order of the list of figures
  std::vector<std::string_view> probes = {};     ///< probes whose results this view shows best
  std::vector<std::string_view> calls = {};      ///< requests whose runs this view shows
};

template <typename V>
View* makeView(RunStore& store, Selection& selection, const Theme& theme) {
  return new V(store, selection, theme);
}

}  // namespace chasescope
