// The options of a figure as controls: the same, one for one, as those of `chasescope figure`. What is wrong stands below the
// control that caused it.
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace chasescope {

/// The property of each control of the dialog that names the option of the command line which it stands for: "--width".
inline constexpr const char* kOptionOfControl = "option";

class FigurePanel : public QWidget {
  Q_OBJECT
 public:
  explicit FigurePanel(QWidget* parent = nullptr);

  /// What the controls say; of a control that can't be understood, nothing is said.
  FigureOptions options() const;
  /// Puts cache, run and curve or quantity, the limits, the cursors and the colouring into the choice, and the panel.
  void putInto(FigureChoice& choice) const;
  /// What of the figure can be chosen: the rest is not offered. `choice`: what it shows by itself. `caches`: the subjects of those
  /// that it can show; none for a figure that shows no single one. `runs`: whether it shows one run.
  void showFigure(const FigureTraits& traits, const FigureChoice& choice, const std::vector<std::string>& caches = {},
                  bool runs = true);

  /// Its rows, for what stands above and below them in one column of names.
  QFormLayout& rows() { return *rows_; }

  /// Marks what is wrong below its control. `fit`: what the figure needs (fitProblem()), told below the width.
  void tellFaults(const QString& fit);
  /// Whether a control says what can't be understood, or is out of its bounds.
  bool isSound() const;
  /// Keeps what was chosen for the next time.
  void remember() const;

 signals:
  void changed();

 private:
  enum Field { atWidth, atHeight, atFont, atX, atY, atCursors, kFields };
  QLabel* addField(QFormLayout& form, const QString& name, QWidget* field, const char* option);
  void applyVenue();
  QString faultOf(Field field) const;

  QFormLayout* rows_;
  QComboBox *cache_, *curve_, *quantity_, *venue_, *span_, *width_, *font_, *palette_, *legend_, *colouring_, *panel_;
  QLineEdit *run_, *height_, *x_, *y_, *cursorsAt_;
  QDoubleSpinBox *type_, *lines_;
  QSpinBox* dpi_;
  QCheckBox *logX_, *logY_, *cursors_, *words_, *letters_, *caption_;
  QLabel* faults_[kFields];
  QLabel *xName_, *yName_;
};

}  // namespace chasescope
