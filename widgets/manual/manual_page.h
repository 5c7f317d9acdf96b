// The manual as it is compiled in: its pages in the order of docs/index.md, and their sections as plain text.
//
// A page is named by its path from the root of the sources ("docs/window.md"). A place is a page, or a page, '#' and the anchor by
// which GitHub links to one of its headings: "docs/views.md#set-map".
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

/// The text between one heading and the next.
struct ManualSection {
  QString page;     ///< the path of its page
  QString title;    ///< the title of its page
  QString heading;  ///< "In front of a class"; in the first section, the title of the page
  QString anchor;   ///< "in-front-of-a-class"; empty for the first section, which begins the page
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

/// The path of a compiled-in file for a link of a page: ":/manual/docs/pictures/window-chase.png". The file may not exist.
QString manualFile(const QString& link, const QString& fromPage);

/// The place that a link of a page leads to. Links to folders and to files that are no page lead nowhere.
ManualPlace manualPlace(const QString& link, const QString& fromPage);

/// The table of contents: the chapters of docs/index.md, each with the pages that it lists.
const std::vector<ManualChapter>& manualChapters();

/// All sections of all pages that docs/index.md leads to, page by page.
const std::vector<ManualSection>& manualSections();

/// The sections of a Markdown text. Lines in fenced blocks are no headings.
std::vector<ManualSection> sectionsOf(const QString& markdown, const QString& page);

/// The section of a view: "docs/views.md#set-map"; for an unknown id, the page of the views.
QString manualPlaceOfView(const QString& viewId);

/// The section of a probe, whose heading ends with the probe's name in brackets; for an unknown probe, the page of the probes.
QString manualPlaceOfProbe(const QString& probe);

/// Whether terms of the glossary are marked on the page. They are not on pages for people who change the program.
bool explainsTerms(const QString& page);

}  // namespace chasescope
