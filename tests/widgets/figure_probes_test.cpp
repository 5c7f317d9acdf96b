// The table of figures: which probes fill each figure, and with which settings.
#include "widgets/figure/figure_probes.h"

#include <gtest/gtest.h>

#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "tests/engine/findings/made_finding.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

Finding sized(const char* subject, const char* space, std::uint64_t bytes, std::uint64_t line) {
  return made_finding(subject, "contiguous_bytes", bytes, {}, {{"space", space}, {"stride", line}});
}

class FigureProbes : public testing::Test {
 protected:
  FigureProbes() { device.spaces = all_memory_spaces(); }
  FigureWish wish(const std::string& cache = {}) {
    name = cache;
    return {device, findings, given, name};
  }
  static std::vector<std::string> names(const std::vector<FigureProbe>& probes) {
    std::vector<std::string> list;
    for (const FigureProbe& probe : probes) list.emplace_back(probe.name);
    return list;
  }

  Description device;
  std::vector<Finding> findings;
  ParameterValues given;
  std::string name;
};

TEST_F(FigureProbes, EveryFigureHasProbesThatThereAre) {
  for (const QString& figure : figureNames()) {
    EXPECT_FALSE(figureTitle(figure).isEmpty());
    EXPECT_FALSE(probesOf(figure).isEmpty()) << figure.toStdString();
    for (const FigureRecipe& recipe : findFigure(figure)->recipes)
      for (const FigureProbe& probe : recipe.probes) EXPECT_NE(find_probe(probe.name), nullptr) << probe.name;
  }
}

TEST_F(FigureProbes, SettingsAreGoodValuesOfTheirProbes) {
  for (const bool known : {false, true}) {
    if (known) findings = {sized("l1_data", "global.ca", 238'848, 32), sized("l2", "global.cg", 1'572'864, 32)};
    for (const QString& figure : figureNames())
      for (const FigureRecipe& recipe : findFigure(figure)->recipes)
        for (const FigureProbe& probe : recipe.probes)
          for (const char* cache : {"", "l1_data", "l2", "texture"}) {
            const auto values = probe.suited == nullptr ? std::nullopt : probe.suited(wish(cache));
            if (!values) continue;
            const auto error = check_parameters(find_probe(probe.name)->info(), *values);
            EXPECT_FALSE(error) << figure.toStdString() << ", " << probe.name << ": " << (error ? error->message : "");
          }
  }
}

TEST_F(FigureProbes, AFootprintIsLargerThanTheNearestCache) {
  findings = {sized("l1_data", "global.ca", 16384, 128)};
  EXPECT_EQ(*justTooLarge(wish()), (ParameterValues{{"space", "global.ca"}, {"bytes", "17408"}, {"stride", "128"}}));
  // As figures 3 and 9 of the paper.
  EXPECT_EQ(*aQuarterMore(wish()),
            (ParameterValues{{"space", "global.ca"}, {"from", "16384"}, {"to", "20480"}, {"step", "128"}, {"stride", "128"}}));
  EXPECT_EQ(*halfAsMuchAgain(wish()),
            (ParameterValues{{"space", "global.ca"}, {"from", "16384"}, {"to", "24576"}, {"step", "128"}, {"stride", "128"}}));
  EXPECT_FALSE(beyondOneMegabyte(wish()));  // its capacity is found
  EXPECT_TRUE(beyondOneMegabyte(wish("texture")));
}

TEST_F(FigureProbes, WhereGlobalCaHasNoCacheAnotherSpaceIsChased) {
  findings = {sized("l2", "global.cg", 1'572'864, 32)};
  EXPECT_EQ(justTooLarge(wish())->at("space"), "global.cg");
  EXPECT_EQ(justTooLarge(wish("l2"))->at("space"), "global.cg");
  EXPECT_EQ(justTooLarge(wish("texture"))->at("space"), "texture");
}

TEST_F(FigureProbes, WhatThePersonSetStays) {
  findings = {sized("l1_data", "global.ca", 16384, 128)};
  given = {{"from", "18432"}, {"stride", "256"}};
  const ParameterValues values = *aQuarterMore(wish());
  EXPECT_FALSE(values.contains("from"));
  EXPECT_FALSE(values.contains("stride"));
  EXPECT_EQ(values.at("to"), "22528");
  EXPECT_EQ(values.at("step"), "256");
}

TEST_F(FigureProbes, ASettingChoosesTheProbesThatHaveIt) {
  EXPECT_EQ(names(*probesToRun("miss-pattern", {}, {})),
            (std::vector<std::string>{"footprint-sweep", "footprint-sweep", "miss-pattern"}));
  EXPECT_EQ(names(*probesToRun("miss-pattern", {}, {{"bytes", "17KiB"}})), (std::vector<std::string>{"fine-grained"}));
  // The probes look at the nearest cache alone first, and at all caches if that told nothing.
  EXPECT_EQ(names(*probesToRun("set-map", {}, {})), (std::vector<std::string>{"sets", "line", "sets", "line"}));
  EXPECT_EQ(names(*probesToRun("set-map", {}, {{"bytes", "52"}})),
            (std::vector<std::string>{"sets", "line", "sets", "line", "fine-grained"}));
  EXPECT_EQ(names(*probesToRun("set-map", "l2_tlb", {})), (std::vector<std::string>{"tlb"}));
  EXPECT_EQ(names(*probesToRun("tlb", {}, {})), (std::vector<std::string>{"tlb"}));
  EXPECT_FALSE(probesToRun("tlb", "l1_data", {}));
  EXPECT_FALSE(probesToRun("miss-rate", "l1_tlb", {}));
  const auto unknown = probesToRun("tlb", {}, {{"strides", "1"}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message,
            "No probe of the figure tlb has a parameter 'strides'; there are space, carveout_percent, l1_kib, sm, budget.");
}

TEST_F(FigureProbes, a_setting_of_the_search_needs_the_search) {
  const std::vector<std::string> searching{"footprint-sweep", "footprint-sweep", "fine-grained"};
  EXPECT_EQ(names(*probesToRun("scope", {}, {{"budget", "7"}})), searching);
  // The chase of this figure has no range: from and to are for the search.
  EXPECT_EQ(names(*probesToRun("scope", {}, {{"from", "1KiB"}, {"to", "1MiB"}})), searching);
  EXPECT_EQ(names(*probesToRun("miss-pattern", {}, {{"from", "1KiB"}, {"to", "2KiB"}})),
            (std::vector<std::string>{"miss-pattern"}));
  const auto idle = probesToRun("miss-pattern", {}, {{"budget", "7"}, {"from", "1KiB"}, {"to", "2KiB"}});
  ASSERT_FALSE(idle);
  EXPECT_EQ(idle.error().message,
            "The setting budget is for the search for a footprint, and from and to name the footprint. Leave one of them out.");
}

TEST_F(FigureProbes, a_search_that_begins_above_a_megabyte_has_one_part) {
  given = {{"from", "2MiB"}};
  EXPECT_FALSE(upToOneMegabyte(wish()));
  EXPECT_TRUE(beyondOneMegabyte(wish()));
  given["to"] = "4MiB";
  EXPECT_TRUE(upToOneMegabyte(wish()));
}

TEST_F(FigureProbes, a_footprint_has_whole_steps_of_the_persons_stride) {
  findings = {sized("l1_data", "global.ca", 16384, 128)};
  EXPECT_EQ(justTooLarge(wish())->at("bytes"), "17408");
  given = {{"stride", "96"}};
  EXPECT_EQ(justTooLarge(wish())->at("bytes"), "17472");
}

/// A person who has run the probes of a figure is not told to run them again, but what they found.
TEST_F(FigureProbes, what_was_run_already_is_not_advised) {
  Session session;
  session.device.name = "GeForce GTX 560 Ti";
  session.environment = {
      {"device_id", "model:gtx560ti"}, {"probe", "line"}, {"probes", {{{"probe", "sets"}}, {{"probe", "line"}}}}};
  session.findings = {sized("l1_data", "global.ca", 16384, 128)};
  const QString none = makeFigure("set-map", session, {.run = {}, .cache = "l3"}).error;
  EXPECT_TRUE(none.endsWith("No L3 cache was found on GeForce GTX 560 Ti.")) << none.toStdString();
  session.findings.front().status = FindingStatus::not_measurable;
  session.findings.front().reason = "No places hurt each other.";
  session.environment = {{"device_id", "model:gtx280"}, {"probe", "conflicts"}};
  const QString why = makeFigure("set-index", session).error;
  EXPECT_TRUE(why.contains("run the probes sets, line and tlb first")) << why.toStdString();  // these probes were not run
  session.environment["probes"] = {{{"probe", "sets"}}, {{"probe", "line"}}};
  session.findings.front().quantity = quantity::set_index_function;
  const QString told = makeFigure("set-index", session).error;
  EXPECT_TRUE(told.endsWith("L1 data cache: No places hurt each other.")) << told.toStdString();
}

}  // namespace
}  // namespace chasescope
