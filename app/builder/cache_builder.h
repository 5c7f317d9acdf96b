// The cache builder: controls at the left, the cache and a warm pass through it at the right, and every change is seen at once.
//
//   auto* builder = new CacheBuilder(theme, window);
//   connect(builder, &CacheBuilder::saved, …);
//
// What can't be a cache is said at its control; the pictures then stay with the last one that could.
#pragma once

#include <QWidget>
#include <set>

#include "app/builder/build_history.h"
#include "app/builder/pass_runner.h"
#include "engine/build/built_card.h"
#include "widgets/style/theme.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace chasescope {

class BuildPanel;
class CachePicture;
class FootprintStrip;
class LikeChoice;
class PassBars;

class CacheBuilder : public QWidget {
  Q_OBJECT
 public:
  explicit CacheBuilder(const Theme& theme, QWidget* parent = nullptr);

  const build::BuiltCache& built() const { return built_; }
  /// Shows and runs this one.
  void setBuilt(const build::BuiltCache& built);
  /// What is seen: of the last cache that could be one.
  const std::shared_ptr<const build::WarmPass>& pass() const { return pass_; }
  /// "20 of 36 miss", and the sentence about them.
  QString missesText() const;
  QString sentence() const;
  /// Where what is seen was saved as it is; empty if it was not.
  QString savedAs() const { return good_ && good_->file == savedText_ ? path_ : QString(); }
  /// Writes the model file. \return what went wrong, in a sentence; empty if nothing did.
  QString save(const QString& path);
  /// Goes on with a model file that was built here. \return why not, in a sentence; empty if it does.
  QString open(const QString& path);
  /// Whether something would be lost that a person built and neither saved nor gave up.
  bool hasUnsaved() const { return !kept_.contains(build_.file); }
  /// What the steps of undo are kept by; tests set a clock of their own (milliseconds).
  void setClock(std::function<std::int64_t()> clock) { clock_ = std::move(clock); }

 signals:
  /// This model file is to be opened at the step player, with that chase.
  void stepRequested(const QString& file, quint64 bytes, quint64 stride);
  /// A model file was written.
  void saved(const QString& path);

 protected:
  /// Asks once what is to become of what was not saved.
  void closeEvent(QCloseEvent* event) override;
  /// Ctrl+Z is the builder's, also where a field has the focus that could take back letters.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildHeader();
  QWidget* buildControls();
  QWidget* buildPictures();
  void connectPictures();
  void take(const build::BuiltCache& built);
  void run();
  void showPass(std::shared_ptr<const build::WarmPass> pass);
  void showPart();
  void showFirstFault();
  void refillParts();
  void refuse(const QString& sentence);
  void askWhereToSave();
  /// Saves where it was saved last, or asks.
  void saveIt();
  void askWhatToOpen();
  bool mayLose();
  BuilderState state() const;
  /// The person has made a step.
  void noteStep();
  void restore(const BuilderState& state);
  void refreshHeader();
  void restyle();

  const Theme& theme_;
  build::BuiltCache built_;
  build::Build build_;                // of what the controls say
  std::optional<build::Build> good_;  // the last one that is a card: what is seen
  std::shared_ptr<const build::WarmPass> pass_;
  PassRunner runner_;
  std::size_t part_ = 0;
  QString path_;           // where it was saved last
  std::string savedText_;  // and what
  std::set<std::string> kept_;  // what nobody need be asked about: as it was begun, saved, opened, or given up
  bool restoring_ = false;
  std::function<std::int64_t()> clock_;
  BuildHistory history_;

  QLineEdit* name_ = nullptr;
  LikeChoice* likes_ = nullptr;
  QLabel *state_ = nullptr, *nameFault_ = nullptr, *sentence_ = nullptr, *note_ = nullptr;
  QPushButton *step_ = nullptr, *save_ = nullptr, *saveAs_ = nullptr;
  QToolButton *undo_ = nullptr, *redo_ = nullptr;
  QComboBox* parts_ = nullptr;
  QWidget* partsRow_ = nullptr;
  QScrollArea* controls_ = nullptr;
  std::vector<BuildPanel*> panels_;
  CachePicture* picture_ = nullptr;
  FootprintStrip* strip_ = nullptr;
  PassBars* bars_ = nullptr;
};

}  // namespace chasescope
