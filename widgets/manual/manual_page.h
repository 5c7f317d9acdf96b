// The manual as it is compiled in: its pages in the order of docs/index.md, their sections, and what those say as plain text.
//
// A page is named by its path from the root of the sources ("docs/window.md"). A place is a page, and behind '#' one of its
// headings as GitHub links to them: "docs/views.md#set-map".
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace chasescope {

struct ManualPage {
  QString path;   ///< "docs/window.md"
  QString title;  ///< its first heading
};

/// A part of the table of contents.
struct ManualChapter {
  QString title;  ///< "Use it"
  std::vector<ManualPage> pages;
};

/// What stands below one heading, down to the next.
struct ManualSection {
  QString page;     ///< the path of its page
  QString title;    ///< the title of its page
  QString heading;  ///< "In front of a class"; the title again for what stands above the first heading
  QString anchor;   ///< "in-front-of-a-class"; empty for what stands above the first heading
  int level = 1;    ///< of the heading: 1 is the title of the page
  QString text;     ///< without the marks of Markdown
};

/// A place in the manual, and whether there is one.
struct ManualPlace {
  QString page, anchor;
  bool isThere = false;
};

/// The Markdown of a page; empty if there is no such page.
QString manualText(const QString& page);

/// Where a compiled-in file of the manual lies: ":/manual/docs/pictures/window-chase.png" for a link of a page, whether it is there
/// or not.
QString manualFile(const QString& link, const QString& fromPage);

/// Where a link of a page leads. A folder and a file that is no page lead nowhere.
ManualPlace manualPlace(const QString& link, const QString& fromPage);

/// The table of contents: the chapters of docs/index.md with the pages that each lists.
const std::vector<ManualChapter>& manualChapters();

/// All sections of all pages that docs/index.md leads to, page by page.
const std::vector<ManualSection>& manualSections();

/// The sections of a Markdown text. Fenced blocks have no headings.
std::vector<ManualSection> sectionsOf(const QString& markdown, const QString& page);

/// "docs/views.md#set-map"; the page of the views for an unknown id.
QString manualPlaceOfView(const QString& viewId);

/// The section of the probe of that name, whose heading has the name in brackets; the page of the probes for an unknown one.
QString manualPlaceOfProbe(const QString& probe);

/// Whether terms of the glossary are explained on that page: not on those for people who change the program.
bool explainsTerms(const QString& page);

}  // namespace chasescope
