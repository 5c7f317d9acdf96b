// The window's other uses of documents: reports, and comparing with another file.
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

#include "engine/session/compare/comparison.h"
#include "engine/session/document/session.h"

namespace chasescope {

class ComparisonView;
class Theme;

/// The formats as a file dialog lists them: "Markdown (*.md)", ….
QStringList reportFilters();
/// The format of a filter of that list ("markdown"); empty for any other text.
QString reportFormatOf(const QString& filter);
/// The ending of a filter of that list (".md"); empty for any other text.
QString reportEndingOf(const QString& filter);

class ComparisonDialog : public QDialog {
  Q_OBJECT
 public:
  ComparisonDialog(Comparison comparison, const QString& file, const Theme& theme, QWidget* parent);

  ComparisonView* view() const { return view_; }

 private:
  ComparisonView* view_;
};

}  // namespace chasescope
