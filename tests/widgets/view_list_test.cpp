// The list of views: the probes, requests and figures that it names exist, and every view can be made.
#include "widgets/registry/view_list.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "engine/device/requests.h"
#include "engine/findings/run.h"
#include "engine/probe/discovery/registry.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

TEST(ViewList, names_each_view_once_with_words_for_people) {
  std::set<std::string_view> ids;
  for (const ViewEntry* view : allViews()) {
    EXPECT_TRUE(ids.insert(view->id).second) << view->id;
    EXPECT_NE(std::string_view(view->tab), "") << view->id;
    EXPECT_GT(std::string_view(view->shows).size(), 15U) << view->id;
  }
}

TEST(ViewList, keeps_views_of_one_tab_together) {
  std::set<std::string_view> past;
  std::string_view tab;
  for (const ViewEntry* view : allViews()) {
    if (view->tab == tab) continue;
    EXPECT_TRUE(past.insert(view->tab).second) << view->id;
    tab = view->tab;
  }
}

TEST(ViewList, sends_each_probe_and_each_request_to_one_view_at_most) {
  std::set<std::string_view> probes, calls;
  for (const ViewEntry* view : allViews()) {
    for (const std::string_view probe : view->probes) {
      EXPECT_NE(find_probe(probe), nullptr) << probe;
      EXPECT_TRUE(probes.insert(probe).second) << probe;
    }
    for (const std::string_view call : view->calls) {
      EXPECT_TRUE(exchange_for(call)) << call;
      EXPECT_TRUE(calls.insert(call).second) << call;
    }
  }
}

TEST(ViewList, has_every_figure_in_one_view) {
  std::set<std::string_view> names;
  for (const ViewEntry* view : allViews())
    for (const FigureEntry* figure : view->figures) {
      EXPECT_TRUE(names.insert(figure->name).second) << figure->name;
      EXPECT_EQ(viewOfFigure(QString::fromLatin1(figure->name)), view);
      EXPECT_EQ(findFigure(QString::fromLatin1(figure->name)), figure);
    }
  EXPECT_EQ(static_cast<std::size_t>(figureNames().size()), names.size());
  EXPECT_EQ(viewOfFigure("nothing"), nullptr);
}

// Each view begins empty, has a name for screen readers, and exports one of its own figures, or none.
TEST(ViewList, makes_views_that_begin_empty) {
  Theme theme;
  RunStore store;
  Selection selection;
  for (const ViewEntry* entry : allViews()) {
    const std::unique_ptr<View> view(entry->make(store, selection, theme));
    EXPECT_TRUE(view->isEmpty()) << entry->id;
    EXPECT_FALSE(view->accessibleName().isEmpty()) << entry->id;
    EXPECT_EQ(view->chosenRun(), QString()) << entry->id;
    const QString figure = view->figure();
    if (figure.isEmpty()) {
      EXPECT_TRUE(entry->figures.empty()) << entry->id;
    } else {
      EXPECT_EQ(viewOfFigure(figure), entry) << entry->id << " exports " << figure.toStdString();
    }
  }
}

}  // namespace
}  // namespace chasescope
