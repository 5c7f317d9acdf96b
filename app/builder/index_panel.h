// How an address chooses its set: bits, XORs of bits, a modulus, or a table.
#pragma once

#include <QButtonGroup>
#include <QLineEdit>

#include "app/builder/build_panel.h"
#include "widgets/builder/bit_matrix.h"

namespace chasescope {

class IndexPanel : public BuildPanel {
  Q_OBJECT
 public:
  IndexPanel(const Theme& theme, QWidget* parent);

  BitMatrix* matrix() const { return matrix_; }

 protected:
  void refill() override;

 private:
  void choose(model::IndexSpec::Kind kind);

  QButtonGroup* kind_;
  BitMatrix* matrix_;
  QWidget* divided_;
  SizeChoice* granule_;
  QLineEdit* table_;
  QLabel* given_;
};

}  // namespace chasescope
