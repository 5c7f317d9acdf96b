// The manual: its contents, its sections, its search, and a page as a document.
#include <gtest/gtest.h>

#include <QFile>
#include <QTextBlock>
#include <QTextTable>
#include <set>

#include "engine/findings/terms.h"
#include "widgets/manual/manual_document.h"
#include "widgets/manual/manual_page.h"
#include "widgets/manual/manual_search.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

TEST(Manual, the_contents_have_every_page_of_the_index_with_its_title) {
  ASSERT_GE(manualChapters().size(), 5U);
  EXPECT_EQ(manualChapters().front().title, "Begin here");
  EXPECT_EQ(manualChapters().front().pages.front().path, "docs/first-steps-teacher.md");
  for (const ManualChapter& chapter : manualChapters()) {
    EXPECT_FALSE(chapter.pages.empty()) << chapter.title.toStdString();
    for (const ManualPage& page : chapter.pages) EXPECT_FALSE(page.title.endsWith(".md")) << page.path.toStdString();
  }
}

TEST(Manual, sections_are_named_as_links_name_them_and_code_has_none) {
  const auto sections = sectionsOf(
      "# A page\nLead with *marks* and [a link](x.md).\n## L2 map: how, and `why`\n```sh\n# no heading\n```\n## L2 map: how, and "
      "why\n"
      "| a | b |\n|---|---|\n| 1 | 2 |\n",
      "docs/window.md");
  ASSERT_EQ(sections.size(), 3U);
  EXPECT_EQ(sections[0].text, "Lead with marks and a link.");
  EXPECT_EQ(sections[0].title, "A page");
  EXPECT_EQ(sections[1].anchor, "l2-map-how-and-why");
  EXPECT_EQ(sections[1].text, "# no heading");
  EXPECT_EQ(sections[2].anchor, "l2-map-how-and-why-1");
  EXPECT_EQ(sections[2].text, "a b 1 2");
}

TEST(Manual, a_link_leads_to_a_page_or_nowhere) {
  EXPECT_EQ(manualPlace("../HACKING.md#habits", "docs/index.md").page, "HACKING.md");
  EXPECT_EQ(manualPlace("../HACKING.md#habits", "docs/index.md").anchor, "habits");
  EXPECT_TRUE(manualPlace("#the-views", "docs/window.md").isThere);
  EXPECT_FALSE(manualPlace("../engine/device/device.h", "docs/index.md").isThere);
  EXPECT_FALSE(manualPlace("../../etc/passwd.md", "docs/index.md").isThere);
}

TEST(Manual, a_search_finds_words_in_any_case_and_a_heading_first) {
  const auto found = searchManual("device PROTOCOL");
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found.front().heading.contains("protocol", Qt::CaseInsensitive)) << found.front().heading.toStdString();
  for (const ManualHit& hit : found) EXPECT_FALSE(hit.title.isEmpty());
}

TEST(Manual, a_search_shows_the_words_in_their_sentence) {
  for (const ManualHit& hit : searchManual("carve-out")) {
    if (hit.link.startsWith("term:")) continue;
    EXPECT_TRUE((hit.excerpt + hit.heading).contains("carve-out", Qt::CaseInsensitive)) << hit.excerpt.toStdString();
    EXPECT_LT(hit.excerpt.size(), 220);
  }
}

TEST(Manual, a_term_of_the_glossary_is_found_first) {
  ASSERT_FALSE(searchManual("TLB reach").empty());
  EXPECT_EQ(searchManual("TLB reach").front().link, "term:tlb-reach");
}

TEST(Manual, what_no_page_has_is_not_found) {
  EXPECT_TRUE(searchManual("zebra").empty());
  EXPECT_TRUE(searchManual("cache zebra").empty());
  EXPECT_TRUE(searchManual("   ").empty());
}

class ManualDocument : public testing::Test {
 protected:
  Theme theme_;
  QTextDocument document_;
};

TEST_F(ManualDocument, every_page_is_laid_out_with_its_headings_and_pictures) {
  std::set<QString> pages;
  for (const ManualSection& section : manualSections()) pages.insert(section.page);
  ASSERT_GE(pages.size(), 60U);  // with the decisions
  for (const QString& page : pages) {
    const auto anchors = fillManual(document_, page, theme_, 700, 1);
    const auto sections = sectionsOf(manualText(page), page);
    for (const ManualSection& section : sections) {
      ASSERT_TRUE(anchors.contains(section.anchor)) << page.toStdString() << " #" << section.anchor.toStdString();
      const QString shown = document_.findBlockByNumber(anchors[section.anchor]).text();
      EXPECT_EQ(shown.simplified().left(12), section.heading.left(12)) << page.toStdString();
    }
    for (QTextBlock block = document_.begin(); block.isValid(); block = block.next())
      for (auto it = block.begin(); !it.atEnd(); ++it) {
        if (!it.fragment().charFormat().isImageFormat()) continue;
        const QTextImageFormat picture = it.fragment().charFormat().toImageFormat();
        EXPECT_TRUE(QFile::exists(manualFile(picture.name(), page))) << page.toStdString() << ' ' << picture.name().toStdString();
        EXPECT_LE(picture.width(), 700);
        EXPECT_GT(picture.width(), 100);
      }
  }
}

TEST_F(ManualDocument, terms_are_links_once_below_each_heading_and_not_on_pages_for_programmers) {
  const auto termsOf = [&](const QString& page) {
    fillManual(document_, page, theme_, 700, 1);
    QStringList terms;
    for (QTextBlock block = document_.begin(); block.isValid(); block = block.next()) {
      if (block.blockFormat().headingLevel() > 0) terms << "#";
      for (auto it = block.begin(); !it.atEnd(); ++it)
        if (const QString href = it.fragment().charFormat().anchorHref(); href.startsWith("term:")) terms << href.mid(5);
    }
    return terms;
  };
  const QStringList terms = termsOf("docs/views.md");
  EXPECT_TRUE(terms.contains("set"));
  std::set<QString> since;
  for (const QString& term : terms) {
    if (term == "#") {
      since.clear();
      continue;
    }
    EXPECT_NE(find_term(term.toStdString()), nullptr) << term.toStdString();
    EXPECT_TRUE(since.insert(term).second) << term.toStdString();
  }
  // "This page has the probes of data caches and TLBs": no page of memory.
  const QStringList ofProbes = termsOf("docs/probes.md");
  EXPECT_GT(ofProbes.indexOf("page"), ofProbes.indexOf("#", 1));
  EXPECT_LT(ofProbes.indexOf("tlb"), ofProbes.indexOf("#", 1));
  EXPECT_EQ(termsOf("HACKING.md").filter(QRegularExpression("[a-z]")).size(), 0);
}

TEST_F(ManualDocument, text_and_links_are_readable_in_every_theme) {
  for (const Theme::Mode mode : {Theme::Mode::light, Theme::Mode::dark, Theme::Mode::contrast}) {
    theme_.setMode(mode);
    fillManual(document_, "docs/index.md", theme_, 700, 1);
    for (QTextBlock block = document_.begin(); block.isValid(); block = block.next())
      for (auto it = block.begin(); !it.atEnd(); ++it)
        EXPECT_GE(contrastRatio(it.fragment().charFormat().foreground().color(), theme_.colours().card), 4.5)
            << it.fragment().text().toStdString();
  }
}

}  // namespace
}  // namespace chasescope
