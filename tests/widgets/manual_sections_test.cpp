// Every view and every probe has its section in the manual, with all that a section of its kind must have.
#include <gtest/gtest.h>

#include <QFile>
#include <QRegularExpression>

#include "engine/probe/discovery/probe_notes.h"
#include "engine/probe/discovery/registry.h"
#include "widgets/manual/manual_page.h"
#include "widgets/registry/view_list.h"

namespace chasescope {
namespace {

/// The Markdown below the heading with that anchor, down to the next heading; empty where there is none.
QString markdownOf(const QString& place) {
  const QString page = place.section('#', 0, 0), anchor = place.section('#', 1);
  const auto sections = sectionsOf(manualText(page), page);
  const QStringList parts = manualText(page).split(QRegularExpression("^#{1,6} .*$", QRegularExpression::MultilineOption));
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (!anchor.isEmpty() && sections[i].anchor == anchor) return parts[static_cast<qsizetype>(i) + 1];
  return {};
}

/// The words without their line breaks.
QString flowing(const QString& text) { return text.simplified(); }

void expectPicture(const QString& markdown, const QString& place) {
  static const QRegularExpression picture(R"(!\[([^\]]+)\]\(([^)]+)\))");
  const auto found = picture.match(markdown);
  ASSERT_TRUE(found.hasMatch()) << place.toStdString() << " has no picture";
  EXPECT_GT(found.captured(1).size(), 15) << place.toStdString() << ": the picture says nothing to whoever can't see it";
  EXPECT_TRUE(QFile::exists(manualFile(found.captured(2), place.section('#', 0, 0)))) << found.captured(2).toStdString();
}

TEST(ManualSections, every_view_has_a_picture_its_use_what_fills_it_its_figures_and_its_source) {
  for (const ViewEntry* view : allViews()) {
    const QString place = manualPlaceOfView(view->id), text = flowing(markdownOf(place));
    ASSERT_FALSE(text.isEmpty()) << "docs/views.md has no section for the view " << view->id;
    expectPicture(markdownOf(place), place);
    for (const char* part : {"- **Use it.**", "- **Filled by**", "- **On paper**", "- **Comes from**"})
      EXPECT_TRUE(text.contains(part)) << view->id << " has no line " << part;
    for (const FigureEntry* figure : view->figures)
      EXPECT_TRUE(text.contains(QStringLiteral("`%1`").arg(figure->name)))
          << view->id << " does not name its figure " << figure->name;
    for (const std::string_view probe : view->probes)
      EXPECT_TRUE(text.contains(QStringLiteral("[%1](").arg(QString::fromUtf8(probe.data(), static_cast<qsizetype>(probe.size())))))
          << view->id << " does not name its probe " << probe;
  }
}

TEST(ManualSections, every_probe_says_what_it_asks_and_has_a_picture_its_method_costs_limits_and_paper) {
  for (const auto& probe : all_probes()) {
    const ProbeInfo& info = probe->info();
    const QString place = manualPlaceOfProbe(QString::fromStdString(info.name)), text = flowing(markdownOf(place));
    ASSERT_FALSE(text.isEmpty()) << "docs/probes*.md has no section for the probe " << info.name;
    expectPicture(markdownOf(place), place);
    EXPECT_TRUE(text.startsWith(QString::fromStdString(info.summary)))
        << info.name << ": the section begins otherwise than the list of probes:\n  " << info.summary;
    for (const char* part : {"- **Method.**", "- **Costs.**", "- **Limits.**"})
      EXPECT_TRUE(text.contains(part)) << info.name << " has no line " << part;
    EXPECT_TRUE(text.endsWith(QStringLiteral("- **Paper:** %1.").arg(QString::fromStdString(info.reference))))
        << info.name << ": the section names another place of the papers than the list of probes: " << info.reference;
  }
}

TEST(ManualSections, costs_and_limits_of_every_probe_are_those_that_the_command_line_prints) {
  ASSERT_EQ(all_probe_notes().size(), all_probes().size());
  for (std::size_t i = 0; i < all_probes().size(); ++i) {
    const std::string& name = all_probes()[i]->info().name;
    const ProbeNotes& notes = all_probe_notes()[i];
    EXPECT_EQ(notes.name, name) << "the notes come in the order of the list of probes";
    const QString page = flowing(markdownOf(manualPlaceOfProbe(QString::fromStdString(name)))).remove('`');
    const auto words = [](std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); };
    const QString expected =
        QStringLiteral("- **Costs.** %1 - **Limits.** %2 - **Paper:**").arg(words(notes.costs), words(notes.limits));
    EXPECT_TRUE(page.contains(expected)) << name << ": the manual says something else than the table:\n  "
                                         << expected.toStdString();
  }
}

TEST(ManualSections, the_headings_are_those_of_the_window) {
  for (const auto& probe : all_probes()) {
    const QString anchor = manualPlaceOfProbe(QString::fromStdString(probe->info().name)).section('#', 1);
    QString heading;
    for (const ManualSection& section : manualSections())
      if (section.page.startsWith("docs/probes") && section.anchor == anchor) heading = section.heading;
    EXPECT_EQ(heading.toStdString(), probe->info().title + " (" + probe->info().name + ")");
  }
}

}  // namespace
}  // namespace chasescope
