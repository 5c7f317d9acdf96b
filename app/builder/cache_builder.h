// The cache builder: controls at the left, the cache and a warm pass through it at the right, and every change is seen at once.
//
//   auto* builder = new CacheBuilder(theme, window);
//   connect(builder, &CacheBuilder::saved, …);
//
// If the controls describe an impossible cache, the control at fault says so, and the pictures keep showing the last possible
// cache.
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
  /// Shows this cache and runs its pass.
  void setBuilt(const build::BuiltCache& built);
  /// The pass that is shown: that of the last possible cache.
  const std::shared_ptr<const build::WarmPass>& pass() const { return pass_; }
  /// "20 of 36 miss", and the sentence about them.
  QString missesText() const;
  QString sentence() const;
  /// The file that holds the shown cache unchanged; empty if there is none.
  QString savedAs() const { return good_ && good_->file == savedText_ ? path_ : QString(); }
  /// Writes the model file. \return what went wrong, in a sentence; empty if nothing did.
  QString save(const QString& path);
  /// Opens a model file that was built here. \return why that fails, in a sentence; empty if it does not.
  QString open(const QString& path);
  /// Whether the person built a cache that is neither saved nor given up.
  bool hasUnsaved() const { return !kept_.contains(build_.file); }
  /// The clock that tells which changes are one step of undo; tests set a clock of their own (milliseconds).
  void setClock(std::function<std::int64_t()> clock) { clock_ = std::move(clock); }

 signals:
  /// The person wants to step through this model file with that chase.
  void stepRequested(const QString& file, quint64 bytes, quint64 stride);
  /// A model file was written.
  void saved(const QString& path);

 protected:
  /// Asks once what to do with an unsaved cache.
  void closeEvent(QCloseEvent* event) override;
  /// Ctrl+Z undoes a step of the builder, even if a text field has the focus.
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
  /// Saves to the last file, or asks for one.
  void saveIt();
  void askWhatToOpen();
  bool mayLose();
  BuilderState state() const;
  /// Adds the person's change to the history.
  void noteStep();
  void restore(const BuilderState& state);
  void refreshHeader();
  void restyle();

  const Theme& theme_;
  build::BuiltCache built_;
  build::Build build_;                // the result of the controls' values
  std::optional<build::Build> good_;  // the last possible cache, which is shown
  std::shared_ptr<const build::WarmPass> pass_;
  PassRunner runner_;
  std::size_t part_ = 0;
  QString path_;           // the file of the last saving
  std::string savedText_;  // what was saved there
  std::set<std::string> kept_;  // states that may be dropped without asking: new, saved, opened, or given up
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
