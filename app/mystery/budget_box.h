// What is known of a mystery card without measuring: its level, the accesses that may still be spent, and the locked probes.
#pragma once

#include <QWidget>
#include <cstdint>

#include "engine/device/mystery/mystery_file.h"

class QLabel;
class QProgressBar;

namespace chasescope {

class MysteryPicture;
class Theme;

class BudgetBox : public QWidget {
  Q_OBJECT
 public:
  explicit BudgetBox(const Theme& theme, QWidget* parent = nullptr);

  void setMystery(const mystery::MysteryFile& file);
  void setSpent(std::uint64_t spent);
  /// Makes the box lower, for a narrow panel.
  void setCompact(bool compact);

 private:
  void restyle();

  const Theme& theme_;
  QLabel *level_, *left_, *of_, *rule_, *locked_;
  QProgressBar* bar_;
  MysteryPicture* picture_;
  bool compact_ = false;
  std::uint64_t budget_ = 1;
};

}  // namespace chasescope
