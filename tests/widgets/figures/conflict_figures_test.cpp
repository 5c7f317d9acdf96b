// The figures of trials: in the widths of journals nothing is cut off, for several kinds of set index and replacement.
#include <gtest/gtest.h>

#include <array>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/conflicts/figure_conflicts.h"

namespace chasescope {
namespace {

constexpr std::array kNames{"conflict-matrix", "conflict-growth", "set-occupancy", "victim-ages"};

class ConflictFigures : public testing::TestWithParam<const char*> {};

TEST_P(ConflictFigures, can_be_read_in_every_width) {
  const Session session = probeSession(GetParam(), "conflicts");
  for (const char* name : kNames) {
    const FigureOutcome made = makeFigure(QString::fromLatin1(name), session);
    ASSERT_TRUE(made) << name << ": " << made.error.toStdString();
    for (const double width : {84.0, 88.9, 177.8}) {
      FigureOptions options;
      options.caption = true;
      options.width_mm = width;
      for (const std::string& fault : faultsOf(drawFigure(*made.figure, options), options))
        ADD_FAILURE() << name << " at " << width << " mm: " << fault;
    }
  }
}

TEST_P(ConflictFigures, have_what_chooses_the_set_and_what_goes_in_one_picture) {
  const FigureOutcome made = conflictFigure(probeSession(GetParam(), "conflicts"));
  ASSERT_TRUE(made) << made.error.toStdString();
  QStringList words;
  for (const DrawnText& text : drawFigure(*made.figure, {}).texts) words << text.words;
  for (const char* word :
       {"In order of address", "Set by set", "Two groups of pairs", "4 ways", "last used", "arrived", "oldest", "newest"})
    EXPECT_EQ(words.count(word), 1) << word;
  EXPECT_TRUE(words.contains("set bit 0") || words.contains("set 0"));
  // What rows, columns and colours are, and in which unit.
  for (const char* word :
       {"Line, by address", "Other line, by address", "Line, by its set", "Other line, by its set", "hit", "missed"})
    EXPECT_EQ(words.count(word), 1) << word;
  EXPECT_EQ(words.filter("std. errors", Qt::CaseInsensitive).size() + words.filter("standard errors", Qt::CaseInsensitive).size(),
            3)
      << words.join('|').toStdString();
}

// An index of bits with ways replaced at random; an index of XORs with LRU; an index by remainder with FIFO.
INSTANTIATE_TEST_SUITE_P(Devices, ConflictFigures,
                         testing::Values("model:gtx560ti", "file:" CHASESCOPE_SOURCE_DIR "/docs/pictures/hashed-l1.json",
                                         "file:" CHASESCOPE_SOURCE_DIR "/tests/widgets/figures/remainder_l1.json"));

}  // namespace
}  // namespace chasescope
