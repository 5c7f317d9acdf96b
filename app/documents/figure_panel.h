// The options of a figure as controls, the same options as `chasescope figure` has. Errors stand below the control that caused
// them.
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

/// The property of each control that names its option of the command line: "--width".
inline constexpr const char* kOptionOfControl = "option";

class FigurePanel : public QWidget {
  Q_OBJECT
 public:
  explicit FigurePanel(QWidget* parent = nullptr);

  /// The options in the controls; controls with invalid text are left out.
  FigureOptions options() const;
  /// Puts cache, run, curve or quantity, limits, cursors, colouring and panel into the choice.
  void putInto(FigureChoice& choice) const;
  /// Offers the choices that the figure has. `choice`: its own choice. `caches`: the subjects that it can show; none for a figure
  /// that shows no single cache. `runs`: whether it shows one run.
  void showFigure(const FigureTraits& traits, const FigureChoice& choice, const std::vector<std::string>& caches = {},
                  bool runs = true);

  /// The form, for further rows above and below in the same column of labels.
  QFormLayout& rows() { return *rows_; }

  /// Shows the errors below their controls. `fit`: the sentence of fitProblem(), shown below the width.
  void tellFaults(const QString& fit);
  /// Whether all controls have valid text within their bounds.
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
