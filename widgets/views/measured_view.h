// The common part of views of one measurement. While a view has no data, it shows a page that says what the view will show and
// offers the probes that measure it.
//
// The view learns of runs, of findings, and of probes that begin and end from the store.
#pragma once

#include <QStringList>

#include "widgets/views/view.h"

class QPushButton;
class QStackedLayout;

namespace chasescope {

class EmptyState;

/// The texts of a view and of its empty page.
struct ViewTexts {
  QString title;             ///< "TLBs"
  QString icon;              ///< of resources/icons
  QString promise;           ///< "What translation costs": the empty page's heading
  QString explanation;       ///< a sentence or two on the view's contents
  QStringList probes;        ///< the probes that bring the view's data, the best one first
  bool every_probe = false;  ///< other probes bring data for it too; they are not offered
  QString export_text = {};  ///< the tooltip of the export button, if it exports something else than a figure
};

class MeasuredView : public View {
  Q_OBJECT
 public:
  enum class State { empty, filling, full, stopped, failed };

  MeasuredView(ViewTexts texts, RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  State state() const;
  bool isEmpty() const override;
  const QStringList& probes() const { return texts_.probes; }

  void refresh() override;

 protected:
  /// Reads the data from the store's runs and findings.
  virtual void gather() = 0;
  /// Whether the gathered data give anything to draw.
  virtual bool hasContent() const = 0;
  /// The reason if the measurement was made and gave nothing to draw; else empty.
  virtual QString whyNothingShown() const { return {}; }

  /// The states of the view's probes.
  const ProbeWatch& watch() const { return watch_; }
  /// On the shown page, only these of the view's probes count.
  void watchOnly(const QStringList& probes) { watch_.setProbes(probes); }
  void setContent(QWidget* content);
  void refreshTexts();
  void refreshSoon();
  RunStore& store() const { return store_; }
  const Theme& theme() const { return theme_; }

 private:
  void build();
  void fillEmptyPage();

  ViewTexts texts_;
  ProbeWatch watch_;
  QWidget* emptyPage_ = nullptr;
  EmptyState* empty_ = nullptr;
  QList<QPushButton*> offers_;
  QWidget* content_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
