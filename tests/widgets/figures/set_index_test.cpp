// The figure names the bits of an address by findings alone. Without a measured line, the bits below those of the set are called
// neither bits within the line nor bits of the tag.
#include <gtest/gtest.h>

#include <bit>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/views/set_map/figure_sets.h"
#include "widgets/views/set_map/set_index_scene.h"

namespace chasescope {
namespace {

unsigned lowestOf(const FoundSets& cache) {
  std::uint64_t mask = 0;
  for (const std::uint64_t row : cache.index->rows) mask |= row;
  return static_cast<unsigned>(std::countr_zero(mask));
}

std::vector<FoundSets> withBits(const Session& session) {
  std::vector<FoundSets> caches = found_sets(session.findings);
  std::erase_if(caches, [](const FoundSets& cache) {
    return !cache.index || cache.index->kind != inference::SetIndex::Kind::linear || cache.index->rows.empty();
  });
  return caches;
}

TEST(SetIndexBits, WithoutALineTheLowBitsAreUnknownOnEveryModel) {
  int caches = 0;
  for (const std::string& id : bundledDevices()) {
    if (!id.starts_with("model:")) continue;
    const Session session = probeSession(id, "sets");
    for (const FoundSets& cache : withBits(session)) {
      if (cache.line_bytes) continue;
      ++caches;
      for (unsigned bit = 0; bit < lowestOf(cache); ++bit)
        EXPECT_NE(useOfBit(cache, bit), BitUse::tag) << id << ' ' << cache.subject << " bit " << bit;
      EXPECT_EQ(useOfBit(cache, lowestOf(cache)), BitUse::set);
      EXPECT_EQ(useOfBit(cache, 60), BitUse::tag);
      EXPECT_TRUE(indexSentence(cache).contains("probe line")) << indexSentence(cache).toStdString();
    }
  }
  EXPECT_GT(caches, 3);
}

TEST(SetIndexBits, TheFigureSaysThatTheLineIsNotMeasured) {
  const FigureOutcome made = setIndexFigure(probeSession("model:gtx560ti", "sets"));
  ASSERT_TRUE(made) << made.error.toStdString();
  QStringList words;
  for (const DrawnText& text : drawFigure(*made.figure, {}).texts) words << text.words;
  EXPECT_TRUE(words.contains("?")) << words.join("|").toStdString();
  EXPECT_TRUE(made.figure->caption().contains("Bits 0 – 6 (?)")) << made.figure->caption().toStdString();
}

TEST(SetIndexBits, WithALineTheBitsBelowItLieWithinIt) {
  const std::vector<FoundSets> caches = withBits(wholeSession("model:gtx560ti"));
  ASSERT_FALSE(caches.empty());
  for (const FoundSets& cache : caches) {
    ASSERT_TRUE(cache.line_bytes) << cache.subject;
    const auto line = static_cast<unsigned>(std::countr_zero(*cache.line_bytes));
    for (unsigned bit = 0; bit < lowestOf(cache); ++bit)
      EXPECT_EQ(useOfBit(cache, bit), bit < line ? BitUse::unit : BitUse::tag) << cache.subject << " bit " << bit;
    EXPECT_FALSE(indexSentence(cache).contains("(?)")) << indexSentence(cache).toStdString();
  }
}

TEST(SetIndexBits, WhatAMissBringsIsWithinTheLine) {
  FoundSets cache = withBits(wholeSession("model:gtx560ti")).front();
  cache.line_bytes.reset();
  cache.fetch_bytes = 32;
  for (unsigned bit = 0; bit < lowestOf(cache); ++bit)
    EXPECT_EQ(useOfBit(cache, bit), bit < 5 ? BitUse::unit : BitUse::unknown) << bit;
}

}  // namespace
}  // namespace chasescope
